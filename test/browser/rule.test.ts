/** A person writes a rule in the editor, and the house keeps to it. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { accessibilityFaults } from "../support/accessibility.ts";
import { closeDialog, deploy, dragNode, type EditorOptions, openDialog, picture, settled } from "../support/browser.ts";
import { LOOKS, looked, pick, picker, type Run, saved, wires, withFlow as withFlowOn } from "../support/dialogs.ts";
import { eventually, type FlowNode, flowNode, gatewayNode, sink, TAB } from "../support/node-red.ts";
import { openVirtualHouse } from "../support/panels.ts";
import { MAC } from "../support/virtual-flow.ts";

const MOTION = `${MAC.motion}-02-0406`;
const TEMPERATURE = `${MAC.motion}-02-0402`;
const REMOTE = `${MAC.remote}-01-1000`;
const LAMP = `${MAC.hallLamp}-01`;
const EMPTY = [TAB, gatewayNode("gw", { radio: "virtual" })];

const { browser, house, home } = await openVirtualHouse({ flow: EMPTY });
const found = new Map<string, { address: string; name: string }>(); // by unique id
const at = (uniqueid: string) => found.get(uniqueid)?.address ?? "";
const picked = (uniqueid: string) => {
  const { address, name } = found.get(uniqueid) ?? {};
  return { address, uniqueid, resourceName: name, house: "" };
};

before(async () => {
  for (const family of ["lights", "sensors"]) {
    const all: Record<string, { uniqueid: string; name: string }> = await home.get(`/${family}`);
    for (const [id, { uniqueid, name }] of Object.entries(all))
      found.set(uniqueid, { address: `/${family}/${id}`, name });
  }
});

const withFlow = (flow: readonly FlowNode[], options: EditorOptions, run: Run) =>
  withFlowOn({ browser, house }, flow, options, run);

type Part = "conditions" | "actions";

const row = (page: Page, part: Part, index: number) => page.locator(`#zigbee-gateway-rule-${part} > li`).nth(index);

async function addRow(page: Page, part: Part): Promise<Locator> {
  const rows = page.locator(`#zigbee-gateway-rule-${part} > li`);
  const count = await rows.count();
  await page
    .locator(".form-row", { has: page.locator(`#zigbee-gateway-rule-${part}`) })
    .locator(".red-ui-editableList-addButton")
    .click();
  await rows.nth(count).waitFor();
  return rows.nth(count);
}

/** One of the lists of a row, by what it is for. */
const list = (within: Locator, label: string) => within.locator(`select[aria-label="${label}"]`);

const RESOURCES = ["What is asked", "Who does something"];
const field = (within: Locator, label: string) => within.locator(`[role=combobox][aria-label="${label}"]`);

async function choose(within: Locator, label: string, value: string): Promise<void> {
  if (RESOURCES.includes(label)) return pick(field(within, label), value);
  await list(within, label).locator(`option[value="${value}"]`).first().waitFor({ state: "attached" });
  await list(within, label).selectOption(value);
}

const options = (within: Locator, label: string) =>
  list(within, label)
    .locator("option")
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));

