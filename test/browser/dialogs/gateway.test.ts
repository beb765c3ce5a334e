/** The fields of the gateway's dialog: an entry that does not fit is told below its field, and a result of a test belongs to its entry. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { closeDialog, openDialog, picture, settled } from "../../support/browser.ts";
import { LOOKS, withFlow as withFlowOn } from "../../support/dialogs.ts";
import { LANGUAGES } from "../../support/locales.ts";
import { flowNode, gatewayNode, TAB } from "../../support/node-red.ts";
import { openVirtualHouse } from "../../support/panels.ts";

const { browser, house } = await openVirtualHouse({ flow: [TAB, gatewayNode("gw", { radio: "virtual" })] });
const FLOW = [
  TAB,
  gatewayNode("gw", { radio: "virtual" }),
  flowNode("event", "zigbee-gateway-event", { gateway: "gw" }),
];
const FOLDS = ["where", "clients", "mqtt", "network", "safety", "folder"];

const withGateway = (options: object, run: (page: Page) => Promise<void>, flow = FLOW) =>
  withFlowOn({ browser, house }, flow, options, async (page) => {
    await openDialog(page, "event");
    await page.locator("#node-input-btn-gateway-edit").click();
    await page.locator("#node-config-dialog-ok").waitFor();
    await settled(page);
    await run(page);
    await closeDialog(page, "#node-config-dialog-cancel");
    await closeDialog(page, "#node-dialog-cancel");
  });

const closedFold = (page: Page, name: string, text: RegExp) =>
  page.locator(`#zigbee-gateway-${name}:not([open]) > summary`, { hasText: text });

const leave = async (page: Page, selector: string, text: string) => {
  await page.fill(selector, text);
  await page.press(selector, "Tab");
};

/** Red around the field and below it. */
async function told(page: Page, field: string, sentence: RegExp): Promise<void> {
  await page.locator(`${field}.input-error`).waitFor();
  const hints = page.locator(`.form-row:has(${field}) + .zigbee-gateway-trouble`, { hasText: sentence });
  await hints.waitFor();
  const [frame, text] = await Promise.all([
    page.locator(field).evaluate((input) => getComputedStyle(input).borderTopColor),
    hints.evaluate((hint) => getComputedStyle(hint).color),
  ]);
  const isRed = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return red > green + 40 && red > blue + 40;
  };
  assert.ok(isRed(frame) && isRed(text), `${field}: ${frame}, ${text}`);
}

test("an entry that does not fit is told below its field, in one form", () =>
  withGateway({}, async (page) => {
    await page.locator("#zigbee-gateway-network > summary").click();
    const [port, push, address] = ["port", "pushPort", "portAddress"].map((name) => `#node-config-input-${name}`);
    for (const field of [port, push] as string[]) {
      await leave(page, field, "99999");
      await told(page, field, /^A port is a number from 1 to 65535, or empty\.$/);
      await leave(page, field, String(house.port));
      await told(page, field, /^Node-RED itself uses this port\.$/);
      await leave(page, field, "");
    }
    await leave(page, port as string, String(house.port));
    await leave(page, address as string, "10.9.9.9x");
    await told(page, address as string, /^Enter a name or an address, without a port\.$/);
    await leave(page, address as string, "10.9.9.9");
    await page.locator(`${address}:not(.input-error)`).waitFor();
    await page.selectOption("#zigbee-gateway-radio", "other");
    const path = "#zigbee-gateway-path";
    await leave(page, path, "nonsense");
    await told(page, path, /^An address is .*tcp:\/\/.*mdns:\/\/slzb-06\.$/);
    await leave(page, path, "tcp://127.0.0.1:99999");
    await told(page, path, /^A port is a number from 1 to 65535\.$/);
    assert.equal(await page.isDisabled("#zigbee-gateway-test"), true);
    await picture(page, "gateway-faults");
    await leave(page, path, "127.0.0.1:1");
    assert.equal(await page.inputValue(path), "tcp://127.0.0.1:1", "what was left away is there");
    await page.click("#zigbee-gateway-test");
    await page
      .locator("#zigbee-gateway-stick.zigbee-gateway-trouble", {
        hasText: /^\s*Nobody listens there\. Check the port .*\.$/,
      })
      .waitFor();
    await page.selectOption("#zigbee-gateway-radio", "virtual");
    const where = page.locator("#zigbee-gateway-where");
    await where.locator("summary").first().click();
    const sun = where.locator(".zg-where-sun");
    await where.getByLabel("Town").fill("Wien");
    await sun.filter({ hasText: "Sunset" }).waitFor();
    await where.getByLabel("Town").fill("Nirgendsheim");
    await where.getByRole("alert").filter({ hasText: "Not among the towns" }).waitFor();
    assert.equal(await sun.textContent(), "", "not that of the former town");
    await where.getByLabel("Town").fill("Wien");
    await sun.filter({ hasText: "Sunset" }).waitFor();
    await where.getByText("Latitude and longitude", { exact: true }).click();
    const latitude = where.getByLabel("Latitude", { exact: true });
    await latitude.fill("200");
    const fault = where.getByRole("alert").filter({ hasText: "from -90 to 90." });
    const frame = await latitude.evaluate((input) => getComputedStyle(input).borderTopColor);
    assert.equal(
      frame,
      await fault.evaluate((hint) => getComputedStyle(hint).color),
      "the frame is as red as its text",
    );
    await latitude.fill("");
  }));

