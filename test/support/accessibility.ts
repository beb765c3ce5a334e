/**
 * Faults for a screen reader, a keyboard or weak eyes in a part of a page: the ones that axe finds against WCAG's A and AA, and ones it
 * lets pass: names that only a title gives, references to nothing, ids that are there twice, controls in controls, small targets,
 * text that is too pale on a backdrop that it cannot tell.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Axe from "axe-core";
import type { Page } from "playwright-core";

declare const axe: typeof Axe; // in the page

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Sentences; a good page has none. */
export async function accessibilityFaults(page: Page, selector: string): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const [own, found] = await Promise.all([
    page.evaluate(look, selector),
    page.evaluate(askAxe, { selector, STANDARDS }),
  ]);
  return [...own, ...found];
}

const NARROWEST = 300; // pixels

/** The same for a page that is looked at in several widths: sizes and colors in each, words and roles in the narrowest. */
export function faultsInWidth(page: Page, selector: string): Promise<readonly string[]> {
  return page.viewportSize()?.width === NARROWEST ? accessibilityFaults(page, selector) : page.evaluate(look, selector);
}

/** Runs in the browser. */
async function askAxe({ selector, STANDARDS }: { selector: string; STANDARDS: string[] }): Promise<string[]> {
  const { violations } = await axe.run(selector, {
    ...{ runOnly: STANDARDS, resultTypes: ["violations"] },
    selectors: false, // of each element it looked at: a quarter of its time
  });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`));
}

/** Runs in the browser, so it can use nothing from outside of itself. */
function look(selector: string): string[] {
  const root = document.querySelector(selector);
  if (!root) return [`${selector} is not there`];
  const faults: string[] = [];
  const CONTROLS =
    "button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex], [role=button], [role=tab], [role=option], [role=switch], [role=slider], [role=progressbar], [role=listbox], [role=dialog], dialog, [role=tablist], table";
  const REFERENCES = ["aria-labelledby", "aria-describedby", "aria-controls", "aria-activedescendant", "for"];
  const SMALLEST = 24; // pixels each way
  const all = [...root.querySelectorAll<HTMLElement>("*")];
  const name = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}">`;
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
    !element.closest("[aria-hidden=true]");
  const textOf = (element: Element | null) => (element?.textContent ?? "").trim();
  const byIds = (ids: string | null) =>
    (ids ?? "")
      .split(/\s+/)
      .map((id) => textOf(document.getElementById(id)))
      .join("");
  const labels = (element: Element) => [...((element as HTMLInputElement).labels ?? [])].map(textOf).join("");
  const captionOf = (element: Element) => textOf((element as HTMLTableElement).caption ?? null);
  const accessibleName = (element: Element) => {
    const isField = /^(INPUT|SELECT|TEXTAREA|TABLE|DIALOG)$/.test(element.tagName);
    const isContainer = /^(listbox|tablist|progressbar|slider)$/.test(element.getAttribute("role") ?? "");
    const words = isField || isContainer ? "" : textOf(element);
    return (
      byIds(element.getAttribute("aria-labelledby")) ||
      (element.getAttribute("aria-label") ?? "").trim() ||
      labels(element) ||
      captionOf(element) ||
      words ||
      (element.getAttribute("title") ?? "").trim()
    );
  };

  /** A label is of one field; others may name several. */
  const idsIn = (reference: string, value: string) => (reference === "for" ? [value] : value.split(/\s+/));

  const seenIds = new Set<string>();
  for (const element of all) {
    if (element.id && document.querySelectorAll(`#${CSS.escape(element.id)}`).length > 1 && !seenIds.has(element.id))
      faults.push(`the id ${element.id} is there twice`);
    if (element.id) seenIds.add(element.id);
    for (const reference of REFERENCES)
      for (const id of idsIn(reference, element.getAttribute(reference) ?? "").filter(Boolean))
        if (!document.getElementById(id)) faults.push(`${name(element)}: ${reference} names ${id}, which is not there`);
    if (!isSeen(element)) continue;
    if (element.matches("svg:not([aria-hidden=true]):not([role=img][aria-label]), img:not([alt])"))
      faults.push(`${name(element)} is a picture without words`);
    if (element.matches("ul, ol") && [...element.children].some((child) => child.tagName !== "LI"))
      faults.push(`${name(element)} holds what is no item`);
    if (!element.matches(CONTROLS)) continue;
    if (accessibleName(element) === "" && element.getAttribute("role") !== "presentation")
      faults.push(`${name(element)} has no name: ${element.outerHTML.slice(0, 120)}`);
    const outer = element.parentElement?.closest("button, a[href], summary");
    if (outer && element.matches("button, a[href], input, select"))
      faults.push(`${name(element)} lies in ${name(outer)}`);
    const { width, height } = (
      element.matches("label input") ? (element.closest("label") ?? element) : element
    ).getBoundingClientRect();
    if (element.matches("button, input, select, [role=tab]") && (width < SMALLEST || height < SMALLEST))
      faults.push(
        `${name(element)} is small: ${Math.round(width)} × ${Math.round(height)}, "${accessibleName(element)}"`,
      );
  }

  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour: string) => {
    if (!canvas) return [0, 0, 0, 1];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element: Element | null): number[] => {
    if (!element) return [255, 255, 255, 1];
    const own = rgba(getComputedStyle(element).backgroundColor);
    if ((own[3] ?? 0) > 0.99) return own;
    const under = background(element.parentElement);
    const alpha = own[3] ?? 0;
    return [0, 1, 2].map((index) => (own[index] ?? 0) * alpha + (under[index] ?? 0) * (1 - alpha)).concat(1);
  };
  const contrastOf = (element: Element) => {
    const [one, other] = [luminance(rgba(getComputedStyle(element).color)), luminance(background(element))];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  };
  for (const icon of root.querySelectorAll("[aria-pressed=true] svg"))
    if (isSeen(icon.parentElement ?? icon) && contrastOf(icon) < 3)
      faults.push(`${name(icon.parentElement ?? icon)}: its icon is pale: ${contrastOf(icon).toFixed(1)} : 1`);
  for (const element of all) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && textOf(node as Element) !== "",
    );
    if (!hasText || !isSeen(element) || element.closest(":disabled, .zg-hidden, option")) continue;
    const style = getComputedStyle(element);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = contrastOf(element);
    if (contrast < (isLarge ? 3 : 4.5))
      faults.push(`${name(element)} "${textOf(element).slice(0, 40)}" is pale: ${contrast.toFixed(1)} : 1`);
  }
  return [...new Set(faults)];
}
