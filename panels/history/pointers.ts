/** Mouse, fingers and keys on a plot: one finger moves it, two enlarge it, the wheel too; arrows move, + and - enlarge, End shows now. */
import { useEffect, useRef } from "preact/hooks";
import { enlarged, type Grip, moved, pinched, type Range } from "./range.ts";

interface ChartPointerOptions {
  readonly figure: { readonly current: HTMLElement | null };
  readonly onRange: (change: (before: Range) => Range) => void;
  /** Where the user points, in pixels from the left; undefined: nowhere. */
  readonly onPoint: (x: number | undefined) => void;
  readonly latest: (length: number) => Range;
}

const WHEEL = 0.0018; // how much a pixel of the wheel enlarges
const BY_KEY = { move: 0.2, enlarge: 1.5 };

export function useChartPointers(options: ChartPointerOptions) {
  const last = useRef(options);
  last.current = options;
  const down = useRef(new Map<number, number>()); // x of each finger
  useOwnScroll(last);

  const drag = (event: PointerEvent) => {
    const x = pointerX(last.current, event);
    last.current.onPoint(x);
    const before = down.current.get(event.pointerId);
    if (before === undefined) return;
    const [other] = [...down.current].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    down.current.set(event.pointerId, x);
    const width = widthOf(last.current);
    const now = Date.now();
    if (other === undefined) last.current.onRange((range) => moved(range, (before - x) / width, now));
    else {
      const at = (place: number): Grip => [place / width, other / width];
      last.current.onRange((range) => pinched(range, at(before), at(x), now));
    }
  };
  const release = (event: PointerEvent) => {
    down.current.delete(event.pointerId);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      last.current.figure.current?.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, pointerX(last.current, event));
    },
    onPointerMove: drag,
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: () => last.current.onPoint(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const change = changeOf(event.key, last.current);
      if (!change || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      last.current.onRange(change);
    },
  };
}

function changeOf(key: string, { latest }: ChartPointerOptions): ((range: Range) => Range) | undefined {
  const now = Date.now();
  const keys: Readonly<Record<string, (range: Range) => Range>> = {
    ArrowLeft: (range) => moved(range, -BY_KEY.move, now),
    ArrowRight: (range) => moved(range, BY_KEY.move, now),
    PageUp: (range) => moved(range, -1, now),
    PageDown: (range) => moved(range, 1, now),
    "+": (range) => enlarged(range, BY_KEY.enlarge, 0.5, now),
    "-": (range) => enlarged(range, 1 / BY_KEY.enlarge, 0.5, now),
    End: ({ from, to }) => latest(to - from),
  };
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}

/**
 * Only a listener that is not passive may keep the page from scrolling. A user who scrolls past does not want to enlarge; a user with two
 * fingers on the plot does, whichever way they go.
 */
function useOwnScroll(last: { readonly current: ChartPointerOptions }): void {
  const { figure } = last.current;
  useEffect(() => {
    const element = figure.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      const at = pointerX(last.current, event) / widthOf(last.current);
      const now = Date.now();
      last.current.onRange((range) => enlarged(range, Math.exp(-event.deltaY * WHEEL), at, now));
    };
    const pinch = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    };
    element?.addEventListener("wheel", turn, { passive: false });
    element?.addEventListener("touchmove", pinch, { passive: false });
    return () => {
      element?.removeEventListener("wheel", turn);
      element?.removeEventListener("touchmove", pinch);
    };
  }, [figure]);
}

function pointerX({ figure }: ChartPointerOptions, { clientX }: MouseEvent): number {
  return clientX - (figure.current?.getBoundingClientRect().left ?? 0);
}

function widthOf({ figure }: ChartPointerOptions): number {
  return Math.max(1, figure.current?.clientWidth ?? 1);
}
