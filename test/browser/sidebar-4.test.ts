/** The sidebar in the editor of Node-RED 4.1: in a process of its own, as two versions share what they log in with. */
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser, openEditor } from "../support/browser.ts";
import { importExamples } from "../support/import-story.ts";
import { gatewayNode, TAB } from "../support/node-red.ts";
import { ask, lookAtPanels, watched, withHouse } from "../support/panels.ts";

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test("every panel of the sidebar in Node-RED 4.1, and the examples", () => {
  const flow = [TAB, gatewayNode("gw", { name: "Home", radio: "virtual", announceHost: "127.0.0.1" }), ask()];
  return withHouse({ version: "node-red-4", flow }, async (house) => {
    await lookAtPanels(browser, house, false, "de-DE");
    await house.deploy([TAB]);
    await watched(await openEditor(browser, house), importExamples);
  });
});
