/** The request node's dialog: a chosen task puts method, address and body together; a typed request is checked, and can be tried. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { closeDialog, openDialog, picture } from "../../support/browser.ts";
import { LOOKS, looked, pick, picker, type Run, saved, withFlow as withFlowOn } from "../../support/dialogs.ts";
import { eventually, flowNode, gatewayNode, TAB } from "../../support/node-red.ts";
import { openVirtualHouse } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const GATEWAY = [TAB, gatewayNode("gw", { radio: "virtual" })];
const { browser, house, home } = await openVirtualHouse({ flow: GATEWAY });
let lamp = "";

before(async () => {
  const all: Record<string, { uniqueid: string }> = await home.get("/lights");
  const [id = ""] = Object.entries(all).find(([, { uniqueid }]) => uniqueid.startsWith(MAC.hallLamp)) ?? [];
  lamp = `/lights/${id}`;
});

const withDialog = (more: object, run: Run, options = {}) =>
  withFlowOn(
    { browser, house },
    [...GATEWAY, flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "GET", address: "", ...more })],
    options,
    async (page) => {
      await openDialog(page, "ask");
      await run(page);
    },
  );

test("a user who wants to dim a lamp chooses the task and the lamp; trying it dims it, and shows the message", () =>
  withDialog({}, async (page) => {
    const address = () => page.inputValue("#node-input-address");
    const attempt = page.locator("#zigbee-gateway-request-try");
    await page.selectOption("#zigbee-gateway-request-task", "light");
    assert.equal(await page.inputValue("#node-input-method"), "PUT");
    assert.equal(await attempt.isDisabled(), true, "nobody knows yet what is meant");
    assert.equal(await page.textContent("#zigbee-gateway-request-try-hint"), "First choose which one.");
    await pick(picker(page, "request"), lamp);
    assert.equal(await address(), `${lamp}/state`);
    assert.equal(await picker(page, "request").inputValue(), "Hall lamp");
    assert.equal(await page.isVisible("#node-input-address"), false, "how it is asked is folded up");
    const percent = page.locator("#zigbee-gateway-request-percent");
    const body = async (): Promise<object> => JSON.parse(await page.inputValue("#node-input-body"));
    assert.deepEqual(await body(), { on: true }, "a lamp keeps the brightness it had");
    await percent.fill("0");
    await page.locator("#zigbee-gateway-request-percent-hint", { hasText: "choose “off”" }).waitFor();
    assert.equal(await attempt.isDisabled(), true, "what is wrong is not tried");
    await page.selectOption("#zigbee-gateway-request-power", "off");
    assert.deepEqual([await body(), await percent.isVisible()], [{ on: false }, false]);
    await page.selectOption("#zigbee-gateway-request-power", "on");
    await percent.fill("50");
    assert.deepEqual(await body(), { on: true, bri: 127 });
    await attempt.click();
    await page.locator("#zigbee-gateway-request-answer", { hasText: "msg.statusCode: 200" }).waitFor();
    await eventually(async () => (await home.attribute(MAC.hallLamp, "1/genLevelCtrl.currentLevel")) === 127);
    await picture(page, "request-tried");
    await page.selectOption("#zigbee-gateway-request-task", "one");
    assert.equal(await address(), lamp, "the lamp stays");
    assert.equal(await page.locator("#zigbee-gateway-request-answer").isVisible(), false, "that was another task's");
    await page.selectOption("#zigbee-gateway-request-task", "light");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "ask", "method", "address", "body", "bodyType", "uniqueid"), [
      "PUT",
      `${lamp}/state`,
      '{"on":true}',
      "json",
      undefined,
    ]);
    assert.match((await page.locator("#ask").textContent()) ?? "", /Set Hall lamp/);
    await openDialog(page, "ask");
    assert.equal(await page.inputValue("#zigbee-gateway-request-task"), "light", "what was saved is known again");
    await page.locator("#zigbee-gateway-request-resource[role=combobox]").waitFor();
    assert.equal(await picker(page, "request").getAttribute("data-value"), lamp);
    await closeDialog(page, "#node-dialog-cancel");
  }));

test("a new node leaves all to the message, and lacks nothing; one with a method of its own needs an address", async () => {
  const placeholder = (page: Page) => page.getAttribute("#node-input-address", "placeholder");
  const isWrong = (page: Page) =>
    page.locator("#node-input-address").evaluate((field) => field.classList.contains("input-error"));
  await withDialog({}, async (page) => {
    assert.deepEqual([await isWrong(page), await placeholder(page)], [true, "e.g. /sensors/1/state"]);
    await page.selectOption("#zigbee-gateway-request-task", "message");
    assert.equal(await page.isVisible("#node-input-address"), false, "the message says it");
    assert.deepEqual([await isWrong(page), await placeholder(page)], [false, "as msg.topic says"]);
    await page.selectOption("#zigbee-gateway-request-task", "");
    assert.deepEqual([await isWrong(page), await placeholder(page)], [true, "e.g. /sensors/1/state"]);
    await closeDialog(page, "#node-dialog-cancel");
    assert.equal(await page.evaluate("RED.nodes.getType('zigbee-gateway-request').defaults.method.value"), "");
  });
});

test("an address that is typed by hand is the node's own; one that nothing has, and a body that is no JSON, are told at once", () =>
  withDialog(
    { method: "PUT", address: "/lights/999/state", body: '{"on": true, bri: 5}', bodyType: "json" },
    async (page) => {
      await page.locator("#zigbee-gateway-request-hint", { hasText: "There is no /lights/999/state." }).waitFor();
      await page.locator("#zigbee-gateway-request-body-hint", { hasText: "not valid JSON yet" }).waitFor();
      assert.equal(await page.locator("#zigbee-gateway-request-try").isDisabled(), true);
      await picture(page, "request-broken");
      await page.selectOption("#node-input-method", "GET");
      await page.fill("#node-input-address", "/lights");
      assert.equal(await page.inputValue("#zigbee-gateway-request-task"), "", "while it is typed nothing jumps");
      await page.fill("#node-input-address", "/config");
      await page.press("#node-input-address", "Tab");
      assert.equal(await page.inputValue("#zigbee-gateway-request-task"), "");
      assert.equal(await page.locator("#zigbee-gateway-request-body-hint").isVisible(), false);
      await page.locator("#zigbee-gateway-request-try").click();
      await page.locator("#zigbee-gateway-request-answer", { hasText: "bridgeid" }).waitFor();
      await page.fill("#node-input-address", "sensors");
      assert.equal(await page.isVisible("#zigbee-gateway-request-answer"), false, "that was another address");
      await page.locator("#zigbee-gateway-request-hint", { hasText: "An address begins with /." }).waitFor();
      assert.equal(await page.getAttribute("#node-input-address", "aria-invalid"), "true");
      const tops = await page
        .locator("#zigbee-gateway-request-tries > :is(button, span)")
        .evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
        );
      assert.ok(Math.abs(Number(tops[0]) - Number(tops[1])) < 3, `beside each other: ${tops}`);
      await page.fill("#node-input-address", "/sensor/1");
      await page.locator("#zigbee-gateway-request-try").click();
      await page.locator("#zigbee-gateway-request-answer", { hasText: "did you mean /sensors/1?" }).waitFor();
      await page.locator("#zigbee-gateway-request-hint", { hasText: "Did you mean /sensors/1?" }).waitFor();
      await page.fill("#node-input-address", lamp);
      await page.press("#node-input-address", "Tab");
      assert.equal(await page.inputValue("#zigbee-gateway-request-task"), "one");
      await page.selectOption("#zigbee-gateway-request-task", "");
      assert.equal(await page.inputValue("#node-input-address"), lamp, "something else is what stands there");
      await closeDialog(page, "#node-dialog-cancel");
    },
  ));

test("a resource that is not there now stays with another task that fits it; else the field and the saved address are empty", () =>
  withDialog({ address: "/lights/99" }, async (page) => {
    const task = (name: string) => page.selectOption("#zigbee-gateway-request-task", name);
    const chosen = picker(page, "request");
    const address = () => page.inputValue("#node-input-address");
    await page.locator("#zigbee-gateway-request-resource[role=combobox]").waitFor();
    await task("light");
    assert.deepEqual([await address(), await chosen.inputValue()], ["/lights/99/state", "/lights/99 (not there now)"]);
    await task("group");
    assert.deepEqual([await address(), await chosen.inputValue()], ["", ""]);
    await task("light");
    await pick(chosen, lamp);
    await task("group");
    assert.deepEqual([await address(), await chosen.inputValue()], ["", ""], "a lamp is no group");
    await closeDialog(page, "#node-dialog-cancel");
  }));

test("a new room, a scene of a room, and the history of a value are put together without a word of the API", () =>
  withDialog({}, async (page) => {
    const task = (name: string) => page.selectOption("#zigbee-gateway-request-task", name);
    const address = () => page.inputValue("#node-input-address");
    const attempt = page.locator("#zigbee-gateway-request-try");
    const answer = page.locator("#zigbee-gateway-request-answer");
    await task("room");
    assert.equal(await page.textContent("#zigbee-gateway-request-try-hint"), "First give it a name.");
    await page.fill("#zigbee-gateway-request-name", "Attic");
    await attempt.click();
    await answer.filter({ hasText: "msg.statusCode: 200" }).waitFor();
    const rooms: Record<string, { name: string; type: string; scenes: { id: string }[] }> = await home.get("/groups");
    assert.ok(Object.values(rooms).some(({ name, type }) => name === "Attic" && type === "Room"));
    const [
      id = "",
      {
        scenes: [scene],
      } = { scenes: [] },
    ] = Object.entries(rooms).find(([, { scenes }]) => scenes.length > 0) ?? [];
    await task("scene");
    await pick(picker(page, "request"), `/groups/${id}`);
    assert.equal(await address(), `/groups/${id}/scenes/${scene?.id}/recall`);
    await attempt.click();
    await answer.filter({ hasText: "msg.statusCode: 200" }).waitFor();
    await task("history");
    const sensors: Record<string, { uniqueid: string; type: string }> = await home.get("/sensors");
    const isThermometer = ({ uniqueid, type }: { uniqueid: string; type: string }) =>
      uniqueid.startsWith(MAC.climate) && type === "ZHATemperature";
    const [sensor = ""] = Object.entries(sensors).find(([, each]) => isThermometer(each)) ?? [];
    await pick(picker(page, "request"), `/sensors/${sensor}`);
    assert.equal(await address(), `/sensors/${sensor}/history?member=temperature&step=hour`);
    await page.selectOption("#zigbee-gateway-request-step", "day");
    assert.equal(await address(), `/sensors/${sensor}/history?member=temperature&step=day`);
    await closeDialog(page, "#node-dialog-cancel");
  }));

for (const { look, ...options } of LOOKS)
  test(`the dialog in ${look}`, () =>
    withDialog(
      { method: "PUT", address: `${lamp}/state`, body: '{"on":true}', bodyType: "json" },
      (page) => looked(page, `request-${look}`),
      options,
    ));
