/** Pairing by hand in a real browser: the network is opened, new devices join and are named, a flow is made of them, and works. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page, Route } from "playwright-core";
import { accessibilityFaults, faultsInWidth } from "../support/accessibility.ts";
import { closeDialog, deploy, picture } from "../support/browser.ts";
import { pick } from "../support/dialogs.ts";
import { assertGestures, countGestures, type Gestures } from "../support/gestures.ts";
import { goToPanel, keepsFocus, pressAt, tabTo } from "../support/keyboard.ts";
import { eventually, gatewayNode, TAB } from "../support/node-red.ts";
import { ask, openPage, openSidebar, openVirtualHouse, overflow, PHONE, watched } from "../support/panels.ts";
import { MAC } from "../support/virtual-flow.ts";

// biome-ignore lint/suspicious/noExplicitAny: as the API answers
type Seen = any;

const BERLIN = { latitude: "52.52", longitude: "13.41", timezone: "Europe/Berlin" };
const FLOW = [TAB, gatewayNode("gw", { radio: "virtual", announceHost: "127.0.0.1", ...BERLIN }), ask()];
const MOVED_IN_WITH = 8; // groups
const PATIENCE = { timeout: 60_000 };
const BROKEN = /ERR_|404|Failed to load/; // while the gateway is deployed anew its line is away

const { browser, house, home } = await openVirtualHouse({ flow: FLOW });

const tab = (page: Page, name: string) => page.locator(`[data-tab=${name}]`).click();
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name });
const card = (page: Page, mac: string) => page.locator(".zg-newcomer", { hasText: mac });
const seconds = async () => Number((await home.get("/config")).permitjoin);
/** A control far down that gets the focus may scroll only the panel. */
const isInSight = (page: Page) =>
  page.locator(".zg").evaluate((element) => {
    for (let around: Element | null = element; around; around = around.parentElement)
      if (around.scrollTop > 0) return false;
    return true;
  });
const nodesOf = (page: Page): Promise<readonly Seen[]> =>
  page.evaluate("JSON.parse(JSON.stringify(RED.nodes.createCompleteNodeSet().filter(({ x }) => x !== undefined)))");

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.waitFor(PATIENCE);
  await tabTo(page, field);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

async function saveByKeyboard(page: Page, newcomer: Locator, name: string, room: string, newRoom = ""): Promise<void> {
  await typeInto(page, newcomer.getByLabel("Name", { exact: true }), name);
  await tabTo(page, newcomer.getByLabel("Room", { exact: true }));
  await page.keyboard.type(room);
  if (newRoom !== "") await typeInto(page, newcomer.getByLabel("Name of the new room"), newRoom);
  await pressAt(page, button(newcomer, "Save"));
  await newcomer.locator("h3", { hasText: name }).waitFor();
  await keepsFocus(page, "named");
}

