/** A person writes a rule in the editor, and the house keeps to it. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { NEWEST } from "../../../nodes/shared/versions.ts";
import { accessibilityFaults } from "../../support/accessibility.ts";
import {
  closeDialog,
  deploy,
  dragNode,
  type EditorOptions,
  openDialog,
  picture,
  settled,
} from "../../support/browser.ts";
import {
  LOOKS,
  looked,
  openList,
  pick,
  picker,
  type Run,
  saved,
  wires,
  withFlow as withFlowOn,
} from "../../support/dialogs.ts";
import { assertGestures, countGestures } from "../../support/gestures.ts";
import { eventually, type FlowNode, flowNode, gatewayNode, sink, TAB } from "../../support/node-red.ts";
import { openVirtualHouse } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const MOTION = `${MAC.motion}-02-0406`;
const TEMPERATURE = `${MAC.motion}-02-0402`;
const REMOTE = `${MAC.remote}-01-1000`;
const PLUG = `${MAC.plug}-01`;
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

/** A row of the editor; the last one is empty. */
const row = (page: Page, part: Part, index: number) => page.locator(`[data-part=${part}] .zg-rule-row`).nth(index);
const subject = (within: Locator) => within.locator("[role=combobox]");
/** One of the lists of a row, by its purpose. */
const list = (within: Locator, label: string) => within.locator(`select[aria-label="${label}"]`);
const choose = (within: Locator, label: string, text: string) => list(within, label).selectOption({ label: text });
const CLAIM = "What has to be true";
const DOES = "What it does";

async function dropRule(page: Page): Promise<string> {
  await dragNode(page, "zigbee-gateway-rule", 240, 160);
  const [id = ""]: string[] = await page.evaluate("RED.nodes.filterNodes({}).map(({ id }) => id)");
  return id;
}

test("motion, dark and the TV off: on, and off again after five minutes; the house keeps to it", () =>
  withFlow(EMPTY, {}, async (page) => {
    await home.put(`${at(LAMP)}/state`, { on: false });
    await home.put(`${at(PLUG)}/state`, { on: false });
    const gestures = await countGestures(page);
    const id = await dropRule(page);
    await page.keyboard.press("Enter"); // it is selected
    await row(page, "conditions", 0).waitFor();
    const example = page.locator(".zg-rule-editor .zg-hint", {
      hasText: /^Example: when .+ off again after 5 minutes\.$/,
    });
    await example.waitFor();
    await page.locator("[data-part=actions] .zg-hint", { hasText: "tick “off again after”" }).waitFor();
    await picture(page, "rule-nothing");
    await pick(subject(row(page, "conditions", 0)), at(MOTION));
    await example.waitFor({ state: "detached" });
    assert.equal(
      await list(row(page, "conditions", 0), CLAIM)
        .locator("option:checked")
        .textContent(),
      "sees somebody",
    );
    await pick(subject(row(page, "conditions", 1)), at(MOTION));
    await choose(row(page, "conditions", 1), CLAIM, "it is dark");
    await pick(subject(row(page, "conditions", 2)), at(PLUG));
    await choose(row(page, "conditions", 2), CLAIM, "is off");
    await row(page, "conditions", 1)
      .locator(".zg-pick-about strong", { hasText: /lx|dark/ })
      .waitFor();
    await pick(subject(row(page, "actions", 0)), at(LAMP));
    await row(page, "actions", 0).locator("label", { hasText: "off again after" }).click();
    const words = page.locator(".zg-rule-sentence", { hasText: /^When .+ sees somebody, and it is dark at .+: / });
    await words.filter({ hasText: /on, off again after 5 minutes\.$/ }).waitFor();
    await page.getByRole("button", { name: /^It would not fire now: .*\.$/ }).click();
    await page.locator(".zg-automation-line", { hasText: "sees somebody – now: no motion" }).waitFor();
    await picture(page, "rule-by-hand");
    await closeDialog(page);
    await deploy(page, house);
    await assertGestures(gestures, "motion, dark, TV off: on, off after 5 minutes", 18);
    const [conditions, actions] = await saved<[Row[], Row[]]>(page, id, "conditions", "actions");
    const { bridgeid } = await home.get("/config");
    assert.deepEqual(conditions[0], {
      ...picked(MOTION),
      house: bridgeid,
      item: "state/presence",
      operator: "eq",
      value: "true",
    });
    assert.deepEqual(actions, [{ ...picked(LAMP), house: bridgeid, does: "on", offAfter: "PT00:05:00" }]);
    await house.status(id, /waits/);
    const [rule] = Object.values<{ actions: unknown; conditions: unknown[] }>(await home.get("/rules"));
    assert.deepEqual(rule?.actions, [
      { address: `${at(LAMP)}/state`, method: "PUT", body: { on: true, ontime: 3000 } },
    ]);
    assert.equal(rule?.conditions.length, 3);
    await becomes(30_000); // at night it may be dark there already, without a report of it
    await becomes(1);
    await home.turn(MAC.motion, { set: { "msOccupancySensing.occupancy": 1 } });
    let seen = "";
    await eventually(
      async () => {
        seen = JSON.stringify([await home.get("/rules"), await home.get("/sensors")]);
        return (await home.attribute(MAC.hallLamp, "1/genOnOff.onOff")) === 1;
      },
      () => `the lamp stays dark: ${seen}`,
    );
    await openDialog(page, id);
    await page.locator(".zg-rule-editor > .zg-fold button", { hasText: "lately" }).click();
    await page.locator(".zg-automation-trace li", { hasText: "It fired" }).first().waitFor();
    await picture(page, "rule-read-back");
    assert.deepEqual(await accessibilityFaults(page, "#zigbee-gateway-rule-editor"), []);
    await closeDialog(page, "#node-dialog-cancel");
  }));

