/**
 * Pictures as strokes, drawn in the color of the text around them. They say nothing to a screen reader: words stand
 * beside them.
 */

const PATHS = {
  house: "M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6",
  device: "M7 3h10v18H7zM10 18h4",
  light: "M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 10.9c-.6.5-.9 1-.9 1.6V16H9.4v-.5c0-.6-.3-1.1-.9-1.6A6 6 0 0 1 12 3z",
  plug: "M9 3v5M15 3v5M7 8h10v4a5 5 0 0 1-10 0zM12 17v4",
  blind: "M4 4h16M6 4v12h12V4M6 8h12M6 12h12M12 16v4",
  remote: "M8 2h8v20H8zM12 7h.01M12 11h.01M12 15h.01",
  motion: "M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 21l2-6 -2-3 2-4h4l3 4M12 15l3 6",
  door: "M6 21V3h12v18M4 21h16M14 12h.01",
  temperature: "M12 3a2 2 0 0 1 2 2v9a4 4 0 1 1-4 0V5a2 2 0 0 1 2-2zM12 9v8",
  water: "M12 3s6 7 6 11a6 6 0 0 1-12 0c0-4 6-11 6-11z",
  switch: "M6 3h12v18H6zM12 7v4M9 14h6",
  fan: "M12 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM12 10c-4-2-3-7 0-7s2 4 0 7zM13.3 12.3c4-2 7 2 5.5 4.5s-4 0-5.5-4.5zM10.7 12.3c0 5-4.5 6-6 3.5s1.5-4 6-3.5z",
  siren: "M7 18v-5a5 5 0 0 1 10 0v5M4 18h16v3H4zM12 2v2M3.5 8l1.8 1M20.5 8l-1.8 1",
  thermostat: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 12l4-4M7 16l1-1M17 16l-1-1",
  vibration: "M9 5h6v14H9zM5 8v8M19 8v8M2 10v4M22 10v4",
  air: "M3 8h11a2.5 2.5 0 1 0-2.5-2.5M3 12h15a2.5 2.5 0 1 1-2.5 2.5M3 16h8a2.5 2.5 0 1 1-2.5 2.5",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  moon: "M19 15A8 8 0 1 1 10 4a6.5 6.5 0 0 0 9 11z",
  up: "M12 20V5M6 11l6-6 6 6",
  down: "M12 4v15M6 13l6 6 6-6",
  sort: "M8 20V4M4 8l4-4 4 4M16 4v16M12 16l4 4 4-4",
  stop: "M7 7h10v10H7z",
  smoke: "M5 17h10a3 3 0 0 0 0-6M5 13h6a3 3 0 1 0 0-6M5 21h14",
  lock: "M6 11h12v10H6zM8 11V7a4 4 0 0 1 8 0v4",
  key: "M12 15a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM11 12l9-8M16.5 7l2.5 3",
  pair: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  plus: "M5 12h14M12 5v14",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  network:
    "M12 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5 21a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM19 21a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM11 7l-5 10M13 7l5 10M7 19h10",
  rule: "M5 4h6v6H5zM13 14h6v6h-6zM8 10v7h5",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2",
  event: "M3 12h4l3-8 4 16 3-8h4",
  virtual: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5",
  radio: "M12 13v8M9 21h6M8.5 9.5a5 5 0 0 1 7 0M5.5 6.5a9.5 9.5 0 0 1 13 0M12 13h.01",
  battery: "M3 8h15v8H3zM18 11h3v2h-3M6 11v2M9 11v2",
  good: "M4 12l5 5L20 6",
  warn: "M12 4L2.5 20h19zM12 10v5M12 17.5h.01",
  bad: "M6 6l12 12M18 6L6 18",
  unknown: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  edit: "M4 20h4L19 9l-4-4L4 16z",
  remove: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14",
  refresh: "M20 12a8 8 0 1 1-2.3-5.6M20 3v5h-5",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l13 8-13 8z",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  store: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  scene: "M11 4l1.9 5.1L18 11l-5.1 1.9L11 18l-1.9-5.1L4 11l5.1-1.9zM19 16v4M17 18h4M19 4v2M18 5h2",
  group: "M12 4l8 4-8 4-8-4zM4 12l8 4 8-4M4 16l8 4 8-4",
  health: "M12 20s-7.5-4.6-7.5-10.3A4.2 4.2 0 0 1 12 7.2a4.2 4.2 0 0 1 7.5 2.5C19.5 15.4 12 20 12 20z",
  sofa: "M5 11V8a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3v3M3 13a2 2 0 0 1 4 0v2h10v-2a2 2 0 0 1 4 0v5H3zM6 18v2M18 18v2",
  bed: "M3 19v-6h18v6M3 16h18M5 13V7h14v6M8 13v-3h3v3M13 13v-3h3v3",
  pot: "M5 10h14v7a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3zM3 12h2M19 12h2M9 7V5M12 7V4M15 7V5",
  fork: "M7 3v18M5 3v4a2 2 0 0 0 4 0V3M16 21V3c-2 1-3 4-3 8h3",
  bath: "M3 12h18v2a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5zM6 12V6a2 2 0 0 1 4 0M7 19l-1 2M17 19l1 2",
  desk: "M3 8h18M5 8v12M19 8v12M13 8v6h6",
  stairs: "M4 20h4v-4h4v-4h4V8h4",
  car: "M4 17v-5l2-5h12l2 5v5zM4 12h16M6 17v2M18 17v2M7.5 14.5h.01M16.5 14.5h.01",
  tree: "M12 3l5 6h-2.5l4 5h-3l3 4h-13l3-4h-3l4-5H7zM12 18v3",
  room: "M4 4h16v16H4zM4 14h7M15 14h5M11 4v5",
  filter: "M3 5h18l-7 8v6l-4 2v-8z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4v6M8 14v6",
  off: "M12 3v8M7.5 6.2a7.5 7.5 0 1 0 9 0",
  table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
  flow: "M3 8h6v8H3zM15 8h6v8h-6zM9 12h6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="zg-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
