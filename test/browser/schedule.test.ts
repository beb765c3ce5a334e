/** The dialog of the schedule node: times become patterns and back, and the gateway says what is next. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  closeDialog,
  deploy,
  type EditorOptions,
  leaveEditor,
  openBrowser,
  openDialog,
  openEditor,
  picture,
} from "../support/browser.ts";
import { LOOKS, looked, openList, picker, type Run, saved as savedOf, withFlow } from "../support/dialogs.ts";
import { type FlowNode, flowNode, gatewayNode, type NodeRed, nodeRed, sink, TAB } from "../support/node-red.ts";

const GATEWAY = gatewayNode("gw", { latitude: "52.52", longitude: "13.41", timezone: "Europe/Berlin" });
const ID = "#zigbee-gateway-schedule";

let browser: Browser;
let house: NodeRed;

before(async () => {
  [house, browser] = await Promise.all([nodeRed({ flow: [TAB, GATEWAY] }), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await house?.stop();
});

const schedule = (more: object = {}) =>
  flowNode("plan", "zigbee-gateway-schedule", { gateway: "gw", declares: "Schedule", zone: "local", ...more });

async function withDialog(node: FlowNode, run: Run, options: EditorOptions = {}): Promise<void> {
  await withFlow({ browser, house }, [TAB, GATEWAY, node, { ...sink("one"), x: 400 }], options, async (page) => {
    await openDialog(page, "plan");
    await run(page);
  });
}

const saved = <T>(page: Page, ...names: string[]) => savedOf<T>(page, "plan", ...names);

const pattern = (page: Page) => page.inputValue("#node-input-time");
const next = (page: Page, text: RegExp) =>
  page.locator(`${ID}-next:not(.zigbee-gateway-schedule-asking)`).filter({ hasText: text }).waitFor();
const lines = (page: Page) => page.locator(`${ID}-next div`).count();

const patterns: [text: string, kind: string, again?: string][] = [
  ["2026-12-24T18:00:00A00:10:00", "once"],
  ["PT01:02:03A00:00:30", "timer"],
  ["PT00:90:00", "timer"],
  ["R05/PT12:00:00A00:01:30", "repeated"],
  ["R00/PT00:00:02", "repeated", "R/PT00:00:02"],
  ["W001/T23:59:59A12:00:00", "weekly"],
  ["W3/T09:00:00", "weekly", "W003/T09:00:00"],
  ["W064/sunrise+01:15:30A00:10:00", "sun"],
  ["sunset", "sun", "W127/sunset"],
  ["W124/T08:00:00/T09:00:00", "text"],
];

test("every pattern is read into the controls, and written by them as it was", () =>
  withDialog(schedule({ time: "W127/T07:00:00" }), async (page) => {
    await closeDialog(page, "#node-dialog-cancel");
    for (const [text, kind, again = text] of patterns) {
      await page.evaluate(`RED.nodes.node("plan").time = "${text}"`);
      await openDialog(page, "plan");
      assert.equal(await page.inputValue(`${ID}-kind`), kind, text);
      assert.equal(await pattern(page), text, "untouched it stays");
      await page.locator(`${ID}-kind`).dispatchEvent("change");
      assert.equal(await pattern(page), again);
      await closeDialog(page, "#node-dialog-cancel");
    }
  }));

test("a time is put together, and the gateway says when it is", () =>
  withDialog(schedule({ time: "W127/T07:00:00" }), async (page) => {
    await next(page, /7:00:00/);
    assert.equal(await lines(page), 5);
    for (const day of [5, 6]) await page.locator(`${ID}-days button`).nth(day).click();
    await page.fill(`${ID}-clock`, "06:30");
    await page.fill(`${ID}-random`, "10");
    assert.equal(await pattern(page), "W124/T06:30:00A00:10:00");
    await next(page, /6:30:00.*–.*6:40:00/);
    await page.selectOption("#node-input-zone", "utc");
    await next(page, /[78]:30:00.*–.*[78]:40:00/);
    for (const day of [0, 1, 2, 3, 4]) await page.locator(`${ID}-days button`).nth(day).click();
    await next(page, /^never$/);
    await page.selectOption(`${ID}-kind`, "sun");
    await page.locator(`${ID}-days button`).nth(0).click();
    await page.fill(`${ID}-offset`, "30");
    await page.fill(`${ID}-random`, "");
    assert.equal(await pattern(page), "W064/sunset-00:30:00");
    await next(page, /Mon/);
    await page.selectOption(`${ID}-kind`, "repeated");
    await page.fill(`${ID}-minutes`, "0");
    await page.fill(`${ID}-seconds`, "2");
    await page.fill(`${ID}-times`, "3");
    assert.equal(await pattern(page), "R03/PT00:00:02");
    await next(page, /./);
    assert.equal(await lines(page), 3);
    assert.equal(await page.isChecked(`${ID}-asks`), false);
    await page.selectOption("#node-input-begins", "message");
    assert.equal(await page.isChecked(`${ID}-asks`), true, "by what else should it begin");
    await page.selectOption(`${ID}-kind`, "once");
    await next(page, /no time/);
    await page.fill(`${ID}-at`, "2001-12-24T18:00");
    await next(page, /^never$/);
    await page.fill(`${ID}-at`, "2099-12-24T18:00");
    await next(page, /2099/);
    await page.selectOption(`${ID}-kind`, "text");
    await page.fill(`${ID}-text`, "PT00:00:05Alater");
    await next(page, /no random part/);
    await page.fill(`${ID}-text`, "R/PT10:00:00");
    await closeDialog(page);
    const names = ["time", "zone", "begins", "inputs", "outputs", "payloadType"];
    assert.deepEqual(await saved(page, ...names), ["R/PT10:00:00", "utc", "message", 1, 2, "planned"]);
    await deploy(page, house);
    await house.status("plan", /^disabled$/);
    house.send("plan", { action: "restart" });
    assert.match((await house.status("plan", /next/)).text, /^next: \w+ \d\d:\d\d/);
  }));

test("a schedule that is there is chosen, and says when it is next", async () => {
  const made = flowNode("made", "zigbee-gateway-schedule", {
    gateway: "gw",
    declares: "Schedule",
    declaredName: "Made",
    time: "W127/T07:00:00",
    y: 300,
  });
  await house.deploy([TAB, GATEWAY, made]);
  await house.status("made", /^next/);
  await house.deploy([TAB, GATEWAY, made, schedule({ declares: "", wires: [["one"]] }), { ...sink("one"), x: 400 }]);
  const page = await openEditor(browser, house);
  await openDialog(page, "plan");
  const field = picker(page, "schedule");
  await openList(field);
  await page.locator(".zg-pick-row", { hasText: "Made" }).click();
  await next(page, /7:00:00/);
  assert.equal(await page.isVisible(`${ID}-kind`), false);
  await closeDialog(page);
  assert.deepEqual((await saved<string[]>(page, "address", "resourceName")).slice(1), ["Made"]);
  await deploy(page, house);
  await house.status("plan", /^next/);
  await leaveEditor(page);
});

for (const { look, ...options } of LOOKS) {
  test(`the dialog in ${look}`, () =>
    withDialog(
      schedule({ time: "W124/T06:30:00A00:10:00", declaredName: "Wake up" }),
      async (page) => {
        const name = (what: string) => `schedule-${what}-${look}`;
        for (const kind of ["weekly", "sun", "once", "timer", "repeated", "text"]) {
          await page.selectOption(`${ID}-kind`, kind);
          await next(page, /./);
          await looked(page, name(kind));
        }
        await page.selectOption("#node-input-declares", "");
        await picture(page, name("picked"));
      },
      options,
    ));
}
