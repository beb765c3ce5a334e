/** The fields of the flow nodes' dialogs: names beside them, one edge, and typed values that cannot be. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { closeDialog, openDialog, picture } from "../../support/browser.ts";
import { LOOKS, openList, picker, saved, withFlow as withFlowOn } from "../../support/dialogs.ts";
import { LANGUAGES } from "../../support/locales.ts";
import { flowNode, gatewayNode, TAB } from "../../support/node-red.ts";
import { openVirtualHouse } from "../../support/panels.ts";

const GATEWAY = [TAB, gatewayNode("gw", { radio: "virtual" })];
const { browser, house } = await openVirtualHouse({ flow: GATEWAY });
const KINDS = ["light", "sensor", "button", "scene", "rule", "schedule", "event", "pairing", "touchlink", "request"];

const withNode = (type: string, more: object, run: (page: Page) => Promise<void>, options = {}) =>
  withFlowOn(
    { browser, house },
    [...GATEWAY, flowNode("node", `zigbee-gateway-${type}`, { gateway: "gw", ...more })],
    options,
    async (page) => {
      await openDialog(page, "node");
      await run(page);
      await closeDialog(page, "#node-dialog-cancel");
    },
  );

const boxOf = async (element: Locator) => (await element.boundingBox()) ?? assert.fail("it is not there");

test("a search without a match says so of the kind that it looks for", () =>
  withNode("button", {}, async (page) => {
    const field = picker(page, "button");
    await openList(field);
    await field.fill("kitchen sink");
    await page.locator(".zg-pick-empty", { hasText: /^No remote matches “kitchen sink”\.$/ }).waitFor();
    await page.keyboard.press("Escape");
    const label = await boxOf(page.locator("label[for=zigbee-gateway-button-resource]"));
    const { y, height } = await boxOf(field);
    assert.ok(Math.abs(label.y + label.height / 2 - (y + height / 2)) < 2, "the name stands beside the field");
  }));

test("of a sensor that is not chosen there are no values", () =>
  withNode("sensor", {}, async (page) => {
    const [values, hint] = ["#zigbee-gateway-sensor-members", ".form-row:has(#zigbee-gateway-sensor-members) + div"];
    const field = picker(page, "sensor");
    await openList(field);
    assert.deepEqual([await page.isVisible(values), await page.isVisible(hint)], [false, false]);
    await page.locator(".zg-pick-place [role=option]").first().click();
    await page.locator(`${values} label`).first().waitFor();
    assert.equal(await page.isVisible(hint), true);
    const [name, address] = [await field.inputValue(), await field.getAttribute("data-value")];
    await field.press("x"); // a new search, in place of the name
    assert.deepEqual([await field.inputValue(), await field.getAttribute("data-value")], ["x", address]);
    await field.press("Escape");
    assert.equal(await field.inputValue(), name, "the choice is kept until another is made");
    await page.selectOption("#node-input-declares", "CLIPPresence");
    await page.locator(`${values} label`).first().waitFor();
  }));

test("a brightness, a white and a fade that cannot be stay as they were typed, and say why", () =>
  withNode("light", { does: "preset", target: "message", preset: '{"bri":127,"ct":370}' }, async (page) => {
    await openList(picker(page, "light"));
    await page.keyboard.press("Escape");
    const level = page.getByRole("spinbutton", { name: "Brightness, as a number" });
    await level.fill("300");
    await level.press("Enter");
    await page
      .getByRole("alert")
      .filter({ hasText: /^At most 100 %\.$/ })
      .waitFor();
    assert.deepEqual([await level.inputValue(), await level.getAttribute("aria-invalid")], ["300", "true"]);
    const white = page.getByRole("spinbutton", { name: /^White.*, as a number$/ });
    await white.fill("99");
    await white.press("Tab");
    await page
      .getByRole("alert")
      .filter({ hasText: /^At least \d,?\d{3} K\.$/ })
      .waitFor();
    assert.equal(await white.inputValue(), "99");
    await picture(page, "light-faults");
    assert.equal(await page.inputValue("#node-input-preset"), '{"bri":127,"ct":370}', "nothing of it is taken");
    await level.fill("80");
    await level.press("Enter");
    await page.getByRole("alert").filter({ hasText: "At most" }).waitFor({ state: "detached" });
    assert.equal(JSON.parse(await page.inputValue("#node-input-preset")).bri, 203);
    await white.fill("2700");
    await white.press("Enter");
    await page.fill("#node-input-transition", "abc");
    await page.press("#node-input-transition", "Tab");
    await page.locator("#node-input-transition.input-error").waitFor();
    await page
      .locator("#zigbee-gateway-fault-transition", { hasText: /^Enter the seconds as a number, 0 or more, .*\.$/ })
      .waitFor();
  }));

test("the schedule's names and fields stand in two columns, and the next times have a heading", () =>
  withNode("schedule", { declares: "Schedule", time: "W127/T07:00:00" }, async (page) => {
    await page.locator(".zg-time-next", { hasText: "Next:" }).locator("li").first().waitFor();
    const fields = [
      "#node-input-declaredName",
      "#node-input-declares",
      ".zg-time-kind",
      ".zg-time-fields >> nth=0",
      ".zg-rule-sentence",
      ".zg-time-head",
    ];
    const lefts = await Promise.all(fields.map(async (field) => Math.round((await boxOf(page.locator(field))).x)));
    assert.ok(Math.max(...lefts) - Math.min(...lefts) <= 1, `one edge: ${lefts}`);
    await picture(page, "schedule-edges");
  }));

test("the dialog of the pairing node has its button in sight; the table of its messages is folded", () =>
  withNode("pairing", { seconds: "999" }, async (page) => {
    await page.locator("#zigbee-gateway-fault-seconds", { hasText: /^1 to 254 seconds\./ }).waitFor();
    await page.fill("#node-input-seconds", "60");
    await page.press("#node-input-seconds", "Tab");
    const { y } = await boxOf(page.getByRole("button", { name: "Let devices in for 60 s" }));
    const { y: table } = await boxOf(page.locator("details:has(.zigbee-gateway-io) > summary"));
    assert.ok(y < table, `${y} before ${table}`);
    assert.equal(await page.isVisible(".zigbee-gateway-io"), false);
    assert.deepEqual(await saved(page, "node", "seconds"), ["999"]);
  }));

/** Runs in the browser: the names of fields that are broken where they are written so. */
function brokenNames(texts: Readonly<Record<string, string>>): string[] {
  const broken: string[] = [];
  for (const label of document.querySelectorAll<HTMLElement>("#dialog-form .form-row > label:not(:has(input))")) {
    const span = label.querySelector<HTMLElement>("[data-i18n]");
    const text = texts[(span?.dataset.i18n ?? "").replace(/^.*:/, "")];
    if (!span || text === undefined || !label.checkVisibility()) continue;
    const own = span.textContent;
    span.textContent = text;
    if (label.getBoundingClientRect().height > 35) broken.push(text);
    span.textContent = own;
  }
  return broken;
}

