/** The dialog of the touchlink node, and the status of the node in the editor. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { closeDialog, deploy, type EditorOptions, openBrowser, openDialog } from "../support/browser.ts";
import { LOOKS, looked, type Run, saved as savedOf, withFlow } from "../support/dialogs.ts";
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

async function withDialog(run: Run, options: EditorOptions = {}, other: object = {}): Promise<void> {
  const more = { gateway: "gw", does: "scan", confirm: false, wires: [["out"], []], ...other };
  const flow = [TAB, gatewayNode(), flowNode("touch", "zigbee-gateway-touchlink", more), { ...sink("out"), x: 400 }];
  await withFlow({ browser, house }, flow, options, async (page) => {
    await openDialog(page, "touch");
    await run(page);
  });
}

const saved = (page: Page, ...names: string[]) => savedOf(page, "touch", ...names);

test("the job, and whether a reset is to be confirmed, is saved; a radio that cannot do it is red", () =>
  withDialog(async (page) => {
    assert.equal(await page.inputValue("#node-input-does"), "scan");
    assert.equal(await page.isVisible("#node-input-confirm"), false);
    await page
      .locator("#zigbee-gateway-touchlink-here", { hasText: "The radio is down: no device can join." })
      .waitFor();
    await page.locator("#zigbee-gateway-touchlink-reads", { hasText: "looks for ten seconds" }).waitFor();
    await page.selectOption("#node-input-does", "reset");
    await page.locator("#zigbee-gateway-touchlink-reads", { hasText: "let it in with the pairing node" }).waitFor();
    const message = page.locator("#zigbee-gateway-touchlink-message");
    await message.filter({ hasText: "msg.confirm = true" }).waitFor();
    await page.check("#node-input-confirm");
    await message.filter({ hasNotText: "msg.confirm" }).waitFor();
    assert.match((await message.textContent()) ?? "", /^msg.payload = 1\n→/);
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

test("that a reset needs no confirmation is asked where one is chosen, and kept where a message chooses it", async () => {
  await withDialog(async (page) => {
    await page.selectOption("#node-input-does", "reset");
    await page.check("#node-input-confirm");
    await page.selectOption("#node-input-does", "identify");
    assert.equal(await page.isVisible("#node-input-confirm"), false);
    await closeDialog(page);
    assert.deepEqual(await saved(page, "does", "confirm"), ["identify", false]);
  });
  await withDialog(
    async (page) => {
      assert.equal(await page.isVisible("#node-input-confirm"), true, "what is set is in sight");
      await closeDialog(page);
      assert.deepEqual(await saved(page, "does", "confirm"), ["scan", true]);
    },
    {},
    { confirm: true },
  );
});

for (const { look, ...options } of LOOKS) {
  test(`the dialog in ${look}`, () =>
    withDialog(async (page) => {
      await looked(page, `touchlink-${look}`);
    }, options));
}