test("two new devices join from the sidebar, are named and put into a room by keyboard alone, and made a flow of, which switches the lamp", async () => {
  await watched(
    await openSidebar(browser, house),
    async (page) => {
      await page.locator(".zg-tabs [aria-selected=true]").focus(); // of the editor's own sidebar
      await goToPanel(page, "pairing");
      await page.locator(".zg-empty", { hasText: "No new device yet" }).waitFor();
      await pressAt(page, button(page, "Let devices in for 60 s"));
      await page.locator(".zg-ring[aria-valuemax='60']").waitFor();
      await card(page, MAC.newLamp).locator(".zg-joined-way").waitFor(PATIENCE);
      const topsOfSteps = await card(page, MAC.newLamp)
        .locator(".zg-joined-way li")
        .evaluateAll((all) => all.map((step) => step.getBoundingClientRect().top));
      assert.equal(new Set(topsOfSteps).size, 1, "a step of two lines stands as high as the others");
      await picture(page, "pairing-coming");
      const motionName = card(page, MAC.newMotion).getByLabel("Name", { exact: true });
      await typeInto(page, motionName, "Stairs motion"); // it need not be ready
      await page.keyboard.press("Enter");
      await card(page, MAC.newMotion).locator("h3", { hasText: "Stairs motion" }).waitFor(PATIENCE);
      for (const mac of [MAC.newLamp, MAC.newMotion])
        await card(page, mac).locator("[aria-current]", { hasText: "ready" }).waitFor(PATIENCE);
      assert.match((await card(page, MAC.newLamp).locator(".zg-became").textContent()) ?? "", /Dimmable lamp/i);
      assert.match((await card(page, MAC.newMotion).locator(".zg-became").textContent()) ?? "", /Motion/);
      assert.equal(await page.locator("#zg-flows").count(), 0, "a newcomer has a button for its flow");
      await keepsFocus(page, "opened");
      await tabTo(page, button(page, "Close now"), "Shift+Tab");
      await page.keyboard.press("Enter");
      await page.locator(".zg-ring").waitFor({ state: "detached" });
      await keepsFocus(page, "closed");
      assert.equal(await seconds(), 0);

      const refuse = (route: Route) =>
        /"PUT","address":"\/groups/.test(route.request().postData() ?? "")
          ? route.fulfill({ json: { status: 503, body: [{ error: { description: "not now" } }] } })
          : route.fallback();
      await page.route("**/perform", refuse);
      await saveByKeyboard(page, card(page, MAC.newLamp), "Stairs lamp", "a new", "Stairs");
      await card(page, MAC.newLamp).locator(".zg-fault", { hasText: "not now" }).waitFor();
      await page.unroute("**/perform", refuse);
      await pressAt(page, button(card(page, MAC.newLamp), "Save"));
      await page.locator(".zg-note", { hasText: "Stairs lamp" }).waitFor();
      await saveByKeyboard(page, card(page, MAC.newMotion), "Stairs motion", "Stairs");
      const lamp = await home.resource("lights", MAC.newLamp);
      const motion = await home.resource("sensors", MAC.newMotion);
      assert.deepEqual([lamp.name, motion.name], ["Stairs lamp", "Stairs motion"]);
      const groups: Seen[] = Object.values(await home.get("/groups"));
      const newGroups = groups.filter(({ id }) => Number(id) > MOVED_IN_WITH);
      assert.deepEqual(
        newGroups.map(({ name, type, lights }) => [name, type, lights]),
        [["Stairs", "Room", [lamp.id]]],
      );
      const links = async (): Promise<readonly Seen[]> => Object.values(await home.get("/resourcelinks"));
      const ofRoom = await eventually(async () => (await links()).find(({ name }) => name === "Stairs")); // its name is there first
      assert.deepEqual(ofRoom.links, [`/groups/${newGroups[0].id}`, `/sensors/${motion.id}`]);
      await picture(page, "pairing-named");
      assert.deepEqual(await accessibilityFaults(page, ".zg"), []);

      await button(card(page, MAC.newLamp), "Make it blink").click();
      await eventually(async () => Number(await home.attribute(MAC.newLamp, "11/genIdentify.identifyTime")) > 0);

      await page.evaluate('RED.editor.editConfig("", "zigbee-gateway", "gw")'); // leaves a view that calls itself edited
      await closeDialog(page, "#node-config-dialog-cancel");
      await button(card(page, MAC.newMotion), "Make a flow…").click();
      await page.locator("dialog[open]").waitFor();
      assert.equal(await page.getByLabel("motion switches a light").isChecked(), true);
      assert.equal(await page.getByLabel("Motion sensor").inputValue(), "Stairs motion");
      assert.equal(await page.getByLabel("Light or room").inputValue(), "Stairs lamp");
      await page.getByLabel("The light goes off").selectOption({ label: "as soon as nobody moves" });
      await picture(page, "pairing-flow");
      assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
      await button(page, "Put it on the flow").click();
      await page.locator("dialog").waitFor({ state: "detached" });
      await page.waitForFunction("document.activeElement.id === 'red-ui-workspace-chart'");
      const before = FLOW.length - 2; // the tab and the gateway stand on no canvas
      const made = (await nodesOf(page)).filter(({ id }) => id !== "ask");
      assert.deepEqual(
        made.map(({ type, gateway, uniqueid, resourceName, z }) => [type, gateway, uniqueid, resourceName, z]),
        [
          ["zigbee-gateway-sensor", "gw", motion.uniqueid, "Stairs motion", "tab"],
          ["zigbee-gateway-light", "gw", lamp.uniqueid, "Stairs lamp", "tab"],
        ],
      );
      assert.deepEqual(made[0].wires, [[made[1].id]]);
      await picture(page, "pairing-flow-made");
      await page.keyboard.press("Control+z");
      await page.waitForFunction(
        (count) => document.querySelectorAll(".red-ui-flow-node-group").length === count,
        before,
      );
      assert.deepEqual(
        (await nodesOf(page)).map(({ id }) => id),
        ["ask"],
      );
      assert.equal(await page.evaluate("RED.nodes.dirty()"), false);

      await button(card(page, MAC.newMotion), "Make a flow…").click();
      await page.getByLabel("The light goes off").selectOption({ label: "as soon as nobody moves" });
      await button(page, "Put it on the flow").click();
      await page.locator(".zg-note", { hasText: "2 nodes on “Test”" }).waitFor();
      await deploy(page, house);
      const [sensor] = (await nodesOf(page)).filter(({ type }) => type === "zigbee-gateway-sensor");
      await house.status(sensor.id, /motion|unknown/);
      await tab(page, "virtual");
      const station = page.locator(`[data-station="${MAC.newMotion}"]`);
      const lit = (isOn: boolean) => page.locator(`[data-lamp="${MAC.newLamp}"][data-lit=${isOn}]`).waitFor(PATIENCE);
      await lit(false);
      for (const isOn of [true, false]) {
        await station.getByRole("switch", { name: "Motion" }).locator("..").click();
        await lit(isOn);
        if (isOn) await picture(page, "pairing-flow-works");
        assert.ok(await isInSight(page), "the sidebar stays where it is");
        assert.equal(await home.attribute(MAC.newLamp, "11/genOnOff.onOff"), Number(isOn));
      }
    },
    BROKEN,
  );
  await house.deploy(FLOW);
  await house.status("ask", /ready/);
});

