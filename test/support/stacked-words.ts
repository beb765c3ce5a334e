/** Words that stand below each other because nothing leaves them room. */

/** Runs in the browser, so it can use nothing from outside of itself: texts of so many letters at least that have three lines and more of fewer than some eight. */
export function stackedWords(least: number): string[] {
  const FEW = 8;
  const LINES = 3;
  const NOT_READ = "code, option, script, style, svg, td, th"; // a table is moved aside
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const { parentElement: parent } = text;
    const words = (text.textContent ?? "").replaceAll(/\s+/g, " ").trim();
    if (!parent?.closest(".zg") || words.length < least || parent.closest(NOT_READ)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true }) || parent.closest(".zg-hidden")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
    const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
    if (lines >= LINES && words.length / lines < FEW) found.add(`${lines} lines: ${words.slice(0, 60)}`);
  }
  return [...found];
}
