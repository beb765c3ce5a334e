/** A person wires a remote to a lamp in the editor, and the dialogs of the flow nodes keep their choices. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { NEWEST } from "../../../nodes/shared/versions.ts";
import {
  closeDialog,
  deploy,
  dragNode,
  type EditorOptions,
  openDialog,
  picture,
  settled,
  wire,
} from "../../support/browser.ts";
import {
  LOOKS,
  looked,
  offered,
  openList,
  pick,
  picker,
  type Run,
  saved,
  unfold,
  wires,
  withFlow as withFlowOn,
} from "../../support/dialogs.ts";
import { assertGestures, countGestures } from "../../support/gestures.ts";
import { eventually, type FlowNode, flowNode, gatewayNode, sink, TAB } from "../../support/node-red.ts";
import { openVirtualHouse } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const LAMP = `${MAC.hallLamp}-01`;
const COLOUR = `${MAC.colourLamp}-0b`;
const NO_RULES = "no rules yet: this node can make one of its own";
const REMOTE = `${MAC.remote}-01-1000`;
const DIMMER = `${MAC.dimmer}-02-fc00`;
const SENT =
  /^→ msg.payload = \d+(\.\d+)?, msg.unit = "°C"\s+msg.topic = "\/sensors\/\d+"\s+msg.data.name = "Living room thermostat"$/;
const THERMOSTAT = `${MAC.thermostat}-01-0201`;
const EMPTY = [TAB, gatewayNode("gw", { radio: "virtual" })];
const NODES = ["sensor", "button", "light", "pairing"] as const;

const { browser, house, home } = await openVirtualHouse({ flow: EMPTY });
const addresses = new Map<string, string>(); // unique id → where it is

before(async () => {
  for (const family of ["lights", "sensors"]) {
    const all: Record<string, { uniqueid: string }> = await home.get(`/${family}`);
    for (const [id, { uniqueid }] of Object.entries(all)) addresses.set(uniqueid, `/${family}/${id}`);
  }
});

const at = (uniqueid: string) => addresses.get(uniqueid) ?? "";
const picked = (uniqueid: string) => ({ address: at(uniqueid), uniqueid, resourceName: "As it was" });

const withFlow = (flow: readonly FlowNode[], options: EditorOptions, run: Run) =>
  withFlowOn({ browser, house }, flow, options, run);

const choose = (page: Page, type: string, uniqueid: string) => pick(picker(page, type), at(uniqueid));

async function dragAndOpen(page: Page, type: string, x: number): Promise<void> {
  await dragNode(page, type, x, 160);
  await page.keyboard.press("Enter"); // it is selected
  await page.locator("#node-input-gateway").waitFor({ state: "attached" });
  await settled(page);
}

test("a remote is wired to a lamp by hand, and switches it: the remote by a press of its key", () =>
  withFlow(EMPTY, {}, async (page) => {
    const gestures = await countGestures(page);
    await dragAndOpen(page, "zigbee-gateway-button", 200);
    assert.equal(await page.inputValue("#node-input-gateway"), "gw", "there is only one");
    const hint = page.locator(".zg-pick-hint", { hasText: "Press a key on the remote now" });
    await hint.filter({ hasText: "press it in the sidebar under “Virtual”" }).waitFor();
    await picture(page, "by-hand-press");
    await home.turn(MAC.remote, { press: "toggle" });
    await page.locator("#zigbee-gateway-button-buttons-1:checked").waitFor();
    assert.equal(await picker(page, "button").getAttribute("data-value"), at(REMOTE));
    assert.equal(await page.isChecked("#zigbee-gateway-button-gestures-short_release"), true);
    await picture(page, "by-hand-button");
    await closeDialog(page);
    await dragAndOpen(page, "zigbee-gateway-light", 480);
    await page.locator(`.zg-pick-place [data-address="${at(LAMP)}"]`).click();
    await closeDialog(page);
    const ids: string[] = await page.evaluate("RED.nodes.filterNodes({}).map(({ id }) => id)");
    const [button = "", light = ""] = ids;
    await wire(page, button, 0, light);
    assert.deepEqual(await wires(page), [[0, light]]);
    await deploy(page, house);
    await assertGestures(gestures, "empty flow, remote toggles lamp", 10);
    assert.deepEqual(await saved(page, button, "uniqueid", "buttons", "gestures"), [REMOTE, "1", "short_release"]);
    await house.status(button, /^(waits for a press|On\/off: short press)/);
    for (const on of [1, 0]) {
      await home.turn(MAC.remote, { press: "toggle" });
      await eventually(async () => (await home.attribute(MAC.hallLamp, "1/genOnOff.onOff")) === on);
    }
    const labels = page.locator(".red-ui-flow-node-status-label");
    await labels.filter({ hasText: /^off$/ }).waitFor({ state: "attached" });
    const label = (name: string) => page.locator(".red-ui-flow-node-label-text", { hasText: name });
    const { name } = await home.resource("lights", LAMP);
    await label(name).waitFor({ state: "attached" });
    await home.put(`/lights/${LAMP}`, { name: "Lamp by the door" });
    await label("Lamp by the door").waitFor({ state: "attached" });
    await page.locator("#red-ui-header-button-deploy.disabled").waitFor(); // there is nothing to deploy
    await home.put(`/lights/${LAMP}`, { name });
    await label(name).waitFor({ state: "attached" });
    await picture(page, "by-hand");
  }));

test("a schedule at sunset is wired to a lamp by hand", () => {
  const inBerlin = { radio: "virtual", latitude: "52.52", longitude: "13.41", timezone: "Europe/Berlin" };
  return withFlow([TAB, gatewayNode("gw", inBerlin)], {}, async (page) => {
    const gestures = await countGestures(page);
    await dragAndOpen(page, "zigbee-gateway-schedule", 200);
    await page.locator("#zigbee-gateway-schedule-editor select").first().selectOption("sunset");
    await closeDialog(page);
    await dragAndOpen(page, "zigbee-gateway-light", 480);
    await page.locator(`.zg-pick-place [data-address="${at(LAMP)}"]`).click();
    await closeDialog(page);
    const [schedule = "", light = ""]: string[] = await page.evaluate("RED.nodes.filterNodes({}).map(({ id }) => id)");
    await wire(page, schedule, 0, light);
    await deploy(page, house);
    await assertGestures(gestures, "sunset switches a light, by wire", 11);
    await house.status(schedule, /^next: /);
    const names = ["time", "payload", "payloadType"];
    assert.deepEqual(await saved(page, schedule, ...names), ["W127/sunset", "true", "bool"]);
  });
});

test("a node of which nothing is chosen is marked; one that needs no choice is not", () => {
  const bare = (id: string, more: object = {}) =>
    flowNode(id, `zigbee-gateway-${id.replace(/2$/, "")}`, { gateway: "gw", ...more });
  const request = { method: "GET", address: "", bodyType: "msg", body: "payload" };
  const lacking = [...["light", "sensor", "button", "scene"].map((id) => bare(id)), bare("request", request)];
  const whole = [
    bare("light2", picked(LAMP)),
    bare("scene2", { target: "message" }),
    bare("sensor2", { declares: "CLIPFire" }),
    bare("request2", { ...request, method: "" }),
  ];
  return withFlow([...EMPTY, ...lacking, ...whole], {}, async (page) => {
    const invalid = await page.evaluate("RED.nodes.filterNodes({}).filter(({ valid }) => !valid).map(({ id }) => id)");
    assert.deepEqual((invalid as string[]).sort(), ["button", "light", "request", "scene", "sensor"]);
  });
});

test("presses of the chosen remote are shown live, and can be taken; presses of another remote are not shown", () => {
  const remote = { gateway: "gw", ...picked(DIMMER) };
  return withFlow([...EMPTY, flowNode("button", "zigbee-gateway-button", remote)], {}, async (page) => {
    await openDialog(page, "button");
    const live = page.locator("#zigbee-gateway-button-live");
    await live.filter({ hasText: "Press a key now" }).waitFor();
    await page.locator("#zigbee-gateway-button-buttons-4").waitFor();
    const messages = page.locator("#zigbee-gateway-button-message");
    await messages.filter({ hasText: /One press of “On” sends:.*"press".*"short_release".*does: "on"/s }).waitFor();
    await home.turn(MAC.remote, { press: "toggle" });
    await home.turn(MAC.dimmer, { press: "off_press" });
    await live.filter({ hasText: "Just now: Off, " }).waitFor();
    await messages.filter({ hasText: /Just sent:.*button: 4/s }).waitFor();
    assert.equal(await page.locator("#dialog-form :checked[type=checkbox]").count(), 0, "looking chooses nothing");
    await picture(page, "button-live");
    await live.getByRole("button", { name: "Only this" }).click();
    await closeDialog(page);
    assert.deepEqual(await saved(page, "button", "uniqueid", "buttons", "gestures"), [DIMMER, "4", "short_release"]);
  });
});

test("outputs of a remote keep their wires when gestures come and go", () => {
  const remote = { gateway: "gw", ...picked(DIMMER), gestures: "short_release,hold", outputs: 2 };
  const flow = [...EMPTY, flowNode("button", "zigbee-gateway-button", { ...remote, wires: [["one"], ["two"]] })];
  const place = (id: string, y: number) => ({ ...sink(id), x: 400, y });
  return withFlow([...flow, place("one", 60), place("two", 160)], {}, async (page) => {
    const tick = "#zigbee-gateway-button-gestures-";
    await openDialog(page, "button");
    await page.locator(`${tick}press`).check();
    await closeDialog(page);
    assert.deepEqual(await saved(page, "button", "gestures", "outputs"), ["short_release,hold,press", 3]);
    assert.deepEqual(await wires(page), [
      [0, "one"],
      [1, "two"],
    ]);
    await openDialog(page, "button");
    await page.locator(`${tick}short_release`).uncheck();
    await closeDialog(page);
    assert.deepEqual(await saved(page, "button", "gestures", "outputs"), ["hold,press", 2]);
    assert.deepEqual(await wires(page), [[0, "two"]]);
    await openDialog(page, "button");
    for (const name of ["hold", "press"]) await page.locator(tick + name).uncheck();
    await closeDialog(page);
    assert.deepEqual(await saved(page, "button", "gestures", "outputs"), ["", 1]);
    assert.deepEqual(await wires(page), [[0, "two"]], "one output for all");
  });
});

test("a sensor that is chosen comes with its main value first; an input moves its wire to the second output", () => {
  const flow = [
    ...EMPTY,
    flowNode("sensor", "zigbee-gateway-sensor", { gateway: "gw", wires: [["one"]] }),
    { ...sink("one"), x: 400 },
  ];
  return withFlow(flow, {}, async (page) => {
    await openDialog(page, "sensor");
    await choose(page, "sensor", THERMOSTAT);
    const ticked = page.locator("#zigbee-gateway-sensor-members input:checked");
    await page
      .locator("#zigbee-gateway-sensor-members label:has(:checked)", { hasText: /^Temperature.+°C$/ })
      .waitFor();
    assert.equal(await ticked.count(), 1);
    await page.locator("#zigbee-gateway-sensor-message", { hasText: SENT }).waitFor(); // as it is now
    await page.locator("#zigbee-gateway-sensor-members [data-member=battery]").check();
    await unfold(page);
    await page.check("#zigbee-gateway-sensor-asks");
    await closeDialog(page);
    const names = ["uniqueid", "members", "inputs", "outputs"];
    assert.deepEqual(await saved(page, "sensor", ...names), [THERMOSTAT, "temperature,battery", 1, 2]);
    assert.deepEqual(await wires(page), [[1, "one"]]);
    await openDialog(page, "sensor");
    await page.locator("#zigbee-gateway-sensor-members [data-member=battery]:checked").waitFor();
    assert.equal(await ticked.count(), 2, "as it was saved");
    await page.uncheck("#zigbee-gateway-sensor-asks");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "sensor", ...names), [THERMOSTAT, "temperature,battery", 0, 1]);
    assert.deepEqual(await wires(page), [[0, "one"]]);
    await openDialog(page, "sensor");
    const isAsked = () => page.isChecked("#zigbee-gateway-sensor-asks");
    await page.selectOption("#node-input-declares", "CLIPHumidity");
    await page.locator("#zigbee-gateway-sensor-send", { hasText: "a number, e.g. 48. The first output" }).waitFor();
    assert.equal(await isAsked(), true);
    await page.selectOption("#node-input-declares", "");
    assert.equal(await isAsked(), false, "as before: only a virtual one has an input that nobody asked for");
    await page.selectOption("#node-input-declares", "CLIPHumidity");
    await page.fill("#node-input-declaredName", "Soil");
    await closeDialog(page);
    const declared = await saved(page, "sensor", "declares", "declaredName", "members", "inputs", "outputs");
    assert.deepEqual(declared, ["CLIPHumidity", "Soil", "humidity", 1, 2]);
    await deploy(page, house);
    await page.locator(".red-ui-flow-node-status-label", { hasText: /^no value yet$/ }).waitFor({ state: "attached" });
  });
});

test("of a device with several sensors a search takes the main one, and the node says which of the others it is", () =>
  withFlow([...EMPTY, flowNode("sensor", "zigbee-gateway-sensor", { gateway: "gw" })], {}, async (page) => {
    const label = page.locator(".red-ui-flow-node-label-text");
    const pickTyped = async (typed: string) => {
      await openDialog(page, "sensor");
      await openList(picker(page, "sensor"));
      await picker(page, "sensor").fill(typed);
      await page.locator(".zg-pick-row").first().waitFor();
      await page.keyboard.press("Enter");
      await closeDialog(page);
      const [uniqueid = "", measures = ""] = await saved<string[]>(page, "sensor", "uniqueid", "measures");
      return [uniqueid.slice(0, MAC.motion.length), uniqueid.slice(-4), measures];
    };
    assert.deepEqual(await pickTyped("motion"), [MAC.motion, "0406", ""]);
    assert.deepEqual(await pickTyped("hue temperature"), [MAC.motion, "0402", "Temperature"]);
    await label.filter({ hasText: /. · Temperature$/ }).waitFor({ state: "attached" });
  }));

test("the dialog of pairing lets devices in right there", () => {
  const flow = [...EMPTY, flowNode("pairing", "zigbee-gateway-pairing", { gateway: "gw", seconds: "120" })];
  return withFlow(flow, {}, async (page) => {
    await openDialog(page, "pairing");
    const here = page.locator("#zigbee-gateway-pairing-here");
    await here.getByRole("button", { name: /^Let devices in for/ }).click();
    await here.locator(".zg-window").waitFor();
    await here.getByText("No new device yet.").waitFor();
    await picture(page, "pairing-here");
    await here.getByRole("button", { name: "Close now" }).click();
    await here.locator(".zg-window").waitFor({ state: "detached" });
    await closeDialog(page);
    assert.deepEqual(await saved(page, "pairing", "seconds"), ["120"]);
  });
});

test("a saved resource that is not there now stays, in every dialog", () => {
  const lost = { gateway: "gw", address: "/sensors/99", uniqueid: "gone", resourceName: "Attic" };
  const flow = [
    ...EMPTY,
    flowNode("sensor", "zigbee-gateway-sensor", { ...lost, members: "temperature" }),
    flowNode("button", "zigbee-gateway-button", { ...lost, y: 200, gestures: "many", buttons: "7" }),
    flowNode("light", "zigbee-gateway-light", { ...lost, y: 300, address: "/lights/99", x: 150 }),
    flowNode("event", "zigbee-gateway-event", { ...lost, y: 60, x: 300 }),
  ];
  return withFlow(flow, {}, async (page) => {
    for (const id of ["sensor", "button", "light", "event"]) {
      const before = await saved(page, id, "address", "uniqueid", "resourceName", "members", "gestures", "buttons");
      await openDialog(page, id);
      assert.equal(await picker(page, id).inputValue(), "Attic (not there now)");
      await closeDialog(page);
      assert.deepEqual(
        await saved(page, id, "address", "uniqueid", "resourceName", "members", "gestures", "buttons"),
        before,
      );
    }
  });
});

/** The event that would have come out is told in words; the message itself is folded away, unless it was opened before. */
async function unfoldMessage(preview: Locator): Promise<void> {
  const key = preview.getByRole("button", { name: "The message" });
  await key.waitFor();
  if ((await key.getAttribute("aria-expanded")) === "false") await key.click();
}

