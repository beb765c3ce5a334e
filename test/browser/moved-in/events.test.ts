/** The panel of events in a real browser: what stands in the place of a list that is not here yet, and of an empty one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityFaults } from "../../support/accessibility.ts";
import { picture } from "../../support/browser.ts";
import { openPage, openVirtualHouse, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const { browser, house, home } = await openVirtualHouse();

test("until events have come they are being loaded; where none fits is said since when they are known", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/events", async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.locator("[data-tab=events]").click();
    const empty = page.locator(".zg-events .zg-empty");
    await empty.first().waitFor();
    assert.deepEqual(await empty.allTextContents(), ["Loading…"]);
    release();
    await empty.filter({ hasText: "Loading…" }).waitFor({ state: "detached" });
    const { id, state } = await home.resource("lights", MAC.hallLamp);
    await home.put(`/lights/${id}/state`, { on: !state.on });
    await page.locator(".zg-event").first().waitFor();
    await page.locator(".zg-events-bar input").fill("nothing is called like that");
    await page.locator(".zg-event").first().waitFor({ state: "detached" });
    await empty.filter({ hasText: /^Events are known since .+[AP]M\.$/ }).waitFor();
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await picture(page, "events-none");
  }));

test("a lamp without power: what was asked of it is neither counted in Home nor an event; that it was not done is one", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    const { id } = await home.resource("lights", MAC.cellarLight);
    await home.put(`/lights/${id}/state`, { on: false });
    await page.locator("[data-tab=home]").click();
    const tile = page.locator(".zg-tile", { hasText: "Cellar light" });
    const house = page.locator(".zg-home-head p");
    await tile.getByText("off", { exact: false }).first().waitFor();
    const before = await house.textContent();
    await home.turn(MAC.cellarLight, { power: "off" });
    await tile.getByRole("switch").click();
    await tile.getByText("sending…").waitFor();
    await tile.getByText("no answer yet – has it power?").waitFor(); // sooner than the radio gives up
    assert.equal(await tile.getByRole("switch").getAttribute("aria-checked"), "false");
    assert.deepEqual([await house.textContent(), await tile.getAttribute("class")], [before, "zg-tile zg-tile-switch"]);
    await page.locator("[data-tab=events]").click();
    const own = page.locator(".zg-event", { hasText: "Cellar light" });
    const undone = own.filter({ hasText: "on – asked for, and not done" });
    const claimed = own.filter({ hasText: /on · somebody in these panels/ });
    await page.locator(".zg-event").first().waitFor();
    assert.equal(await claimed.count(), 0, "nobody knows yet");
    await undone.waitFor();
    assert.deepEqual([await undone.count(), await claimed.count()], [1, 0]);
    await home.turn(MAC.cellarLight, { power: "on" });
  }));
