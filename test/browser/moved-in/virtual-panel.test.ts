/** The panel of the virtual house in a real browser: lamps shine, keys are pressed, values moved, new devices brought in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { accessibilityFaults, faultsInWidth } from "../../support/accessibility.ts";
import { picture } from "../../support/browser.ts";
import { eventually, gatewayNode, TAB } from "../../support/node-red.ts";
import { ask, openPage, openSidebar, openVirtualHouse, overflow, PHONE, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

// biome-ignore lint/suspicious/noExplicitAny: as the API answers
type Seen = any;

const PATIENCE = { timeout: 30_000 };

const { browser, house, home } = await openVirtualHouse();

async function onPanel(run: (page: Page) => Promise<void>, options: Parameters<typeof openPage>[2] = {}) {
  await watched(await openPage(browser, house.adminUrl, options), async (page) => {
    await page.locator("[data-tab=virtual]").click();
    await page.locator(".zg-station").first().waitFor();
    await run(page);
  });
}

const station = (page: Page, mac: string) => page.locator(`[data-station="${mac}"]`);
const lit = (page: Page, mac: string, isOn: boolean) =>
  page.locator(`[data-lamp="${mac}"][data-lit=${isOn}]`).waitFor(PATIENCE);
const fill = (page: Page, mac: string) => page.locator(`[data-lamp="${mac}"] .zg-lamp-bulb`).getAttribute("fill");
const told = (family: "lights" | "sensors", uniqueid: string, member: string, value: unknown) =>
  eventually(
    async () => (await home.resource(family, uniqueid)).state[member] === value,
    () => `${uniqueid} ${member} ${value}`,
  );

test("a key is pressed on a remote, a rule hears it, and the lamp is lit", () =>
  onPanel(async (page) => {
    const remote = await home.resource("sensors", MAC.dimmer);
    const lamp = await home.resource("lights", MAC.hallLamp);
    await home.put(`/lights/${lamp.id}/state`, { on: false }); // another test may have left it on
    const on = (event: number, isOn: boolean) => ({
      name: `on ${isOn}`,
      conditions: [
        { address: `/sensors/${remote.id}/state/buttonevent`, operator: "eq", value: String(event) },
        { address: `/sensors/${remote.id}/state/lastupdated`, operator: "dx" },
      ],
      actions: [{ address: `/lights/${lamp.id}/state`, method: "PUT", body: { on: isOn, bri: 64 } }],
    });
    await home.post("/rules", on(1002, true));
    await home.post("/rules", { ...on(4002, false), actions: [{ ...on(0, false).actions[0], body: { on: false } }] });
    await lit(page, MAC.hallLamp, false);
    const dimmer = station(page, MAC.dimmer);
    const heightOfOutcome = async () => (await page.locator(".zg-outcome").boundingBox())?.height;
    const height = await heightOfOutcome();
    await dimmer.getByRole("button", { name: "On: Short press" }).click();
    await lit(page, MAC.hallLamp, true);
    await page.locator(`[data-lamp="${MAC.hallLamp}"]`, { hasText: "on, 25 %" }).waitFor(PATIENCE);
    const outcome = page.getByRole("log", { name: "What comes of it" });
    await outcome.locator("li", { hasText: "The rule did" }).waitFor(PATIENCE);
    await outcome.locator("li", { hasText: /^Hall lamp.*on true/ }).waitFor(PATIENCE); // with its cause
    assert.equal(await heightOfOutcome(), height, "keys stay where they are");
    await picture(page, "virtual-lit");
    await page.locator(".zg-panel").evaluate((panel) => panel.scrollTo(0, 0)); // no key lies half beneath the lamps
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await dimmer.getByRole("button", { name: "Off: Short press" }).focus();
    await page.keyboard.press("Enter");
    await lit(page, MAC.hallLamp, false);
    await dimmer.getByRole("button", { name: "Up: Hold" }).click();
    await told("sensors", MAC.dimmer, "buttonevent", 2001);
    await dimmer.getByRole("button", { name: "Up: Let go" }).click();
    await told("sensors", MAC.dimmer, "buttonevent", 2003);
  }));

test("a rule that fired in vain is told with its cause, and with what could not be done", () =>
  onPanel(async (page) => {
    const remote = await home.resource("sensors", MAC.dimmer);
    const made = await home.post("/rules", {
      name: "In vain",
      conditions: [
        { address: `/sensors/${remote.id}/state/buttonevent`, operator: "eq", value: "3002" },
        { address: `/sensors/${remote.id}/state/lastupdated`, operator: "dx" },
      ],
      actions: [{ address: "/groups/1/scenes/99/recall", method: "PUT", body: {} }],
    });
    await station(page, MAC.dimmer).getByRole("button", { name: "Down: Short press" }).click();
    const outcome = page.getByRole("log", { name: "What comes of it" }).locator("li");
    const failed = outcome.filter({ hasText: /^In vain It fired, but nothing could be done · .+not available/ });
    await failed.waitFor(PATIENCE);
    await outcome.filter({ hasText: /short press/ }).waitFor(PATIENCE);
    await house.ask("DELETE", `/api/${home.key}/rules/${made[0].success.id}`);
  }));

test("why a rule did nothing is told whole, in lines that are not cut in two", () =>
  onPanel(async (page) => {
    const motion = await home.resource("sensors", `${MAC.motion}-02-0406`);
    const level = await home.resource("sensors", `${MAC.motion}-02-0400`);
    const lamp = await home.resource("lights", MAC.whiteLamp);
    await home.turn(MAC.motion, { set: { "msOccupancySensing.occupancy": 0 } });
    await told("sensors", `${MAC.motion}-02-0406`, "presence", false);
    const name = "Motion on a bright day";
    const made = await home.post("/rules", {
      name,
      conditions: [
        { address: `/sensors/${motion.id}/state/presence`, operator: "eq", value: "true" },
        { address: `/sensors/${level.id}/state/lightlevel`, operator: "gt", value: "60000" },
        { address: `/sensors/${motion.id}/state/presence`, operator: "dx" },
      ],
      actions: [{ address: `/lights/${lamp.id}/state`, method: "PUT", body: { on: true } }],
    });
    for (const [width, height] of [
      [300, 700],
      [300, 480],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      const flip = () => station(page, MAC.motion).getByRole("switch", { name: "Motion", exact: true }).locator("..");
      await flip().click();
      const refusal = page.locator(".zg-outcome li", { hasText: `Rule ${name}: nothing` });
      await refusal.waitFor(PATIENCE);
      await page.getByRole("button", { name, exact: true }).waitFor();
      const faults = await page.locator(".zg-outcome").evaluate((place) => {
        const line = Number.parseFloat(getComputedStyle(place).lineHeight);
        const cut = [...place.querySelectorAll("li")].filter((each) => each.scrollWidth > each.clientWidth);
        const sizes = [place.scrollTop, place.clientHeight, place.scrollHeight].filter((size) => size % line !== 0);
        return [...cut.map(({ textContent }) => textContent), ...sizes];
      });
      assert.deepEqual(faults, [], `${width} x ${height}`);
      await picture(page, `virtual-refused-${width}-${height}`);
      await flip().click();
      await told("sensors", `${MAC.motion}-02-0406`, "presence", false);
    }
    await house.ask("DELETE", `/api/${home.key}/rules/${made[0].success.id}`);
  }));

test("lamps show their color, that they blink, the switch on the wall, and that they have no power", () =>
  onPanel(async (page) => {
    const lamp = await home.resource("lights", MAC.colourLamp);
    const put = (state: object) => home.put(`/lights/${lamp.id}/state`, state);
    await put({ on: true, xy: [0.675, 0.322] });
    await eventually(async () => /^#ff[0-3]\w[0-4]\w$/.test((await fill(page, MAC.colourLamp)) ?? ""));
    await put({ ct: 500 });
    await eventually(async () => (await fill(page, MAC.colourLamp)) === "#ffac58");
    await put({ alert: "lselect" });
    await page.locator(`.zg-blinking[data-lamp="${MAC.colourLamp}"]`, { hasText: "blinks" }).waitFor(PATIENCE);
    await station(page, MAC.colourLamp).getByRole("button", { name: "Switch it by hand" }).click();
    await lit(page, MAC.colourLamp, false);
    await told("lights", MAC.colourLamp, "on", false);
    await page.locator(`[data-lamp="${MAC.colourLamp}"] button`).click(); // its drawing is the same switch
    await told("lights", MAC.colourLamp, "on", true);
    const white = station(page, MAC.whiteLamp);
    await white.getByRole("switch", { name: "Has power" }).locator("..").click();
    await white.locator(".zg-badge", { hasText: "without power" }).waitFor(PATIENCE);
    assert.ok(await page.locator(`[data-lamp="${MAC.whiteLamp}"] button`).isDisabled());
    await picture(page, "virtual-dead");
    await white.getByRole("button", { name: "More" }).click();
    await white.getByLabel("How it is reached").selectOption("no-route");
    await white.locator(".zg-badge", { hasText: "out of reach" }).waitFor(PATIENCE);
    await white.getByLabel("How it is reached").selectOption("ok");
    await white.locator(".zg-badge").waitFor({ state: "detached", ...PATIENCE });
  }));

test("values of sensors are moved, by mouse and by keyboard, and the gateway hears them", () =>
  onPanel(async (page) => {
    const flip = (mac: string, name: string) =>
      station(page, mac).getByRole("switch", { name, exact: true }).locator("..").click();
    await flip(MAC.motion, "Motion");
    await told("sensors", `${MAC.motion}-02-0406`, "presence", true);
    await flip(MAC.door, "Open");
    await told("sensors", `${MAC.door}-01-0500`, "open", true);
    await flip(MAC.door, "Open");
    await told("sensors", `${MAC.door}-01-0500`, "open", false);
    const warm = station(page, MAC.climate).getByRole("slider", { name: "Temperature" });
    await warm.focus();
    await page.keyboard.press("End");
    await told("sensors", `${MAC.climate}-01-0402`, "temperature", 5000);
    assert.equal(await warm.getAttribute("aria-valuetext"), "50 °C");
    const light = station(page, MAC.motion).getByRole("slider", { name: "Light level" });
    await light.focus();
    await page.keyboard.press("End");
    await told("sensors", `${MAC.motion}-02-0400`, "lightlevel", 50_000);
    assert.equal(await light.getAttribute("aria-valuetext"), "100,000 lx");
    await station(page, MAC.plug).getByRole("slider", { name: "Power" }).focus();
    await page.keyboard.press("Home");
    await told("sensors", `${MAC.plug}-01-0b04`, "power", 0);
    await station(page, MAC.blind).getByRole("slider", { name: "Closed by" }).focus();
    await page.keyboard.press("End");
    await told("lights", MAC.blind, "lift", 100);
    await page.getByRole("searchbox").fill("climate");
    await page.waitForFunction(() => document.querySelectorAll(".zg-station").length === 1);
    await page.getByRole("searchbox").fill("zebra");
    await page.getByText("Nothing here is called “zebra”.").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.locator(".zg-station").nth(1).waitFor();
  }));

test("somebody comes home: the door, the hall, its lamp, and the door again", () =>
  onPanel(async (page) => {
    const lamp = await home.resource("lights", MAC.hallLamp);
    await home.put(`/lights/${lamp.id}/state`, { on: false }); // another test may have left it on
    await lit(page, MAC.hallLamp, false);
    const come = page.getByRole("button", { name: "Somebody comes home" });
    await come.click();
    await told("sensors", `${MAC.door}-01-0500`, "open", true);
    await told("sensors", `${MAC.motion}-02-0406`, "presence", true);
    await lit(page, MAC.hallLamp, true);
    await told("sensors", `${MAC.door}-01-0500`, "open", false);
    await page
      .getByRole("log", { name: "What comes of it" })
      .locator("li", { hasText: "Front door" })
      .first()
      .waitFor();
    await page.locator(".zg-primary:enabled", { hasText: "Somebody comes home" }).waitFor(PATIENCE);
    await picture(page, "virtual-home");
  }));

test("a rule that looked and did nothing is shown with the condition in its way, and leads to it", () =>
  onPanel(async (page) => {
    const motion = await home.resource("sensors", `${MAC.motion}-02-0406`);
    const light = await home.resource("sensors", `${MAC.motion}-02-0400`);
    const lamp = await home.resource("lights", MAC.hallLamp);
    /** As a person does it: by what the switch shows, which may come later than what the API tells. */
    const flip = async (isThere: boolean) => {
      const shown = { name: "Motion", exact: true, checked: !isThere } as const;
      await station(page, MAC.motion).getByRole("switch", shown).locator("..").click();
    };
    const sees = (isThere: boolean) => told("sensors", `${MAC.motion}-02-0406`, "presence", isThere);
    if (motion.state.presence === true) await flip(false);
    await sees(false);
    await station(page, MAC.motion).getByRole("slider", { name: "Light level" }).focus();
    await page.keyboard.press("End");
    await told("sensors", `${MAC.motion}-02-0400`, "dark", false);
    await home.post("/rules", {
      name: "Night watch",
      conditions: [
        { address: `/sensors/${motion.id}/state/presence`, operator: "eq", value: "true" },
        { address: `/sensors/${light.id}/state/dark`, operator: "eq", value: "true" },
      ],
      actions: [{ address: `/lights/${lamp.id}/state`, method: "PUT", body: { on: true } }],
    });
    await flip(true);
    await sees(true);
    const outcome = page.getByRole("log", { name: "What comes of it" });
    await outcome
      .locator("li", { hasText: /^Rule Night watch: nothing, it is not dark \([\d,]+ lx\)$/ })
      .waitFor(PATIENCE);
    await picture(page, "virtual-refused");
    await page.getByRole("button", { name: "Night watch" }).click();
    await page.getByRole("button", { name: /^It looked and did nothing/, expanded: true }).waitFor(PATIENCE);
    await picture(page, "virtual-refused-rule");
  }));