const inSidebar = async (run: (page: Page) => Promise<void>) => watched(await openSidebar(browser, house), run, BROKEN);

/** Each newcomer has a button of its own for a flow; the button for older devices is shown where there is no newcomer. */
async function putNewcomersAway(page: Page): Promise<void> {
  await tab(page, "pairing");
  const found = [await home.get("/lights/new"), await home.get("/sensors/new")];
  const cards = page.locator(".zg-newcomer");
  if (found.some((each) => Object.keys(each).length > 1)) await cards.first().waitFor(); // beside "lastscan"
  while ((await cards.count()) > 0) await cards.first().locator("header button").click();
  await page.locator("#zg-flows").waitFor();
}

/** Counts from another tab of the sidebar on: its own is clicked first, that of the panel next, and *Deploy* at the end. */
async function fromAnotherTab(page: Page): Promise<Gestures> {
  await tab(page, "home");
  await page.evaluate('RED.sidebar.show("info")');
  const gestures = await countGestures(page);
  await page.locator('[data-tab-id="zigbee-gateway"]').click();
  await tab(page, "pairing");
  return gestures;
}

test("button to light, the sun, and a sensor that is watched: picked from lists; never on top of other nodes, and not onto a flow that is locked", () =>
  inSidebar(async (page) => {
    await putNewcomersAway(page);
    const gestures = await fromAnotherTab(page);
    const hall = await home.resource("lights", MAC.hallLamp);
    await button(page, "Make a flow…").last().click();
    await home.turn(MAC.dimmer, { press: "on_press" });
    await page.getByLabel("Which button").locator("option", { hasText: "On / Off" }).waitFor({ state: "attached" });
    await page.locator(`.zg-pick-place [data-address="/lights/${hall.id}"]`).waitFor();
    await page.locator("dialog", { hasText: "Still missing: the light or room." }).waitFor();
    assert.equal(
      await page.locator("dialog p", { hasText: "this dialog covers its keys" }).count(),
      0,
      "a remote is chosen",
    );
    await picture(page, "flow-pressed");
    await page.locator(`.zg-pick-place [data-address="/lights/${hall.id}"]`).click();
    await button(page, "Put it on the flow").click();
    await deploy(page, house);
    await assertGestures(gestures, "remote toggles lamp, by “Make a flow…”", 6);
    const [remote] = (await nodesOf(page)).filter(({ type }) => type === "zigbee-gateway-button");
    await house.status(remote.id, /^(waits for a press|On)/);
    for (const on of [1, 0]) {
      await home.turn(MAC.dimmer, { press: on ? "on_press_release" : "off_press_release" });
      await eventually(async () => (await home.attribute(MAC.hallLamp, "1/genOnOff.onOff")) === on);
    }
    await button(page, "Make a flow…").last().click();
    await page.getByLabel(/^watch a sensor/).check();
    const climate = await home.resource("sensors", `${MAC.climate}-01-0402`);
    await pick(page.getByLabel("Sensor", { exact: true }), `/sensors/${climate.id}`);
    assert.equal(await page.getByLabel("What to watch").inputValue(), "temperature");
    await button(page, "Put it on the flow").click();
    await page.locator("dialog").waitFor({ state: "detached" });
    const nodes = (await nodesOf(page)).filter(({ id }) => id !== "ask");
    assert.deepEqual(
      nodes.map(({ type, buttons, members }) => [type, buttons, members]),
      [
        ["zigbee-gateway-button", "1,4", undefined],
        ["zigbee-gateway-light", undefined, undefined],
        ["zigbee-gateway-sensor", undefined, "temperature"],
        ["debug", undefined, undefined],
      ],
    );
    const boxes: Seen[] = await page.evaluate(
      "RED.nodes.filterNodes({ z: 'tab' }).map(({ x, y, w, h }) => ({ x, y, w, h }))",
    );
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        assert.ok(
          Math.abs(one.x - other.x) >= (one.w + other.w) / 2 || Math.abs(one.y - other.y) >= (one.h + other.h) / 2,
          `${JSON.stringify(one)} and ${JSON.stringify(other)}`,
        );
    assert.equal(await page.evaluate("RED.nodes.filterNodes({ z: 'tab' }).every(({ valid }) => valid)"), true);
    const sunny = await fromAnotherTab(page);
    await button(page, "Make a flow…").last().click();
    await page.getByLabel("the sun switches a light").click();
    await page.locator(".zg-pick-place").waitFor(); // it opens by itself
    const [list, dialog] = await Promise.all(
      [".zg-pick-place", "dialog"].map((each) => page.locator(each).boundingBox()),
    );
    assert.ok(
      list && dialog && list.x >= dialog.x && list.x + list.width <= dialog.x + dialog.width,
      "within the dialog",
    );
    await page.locator(`.zg-pick-place [data-address="/lights/${hall.id}"]`).click();
    await picture(page, "flow-sun");
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 200 }); // the first cards fill it: new ones stand below
    await button(page, "Put it on the flow").click();
    await page.locator("dialog").waitFor({ state: "detached" });
    const [sunset] = (await nodesOf(page)).filter(({ type }) => type === "zigbee-gateway-schedule");
    assert.deepEqual([sunset.time, sunset.payload, sunset.payloadType], ["W127/sunset", "true", "bool"]);
    const heights: readonly number[] = await page.evaluate("RED.view.selection().nodes.map(({ y }) => y)");
    const chart = page.locator("#red-ui-workspace-chart");
    await eventually(() =>
      chart.evaluate((at, ys) => ys.every((y) => at.scrollTop <= y && y <= at.scrollTop + at.clientHeight), heights),
    );
    if (size) await page.setViewportSize(size);
    await deploy(page, house);
    await assertGestures(sunny, "sunset switches a light, by “Make a flow…”", 9);
    await house.status(sunset.id, /^next: /);
    assert.equal(await page.evaluate("RED.nodes.filterNodes({ z: 'tab' }).every(({ valid }) => valid)"), true);
    await page.evaluate("RED.nodes.workspace('tab').locked = true");
    await button(page, "Make a flow…").last().click();
    await page.getByLabel(/^watch a sensor/).check();
    await button(page, "Put it on the flow").click();
    await page.locator("dialog [role=alert]", { hasText: "is locked" }).waitFor();
    await page.keyboard.press("Escape");
    assert.equal((await nodesOf(page)).length, nodes.length + 3);
    await house.deploy(FLOW);
    await house.status("ask", /ready/);
  }));

