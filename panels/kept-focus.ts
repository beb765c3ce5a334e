/**
 * A user without a mouse stands at the element with the focus. When it goes away, because the button has done its work or the form closes,
 * the browser forgets the place; here the focus goes on beside it. A user with a mouse or a finger is left alone.
 */
import type { Stop } from "../src/model/resource.ts";

const REACHED = "button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";
const SOON = 60; // milliseconds: until then the panel that drew anew may have put the focus where it belongs

export function keepFocus(root: HTMLElement): Stop {
  let around: readonly Element[] = []; // the last element with the focus, and all that it stands in
  let isByKey = false;
  const stand = ({ target }: FocusEvent) => {
    around = target instanceof Element ? chainOf(target, root) : [];
  };
  const byKey = () => {
    isByKey = true;
  };
  const byHand = () => {
    isByKey = false;
  };
  const goOn = () => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isByKey || !isLost) return;
    const places = [...around.filter((each) => each.isConnected), root];
    const [next] = places.flatMap((place) => firstIn(place) ?? []);
    next?.focus();
  };
  const observer = new MutationObserver(() => {
    const [last] = around;
    if (isByKey && last && (!last.isConnected || last.matches(":disabled"))) setTimeout(goOn, SOON);
  });
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  root.addEventListener("focusin", stand);
  root.addEventListener("keydown", byKey, true);
  const stopKeys = keepKeys(root);
  document.addEventListener("pointerdown", byHand, true); // beside the panels, too
  return () => {
    stopKeys();
    observer.disconnect();
    root.removeEventListener("focusin", stand);
    root.removeEventListener("keydown", byKey, true);
    document.removeEventListener("pointerdown", byHand, true);
  };
}

/** A key that has closed the field in which it was pressed has done its work: the editor would look in vain for where that stands. */
export function keepKeys(root: HTMLElement): Stop {
  const end = (event: KeyboardEvent) => {
    if (!(event.target as Element).isConnected) event.stopPropagation();
  };
  root.addEventListener("keydown", end);
  return () => root.removeEventListener("keydown", end);
}

const ACTS = ["pointerdown", "keydown"] as const;

/** The focus is to go to an element that is not drawn yet, unless the user touches or types before. */
export class FocusClaim {
  readonly #page: EventTarget;
  #awaited: string | undefined;

  constructor(page: EventTarget) {
    this.#page = page;
  }

  await(id: string): void {
    this.#awaited = id;
    for (const act of ACTS) this.#page.addEventListener(act, this.drop, true);
  }

  /** After each drawing: the element that gets the focus now. */
  take<T>(find: (id: string) => T | null | undefined): T | undefined {
    const own = this.#awaited === undefined ? undefined : (find(this.#awaited) ?? undefined);
    if (own !== undefined) this.drop();
    return own;
  }

  readonly drop = (): void => {
    this.#awaited = undefined;
    for (const act of ACTS) this.#page.removeEventListener(act, this.drop, true);
  };
}

function firstIn(place: Element): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>(REACHED)].find((each) => each.checkVisibility());
}

function chainOf(element: Element, root: Element): readonly Element[] {
  const chain: Element[] = [];
  for (let each: Element | null = element; each && each !== root; each = each.parentElement) chain.push(each);
  return chain;
}