test("a device joins, one leaves; values that change by themselves, and the counts of frames", () =>
  onPanel(async (page) => {
    const outside = page.locator(".zg-outside li");
    await outside.filter({ hasText: "Lamp from the attic" }).getByText("Comes only after a reset").waitFor();
    await page.getByRole("button", { name: "Bring in: New lamp" }).click();
    await page.locator(`.zg-stations li:first-child [data-station="${MAC.newLamp}"]`).waitFor(PATIENCE);
    await eventually(async () =>
      Object.values(await home.get("/lights")).some((light: Seen) => light.uniqueid.startsWith(MAC.newLamp)),
    );
    const lamp = station(page, MAC.newLamp);
    await lamp.getByRole("button", { name: "More" }).click();
    await lamp.getByRole("button", { name: "Leave the network" }).click();
    await outside.filter({ hasText: "New lamp" }).waitFor(PATIENCE);
    await page.getByRole("button", { name: "Bring in: New lamp" }).click();
    await station(page, MAC.newLamp).waitFor(PATIENCE);
    await home.put("/config", { permitjoin: 0 });
    await page.getByRole("switch", { name: "Values change by themselves" }).locator("..").click();
    await eventually(async () => (await home.get("/virtual")).life === true);
    const changes = page.locator(".zg-switch", { hasText: "Values change by themselves" });
    await changes.locator("[aria-checked=true]:checked").waitFor(); // as the house told, not as it was clicked
    await page.getByRole("switch", { name: "Values change by themselves" }).locator("..").click();
    await eventually(async () => (await home.get("/virtual")).life === false);
    const sent = () => page.locator(".zg-frames tr").last().locator("td").first().textContent();
    const before = Number((await sent())?.replace(/\D/g, ""));
    assert.ok(before > 100);
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await eventually(async () => Number((await sent())?.replace(/\D/g, "")) < before);
  }));

