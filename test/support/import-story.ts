/** A user imports the examples, as the menu of the editor offers them: without a gateway, and with one of their own; in the end all. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { EXAMPLE_HOUSE } from "../../nodes/shared/example-house.ts";
import { EXAMPLES } from "./examples.ts";
import { gatewayNode } from "./node-red.ts";

const PACKAGE = "node-red-contrib-zigbee-gateway";
const LIBRARY = `library/examples/flows/${PACKAGE}`;

interface Seen {
  readonly gateways: readonly string[];
  readonly used: readonly string[]; // gateways that nodes name
  readonly invalid: readonly string[];
  readonly count: number; // of our nodes
}

/** An editor whose flows are empty. The imported nodes are not deployed. */
export async function importExamples(page: Page): Promise<void> {
  const names = (await page.evaluate(`$.getJSON("${LIBRARY}")`)) as readonly { readonly fn: string }[];
  const [first = { fn: "" }, ...others] = names;
  await importByHand(page, first.fn);
  await notice(page, "brought a virtual house along").waitFor();
  const brought = await seen(page);
  assert.deepEqual([brought.gateways, brought.used], [["Example house"], [EXAMPLE_HOUSE.id]]);
  assert.deepEqual(brought.invalid, []);

  await act(page, "core:undo");
  assert.deepEqual(await seen(page), { gateways: [], used: [], invalid: [], count: 0 });
  await act(page, "core:redo");
  assert.deepEqual(await seen(page), brought);

  await page.evaluate(
    `RED.nodes.import([${JSON.stringify(gatewayNode("mine", { name: "Home" }))}], { markChanged: true })`,
  );
  await notice(page, "two gateways").locator("button", { hasText: "Use “Home” for all" }).click();
  const given = { ...brought, gateways: ["Home"], used: ["mine"] };
  assert.deepEqual(await seen(page), given);
  await act(page, "core:undo");
  assert.deepEqual((await seen(page)).used, [EXAMPLE_HOUSE.id]);
  await act(page, "core:redo");
  assert.deepEqual(await seen(page), given);

  for (const { fn } of others) await importAsTheDialogDoes(page, fn);
  const all = await seen(page);
  assert.deepEqual([all.gateways, all.used, all.invalid], [["Home"], ["mine"], []]);
  assert.ok(all.count >= 3 * names.length, `${all.count} nodes of ${names.length} examples`);
  assert.equal(names.length, EXAMPLES.length);
}

async function importByHand(page: Page, name: string): Promise<void> {
  await act(page, "core:show-examples-import-dialog");
  const dialog = page.locator("#red-ui-clipboard-dialog");
  const entry = (hasText: string) => dialog.locator(".red-ui-treeList-label:visible", { hasText }).first();
  await entry(PACKAGE).click();
  await entry(name.replace(/\.json$/, "")).click();
  await page.locator("#red-ui-clipboard-dialog-ok").click();
  await dialog.waitFor({ state: "hidden" });
}

async function importAsTheDialogDoes(page: Page, name: string): Promise<void> {
  await page.evaluate(
    `$.get(${JSON.stringify(`${LIBRARY}/${name}`)}).then((nodes) => RED.view.importNodes(nodes, { generateIds: false, addFlow: false }))`,
  );
}

/** An imported node is given its gateway when all else is done. */
async function act(page: Page, action: string): Promise<void> {
  await page.evaluate(`RED.actions.invoke("${action}")`);
}

function notice(page: Page, hasText: string) {
  return page.locator(".red-ui-notification", { hasText });
}

async function seen(page: Page): Promise<Seen> {
  return (await page.evaluate(() => {
    // biome-ignore lint/suspicious/noExplicitAny: as the editor keeps them
    const { RED } = window as any;
    const [gateways, ours]: [string[], Record<string, unknown>[]] = [[], []];
    RED.nodes.eachConfig((node: Record<string, unknown>) => {
      if (node.type === "zigbee-gateway") gateways.push(String(node.name));
    });
    RED.nodes.eachNode((node: Record<string, unknown>) => {
      if (String(node.type).startsWith("zigbee-gateway-")) ours.push(node);
    });
    return {
      gateways,
      used: [...new Set(ours.map(({ gateway }) => String(gateway)))],
      invalid: ours.filter(({ valid }) => valid === false).map(({ id }) => String(id)),
      count: ours.length,
    };
  })) as Seen;
}
