/** The sidebar, "Make a flow" and the examples in Node-RED 4.1: in a process of its own, as two versions would share their logins. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deploy, openEditor, picture } from "../support/browser.ts";
import { pick } from "../support/dialogs.ts";
import { importExamples } from "../support/import-story.ts";
import { eventually, TAB } from "../support/node-red.ts";
import { lookAtPanels, openSidebar, openVirtualHouse, watched } from "../support/panels.ts";
import { MAC } from "../support/virtual-flow.ts";

const { browser, house, home } = await openVirtualHouse({ version: "node-red-4" });

test("every panel of the sidebar", () => lookAtPanels(browser, house, false, "de-DE"));

test("a button's flow is put onto the canvas, taken back, put there again, deployed, and works", async () =>
  watched(
    await openSidebar(browser, house),
    async (page) => {
      const count = (nodes: number) =>
        page.waitForFunction((wanted) => document.querySelectorAll(".red-ui-flow-node-group").length === wanted, nodes);
      const lights: Record<string, { uniqueid: string }> = await home.get("/lights");
      const [lamp = ""] = Object.entries(lights).find(([, { uniqueid }]) => uniqueid.startsWith(MAC.hallLamp)) ?? [];
      await page.locator("[data-tab=pairing]").click();
      const make = async () => {
        await page.getByRole("button", { name: "Make a flow…" }).click();
        await page.getByLabel("a button switches a light").check();
        await page.getByLabel("Which button").waitFor();
        await pick(page.getByLabel("Light or room"), `/lights/${lamp}`);
        await page.getByRole("button", { name: "Put it on the flow" }).click();
        await page.locator("dialog").waitFor({ state: "detached" });
        await count(3);
      };
      await make();
      await page.waitForFunction("document.activeElement.id === 'red-ui-workspace-chart'");
      await picture(page, "pairing-flow-4");
      await page.keyboard.press("Control+z");
      await count(1);
      await make();
      await deploy(page, house);
      const button: string = await page.evaluate("RED.nodes.filterNodes({ type: 'zigbee-gateway-button' })[0].id");
      await house.status(button, /waits/);
      await home.turn(MAC.remote, { press: "toggle" });
      await eventually(async () => (await home.attribute(MAC.hallLamp, "1/genOnOff.onOff")) === 1);
      assert.ok(!house.lines.some((line) => /error/i.test(line)), house.lines.join("\n"));
    },
    /ERR_|404|Failed to load/, // while the gateway is deployed anew its line is away
  ));

test("the examples", async () => {
  await house.deploy([TAB]);
  await watched(await openEditor(browser, house), importExamples);
});
