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
  readonly left: number; // the visible part begins here
  readonly top: number;
  readonly taken: readonly NodeBox[];
}

const NODE = { least: 120, h: 30 };
const LETTER = { narrow: 7.5, wide: 14 }; // pixels, in the labels of nodes
const BESIDE_LABEL = 57; // its icon, and free space
const WIRE = 60; // from a node to the next one: that it is a wire can be seen
const MARGIN = 20;
const GRID = 20;
const SPACE = 40; // to other nodes: a flow is not squeezed into a gap of another one
const ROWS = 500; // tried

/** A node with its name and its place: the column, and the height. */
interface Unplaced {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly declaredName?: unknown;
  readonly resourceName?: unknown;
  readonly measures?: unknown; // stands behind the name of a sensor
  readonly x: number; // the number of its column
  readonly y: number;
}

/** The editor lets it begin where the first of its column begins, and it reaches over the others. */
const isComment = ({ type }: Unplaced) => type === "comment";

/** The nodes of a column stand one below the other; each column is as wide as the longest name in it. */
export function placed<Node extends Unplaced>(
  nodes: readonly Node[],
  { left, top, taken }: Pick<Canvas, "left" | "top" | "taken">,
): readonly Node[] {
  const topmost = Math.min(...nodes.map(({ y }) => y));
  const highest = Math.max(...nodes.map(({ y }) => y));
  const start = onGrid(top + MARGIN + NODE.h / 2) - topmost;
  const edge = onGrid(left + MARGIN);
  const middles = new Map<number, number>();
  let end = edge - WIRE;
  for (const column of [...new Set(nodes.map(({ x }) => x))].sort((one, other) => one - other)) {
    const width = Math.max(...nodes.filter((node) => node.x === column && !isComment(node)).map(widthOf));
    middles.set(column, end + WIRE + width / 2);
    end += WIRE + width;
  }
  const right = Math.max(end, ...nodes.filter(isComment).map((comment) => edge + widthOf(comment)));
  const whole = {
    x: (edge + right) / 2,
    y: (topmost + highest) / 2,
    w: right - edge,
    h: highest - topmost + NODE.h,
  };
  const isFree = (dy: number) => !taken.some((box) => touches({ ...whole, y: whole.y + dy }, box));
  const row = Array.from({ length: ROWS }, (_, index) => start + index * GRID).find(isFree) ?? start;
  return nodes.map((node) => ({ ...node, x: middles.get(node.x) ?? edge, y: node.y + row }));
}

/** About as the editor draws it. */
function widthOf({ name, declaredName, resourceName, measures }: Unplaced): number {
  const picked = [resourceName, measures].filter(Boolean).join(" · ");
  const letters = [...String(name || declaredName || picked)];
  const wide = (letter: string) => (/[\u2e80-\uffff]/.test(letter) ? LETTER.wide : LETTER.narrow);
  return Math.max(NODE.least, 2 * onGrid((letters.reduce((sum, each) => sum + wide(each), 0) + BESIDE_LABEL) / 2));
}

function touches(one: NodeBox, other: NodeBox): boolean {
  const isClose = (distance: number, sizes: number) => Math.abs(distance) < sizes / 2 + SPACE;
  return isClose(one.x - other.x, one.w + other.w) && isClose(one.y - other.y, one.h + other.h);
}

function onGrid(value: number): number {
  return Math.ceil(value / GRID) * GRID;
}