test("a command that cannot be done is shown with its error", () =>
  onPanel(async (page) => {
    await page.route("**/perform", async (route) => {
      const body = [{ error: { type: 608, description: "could not be done: &lt;b&gt;busy" } }];
      if (route.request().postDataJSON().method === "PUT") await route.fulfill({ json: { status: 400, body } });
      else await route.continue();
    });
    await station(page, MAC.hallLamp).getByRole("button", { name: "Switch it by hand" }).click();
    await page.locator(".zg-virtual-top .zg-fault", { hasText: "could not be done: <b>busy" }).waitFor();
    await picture(page, "virtual-refused");
    await page.getByRole("button", { name: "Dismiss this note" }).click();
    await page.locator(".zg-virtual-top .zg-fault").waitFor({ state: "detached" });
  }));

test("five hundred guests: a few are drawn, all are found", () =>
  onPanel(async (page) => {
    // Their radio would take minutes to let them all in: here they are only told of.
    await page.route("**/perform", async (route) => {
      const response = await route.fetch();
      const { method, address } = route.request().postDataJSON();
      if (method !== "GET" || address !== "/virtual") return route.fulfill({ response });
      const { status, body } = await response.json();
      const [model] = body.stations;
      const guests = Array.from({ length: 500 }, (_, index) => ({
        ...model,
        name: `Guest ${index}`,
        ieee: `0x00124b0199${String(index).padStart(6, "0")}`,
      }));
      return route.fulfill({ response, json: { status, body: { ...body, stations: [...body.stations, ...guests] } } });
    });
    await page.getByText(/\d+ more: search for them\./).waitFor(PATIENCE);
    assert.ok((await page.locator(".zg-station").count()) <= 40);
    await page.getByRole("searchbox").fill("guest 499");
    await page.locator(".zg-station", { hasText: "Guest 499" }).waitFor();
    await page.locator("[data-tab=events]").click();
    await page.locator("[data-tab=virtual]").click();
    await page.locator(".zg-station").nth(1).waitFor();
    assert.equal(await page.getByRole("searchbox").inputValue(), "", "from another panel it begins anew");
  }));

