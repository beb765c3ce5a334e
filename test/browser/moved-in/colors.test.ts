/** Colors are chosen for lamps: on Home, in a schedule and in the dialog of the light node; by mouse and by keyboard. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { accessibilityFaults } from "../../support/accessibility.ts";
import { closeDialog, openDialog, picture } from "../../support/browser.ts";
import { pick, picker, saved, withFlow } from "../../support/dialogs.ts";
import { eventually, flowNode, gatewayNode, TAB } from "../../support/node-red.ts";
import { ask, openPage, openVirtualHouse, overflow, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const { browser, house, home } = await openVirtualHouse();
const LOOKS = [
  { colorScheme: "dark", viewport: { width: 300, height: 740 } },
  { colorScheme: "light", viewport: { width: 1280, height: 900 } },
] as const;

const state = async (mac: string) => (await home.resource("lights", mac)).state;
const becomes = async (mac: string, wanted: Readonly<Record<string, unknown>>) => {
  let seen: Readonly<Record<string, unknown>> = {};
  await eventually(
    async () => {
      seen = await state(mac);
      return Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(seen[name], value));
    },
    () => `it is ${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}`,
  );
};
const good = async (page: Page, name: string, part = ".zg") => {
  await picture(page, name);
  assert.deepEqual(await accessibilityFaults(page, part), [], name);
};

for (const look of LOOKS)
  test(`on Home, ${look.viewport.width} wide and ${look.colorScheme}: a lamp follows a slider, a key and a swatch`, async () => {
    const { name, id } = await home.resource("lights", MAC.colourLamp);
    await home.put(`/lights/${id}/state`, { on: true, ct: 250 });
    await watched(await openPage(browser, house.adminUrl, look), async (page) => {
      await page
        .getByRole("button", { name: `Color of ${name}` })
        .first()
        .click();
      const chooser = page.getByRole("dialog", { name: `Color of ${name}` });
      const white = chooser.getByRole("slider", { name: /^White/ });
      await white.and(page.locator('[aria-valuetext="4,000 K, neutral"]')).waitFor();
      await good(page, `color-white-${look.viewport.width}`);
      await white.press("Home");
      await becomes(MAC.colourLamp, { colormode: "ct", ct: 500 });
      await chooser.getByRole("button", { name: "Color", exact: true }).click();
      const hue = chooser.getByRole("slider", { name: "Hue" });
      await hue.dispatchEvent("pointerdown");
      await hue.evaluate((input: HTMLInputElement) => {
        input.value = "240";
        input.dispatchEvent(new Event("input", { bubbles: true })); // not yet let go of
      });
      await becomes(MAC.colourLamp, { colormode: "xy" });
      await hue.dispatchEvent("pointercancel"); // as when the browser makes a scroll of it
      await becomes(MAC.colourLamp, { colormode: "ct", ct: 500 });
      const box = await hue.boundingBox();
      assert.ok(box && box.height >= 24);
      await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * (2 / 3), box.y + box.height / 2, { steps: 12 });
      await hue.and(page.locator('[aria-valuetext="blue"]')).waitFor();
      await eventually(async () => Number((await state(MAC.colourLamp)).xy?.[1]) < 0.15); // while the mouse is still down
      await page.mouse.up();
      await chooser.getByRole("slider", { name: "Saturation" }).press("Home");
      await becomes(MAC.colourLamp, { colormode: "xy", xy: [0.3127, 0.329] });
      await hue.and(page.locator('[aria-valuetext="white"]')).waitFor();
      await chooser.getByRole("button", { name: "red", exact: true }).click();
      await becomes(MAC.colourLamp, { on: true, xy: [0.6401, 0.33] });
      await chooser.locator('[aria-label=red][aria-pressed="true"]').waitFor();
      await good(page, `color-color-${look.viewport.width}`);
      assert.ok((await overflow(page, "dialog")) <= 0, "it fits");
      await page.mouse.click(2, 2); // beside it
      await chooser.waitFor({ state: "detached" });
    });
  });

test("a lamp of whites is offered whites, in its own range; its page has them, too", async () => {
  const { name } = await home.resource("lights", MAC.whiteLamp);
  await watched(await openPage(browser, house.adminUrl, LOOKS[1]), async (page) => {
    await page
      .getByRole("button", { name: `White tone of ${name}` })
      .first()
      .click();
    const chooser = page.getByRole("dialog");
    await chooser.getByRole("button", { name: "warm", exact: true }).click();
    await becomes(MAC.whiteLamp, { on: true, ct: 370 });
    assert.equal(await chooser.getByRole("slider", { name: "Hue" }).count(), 0);
    await page.keyboard.press("Escape");
    await page.locator("[data-tab=devices]").click();
    await page.locator("input[type=search]").fill(MAC.colourLamp);
    await page.locator(".zg-row").nth(1).click();
    await page.locator(".zg-chooser").waitFor();
    await page.locator(".zg-chooser").scrollIntoViewIfNeeded();
    await good(page, "color-device");
  });
});

for (const look of LOOKS)
  test(`a schedule, ${look.viewport.width} wide: at 30 %, in orange; the saved command is one that lights take`, async () => {
    const { id, name } = await home.resource("lights", MAC.colourLamp);
    await watched(await openPage(browser, house.adminUrl, look), async (page) => {
      await page.locator("[data-tab=automation]").click();
      await page.getByRole("button", { name: "New schedule" }).click();
      const line = page.locator("[data-part=actions] .zg-rule-row").first();
      await pick(line.locator("[role=combobox]"), `/lights/${id}`);
      await line.locator("select").first().selectOption({ label: "on, with brightness and color" });
      const level = line.getByRole("slider", { name: "Brightness" });
      await level.press("Home");
      for (let more = 0; more < 3; more += 1) await level.press("PageUp");
      await line.getByRole("button", { name: "Color", exact: true }).click();
      await line.getByRole("button", { name: "orange", exact: true }).click();
      await page.locator(".zg-rule-sentence", { hasText: /on, \d+ %, orange$/ }).waitFor();
      await line.scrollIntoViewIfNeeded();
      await good(page, `color-schedule-${look.viewport.width}`);
      assert.ok((await overflow(page, ".zg-panel")) <= 0, "it fits");
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator("h2", { hasText: name }).waitFor();
      const made: Record<string, { command: { body: Record<string, unknown> } }> = await home.get("/schedules");
      const { on, bri, xy, ...others } = Object.values(made).at(-1)?.command.body ?? {};
      assert.deepEqual([on, xy, others], [true, [0.543, 0.407], {}]);
      assert.ok(Number(bri) > 60 && Number(bri) < 110, `${bri}`);
      await page.getByRole("button", { name: "Change" }).click();
      await line.locator('[aria-label=orange][aria-pressed="true"]').waitFor();
    });
  });

const flow = (more: object) => [
  ...[TAB, gatewayNode("gw", { radio: "virtual", announceHost: "127.0.0.1" }), ask()],
  flowNode("light", "zigbee-gateway-light", { gateway: "gw", ...more, wires: [[]], x: 200, y: 160 }),
];

for (const dark of [false, true])
  test(`the dialog of a light node fixes a brightness and a color; ${dark ? "dark" : "light"}`, async () => {
    const { id, uniqueid } = await home.resource("lights", MAC.colourLamp);
    const picked = { address: `/lights/${id}`, uniqueid, resourceName: "Lamp" };
    await withFlow({ browser, house }, flow(picked), { dark }, async (page) => {
      await openDialog(page, "light");
      await page.selectOption("#node-input-does", "preset");
      const fields = page.locator("#zigbee-gateway-light-preset");
      await fields.getByRole("button", { name: "White", exact: true }).waitFor();
      assert.deepEqual(JSON.parse(await page.inputValue("#node-input-preset")), { bri: 127, ct: 370 });
      await picture(page, `color-dialog-white-${dark}`);
      await fields.getByRole("checkbox", { name: "Brightness" }).uncheck(); // it stays as it is
      assert.deepEqual(JSON.parse(await page.inputValue("#node-input-preset")), { ct: 370 });
      await fields.getByRole("button", { name: "Color", exact: true }).click();
      await fields.getByRole("button", { name: "red", exact: true }).click();
      await picture(page, `color-dialog-color-${dark}`);
      await closeDialog(page);
      const [does, preset] = await saved<string[]>(page, "light", "does", "preset");
      assert.deepEqual([does, JSON.parse(preset ?? "")], ["preset", { xy: [0.6401, 0.33] }]);
    });
  });

test("in a dialog a lamp of whites is offered no color", async () => {
  const { id, uniqueid } = await home.resource("lights", MAC.whiteLamp);
  const picked = { address: `/lights/${id}`, uniqueid, does: "preset", preset: '{"ct":250}' };
  await withFlow({ browser, house }, flow(picked), {}, async (page) => {
    await openDialog(page, "light");
    await picker(page, "light").waitFor();
    const fields = page.locator("#zigbee-gateway-light-preset");
    await fields.getByRole("slider", { name: /^White/ }).waitFor();
    assert.equal(await fields.getByRole("button", { name: "Color", exact: true }).count(), 0);
    assert.equal(await page.inputValue("#node-input-preset"), '{"ct":250}');
    await page.locator("#node-dialog-cancel").click();
  });
});
