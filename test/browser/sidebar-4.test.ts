/** The sidebar in the editor of Node-RED 4.1: in a process of its own, as two versions share what they log in with. */
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import { lookAtPanels } from "../support/panels.ts";

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test("every panel of the sidebar in Node-RED 4.1", () => lookAtPanels(browser, "node-red-4", false, "de-DE"));