type Row = Record<string, string>;

/** As dark as that, and the gateway knows it. */
async function becomes(lightlevel: number): Promise<void> {
  await home.turn(MAC.motion, { set: { "msIlluminanceMeasurement.measuredValue": lightlevel } });
  await eventually(
    async () => (await home.resource("sensors", `${MAC.motion}-02-0400`)).state.lightlevel === lightlevel,
  );
}

test("the member of a condition decides its fields: numbers with their unit, how long, parts of the day, presses", () =>
  withFlow(
    [...EMPTY, flowNode("rule", "zigbee-gateway-rule", { gateway: "gw", declares: "Rule" })],
    {},
    async (page) => {
      await openDialog(page, "rule");
      const [one, two, three, four] = [0, 1, 2, 3].map((index) => row(page, "conditions", index)) as [
        Locator,
        Locator,
        Locator,
        Locator,
      ];
      await pick(subject(one), at(MOTION));
      await choose(one, CLAIM, "Temperature is above");
      await one.locator('input[type="number"]').fill("21.5");
      assert.match((await one.textContent()) ?? "", /[\d.]+ °C.*°C/s);
      await pick(subject(two), at(PLUG));
      await two.locator("label", { hasText: "for" }).click();
      assert.equal(await list(two, "When it counts").inputValue(), "already", "the first line is what happens");
      await two.locator('input[type="number"]').fill("90");
      await list(two, "Unit").selectOption("seconds");
      await two.locator('input[type="number"]').fill("90");
      await pick(subject(three), "/config");
      await three.locator('input[aria-label="From"]').fill("22:30");
      await three.locator('input[aria-label="To"]').fill("06:00");
      for (const day of ["Saturday", "Sunday"]) await three.getByRole("button", { name: day }).click();
      await pick(subject(four), at(REMOTE));
      await list(four, CLAIM).locator("option", { hasText: "short press" }).first().waitFor({ state: "attached" });
      await list(four, CLAIM).selectOption(`${at(REMOTE)} state/buttonevent eq 1002`);
      await picture(page, "rule-conditions");
      await closeDialog(page);
      const [conditions] = await saved<[Row[]]>(page, "rule", "conditions");
      assert.deepEqual(
        conditions.map(({ item, operator, value, already, each }) => [item, operator, value, already, each]),
        [
          ["state/temperature", "gt", "21.5", undefined, undefined],
          ["state/on", "eq", "true", "PT00:01:30", undefined],
          ["localtime", "in", "W124/T22:30:00/T06:00:00", undefined, undefined],
          ["state/buttonevent", "eq", "1002", undefined, "yes"],
        ],
      );
      await deploy(page, house);
      await house.status("rule", /waits/);
      const [rule] = Object.values<{ conditions: Row[] }>(await home.get("/rules"));
      assert.deepEqual(
        rule?.conditions.map(({ operator, value }) => `${operator} ${value ?? ""}`.trim()),
        ["gt 2150", "eq true", "stable PT00:01:30", "in W124/T22:30:00/T06:00:00", "eq 1002", "dx"],
      );
    },
  ));

