/** Mouse and fingers on the map: one moves it, two enlarge it, the wheel too; what lies under them is chosen. */
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

const TURN = 0.0016; // how much a pixel of the wheel enlarges

export function useMapPointers(parts: MapPointerOptions) {
  const last = useRef(parts);
  last.current = parts;
  const down = useRef(new Map<number, MapPoint>());
  const { frame } = parts;

  /** Where a place of the window lies on the map. */
  const onMap = ({ x, y }: MapPoint): MapPoint => {
    const { view } = last.current;
    const box = frame.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 };
    return {
      x: view.x + ((x - box.left) / box.width) * view.width,
      y: view.y + ((y - box.top) / box.height) * view.height,
    };
  };
  const chooseAt = (target: EventTarget | null) => {
    const mac = target instanceof Element ? target.closest("[data-mac]")?.getAttribute("data-mac") : undefined;
    if (mac) last.current.choose(mac);
  };
  // Only a listener that says so may keep the page from scrolling. Who scrolls past does not want to enlarge.
  useEffect(() => {
    const element = frame.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      last.current.enlarge(Math.exp(-event.deltaY * TURN), onMap({ x: event.clientX, y: event.clientY }));
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, [frame]);

  const drag = (event: PointerEvent) => {
    const before = down.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...down.current].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    down.current.set(event.pointerId, now);
    if (!other) {
      const [from, to] = [onMap(before), onMap(now)];
      last.current.move(from.x - to.x, from.y - to.y);
      return;
    }
    const apart = (spot: MapPoint) => Math.max(1, Math.hypot(spot.x - other.x, spot.y - other.y));
    const middle = onMap({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    last.current.enlarge(apart(now) / apart(before), middle);
  };
  const release = (event: PointerEvent) => {
    down.current.delete(event.pointerId);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      frame.current?.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      chooseAt(event.target);
    },
    onPointerMove: drag,
    onPointerUp: release,
    onPointerCancel: release,
    onPointerOver: (event: PointerEvent) => {
      if (down.current.size === 0) chooseAt(event.target);
    },
  };
}
