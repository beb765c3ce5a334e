/** The panel of events in a real browser: the words in the place of a list that is not here yet, and of an empty one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityFaults, faultsInWidth } from "../../support/accessibility.ts";
import { picture } from "../../support/browser.ts";
import { eventually } from "../../support/node-red.ts";
import { openPage, openVirtualHouse, PHONE, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const { browser, house, home } = await openVirtualHouse();

test("the list is loading until events have come; where none fits it says since when events are known", async () =>
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
    await page.locator(".zg-events-bar > input").fill("nothing is called like that");
    await page.locator(".zg-event").first().waitFor({ state: "detached" });
    await empty.filter({ hasText: /^Events are known since .+[AP]M\.$/ }).waitFor();
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await picture(page, "events-none");
  }));

test("a command to a lamp without power is neither counted in Home nor an event; that it was not done is one", async () =>
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
    await tile.getByText("no answer yet – no power?").waitFor(); // sooner than the radio gives up
    assert.equal(await tile.getByRole("switch").getAttribute("aria-checked"), "false");
    assert.deepEqual([await house.textContent(), await tile.getAttribute("class")], [before, "zg-tile zg-tile-switch"]);
    await page.locator("[data-tab=events]").click();
    const own = page.locator(".zg-event", { hasText: "Cellar light" });
    const undone = own.filter({ hasText: "on – asked for, but not done" });
    const claimed = own.filter({ hasText: /on · this app/ });
    await page.locator(".zg-event").first().waitFor();
    assert.equal(await claimed.count(), 0, "nobody knows yet");
    await page.reload(); // which knows of no command of its own
    await page.locator(".zg-event").first().waitFor();
    assert.deepEqual([await undone.count(), await claimed.count()], [0, 0], "nobody knows yet");
    await undone.waitFor();
    assert.deepEqual([await undone.count(), await claimed.count()], [1, 0]);
    await home.turn(MAC.cellarLight, { power: "on" });
  }));

test("a lamp that is switched at the device itself says so, once the gateway has been there for a while", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    await page.locator("[data-tab=events]").click();
    await page.locator(".zg-event").first().waitFor();
    const { id } = await home.resource("lights", MAC.cellarLight);
    const isOn = async () => (await home.get(`/lights/${id}`)).state.on === true;
    const own = page.locator(".zg-event", { hasText: /^Cellar light.* · at the device itself$/ });
    const BETWEEN = 3_000; // milliseconds
    const toggle = async () => {
      const before = await isOn();
      await home.turn(MAC.cellarLight, { toggle: true });
      await eventually(async () => (await isOn()) !== before);
      await page.waitForTimeout(BETWEEN);
      return (await own.count()) > 0;
    };
    await eventually(toggle, () => "nobody says so", 180_000);
    await own.first().click();
    await page.locator("dialog[open] dl", { hasText: "at the device itself" }).waitFor();
    await page.keyboard.press("Escape");
  }));

for (const [locale, colorScheme] of [
  ["en-US", "light"],
  ["de-DE", "dark"],
  ["ja-JP", "light"],
] as const)
  test(`a row is as high as its words, ${locale}`, async () =>
    watched(await openPage(browser, house.adminUrl, { locale, colorScheme }), async (page) => {
      const { id, name } = await home.resource("lights", MAC.hallLamp);
      const words = ["Lamp", "in the hall", "beside", "the coat-rack", "and", "a chair"];
      for (const count of words.keys()) {
        await home.put(`/lights/${id}`, {
          name: words
            .slice(0, count + 1)
            .join(" ")
            .slice(0, 32),
        });
        await home.put(`/lights/${id}/state`, { on: count % 2 === 0 });
      }
      await home.put(`/lights/${id}`, { name });
      await page.locator("[data-tab=events]").click();
      await page.locator(".zg-event").nth(words.length).waitFor();
      for (const width of [300, 390, 1280]) {
        await page.setViewportSize({ width, height: 1600 });
        await page.waitForFunction(() => {
          const list = document.querySelector(".zg-list");
          return list && list.clientWidth > innerWidth - 60 - Math.max(0, innerWidth - 960);
        });
        const misfits = () =>
          page.locator(".zg-event").evaluateAll((rows) =>
            rows.flatMap((row) => {
              const told = row.querySelector<HTMLElement>(".zg-event-what");
              if (!told) return ["nothing is told"];
              const whole = told.cloneNode(true) as HTMLElement;
              whole.style.cssText = `position: absolute; width: ${told.clientWidth}px; -webkit-line-clamp: none`;
              row.append(whole);
              const lines = Math.round(whole.scrollHeight / Number.parseFloat(getComputedStyle(whole).lineHeight));
              whole.remove();
              const shown = Number(told.style.webkitLineClamp);
              return shown === Math.min(3, lines) ? [] : [`${shown} lines for ${lines}: ${told.textContent}`];
            }),
          );
        let last: readonly string[] = [];
        await eventually(
          async () => {
            last = await misfits();
            return last.length === 0;
          },
          () => last.join("; "),
        );
      }
    }));

for (const colorScheme of ["light", "dark"] as const)
  test(`the filters of the list are shown and taken back, also while the filters are folded away, ${colorScheme}`, async () =>
    watched(await openPage(browser, house.adminUrl, { colorScheme }), async (page) => {
      await page.setViewportSize({ width: 300, height: 700 });
      const { name } = await home.resource("lights", MAC.hallLamp);
      await page.locator("[data-tab=devices]").click();
      await page.getByText(name, { exact: true }).first().click();
      await page.getByRole("button", { name: "What happened" }).click();
      const chips = page.locator(".zg-chip");
      await chips.filter({ hasText: name }).waitFor();
      assert.equal(await page.getByLabel("Where").isVisible(), false, "the filters are folded away");
      await page.locator(".zg-event").first().waitFor();
      const share = await page
        .locator(".zg-events")
        .evaluate((panel) => (panel.querySelector(".zg-list")?.clientHeight ?? 0) / panel.clientHeight);
      assert.ok(share > 0.78, `the list has ${share} of the panel`);
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByLabel("When", { exact: true }).selectOption({ label: "Today" });
      await page.getByLabel("By whom").selectOption("rest");
      await page.getByLabel("Signs of life").check();
      await page.getByLabel("Measured values").check();
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      assert.deepEqual(await chips.allInnerTexts(), [
        name,
        "Today",
        "by programs (API)",
        "Measured values",
        "Signs of life",
      ]);
      const tops = await chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().top));
      assert.equal(new Set(tops).size, 1, "they stand in one line");
      assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
      assert.deepEqual(await faultsInWidth(page, ".zg"), []);
      await picture(page, `events-narrowed-300-${colorScheme}`);
      const shown = async () => Number(await page.locator(".zg-events .zg-row").first().getAttribute("aria-setsize"));
      const narrowed = await shown();
      await page.getByRole("button", { name: `Remove the filter: ${name}` }).click();
      await page.getByRole("button", { name: "Remove the filter: by programs (API)" }).click();
      await chips.filter({ hasText: name }).waitFor({ state: "detached" });
      await eventually(async () => (await shown()) > narrowed);
      assert.deepEqual(await chips.allInnerTexts(), ["Today", "Measured values", "Signs of life"]);
      await page.getByRole("button", { name: "Remove the filter: Measured values" }).click();
      await chips.filter({ hasText: "Measured values" }).waitFor({ state: "detached" });
      assert.equal(await page.getByLabel("Measured values").isChecked(), false);
      await page.getByLabel("Search the events").fill("hall");
      await page.getByRole("button", { name: "Clear the filter" }).click();
      await chips.first().waitFor({ state: "detached" });
      assert.equal(await page.getByLabel("Search the events").inputValue(), "");
      await page.setViewportSize({ ...PHONE, width: 1280 });
      assert.equal(await page.getByLabel("Signs of life").isChecked(), false); // in sight where there is room
      await picture(page, `events-1280-${colorScheme}`);
    }));