test("the event's dialog offers the resources of its family, and all of them without one", () =>
  withFlow([...EMPTY, flowNode("event", "zigbee-gateway-event", { gateway: "gw" })], {}, async (page) => {
    await openDialog(page, "event");
    await openList(picker(page, "event"));
    const all = (await offered(page)).length;
    await page.keyboard.press("Escape");
    await page.selectOption("#zigbee-gateway-event-wish", "own");
    await page.selectOption("#node-input-family", "lights");
    await openList(picker(page, "event"));
    assert.ok((await offered(page)).length < all);
    await choose(page, "event", LAMP);
    await page.selectOption("#node-input-section", "state");
    const members = page.locator("#zigbee-gateway-event-members option");
    assert.ok((await members.evaluateAll((list) => list.map((each) => each.getAttribute("value")))).includes("bri"));
    const preview = page.locator("#zigbee-gateway-event-preview");
    await preview
      .filter({ hasText: "None of this has happened" })
      .or(preview.filter({ hasText: "Would have come out last" }))
      .waitFor();
    const { bri = 0 } = (await home.get(at(LAMP))).state;
    await home.put(`${at(LAMP)}/state`, { on: true, bri: bri > 100 ? 50 : 200 });
    await unfoldMessage(preview);
    await preview.filter({ hasText: `msg.topic = "${at(LAMP)}/state"` }).waitFor();
    await page.selectOption("#node-input-event", "deleted");
    await preview.filter({ hasText: "None of this has happened" }).waitFor();
    await picture(page, "event-preview");
    await page.selectOption("#node-input-event", "");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "event", "family", "uniqueid", "section"), ["lights", LAMP, "state"]);
  }));

