/** The panel of devices in a real browser: found by room and by word, opened, handled, renamed, put into rooms, bound, removed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Locator, Page } from "playwright-core";
import { accessibilityFaults, faultsInWidth } from "../../support/accessibility.ts";
import { picture } from "../../support/browser.ts";
import { assertGestures, countGestures } from "../../support/gestures.ts";
import { goToPanel, keepsFocus, pressAt } from "../../support/keyboard.ts";
import { eventually } from "../../support/node-red.ts";
import { openPage, openSidebar, openVirtualHouse, overflow, PHONE, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

// biome-ignore lint/suspicious/noExplicitAny: as the API answers
type Seen = any;

const { browser, house, home } = await openVirtualHouse({ movedIn: false }); // the pages show values from the time when all devices joined

async function onPage(run: (page: Page) => Promise<void>, options: Parameters<typeof openPage>[2] = {}) {
  await watched(await openPage(browser, house.adminUrl, options), async (page) => {
    await page.locator("[data-tab=devices]").click();
    await page.locator(".zg-row").nth(1).waitFor();
    await run(page);
  });
}

const row = (page: Page, text: string | RegExp) => page.locator(".zg-row", { hasText: text }).first();
const open = async (page: Page, mac: string) => {
  await page.locator("input[type=search]").fill(mac);
  await page.locator(".zg-row").nth(2).waitFor({ state: "detached" }); // a list that still moves hears no click
  await page.locator(".zg-row").nth(1).click();
  await page.locator(".zg-device").waitFor();
};
const back = async (page: Page) => {
  await page.getByRole("button", { name: "Back to all devices" }).click();
  await page.locator("input[type=search]").fill("");
};
const unfold = (page: Page, title: string) => page.getByRole("button", { name: title, exact: true }).click();
const is = (mac: string, path: string, value: unknown) =>
  eventually(
    async () => (await home.attribute(mac, path)) === value,
    () => `${path} is ${value}`,
  );
const flip = (page: Page) => page.locator(".zg-control .zg-switch").click();
const station = async (mac: string): Promise<Seen> => {
  const { stations } = await home.get("/virtual");
  return stations.find(({ ieee }: Seen) => ieee === `0x${mac.replaceAll(":", "")}`);
};
/** What is read twice in a row, a while apart. */
const steady = async <T>(read: () => Promise<T>): Promise<T> => {
  let last = await read();
  return eventually(async () => {
    await pause(300);
    const before = last;
    last = await read();
    return isDeepStrictEqual(before, last) && last;
  });
};
/** Where everything stands that is below the head of a device, before a button is pressed and after it. */
const stays = async (page: Page, button: Locator) => {
  const tops = () =>
    page
      .locator(".zg-device > :not(.zg-opened-head), .zg-device .zg-part, .zg-device .zg-part-head ~ *")
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  const before = await steady(tops); // what the gateway answers of the device may still come
  await button.click();
  await page.waitForFunction(() => document.activeElement?.closest(".zg-name-form") !== null);
  assert.deepEqual(await tops(), before, "a field for a name moves nothing");
};
/** The search, if it is among them, and the buttons beside it: their tops and heights. */
const inOneLine = async (page: Page, selector: string) => {
  const boxes = await page.locator(`.zg-devices-bar > ${selector}`).evaluateAll((all) =>
    all.map((each) => {
      const { top, height } = each.getBoundingClientRect();
      return `${top.toFixed(1)}, ${height.toFixed(1)} high`;
    }),
  );
  assert.ok(boxes.length > 3);
  assert.equal(new Set(boxes).size, 1, boxes.join("; "));
};
const isOn = (page: Page, on: boolean) =>
  page.locator(`.zg-control [role=switch][aria-checked=${on}]${on ? ":checked" : ":not(:checked)"}`).waitFor();

