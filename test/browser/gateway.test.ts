/** A person makes a gateway in the editor, lets a program in, and shows it the door. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  closeDialog,
  deploy,
  dragNode,
  leaveEditor,
  openBrowser,
  openDialog,
  openEditor,
  picture,
  settled,
} from "../support/browser.ts";
import { pick, picker } from "../support/dialogs.ts";
import { importExamples } from "../support/import-story.ts";
import { flowNode, gatewayNode, type NodeRed, newKey, nodeRed, servedAt, TAB } from "../support/node-red.ts";

const HOSTILE = "<img src=x onerror=\"document.title='stolen'\"><script>document.title='stolen'</script>";
const REQUEST = { method: "GET", address: "/config", body: "payload", bodyType: "msg" };

type Flow = Parameters<NodeRed["deploy"]>[0];

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

async function withEditor(
  house: NodeRed,
  options: Parameters<typeof openEditor>[2],
  run: (page: Page) => Promise<void>,
) {
  const page = await openEditor(browser, house, options);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  try {
    await run(page);
    assert.deepEqual(faults, []);
  } finally {
    await leaveEditor(page);
  }
}

/** Node-RED is there once in a process: tests that want the same settings share it. */
function inNodeRed(settings: Record<string, unknown>): () => NodeRed {
  let house: NodeRed | undefined;
  before(async () => {
    house = await nodeRed({ flow: [TAB], settings });
  });
  after(() => house?.stop());
  return () => house ?? assert.fail("it is not open yet");
}

/** It may have to be asked for first. */
const CLIENTS = "#zigbee-gateway-security"; // folded up, until a user looks for it
const says = (page: Page, selector: string, hasText: RegExp) => page.locator(selector, { hasText }).first().waitFor();

