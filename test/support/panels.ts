/** The panels in a real browser: in the sidebar of the editor, and on their page. */
import assert from "node:assert/strict";
import { after } from "node:test";
import type { Browser, Page } from "playwright-core";
import { accessibilityFaults } from "./accessibility.ts";
import { freshPage, leaveEditor, leavePage, openBrowser, openEditor, picture } from "./browser.ts";
import { type FlowNode, flowNode, gatewayNode, type NodeRed, type NodeRedOptions, nodeRed, TAB } from "./node-red.ts";
import { type VirtualFlow, virtualFlow } from "./virtual-flow.ts";

const SOON = 300; // milliseconds
export const PHONE = { width: 360, height: 740 };

/** Nodes speak the language of the editor that was opened last. */
export const READY = /ready|bereit/;

export const ask = (gateway = "gw") => flowNode("ask", "zigbee-gateway-request", { gateway, method: "", address: "" });
export const FLOW: readonly FlowNode[] = [TAB, gatewayNode("gw", { name: "Home", announceHost: "127.0.0.1" }), ask()];

export async function withHouse(options: NodeRedOptions, run: (house: NodeRed) => Promise<void>) {
  const house = await nodeRed({ flow: FLOW, ...options });
  try {
    if (options.flow === undefined) await house.status("ask", READY);
    await run(house);
  } finally {
    await house.stop();
  }
}

export interface VirtualHouse {
  readonly browser: Browser;
  readonly house: NodeRed;
  readonly home: VirtualFlow;
}

const opened = new Map<string, Promise<VirtualHouse>>();

/** A browser beside a virtual house in which all have moved in; files that are tested in one process share them, and they end with it. */
export function openVirtualHouse(options: NodeRedOptions = {}): Promise<VirtualHouse> {
  const key = JSON.stringify(options);
  const house = opened.get(key) ?? moveIn(options);
  opened.set(key, house);
  return house;
}

async function moveIn(options: NodeRedOptions): Promise<VirtualHouse> {
  const gateway = gatewayNode("gw", { radio: "virtual", announceHost: "127.0.0.1" });
  const house = await nodeRed({ movedIn: true, flow: [TAB, gateway, ask()], ...options });
  after(() => house.stop());
  const [browser, home] = await Promise.all([openBrowser(), virtualFlow(house)]);
  after(() => browser.close());
  return { browser, house, home };
}

/** Errors of the page and of its console fail the test. */
export async function watched(page: Page, run: (page: Page) => Promise<void>, expected = /$^/) {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (line) => {
    if (line.type() === "error" && !expected.test(line.text())) faults.push(line.text());
  });
  try {
    await run(page);
    assert.deepEqual(faults, []);
    assert.notEqual(await page.title(), "stolen");
  } finally {
    if (await page.evaluate("'RED' in window")) await leaveEditor(page);
    else await leavePage(page);
  }
}

export async function openSidebar(
  browser: Browser,
  house: NodeRed,
  options: Parameters<typeof openEditor>[2] = {},
): Promise<Page> {
  const page = await openEditor(browser, house, options);
  await page.evaluate('RED.actions.invoke("zigbee-gateway:show-sidebar")');
  await page.locator(".zg").first().waitFor();
  return page;
}

export async function openPage(
  browser: Browser,
  url: string,
  options: { colorScheme?: "light" | "dark"; locale?: string; timezoneId?: string } = {},
): Promise<Page> {
  const page = await freshPage(browser, { viewport: PHONE, locale: "en-US", ...options });
  await page.goto(`${url}/zigbee-gateway/`);
  return page;
}

/** The gateway, with all of its checks unfolded. */
export const lookAround = async (page: Page) => {
  await page.locator("[data-tab=gateway]").click();
  const fold = page.locator(".zg-fold button", { hasText: /Also checked|Auch geprüft/ });
  if ((await fold.getAttribute("aria-expanded")) === "false") await fold.click();
  await page.locator(".zg-health li").first().waitFor();
};
export const listenersOf = (house: NodeRed) => house.nodes.getNode("gw").runtime.events.listeners as number;
export const overflow = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.scrollWidth - element.clientWidth);

/** Each panel: wide enough, all words there, readable, and nothing that a screen reader stumbles over. */
export async function lookAtPanels(browser: Browser, house: NodeRed, dark: boolean, locale: string): Promise<void> {
  await house.status("ask", READY);
  await watched(await openSidebar(browser, house, { dark, locale }), async (page) => {
    const tabs = page.locator(".zg-tabs [role=tab]");
    await tabs.first().waitFor();
    const panels = await tabs.evaluateAll((all) => all.map((tab) => tab.getAttribute("data-tab") ?? ""));
    assert.ok(panels.length >= 2);
    const unread = await page
      .locator(".zg-tab-word")
      .evaluateAll((all) => all.filter((word) => word.clientWidth === 0 || word.scrollWidth > word.clientWidth).length);
    assert.equal(unread, 0, "each tab has its whole name");
    const shares = await page
      .locator("#red-ui-sidebar .red-ui-sidebar-section-top") // Node-RED 4 has no sections
      .evaluateAll((all) => all.map((each) => each.clientHeight / (each.parentElement?.clientHeight ?? 1)));
    for (const share of shares) assert.ok(share > 0.6, `the panels have ${share} of the sidebar`);
    for (const panel of panels) {
      await page.locator(`.zg-tabs [data-tab="${panel}"]`).click();
      if (panel === "gateway") await lookAround(page);
      await page.waitForTimeout(SOON); // the first answers for a panel are there
      await picture(page, `sidebar-${panel}-${dark ? "dark" : "light"}`);
      assert.deepEqual(await accessibilityFaults(page, ".zg"), [], panel);
      assert.ok((await overflow(page, ".zg-panel")) <= 0, `${panel} is too wide`);
      const missing = new RegExp(`\\b(app|do|tab|trouble|health|${panels.join("|")})\\.[a-z]`);
      assert.doesNotMatch(await page.locator(".zg").innerText(), missing, "a text is missing");
    }
  });
}