test("by keyboard: a lamp is found by its product, opened, and switched; the simulated lamp is lit", () =>
  onPage(async (page) => {
    assert.match((await row(page, "Hall lamp").textContent()) ?? "", /IKEA · TRADFRI bulb E27/);
    await page.locator("input[type=search]").fill("ikea OPAL 1000");
    await page.locator('.zg-list [aria-setsize="2"]').first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.locator(".zg-device h2", { hasText: "Hall lamp" }).waitFor();
    await page.getByRole("switch", { name: "Off" }).focus();
    await page.keyboard.press("Space");
    await is(MAC.hallLamp, "1/genOnOff.onOff", 1);
    await isOn(page, true);
    await page.locator(".zg-members dd > span", { hasText: /^on$/ }).waitFor();
    await page.getByRole("slider", { name: "Brightness" }).focus();
    await page.keyboard.press("Home");
    await is(MAC.hallLamp, "1/genLevelCtrl.currentLevel", 3);
    assert.equal(await page.locator(".zg-slider-typed input").first().inputValue(), "1");
    await page.getByRole("button", { name: "Back to all devices" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.classList.contains("zg-list"));
    assert.match((await page.locator(".zg-row[aria-selected=true]").textContent()) ?? "", /Hall lamp.*1 %/);
  }));

test("a change by another client shows at once, and a lamp that is not reached says how it was", () =>
  onPage(async (page) => {
    const { id } = await home.resource("lights", MAC.whiteLamp);
    await open(page, MAC.whiteLamp);
    await home.put(`/lights/${id}/state`, { on: true });
    await isOn(page, true);
    await home.turn(MAC.whiteLamp, { reach: "no-ack" });
    await flip(page);
    await page.locator(".zg-badge", { hasText: "unreachable" }).waitFor({ timeout: 40_000 });
    const wasOn = page.getByRole("switch", { name: "was on", exact: false });
    await wasOn.waitFor();
    await isOn(page, false);
    await flip(page);
    await page.locator(".zg-fault", { hasText: "does not answer" }).waitFor();
    await wasOn.waitFor();
    await picture(page, "device-unreachable");
    const { diagnosis } = await home.get(`/devices/${MAC.whiteLamp}`);
    await unfold(page, "Lost messages and the route to it"); // there is no alarm yet
    await page.locator(".zg-fold h4", { hasText: "What is wrong" }).waitFor();
    await page.locator(".zg-fold li", { hasText: diagnosis[0].cure }).waitFor();
    await page.getByRole("button", { name: "Back to all devices" }).click();
    await page.locator("input[type=search]").fill("");
    await page.getByRole("button", { name: /^Unreachable: \d/ }).click();
    await row(page, String((await home.resource("lights", MAC.whiteLamp)).name)).click();
    await page.locator(".zg-trouble ~ section, .zg-device-state ~ section", { hasText: "Refresh" }).waitFor(); // where it is looked for
    await home.turn(MAC.whiteLamp, { reach: "ok" });
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.locator(".zg-badge", { hasText: /^reachable$/ }).waitFor({ timeout: 40_000 });
  }));

test("a fault of a device stands on its page and in health, with its cure", () =>
  onPage(async (page) => {
    const [cause, cure] = [/The most likely reason: Its link is weak: 30 of 255\./, /move it a little/];
    const tell = (trouble: object | null) =>
      house.nodes
        .getNode("gw")
        .runtime.opened.gateway.store.patch(`/devices/${MAC.plug}`, "attr", { trouble }, { by: "test", depth: 0 });
    const since = new Date().toISOString();
    tell({ kind: "link-weak", certainty: "likely", lost: false, link: 30, since });
    await open(page, MAC.plug);
    for (const text of [cause, cure]) await page.locator(".zg-trouble p", { hasText: text }).waitFor();
    await picture(page, "device-trouble");
    await page.locator("[data-tab=gateway]").click();
    for (const text of [cause, cure]) await page.locator(".zg-health li", { hasText: text }).waitFor();
    tell(null);
    await page.locator("[data-tab=devices]").click();
    await open(page, MAC.plug);
    await page.locator(".zg-trouble").waitFor({ state: "detached" });
  }));

test("color and white", () =>
  onPage(async (page) => {
    await open(page, MAC.colourLamp);
    await page.getByRole("button", { name: "Color", exact: true }).click();
    await page.getByRole("button", { name: "red", exact: true }).click();
    await is(MAC.colourLamp, "11/genOnOff.onOff", 1);
    const red = await eventually(async () => {
      const x = Number(await home.attribute(MAC.colourLamp, "11/lightingColorCtrl.currentX"));
      return x > 0.6 * 65_536 && x;
    });
    assert.ok(red);
    await page.getByRole("button", { name: "White", exact: true }).click();
    const white = page.getByRole("slider", { name: /White/ });
    await white.focus();
    await page.keyboard.press("Home");
    await is(MAC.colourLamp, "11/lightingColorCtrl.colorTemperature", 500);
    const kelvins = page.getByRole("spinbutton", { name: /White.*, as a number/ });
    await eventually(async () => (await kelvins.inputValue()) === "2000");
    await kelvins.fill("4000");
    await kelvins.press("Enter");
    await is(MAC.colourLamp, "11/lightingColorCtrl.colorTemperature", 250);
    await flip(page);
    await is(MAC.colourLamp, "11/genOnOff.onOff", 0);
  }));

test("renamed: a lamp, and a sensor with all of its parts", () =>
  onPage(async (page) => {
    const rename = async (name: string) => {
      const gestures = await countGestures(page);
      await stays(page, page.locator(".zg-opened-head").getByRole("button", { name: /^Rename/ }));
      await page.keyboard.type(name);
      await page.keyboard.press("Enter");
      await page.locator(".zg-device h2", { hasText: name }).waitFor();
      await assertGestures(gestures, "rename a device", 3);
    };
    await open(page, MAC.hallLamp);
    await rename("<b>Hall</b> & more");
    assert.equal((await home.resource("lights", MAC.hallLamp)).name, "<b>Hall</b> & more");
    await back(page);
    await row(page, "<b>Hall</b> & more").waitFor();
    await open(page, MAC.motion);
    await rename("Stairs motion");
    const names = Object.values<Seen>(await home.get("/sensors")).filter(({ uniqueid }) =>
      uniqueid.startsWith(MAC.motion),
    );
    assert.deepEqual(
      names.map(({ name }) => name),
      ["Stairs motion", "Stairs motion", "Stairs motion"],
    );
    await unfold(page, "Technical details");
    await stays(page, page.locator(".zg-part-head").getByRole("button", { name: "Rename Stairs motion" }).first());
    await page.keyboard.press("Escape");
  }));

test("a room is made with a lamp, a sensor follows, and the list shows it; a lamp leaves, the room goes", () =>
  onPage(async (page) => {
    for (const family of ["groups", "resourcelinks"]) // those that came with the devices of the house
      for (const id of Object.keys(await home.get(`/${family}`)))
        await house.ask("DELETE", `/api/${home.key}/${family}/${id}`);
    const lamp = await home.resource("lights", MAC.hallLamp);
    await open(page, MAC.hallLamp);
    await page.getByLabel("Put it into").selectOption({ label: "A new room…" });
    await page.getByLabel("Name of a new room").fill("Hall");
    await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("Enter")]); // one room all the same
    await page.locator(".zg-chips", { hasText: "Hall" }).waitFor();
    const group = await eventually(async () => {
      const all = Object.entries<Seen>(await home.get("/groups"));
      return all.find(([, { name, lights }]) => name === "Hall" && lights.includes(lamp.id));
    });
    assert.equal(group[1].type, "Room");
    await eventually(async () => JSON.stringify((await station(MAC.hallLamp)).groups).includes(group[0]));
    await back(page);
    await open(page, MAC.motion);
    await page.getByLabel("Put it into the room").selectOption({ label: "Hall" });
    await page.locator(".zg-chips", { hasText: "Hall" }).waitFor();
    await back(page);
    await eventually(
      async () => {
        await page.locator(".zg-list").evaluate((list) => list.scrollTo(0, 0)); // it may stand where it was left
        return /^Hall2/.test((await page.locator(".zg-row").first().textContent()) ?? "");
      },
      () => "the room is the first row, with its two devices",
      60_000,
    );
    await row(page, /^Hall2/).click();
    await page.waitForFunction(() => /^In no room/.test(document.querySelectorAll(".zg-row")[1]?.textContent ?? ""));
    await row(page, /^Hall2/).click();
    await picture(page, "devices-room");
    await open(page, MAC.hallLamp);
    await page.getByRole("button", { name: "Take it out of Hall" }).click();
    await page.locator(".zg-chips", { hasText: "in none" }).waitFor();
    await back(page);
    await house.ask("DELETE", `/api/${home.key}/groups/${group[0]}`);
    await row(page, /^Hall\d/).waitFor({ state: "detached" });
  }));