test("a port that another program has is told below its field before a deploy, and of the closed fold, as a broker that does not answer", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  const broker = { mqtt: true, mqttAddress: "127.0.0.1:9" };
  const flow = FLOW.map((node) => (node.id === "gw" ? { ...node, port, ...broker } : node));
  const run = async (page: Page) => {
    const lost = closedFold(page, "mqtt", /^\s*MQTT · 127\.0\.0\.1:9 ·\s+no connection$/);
    await lost.locator(".zigbee-gateway-trouble").waitFor();
    await closedFold(page, "network", new RegExp(`·\\s+${port} is in use$`)).click();
    const field = "#node-config-input-port";
    const hint = page.locator(`.form-row:has(${field}) + .zigbee-gateway-trouble`);
    await hint.filter({ hasText: /^Another program uses this port\.$/ }).waitFor();
    assert.equal(await page.getAttribute(field, "aria-invalid"), "true");
    await leave(page, field, "");
    assert.equal(await hint.textContent(), "");
    assert.equal(await page.getAttribute(field, "aria-invalid"), "false");
    await page.locator("#zigbee-gateway-network > summary").click();
    await closedFold(page, "network", /programs find it$/).click();
    await page.fill(field, String(port)); // and is not left
    await hint.filter({ hasText: /^Another program uses this port\.$/ }).waitFor();
    await page.locator("#zigbee-gateway-network > summary").click();
    const note = closedFold(page, "network", new RegExp(`·\\s+${port} is in use$`)).locator(".zigbee-gateway-trouble");
    await note.locator("i.fa-exclamation-triangle").waitFor({ state: "attached" }); // a sign, not only a color
  };
  await withGateway({}, run, flow).finally(() => other.close());
});

test("the closed fold says nothing of a broker that is not in use", () =>
  withGateway({}, async (page) => {
    const summary = page.locator("#zigbee-gateway-mqtt > summary");
    const tick = "#node-config-input-mqtt";
    await summary.click();
    await page.check(tick);
    await leave(page, "#node-config-input-mqttAddress", "127.0.0.1:9");
    await summary.click();
    await closedFold(page, "mqtt", /^\s*MQTT · 127\.0\.0\.1:9$/).click();
    await page.uncheck(tick);
    await summary.click();
    await closedFold(page, "mqtt", /^\s*MQTT$/).waitFor();
  }));

test("the answer of one broker is not shown for another one", () =>
  withGateway({}, async (page) => {
    await page.locator("#zigbee-gateway-mqtt > summary").click();
    await page.check("#node-config-input-mqtt");
    const address = "#node-config-input-mqttAddress";
    await leave(page, address, "127.0.0.1:99999");
    await told(page, address, /^A port is a number from 1 to 65535\.$/);
    await leave(page, address, "127.0.0.1:1");
    await page.click("#zigbee-gateway-mqtt-test");
    const answer = page.locator("#zigbee-gateway-mqtt-answer");
    await answer.filter({ hasText: /answers at 127\.0\.0\.1:1: is the broker running\?$/ }).waitFor();
    await page.fill(address, "127.0.0.1:2");
    assert.equal(await answer.textContent(), "");
    assert.equal(await page.isDisabled("#zigbee-gateway-mqtt-test"), false);
  }));