test("the event that the user wants chooses kind, value and the resources that tell it; a payload has units of people", () =>
  withFlow(
    [...EMPTY, flowNode("event", "zigbee-gateway-event", { gateway: "gw", version: 5, units: "human" })],
    {},
    async (page) => {
      const wish = page.locator("#zigbee-gateway-event-wish");
      await openDialog(page, "event");
      assert.deepEqual([await wish.inputValue(), await page.isVisible("#node-input-family")], ["anything", false]);
      await choose(page, "event", LAMP);
      const { bri = 0 } = (await home.get(at(LAMP))).state;
      await home.put(`${at(LAMP)}/state`, { on: true, bri: bri > 100 ? 76 : 203 });
      const preview = page.locator("#zigbee-gateway-event-preview");
      await preview.filter({ hasText: "Would have come out last" }).waitFor();
      assert.equal(await preview.locator("pre").isVisible(), false, "the message is folded");
      await unfoldMessage(preview);
      await preview.filter({ hasText: `bri: ${bri > 100 ? 30 : 80}` }).waitFor();
      await wish.selectOption("renamed");
      assert.notEqual(await picker(page, "event").getAttribute("data-value"), "", "a lamp has a name");
      const { name } = await home.get(at(LAMP));
      await home.put(at(LAMP), { name: "Reading lamp" });
      await preview.filter({ hasText: "Reading lamp" }).waitFor();
      await unfoldMessage(preview);
      await preview.filter({ hasText: 'name: "Reading lamp"' }).waitFor();
      await picture(page, "event-renamed");
      await home.put(at(LAMP), { name });
      await wish.selectOption("open");
      assert.equal(await picker(page, "event").getAttribute("data-value"), "", "a lamp is no door");
      await openList(picker(page, "event"));
      const doors = await offered(page);
      assert.ok(doors.every((address) => !address.startsWith("/lights/")));
      const rooms: Record<string, { name: string }> = await home.get("/groups");
      const [room = ""] = Object.entries(rooms).find(([, group]) => group.name === "Bedroom") ?? [];
      assert.ok(room);
      assert.equal(doors.includes(`/groups/${room}`), false, "in that room is no door");
      await page.keyboard.press("Escape");
      await page.selectOption("#node-input-becomes", "true");
      await picture(page, "event-wish");
      await closeDialog(page);
      const told = await saved(page, "event", "family", "section", "member", "address");
      assert.deepEqual(told, ["sensors", "state", "open", ""]);
      assert.deepEqual(await saved(page, "event", "becomes"), ["true"]);
      assert.match((await page.locator("#event").textContent()) ?? "", /a door or window opens(?! or)/);
      await openDialog(page, "event");
      assert.equal(await page.inputValue("#node-input-becomes"), "true");
      assert.equal(await wish.inputValue(), "open");
      await wish.selectOption("own");
      assert.equal(await page.inputValue("#node-input-member"), "open", "whoever chooses by hand begins there");
      await closeDialog(page);
    },
  ));

