/** What of our words does not fit where it stands. */

/** Runs in the browser: what sticks out of the page or of its box, and words of ours that are cut off or run over. */
export function cutWords(): string[] {
  const faults: string[] = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`the page is ${wide} pixels too wide`);
  const OURS =
    "button, label, h1, h2, h3, legend, summary, dt, th, .zg-badge, [role=tab], .zg-hint, input[placeholder]";
  for (const element of document.querySelectorAll<HTMLElement>(`.zg :is(${OURS})`)) {
    if (!element.checkVisibility() || element.closest(".zg-hidden, [aria-hidden=true]")) continue;
    const words = (element.textContent ?? "").trim().slice(0, 40);
    const box = element.getBoundingClientRect();
    const frame = element.closest(".zg-panel, dialog")?.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isCut = style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
    if (element instanceof HTMLInputElement) {
      const canvas = document.createElement("canvas").getContext("2d");
      if (!canvas || element.value !== "" || element.type === "number") continue;
      canvas.font = style.font;
      const room = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      if (canvas.measureText(element.placeholder).width > room + 1) faults.push(`cut: ${element.placeholder}`);
      continue;
    }
    if (isCut && words !== "" && box.width > 2) faults.push(`cut: ${words}`);
    if (frame && box.right > frame.right + 1 && box.width > 2) faults.push(`sticks out: ${words}`);
    for (const child of element.querySelectorAll<HTMLElement>("span"))
      if (
        getComputedStyle(child).overflowX === "hidden" &&
        child.scrollWidth > child.clientWidth + 1 &&
        child.clientWidth > 2
      )
        faults.push(`cut: ${(child.textContent ?? "").trim().slice(0, 40)}`);
  }
  return [...new Set(faults)];
}
