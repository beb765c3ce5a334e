/** Numbers that are written as another language writes them. */

/**
 * Runs in the browser: numbers with a decimal point, in words to see or hear. For languages with a decimal comma: a point there is for
 * thousands, for dates and times of day, and for versions and addresses, which have several, or stand where no quantity is meant.
 */
export function pointNumbers(): string[] {
  const POINT = /(?<![\d.,:/\w-])-?\d+\.\d+(?![\d.:]|\w)/g;
  const THOUSANDS = /^-?[1-9]\d{0,2}(\.\d{3})+$/;
  const NAMES = "[id$=itude], code, pre, script, style, [data-name-of-product], .zg-facts dd, textarea";
  const found = new Set<string>();
  const look = (text: string | null, element: Element) => {
    for (const [number] of (text ?? "").matchAll(POINT))
      if (!THOUSANDS.test(number)) found.add(`${number} in "${(text ?? "").trim().slice(0, 60)}" (${element.tagName})`);
  };
  for (const root of document.querySelectorAll(".zg, #dialog-form, #node-config-dialog-edit-form")) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent } = node;
      if (parent && !parent.closest(NAMES)) look(node.textContent, parent);
    }
    for (const element of root.querySelectorAll("[aria-label], [title], [aria-valuetext], input[placeholder]")) {
      if (element.closest(NAMES)) continue;
      for (const name of ["aria-label", "title", "aria-valuetext", "placeholder"])
        look(element.getAttribute(name), element);
    }
  }
  return [...found];
}
