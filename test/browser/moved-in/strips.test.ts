/** Light strips and weeks in a real browser: a gradient color by color, and the days of a thermostat, by mouse and by keyboard. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { accessibilityFaults } from "../../support/accessibility.ts";
import { picture } from "../../support/browser.ts";
import { eventually } from "../../support/node-red.ts";
import { openPage, openVirtualHouse, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const WIDE = { viewport: { width: 1100, height: 900 } } as const;
const { browser, house, home } = await openVirtualHouse();
const STRIP = `${MAC.strip}-0b`;
const THERMOSTAT = `${MAC.weekly}-05-0201`;
const WORK = [
  { localtime: "T06:30", heatsetpoint: 2100 },
  { localtime: "T22:00", heatsetpoint: 1750 },
];
const LOOKS = [
  { colorScheme: "light", ...WIDE },
  { colorScheme: "dark", viewport: { width: 360, height: 740 } },
] as const;

/** Runs in the browser: the part stands at the top, and the title that sticks there cuts no control above it in half. */
function showWhole(part: Element): void {
  part.scrollIntoView({ block: "start" });
  const edge = document.querySelector(".zg-opened-head")?.getBoundingClientRect().bottom ?? 0;
  const boxes = [...document.querySelectorAll(".zg-device button, .zg-device input")].map((each) =>
    each.getBoundingClientRect(),
  );
  const tops = boxes.filter(({ top, bottom }) => top < edge && bottom > edge).map(({ top }) => top);
  document.querySelector(".zg-panel")?.scrollBy(0, Math.min(edge, ...tops) - edge);
}

async function onDevice(mac: string, run: (page: Page) => Promise<void>, options: object = WIDE) {
  await watched(await openPage(browser, house.adminUrl, options), async (page) => {
    await page.locator("[data-tab=devices]").click();
    await page.locator(".zg-row").nth(1).waitFor();
    await page.locator("input[type=search]").fill(mac);
    await page.locator(".zg-row").nth(1).click();
    await page.locator(".zg-device").waitFor();
    await run(page);
  });
}

const gradient = async () => (await home.resource("lights", STRIP)).state.gradient;
const schedule = async () => (await home.resource("sensors", THERMOSTAT)).config.schedule;
const becomes = async (week: object) => {
  let seen: unknown;
  await eventually(
    async () => {
      seen = await schedule();
      return isDeepStrictEqual(seen, week);
    },
    () => `the week is ${JSON.stringify(seen)}, not ${JSON.stringify(week)}`,
  );
};
const day = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

test("a gradient grows by a color, gets another one and another style, and loses one", () =>
  onDevice(MAC.strip, async (page) => {
    await page.getByRole("button", { name: "Show a gradient" }).or(page.locator(".zg-gradient")).first().waitFor();
    if ((await page.locator(".zg-gradient").count()) === 0)
      await page.getByRole("button", { name: "Show a gradient" }).click();
    const bar = page.locator(".zg-gradient");
    const colors = bar.getByRole("button", { name: /^Color \d of the gradient$/ });
    await colors.nth(1).waitFor();
    const before = await colors.count();
    for (const more of [0, 1]) {
      await bar.getByRole("button", { name: "One more color" }).click();
      await colors.nth(before + more).waitFor();
    }
    await eventually(async () => (await gradient()).points?.length === before + 2); // a report of the first says nothing of the second
    await colors.first().click();
    const chooser = page.getByRole("dialog", { name: "Color 1 of the gradient" });
    await chooser.getByRole("button", { name: "green" }).click();
    await eventually(async () => (await gradient()).points[0][1] > 0.5);
    await chooser.getByRole("button", { name: "Close" }).click();
    await bar.locator("select").selectOption("mirrored");
    await eventually(async () => (await gradient()).style === "mirrored");
    await bar.getByRole("button", { name: "One color less" }).click();
    await eventually(async () => (await gradient()).points.length === before + 1);
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
  }));

test("a day is dragged onto another; by keyboard it is copied, changed and taken away", async () => {
  await home.put(`/sensors/${THERMOSTAT}/config`, { schedule: { W64: WORK } });
  await onDevice(MAC.weekly, async (page) => {
    await day(page, "Mon").locator("input[type=time]").nth(1).waitFor();
    await day(page, "Mon").locator("legend").dragTo(day(page, "Wed"));
    await becomes({ W80: WORK });
    await day(page, "Wed").locator("input[type=time]").nth(1).waitFor();
    await page.getByRole("button", { name: "Copy Mon" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Put it on Sun" }).focus();
    await page.keyboard.press("Enter");
    await becomes({ W81: WORK });
    await day(page, "Mon").locator("input[type=number]").first().fill("22.5");
    await home.put(`/sensors/${THERMOSTAT}`, { name: "Stairs thermostat" });
    await page.locator(".zg-device h2", { hasText: "Stairs thermostat" }).waitFor(); // news do not take away the typed text
    await page.keyboard.press("Tab");
    await becomes({ W64: [{ localtime: "T06:30", heatsetpoint: 2250 }, WORK[1]], W17: WORK });
    for (const left of [1, 0]) {
      await day(page, "Sun")
        .getByRole("button", { name: /remove$/ })
        .first()
        .focus();
      await page.keyboard.press("Enter");
      await eventually(async () => (await day(page, "Sun").locator("input[type=time]").count()) === left);
    }
    await becomes({ W64: [{ localtime: "T06:30", heatsetpoint: 2250 }, WORK[1]], W16: WORK });
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
  });
});

for (const look of LOOKS) {
  test(`both, ${look.colorScheme}, ${look.viewport.width} wide`, async () => {
    for (const [name, mac, part] of [
      ["strip", MAC.strip, ".zg-gradient"],
      ["week", MAC.weekly, ".zg-week"],
    ] as const)
      await onDevice(
        mac,
        async (page) => {
          await page.locator(part).evaluate(showWhole);
          await picture(page, `${name}-${look.viewport.width}-${look.colorScheme}`);
          assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
        },
        look,
      );
  });
}
