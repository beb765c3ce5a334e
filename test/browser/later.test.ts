/** Panels that are loaded when first shown, in a real browser: they come, also by their address, or say that they cannot. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { accessibilityFaults } from "../support/accessibility.ts";
import { openBrowser, picture } from "../support/browser.ts";
import { type NodeRed, nodeRed } from "../support/node-red.ts";
import { FLOW, openPage, openSidebar, READY, watched } from "../support/panels.ts";

const NETWORK = /\/panels-network-[\w-]+\.js(\?again=\d+)?$/;
const NOT_THERE = /404|ERR_FAILED|Failed to fetch/;

let browser: Browser;
let house: NodeRed;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), nodeRed({ flow: FLOW })]);
  await house.status("ask", READY);
});
after(() => house.stop());
after(() => browser.close());

const show = (page: Page) => page.locator("[data-tab=network]").click();
const isShown = (page: Page) => page.locator(".zg-network").waitFor();

test("a panel is loaded when it is first shown, and once; its address leads to it", async () => {
  await watched(await openPage(browser, house.adminUrl), async (page) => {
    const asked: string[] = [];
    page.on("request", (request) => NETWORK.test(request.url()) && asked.push(request.url()));
    await page.locator("[data-tab=home][aria-selected=true]").waitFor();
    assert.deepEqual(asked, []);
    await show(page);
    await isShown(page);
    await page.locator("[data-tab=home]").click();
    await show(page);
    await isShown(page);
    assert.equal(asked.length, 1);
    await page.reload();
    await isShown(page);
    assert.equal(await page.locator("[data-tab=network][aria-selected=true]").count(), 1);
  });
});

test("on the page: a panel whose file is not there any more says so; tried again, the page comes anew, at the same place", async () => {
  const page = await openPage(browser, house.adminUrl);
  const run = async () => {
    await page.locator("[data-tab=home][aria-selected=true]").waitFor();
    await page.route(NETWORK, (route) => route.fulfill({ status: 404 }));
    await show(page);
    await page.locator(".zg-panel .zg-hindrance", { hasText: "could not be loaded" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await picture(page, "not-loaded");
    await page.unroute(NETWORK);
    await page.getByRole("button", { name: "Try again" }).click();
    await isShown(page);
  };
  await watched(page, run, NOT_THERE);
});

test("in the editor a panel is tried again without the editor being loaded anew", async () => {
  const page = await openSidebar(browser, house);
  const run = async () => {
    await page.evaluate("window.isStillThere = true");
    await page.route(NETWORK, (route) => route.abort());
    await show(page);
    await page.locator(".zg-panel .zg-hindrance", { hasText: "could not be loaded" }).waitFor();
    await page.unroute(NETWORK);
    await page.getByRole("button", { name: "Try again" }).click();
    await isShown(page);
    assert.equal(await page.evaluate("window.isStillThere"), true);
  };
  await watched(page, run, NOT_THERE);
});