describe("at the root of the server", () => {
  const house = inNodeRed({});
  const onFlow = async (flow: Flow, run: (house: NodeRed) => Promise<void>) => {
    await house().deploy(flow);
    await run(house());
  };

  test("from an empty editor to a program that is let in and thrown out", () =>
    onFlow([TAB], (house) =>
      withEditor(house, {}, async (page) => {
        await dragNode(page, "zigbee-gateway-event", 250, 120);
        const id = String(await page.locator(".red-ui-flow-node-group").getAttribute("id"));
        await openDialog(page, id);
        await picture(page, "event-new");
        await page.locator("#node-input-btn-gateway-add").click();
        await page.locator("#node-config-dialog-ok").waitFor();
        await settled(page);
        await picture(page, "gateway-new");
        await page.click(CLIENTS);
        await says(page, "#zigbee-gateway-link-text", /deploy first/);
        const isFound = () => page.isChecked("#node-config-input-discovery");
        assert.equal(await isFound(), false, "nobody looks for a virtual house");
        await page.selectOption("#zigbee-gateway-radio", "other");
        assert.equal(await isFound(), true, "but for one with a stick");
        assert.equal(await page.isVisible("#node-config-input-stick"), false, "which is no simulated one");
        await page.fill("#zigbee-gateway-path", "/dev/ttyUSB0");
        const spare = page.locator("#node-config-input-spare");
        await page.locator("details:has(#node-config-input-spare) > summary").click();
        await spare.fill("somewhere");
        await spare.press("Tab");
        await page.locator("#node-config-input-spare.input-error").waitFor();
        await says(page, "#zigbee-gateway-fault-spare", /^Choose a stick, or leave it empty\.$/);
        await spare.fill("tcp://192.0.2.9:6638");
        await spare.press("Tab");
        await picture(page, "gateway-spare");
        const power = page.locator("#node-config-input-power");
        await page.locator("details:has(#node-config-input-power) > summary").click();
        await power.fill("25");
        await power.press("Tab");
        await page.locator("#node-config-input-power.input-error").waitFor();
        await power.fill("9");
        await power.press("Tab");
        await page.locator("#node-config-input-power:not(.input-error)").waitFor();
        await picture(page, "gateway-power");
        await power.fill("");
        await page.locator("#zigbee-gateway-network > summary").click();
        await page.uncheck("#node-config-input-discovery");
        await page.selectOption("#zigbee-gateway-radio", "virtual");
        assert.equal(await isFound(), false);
        assert.equal(await page.inputValue("#node-config-input-stick"), "zstack");
        await page.locator("#zigbee-gateway-simulated > summary").click();
        await page.selectOption("#node-config-input-stick", "ember");
        await page.locator("details:has(#node-config-input-mqtt) > summary").click();
        await page.check("#node-config-input-mqtt");
        const [address, node] = ["#node-config-input-mqttAddress", "#zigbee-gateway-mqtt-node"];
        await page.fill(address, "192.0.2.5");
        assert.equal(await page.locator(node).isVisible(), false, "one way to the broker at a time");
        await page.selectOption("#zigbee-gateway-mqtt-via", "node");
        await page.locator(node).waitFor();
        assert.equal(await page.locator(address).isVisible(), false);
        await page.selectOption("#zigbee-gateway-mqtt-via", "address");
        assert.equal(await page.inputValue(address), "192.0.2.5");
        await page.fill(address, "127.0.0.1:1"); // no broker listens there
        await page.click("#zigbee-gateway-mqtt-test");
        const silent = page.locator("#zigbee-gateway-mqtt-answer.zigbee-gateway-trouble");
        await silent.filter({ hasText: /answers at 127.0.0.1:1: is the broker running\?$/ }).waitFor();
        await picture(page, "gateway-mqtt");
        await page.uncheck("#node-config-input-mqtt");
        await page.fill("#node-config-input-name", "Home");
        const where = page.locator("#zigbee-gateway-where");
        await where.locator("summary", { hasText: "not set" }).first().click();
        await where.getByText("Latitude and longitude", { exact: true }).click();
        await where.getByLabel("Latitude", { exact: true }).fill("200");
        await where.getByRole("alert").filter({ hasText: "from -90 to 90" }).waitFor();
        await where.getByLabel("Town").fill("Wien");
        await where.locator("[role=status]", { hasText: "(Europe/Vienna)" }).waitFor();
        assert.equal(await page.inputValue("#node-config-input-latitude"), "48.2");
        await page.fill("#node-config-input-port", "99999");
        await page.press("#node-config-input-port", "Tab");
        await page.locator("#node-config-input-port.input-error").waitFor();
        await says(page, "#zigbee-gateway-fault-port", /from 1 to 65535/);
        await page.fill("#node-config-input-port", "1999");
        await page.locator("#zigbee-gateway-network > summary").click();
        await page.locator("#zigbee-gateway-network > summary", { hasText: "1999" }).click(); // it is folded, and yet said
        await page.fill("#node-config-input-port", "");
        await closeDialog(page, "#node-config-dialog-ok");
        await closeDialog(page);
        await deploy(page, house);
        await page.locator(".red-ui-flow-node-status-label", { hasText: "it is new" }).waitFor(); // devices of the house
        await picture(page, "deployed");

        await openDialog(page, id);
        await page.locator("#node-input-btn-gateway-edit").click();
        await page.locator("#node-config-dialog-ok").waitFor();
        await settled(page);
        await page.click(CLIENTS);
        await page.locator("#zigbee-gateway-where-set", { hasText: "Wien, Austria" }).waitFor();
        await says(page, "#zigbee-gateway-reached", new RegExp(`:${house.port}/api, push at ws:`));
        assert.equal(await page.inputValue("#node-config-input-stick"), "ember");
        assert.equal((await house.ask("POST", "/api", { devicetype: "early" })).status, 403);
        await page.locator("#zigbee-gateway-link").click();
        await page.waitForFunction(() =>
          /open for 5\d s/.test(document.querySelector("#zigbee-gateway-link-text")?.textContent ?? ""),
        );
        const [{ success }] = (await house.ask("POST", "/api", { devicetype: "phone" })).body;
        await page.locator(".zigbee-gateway-keys td", { hasText: "phone" }).waitFor();
        await page.locator(".zigbee-gateway-keys td", { hasText: "never" }).waitFor();
        await page.locator(".zigbee-gateway-keys").scrollIntoViewIfNeeded();
        await picture(page, "keys");
        assert.equal((await house.ask("GET", `/api/${success.username}/sensors`)).status, 200);
        await page.locator(".zigbee-gateway-keys button").first().click();
        const confirm = page.locator(".red-ui-notification button.primary");
        await confirm.waitFor();
        await settled(page);
        await picture(page, "revoke");
        await confirm.click();
        await page.locator("#zigbee-gateway-keys-text", { hasText: "No program" }).waitFor();
        assert.equal((await house.ask("GET", `/api/${success.username}/sensors`)).status, 403);
        await page.locator("#zigbee-gateway-link").click();
        await page.locator("#zigbee-gateway-link", { hasText: "Let a program in (60 seconds)" }).waitFor();
        assert.equal(await page.textContent("#zigbee-gateway-link-text"), "“phone” has its key.");
        assert.equal((await house.ask("POST", "/api", { devicetype: "late" })).status, 403);
      }),
    ));

  test("examples use the gateway that is there, and bring one only where there is none", () =>
    onFlow([TAB], (house) => withEditor(house, {}, importExamples)));

  test("names that want to be markup are only text", () => {
    const flow = [
      TAB,
      gatewayNode("gw", { name: "G" }),
      flowNode("event", "zigbee-gateway-event", { gateway: "gw", family: "sensors" }),
      flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", address: "", x: 300, y: 200 }),
    ];
    return onFlow(flow, async (house) => {
      await house.status("ask", /ready/);
      await house.ask("POST", "/zigbee-gateway/gw/unlock", {});
      await house.ask("POST", "/api", { devicetype: HOSTILE });
      const sensor = { modelid: "M", swversion: "1", type: "CLIPOpenClose", manufacturername: "Me" };
      const name = "<b onmouseover=alert(1)>x</b>";
      house.send("ask", {
        method: "POST",
        topic: "/sensors",
        payload: { ...sensor, name, uniqueid: HOSTILE.slice(0, 150) },
      });
      await withEditor(house, {}, async (page) => {
        await page.waitForFunction(() => document.querySelectorAll(".red-ui-flow-node-group").length === 2);
        await openDialog(page, "event");
        await pick(picker(page, "event"), "/sensors/1");
        await page.locator(".zg-pick-about", { hasText: "Virtual door or window" }).waitFor();
        await picture(page, "event-hostile");
        await closeDialog(page);
        await openDialog(page, "event");
        assert.equal(await picker(page, "event").getAttribute("data-value"), "/sensors/1");
        await page.locator("#node-input-btn-gateway-edit").click();
        await page.click(CLIENTS);
        await page.locator(".zigbee-gateway-keys td", { hasText: "onerror" }).waitFor();
        await settled(page);
        await page.locator(".zigbee-gateway-keys button").first().click();
        await page.locator(".red-ui-notification button.primary").waitFor();
        assert.equal(await page.locator(".zigbee-gateway-keys img, .red-ui-notification img").count(), 0);
        assert.notEqual(await page.title(), "stolen");
      });
    });
  });

  test("a saved resource that is not there stays, and the dialog says so", () => {
    const lost = { address: "/sensors/7", uniqueid: "u7", resourceName: "Hall lamp", section: "weather" };
    const flow = [TAB, gatewayNode(), flowNode("event", "zigbee-gateway-event", { gateway: "gw", ...lost })];
    return onFlow(flow, (house) =>
      withEditor(house, {}, async (page) => {
        await openDialog(page, "event");
        assert.equal(await picker(page, "event").inputValue(), "Hall lamp (not there now)");
        assert.equal(await page.inputValue("#node-input-section"), "weather");
        await closeDialog(page);
        const saved = await page.evaluate(
          "(({address, uniqueid, section}) => [address, uniqueid, section])(RED.nodes.node('event'))",
        );
        assert.deepEqual(saved, ["/sensors/7", "u7", "weather"]);
      }),
    );
  });
});