test("in the list: lamps are switched by a click and by a key; it is sorted and filtered, and several are treated alike", () =>
  onPage(async (page) => {
    const [one, two] = [MAC.colourLamp, MAC.hallLamp];
    const before = await Promise.all([one, two].map((mac) => home.resource("lights", mac)));
    const rooms = await home.get("/groups");
    await home.post("/groups", { name: "Den", type: "Room", lights: before.map(({ id }) => id) });
    await page.setViewportSize({ ...PHONE, height: 3000 }); // all rows are drawn
    await page.locator(".zg-row[aria-level='1']", { hasText: "Den" }).waitFor(); // the two are below it from now on
    const line = (mac: string) => home.resource("lights", mac).then(({ name }) => row(page, name));
    await (await line(one)).locator(".zg-switch").click();
    await is(one, "11/genOnOff.onOff", 1);
    await (await line(one)).locator("[role=switch]:checked").waitFor();
    assert.equal(await page.locator(".zg-device").count(), 0); // it opened nothing
    await page.locator(".zg-list").focus();
    const active = () => page.locator(".zg-list").getAttribute("aria-activedescendant");
    while ((await (await line(one)).getAttribute("aria-selected")) !== "true") {
      const before = await active();
      await page.keyboard.press("ArrowDown");
      await eventually(async () => (await active()) !== before);
    }
    await page.keyboard.press("Space");
    await is(one, "11/genOnOff.onOff", 0);

    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("Order").selectOption({ label: "By name" });
    await page.locator(".zg-row[aria-level='1']").first().waitFor({ state: "detached" });
    await page.getByLabel("Kind").selectOption({ label: "lamp" });
    await page.locator(".zg-devices-count", { hasText: "devices found" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await page.locator("[data-tab=events]").click();
    await page.locator("[data-tab=devices]").click();
    await page.locator(".zg-devices-count", { hasText: "devices found" }).waitFor(); // it is as it was

    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByLabel("Order").selectOption({ label: "By room" });
    await page
      .getByRole("checkbox", { name: /^Select all of / })
      .first()
      .click();
    await page.locator(".zg-several-bar strong", { hasText: /^[1-9]\d* selected/ }).waitFor();
    await page.locator(".zg-row[aria-level='1']").first().click(); // it folds, and takes nothing away
    await page.locator(".zg-several-bar strong", { hasText: /^[1-9]\d* selected/ }).waitFor();
    await page.locator(".zg-list").press("Space");
    await page.locator(".zg-several-bar strong", { hasText: "0 selected" }).waitFor();
    await page.locator(".zg-row[aria-level='1']").first().click();
    await (await line(one)).click();
    await (await line(two)).click();
    await page.locator(".zg-several-bar strong", { hasText: "2 selected" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await picture(page, "devices-several");
    await page.getByRole("button", { name: "Room…" }).click();
    await page.locator("dialog").getByRole("button", { name: "A new room…" }).click();
    await page.getByLabel("Name of a new room").fill("Parlour");
    await page.keyboard.press("Enter");
    const moved = page.locator(".zg-note", { hasText: /2 devices are now in Parlour.*Moved from Den: / });
    await moved.getByRole("button", { name: "Undo" }).waitFor();
    await page.getByRole("button", { name: "Rename…" }).click();
    await page.locator(".zg-renamings strong", { hasText: "Parlour lamp 2" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await page.getByLabel("Pattern of the names").press("End");
    await page.keyboard.press("Space");
    await page.mouse.click(3, 3); // beside it: the typed text is kept
    await page.locator("dialog").getByRole("button", { name: "Save" }).click();
    await row(page, "Parlour lamp 1").waitFor();
    const names = [await home.resource("lights", one), await home.resource("lights", two)].map(({ name }) => name);
    assert.deepEqual(names.sort(), ["Parlour lamp 1", "Parlour lamp 2"]);
    await page.getByRole("button", { name: "Set…" }).click();
    await page.locator("dialog").getByLabel("What all of them have").selectOption({ label: "Power-on behavior" });
    await page.locator("dialog").getByRole("combobox", { name: "Power-on behavior" }).selectOption({ label: "on" });
    await is(two, "1/genOnOff.startUpOnOff", 1);
    await page.locator(".zg-note", { hasText: "Power-on behavior is set on 2 devices" }).waitFor();
    await page.mouse.click(3, 3); // beside it, and nothing is to be saved
    await page.locator("dialog").waitFor({ state: "detached" });
    for (const [id, { name }] of Object.entries<Seen>(await home.get("/groups")))
      if (["Parlour", "Den"].includes(String(name))) await house.ask("DELETE", `/api/${home.key}/groups/${id}`);
    for (const { id, name } of before) await home.put(`/lights/${id}`, { name });
    for (const [id, { lights }] of Object.entries<Seen>(rooms)) await home.put(`/groups/${id}`, { lights });
  }));

test("as a table: columns are chosen and kept, a heading sorts, a spreadsheet gets it, and a name opens its device", () =>
  onPage(async (page) => {
    await page.getByRole("button", { name: "Devices as a table" }).click();
    const table = page.getByRole("table", { name: "Devices as a table" });
    const headings = () => table.locator("th").allTextContents();
    await table.getByText("Washing machine floor").waitFor();
    assert.ok(!(await headings()).includes("Model"));
    await page.getByRole("button", { name: "Columns" }).click();
    for (const name of ["Model", "Room"]) await page.getByRole("checkbox", { name }).click();
    await page.reload();
    await table.getByRole("button", { name: "Model" }).waitFor();
    assert.ok(!(await headings()).includes("Room"));
    await table.getByRole("button", { name: "Battery" }).click();
    const levels = (await table.locator("td", { hasText: /^\d+ %$/ }).allTextContents()).map((text) =>
      parseInt(text, 10),
    );
    assert.ok(levels.length > 3);
    assert.deepEqual(
      levels,
      levels.toSorted((one, other) => Number(one) - Number(other)),
    );
    await picture(page, "devices-table");
    assert.deepEqual(await faultsInWidth(page, ".zg"), []);
    assert.ok((await overflow(page, ".zg-panel")) <= 0);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.locator(".zg-note", { hasText: "devices were copied" }).waitFor();
    await page.locator("input[type=search]").fill("washing machine floor");
    await page.getByRole("button", { name: "Washing machine floor" }).click();
    await page.locator(".zg-device h2", { hasText: "Washing machine floor" }).waitFor();
  }));

test("the count of a meter says in which time, and its chart how much that was in an hour at most", () =>
  onPage(async (page) => {
    await page.route("**/perform", async (route) => {
      if (!/\/history\?.*consumption/.test(route.request().postDataJSON().address)) return route.fallback();
      const told = { min: 0, max: 1, mean: 1, last: 1, count: 2, known: 1 };
      const values = [5, 4, 3, 2, 1].map((hours) => ({
        ...{ ...told, at: new Date(Date.now() - hours * 3_600_000).toISOString(), grown: 100 * hours },
      }));
      await route.fulfill({ json: { status: 200, body: { step: "hour", values } } });
    });
    await open(page, MAC.plug);
    const plot = page.locator(".zg-plot-bars:not(.zg-plot-room)");
    await plot.getByText("+ 1.5 kWh in 5 hours").waitFor();
    assert.deepEqual(await plot.locator(".zg-plot-range span").allTextContents(), ["0.5 kWh", "0 kWh"]);
  }));

test("the page of a lamp: off it has no brightness, its address is folded away, and nothing moves when plots come", () =>
  onPage(async (page) => {
    const { id } = await home.resource("lights", MAC.hallLamp);
    await home.put(`/lights/${id}/state`, { on: true, bri: 254 });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/perform", async (route) => {
      if (!/\/history\?/.test(route.request().postDataJSON().address)) return route.fallback();
      await released;
      const at = (hour: number) => new Date(Date.now() - (6 - hour) * 3_600_000).toISOString();
      const told = { min: 0, max: 1, mean: 0.5, last: 1, count: 2, known: 1 };
      const values = [1, 2, 3, 4, 5].map((hour) => ({ at: at(hour), ...told }));
      await route.fulfill({ json: { status: 200, body: { step: "hour", values } } });
    });
    await open(page, MAC.hallLamp);
    const top = () => page.locator("#zg-groups").evaluate((heading) => heading.getBoundingClientRect().top);
    await page.locator(".zg-plot-room").nth(1).waitFor({ state: "attached" });
    const before = await top();
    release();
    await page.locator(".zg-plot-room").first().waitFor({ state: "detached" });
    await page.locator(".zg-plot").nth(1).waitFor();
    assert.equal(await top(), before);
    const brightness = page.getByRole("spinbutton", { name: /^Brightness/ });
    assert.equal(await brightness.inputValue(), "100");
    await home.put(`/lights/${id}/state`, { on: false });
    await isOn(page, false);
    await eventually(async () => (await brightness.inputValue()) === "");
    const address = page.getByText(`/lights/${id}`, { exact: true });
    assert.equal(await address.count(), 0);
    await unfold(page, "Technical details");
    await address.waitFor();
  }));

test("the page of a device: notes, its rooms and uses, its clusters, the console, and how it is disabled", () =>
  onPage(async (page) => {
    const { id } = await home.resource("lights", MAC.colourLamp);
    const [{ success }] = await home.post("/groups", { name: "Evening room", type: "Room" });
    await home.put(`/groups/${success.id}`, { lights: [id] });
    await open(page, MAC.colourLamp);
    await page.locator(".zg-chips li", { hasText: "Evening room" }).waitFor();
    assert.equal(await page.locator(".zg-uses li", { hasText: "Evening room" }).count(), 0, "it is told once");
    await page.getByLabel("Notes").fill("Needs an E14");
    await page.getByRole("button", { name: "Save" }).click();
    await eventually(async () => (await home.get(`/devices/${MAC.colourLamp}`)).notes === "Needs an E14");
    await unfold(page, "About this device");
    await page.locator("a[href^='https://www.zigbee2mqtt.io/devices/']").waitFor();

    await unfold(page, "Clusters and reports");
    await page.locator(".zg-clusters li", { hasText: /On\/off.*talks to the gateway.*reports onOff/ }).waitFor();
    await unfold(page, "Console");
    const form = page.locator(".zg-console");
    await form.getByLabel("Cluster").selectOption({ label: "On/off (0x0006), endpoint 11" });
    await form.getByLabel("Attribute", { exact: true }).fill("onOff, 0x4003 99999");
    await form.locator(".zg-fault", { hasText: "at most 16" }).waitFor();
    await form.getByLabel("Attribute", { exact: true }).fill("onOff, 0x7777");
    await form.getByRole("button", { name: "Read" }).click();
    await form.locator("code", { hasText: /^onOff = [01]$/ }).waitFor();
    await form.locator("code", { hasText: "no such attribute" }).waitFor();
    await form.getByLabel("Attribute", { exact: true }).fill("startUpOnOff");
    await form.getByLabel("New value").fill("0");
    await form.getByRole("button", { name: "Write" }).click();
    await is(MAC.colourLamp, "11/genOnOff.startUpOnOff", 0);
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await page.setViewportSize({ ...PHONE, height: 3200 });
    await picture(page, "device-page");
    await page.setViewportSize(PHONE);

    await page.getByText("Disabled: it is ignored").click();
    await page.locator(".zg-device-state .zg-badge", { hasText: "disabled" }).waitFor();
    await flip(page);
    await page.locator(".zg-fault", { hasText: "is disabled" }).first().waitFor();
    await page.getByText("Disabled: it is ignored").click();
    await page.locator(".zg-device-state .zg-badge", { hasText: /^reachable$/ }).waitFor();
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.locator("dialog .zg-used li", { hasText: "Evening room" }).waitFor();
    await page.keyboard.press("Escape");
    await house.ask("DELETE", `/api/${home.key}/groups/${success.id}`);
    await page.locator(".zg-uses li", { hasText: "Evening room" }).waitFor({ state: "detached" });
    await back(page);
    await page.getByRole("button", { name: "Batteries" }).click();
    await page.locator(".zg-batteries td", { hasText: "%" }).first().waitFor();
    await page.locator(".zg-batteries tr", { hasText: "Front door" }).getByRole("button", { name: "CR2032" }).click();
    const cells = page.locator("dialog[open]").getByLabel("Batteries", { exact: true });
    await cells.fill("2 x AAA");
    await cells.press("Enter");
    await page
      .locator(".zg-batteries tr", { hasText: "Front door" })
      .getByRole("button", { name: "2 × AAA" })
      .waitFor();
    await page.locator(".zg-batteries tr", { hasText: "Front door" }).getByRole("button", { name: "%" }).click();
    await page.locator("dialog[open] .zg-chart").waitFor();
    await page.keyboard.press("Escape");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await picture(page, "batteries");
    await page.getByRole("button", { name: "Back to all devices" }).click();
  }));

test("in its own words: a value that is set reaches the device, one that is refused says why", () =>
  onPage(async (page) => {
    await open(page, MAC.hallLamp);
    await unfold(page, "Everything it offers (exposes)");
    const choice = page.getByRole("combobox", { name: "Power-on behavior" });
    await choice.selectOption({ label: "off" });
    await is(MAC.hallLamp, "1/genOnOff.startUpOnOff", 0);
    await page.locator(".zg-exposes li", { hasText: "Power-on behavior" }).locator("select").waitFor();
    const level = page.locator(".zg-exposes li", { hasText: "Level config" });
    await level.locator(".zg-switch").first().click();
    await level.getByRole("button", { name: "Set" }).click();
    await is(MAC.hallLamp, "1/genLevelCtrl.options", 1);
    await unfold(page, "How its values are read");
    const transition = page.locator(".zg-exposes li", { hasText: "Transition" });
    await transition.getByRole("spinbutton").fill("-3");
    await transition.getByRole("button", { name: "Set" }).click();
    await transition.locator(".zg-fault", { hasText: /at least 0/ }).waitFor();
    await transition.getByRole("spinbutton").fill("1.5");
    await transition.getByRole("button", { name: "Set" }).click();
    await transition.locator(".zg-fault").waitFor({ state: "detached" });
    await eventually(async () => (await home.get(`/devices/${MAC.hallLamp}/exposes/transition`)).value === 1.5);
    await page.setViewportSize({ ...PHONE, height: 2400 });
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await picture(page, "device-exposes");
  }));

/** The whole history of a value: by times, moved and enlarged by mouse and keys, read by pointing, and as a table. */
async function seesHistory(page: Page): Promise<void> {
  const dialog = page.locator("dialog[open]");
  const chart = dialog.locator(".zg-chart");
  await chart.locator("path.zg-chart-line").waitFor({ state: "attached" }); // one that is level has no height
  const drawn = () => chart.locator("path.zg-chart-line").getAttribute("d");
  const first = await drawn();
  /** The times, and where they stand; the course itself may be out of sight, and is the same for two times without any. */
  const times = () =>
    chart
      .locator("text")
      .evaluateAll((all) => all.map((text) => `${text.getAttribute("x")} ${text.textContent}`))
      .then((all) => all.filter((each) => /[AP]M|[A-Z][a-z]{2}/.test(each)));
  const becomesOther = async (act: () => Promise<unknown>) => {
    const before = await times();
    await act();
    await eventually(async () => !isDeepStrictEqual(await times(), before));
  };
  await dialog.locator("[aria-pressed=true]", { hasText: "Day" }).waitFor(); // the house has a past, which is known
  await dialog.getByRole("button", { name: "Week" }).click();
  await dialog.locator("[aria-pressed=true]", { hasText: "Week" }).waitFor();
  await dialog.getByRole("button", { name: "Day", exact: true }).click();
  await becomesOther(() => dialog.getByRole("button", { name: "Show a shorter time" }).click());
  assert.equal(await dialog.locator("[aria-pressed=true]").count(), 0);
  await chart.focus();
  await becomesOther(() => page.keyboard.press("+"));
  await becomesOther(() => page.keyboard.press("ArrowLeft"));
  await becomesOther(() => page.keyboard.press("End"));
  await eventually(async () => ![first, "", null].includes(await drawn()));
  const box = await chart.boundingBox();
  assert.ok(box);
  const at = (share: number) => [box.x + share * box.width, box.y + box.height / 2] as const;
  await becomesOther(async () => {
    await page.mouse.move(...at(0.5));
    await page.mouse.down();
    await page.mouse.move(...at(0.6), { steps: 3 });
    await page.mouse.up();
  });
  const before = await times();
  await eventually(async () => {
    await page.mouse.wheel(0, -200); // a busy browser may drop a turn of the wheel
    await page.waitForTimeout(500);
    return !isDeepStrictEqual(await times(), before);
  });
  const screen = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...shares: readonly number[]) => {
    const touchPoints = shares.map((share, id) => ({ x: at(share)[0], y: at(share)[1], id }));
    return screen.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await becomesOther(async () => {
    await touch("touchStart", 0.3, 0.7);
    for (const spread of [0.18, 0.16, 0.14]) await touch("touchMove", 0.5 - spread, 0.5 + spread);
    await touch("touchEnd");
  });
  assert.equal(await page.evaluate("visualViewport.scale"), 1, "the plot was enlarged, not the page");
  await chart.focus();
  for (let turn = 0; turn < 5; turn += 1) await page.keyboard.press("+");
  await page.keyboard.press("End");
  const shares = [0.95, 0.9, 0.8, 0.7]; // the last minute may not be told yet
  await eventually(async () => {
    for (const share of shares) {
      await page.mouse.move(...at(share));
      if ((await chart.locator(".zg-chart-read", { hasText: /·.*°C/ }).count()) > 0) return true;
    }
    return false;
  });
  await dialog.getByRole("button", { name: "As a table" }).click();
  await dialog.locator(".zg-table tbody tr").first().waitFor();
  await dialog.locator(".zg-history-facts td", { hasText: "°C" }).first().waitFor();
  await dialog.getByLabel("Compare with").selectOption({ label: "Stairs motion" });
  await dialog.getByRole("rowheader", { name: "Stairs motion" }).waitFor();
  await chart.locator("path.zg-chart-other").waitFor({ state: "attached" });
  await dialog.getByLabel("Compare with").selectOption({ label: "the time before" });
  await dialog.getByRole("rowheader", { name: /–/ }).nth(1).waitFor(); // each called by its time
  await dialog.getByRole("button", { name: "Week" }).click();
  await eventually(async () => {
    for (const share of [0.4, 0.5, 0.6]) await page.mouse.move(...at(share));
    return (await chart.locator(".zg-chart-pointer circle").count()) === 2;
  });
  assert.equal(await chart.locator(".zg-chart-pointer line").count(), 1, "one line, with a dot on each course");
  assert.equal(await chart.locator(".zg-chart-pointer circle.zg-chart-other").count(), 1, "in the color of its course");
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as CSV" }).click();
  assert.match((await saving).suggestedFilename(), /^\S.* Temperature \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.csv$/);
  const day = new Date(Date.now() - 86_400_000).toLocaleDateString("sv-SE");
  await becomesOther(() => dialog.getByLabel("Go to a day").fill(day));
  await becomesOther(() => chart.press("End"));
  await page.setViewportSize({ ...PHONE, width: 600 }); // a control that a narrow frame of the table cuts in half would count as small
  assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
  await picture(page, "history");
  await page.setViewportSize({ ...PHONE, width: 300 });
  await eventually(async () => (await overflow(page, "dialog")) <= 0); // the plot is drawn anew when it is narrower
  await picture(page, "history-300");
  await page.setViewportSize({ ...PHONE, height: 2400 });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

test("a sensor: its settings by their kind, a refusal in place, its course as values come", () =>
  onPage(async (page) => {
    await open(page, MAC.climate);
    await home.turn(MAC.climate, { set: { "msTemperatureMeasurement.measuredValue": 2360 } });
    const plot = page.getByRole("button", { name: /^Temperature since .*: between .* and 23.6 °C, now 23.6 °C/ });
    await plot.waitFor({ timeout: 40_000 });
    await plot.click();
    await seesHistory(page);
    await page.getByRole("button", { name: "Settings" }).first().click();
    await page.getByRole("button", { name: "Change Offset" }).first().click();
    const field = page.getByRole("spinbutton", { name: "Offset (°C)" });
    await eventually(() => field.evaluate((own) => own === document.activeElement));
    await field.fill("0.5");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".zg-members dd", { hasText: "0.5 °C" }).waitFor();
    assert.equal((await home.resource("sensors", MAC.climate)).config.offset, 50);
    await page.route("**/perform", (route) =>
      /introspect/.test(route.request().postData() ?? "") ? route.fulfill({ body: "no JSON" }) : route.fallback(),
    );
    await page.getByRole("button", { name: "Change Offset" }).first().click();
    await page.getByRole("spinbutton", { name: "Offset (°C)" }).fill("");
    await page.keyboard.press("Enter");
    await page.getByRole("spinbutton", { name: "Offset (°C)" }).fill("99999");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".zg-members .zg-fault").waitFor();
    assert.equal((await home.resource("sensors", MAC.climate)).config.offset, 50);
    await picture(page, "device-sensor");
  }));

test("a blind goes down when it is awake, and its place shows as it moves", () =>
  onPage(async (page) => {
    await open(page, MAC.blind);
    await page.getByRole("button", { name: "Down" }).click();
    await home.turn(MAC.blind, { awake: 60 });
    await is(MAC.blind, "1/closuresWindowCovering.currentPositionLiftPercentage", 100);
    await page.locator(".zg-members dd > span", { hasText: /^closed$/ }).waitFor({ timeout: 40_000 });
    await page.getByRole("button", { name: "Up" }).click();
    await page.locator(".zg-members dd > span", { hasText: /^open$/ }).waitFor({ timeout: 40_000 });
  }));

test("bindings are asked for, made and ended", () =>
  onPage(async (page) => {
    const [{ success }] = await home.post("/groups", { name: "Bound" });
    await open(page, MAC.hallLamp);
    await unfold(page, "Bindings");
    await page.getByRole("button", { name: "Ask the device for its bindings" }).click();
    await page.locator(".zg-rooms li", { hasText: "On/off (1) → the gateway" }).waitFor();
    await page.getByLabel("What it sends or reports").selectOption({ label: "On/off (1), reports" });
    await page.getByLabel("To what").selectOption({ label: "Bound (group)" });
    await page.getByRole("button", { name: "Bind", exact: true }).click();
    await page.locator(".zg-rooms li", { hasText: "On/off (1) → Bound" }).waitFor();
    await page.getByRole("button", { name: "Unbind On/off from Bound" }).click();
    await page.locator(".zg-rooms li", { hasText: "Bound" }).waitFor({ state: "detached" });
    await back(page);
    await home.turn(MAC.whiteLamp, { reach: "no-route" });
    await open(page, MAC.whiteLamp);
    await unfold(page, "Bindings");
    await page.getByRole("button", { name: "Ask the device for its bindings" }).click();
    await page.locator(".zg-fault", { hasText: "does not answer" }).waitFor({ timeout: 60_000 });
    await home.turn(MAC.whiteLamp, { reach: "ok" });
    await house.ask("DELETE", `/api/${home.key}/groups/${success.id}`);
  }));

test("all that can be seen is readable: light and dark, wide and narrow, and nothing sticks out", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await onPage(
      async (page) => {
        for (const width of [360, 300]) {
          await page.setViewportSize({ ...PHONE, width });
          await picture(page, `devices-${width}-${colorScheme}`);
          assert.deepEqual(await faultsInWidth(page, ".zg"), []);
          assert.ok((await overflow(page, "html")) <= 0);
          for (const [name, mac] of Object.entries({ lamp: MAC.colourLamp, blind: MAC.blind, climate: MAC.climate })) {
            await page.locator("input[type=search]").fill(mac);
            await page.locator(".zg-row").nth(1).click();
            await page.locator(".zg-device").waitFor();
            await page.setViewportSize({ height: 1600, width });
            await picture(page, `device-${name}-${width}-${colorScheme}`);
            assert.deepEqual(await faultsInWidth(page, ".zg"), [], name);
            assert.ok((await overflow(page, ".zg-panel")) <= 0, name);
            await page.getByRole("button", { name: "Zurück zu allen Geräten" }).click();
            await page.locator("input[type=search]").fill("");
            await page.setViewportSize({ ...PHONE, width });
          }
        }
      },
      { colorScheme, locale: "de-DE" },
    );
  }
});

test("in the sidebar of the editor, dark", async () => {
  await watched(await openSidebar(browser, house, { dark: true }), async (page) => {
    await page.locator("[data-tab=devices]").click();
    await page.locator("input[type=search]").fill(MAC.colourLamp);
    await inOneLine(page, ".zg-button"); // the search has a line of its own
    const makeWide = (width: string) =>
      page.locator(".zg-devices").evaluate((panel, now) => Object.assign(panel.style, { width: now }), width);
    await makeWide("700px");
    await inOneLine(page, ":is(input, .zg-button)");
    await makeWide("");
    await page.locator('.zg-list [aria-setsize="2"]').first().waitFor();
    await page.locator("input[type=search]").press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter"); // with it the list is gone, which is nothing to the editor
    await page.locator(".zg-device h2", { hasText: "Living room lamp" }).waitFor();
    await stays(page, page.locator(".zg-opened-head").getByRole("button", { name: /^Rename/ }));
    await page.keyboard.press("Escape");
    await picture(page, "device-sidebar");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    assert.ok((await overflow(page, ".zg-panel")) <= 0);
  });
});

test("five hundred devices: only rows in sight are drawn, and the last is one key away", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    const numbers = Array.from({ length: 500 }, (_, index) => index + 1);
    const mac = (number: number) =>
      `00:00:00:00:00:00:${(number >> 8).toString(16).padStart(2, "0")}:${(number & 255).toString(16).padStart(2, "0")}`;
    const many = (make: (number: number) => readonly [string, object]) => Object.fromEntries(numbers.map(make));
    await page.route("**/house", async (route) => {
      const body = await (await route.fetch()).json();
      const devices = many((number) => [mac(number), { uniqueid: mac(number), name: `Lamp ${number}`, vendor: "V" }]);
      const lights = many((number) => [
        String(number),
        {
          ...{ name: `Lamp ${number}`, type: "Dimmable light", uniqueid: `${mac(number)}-01` },
          ...{ state: { on: false, bri: 1, reachable: true }, config: {} },
        },
      ]);
      await route.fulfill({ json: { ...body, devices, lights, sensors: {}, groups: {} } });
    });
    await page.reload();
    await page.locator("[data-tab=devices]").click();
    await page.locator('.zg-row[aria-setsize="501"]').first().waitFor();
    assert.ok((await page.locator(".zg-row").count()) < 40);
    await page.locator(".zg-list").focus();
    await page.keyboard.press("End");
    await row(page, "Lamp 500").waitFor();
    await page.keyboard.press("PageUp");
    await page.keyboard.press("Enter");
    await page.locator(".zg-device h2", { hasText: /Lamp 49\d/ }).waitFor();
    const name = await page.locator(".zg-device h2").textContent();
    await page.getByRole("button", { name: "Back to all devices" }).click();
    await page.locator(".zg-row[aria-selected=true]", { hasText: String(name) }).waitFor();
    await page.locator("input[type=search]").fill("lamp 499");
    await page.locator('.zg-row[aria-setsize="2"]').first().waitFor();
  });
});

