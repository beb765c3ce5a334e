/** A user brings the house of another program in by the panel of the gateway, while that program still runs; and takes it back. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { unpack } from "../../src/imports/formats/packed.ts";
import { faultsInWidth } from "../support/accessibility.ts";
import { openBrowser, picture } from "../support/browser.ts";
import { assertGestures, countGestures } from "../support/gestures.ts";
import { gatewayNode, type NodeRed, nodeRed, TAB } from "../support/node-red.ts";
import { startOther } from "../support/other-program.ts";
import { ask, openPage, overflow, PHONE, READY, watched } from "../support/panels.ts";

const HOUSES = join(import.meta.dirname, "../fixtures/houses.tar.gz");
const LOOKS = [
  ["light", 300],
  ["dark", 480],
  ["light", 1280],
  ["dark", 1280],
] as const;
const FLOW = [TAB, gatewayNode("gw", { name: "Home", announceHost: "127.0.0.1" }), ask()];

let browser: Browser;
let house: NodeRed;

before(async () => {
  [house, browser] = await Promise.all([nodeRed({ flow: FLOW }), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await house?.stop();
});

test("a house moves in by the panel, with six gestures, and is taken back", async () => {
  await house.status("ask", READY);
  const page = await openPage(browser, house.adminUrl);
  const story = async () => {
    await seeSource(page);
    await moveInByHand(page);
  };
  await watched(page, story, /404/);
});

/** A house that was laid ready is taken up by any deploy, though nothing was changed. */
async function restart(): Promise<void> {
  const old = house.nodes.getNode("gw").runtime;
  await house.deploy(FLOW);
  assert.notEqual(house.nodes.getNode("gw").runtime, old);
  await house.status("ask", READY);
}

async function moveInByHand(page: Page): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "zigbee-moving-"));
  layHouse(home);
  const other = await startOther(join(home, "zigbee2mqtt", "index.js"), [join(home, "database.db")]);
  try {
    await page.locator("[data-tab=home]").click();
    const gestures = await countGestures(page);
    await page.locator("[data-tab=gateway]").click();
    await page.getByRole("button", { name: "Move in…" }).click();
    await page.getByLabel("Folder on this machine").fill(home);
    await page.getByRole("button", { name: "See what comes" }).click();
    const running = page.locator("dialog .zg-moving-running");
    await running.getByText(`(process ${other.pid})`).waitFor();
    const rows = page.locator("dialog .zg-moving-totals tr");
    assert.equal(await rows.filter({ hasText: "Devices" }).locator("td").textContent(), "25 of 25");
    assert.equal(await page.locator("dialog [aria-current=step]").textContent(), "What comes");
    assert.doesNotMatch(await page.locator("dialog").innerText(), /minutes ago/, "that it runs is said once");
    await lookAt(page, "moving-report");
    await other.end();
    await running.getByText("It is stopped for good").click();
    await page.getByRole("button", { name: "Move in now" }).click();
    await page.locator("dialog [role=status]", { hasText: "Ready. Choose the stick" }).waitFor();
    await assertGestures(gestures, "a house moves in, until it is laid ready", 6);
    await lookAt(page, "moving-ready");
    await page.keyboard.press("Escape");
    const counted = page.locator(".zg-counts");
    await counted.getByText("0 lights").waitFor();
    await restart();
    await counted.getByText("6 lights").waitFor();
    await counted.getByText("5 plugs, blinds and the like").waitFor();
    await takeBack(page);
    await counted.getByText("0 lights").waitFor();
  } finally {
    await other.end();
    rmSync(home, { recursive: true, force: true });
  }
}

/** A folder that is none is told before anything else; then the first step is looked at. */
async function seeSource(page: Page): Promise<void> {
  await page.locator("[data-tab=gateway]").click();
  await page.getByRole("button", { name: "Move in…" }).click();
  await page.getByLabel("Folder on this machine").fill("/nowhere/at/all");
  await page.getByRole("button", { name: "See what comes" }).click();
  await page.locator("dialog .zg-fault", { hasText: "does not exist" }).waitFor();
  await lookAt(page, "moving-source");
  await page.keyboard.press("Escape");
}

async function takeBack(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo the last move" }).click();
  await page.locator("dialog li", { hasText: "start zigbee2mqtt with its own files" }).waitFor();
  await lookAt(page, "moving-back");
  await page.locator("dialog").getByRole("button", { name: "Undo" }).click();
  await page.locator(".zg-note.zg-tone-good", { hasText: "Ready: it comes back" }).waitFor();
  await restart();
}

/** In several widths, light and dark: nothing sticks out, everything can be read. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ ...PHONE, width });
    await page.locator("dialog .zg-dialog-body").evaluate((body) => body.scrollTo(0, 0));
    await picture(page, `${name}-${colorScheme}-${width}`);
    assert.deepEqual(await faultsInWidth(page, "dialog"), [], `${name}, ${colorScheme}, ${width}`);
    for (const part of ["html", "dialog"]) assert.ok((await overflow(page, part)) <= 0, `${name}: ${part}, ${width}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(PHONE);
}

/** The invented house of zigbee2mqtt. */
function layHouse(folder: string): void {
  const files = unpack(readFileSync(HOUSES), (path) => path.startsWith("z2m/")) ?? new Map<string, Buffer>();
  for (const [path, bytes] of files) writeFileSync(join(folder, basename(path)), bytes);
}
