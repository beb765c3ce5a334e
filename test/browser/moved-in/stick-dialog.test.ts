/** Sticks in the dialog of the gateway, in a real browser: the meaning of another choice, and the spare, which may take over by a click. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { closeDialog, openEditor, picture, settled } from "../../support/browser.ts";
import { openVirtualHouse, watched } from "../../support/panels.ts";

const { browser, house } = await openVirtualHouse();

const SPARE = { active: "/dev/a", other: "/dev/b", isReady: true, stale: [], asks: false, hangs: false };
const SAYS: readonly (readonly [more: object, says: RegExp, isReady: boolean])[] = [
  [{}, /^\/dev\/a has the network\. \/dev\/b is ready\.$/, true],
  [{ isReady: false }, /\/dev\/b is not plugged in/, false],
  [{ asks: true }, /\/dev\/a cannot be reached\. If it has no power, let \/dev\/b take over now/, true],
  [{ hangs: true, stale: ["/dev/b"] }, /\/dev\/b has power but does not answer/, true],
];

async function inDialog(run: (page: Page) => Promise<void>) {
  await watched(await openEditor(browser, house), async (page) => {
    await run(page);
    await closeDialog(page, "#node-config-dialog-cancel");
  });
}

async function openGateway(page: Page): Promise<void> {
  await page.evaluate('RED.editor.editConfig("", "zigbee-gateway", "gw")');
  await page.locator("#node-config-dialog-ok").waitFor();
  await settled(page);
}

test("another simulated stick: which devices move with the network, and what they may lose", () =>
  inDialog(async (page) => {
    await openGateway(page);
    await page.locator("#zigbee-gateway-simulated > summary").click();
    const hint = page.locator("#zigbee-gateway-move");
    await page.selectOption("#node-config-input-stick", "ember");
    await hint.filter({ hasText: /nothing is paired again\. Devices: \d+, of these on battery: \d+\./ }).waitFor();
    await hint.filter({ hasText: "each device is told where to report to" }).waitFor();
    await picture(page, "gateway-move");
    await page.selectOption("#node-config-input-stick", "deconz");
    await hint.filter({ hasText: /^((?!where to report).)*nothing is paired again((?!where to report).)*$/ }).waitFor();
    await page.route("**/gw/move-plan*", (route) =>
      route.fulfill({ json: { isRefused: false, devices: 3, sleepers: 1, keepsAddress: true, keyed: null } }),
    );
    await page.selectOption("#node-config-input-stick", "ember"); // as if the network were one of a ConBee
    await hint.filter({ hasText: /Each device that joined by Zigbee 3\.0 may have a key of its own/ }).waitFor();
    await page.selectOption("#node-config-input-stick", "zstack");
    await hint.filter({ hasText: /^$/ }).waitFor({ state: "attached" });
  }));

test("a spare stick: how it is, and that the other one takes over after a question", () =>
  inDialog(async (page) => {
    let told: object = {};
    const asked: string[] = [];
    await page.route("**/gw/spare", (route) => {
      asked.push(route.request().method());
      if (route.request().method() === "POST")
        told = { ...SPARE, active: "/dev/b", other: "/dev/a", stale: ["/dev/a"] };
      return route.fulfill({ json: told });
    });
    await openGateway(page);
    await page.selectOption("#zigbee-gateway-radio", "other");
    await page.locator("details:has(#node-config-input-spare) > summary").click();
    const [state, button] = [page.locator("#zigbee-gateway-spare-state"), page.locator("#zigbee-gateway-takeover")];
    assert.equal(await button.isVisible(), false, "no spare is in use");
    for (const [more, says, isReady] of SAYS) {
      told = { ...SPARE, ...more };
      await state.filter({ hasText: says }).waitFor(); // it looks every few seconds
      assert.equal(await button.isEnabled(), isReady);
    }
    told = SPARE;
    await state.filter({ hasText: SAYS[0]?.[1] ?? "" }).waitFor();
    await picture(page, "gateway-spare-ready");
    await button.click();
    const answer = (name: string) => page.locator(".red-ui-notification button", { hasText: name }).click();
    await answer("Cancel");
    assert.ok(!asked.includes("POST"));
    await button.click();
    await page.locator(".red-ui-notification", { hasText: "The stick that is in use now is emptied" }).waitFor();
    await answer("Take over");
    await state
      .filter({ hasText: "/dev/b has taken the network over. /dev/a is emptied as soon as it is back" })
      .waitFor();
    assert.equal(asked.filter((method) => method === "POST").length, 1);
  }));
