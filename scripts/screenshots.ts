/**
 * The guide's pictures, from the running product: `npm run screenshots` writes them all to `docs/pictures`, with names behind `--` some.
 * Look at each before it is committed. `npm run screenshots -- --gallery <folder>` takes every panel in all languages, widths and colors, and every dialog;
 * behind the folder names of some: `home dialog-rule`.
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import type { Browser, Locator, Page } from "playwright-core";
import { openBrowser, openDialog, openEditor } from "../test/support/browser.ts";
import { house as foreign } from "../test/support/houses.ts";
import { type FlowNode, flowNode, sink } from "../test/support/node-red.ts";
import { lookAround } from "../test/support/panels.ts";
import { MAC } from "../test/support/virtual-flow.ts";
import { takeGallery } from "./screenshots-gallery.ts";
import { type Furnished, furnish, GATEWAY, GROUND_FLOOR } from "./screenshots-house.ts";

type Shot = (browser: Browser, furnished: Furnished, name: string) => Promise<void>;

interface Frame {
  readonly wide: number;
  readonly high: number;
  readonly isMobile?: boolean;
}

const FOLDER = resolve(import.meta.dirname, "../docs/pictures");
const LOCALE = "en-GB";
const SLOW = 400; // milliseconds for each hop, so that a router is still being asked when the picture is taken
const wanted = process.argv.slice(2);
/** Elements that are drawn late are there. */
const pause = (page: Page) => page.waitForTimeout(600);

