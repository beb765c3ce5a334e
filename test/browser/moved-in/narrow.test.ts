/** The panels in a sidebar that is very narrow: rows stack before words do, and the house is seen first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { picture } from "../../support/browser.ts";
import { cutWords } from "../../support/cut-words.ts";
import { eventually } from "../../support/node-red.ts";
import { openPage, openVirtualHouse, watched } from "../../support/panels.ts";
import { stackedWords } from "../../support/stacked-words.ts";
import { MAC } from "../../support/virtual-flow.ts";

const { browser, house, home } = await openVirtualHouse();
const HEIGHT = 740;
const PATIENCE = { timeout: 60_000 };

/** Panels, each with an element that is there once it is drawn. */
const VIEWS: readonly (readonly [place: readonly string[], seen: string])[] = [
  [["home"], ".zg-tile"],
  [["home", "1"], ".zg-room-page .zg-plot"],
  [["devices"], ".zg-device-name"],
  [["devices", "batteries"], ".zg-batteries tbody td"],
  [["devices", MAC.colourLamp], ".zg-members .zg-plot"],
  [["devices", MAC.motion], ".zg-members .zg-plot"],
  [["network"], ".zg-network-rows li"],
  [["gateway"], ".zg-health li"],
  [["virtual"], ".zg-station"],
];

async function goTo(page: Page, place: readonly string[], seen: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${place.map(encodeURIComponent).join("/")}`)}`);
  await page.locator(seen).first().waitFor(PATIENCE);
}

async function openNarrow(width: number, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const page = await openPage(browser, house.adminUrl, { colorScheme });
  await page.setViewportSize({ width, height: HEIGHT });
  return page;
}

for (const width of [240, 200])
  test(`at ${width} pixels words stay whole, none stack, and nothing is wider than its place`, async () => {
    await watched(await openNarrow(width), async (page) => {
      for (const [place, seen] of VIEWS) {
        await goTo(page, place, seen);
        await picture(page, `narrow-${width}-${place.join("-").replaceAll(":", "")}`);
        const faults = [...(await page.evaluate(cutWords, ".zg")), ...(await page.evaluate(stackedWords, 12))];
        assert.deepEqual(faults, [], place.join(" "));
      }
    });
  });

test("at 300 pixels Home has its buttons beside its name, low batteries whole, and a whole lamp in sight", async () => {
  const battery = (halves: number) =>
    home.turn(MAC.climate, { set: { "genPowerCfg.batteryPercentageRemaining": halves } });
  await battery(10);
  await watched(await openNarrow(300, "dark"), async (page) => {
    const note = page.locator(".zg-battery-note");
    await note.waitFor(PATIENCE);
    const heightOf = async (selector: string) => (await page.locator(selector).boundingBox())?.height ?? 0;
    assert.ok((await heightOf(".zg-home-head")) < 60);
    assert.ok((await heightOf(".zg-battery-note")) < 48, "two lines at most");
    await note.getByText(/^Nearly empty: .*\. What to buy$/).waitFor();
    assert.ok(await note.locator("p").evaluate((own) => own.scrollWidth <= own.clientWidth));
    const tile = await page.locator(".zg-tile").first().boundingBox();
    assert.ok(tile && tile.y + tile.height < 520, JSON.stringify(tile));
    await picture(page, "home-300-head");
    const order = page.getByRole("button", { name: "Order of the rooms" });
    assert.equal(await order.isVisible(), false);
    const key = page.locator(".zg-home-head .zg-foldaway-key button");
    const before = await key.boundingBox();
    await key.click();
    await order.waitFor();
    assert.deepEqual(await key.boundingBox(), before, "what folds it again is under the finger");
    assert.equal(await page.getByRole("button", { name: "New room" }).getAttribute("title"), "New room");
    await note.getByRole("button", { name: "What to buy" }).click();
    await page.locator(".zg-batteries tbody td").first().waitFor(PATIENCE);
  });
  await battery(160);
});

