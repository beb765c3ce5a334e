/** Places new nodes on the canvas: in sight, over no other node, and between none. Pure. */

interface NodeBox {
  readonly x: number; // of its middle, as the editor counts
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The flow that is open in the editor. */
export interface Canvas {
  readonly name: string;
  readonly isLocked: boolean;
  readonly isBusy: boolean; // a dialog is open over it
  readonly left: number; // what is in sight begins here
  readonly top: number;
  readonly taken: readonly NodeBox[];
}

const NODE = { w: 180, h: 30 }; // about as wide as a node with a long name
const MARGIN = 20;
const GRID = 20;
const SPACE = 40; // to what is there: a flow is not squeezed into a gap of another one
const ROWS = 500; // tried

export function placed<Node extends { readonly x: number; readonly y: number }>(
  nodes: readonly Node[],
  { left, top, taken }: Pick<Canvas, "left" | "top" | "taken">,
): readonly Node[] {
  const leftmost = Math.min(...nodes.map(({ x }) => x));
  const topmost = Math.min(...nodes.map(({ y }) => y));
  const dx = onGrid(left + MARGIN + NODE.w / 2) - leftmost;
  const start = onGrid(top + MARGIN + NODE.h / 2) - topmost;
  const [widest, highest] = [Math.max(...nodes.map(({ x }) => x)), Math.max(...nodes.map(({ y }) => y))];
  const whole = {
    x: (leftmost + widest) / 2 + dx,
    y: (topmost + highest) / 2,
    w: widest - leftmost + NODE.w,
    h: highest - topmost + NODE.h,
  };
  const isFree = (dy: number) => !taken.some((box) => touches({ ...whole, y: whole.y + dy }, box));
  const row = Array.from({ length: ROWS }, (_, index) => start + index * GRID).find(isFree) ?? start;
  return nodes.map((node) => ({ ...node, x: node.x + dx, y: node.y + row }));
}

function touches(one: NodeBox, other: NodeBox): boolean {
  const isClose = (distance: number, sizes: number) => Math.abs(distance) < sizes / 2 + SPACE;
  return isClose(one.x - other.x, one.w + other.w) && isClose(one.y - other.y, one.h + other.h);
}

function onGrid(value: number): number {
  return Math.ceil(value / GRID) * GRID;
}