const SHOTS: Readonly<Record<string, Shot>> = {
  editor: async (browser, furnished) => {
    const { house, home, at } = furnished;
    await house.deploy([GROUND_FLOOR, GATEWAY, ...story(furnished)]);
    await house.status("hall", /waits/);
    await home.put(`${at("Living room lamp")}/state`, { on: false });
    const page = await editor(browser, furnished, 760);
    for (const pane of ["explorer", "debug"]) await page.locator(`button[data-tab-id=${pane}]`).click();
    await page.locator("#red-ui-palette-search input").pressSequentially("zigbee");
    await page.evaluate('RED.actions.invoke("zigbee-gateway:show-sidebar")');
    await page.locator(".zg-room").first().waitFor();
    await page.mouse.move(600, 690); // off the button, which explains itself
    await press(furnished, "Living room remote", "toggle");
    await page.locator(".red-ui-flow-node-status-label", { hasText: /^on/ }).waitFor();
    await pause(page);
    await save(page, "editor");
    await page.context().close();
  },

  home: onPanel("home", { wide: 1000, high: 700 }, async (page, { home, at, mac }) => {
    await home.put(`${at("Kitchen lamp")}/state`, { on: true, bri: 120 });
    await home.turn(mac("Front door"), { zone: { alarm1: true } });
    await page.locator(".zg-tells-open").waitFor();
  }),

  room: onPanel("home", { wide: 560, high: 600 }, async (page) => {
    await page.locator(".zg-room-name", { hasText: "Living room" }).click();
    await page.locator(".zg-room-page").waitFor();
    await page.mouse.move(0, 0);
  }),

  gateway: onPanel("gateway", { wide: 560, high: 960 }, async (page) => {
    await lookAround(page);
  }),

  "moving-in": onPanel("gateway", { wide: 560, high: 800 }, async (page) => {
    await page.getByRole("button", { name: "Move in…" }).click();
    await page.getByLabel("Folder on this machine").fill(foreignHouse());
    await page.getByRole("button", { name: "See what comes" }).click();
    await page.locator(".zg-moving-totals").waitFor();
    await page.mouse.move(0, 0);
  }),

  devices: onPanel("devices", { wide: 560, high: 800 }, async (page) => {
    await page.locator(".zg-row").nth(8).waitFor();
  }),

  device: onPanel("devices", { wide: 560, high: 860 }, async (page, { home, at }) => {
    await home.put(`${at("Living room lamp")}/state`, { on: true });
    await openDevice(page, "Living room lamp");
  }),

  network: onPanel("network", { wide: 800, high: 900 }, async (page) => {
    await page.getByRole("button", { name: "Look at the network" }).click();
    await page.locator(".zg-section [role=status]", { hasText: /listed their neighbors/ }).waitFor();
  }),

  rule: onPanel("automation", { wide: 560, high: 540 }, async (page, { home, mac }) => {
    await page.getByRole("button", { name: "Light in the hall" }).click();
    await page.locator("h2", { hasText: "Light in the hall" }).waitFor();
    await home.turn(mac("Hall motion"), { set: { "msOccupancySensing.occupancy": 1 } });
    await page.locator(".zg-automation-trace li", { hasText: "It fired" }).first().waitFor();
  }),

  automation: onPanel("automation", { wide: 560, high: 740 }, async (page) => {
    await page.locator(".zg-automation-row").nth(3).waitFor();
  }),

  "rule-dialog": onDialog("hall", 1000),

  "schedule-dialog": onDialog("morning", 880, async (page) => {
    await page.locator(".red-ui-tray", { hasText: /next times|Next/i }).waitFor();
  }),

  "gateway-dialog": onDialog("lamp", 1100, async (page) => {
    await page.locator("#node-input-btn-gateway-edit").click();
    await page.locator("#node-config-input-name").waitFor();
    await pause(page);
  }),

  events: onPanel("events", { wide: 560, high: 502 }, async (page, { home, mac }) => {
    await home.turn(mac("Front door"), { zone: { alarm1: false } });
    await page.locator(".zg-event").first().waitFor();
    await pause(page);
    await home.turn(mac("Front door"), { zone: { alarm1: true } });
    await page.locator(".zg-event", { hasText: "Front door" }).first().waitFor();
    await home.turn(mac("Living room remote"), { press: "toggle" });
    await page.locator(".zg-event", { hasText: "Living room lamp" }).first().waitFor();
    await home.turn(mac("Front door"), { zone: { alarm1: false } });
    await page.locator(".zg-event", { hasText: "closed" }).first().waitFor();
  }),

  "virtual-house": onPanel("virtual", { wide: 560, high: 900 }, async (page, furnished) => {
    await furnished.house.deploy([GROUND_FLOOR, GATEWAY, ...story(furnished)]);
    await furnished.house.status("hall", /waits|fired/);
    await furnished.home.put(`${furnished.at("Living room lamp")}/state`, { on: false });
    await page.locator(`[data-lamp="${furnished.mac("Living room lamp")}"][data-lit=false]`).waitFor();
    await page.getByRole("button", { name: "On/off: Short press" }).click();
    await page.locator(".zg-outcome li", { hasText: /\bon\b/ }).waitFor();
    await page.mouse.move(0, 0);
  }),

  phone: onPanel("home", { wide: 360, high: 740, isMobile: true }, async (page) => {
    await page.locator(".zg-room").nth(3).waitFor();
  }),

  /** The last: it brings the strangers in. */
  pairing: onPanel("pairing", { wide: 560, high: 800 }, async (page, { home }) => {
    await home.turn(MAC.newMotion, { latency: SLOW });
    await page.getByRole("button", { name: "Let devices in for 60 s" }).click();
    const lamp = page.locator(".zg-newcomer", { hasText: MAC.newLamp });
    await lamp.locator("[aria-current]", { hasText: "ready" }).waitFor();
    await lamp.getByLabel("Name", { exact: true }).fill("Stairs lamp");
    await lamp.getByLabel("Room", { exact: true }).selectOption({ label: "Hall" });
    await lamp.getByRole("button", { name: "Save" }).click();
    await lamp.locator("h3", { hasText: "Stairs lamp" }).waitFor();
    await page.locator(".zg-newcomer", { hasText: MAC.newMotion }).waitFor();
  }),
};