test("motion when it is dark is two rules below a sentence: they are whole, narrow, and work once deployed", async () => {
  await watched(await openSidebar(browser, house), async (page) => {
    await putNewcomersAway(page);
    const [hall, motion] = [
      await home.resource("lights", MAC.hallLamp),
      await home.resource("sensors", `${MAC.motion}-02-0406`),
    ];
    await button(page, "Make a flow…").last().click();
    await page.getByLabel("motion switches a light").check();
    await pick(page.getByLabel("Motion sensor"), `/sensors/${motion.id}`);
    await pick(page.getByLabel("Light or room"), `/lights/${hall.id}`);
    await page.getByLabel("Only when it is dark").check();
    await page.locator("dialog", { hasText: "Two rule nodes do it, without wires." }).waitFor();
    await button(page, "Put it on the flow").click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await picture(page, "flow-dark");
    const made = (await nodesOf(page)).filter(({ id }) => id !== "ask");
    assert.deepEqual(
      made.map(({ type }) => type),
      ["comment", "zigbee-gateway-rule", "zigbee-gateway-rule"],
    );
    assert.match(String(made[0].name), /when it is dark: Hall lamp on; off 1 minute after the last motion$/);
    assert.equal(await page.evaluate("RED.nodes.filterNodes({ z: 'tab' }).every(({ valid }) => valid)"), true);
    const widths: readonly number[] = await page.evaluate(
      "RED.nodes.filterNodes({ z: 'tab' }).map(({ x, w }) => x + w / 2)",
    );
    assert.ok(Math.max(...widths) < 600 + Math.min(...widths), String(widths));
    await deploy(page, house);
    await house.status(made[1].id, /ready|never|fired/);
    const declared = async () => {
      const all: readonly Seen[] = Object.values(await home.get("/rules"));
      return all.map(({ name }) => String(name)).filter((name) => name.startsWith("Hall lamp: "));
    };
    await eventually(async () => (await declared()).length === 2);
    assert.deepEqual((await declared()).toSorted(), ["Hall lamp: off 1 minute later", "Hall lamp: on in the dark"]);
  });
  await house.deploy(FLOW);
  await house.status("ask", /ready/);
});

