/** Pictures as strokes, drawn in the colour of the text around them. They say nothing to a screen reader: words stand beside them. */

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
  smoke: "M5 17h10a3 3 0 0 0 0-6M5 13h6a3 3 0 1 0 0-6M5 21h14",
  lock: "M6 11h12v10H6zM8 11V7a4 4 0 0 1 8 0v4",
  key: "M14 10a4 4 0 1 0-3.5 4L12 15.500v2h2v2h2v2h4v-4l-6.500-6.500",
  pair: "M12 5v14M5 12h14",
  network:
    "M12 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5 21a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM19 21a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM11 7l-5 10M13 7l5 10M7 19h10",
  rule: "M5 4h6v6H5zM13 14h6v6h-6zM8 10v7h5",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2",
  event: "M3 12h4l3-8 4 16 3-8h4",
  virtual: "M12 3l8 4.500v9L12 21l-8-4.500v-9zM12 12l8-4.500M12 12v9M12 12L4 7.500",
  radio: "M12 13v8M9 21h6M8.500 9.500a5 5 0 0 1 7 0M5.500 6.500a9.500 9.500 0 0 1 13 0M12 13h.01",
  battery: "M3 8h15v8H3zM18 11h3v2h-3M6 11v2M9 11v2",
  good: "M4 12l5 5L20 6",
  warn: "M12 4L2.500 20h19zM12 10v5M12 17.500h.01",
  bad: "M6 6l12 12M18 6L6 18",
  unknown: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500h.01",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  edit: "M4 20h4L19 9l-4-4L4 16z",
  remove: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14",
  refresh: "M20 12a8 8 0 1 1-2.300-5.600M20 3v5h-5",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l13 8-13 8z",
  search: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500L21 21",
  back: "M15 5l-7 7 7 7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
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