test("a virtual sensor stands for itself: it is set, renamed and taken away", () =>
  onPage(async (page) => {
    const words = { name: "Guests", modelid: "M", swversion: "1", uniqueid: "guests", manufacturername: "Me" };
    const [{ success }] = await home.post("/sensors", { ...words, type: "CLIPGenericFlag", state: { flag: false } });
    await page.locator("input[type=search]").fill("guests"); // the list draws only the rows in sight
    await row(page, "Guests").click();
    await page.locator(".zg-badge", { hasText: "without a device" }).waitFor();
    await page.getByRole("button", { name: "Change Flag" }).click();
    await page.getByRole("combobox", { name: "Flag" }).selectOption({ label: "yes" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".zg-members dd > span", { hasText: /^yes$/ }).waitFor();
    assert.equal((await home.get(`/sensors/${success.id}`)).state.flag, true);
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.locator("dialog .zg-danger").click();
    await page.locator(".zg-note", { hasText: "Guests was removed" }).waitFor();
    await row(page, "Guests").waitFor({ state: "detached" });
  }));

test("Home: a room of three lights in few gestures; switched at once, its scenes kept, recalled and deleted; Back, reload, bookmarks", async () => {
  await watched(await openPage(browser, house.adminUrl), async (page) => {
    const made = await countGestures(page);
    await page.getByRole("button", { name: "New room" }).click();
    await page.waitForFunction(() => document.activeElement?.closest("dialog") !== null);
    await page.keyboard.type("Lounge");
    const lamps = [MAC.colourLamp, MAC.whiteLamp, MAC.hallLamp];
    const lights = await Promise.all(lamps.map((mac) => home.resource("lights", mac)));
    for (const { name } of lights)
      await page.getByRole("checkbox", { name: new RegExp(`^${name}( now in|$)`) }).click();
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await page.locator("dialog").getByRole("button", { name: "Save" }).click();
    await assertGestures(made, "a room with 3 lights", 8);
    const card = page.locator(".zg-room", { hasText: "Lounge" });
    await card.locator(".zg-tile").nth(2).waitFor();
    const [id = "", group] =
      Object.entries<Seen>(await home.get("/groups")).find(([, each]) => each.name === "Lounge") ?? [];
    assert.deepEqual([group?.type, group?.lights.length], ["Room", 3]);

    const [first] = lights;
    const tile = card.getByRole("switch", { name: first.name });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/perform", (route) => held.then(() => route.fallback()), { times: 1 });
    const before = (await tile.getAttribute("aria-checked")) === "true";
    await tile.click();
    await card.locator(`.zg-tile-face[aria-checked=${!before}]`, { hasText: first.name }).waitFor(); // before any answer
    release();
    await eventually(async () => (await home.resource("lights", MAC.colourLamp)).state.on === !before);
    const refusal = { error: { type: 202, address: "/lights/1", description: "is not modifiable" } };
    const told = [`${first.name} does not answer: does it have power?`];
    await page.route("**/perform", (route) => route.fulfill({ json: { status: 200, body: [refusal], told } }), {
      times: 1,
    });
    await tile.click();
    await page.locator(".zg-note", { hasText: new RegExp(`^${first.name} does not answer`) }).waitFor();
    await card.locator(`.zg-tile-face[aria-checked=${!before}]`, { hasText: first.name }).waitFor();

    await home.put(`/groups/${id}/action`, { on: true });
    await card.locator(".zg-room-head :checked").waitFor();
    const switched = await countGestures(page);
    await card.locator(".zg-room-head .zg-switch").click();
    await eventually(async () => (await home.get(`/groups/${id}`)).state.any_on === false);
    await assertGestures(switched, "on a phone switch a room off", 3);
    const renamed = await countGestures(page);
    await card.getByRole("button", { name: "Rename Lounge" }).click();
    await page.waitForFunction(() => document.activeElement?.closest(".zg-name-form") !== null);
    await page.keyboard.type("Parlour");
    await page.keyboard.press("Enter");
    await page.locator(".zg-room-name", { hasText: "Parlour" }).waitFor();
    await assertGestures(renamed, "rename", 3);
    await home.put(`/groups/${id}`, { name: "Lounge" });
    await picture(page, "home-phone");
    await home.put(`/lights/${(await home.resource("lights", MAC.plug)).id}/state`, { on: true });
    await home.put(`/groups/${id}/action`, { on: true });
    await card.locator(".zg-room-head :checked").waitFor();
    const left = await countGestures(page);
    await page.getByRole("button", { name: "All lights off" }).click();
    await page.getByText("All lights are off").waitFor();
    await assertGestures(left, "all lights off", 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await card.locator(".zg-room-head :checked").waitFor();
    await page.getByRole("button", { name: "All lights off" }).click();
    await page.getByText("All lights are off").waitFor();
    await page.locator("[aria-disabled=true][aria-busy=false]", { hasText: "All lights off" }).waitFor(); // nothing is left for it to do
    assert.equal((await home.resource("lights", MAC.plug)).state.on, true, "what is washed goes on");
    await onRoomPage(page, id);
    await page.goBack();
    await card.waitFor();
    await page.goto(`${house.adminUrl}/zigbee-gateway/#/home/${id}`);
    await page.reload();
    await page.locator(".zg-room-page h2", { hasText: "Lounge" }).waitFor();
    await home.post(`/groups/${id}/scenes`, { name: "Late" });
    await page.getByRole("button", { name: "Late", exact: true }).waitFor();
    const conditions = [{ address: "/config/localtime", operator: "in", value: "T08:00:00/T09:00:00" }];
    const actions = [{ address: `/groups/${id}/action`, method: "PUT", body: { on: false } }];
    const [{ success: rule }] = await home.post("/rules", { name: "In the morning", conditions, actions });
    for (const [other, { type }] of Object.entries<Seen>(await home.get("/groups"))) // in which the lamps may be, too
      if (type === "LightGroup") await house.ask("DELETE", `/api/${home.key}/groups/${other}`);
    const [, , { id: hallLamp, name: hall }] = lights;
    const [{ success: floor }] = await home.post("/groups", { name: "Ground floor", lights: [hallLamp] });
    await page.getByRole("button", { name: "Edit Lounge" }).click();
    await page.getByRole("button", { name: "Remove the room…" }).click();
    const question = page.getByRole("dialog", { name: "Remove the room Lounge?" });
    await question.locator("li", { hasText: "Rule: In the morning" }).waitFor();
    const said = await question.locator(".zg-dialog-body > p").allInnerTexts();
    const homeless = [lights[0].name, lights[1].name].sort().join(" and ");
    assert.deepEqual(
      said.sort(),
      [
        "Lost with it: the scene Late.",
        `${homeless}: then in no room`,
        `${hall}: then in Ground floor`,
        "This cannot be undone.",
      ].sort(),
    );
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    await picture(page, "room-removed");
    await question.getByRole("button", { name: "Remove the room", exact: true }).click();
    await page.locator(".zg-note", { hasText: "Lounge was removed." }).waitFor();
    await card.waitFor({ state: "detached" });
    await house.ask("DELETE", `/api/${home.key}/rules/${rule.id}`);
    await eventually(async () => !Object.hasOwn(await home.get("/groups"), id)); // the card is gone before the answer is here
    await page.goto(`${house.adminUrl}/zigbee-gateway/#/home`);
    await page.locator(".zg-room", { hasText: "Ground floor" }).getByRole("switch", { name: hall }).waitFor();
    await house.ask("DELETE", `/api/${home.key}/groups/${floor.id}`);
  });
});

test("a touch cuts the power of a plug that is at work: it is told, and can be undone; of one at rest it is not", () =>
  onPage(async (page) => {
    await goToPanel(page, "home");
    const { id, name } = await home.resource("lights", MAC.plug);
    const on = async () => (await home.resource("lights", MAC.plug)).state.on;
    const draw = async (watts: number) => {
      await home.turn(MAC.plug, { set: { "haElectricalMeasurement.activePower": watts } });
      await tile.filter({ hasText: `On · ${watts} W` }).waitFor();
    };
    const tile = page.getByRole("switch", { name });
    const told = page.locator(".zg-note", { hasText: `${name} is off. It was drawing 98 W.` });
    await home.put(`/lights/${id}/state`, { on: true });
    await draw(98);
    await tile.click();
    await told.waitFor();
    assert.equal(await on(), false);
    await told.getByRole("button", { name: "Undo" }).click();
    await eventually(async () => (await on()) === true);
    await draw(2);
    await tile.click();
    await eventually(async () => (await on()) === false);
    await page.waitForTimeout(500); // no note comes late
    assert.equal(await page.locator(".zg-note").count(), 0);
    await home.put(`/lights/${id}/state`, { on: true });
    await draw(98);
    await goToPanel(page, "devices"); // the list does the same
    await page.locator("input[type=search]").fill(MAC.plug);
    await row(page, name).locator(".zg-switch").click();
    await told.getByRole("button", { name: "Undo" }).click();
    await eventually(async () => (await on()) === true);
  }));

test("Home: no room gets the name of another one, neither a new one nor one that is renamed; a name that fills its field says so", () =>
  onPage(async (page) => {
    const made = await Promise.all(["Attic", "Loft"].map((name) => home.post("/groups", { name, type: "Room" })));
    const names = async () => Object.values<Seen>(await home.get("/groups")).map(({ name }) => name);
    const before = await names();
    await goToPanel(page, "home");
    const refused = page.locator(".zg-fault", { hasText: "There is already a room or group called Attic." });
    await page.getByRole("button", { name: "Rename Loft" }).click();
    const form = page.locator(".zg-name-form");
    const [field, save] = [form.getByRole("textbox"), form.getByRole("button", { name: "Save" })];
    await field.fill(" attic");
    await refused.waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await save.isDisabled(), true);
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await picture(page, "home-name-taken");
    const full = form.locator(".zg-hint", { hasText: "Names have at most 32 characters." });
    await field.fill("x".repeat(31));
    await refused.waitFor({ state: "detached" });
    assert.equal(await full.count(), 0);
    await field.fill("x".repeat(32));
    await full.waitFor();
    assert.equal(await save.isDisabled(), false);
    await field.fill("Loft"); // its own name
    await full.waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "New room" }).click();
    const dialog = page.locator("dialog[open]");
    await dialog.getByLabel("Name of the room").fill("Attic");
    await refused.waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await dialog.getByRole("button", { name: "Save" }).isDisabled(), true);
    await page.keyboard.press("Escape");
    await page.locator("[data-tab=devices]").click();
    await open(page, MAC.hallLamp);
    await page.getByLabel("Put it into").selectOption({ label: "A new room…" });
    await page.getByLabel("Name of a new room").fill("ATTIC");
    await refused.waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".zg-new-room button").isDisabled(), true);
    assert.deepEqual(await names(), before);
    for (const [{ success }] of made) await house.ask("DELETE", `/api/${home.key}/groups/${success.id}`);
  }));