test("of a room an event node tells all that is in it, unless the user wants only the room", async () => {
  const [{ success }] = await home.post("/groups", { name: "Bathroom floor" });
  const group = `/groups/${success.id}`;
  await home.put(group, { lights: [at(LAMP).slice("/lights/".length)] });
  await withFlow([...EMPTY, flowNode("event", "zigbee-gateway-event", { gateway: "gw" })], {}, async (page) => {
    const [tick, preview] = [page.locator("#node-input-within"), page.locator("#zigbee-gateway-event-preview")];
    await openDialog(page, "event");
    await picker(page, "event").waitFor();
    assert.equal(await tick.isVisible(), false);
    await home.post("/groups", { name: "Corner" });
    await preview.filter({ hasText: /Corner: is new \(.+\)/ }).waitFor(); // and its kind
    await choose(page, "event", LAMP);
    assert.equal(await tick.isVisible(), false);
    await page.selectOption("#zigbee-gateway-event-wish", "light");
    await pick(picker(page, "event"), group);
    assert.deepEqual([await tick.isChecked(), await tick.isDisabled()], [true, true], "a room is no light");
    const { bri = 0 } = (await home.get(at(LAMP))).state;
    await home.put(`${at(LAMP)}/state`, { on: true, bri: bri > 100 ? 50 : 200 });
    await preview.filter({ hasText: "Hall lamp" }).waitFor();
    await picture(page, "event-room");
    await page.selectOption("#zigbee-gateway-event-wish", "anything");
    assert.equal(await tick.isDisabled(), false);
    await closeDialog(page);
    assert.deepEqual(await saved(page, "event", "address", "within"), [group, true]);
  });
});