function textsIn(language: string, type: string): Record<string, string> {
  const leaves = (node: object, path = ""): [string, string][] =>
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === "object" ? leaves(value, `${path}${key}.`) : [[path + key, value] as [string, string]],
    );
  const files = ["zigbee-gateway", `zigbee-gateway-${type}`].map((name) =>
    join(resolve(import.meta.dirname, "../../.."), "locales", language, `${name}.json`),
  );
  return Object.fromEntries(files.flatMap((file) => leaves(JSON.parse(readFileSync(file, "utf8")))));
}

for (const { look, ...options } of LOOKS)
  test(`no name of a field is broken, in any dialog or language (${look})`, () => {
    const nodes = KINDS.map((type, index) =>
      flowNode(type, `zigbee-gateway-${type}`, { gateway: "gw", x: 160 + (index % 2) * 260, y: 80 + index * 40 }),
    );
    return withFlowOn({ browser, house }, [...GATEWAY, ...nodes], options, async (page) => {
      for (const type of KINDS) {
        await openDialog(page, type);
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll("#dialog-form details")) fold.setAttribute("open", "");
        });
        for (const language of LANGUAGES)
          assert.deepEqual(await page.evaluate(brokenNames, textsIn(language, type)), [], `${type}, ${language}`);
        await picture(page, `fields-${type}-${look}`);
        await page.locator("#node-dialog-cancel").click();
        await page.locator("#node-dialog-cancel").waitFor({ state: "hidden" });
      }
    });
  });
