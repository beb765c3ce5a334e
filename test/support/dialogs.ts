/** What the tests of the dialogs share: a flow in the editor, what a node keeps, and how each dialog looks in every language and theme. */
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { type EditorOptions, leaveEditor, openEditor, picture } from "./browser.ts";
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
  } finally {
    await leaveEditor(page);
  }
}

/** Properties of a node, as the editor would save them. */
export function saved<T = unknown[]>(page: Page, id: string, ...names: string[]): Promise<T> {
  return page.evaluate(`((node) => ${JSON.stringify(names)}.map((name) => node[name]))(RED.nodes.node("${id}"))`);
}

export type Wires = readonly (readonly [output: number, to: string])[];

export function wires(page: Page): Promise<Wires> {
  return page.evaluate(
    "RED.nodes.filterLinks({}).map(({ sourcePort, target }) => [Number(sourcePort), target.id]).sort()",
  );
}

export const LOOKS: readonly (EditorOptions & { readonly locale: string; readonly look: string })[] = [
  ["en-US", false] as const,
  ["en-US", true] as const,
  ["de-DE", false] as const,
  ["de-DE", true] as const,
].map(([locale, dark]) => ({ locale, dark, look: `${locale}-${dark ? "dark" : "light"}` }));

/** The dialog that is open has all its texts. */
export async function looked(page: Page, name: string): Promise<void> {
  await picture(page, name);
  const shown = (await page.locator("#dialog-form").textContent()) ?? "";
  assert.doesNotMatch(shown, /zigbee-gateway[\w-]*[.:]\w/, "a text is missing");
}