test("Home by keyboard: a room is made, with one device", () =>
  onPage(async (page) => {
    await goToPanel(page, "home");
    await pressAt(page, page.getByRole("button", { name: "New room" }));
    await page.waitForFunction(() => document.activeElement?.closest("dialog") !== null);
    await page.keyboard.type("Nook");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab"); // past the search
    await page.keyboard.press("Space");
    await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("Enter")]); // one room all the same
    await page.locator(".zg-room", { hasText: "Nook" }).waitFor();
    await keepsFocus(page, "a room is made");
    const rooms = Object.entries<Seen>(await home.get("/groups")).filter(([, { name }]) => name === "Nook");
    assert.equal(rooms.length, 1);
    await house.ask("DELETE", `/api/${home.key}/groups/${rooms[0]?.[0]}`);
  }));

test("lights that a new room takes out of another one are told, and one touch takes all of it back", () =>
  onPage(async (page) => {
    const [lamp, motion] = await Promise.all([
      home.resource("lights", MAC.hallLamp),
      home.resource("sensors", MAC.motion),
    ]);
    const [{ success: attic }] = await home.post("/groups", { name: "Attic", type: "Room", lights: [lamp.id] });
    await home.post(`/groups/${attic.id}/scenes`, { name: "Dusk" });
    const dusk = await home.get(`/groups/${attic.id}/scenes/1`);
    await goToPanel(page, "home");
    await page.locator(".zg-room-name", { hasText: "Attic" }).waitFor();
    await page.getByRole("button", { name: "New room" }).click();
    await page.locator("dialog", { hasText: "Tick lights, plugs, sensors…" }).waitFor();
    await page.locator("dialog", { hasText: "Give it a name to save it." }).waitFor();
    await page.keyboard.type("Porch");
    for (const { name } of [lamp, motion]) await page.locator(".zg-ticks label", { hasText: name }).first().click();
    await page.locator(".zg-ticks", { hasText: "loses its place in: Dusk" }).waitFor();
    await page.locator("dialog .zg-primary").click();
    const note = page.locator(".zg-note", { hasText: /Porch was created\. Moved from .*Attic/ });
    await note.waitFor();
    assert.ok((await note.innerText()).includes(lamp.name));
    await page.locator(".zg-room", { hasText: "Porch" }).locator(".zg-tile").waitFor();
    await note.getByRole("button", { name: "Undo" }).click();
    await page.locator(".zg-room-name", { hasText: "Porch" }).waitFor({ state: "detached" });
    await page.locator(".zg-room", { hasText: "Attic" }).locator(".zg-tile").waitFor();
    assert.deepEqual((await home.get(`/groups/${attic.id}`)).lights, [lamp.id]);
    await eventually(
      async () => JSON.stringify(await home.get(`/groups/${attic.id}/scenes/1`)) === JSON.stringify(dusk),
    ); // it had gone with its last light
    await house.ask("DELETE", `/api/${home.key}/groups/${attic.id}`);
  }));