test("a key has the name of a program, is made once, and is the strongest thing there", () =>
  withGateway({}, async (page) => {
    await page.locator("#zigbee-gateway-clients > summary").click();
    const [name, key, make] = ["#zigbee-gateway-key-name", "#zigbee-gateway-key", "#zigbee-gateway-key-make"];
    const keys = page.locator(".zigbee-gateway-keys tbody tr");
    await keys.first().waitFor(); // that of the test itself
    await page.click(make);
    await told(page, name, /^Name the program first\.$/);
    assert.equal(await page.evaluate("document.activeElement.id"), "zigbee-gateway-key-name");
    await page.fill(name, "curl");
    await page.locator(`${name}:not(.input-error)`).waitFor();
    await page.press(name, "Enter");
    await page.locator("#zigbee-gateway-key-hint", { hasText: "curl is valid at once. Copy it now" }).waitFor();
    const own = keys.filter({ hasText: "curl" });
    await own.filter({ hasText: "never" }).waitFor();
    await page.click(make);
    await told(page, name, /^Name the program first\.$/);
    assert.equal(await own.count(), 1, "a second click makes no second key");
    const look = await page.locator(key).evaluate((field) => {
      const { color, fontFamily } = getComputedStyle(field);
      const { left } = field.getBoundingClientRect();
      return { color, fontFamily, left };
    });
    const other = await page.locator(name).evaluate((field) => {
      const hint = document.querySelector("#zigbee-gateway-key-hint") as Element;
      const [own, below] = [field, hint].map((each) => Math.round(each.getBoundingClientRect().left));
      return { color: getComputedStyle(field).color, own, below };
    });
    assert.match(look.fontFamily, /mono/i);
    assert.equal(look.color, other.color);
    assert.ok(
      Math.abs(look.left - Number(other.own)) <= 1 && Math.abs(look.left - Number(other.below)) <= 1,
      "one edge",
    );
    await picture(page, "gateway-key");
    await page.waitForTimeout(1000); // times of keys are whole seconds
    const answer = await house.ask("GET", `/api/${await page.inputValue(key)}/lights`);
    assert.equal(answer.status, 200, "it is valid before anything is deployed");
    await own.filter({ hasNotText: "never" }).waitFor(); // its use is told while the dialog is open
  }));

test("a key that was just made is shown until it is revoked", () =>
  withGateway({}, async (page) => {
    await page.locator("#zigbee-gateway-clients > summary").click();
    const key = page.locator("#zigbee-gateway-key");
    const rows = page.locator(".zigbee-gateway-keys tbody tr");
    const make = async (program: string) => {
      await page.fill("#zigbee-gateway-key-name", program);
      await page.click("#zigbee-gateway-key-make");
      await rows.filter({ hasText: program }).waitFor();
    };
    const revoke = async (program: string) => {
      await page.getByRole("button", { name: `Revoke: ${program}` }).click();
      await page.getByRole("button", { name: "Revoke the key", exact: true }).click();
      await rows.filter({ hasText: program }).waitFor({ state: "detached" });
    };
    await make("first");
    await make("second");
    await page.click("#zigbee-gateway-key-make");
    await told(page, "#zigbee-gateway-key-name", /^Name the program first\.$/);
    await revoke("first");
    await page.locator("#zigbee-gateway-key-name:not(.input-error)").waitFor();
    assert.equal(await page.textContent("#zigbee-gateway-key-fault"), "");
    assert.equal(await key.isVisible(), true, "that of the second program is still valid");
    await revoke("second");
    await key.waitFor({ state: "hidden" });
    assert.equal(await key.inputValue(), "");
    await page.locator("#zigbee-gateway-key-hint", { hasText: /^For programs that cannot ask/ }).waitFor();
  }));