/** The flow of the first picture: a button and its lamp, a rule and a schedule of their own. */
function story({ picked }: Furnished): readonly FlowNode[] {
  const node = (id: string, type: string, x: number, y: number, more: Record<string, unknown>) =>
    flowNode(id, `zigbee-gateway-${type}`, { version: 1, gateway: "gw", name: "", x, y, outputs: 1, ...more });
  const lamp = { units: "human", transition: "", confirm: false, deadline: "5", facts: false, own: false, target: "" };
  const comment = (id: string, name: string, x: number, y: number) =>
    flowNode(id, "comment", { name, info: "", x, y, wires: [] });
  return [
    comment("one", "A click of the remote: the lamp goes on, or off", 230, 60),
    node("remote", "button", 160, 120, {
      ...picked("Living room remote"),
      ...{ buttons: "1", gestures: "short_release", wires: [["lamp"]] },
    }),
    node("lamp", "light", 520, 120, { ...picked("Living room lamp"), ...lamp, does: "toggle", wires: [[]] }),
    comment("two", "Somebody comes: a rule, which apps see, too", 220, 200),
    node("hall", "rule", 150, 260, {
      ...{ declares: "Rule", declaredName: "Hall at night", outputs: 1, wires: [["told"]] },
      conditions: [
        { ...picked("Hall motion", "ZHAPresence"), item: "state/presence", operator: "eq", value: "true" },
        { address: "/config", item: "localtime", operator: "in", value: "W127/T22:00:00/T06:00:00" },
      ],
      actions: [{ ...picked("Hall lamp"), does: "brightness", value: "20" }],
    }),
    { ...sink("told"), name: "tell me", x: 480, y: 260, active: true },
    comment("three", "Half past six on working days: a bright bedroom, slowly", 260, 340),
    node("morning", "schedule", 170, 400, {
      ...{ declares: "Schedule", declaredName: "Morning", time: "W124/T06:30:00A00:10:00", zone: "local" },
      ...{ payload: '{"brightness":100,"transition":900}', payloadType: "json", wires: [["bedroom"]] },
    }),
    node("bedroom", "light", 510, 400, { ...picked("Bedroom lamp"), ...lamp, does: "", wires: [[]] }),
    comment("four", "What the bathroom measures", 160, 480),
    node("bath", "sensor", 170, 540, { ...picked("Bathroom climate", "ZHATemperature"), wires: [["page"]] }),
    { ...sink("page"), name: "to the page", x: 490, y: 540, active: true },
  ];
}

/** Of zigbee2mqtt, which has been stopped for an hour. */
function foreignHouse(): string {
  const folder = mkdtempSync(join(tmpdir(), "house-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const stopped = Date.now() / 1000 - 3600;
  for (const [name, bytes] of foreign("z2m")) {
    writeFileSync(join(folder, name), bytes);
    utimesSync(join(folder, name), stopped, stopped);
  }
  return folder;
}

async function press({ home, mac }: Furnished, name: string, what: string): Promise<void> {
  await home.turn(mac(name), { press: what });
}

async function openDevice(page: Page, name: string): Promise<void> {
  await page.locator("input[type=search]").fill(name);
  await page.locator(".zg-row").nth(1).click();
  await page.locator(".zg-device").waitFor();
}

/** A panel on its page, in a window of just that size. */
function onPanel(
  panel: string,
  { wide, high, isMobile = false }: Frame,
  run: (page: Page, furnished: Furnished) => Promise<void>,
): Shot {
  return async (browser, furnished, name) => {
    const viewport = { width: wide, height: high };
    const context = await browser.newContext({ viewport, isMobile, locale: LOCALE });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${furnished.house.adminUrl}/zigbee-gateway/`);
    await page.locator(`[data-tab="${panel}"]`).click();
    await page.locator(`[data-tab="${panel}"][aria-selected=true]`).waitFor();
    await run(page, furnished);
    await pause(page);
    await save(page, name);
    await context.close();
  };
}

/** The dialog of a node of the story. */
function onDialog(id: string, high: number, ready: (page: Page) => Promise<void> = async () => {}): Shot {
  return async (browser, furnished, name) => {
    await furnished.house.deploy([GROUND_FLOOR, GATEWAY, ...story(furnished)]);
    const page = await editor(browser, furnished, high);
    await openDialog(page, id);
    await ready(page);
    await pause(page);
    const tray = page.locator(".red-ui-tray").last();
    await tray.click({ trial: true, position: { x: 4, y: 4 } }); // waits until it has slid in
    await save(tray, name);
    await page.context().close();
  };
}

async function editor(browser: Browser, { house }: Furnished, high: number): Promise<Page> {
  const page = await openEditor(browser, house, { locale: LOCALE });
  await page.setViewportSize({ width: 1280, height: high });
  return page;
}

async function save(what: Page | Locator, name: string): Promise<void> {
  await what.screenshot({ path: join(FOLDER, `${name}.png`), animations: "disabled" });
}

process.env.TZ = "Europe/Berlin"; // of the browser, as of the house
mkdirSync(FOLDER, { recursive: true });
const [furnished, browser] = await Promise.all([furnish(), openBrowser()]);
const [mode, folder = "gallery", ...panels] = wanted;
if (mode === "--gallery" && (await takeGallery(browser, furnished, resolve(folder), panels)) > 0) process.exitCode = 1;
for (const [name, shot] of mode === "--gallery" ? [] : Object.entries(SHOTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    await shot(browser, furnished, name);
    console.log(name);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
await browser.close();
await furnished.house.stop();
process.exit();