test("a rule is written by hand, and the house keeps to it", () =>
  withFlow(EMPTY, {}, async (page) => {
    await home.put("/lights/3/state", { on: false });
    await dragNode(page, "zigbee-gateway-rule", 240, 160);
    const [id = ""]: string[] = await page.evaluate("RED.nodes.filterNodes({}).map(({ id }) => id)");
    await openDialog(page, id);
    await page.selectOption("#node-input-gateway", "gw");
    await page.fill("#node-input-declaredName", "Hall");
    const condition = await addRow(page, "conditions");
    await choose(condition, "What is asked", at(MOTION));
    assert.equal(await list(condition, "Its value").inputValue(), "state/presence");
    assert.deepEqual(await options(condition, "What has to be so"), ["eq", "ne", "dx", "ddx", "stable"]);
    assert.deepEqual(await options(condition, "Value"), ["true", "false"]);
    const action = await addRow(page, "actions");
    await choose(action, "Who does something", at(LAMP));
    assert.deepEqual(await options(action, "What it does"), ["on", "off", "brightness", "body"]);
    await choose(action, "What it does", "brightness");
    await action.locator('input[type="number"]').fill("60");
    const words = page.locator("#zigbee-gateway-rule-reading");
    await words.locator("p", { hasText: /^When .+ sees somebody: .+ on, 60 %\.$/ }).waitFor();
    assert.equal(await words.locator("details").count(), 0, "it has done nothing yet");
    await picture(page, "rule-by-hand");
    await closeDialog(page);
    await words.waitFor({ state: "detached" });
    const { bridgeid } = await home.get("/config");
    const [conditions, actions] = await saved<[unknown, unknown]>(page, id, "conditions", "actions");
    const presence = { ...picked(MOTION), house: bridgeid, item: "state/presence", operator: "eq", value: "true" };
    assert.deepEqual(conditions, [presence]);
    assert.deepEqual(actions, [{ ...picked(LAMP), house: bridgeid, does: "brightness", value: "60" }]);
    await deploy(page, house);
    await house.status(id, /^waits$/);
    await home.turn(MAC.motion, { set: { "msOccupancySensing.occupancy": 1 } });
    await eventually(async () => (await home.attribute(MAC.hallLamp, "1/genLevelCtrl.currentLevel")) === 152);
    const labels = page.locator(".red-ui-flow-node-status-label");
    await labels.filter({ hasText: /^Hall: fired · \d\d:\d\d$/ }).waitFor({ state: "attached" });
    await picture(page, "rule-fired");
    await openDialog(page, id);
    await words.locator("summary").click();
    await words.locator(".zg-automation-trace li", { hasText: "It fired" }).first().waitFor();
    await picture(page, "rule-read-back");
    assert.deepEqual(await accessibilityFaults(page, "#zigbee-gateway-rule-reading"), []);
    await closeDialog(page, "#node-dialog-cancel");
  }));

test("what is asked decides how: numbers with their unit, spans of time, parts of the day", () =>
  withFlow(
    [...EMPTY, flowNode("rule", "zigbee-gateway-rule", { gateway: "gw", declares: "Rule" })],
    {},
    async (page) => {
      await openDialog(page, "rule");
      const one = await addRow(page, "conditions");
      await choose(one, "What is asked", at(TEMPERATURE));
      await choose(one, "What has to be so", "gt");
      await one.locator('input[type="number"]').fill("21.5");
      assert.match((await one.locator(".zigbee-gateway-rule-value").textContent()) ?? "", /°C/);
      const two = await addRow(page, "conditions");
      await choose(two, "What is asked", at(MOTION));
      await choose(two, "What has to be so", "stable");
      await two.locator('input[type="number"]').fill("90");
      await choose(two, "Unit", "seconds");
      const three = await addRow(page, "conditions");
      await choose(three, "What is asked", "/config");
      assert.deepEqual(await options(three, "What has to be so"), ["in", "not in", "dx"]);
      assert.equal(await list(three, "Its value").isVisible(), false, "the clock has but one");
      await three.locator('input[aria-label="From"]').fill("22:30");
      await three.locator('input[aria-label="To"]').fill("06:00");
      for (const day of ["Saturday", "Sunday"]) await three.locator(`button[aria-label="${day}"]`).click();
      const four = await addRow(page, "conditions");
      await choose(four, "What is asked", at(REMOTE));
      const presses = four.locator("datalist option");
      await presses.first().waitFor({ state: "attached" });
      const codes = await presses.evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
      assert.ok(codes.includes("1002"), codes.join());
      await four.locator('input[type="number"]').fill("1002");
      await picture(page, "rule-conditions");
      await closeDialog(page);
      const [conditions] = await saved<[Record<string, string>[]]>(page, "rule", "conditions");
      assert.deepEqual(
        conditions.map(({ item, operator, value }) => [item, operator, value]),
        [
          ["state/temperature", "gt", "21.5"],
          ["state/presence", "stable", "PT00:01:30"],
          ["localtime", "in", "W124/T22:30:00/T06:00:00"],
          ["state/buttonevent", "eq", "1002"],
        ],
      );
      await deploy(page, house);
      await house.status("rule", /^waits$/);
      const rules: Record<string, { conditions: unknown }> = await home.get("/rules");
      assert.deepEqual(Object.values(rules)[0]?.conditions, [
        { address: `${at(TEMPERATURE)}/state/temperature`, operator: "gt", value: "2150" },
        { address: `${at(MOTION)}/state/presence`, operator: "stable", value: "PT00:01:30" },
        { address: "/config/localtime", operator: "in", value: "W124/T22:30:00/T06:00:00" },
        { address: `${at(REMOTE)}/state/buttonevent`, operator: "eq", value: "1002" },
      ]);
    },
  ));

