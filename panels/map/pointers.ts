/** Mouse and fingers on the map: one moves it, two enlarge it, the wheel too; a click chooses the device under them. */
import { useEffect, useRef } from "preact/hooks";
import type { MapPoint } from "./layout.ts";
import type { View } from "./view.ts";

interface MapPointerOptions {
  readonly frame: { readonly current: HTMLElement | null };
  readonly view: View;
  readonly enlarge: (factor: number, at: MapPoint) => void;
  readonly move: (x: number, y: number) => void;
  readonly choose: (mac: string) => void;
  readonly pointAt: (mac: string | undefined) => void; // without a choice: a mouse passes over it
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
    const now = pointerAt(event);
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
      down.current.set(event.pointerId, pointerAt(event));
      const mac = macAt(event.target);
      if (mac !== undefined) last.current.choose(mac);
    },
    onPointerMove: drag,
    onPointerUp: release,
    onPointerCancel: release,
    onPointerOver: (event: PointerEvent) => {
      if (down.current.size === 0 && event.pointerType === "mouse") last.current.pointAt(macAt(event.target));
    },
    onPointerLeave: () => last.current.pointAt(undefined),
  };
}

/**
 * Only a listener that is not passive may keep the page from scrolling. A user who scrolls past does not want to enlarge.
 */
function useWheel(last: { readonly current: MapPointerOptions }): void {
  const { frame } = last.current;
  useEffect(() => {
    const element = frame.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      last.current.enlarge(Math.exp(-event.deltaY * WHEEL), onMap(last.current, pointerAt(event)));
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

function macAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? (target.closest("[data-mac]")?.getAttribute("data-mac") ?? undefined) : undefined;
}

function pointerAt({ clientX: x, clientY: y }: MouseEvent): MapPoint {
  return { x, y };
}