test("the times of keys are by the clock of the gateway, in the language of the editor", () => {
  const timezone = "Asia/Kathmandu"; // no browser of a test is there
  const flow = FLOW.map((node) => (node.id === "gw" ? { ...node, timezone } : node));
  const run = async (page: Page) => {
    await page.evaluate("localStorage.setItem('editor-language', 'de')"); // chosen in the editor, not in the browser
    await closeDialog(page, "#node-config-dialog-cancel");
    await page.locator("#node-input-btn-gateway-edit").click();
    await page.locator("#zigbee-gateway-clients > summary").click();
    const when = page.locator(".zigbee-gateway-keys tbody tr .zigbee-gateway-when").first();
    await when.waitFor();
    const { keys } = (await house.ask("GET", "/zigbee-gateway/gw/keys")).body;
    const form = { dateStyle: "short", timeStyle: "short", timeZone: timezone } as const;
    const told = await when.textContent();
    await page.evaluate("localStorage.removeItem('editor-language')"); // other tests have the same browser
    assert.equal(told, new Date(`${keys[0].created}Z`).toLocaleString("de", form));
  };
  return withGateway({}, run, flow);
});

test("the line of the countdown tells the program that got its key", () =>
  withGateway({}, async (page) => {
    await page.locator("#zigbee-gateway-clients > summary", { hasText: "Programs and keys" }).click();
    const [turn, line] = [page.locator("#zigbee-gateway-link"), page.locator("#zigbee-gateway-link-text")];
    const closed = turn.filter({ hasText: "Let a program in (60 seconds)" });
    await page.locator(".zigbee-gateway-keys tbody tr").first().waitFor();
    if ((await closed.count()) === 0) await turn.click(); // the test itself was let in
    await closed.click();
    await line.filter({ hasText: /^open for \d+ s: let the program ask/ }).waitFor();
    assert.equal((await house.ask("POST", "/api", { devicetype: "try" })).status, 200);
    await line.filter({ hasText: /^“try” has its key\.$/ }).waitFor();
    await turn.click();
    await closed.waitFor();
    assert.equal(await line.textContent(), "“try” has its key.");
  }));

/** Runs in the browser: the names of fields that are broken where they are written so. */
function brokenNames(texts: Readonly<Record<string, string>>): string[] {
  const broken: string[] = [];
  for (const label of document.querySelectorAll<HTMLElement>("form .form-row > label:not(:has(input))")) {
    const span = label.querySelector<HTMLElement>("[data-i18n]");
    const text = texts[span?.dataset.i18n ?? ""];
    if (!span || text === undefined || !label.checkVisibility()) continue;
    const own = span.textContent;
    span.textContent = text;
    if (label.getBoundingClientRect().height > 30) broken.push(text);
    span.textContent = own;
  }
  return broken;
}

function textsIn(language: string): Record<string, string> {
  const file = join(resolve(import.meta.dirname, "../../.."), "locales", language, "zigbee-gateway.json");
  const leaves = (node: object, path = ""): [string, string][] =>
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === "object" ? leaves(value, `${path}${key}.`) : [[path + key, value] as [string, string]],
    );
  return Object.fromEntries(leaves(JSON.parse(readFileSync(file, "utf8"))));
}

for (const { look, ...options } of LOOKS)
  test(`all folds in ${look}, and the names of their fields in every language`, () =>
    withGateway(options, async (page) => {
      await page.selectOption("#zigbee-gateway-radio", "other");
      for (const fold of FOLDS) await page.locator(`#zigbee-gateway-${fold} > summary`).click();
      await page.locator("details:has(> #zigbee-gateway-backups) > summary").click();
      await page.check("#node-config-input-mqtt");
      await page.locator("#zigbee-gateway-mqtt-more > summary").click();
      await page.locator("#zigbee-gateway-spare > summary").click();
      const backgrounds = await Promise.all(
        ["#zigbee-gateway-key-make", "#zigbee-gateway-backups .zg-button >> nth=0"].map((button) =>
          page.locator(button).evaluate((each) => getComputedStyle(each).backgroundColor),
        ),
      );
      assert.equal(new Set(backgrounds).size, 1, "all buttons look alike");
      for (const language of LANGUAGES)
        assert.deepEqual(await page.evaluate(brokenNames, textsIn(language)), [], language);
      const lefts = await page
        .locator("#zigbee-gateway-network .form-row > input[type=text]")
        .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().left)));
      assert.equal(new Set(lefts).size, 1, "one edge in a fold");
      const faint = page.locator("#zigbee-gateway-network > summary");
      await faint.focus();
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Tab");
      assert.match(await faint.evaluate((summary) => getComputedStyle(summary).outline), /solid 2px/);
      await picture(page, `gateway-folds-${look}`);
    }));