test("the picker finds a resource by its name, room, product and kind, by keyboard; by looking nothing is lost", () =>
  withFlow(
    [...EMPTY, flowNode("light", "zigbee-gateway-light", { gateway: "gw", ...picked(LAMP) })],
    {},
    async (page) => {
      const [{ success }] = await home.post("/groups", { name: "Attic", type: "Room" });
      await home.put("/groups/1", { lights: [] }); // it moves
      await home.put(`/groups/${success.id}`, { lights: [at(COLOUR).slice("/lights/".length)] });
      await openDialog(page, "light");
      const says = page.locator("#zigbee-gateway-light-says");
      assert.match(
        (await says.textContent()) ?? "",
        /^msg\.payload can be "on", .+more than 100 counts as 100\. A button node /,
      );
      await page.selectOption("#node-input-does", "toggle");
      assert.equal(await says.isVisible(), false, "the message says nothing then");
      await page.selectOption("#node-input-does", "");
      await unfold(page);
      await page.selectOption("#node-input-units", "api");
      await says.filter({ hasText: "more than 254 counts as 254" }).waitFor();
      await page.selectOption("#node-input-units", "human");
      await picture(page, "light-says");
      const field = picker(page, "light");
      await openList(field);
      assert.doesNotMatch(await page.locator(".zg-pick-place").innerText(), /ZHA|CLIP/, "no names of types are told");
      await picture(page, "picker");
      await page.evaluate("document.querySelector('#node-dialog-ok').focus()"); // as the editor does when a dialog has slid in
      await page.locator(".zg-pick-place [role=option]").first().waitFor();
      assert.equal(await field.evaluate((input) => input === document.activeElement), true);
      for (const typed of ["attic color", "blind", "plug"]) {
        await field.fill(typed);
        await page.locator(".zg-pick-row").first().waitFor();
        assert.ok((await offered(page)).length < 4, typed);
        const said = (await page.locator(".zg-pick-row").first().innerText()).toLowerCase();
        assert.ok(
          typed.split(" ").every((word) => said.includes(word)),
          `${typed}: ${said}`,
        );
      }
      await field.fill("attic lamp");
      await picture(page, "search");
      await page.keyboard.press("Enter");
      assert.equal(await field.getAttribute("data-value"), at(COLOUR));
      await page.keyboard.press("ArrowDown");
      await page.keyboard.type("nothing like it");
      await page.locator(".zg-pick-empty", { hasText: "No light and no room matches “nothing like it”." }).waitFor();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".zg-pick-place").count(), 0);
      assert.equal(await page.isVisible("#node-dialog-ok"), true, "the dialog is still there");
      assert.equal(await field.getAttribute("data-value"), at(COLOUR));
      await page.getByRole("button", { name: /^Make it blink/ }).click();
      await eventually(async () => Number(await home.attribute(MAC.colourLamp, "11/genIdentify.identifyTime")) > 0);
      await closeDialog(page);
      assert.deepEqual(await saved(page, "light", "uniqueid"), [COLOUR]);
    },
  ));