test("the panel is there only in the virtual house", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    await page.locator("[data-tab=virtual]").waitFor();
    await page.route("**/house", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), isVirtual: false } });
    });
    await page.reload();
    await page.locator("[data-tab=gateway]").waitFor();
    assert.equal(await page.locator("[data-tab=virtual]").count(), 0);
  }));

for (const colorScheme of ["light", "dark"] as const) {
  test(`at 360 and 300 pixels nothing sticks out, ${colorScheme}`, () =>
    onPanel(
      async (page) => {
        for (const fold of await page.locator(".zg-station .zg-fold-key").all()) await fold.click();
        for (const width of [360, 300]) {
          await page.setViewportSize({ ...PHONE, width });
          await picture(page, `virtual-${width}-${colorScheme}`);
          assert.deepEqual(await faultsInWidth(page, ".zg"), []);
          assert.ok((await overflow(page, ".zg-panel")) <= 0);
        }
      },
      { colorScheme, locale: "de-DE" },
    ));
}

test("in a low sidebar the lamps leave room for the keys; a panel out of sight asks for nothing", async () => {
  await house.deploy([TAB, gatewayNode("gw", { radio: "virtual", announceHost: "127.0.0.1" }), ask()]);
  await watched(await openSidebar(browser, house, { dark: true }), async (page) => {
    await page.locator("[data-tab=home]").click();
    await page.locator(".zg-home-head").getByRole("button", { name: "Make a flow…" }).waitFor(PATIENCE); // no flow is there yet
    await page.locator("[data-tab=virtual]").click();
    await page.locator(".zg-lamp-name").first().waitFor(PATIENCE);
    const lamps = await page.locator(".zg-lamp-name").allInnerTexts();
    assert.deepEqual(lamps, lamps.toSorted(new Intl.Collator("en-US").compare));
    const keys = station(page, MAC.remote).getByRole("button", { name: "On/off: Short press" });
    const whole = await page.locator(".zg-panel").boundingBox();
    const first = await page.locator(".zg-station header").first().boundingBox();
    assert.ok(whole && first && first.y + first.height < whole.y + whole.height, "in sight before anybody scrolls");
    await keys.click();
    await told("sensors", MAC.remote, "buttonevent", 1002);
    await picture(page, "virtual-sidebar-dark");
    const line = await page
      .locator(".zg-outcome li")
      .first()
      .evaluate((own) => getComputedStyle(own).lineHeight);
    assert.equal(line, "17px", "no line is cut in two");
    const [top, panel] = [
      await page.locator(".zg-virtual-top").boundingBox(),
      await page.locator(".zg-panel").boundingBox(),
    ];
    assert.ok(top && panel && top.height < panel.height / 3, "a third of it at most");
    let looks = 0;
    page.on("request", (request) => {
      if (request.postData()?.includes('"/virtual"')) looks += 1;
    });
    await eventually(() => looks >= 2);
    await page.evaluate('RED.sidebar.show("info")');
    await station(page, MAC.remote).waitFor({ state: "hidden" });
    const before = looks;
    await page.waitForTimeout(5_000);
    assert.ok(looks <= before + 1, "while nobody sees it nothing is asked");
    await page.evaluate('RED.actions.invoke("zigbee-gateway:show-sidebar")');
    await eventually(() => looks > before + 1);
  });
});
