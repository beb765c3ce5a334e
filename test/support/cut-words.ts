/** Those of our words that do not fit in their place. */

interface Box {
  readonly style: CSSStyleDeclaration;
  readonly edge: DOMRect;
  readonly isInFlow: boolean;
  readonly isOnlyRead: boolean; // by screen readers
}

/**
 * Runs in the browser, so it can use nothing from outside of itself: elements wider than their place, and words that are cut off, run over
 * their box, or go on in the next line without a hyphen. Words that are made short on purpose have a title that says them whole.
 */
export function cutWords(selector: string): string[] {
  const FRAMES = ".zg-panel, .zg-list, .zg-pick-list, dialog, .red-ui-tray-body";
  const PUSHED = ".zg-table-frame"; // aside, to be seen
  const NOT_READ = "code, option, script, style, svg, [class*=red-ui-typedInput]";
  const faults = new Set<string>();
  const short = (words: string | null) => (words ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 60);

  const boxes = new Map<Element, Box>();
  const boxOf = (element: Element): Box => {
    const known = boxes.get(element);
    if (known) return known;
    const style = getComputedStyle(element);
    const isOnlyRead =
      style.clipPath.startsWith("inset(50%") ||
      (element.parentElement ? boxOf(element.parentElement).isOnlyRead : false);
    const isInFlow = !/^(inline|contents)$/.test(style.display);
    const box = { style, edge: element.getBoundingClientRect(), isInFlow, isOnlyRead };
    boxes.set(element, box);
    return box;
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !boxOf(element).isOnlyRead;

  const lookAtPlace = (words: string, { left, right, bottom }: DOMRect, parent: Element) => {
    let isOwn = true;
    for (let box: Element | null = parent; box && !box.matches(PUSHED); box = box.parentElement) {
      const { style, edge, isInFlow } = boxOf(box);
      if (!isInFlow) continue;
      const isAside = right > edge.right + 1 || left < edge.left - 1;
      const isBelow = bottom > edge.bottom + 3 && /hidden|clip/.test(style.overflowY);
      if (isOwn && isAside && style.overflowX === "visible") faults.add(`runs over: ${words}`);
      if ((isAside && style.overflowX !== "visible") || isBelow) {
        const isToldWhole = (box.closest("[title]")?.getAttribute("title") ?? "").includes(short(box.textContent));
        const isShort = isBelow || style.textOverflow === "ellipsis";
        if (!isToldWhole) faults.add(`${isShort ? "short" : "cut"}: ${words}`);
        return;
      }
      if (/auto|scroll/.test(style.overflowY)) return; // words below come into sight
      isOwn = false;
    }
  };
  const lookAtText = (text: Text, parent: Element) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    lookAtPlace(short(text.textContent), range.getBoundingClientRect(), parent);
    if (range.getClientRects().length < 2) return;
    for (const { 0: word, index } of (text.textContent ?? "").matchAll(/\p{Script=Latin}{3,}/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top));
      if (new Set(lines).size > 1) faults.add(`broken: ${word}`);
    }
  };

  /** As wide as the browser makes it for these words. */
  const widthFor = (select: HTMLSelectElement, words: string) => {
    const copy = select.cloneNode() as HTMLSelectElement;
    copy.append(new Option(words));
    copy.style.cssText =
      "position: absolute; min-width: 0 !important; max-width: none !important; width: auto !important";
    select.after(copy);
    const { offsetWidth } = copy;
    copy.remove();
    return offsetWidth;
  };
  const canvas = document.createElement("canvas").getContext("2d");
  const lookAtField = (field: HTMLSelectElement | HTMLInputElement) => {
    const isText = field instanceof HTMLInputElement && /^(text|search)$/.test(field.type);
    if (field instanceof HTMLSelectElement) {
      const words = field.selectedOptions[0]?.textContent ?? "";
      if (widthFor(field, words) > field.offsetWidth + 1) faults.add(`cut: ${words}`);
    } else if (isText && field.value === "" && canvas) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      canvas.font = font;
      if (canvas.measureText(field.placeholder).width > room + 1) faults.add(`cut: ${field.placeholder}`);
    }
  };

  for (const frame of [document.documentElement, ...document.querySelectorAll(FRAMES)]) {
    const wide = frame.scrollWidth - (frame === document.documentElement ? innerWidth : frame.clientWidth);
    if (wide > 0) faults.add(`${frame.className || "the page"} is ${wide} pixels too wide`);
  }
  for (const root of document.querySelectorAll(selector)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const { parentElement: parent } = text;
      if (!parent || short(text.textContent) === "" || parent.closest(NOT_READ)) continue;
      if (isSeen(parent)) lookAtText(text as Text, parent);
    }
    for (const field of root.querySelectorAll<HTMLSelectElement | HTMLInputElement>("select, input[placeholder]"))
      if (isSeen(field)) lookAtField(field);
    for (const part of root.querySelectorAll("button, input, select, textarea, img, .zg-badge")) {
      const frame = part.closest(`${FRAMES}, ${PUSHED}`);
      if (!frame || frame.matches(PUSHED) || !isSeen(part)) continue;
      const isOut = part.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1;
      if (isOut) faults.add(`sticks out: ${short(part.textContent) || part.id || part.className}`);
    }
  }
  return [...faults];
}