test("each kind of resource has actions of its own; rows are removed, and none is needed", () =>
  withFlow(
    [...EMPTY, flowNode("rule", "zigbee-gateway-rule", { gateway: "gw", declares: "Rule" })],
    {},
    async (page) => {
      const [{ success }] = await home.post("/groups", { name: "Downstairs" });
      await home.put(`/groups/${success.id}`, { lights: [at(LAMP).slice("/lights/".length)] });
      await home.post(`/groups/${success.id}/scenes`, { name: "Evening" });
      await openDialog(page, "rule");
      const condition = await addRow(page, "conditions");
      await choose(condition, "What is asked", at(MOTION));
      const scene = await addRow(page, "actions");
      await choose(scene, "Who does something", `/groups/${success.id}`);
      await choose(scene, "What it does", "scene");
      assert.equal(await list(scene, "Scene").locator("option:checked").textContent(), "Evening");
      const body = await addRow(page, "actions");
      await choose(body, "Who does something", at(LAMP));
      await choose(body, "What it does", "body");
      await body.locator(".red-ui-typedInput-input").fill('{"bri": 7}');
      const hook = await addRow(page, "actions");
      await choose(hook, "Who does something", "webhook");
      await hook.locator('input[aria-label="Address"]').fill("http://example.org/hook");
      const extra = await addRow(page, "actions");
      await extra.locator(".red-ui-editableList-item-remove").click();
      await row(page, "actions", 3).waitFor({ state: "detached" });
      await picture(page, "rule-actions");
      await closeDialog(page);
      const [actions] = await saved<[Record<string, string>[]]>(page, "rule", "actions");
      assert.deepEqual(
        actions.map(({ does, value, valueName, method, url }) => [does, value, valueName, method, url]),
        [
          ["scene", "1", "Evening", undefined, undefined],
          ["body", '{"bri": 7}', undefined, undefined, undefined],
          ["webhook", "{}", undefined, "POST", "http://example.org/hook"],
        ],
      );
      await deploy(page, house);
      await house.status("rule", /^waits$/);
      const rules: Record<string, { actions: unknown }> = await home.get("/rules");
      assert.deepEqual(Object.values(rules)[0]?.actions, [
        { address: `/groups/${success.id}/scenes/1/recall`, method: "PUT", body: {} },
        { address: `${at(LAMP)}/state`, method: "PUT", body: { bri: 7 } },
        { address: "http://example.org/hook", method: "POST", body: {} },
      ]);
      await openDialog(page, "rule");
      await row(page, "actions", 2).waitFor();
      for (const index of [2, 1, 0]) {
        await row(page, "actions", index).locator(".red-ui-editableList-item-remove").click();
        await row(page, "actions", index).waitFor({ state: "detached" });
      }
      await closeDialog(page);
      assert.deepEqual(await saved(page, "rule", "actions", "valid"), [[], true]);
    },
  ));

test("a dialog that was only looked at changes nothing, whatever is missing", () => {
  const lost = { address: "/sensors/99", uniqueid: "gone", resourceName: "Attic", house: "" };
  const conditions = [
    { ...lost, item: "state/presence", operator: "eq", value: "true" },
    { ...lost, item: "state/temperature", operator: "gt", value: "21.5" },
    { ...picked(MOTION), item: "state/presence", operator: "ddx", value: "PT00:10:00" },
    {
      address: "/config",
      uniqueid: "",
      resourceName: "",
      house: "",
      item: "localtime",
      operator: "not in",
      value: "T22:00:01/T06:00:00",
    },
  ];
  const carried = { address: "/groups/77", uniqueid: "", resourceName: "Downstairs", house: "another", does: "scene" };
  const actions = [
    { ...lost, address: "/lights/99", does: "brightness", value: "40" },
    { ...lost, address: "/groups/99", uniqueid: "", does: "scene", value: "3", valueName: "Movie" },
    { ...picked(LAMP), does: "off" },
    { ...carried, value: "7", valueName: "Evening" },
    { ...carried, value: "1", valueName: "Movie" },
  ];
  const saying = {
    gateway: "gw",
    declares: "Rule",
    declaredName: "Kept",
    conditions,
    actions,
    periodic: "",
    inputs: 0,
    outputs: 1,
  };
  const picks = { version: 1, name: "", address: "", uniqueid: "", resourceName: "", house: "" };
  return withFlow([...EMPTY, flowNode("rule", "zigbee-gateway-rule", { ...picks, ...saying })], {}, async (page) => {
    await openDialog(page, "rule");
    await field(row(page, "conditions", 2), "What is asked").waitFor();
    await settled(page);
    const first = row(page, "conditions", 0);
    assert.equal(await field(first, "What is asked").inputValue(), "Attic (not there now)");
    assert.equal(await list(first, "What has to be so").locator("option:checked").textContent(), "is");
    const sceneIn = (index: number) =>
      list(row(page, "actions", index), "Scene")
        .locator("option:checked")
        .textContent();
    assert.equal(await sceneIn(3), "Evening", "by its name: in another house it had another id");
    assert.equal(await sceneIn(4), "Movie (not there now)", "scene 1 is called otherwise here");
    await picture(page, "rule-missing");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "rule", "conditions", "actions", "changed"), [conditions, actions, false]);
  });
});

