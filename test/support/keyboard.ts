/** A user without a mouse: goes on by Tab from where the focus is, and loses the way where it is lost. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

const MOST = 60; // presses; a user who needs more has given up

/** Goes there; fails where Tab never leads to it, or the focus has fallen off the page. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.first().waitFor();
  for (let press = 0; press < MOST; press += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  const where = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  assert.fail(`${MOST} times ${key}, and ${target} was not reached: the focus is on ${where}`);
}

export async function pressAt(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** From one tab to another by arrows. */
export async function goToPanel(page: Page, panel: string): Promise<void> {
  const tabs = page.locator(".zg-tabs");
  await tabTo(page, tabs.locator("[role=tab][tabindex='0'], [role=tab][aria-selected=true]"));
  const isThere = () => tabs.locator(`[data-tab="${panel}"][aria-selected=true]`).count();
  for (let press = 0; press < MOST && (await isThere()) === 0; press += 1) await page.keyboard.press("ArrowRight");
  assert.equal(await isThere(), 1, panel);
}

/** Nothing that was done may throw the focus away: a user without a mouse would begin at the top. */
export async function keepsFocus(page: Page, after: string): Promise<void> {
  const isOnPage = () => document.activeElement !== null && document.activeElement !== document.body;
  await page
    .waitForFunction(isOnPage, undefined, { timeout: 3_000 })
    .catch(() => assert.fail(`${after}: the focus is lost`));
}
