/** The dialog of the touchlink node, and what its node shows in the editor. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { closeDialog, deploy, openBrowser, openDialog, openEditor, picture } from "../support/browser.ts";
import { flowNode, gatewayNode, type NodeRed, nodeRed, sink, TAB } from "../support/node-red.ts";

let browser: Browser;
let house: NodeRed;

before(async () => {
  [house, browser] = await Promise.all([nodeRed({ flow: [TAB, gatewayNode()] }), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await house?.stop();
});

async function withDialog(run: (page: Page) => Promise<void>, options: Parameters<typeof openEditor>[2] = {}) {
  const wires = [["out"], []];
  const node = flowNode("touch", "zigbee-gateway-touchlink", { gateway: "gw", does: "scan", confirm: false, wires });
  await house.deploy([TAB, gatewayNode(), node, { ...sink("out"), x: 400 }]);
  const page = await openEditor(browser, house, options);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  try {
    await page.locator('#red-ui-workspace-chart g[id="touch"]').waitFor({ state: "attached" });
    await openDialog(page, "touch");
    await run(page);
    assert.deepEqual(faults, []);
  } finally {
    await page.context().close();
  }
}

function saved(page: Page, ...names: string[]): Promise<unknown[]> {
  return page.evaluate(`((node) => ${JSON.stringify(names)}.map((name) => node[name]))(RED.nodes.node("touch"))`);
}

test("what to do, and whether a reset is to be confirmed, is saved; a radio that cannot is red", () =>
  withDialog(async (page) => {
    assert.equal(await page.inputValue("#node-input-does"), "scan");
    await page.selectOption("#node-input-does", "reset");
    await page.check("#node-input-confirm");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "does", "confirm", "outputs"), ["reset", true, 2]);
    await deploy(page, house);
    const label = page.locator(".red-ui-flow-node-status-label", { hasText: /^this radio cannot do touchlink$/ });
    await label.waitFor({ state: "attached" });
    await openDialog(page, "touch");
    assert.equal(await page.inputValue("#node-input-does"), "reset");
    assert.equal(await page.isChecked("#node-input-confirm"), true);
    await closeDialog(page, "#node-dialog-cancel");
  }));

for (const [locale, dark] of [
  ["en-US", false],
  ["en-US", true],
  ["de-DE", false],
  ["de-DE", true],
] as const) {
  test(`the dialog in ${locale}, ${dark ? "dark" : "light"}`, () =>
    withDialog(
      async (page) => {
        await picture(page, `touchlink-${locale}-${dark ? "dark" : "light"}`);
        const shown = (await page.locator("#dialog-form").textContent()) ?? "";
        assert.doesNotMatch(shown, /zigbee-gateway-\w+\./, "a text is missing");
      },
      { locale, dark },
    ));
}