/** By keyboard, but for the mouse that recalls. */
async function onRoomPage(page: Page, id: string): Promise<void> {
  await page.locator(`[data-room="${id}"]`).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`#/home/${id}$`));
  await page.waitForFunction(() => document.activeElement?.closest(".zg-opened-head") !== null);
  await page.getByRole("button", { name: "New scene", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]", { hasText: "Give it a name to save it." }).waitFor();
  await page.keyboard.type("Cosy");
  await page.getByText("Give it a name to save it.").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.locator(".zg-note", { hasText: "Cosy remembers" }).waitFor();
  await home.put(`/groups/${id}/action`, { on: true });
  const answered = page.locator(".zg-scene-answers", { hasText: /lights? (are|is) set/ }).waitFor(); // it is shown for a while
  await page.getByRole("button", { name: "Cosy", exact: true }).click();
  await Promise.all([answered, eventually(async () => (await home.get(`/groups/${id}`)).state.any_on === false)]);
  await changeScene(page, id);
  await page.getByRole("button", { name: "Rename Cosy" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.closest(".zg-name-form") !== null);
  await page.keyboard.type("Evening");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Evening" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Evening", exact: true }).waitFor();
  await picture(page, "room-phone");
  assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
  await page.getByRole("button", { name: "Change Evening" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Delete the scene Evening" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Delete the scene Evening" }).locator(".zg-danger").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Evening", exact: true }).waitFor({ state: "detached" });
  assert.deepEqual(await home.get(`/groups/${id}/scenes`), {});
}