test("a flag that was made for a rule goes when its dialog is cancelled, and stays when it is kept", () =>
  withFlow(
    [...EMPTY, flowNode("rule", "zigbee-gateway-rule", { gateway: "gw", declares: "Rule" })],
    {},
    async (page) => {
      const made = async () => {
        const [sensors, rules] = [await home.get("/sensors"), await home.get("/rules")];
        const flags = Object.values<{ modelid?: string }>(sensors).filter(({ modelid }) => modelid === "HeldNumber");
        const own = Object.values<{ name: string }>(rules).filter(({ name }) => name.includes("> 21.5"));
        return `${flags.length} flag, ${own.length} rules`;
      };
      for (const [button, left] of [
        ["#node-dialog-cancel", "0 flag, 0 rules"],
        ["#node-dialog-ok", "1 flag, 2 rules"],
      ] as const) {
        await openDialog(page, "rule");
        const one = row(page, "conditions", 0);
        await pick(subject(one), at(MOTION));
        await choose(one, CLAIM, "Temperature is above");
        await page.locator(".zg-rule-outcome", { hasText: /^Temperature is above: how much\?$/ }).waitFor();
        await picture(page, "rule-how-much");
        await one.locator('input[type="number"]').fill("21.5");
        await one.locator("label", { hasText: "for some time" }).click();
        await page.waitForFunction(
          (input) => (input as HTMLInputElement | null)?.value.includes("> 21.5"),
          await subject(one).elementHandle(),
        );
        assert.equal(await made(), "1 flag, 2 rules");
        await one.locator(".zg-rule-kept", { hasText: /temperature of .+ is above 21\.5 °C/ }).waitFor();
        await picture(page, "rule-held");
        await closeDialog(page, button);
        await eventually(async () => (await made()) === left);
      }
    },
  ));

test("each kind of resource has actions of its own; rows change places and go, and none is needed", () =>
  withFlow(
    [...EMPTY, flowNode("rule", "zigbee-gateway-rule", { gateway: "gw", declares: "Rule" })],
    {},
    async (page) => {
      const [{ success }] = await home.post("/groups", { name: "Downstairs" });
      await home.put(`/groups/${success.id}`, { lights: [at(LAMP).slice("/lights/".length)] });
      for (const name of ["Evening", "Night"]) await home.post(`/groups/${success.id}/scenes`, { name });
      await openDialog(page, "rule");
      const [scene, body, hook] = [0, 1, 2].map((index) => row(page, "actions", index)) as [Locator, Locator, Locator];
      await pick(subject(row(page, "conditions", 0)), at(MOTION));
      const chosen = () => list(scene, "Scene").locator("option:checked").textContent();
      await pick(subject(scene), `/groups/${success.id}`);
      await choose(scene, DOES, "recall a scene");
      assert.equal(await chosen(), "Evening", "the first one of the room");
      await choose(scene, "Scene", "Night");
      assert.equal(await chosen(), "Night");
      await pick(subject(scene), `/groups/${success.id}/scenes/1`); // or the scene at once
      assert.equal(await chosen(), "Evening");
      await pick(subject(body), at(LAMP));
      await choose(body, DOES, "as in the API (JSON)");
      await body.locator("textarea").fill('{"bri": 7}');
      await pick(subject(hook), "webhook");
      await hook.locator('input[aria-label="Address"]').fill("http://example.org/hook");
      await hook.getByRole("button", { name: "Earlier" }).click();
      await picture(page, "rule-actions");
      await closeDialog(page);
      const [actions] = await saved<[Row[]]>(page, "rule", "actions");
      assert.deepEqual(
        actions.map(({ does, value, valueName, method, url }) => [does, value, valueName, method, url]),
        [
          ["scene", "1", "Evening", undefined, undefined],
          ["webhook", "{}", undefined, "POST", "http://example.org/hook"],
          ["body", '{"bri": 7}', undefined, undefined, undefined],
        ],
      );
      await openDialog(page, "rule");
      await row(page, "actions", 3).waitFor();
      for (const left of [2, 1, 0]) {
        await row(page, "actions", 0).getByRole("button", { name: "Remove this" }).click();
        await row(page, "actions", left + 1).waitFor({ state: "detached" });
      }
      await closeDialog(page);
      assert.deepEqual(await saved(page, "rule", "actions", "valid"), [[], true]);
    },
  ));

