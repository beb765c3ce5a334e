/** The dialogs of all nodes, as wide as they are at first and in a narrow tray, with long words: nothing is too wide, no word is cut. */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openDialog, picture, settled } from "../../support/browser.ts";
import { cutWords } from "../../support/cut-words.ts";
import { withFlow } from "../../support/dialogs.ts";
import { type FlowNode, flowNode, gatewayNode, TAB } from "../../support/node-red.ts";
import { openVirtualHouse } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

/** The longest words; in the long run the most of them, too. */
const LOCALES = process.env.LONG ? ["de-DE", "fr-FR"] : ["de-DE"];
const WIDTHS = [600, 480] as const; // pixels of the tray

const EMPTY = [TAB, gatewayNode("gw", { radio: "virtual" })];
const { browser, house, home } = await openVirtualHouse({ flow: EMPTY });

/** Dialogs, each with an element that is there once the gateway has answered. */
const DIALOGS: Readonly<Record<string, string>> = {
  button: "#zigbee-gateway-button-gestures-hold",
  event: "#zigbee-gateway-event-preview",
  light: ".zg-pick-about",
  pairing: "#zigbee-gateway-pairing-here button",
  request: "#zigbee-gateway-request-task",
  rule: "#zigbee-gateway-rule-editor .zg-rule-row select",
  scene: ".zigbee-gateway-chip",
  schedule: ".zg-time-next li",
  sensor: "#zigbee-gateway-sensor-members label",
  touchlink: "#node-input-does",
  gateway: "#zigbee-gateway-radio",
};

for (const locale of LOCALES)
  test(`in a tray of ${WIDTHS.join(" and ")} pixels, ${locale}: no dialog is too wide for its words, and no word is cut`, async () =>
    withFlow({ browser, house }, [...EMPTY, ...(await nodes())], { locale, dark: locale === "de-DE" }, async (page) => {
      const faults: Record<string, readonly string[]> = {};
      for (const [name, shows] of Object.entries(DIALOGS)) {
        const form = await open(page, name, shows);
        for (const width of WIDTHS) {
          await widen(page, width);
          await picture(page, `narrow-${name}-${locale}-${width}`);
          const found = await page.evaluate(cutWords, form);
          if (found.length > 0) faults[`${name}, ${width} pixels`] = found;
        }
        await close(page);
      }
      assert.deepEqual(faults, {});
    }));

/** One node of each kind, and the choices of a user in it. */
async function nodes(): Promise<readonly FlowNode[]> {
  const picked = async (family: "lights" | "sensors", uniqueid: string) => {
    const { id, uniqueid: own, name } = await home.resource(family, uniqueid);
    return { address: `/${family}/${id}`, uniqueid: own, resourceName: name };
  };
  const climate = await picked("sensors", `${MAC.climate}-01-0402`);
  const presence = await picked("sensors", `${MAC.motion}-02-0406`);
  const lamp = await picked("lights", MAC.colourLamp);
  const dimmer = await picked("sensors", MAC.dimmer);
  const conditions = [
    { ...presence, item: "state/presence", operator: "eq", value: "true" },
    { ...climate, item: "state/temperature", operator: "gt", value: "23.5" },
    { address: "/config", item: "localtime", operator: "in", value: "W127/T22:00:00/T06:00:00" },
  ];
  const actions = [{ ...lamp, does: "brightness", value: "20", offAfter: "PT00:05:00" }];
  const time = { time: "W124/T06:30:00A00:10:00", zone: "local", begins: "deploy", afterwards: "kept" };
  const chosen: Readonly<Record<string, object>> = {
    button: { ...dimmer, buttons: "1,2", gestures: "short_release,hold", outputs: 2 },
    event: { family: "sensors", section: "state", event: "changed" },
    light: { ...lamp, units: "human", does: "", deadline: "5", transition: "2" },
    pairing: { seconds: "120", outputs: 2 },
    request: { method: "PUT", address: "/lights/1/state", body: "payload", bodyType: "msg" },
    rule: { declares: "Rule", declaredName: "Hall at night", conditions, actions },
    scene: { address: "/groups/1", resourceName: "Living room", does: "recall", scene: "2" },
    schedule: { declares: "Schedule", declaredName: "Morning", payload: "true", payloadType: "bool", ...time },
    sensor: { ...climate, units: "human", when: "change", held: "0.5" },
    touchlink: { does: "scan", outputs: 2 },
  };
  return Object.entries(chosen).map(([type, more], index) =>
    flowNode(type, `zigbee-gateway-${type}`, { version: 1, gateway: "gw", x: 160, y: 60 * (index + 1), ...more }),
  );
}

/** With all that is folded in it; says where its form is. */
async function open(page: Page, name: string, shows: string): Promise<string> {
  await openDialog(page, name === "gateway" ? "light" : name);
  if (name === "gateway") {
    await page.locator("#node-input-btn-gateway-edit").click();
    await page.locator("#node-config-dialog-edit-form").waitFor();
    await settled(page);
  }
  const form = name === "gateway" ? "#node-config-dialog-edit-form" : "#dialog-form";
  await page.locator(`${form} ${shows}`).first().waitFor();
  await page.evaluate((form) => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>(`${form} details`)) fold.open = true;
  }, form);
  return form;
}

async function widen(page: Page, width: number): Promise<void> {
  await page.evaluate((wanted) => {
    const tray = [...document.querySelectorAll<HTMLElement>(".red-ui-tray")].at(-1);
    if (tray) tray.style.width = `${wanted}px`;
  }, width);
}

async function close(page: Page): Promise<void> {
  for (const button of ["#node-config-dialog-cancel", "#node-dialog-cancel"].map((each) => page.locator(each)))
    if (await button.isVisible()) {
      await button.click();
      await button.waitFor({ state: "hidden" });
      await settled(page);
    }
}