test("a lamp takes the place of a broken one, and gives it back", () =>
  onPage(async (page) => {
    const [broken, other] = [MAC.hallLamp, MAC.whiteLamp];
    const { id, name } = await home.resource("lights", broken);
    await open(page, broken);
    await page.getByRole("button", { name: "Replace…" }).click();
    await page.getByLabel("The device in its place").selectOption(other);
    await page.locator("dialog li", { hasText: `The new device takes over: ${name}` }).waitFor();
    await picture(page, "device-replace");
    await page.locator("dialog .zg-primary", { hasText: "Replace it" }).click();
    await page.locator(".zg-note", { hasText: `${name} has been replaced` }).waitFor();
    assert.ok((await home.get(`/lights/${id}`)).uniqueid.startsWith(other));
    await page.locator("input[type=search]").fill(broken);
    await page.locator(".zg-empty", { hasText: "Nothing matches" }).waitFor(); // no list has it any more
    await page.getByRole("button", { name: "Show all" }).click();
    await page.locator(".zg-row").nth(1).waitFor();
    await page.locator("input[type=search]").fill(broken);
    await page.locator("[data-tab=virtual]").click(); // where the broken one still is, as it may be taken back
    await page.locator("[aria-labelledby=zg-virtual-replaced] li", { hasText: "Replaced" }).waitFor();
    assert.equal(await page.locator(`[data-lamp="${broken}"], [data-station="${broken}"]`).count(), 0);
    await picture(page, "virtual-replaced");
    await page.locator("[data-tab=devices]").click();
    assert.equal(await page.locator("input[type=search]").inputValue(), "", "from another panel it begins anew");
    await open(page, other);
    await page.getByRole("button", { name: "Undo the replacement" }).click();
    await eventually(async () => (await home.get(`/lights/${id}`)).uniqueid.startsWith(broken));
    await page.getByRole("button", { name: "Undo the replacement" }).waitFor({ state: "detached" });
    await eventually(async () => (await home.get("/devices")).includes(broken));
  }));