test("a node without a version opens as it runs, and is saved in this one; a newer one says so", () => {
  const old = { gateway: "gw", outputs: 1 };
  const newer = { ...old, ...picked(LAMP), version: 7, does: "on", y: 200 };
  const flow = [
    ...EMPTY,
    flowNode("light", "zigbee-gateway-light", { ...newer, id: "light" }),
    flowNode("rule", "zigbee-gateway-rule", { ...old, ...picked(LAMP), address: "/rules/9", uniqueid: "", y: 300 }),
    flowNode("sensor", "zigbee-gateway-sensor", { ...old, x: 300 }),
  ];
  return withFlow(flow, {}, async (page) => {
    await openDialog(page, "sensor");
    assert.equal(await page.inputValue("#node-input-units"), "human");
    assert.equal(await page.inputValue("#node-input-when"), "change");
    await closeDialog(page, "#node-dialog-cancel");
    assert.deepEqual(await saved(page, "sensor", "version", "units"), [undefined, undefined], "nothing was saved");
    await openDialog(page, "sensor");
    await closeDialog(page);
    const names = ["version", "declares", "units", "when", "changed"];
    assert.deepEqual(await saved(page, "sensor", ...names), [NEWEST, "", "human", "change", true]);
    await openDialog(page, "sensor");
    await closeDialog(page);
    await openDialog(page, "rule");
    assert.equal(await page.inputValue("#node-input-declares"), "", "it follows one, as it always did");
    await page.locator("#zigbee-gateway-rule-picked", { hasText: NO_RULES }).waitFor();
    await closeDialog(page);
    assert.deepEqual(await saved(page, "rule", "version", "declares", "address"), [NEWEST, "", "/rules/9"]);
    await openDialog(page, "light");
    await page.locator(".zigbee-gateway-newer", { hasText: "newer version" }).waitFor();
    assert.equal(await page.inputValue("#node-input-units"), "human", "what it does not say any more");
    await picture(page, "newer");
    assert.deepEqual(await saved(page, "light", "version"), [7]);
    await closeDialog(page);
    assert.deepEqual(await saved(page, "light", "version", "does"), [NEWEST, "on"]);
  });
});

const HOSTILE = "<img src=x onerror=stolen=1>"; // as long as a name may be