test("each opening has its ring and its end, whichever client opens, for how long and through which router", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    await tab(page, "pairing");
    await page.getByLabel("180 s").check();
    const routers = await page.getByLabel("Let in through").locator("option").allTextContents();
    assert.ok(routers.length >= 6, String(routers));
    await page.getByLabel("Let in through").selectOption(MAC.hallLamp);
    await button(page, "Let devices in for 180 s").click();
    await page.locator(".zg-ring[aria-valuemax='180']").waitFor();
    assert.ok((await seconds()) > 120);
    await home.put("/config", { permitjoin: 50 });
    await page.locator(".zg-ring[aria-valuemax='60']").waitFor();
    await page.waitForFunction(() => /^4\d$/.test(document.querySelector(".zg-ring-inside")?.textContent ?? ""));
    await button(page, "60 s longer").click();
    await page.locator(".zg-ring[aria-valuemax='180']").waitFor();
    await home.put("/config", { permitjoin: 0 });
    await page.locator(".zg-ring").waitFor({ state: "detached" });
    assert.equal(await button(page, "Make a flow…").count(), 0, "there is no flow beside the page");
  }));

test("an install code that is wrong is refused with the reason; a right one is taken", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    await tab(page, "pairing");
    await button(page, "Install code").click();
    const code = page.getByLabel("Code", { exact: true });
    const address = page.getByLabel("Address of the device");
    const wrong = async (text: string) => {
      await button(page, "Save the code").click();
      await page.locator(".zg-field .zg-fault", { hasText: text }).waitFor();
    };
    await code.fill("my code");
    await wrong("This is not an install code");
    await code.fill("83FE D340 7A93 9723 A5C6 39B2 6916 D505 C3B5");
    await wrong("Whose code is it?");
    await address.fill("0x0015");
    await wrong("16 digits");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await address.fill("0x00158D0001020304");
    await address.press("Enter");
    await page.locator(".zg-note", { hasText: "The code was saved" }).waitFor();
    assert.equal(await code.inputValue(), "");
  }));

