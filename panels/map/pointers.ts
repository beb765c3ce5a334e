/** Mouse and fingers on the map: one moves it, two enlarge it, the wheel too; the node under them is chosen. */
import { useEffect, useRef } from "preact/hooks";
import type { MapPoint } from "./layout.ts";
import type { View } from "./view.ts";

export interface MapPointerOptions {
  readonly frame: { readonly current: HTMLElement | null };
  readonly view: View;
  readonly enlarge: (factor: number, at: MapPoint) => void;
  readonly move: (x: number, y: number) => void;
  readonly choose: (mac: string) => void;
}

const WHEEL = 0.0016; // how much a pixel of the wheel enlarges

export function useMapPointers(options: MapPointerOptions) {
  const last = useRef(options);
  last.current = options;
  const down = useRef(new Map<number, MapPoint>());
  const { frame } = options;
  useWheel(last);

  const drag = (event: PointerEvent) => {
    const before = down.current.get(event.pointerId);
    if (!before) return;
    const now = placeOf(event);
    const [other] = [...down.current].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    down.current.set(event.pointerId, now);
    if (other) pinch(last.current, before, now, other);
    else pull(last.current, before, now);
  };
  const release = (event: PointerEvent) => {
    down.current.delete(event.pointerId);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      frame.current?.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, placeOf(event));
      chooseAt(last.current, event.target);
    },
    onPointerMove: drag,
    onPointerUp: release,
    onPointerCancel: release,
    onPointerOver: (event: PointerEvent) => {
      if (down.current.size === 0) chooseAt(last.current, event.target);
    },
  };
}

/**
 * Only a listener that says so may keep the page from scrolling. A person who scrolls past does not want to enlarge.
 */
function useWheel(last: { readonly current: MapPointerOptions }): void {
  const { frame } = last.current;
  useEffect(() => {
    const element = frame.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      last.current.enlarge(Math.exp(-event.deltaY * WHEEL), onMap(last.current, placeOf(event)));
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, [frame]);
}

function pull(map: MapPointerOptions, before: MapPoint, now: MapPoint): void {
  const [from, to] = [onMap(map, before), onMap(map, now)];
  map.move(from.x - to.x, from.y - to.y);
}

function pinch(map: MapPointerOptions, before: MapPoint, now: MapPoint, other: MapPoint): void {
  const apart = (place: MapPoint) => Math.max(1, Math.hypot(place.x - other.x, place.y - other.y));
  const middle = onMap(map, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  map.enlarge(apart(now) / apart(before), middle);
}

/** Where a place of the window lies on the map. */
function onMap({ view, frame }: MapPointerOptions, { x, y }: MapPoint): MapPoint {
  const box = frame.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 };
  return {
    x: view.x + ((x - box.left) / box.width) * view.width,
    y: view.y + ((y - box.top) / box.height) * view.height,
  };
}

function chooseAt({ choose }: MapPointerOptions, target: EventTarget | null): void {
  const mac = target instanceof Element ? target.closest("[data-mac]")?.getAttribute("data-mac") : undefined;
  if (mac) choose(mac);
}

function placeOf({ clientX: x, clientY: y }: MouseEvent): MapPoint {
  return { x, y };
}