test("names with code in a flow from elsewhere: none of them runs, in statuses, lists, rows or sentences", async () => {
  const lamp = at(LAMP);
  await home.put(lamp, { name: HOSTILE });
  const [{ success }] = await home.post("/groups", {
    name: HOSTILE,
    type: "Room",
    lights: [lamp.slice("/lights/".length)],
  });
  const group = `/groups/${success.id}`;
  await home.put(group, { lights: [lamp.slice("/lights/".length)] });
  await home.post(`${group}/scenes`, { name: HOSTILE });
  const hostile = { gateway: "gw", name: HOSTILE, info: HOSTILE };
  const gone = { address: `/lights/${HOSTILE}`, uniqueid: HOSTILE, resourceName: HOSTILE, house: HOSTILE };
  const here = { address: lamp, uniqueid: LAMP, resourceName: HOSTILE };
  const row = { ...here, item: "state/on", operator: "eq", value: "true" };
  const rows = { conditions: [row, { ...row, ...gone, item: HOSTILE, operator: HOSTILE, value: HOSTILE }] };
  const deeds = [
    { ...here, does: "off" },
    { ...gone, does: HOSTILE, value: HOSTILE, valueName: HOSTILE },
  ];
  const NODES_WITH: Readonly<Record<string, object>> = {
    sensor: { ...gone, members: HOSTILE },
    button: { ...gone, buttons: HOSTILE, gestures: HOSTILE },
    light: here,
    pairing: { seconds: HOSTILE },
    scene: { address: group, resourceName: HOSTILE, scene: HOSTILE, sceneName: HOSTILE },
    rule: { declares: "Rule", declaredName: HOSTILE, ...rows, actions: deeds },
    schedule: { declares: "Schedule", declaredName: HOSTILE, time: HOSTILE },
    touchlink: { does: HOSTILE },
    event: { ...gone, families: HOSTILE, types: HOSTILE },
    request: { method: HOSTILE, address: HOSTILE },
  };
  const flow = Object.entries(NODES_WITH).map(([type, more], index) =>
    flowNode(type, `zigbee-gateway-${type}`, { ...hostile, ...more, x: 160, y: 60 * (index + 1) }),
  );
  const gateway = gatewayNode("gw", { radio: "virtual" });
  await withFlow([{ ...TAB, label: HOSTILE, info: HOSTILE }, gateway, ...flow], {}, async (page) => {
    await page.locator(".red-ui-flow-node-status-label", { hasText: HOSTILE }).first().waitFor({ state: "attached" });
    for (const type of Object.keys(NODES_WITH)) {
      await openDialog(page, type);
      const search = page.locator("#dialog-form [role=combobox]").first();
      if (await search.isVisible()) await search.fill("<img");
      await settled(page);
      await picture(page, `hostile-${type}`);
      assert.equal(await page.locator("#dialog-form img").count(), 0, type);
      await closeDialog(page, "#node-dialog-cancel");
    }
    await openDialog(page, "rule");
    const first = page.locator("#zigbee-gateway-rule-editor .zg-rule-row [role=combobox]").first();
    await first.waitFor();
    assert.equal(await first.inputValue(), HOSTILE);
    assert.equal(await page.locator("#dialog-form img").count(), 0);
    await closeDialog(page, "#node-dialog-cancel");
    assert.equal(await page.evaluate("window.stolen"), undefined);
  });
  await home.put(lamp, { name: "Hall lamp" });
});