test("a dialog that was only looked at changes nothing, also where resources are missing", () => {
  const lost = { address: "/sensors/99", uniqueid: "gone", resourceName: "Attic", house: "" };
  const clock = { address: "/config", uniqueid: "", resourceName: "", house: "" };
  const conditions = [
    { ...lost, item: "state/presence", operator: "eq", value: "true" },
    { ...lost, item: "state/temperature", operator: "gt", value: "21.5" },
    { ...picked(MOTION), item: "state/presence", operator: "ddx", value: "PT00:10:00" },
    { ...clock, item: "localtime", operator: "not in", value: "T22:00:01/T06:00:00" },
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
    ...{ gateway: "gw", declares: "Rule", declaredName: "Kept", conditions, actions, periodic: "" },
    ...{ inputs: 0, outputs: 1 },
  };
  const picks = { version: NEWEST, name: "", address: "", uniqueid: "", resourceName: "", house: "" };
  return withFlow([...EMPTY, flowNode("rule", "zigbee-gateway-rule", { ...picks, ...saying })], {}, async (page) => {
    await openDialog(page, "rule");
    const first = row(page, "conditions", 0);
    await subject(first).waitFor();
    await settled(page);
    assert.equal(await subject(first).inputValue(), "Attic (not there now)");
    const sceneIn = (index: number) =>
      list(row(page, "actions", index), "Scene")
        .locator("option:checked")
        .textContent();
    assert.equal(await sceneIn(3), "Evening", "by its name: in another house it had another id");
    assert.equal(await sceneIn(4), "Scene Movie is gone: choose another one", "scene 1 is called otherwise here");
    await picture(page, "rule-missing");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "rule", "conditions", "actions", "changed"), [conditions, actions, false]);
  });
});

test("one name is enough: the rule's is the node's, also where an older flow gave the node another", () => {
  const condition = { ...picked(MOTION), item: "state/presence", operator: "eq", value: "true" };
  const rule = flowNode("rule", "zigbee-gateway-rule", {
    ...{ gateway: "gw", name: "Old label", declares: "Rule", declaredName: "Night light", conditions: [condition] },
    ...{ actions: [], inputs: 0, outputs: 1 },
  });
  return withFlow([...EMPTY, rule], {}, async (page) => {
    await page.locator('g[id="rule"]', { hasText: "Night light" }).waitFor();
    await openDialog(page, "rule");
    const names = page.locator("#dialog-form").getByLabel("Name", { exact: true });
    assert.equal(await names.filter({ visible: true }).count(), 1);
    assert.equal(await names.filter({ visible: true }).inputValue(), "Night light");
    await names.filter({ visible: true }).fill("Hall at night");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "rule", "name", "declaredName"), ["", "Hall at night"]);
    await page.locator('g[id="rule"]', { hasText: "Hall at night" }).waitFor();
    await openDialog(page, "rule");
    await page.selectOption("#node-input-declares", "");
    assert.equal(
      await names.filter({ visible: true }).count(),
      1,
      "of a rule that is there the node may be called otherwise",
    );
    await closeDialog(page, "#node-dialog-cancel");
  });
});

test("a rule that is there is followed; an input moves the wire of its firings to the second output", async () => {
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
    await page.locator("#zigbee-gateway-rule-editor .zg-rule-sentence", { hasText: "come or go" }).waitFor();
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

test("a gateway that does not run yet names the step that comes first", () =>
  withFlow(EMPTY, {}, async (page) => {
    await dragNode(page, "zigbee-gateway-rule", 240, 160);
    const [id = ""]: string[] = await page.evaluate("RED.nodes.filterNodes({}).map(({ id }) => id)");
    await openDialog(page, id);
    await page.click("#node-input-btn-gateway-add");
    await page.locator("#node-config-dialog-ok").waitFor();
    await settled(page);
    await closeDialog(page, "#node-config-dialog-ok");
    await page.locator("#zigbee-gateway-rule-editor", { hasText: /once the gateway is running/ }).waitFor();
    await picture(page, "rule-not-yet");
    await closeDialog(page, "#node-dialog-cancel");
  }));

for (const { look, ...options } of LOOKS) {
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

test("a rule form that asks for the sun before the place is known asks for the place right there", () =>
  withFlow(
    [
      ...[TAB, gatewayNode("nowhere")], // of the other one it has been said
      flowNode("rule", "zigbee-gateway-rule", { gateway: "nowhere", declares: "Rule" }),
    ],
    {},
    async (page) => {
      await openDialog(page, "rule");
      const one = row(page, "conditions", 0);
      await openList(subject(one));
      await subject(one).fill("dark"); // is no key that makes darker
      await page.locator(".zg-pick-row", { hasText: "Sunrise, sunset, dark outside" }).waitFor();
      await page.keyboard.press("Enter");
      await one.getByLabel("Town").click();
      await page.keyboard.type("Munich");
      await one.locator(".zg-where-sun", { hasText: "(Europe/Berlin)" }).waitFor();
      await one.getByRole("button", { name: "Set the place" }).click();

      await one.locator(".zg-pick-about", { hasText: "Outside, by the sun" }).waitFor();
      assert.match((await list(one, CLAIM).locator("option:checked").textContent()) ?? "", /sun|dark|day/);
      await closeDialog(page, "#node-dialog-cancel");
    },
  ));