describe("where Node-RED has another root", () => {
  const house = inNodeRed({ httpNodeRoot: "/nr" });
  const onFlow = async (flow: Flow, run: (house: NodeRed) => Promise<void>) => {
    await house().deploy(flow);
    await run(house());
  };

  test("where Node-RED's own server will not do, the dialog says why and offers a port with one click", () => {
    const flow = [TAB, gatewayNode(), flowNode("ask", "zigbee-gateway-request", { gateway: "gw", ...REQUEST })];
    return onFlow(flow, (house) =>
      withEditor(house, {}, async (page) => {
        await openDialog(page, "ask");
        await page.locator("#node-input-btn-gateway-edit").click();
        await page.locator("#zigbee-gateway-obstacle").waitFor();
        await settled(page);
        await says(page, "#zigbee-gateway-obstacle-text", /httpNodeRoot/);
        await picture(page, "obstacle");
        await page.locator("#zigbee-gateway-choose").click();
        const port = await page.inputValue("#node-config-input-port");
        assert.match(port, /^\d{4,5}$/);
        await page.locator("#zigbee-gateway-obstacle").waitFor({ state: "hidden" });
        await closeDialog(page, "#node-config-dialog-ok");
        await closeDialog(page);
        await deploy(page, house);
        await servedAt(house, new RegExp(`:${port}/api$`));
        assert.equal((await house.ask("GET", `http://127.0.0.1:${port}/api/config`)).status, 200);
      }),
    );
  });

  for (const [locale, dark] of [
    ["en-US", true],
    ["de-DE", false],
    ["de-DE", true],
  ] as const) {
    test(`all dialogs in ${locale}, ${dark ? "dark" : "light"}`, () => {
      const flow = [
        TAB,
        gatewayNode(),
        flowNode("event", "zigbee-gateway-event", { gateway: "gw" }),
        flowNode("ask", "zigbee-gateway-request", {
          gateway: "gw",
          ...REQUEST,
          method: "PUT",
          address: "/sensors/1/state",
          y: 200,
        }),
      ];
      const name = (what: string) => `${what}-${locale}-${dark ? "dark" : "light"}`;
      return onFlow(flow, async (house) => {
        await newKey(house, "gw", `${house.url}/nr`);
        await withEditor(house, { locale, dark }, async (page) => {
          await page.waitForFunction(() => document.querySelectorAll(".red-ui-flow-node-group").length === 2);
          assert.equal(await page.evaluate(() => document.documentElement.classList.contains("nr-theme-dark")), dark);
          const label = page.locator('.red-ui-palette-node[data-palette-type="zigbee-gateway-event"]');
          await label.scrollIntoViewIfNeeded();
          assert.equal((await label.textContent())?.trim(), locale === "de-DE" ? "Ereignis" : "event");
          await house.status("ask", locale === "de-DE" ? /^bereit$/ : /^ready$/); // statuses speak as the editor does
          await picture(page, name("palette"));
          await openDialog(page, "ask");
          await picture(page, name("request"));
          await closeDialog(page, "#node-dialog-cancel");
          await openDialog(page, "event");
          await picture(page, name("event"));
          await page.locator("#node-input-btn-gateway-edit").click();
          await page.locator(".zigbee-gateway-keys").waitFor(); // an obstacle has opened where it stands
          await settled(page);
          assert.equal(
            await page
              .locator(".zigbee-gateway-form")
              .getByText(/zigbee-gateway\.\w+/)
              .count(),
            0,
            "a text is missing",
          );
          await picture(page, name("gateway"));
          for (const fold of ["where", "network", "safety", "folder"])
            await page.locator(`#zigbee-gateway-${fold} > summary`).click();
          await page.locator("#zigbee-gateway-keys-row").scrollIntoViewIfNeeded();
          await picture(page, name("gateway-end"));
        });
      });
    });
  }
});
