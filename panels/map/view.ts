/** Which part of the map is seen: moved, enlarged, and moved to a node. Pure. */
import type { Bounds, MapPoint, Size } from "./layout.ts";

export type View = Bounds;

const SMALLEST = 80; //  of the map, that fills the frame
const LARGEST = 3; //    times as much as there is

/** All of it, in the shape of the frame. */
export function whole(bounds: Bounds, { width, height }: Size): View {
  const unit = Math.max(bounds.width / width, bounds.height / height);
  const size = { width: unit * width, height: unit * height };
  return {
    x: bounds.x - (size.width - bounds.width) / 2,
    y: bounds.y - (size.height - bounds.height) / 2,
    ...size,
  };
}

/** More than 1 enlarges; the point stays where it is seen. */
export function enlarged(view: View, factor: number, at: MapPoint, bounds: Bounds): View {
  const most = LARGEST * Math.max(bounds.width, bounds.height, view.width / LARGEST);
  const width = Math.max(SMALLEST, Math.min(most, view.width / factor));
  const part = width / view.width;
  const place = { x: at.x - (at.x - view.x) * part, y: at.y - (at.y - view.y) * part };
  return { ...place, width, height: view.height * part };
}

/** The middle never leaves the map. */
export function moved(view: View, x: number, y: number, bounds: Bounds): View {
  const within = (start: number, size: number, from: number, length: number) =>
    Math.max(from - size / 2, Math.min(from + length - size / 2, start));
  return {
    ...view,
    x: within(view.x + x, view.width, bounds.x, bounds.width),
    y: within(view.y + y, view.height, bounds.y, bounds.height),
  };
}

/** Moved only if the point is not well within it. */
export function showing(view: View, { x, y }: MapPoint, bounds: Bounds): View {
  const { width, height } = view;
  const isSeen = Math.abs(x - view.x - width / 2) < width * 0.45 && Math.abs(y - view.y - height / 2) < height * 0.45;
  return isSeen ? view : moved(view, x - view.x - width / 2, y - view.y - height / 2, bounds);
}

export function middleOf({ x, y, width, height }: View): MapPoint {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The next node in a direction; a node straight ahead counts as nearer than one aside. */
export function nextTowards(
  spots: ReadonlyMap<string, MapPoint>,
  from: string,
  direction: MapPoint,
): string | undefined {
  const start = spots.get(from);
  let best: { readonly mac: string; readonly distance: number } | undefined;
  if (!start) return undefined;
  for (const [mac, { x, y }] of spots) {
    const ahead = (x - start.x) * direction.x + (y - start.y) * direction.y;
    const aside = Math.abs((x - start.x) * direction.y - (y - start.y) * direction.x);
    const distance = ahead + 2 * aside;
    if (mac !== from && ahead > 1 && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { mac, distance };
  }
  return best?.mac;
}