test("touchlink: a light of another house is found, blinks, forgets its network, and is let in", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    await tab(page, "pairing");
    await button(page, /Rescue a light/).click();
    await button(page, "Look for lights close by now").click();
    await page.locator(".zg-touchlink [role=status]", { hasText: "Looking around" }).waitFor();
    await page.locator(".zg-touchlink [role=status]", { hasText: /^Found: [1-9]/ }).waitFor(PATIENCE);
    const attic = page.locator(".zg-touched li", { hasText: "channel 15" });
    await attic.locator(".zg-badge", { hasText: "in another network" }).waitFor();
    await picture(page, "pairing-touchlink");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    const mac = (await attic.locator("div > div").first().textContent()) ?? "";
    const told = (text: string) => page.locator(".zg-touchlink [role=status]", { hasText: text }).waitFor(PATIENCE);
    await button(attic, `Blink: ${mac}`).click();
    await told(`${mac} blinks.`);
    await button(attic, `Reset: ${mac}`).click();
    await page.locator("dialog[open] .zg-danger").click();
    await told(`${mac} has forgotten its network.`);
    await button(page, "Let devices in for 60 s").click();
    await card(page, mac).locator("[aria-current]", { hasText: "ready" }).waitFor(PATIENCE);
    await home.put("/config", { permitjoin: 0 });
  }));

test("an adapter that cannot says so, instead of a button that fails", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    await page.route("**/house", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), skills: ["backup"] } });
    });
    await page.reload();
    await tab(page, "pairing");
    await button(page, "Install code").click();
    await page.getByText("This adapter cannot take install codes.").waitFor();
    await button(page, /Rescue a light/).click();
    await page.getByText("This adapter cannot do touchlink.").waitFor();
    assert.equal(await button(page, "Look for lights close by now").count(), 0);
    await picture(page, "pairing-cannot");
  }));

test("a newcomer that cannot be asked says why, and is asked again; a newcomer that has left says so", async () =>
  watched(
    await openPage(browser, house.adminUrl),
    async (page) => {
      const steps = (mac: string, all: string[]) =>
        all.map((pairing) => ({
          address: `/devices/${mac}`,
          type: "Device",
          event: "changed",
          section: "state",
          values: { pairing },
          by: "radio",
          at: 1,
        }));
      const changes = [
        ...steps("00:00:00:00:00:00:00:99", ["joined", "interviewing", "failed"]),
        ...steps("00:00:00:00:00:00:00:98", ["joined", "left"]),
      ];
      const hello = `data: {"hello":{}}\n\n`;
      const news = `data: ${JSON.stringify({ changes, views: {} })}\n\n`;
      const untold: string[] = []; // the line ends at once, and the page comes again
      await page.route("**/changes", (route) =>
        route.fulfill({ contentType: "text/event-stream", body: hello + (untold.shift() ?? "") }),
      );
      const wishes: Seen[] = [];
      await page.route("**/perform", async (route) => {
        wishes.push(route.request().postDataJSON());
        await route.continue();
      });
      await page.reload();
      await tab(page, "pairing");
      await page.locator("#zg-opening").waitFor(); // an event from before it was there is not new to it
      untold.push(news);
      const failed = card(page, "00:00:00:00:00:00:00:99");
      await failed.getByText("It joined, but did not say what it is.").waitFor();
      await button(failed, "Ask it again").click();
      await failed.locator(".zg-fault").waitFor(); // the gateway knows no device of this address
      assert.ok(wishes.some(({ method, address }) => method === "POST" && address.endsWith(":99/interview")));
      await card(page, "00:00:00:00:00:00:00:98").getByText("It has left the network again.").waitFor();
      await picture(page, "pairing-failed");
      assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
      await button(failed, /^Dismiss \d/).click();
      await failed.waitFor({ state: "detached" });
    },
    BROKEN,
  ));