test("at 300 pixels the switch of a room stands beside what it switches, and a battery's values below their headings", async () => {
  await watched(await openNarrow(300), async (page) => {
    await goTo(page, ["home", "1"], ".zg-room-page .zg-plot");
    const [name, toggle] = [page.locator(".zg-room-light p"), page.locator(".zg-room-light .zg-switch")];
    const [words, key] = [await name.boundingBox(), await toggle.boundingBox()];
    assert.ok(words && key && key.y < words.y + words.height && key.x > words.x + words.width);
    await goTo(page, ["devices", "batteries"], ".zg-batteries tbody td");
    const leftOf = (cells: string) =>
      page.locator(`.zg-batteries ${cells}`).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
    const values = (await leftOf("tbody tr:first-child td")).map(Math.round);
    assert.deepEqual((await leftOf("thead th")).map(Math.round), values);
    assert.equal(new Set(values).size, 2);
  });
});

test("at 300 pixels clock times stand below the plot of a room, side by side in each language", async () => {
  for (const locale of ["en-US", "de-DE", "fr-FR", "es-MX", "nl-NL", "zh-CN", "ja-JP"])
    await watched(await openPage(browser, house.adminUrl, { locale }), async (page) => {
      await page.setViewportSize({ width: 300, height: HEIGHT });
      await goTo(page, ["home", "1"], ".zg-room-page .zg-plot:not(.zg-plot-room)");
      const times = page.locator(".zg-plot-truth .zg-plot-times > span");
      const texts = await times.allInnerTexts();
      assert.equal(texts.filter((text) => /^\D*\d?\d:\d\d/.test(text)).length, 2, `${locale}: ${texts.join(", ")}`);
      const boxes = await times.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
      for (const [n, { right, height }] of boxes.entries()) {
        assert.ok(right < (boxes[n + 1]?.left ?? 300), `${locale}: ${texts.join(", ")} at ${JSON.stringify(boxes)}`);
        assert.ok(height < 24, `${locale}: one line`);
      }
      await times.last().scrollIntoViewIfNeeded();
      await picture(page, `narrow-300-plot-${locale}`);
    });
});

test("at 260 pixels the list of events tells a name of two lines whole, in a row of its height", async () => {
  await watched(await openNarrow(260), async (page) => {
    await goTo(page, ["events"], ".zg-event");
    await home.turn(MAC.remote, { press: "toggle" });
    const name = page.locator(".zg-event-name", { hasText: "Living room remote" });
    const event = page.locator(".zg-event", { has: name }).first();
    await event.waitFor(PATIENCE);
    await eventually(() =>
      event.evaluate((own) => {
        const name = own.querySelector(".zg-event-name");
        const row = own.closest(".zg-row");
        if (!name || !row) return false;
        const isWhole = name.clientHeight > 30 && name.scrollHeight <= name.clientHeight + 1;
        return isWhole && own.clientHeight <= row.clientHeight;
      }),
    );
    await picture(page, "events-260");
  });
});

test("at 300 pixels the list of devices tells names of two lines whole, and when each was heard", async () => {
  await watched(await openNarrow(300), async (page) => {
    await goTo(page, ["devices"], ".zg-device-name");
    const row = page.locator(".zg-row", { hasText: "Washing machine floor" });
    const name = row.locator(".zg-device-name");
    assert.ok(await name.evaluate((own) => own.scrollHeight <= own.clientHeight + 1));
    assert.ok(await row.locator(".zg-device-about").evaluate((own) => own.clientHeight < 20));
    await row.locator(".zg-device-signs", { hasText: /now|ago/ }).waitFor();
    const wide = await row.boundingBox();
    await page.setViewportSize({ width: 240, height: HEIGHT });
    await eventually(async () => ((await row.boundingBox())?.height ?? 0) > (wide?.height ?? 0) + 30);
    await picture(page, "devices-240");
  });
});

test("the page of a device tells its product below its name, its battery in percent, and each value once", async () => {
  await watched(await openNarrow(300), async (page) => {
    await goTo(page, ["devices", MAC.motion], ".zg-members .zg-plot");
    await page.locator(".zg-product", { hasText: "Philips · Hue motion sensor" }).waitFor();
    assert.match(await page.locator(".zg-device-state .zg-sign").first().innerText(), /^\d+\s%/);
    assert.equal(await page.locator(".zg-part :is(h4, dt)", { hasText: /^Light level$/ }).count(), 1);
  });
});