test("a rule that is there is followed; an input moves the wire of what fires to the second output", async () => {
  const conditions = [{ address: `${at(MOTION)}/state/presence`, operator: "dx" }];
  const actions = [{ address: `${at(LAMP)}/state`, method: "PUT", body: { on: true } }];
  const [{ success }] = await home.post("/rules", { name: "Theirs", conditions, actions });
  const rule = flowNode("rule", "zigbee-gateway-rule", {
    gateway: "gw",
    declares: "Rule",
    inputs: 0,
    outputs: 1,
    wires: [["one"]],
  });
  await withFlow([...EMPTY, rule, { ...sink("one"), x: 400 }], {}, async (page) => {
    await openDialog(page, "rule");
    await page.selectOption("#node-input-declares", "");
    await pick(picker(page, "rule"), `/rules/${success.id}`);
    await page.check("#zigbee-gateway-rule-asks");
    await picture(page, "rule-followed");
    await closeDialog(page);
    const names = ["declares", "address", "uniqueid", "resourceName", "inputs", "outputs", "valid"];
    assert.deepEqual(await saved(page, "rule", ...names), ["", `/rules/${success.id}`, "", "Theirs", 1, 2, true]);
    assert.deepEqual(await wires(page), [[1, "one"]]);
    await deploy(page, house);
    await house.status("rule", /^waits$/);
  });
});

test("a gateway that does not run yet says what is to be done first", () =>
  withFlow(EMPTY, {}, async (page) => {
    await dragNode(page, "zigbee-gateway-rule", 240, 160);
    const [id = ""]: string[] = await page.evaluate("RED.nodes.filterNodes({}).map(({ id }) => id)");
    await openDialog(page, id);
    await page.click("#node-input-btn-gateway-add");
    await page.locator("#node-config-dialog-ok").waitFor();
    await settled(page);
    await closeDialog(page, "#node-config-dialog-ok");
    await page.locator("#zigbee-gateway-rule-hint", { hasText: /eploy/ }).waitFor();
    const condition = await addRow(page, "conditions");
    assert.equal(await condition.locator('input[aria-label="What is asked"]').isDisabled(), true);
    await picture(page, "rule-not-yet");
    await closeDialog(page, "#node-dialog-cancel");
  }));

for (const { look, ...options } of LOOKS.slice(1)) {
  test(`the dialog of a rule in ${look}`, () => {
    const clock = { address: "/config", item: "localtime", operator: "not in", value: "W003/T08:00:00/T22:00:00" };
    const conditions = [
      { ...picked(MOTION), item: "state/presence", operator: "eq", value: "true" },
      { ...picked(TEMPERATURE), item: "state/temperature", operator: "lt", value: "19" },
      clock,
    ];
    const actions = [
      { ...picked(LAMP), does: "brightness", value: "60" },
      { address: "webhook", does: "webhook", method: "POST", url: "http://example.org", value: "{}" },
    ];
    const rule = flowNode("rule", "zigbee-gateway-rule", { gateway: "gw", declares: "Rule", conditions, actions });
    return withFlow([...EMPTY, rule], options, async (page) => {
      await openDialog(page, "rule");
      await page.locator('input[aria-label="From"], input[aria-label="Von"]').waitFor();
      await looked(page, `rule-${look}`);
      await closeDialog(page, "#node-dialog-cancel");
    });
  });
}
