/** Shared by the tests of the dialogs: a flow in the editor, the saved values of a node, and the look of a dialog by language and theme. */
import assert from "node:assert/strict";
import process from "node:process";
import type { Browser, Locator, Page } from "playwright-core";
import { type EditorOptions, emptyEditor, leaveEditor, openEditor, picture } from "./browser.ts";
import type { FlowNode, NodeRed } from "./node-red.ts";

export interface Stage {
  readonly browser: Browser;
  readonly house: NodeRed;
}

export type Run = (page: Page) => Promise<void>;

/** Deploys the flow, and opens it in the editor; an error on the page fails it. */
export async function withFlow(
  { browser, house }: Stage,
  flow: readonly FlowNode[],
  options: EditorOptions,
  run: Run,
): Promise<void> {
  await house.deploy(flow);
  const page = await openEditor(browser, house, options);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  try {
    const shown = flow.filter(({ x }) => x !== undefined).length;
    await page.waitForFunction((count) => document.querySelectorAll(".red-ui-flow-node-group").length === count, shown);
    await run(page);
    assert.deepEqual(faults, []);
    await emptyEditor(page, house);
  } catch (error) {
    await leaveEditor(page);
    throw error;
  }
}

/** Properties of a node, as the editor would save them. */
export function saved<T = unknown[]>(page: Page, id: string, ...names: string[]): Promise<T> {
  return page.evaluate(`((node) => ${JSON.stringify(names)}.map((name) => node[name]))(RED.nodes.node("${id}"))`);
}

/** The field in which a resource is picked, once it is there. */
export function picker(page: Page, type: string): Locator {
  return page.locator(`#zigbee-gateway-${type}-resource[role=combobox]`);
}

/** Opens the field, where it is not open yet, and clicks the row of this resource. */
export async function pick(field: Locator, address: string): Promise<void> {
  await openList(field);
  await field.page().locator(`.zg-pick-place [data-address="${address}"]`).click();
  await field.page().locator(".zg-pick-place").waitFor({ state: "detached" });
}

export async function openList(field: Locator): Promise<void> {
  await field.waitFor();
  if ((await field.getAttribute("aria-expanded")) !== "true") await field.click();
  await field.page().locator(".zg-pick-place [role=option]").first().waitFor();
}

/** The names that the open list offers. */
export function offered(page: Page): Promise<string[]> {
  return page.locator(".zg-pick-place .zg-pick-name").allTextContents();
}

/** Opens the part of a dialog that is folded up, as few need it. */
export async function unfold(page: Page): Promise<void> {
  const summary = page.locator("#dialog-form .zigbee-gateway-more:not([open]) > summary");
  if ((await summary.count()) > 0) await summary.click();
}

export type Wires = readonly (readonly [output: number, to: string])[];

export function wires(page: Page): Promise<Wires> {
  return page.evaluate(
    "RED.nodes.filterLinks({}).map(({ sourcePort, target }) => [Number(sourcePort), target.id]).sort()",
  );
}

/**
 * How dialogs are looked at. Everything else is done in a light editor in English, so one other look has the other theme and the other
 * words; all of them are there in the long run, and in a run that takes pictures.
 */
export const LOOKS: readonly (EditorOptions & { readonly locale: string; readonly look: string })[] = (
  process.env.LONG || process.env.SCREENSHOTS
    ? ([
        ["en-US", false],
        ["en-US", true],
        ["de-DE", false],
        ["de-DE", true],
      ] as const)
    : ([["de-DE", true]] as const)
).map(([locale, dark]) => ({ locale, dark, look: `${locale}-${dark ? "dark" : "light"}` }));

/** The dialog that is open has all its texts. */
export async function looked(page: Page, name: string): Promise<void> {
  await picture(page, name);
  const shown = (await page.locator("#dialog-form").textContent()) ?? "";
  assert.doesNotMatch(shown, /zigbee-gateway[\w-]*[.:]\w/, "a text is missing");
}