test("devices are removed after a question: one keeps its settings, another is as it came from the factory", () =>
  onPage(async (page) => {
    const [kept, fresh] = [MAC.hallLamp, MAC.whiteLamp];
    const { id } = await home.resource("lights", kept);
    const wishes: string[] = [];
    page.on("request", (request) => {
      const { method, address } = JSON.parse(request.postData() ?? "{}");
      if (method === "DELETE") wishes.push(address);
    });
    const remove = page.getByRole("button", { name: "Remove…" });
    await open(page, kept);
    await remove.click();
    await page.locator("dialog[open]").waitFor();
    await picture(page, "device-remove");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.ok((await home.get("/devices")).includes(kept));
    await remove.click();
    await page.getByRole("checkbox", { name: "Also reset it to its factory settings" }).uncheck();
    await page.locator("dialog .zg-danger").click();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=search]")?.value === "");
    await open(page, fresh);
    await remove.click();
    await page.locator("dialog .zg-danger").click();
    await page.locator(".zg-note", { hasText: "Kitchen lamp was removed" }).waitFor();
    const devices = await home.get("/devices");
    assert.deepEqual([devices.includes(kept), devices.includes(fresh)], [false, false]);
    for (const mac of [kept, fresh]) await eventually(async () => (await station(mac)).joined === false);
    assert.deepEqual(wishes, [`/lights/${id}`, `/devices/${fresh}`]); // the whole of a device goes with a reset
  }));

/** The state of a light in a scene is changed there, and the light stays as it is. */
async function changeScene(page: Page, id: string): Promise<void> {
  const isOnIn = async () => {
    const [scene = ""] = Object.keys(await home.get(`/groups/${id}/scenes`));
    const { lights } = await home.get(`/groups/${id}/scenes/${scene}`);
    return lights.map(({ on }: { readonly on: boolean }) => on).includes(true);
  };
  assert.equal(await isOnIn(), false);
  await page.getByRole("button", { name: "Change Cosy" }).click();
  const done = page.getByRole("button", { name: "Done" });
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await done.hover();
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    await page.mouse.move(0, 0);
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
  }
  const rows = page.locator(".zg-scene-lights > li");
  await rows.first().getByRole("switch").focus();
  await page.keyboard.press("Space");
  await eventually(isOnIn);
  await rows.first().getByText("saved", { exact: true }).waitFor();
  await rows.first().getByRole("slider").waitFor();
  const told = await rows.first().innerText();
  assert.equal(told.match(/\d %/g)?.length ?? 0, 1, `its brightness is told once: ${told}`);
  assert.equal((await home.get(`/groups/${id}`)).state.any_on, false);
  await picture(page, "room-scene-lights");
}