test("when the time is over and no device has joined, the usual remedies are listed; not after the user has closed", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    await tab(page, "pairing");
    await home.put("/config", { permitjoin: 0 });
    const missed = page.locator(".zg-missed", { hasText: "No device was found." });
    await button(page, "Let devices in for 60 s").click();
    await button(page, "Close now").click();
    await button(page, "Let devices in for 60 s").waitFor();
    assert.equal(await missed.count(), 0);
    await page.locator(".zg-newcomer .zg-busy").waitFor({ state: "detached", ...PATIENCE });
    await home.put("/config", { permitjoin: 3 });
    await missed.waitFor(PATIENCE);
    await picture(page, "pairing-missed");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
  }));

test("without a radio no device can join, and the panel says so", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    await page.route("**/house", async (route) => {
      const response = await route.fetch();
      const { config, ...rest } = await response.json();
      await route.fulfill({ response, json: { ...rest, config: { ...config, rfconnected: false }, skills: [] } });
    });
    await page.reload();
    await tab(page, "pairing");
    await page.getByText("The radio is down: no device can join.").first().waitFor();
    assert.equal(await button(page, "Let devices in for 60 s").isDisabled(), true);
  }));

test("the name and room of a newcomer are kept while other panels are shown, until it is saved", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    await tab(page, "pairing");
    await home.turn(MAC.newLamp, { leave: true }).catch(() => {}); // it may still be outside
    await button(page, "Let devices in for 60 s").click();
    await eventually(async () => (await home.get("/virtual")).open > 0);
    await home.turn(MAC.newLamp, { join: true }).catch(() => {}); // it may have come by itself
    const newcomer = card(page, MAC.newLamp);
    const [name, room] = [newcomer.getByLabel("Name", { exact: true }), newcomer.getByLabel("Room", { exact: true })];
    await newcomer.locator("[aria-current]", { hasText: "ready" }).waitFor(PATIENCE);
    await name.fill("Lamp of the draft");
    await room.selectOption({ label: "Kitchen" });
    const kitchen = await room.inputValue();
    await tab(page, "home");
    await name.waitFor({ state: "detached" });
    await tab(page, "pairing");
    assert.deepEqual([await name.inputValue(), await room.inputValue()], ["Lamp of the draft", kitchen]);
    await room.selectOption({ label: "a new room…" });
    await newcomer.getByLabel("Name of the new room").fill("kitchen");
    await newcomer.locator(".zg-fault", { hasText: "There is already a room or group called Kitchen." }).waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await button(newcomer, "Save").isDisabled(), true);
    await picture(page, "pairing-room-taken");
    await room.selectOption({ label: "Kitchen" });
    await button(newcomer, "Save").click();
    await newcomer.locator("h3", { hasText: "Lamp of the draft" }).waitFor();
    await home.put("/config", { permitjoin: 0 });
  }));

for (const colorScheme of ["light", "dark"] as const) {
  test(`at 360 and 300 pixels nothing sticks out, ${colorScheme}`, async () =>
    watched(await openPage(browser, house.adminUrl, { colorScheme, locale: "de-DE" }), async (page) => {
      await tab(page, "pairing");
      await home.turn(MAC.newLamp, { leave: true }).catch(() => {}); // it may still be outside
      await page.locator(".zg-opening .zg-primary").click();
      await eventually(async () => (await home.get("/virtual")).open > 0);
      await home.turn(MAC.newLamp, { join: true }).catch(() => {}); // it may have come by itself
      await card(page, MAC.newLamp).locator(".zg-place").waitFor(PATIENCE);
      for (const fold of await page.locator(".zg-fold-key").all()) await fold.click();
      for (const width of [360, 300]) {
        await page.setViewportSize({ ...PHONE, width });
        await picture(page, `pairing-${width}-${colorScheme}`);
        assert.deepEqual(await faultsInWidth(page, ".zg"), []);
        assert.ok((await overflow(page, ".zg-panel")) <= 0);
      }
      await home.put("/config", { permitjoin: 0 });
    }));
}
