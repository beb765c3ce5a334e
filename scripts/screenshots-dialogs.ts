/**
 * Every dialog of the editor, filled in as people fill it in: light and dark, in three widths of its tray, in two languages. Part of
 * `npm run screenshots -- --gallery <folder>`; tells faults for a screen reader, and numbers that are not written as the language does.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { accessibilityFaults } from "../test/support/accessibility.ts";
import { openDialog, openEditor, settled } from "../test/support/browser.ts";
import { pointNumbers } from "../test/support/foreign-numbers.ts";
import { type FlowNode, flowNode } from "../test/support/node-red.ts";
import { type Furnished, GATEWAY, GROUND_FLOOR } from "./screenshots-house.ts";

const LOCALES = ["en-US", "de-DE"] as const;
const WIDTHS = [300, 480, 900] as const; // of the tray
const HIGH = 1200;
const SETTLED = 400; // milliseconds
/** Widgets of the editor, as they are in all dialogs. */
const OF_NODE_RED = /red-ui-/;

/** One node of each kind, and the choices of a user in it. */
function nodes({ picked }: Furnished): readonly FlowNode[] {
  const node = (type: string, more: Record<string, unknown> = {}, wires: readonly (readonly string[])[] = [[]]) =>
    ({ id: type, type: `zigbee-gateway-${type}`, more, wires }) as const;
  const all = [
    node("button", { ...picked("Living room remote"), buttons: "1,2", gestures: "short_release,hold", outputs: 2 }, [
      [],
      [],
    ]),
    node("event", { family: "sensors", section: "state", event: "changed" }),
    node("light", { ...picked("Living room lamp"), units: "human", does: "", deadline: "5", transition: "2" }),
    node("pairing", { seconds: "120", outputs: 2 }, [[], []]),
    node("request", { method: "PUT", address: "/lights/1/state", body: "payload", bodyType: "msg" }),
    node("rule", {
      ...{ declares: "Rule", declaredName: "Hall at night" },
      conditions: [
        { ...picked("Hall motion", "ZHAPresence"), item: "state/presence", operator: "eq", value: "true" },
        { ...picked("Bathroom climate", "ZHATemperature"), item: "state/temperature", operator: "gt", value: "23.5" },
        { address: "/config", item: "localtime", operator: "in", value: "W127/T22:00:00/T06:00:00" },
      ],
      actions: [{ ...picked("Hall lamp"), does: "brightness", value: "20", offAfter: "PT00:05:00" }],
    }),
    node("scene", {
      address: "/groups/1",
      uniqueid: "",
      resourceName: "Living room",
      house: "",
      does: "recall",
      scene: "2",
    }),
    node("schedule", {
      ...{ declares: "Schedule", declaredName: "Morning", time: "W124/T06:30:00A00:10:00", zone: "local" },
      ...{ payload: "true", payloadType: "bool", begins: "deploy", afterwards: "kept" },
    }),
    node("sensor", { ...picked("Bathroom climate", "ZHATemperature"), units: "human", when: "change", held: "0.5" }),
    node("touchlink", { does: "scan", outputs: 2 }, [[], []]),
  ];
  return all.map(({ id, type, more, wires }, index) => {
    const usual = { version: 1, gateway: "gw", name: "", outputs: 1, wires };
    return flowNode(id, type, { ...usual, x: 160 + 260 * (index % 2), y: 60 + 60 * Math.floor(index / 2), ...more });
  });
}

/** Into this folder; answers the faults, each with its place. */
export async function takeDialogs(
  browser: Browser,
  furnished: Furnished,
  folder: string,
  only: readonly string[],
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const flow = nodes(furnished);
  await furnished.house.deploy([GROUND_FLOOR, GATEWAY, ...flow]);
  const names = [...flow.map(({ id }) => id), "gateway"].filter((name) => only.length === 0 || only.includes(name));
  const faults: string[] = [];
  for (const locale of LOCALES)
    for (const dark of [false, true]) {
      const page = await openEditor(browser, furnished.house, { locale, dark });
      await page.setViewportSize({ width: 1280, height: HIGH });
      for (const name of names) {
        const where = `dialog-${name}-${locale}-${dark ? "dark" : "light"}`;
        try {
          await open(page, name);
          for (const width of WIDTHS) {
            await widen(page, width);
            const tray = page.locator(".red-ui-tray").last();
            await tray.screenshot({ path: join(folder, `${where}-${width}.png`), animations: "disabled" });
            const wide = await tooWide(page);
            if (wide > 0) faults.push(`${where}-${width}: ${wide} pixels too wide`);
          }
          faults.push(...(await faultsIn(page, name, locale)).map((fault) => `${where}: ${fault}`));
        } catch (error) {
          faults.push(`${where}: ${String(error).split("\n")[0]}`);
        }
        await close(page);
      }
      await page.context().close();
    }
  return faults;
}

async function open(page: Page, name: string): Promise<void> {
  await openDialog(page, name === "gateway" ? "light" : name);
  if (name === "gateway") {
    await page.locator("#node-input-btn-gateway-edit").click();
    await page.locator("#node-config-input-name").waitFor();
    await settled(page);
  }
  await page.waitForTimeout(SETTLED * 3); // the first answers of the gateway are there
}

async function widen(page: Page, width: number): Promise<void> {
  await page.evaluate((wanted) => {
    const tray = [...document.querySelectorAll<HTMLElement>(".red-ui-tray")].at(-1);
    if (tray) tray.style.width = `${wanted}px`;
    window.dispatchEvent(new Event("resize"));
  }, width);
  await page.waitForTimeout(SETTLED);
}

/** Parts that have to be pushed aside to be seen. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const body = [...document.querySelectorAll<HTMLElement>(".red-ui-tray-body")].at(-1);
    return body ? body.scrollWidth - body.clientWidth : 0;
  });

async function faultsIn(page: Page, name: string, locale: string): Promise<readonly string[]> {
  const form = name === "gateway" ? "#node-config-dialog-edit-form" : "#dialog-form";
  const stumbled = await accessibilityFaults(page, form);
  const numbers = locale.startsWith("de") ? await page.evaluate(pointNumbers) : [];
  return [...stumbled.filter((fault) => !OF_NODE_RED.test(fault)), ...numbers];
}

async function close(page: Page): Promise<void> {
  for (const button of ["#node-config-dialog-cancel", "#node-dialog-cancel"])
    if (await page.locator(button).isVisible()) {
      await page.locator(button).click();
      await page.locator(button).waitFor({ state: "hidden" });
      await settled(page);
    }
}