test("which radio: the virtual house, none, or an address that is tested first", () =>
  withFlow([...EMPTY, flowNode("event", "zigbee-gateway-event", { gateway: "gw" })], {}, async (page) => {
    const stick = page.locator("#zigbee-gateway-stick-rows");
    const answer = page.locator("#zigbee-gateway-stick");
    const open = async () => {
      await openDialog(page, "event");
      await page.locator("#node-input-btn-gateway-edit").click();
      await page.locator("#node-config-dialog-ok").waitFor();
      await settled(page);
    };
    await open();
    assert.equal(await page.inputValue("#zigbee-gateway-radio"), "virtual");
    assert.match((await page.textContent("#zigbee-gateway-radio-hint")) ?? "", /simulated stick/);
    assert.equal(await stick.isVisible(), false);
    await page.selectOption("#zigbee-gateway-radio", "none");
    assert.match((await page.textContent("#zigbee-gateway-radio-hint")) ?? "", /No Zigbee/);
    await page.selectOption("#zigbee-gateway-radio", "other");
    await page.locator("#zigbee-gateway-path:not(.input-error)").waitFor(); // nothing was typed that could be wrong
    assert.equal(await page.isDisabled("#zigbee-gateway-test"), true, "an address comes first");
    await page.fill("#zigbee-gateway-path", "nonsense");
    await page.press("#zigbee-gateway-path", "Tab");
    await page.locator("#zigbee-gateway-path.input-error").waitFor();
    await page.fill("#zigbee-gateway-path", "tcp://nosuch.local");
    await page.press("#zigbee-gateway-path", "Tab");
    await page.locator("#zigbee-gateway-path.input-error").waitFor(); // its port is missing
    await page.fill("#zigbee-gateway-path", "tcp://127.0.0.1:9");
    await page.locator("#zigbee-gateway-path:not(.input-error)").waitFor();
    await page.click("#zigbee-gateway-test");
    await answer.filter({ hasText: "Nobody listens there." }).waitFor();
    await picture(page, "stick-nobody");
    await page.fill("#zigbee-gateway-path", "/dev/no-such-stick");
    assert.equal(await answer.textContent(), "", "what was said of another one is gone");
    await page.click("#zigbee-gateway-test");
    await answer.filter({ hasText: "It is not there. Plug the stick in" }).waitFor();
    await page.locator("details:has(> .form-row > #node-config-input-adapter) > summary").click();
    await page.selectOption("#node-config-input-adapter", "ember");
    await closeDialog(page, "#node-config-dialog-ok");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "gw", "radio", "adapter"), ["/dev/no-such-stick", "ember"]);
    await open();
    assert.equal(await page.inputValue("#zigbee-gateway-radio"), "other");
    assert.equal(await page.inputValue("#zigbee-gateway-path"), "/dev/no-such-stick");
    await closeDialog(page, "#node-config-dialog-cancel");
    await closeDialog(page, "#node-dialog-cancel");
  }));

test("a stick that is plugged in while the dialog is open is found by another look, and meant", () =>
  withFlow([...EMPTY, flowNode("event", "zigbee-gateway-event", { gateway: "gw" })], {}, async (page) => {
    let sticks: object[] = [];
    await page.route("**/zigbee-gateway/*/sticks", (route) => route.fulfill({ json: sticks }));
    await openDialog(page, "event");
    await page.locator("#node-input-btn-gateway-edit").click();
    const none = page.locator("#zigbee-gateway-no-stick", { hasText: "No stick is plugged into this machine" });
    await page.locator("#zigbee-gateway-radio-hint", { hasText: "on a simulated stick" }).waitFor();
    assert.equal(await none.isVisible(), false, "nobody looks for one");
    await page.selectOption("#zigbee-gateway-radio", "other");
    await none.waitFor();
    await page.locator("#zigbee-gateway-radio-hint", { hasText: "virtual house do not come along" }).waitFor();
    sticks = [{ path: "/dev/serial/by-id/usb-Stick", label: "A stick" }];
    await none.getByRole("button").click();
    await none.waitFor({ state: "hidden" });
    assert.equal(await page.inputValue("#zigbee-gateway-radio"), "/dev/serial/by-id/usb-Stick");
    assert.equal(await page.inputValue("#node-config-input-radio"), "/dev/serial/by-id/usb-Stick");
    await closeDialog(page, "#node-config-dialog-cancel");
    await closeDialog(page, "#node-dialog-cancel");
  }));

for (const { look, ...options } of LOOKS) {
  test(`the dialogs of the flow nodes in ${look}`, () => {
    const name = (what: string) => `${what}-${look}`;
    const flow = [
      ...EMPTY,
      flowNode("sensor", "zigbee-gateway-sensor", { gateway: "gw", ...picked(THERMOSTAT), members: "temperature" }),
      flowNode("button", "zigbee-gateway-button", { gateway: "gw", ...picked(DIMMER), y: 180 }),
      flowNode("light", "zigbee-gateway-light", { gateway: "gw", ...picked(LAMP), y: 260, facts: true, outputs: 2 }),
      flowNode("pairing", "zigbee-gateway-pairing", { gateway: "gw", seconds: "120", y: 340, wires: [[], []] }),
    ];
    return withFlow(flow, options, async (page) => {
      const heading = page.locator("#red-ui-palette-header-zigbee");
      await heading.scrollIntoViewIfNeeded();
      assert.equal((await heading.textContent())?.trim(), "Zigbee");
      for (const node of NODES) {
        const entry = page.locator(`.red-ui-palette-node[data-palette-type="zigbee-gateway-${node}"]`);
        assert.match((await entry.textContent())?.trim() ?? "", options.locale === "de-DE" ? /^[A-ZÄÖÜ]/ : /^[a-z]+$/);
      }
      await picture(page, name("canvas"));
      for (const node of NODES) {
        await openDialog(page, node);
        await looked(page, name(node));
        await closeDialog(page, "#node-dialog-cancel");
      }
    });
  });
}
