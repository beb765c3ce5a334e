/**
 * The first light in four shapes of host: the package comes in by the palette while Node-RED runs, or was installed before, and a lamp of the virtual
 * house is switched from a flow, wired by hand. The page itself counts the gestures of a hand.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { after, before, type TestContext, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { dragNode, openBrowser, openEditor, picture, settled, wire } from "../support/browser.ts";
import { pick, picker } from "../support/dialogs.ts";
import { type Host, openHost } from "../support/host.ts";
import { layInstalled, packed } from "../support/installed.ts";
import { ask, eventually, type Version } from "../support/node-red.ts";
import { prefixProxy } from "../support/proxy.ts";

const MOST_CLICKS = 12;
const MOST_FIELDS = 2;
const MOST_SECONDS = 180;
const PATIENCE = 60_000; // milliseconds
const LAMP = "90:fd:9f:01:00:00:00:03"; // hangs in the hall
const INGRESS = "/api/hassio_ingress/b25seSBmb3IgdGhpcyB0ZXN0";

interface Shape {
  readonly says: string;
  readonly version: Version;
  readonly settled?: Readonly<Record<string, unknown>>;
  readonly proxy?: (host: Host) => ReturnType<typeof prefixProxy>;
  readonly isInstalled?: true; // before: only where the page is matters here
  readonly isEveryday?: true;
}

const SHAPES: readonly Shape[] = [
  { says: "Node-RED 4.1", version: "node-red-4", isEveryday: true },
  {
    says: "an add-on behind a proxy with a path",
    version: "node-red",
    settled: { httpNodeRoot: "/endpoint" }, // as that of Home Assistant settles it
    proxy: ({ url }) => prefixProxy(url, INGRESS, { "x-ingress-path": INGRESS }),
    ...(!process.env.LONG && { isInstalled: true }),
    isEveryday: true,
  },
  { says: "Node-RED 5", version: "node-red" },
  { says: "behind a port mapping", version: "node-red", proxy: ({ url }) => prefixProxy(url, "") },
];

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

for (const shape of SHAPES.filter(({ isEveryday }) => isEveryday || process.env.LONG)) {
  test(`${shape.says}: from ${shape.isInstalled ? "the editor" : "the palette"} to the first light`, async (t) => {
    const host = await openHost(shape.version, shape.settled, shape.isInstalled && layInstalled);
    const proxy = await shape.proxy?.(host);
    try {
      await firstLight(t, host, proxy?.url ?? host.url, shape.isInstalled);
    } finally {
      await proxy?.close();
      await host.stop();
    }
  });
}

async function firstLight(t: TestContext, host: Host, url: string, isInstalled = false): Promise<void> {
  const settings = readFileSync(join(host.userDir, "settings.js"), "utf8");
  const start = performance.now();
  if (!isInstalled) await host.install(await packed());
  const installed = performance.now();
  const page = await openEditor(browser, { adminUrl: url });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  try {
    await page.evaluate(COUNTING);
    await byHand(page, url);
    await eventually(
      () => isLit(url),
      () => "the lamp stays dark",
      PATIENCE,
    );
    const [install, seconds] = [installed - start, performance.now() - start].map((span) => Math.round(span / 1000));
    const { clicks, drags, fields }: Counted = await page.evaluate("counted");
    t.diagnostic(`${clicks} clicks, ${drags} drags, ${fields} fields, ${seconds} s, ${install} of them the install`);
    await picture(page, `first-light-${t.name.replaceAll(/\W+/g, "-")}`);
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
    assert.ok(fields <= MOST_FIELDS, `${fields} fields`);
    assert.ok((seconds ?? 0) <= MOST_SECONDS, `${seconds} s`);
    assert.deepEqual(faults, []);
    assert.ok(host.isRunning(), "it is the process of the beginning");
    assert.equal(readFileSync(join(host.userDir, "settings.js"), "utf8"), settings);
    assert.doesNotMatch(host.output(), /\[error\]|restart/i);
  } finally {
    await page.context().close();
  }
}

interface Counted {
  readonly clicks: number;
  readonly drags: number;
  readonly fields: number;
}

/** A double click is one, and so is a choice from a list. */
const COUNTING = `
  counted = { clicks: 0, drags: 0, fields: 0 };
  const typed = new Set();
  let from = [];
  const listen = (event, hear) => addEventListener(event, hear, true);
  listen("mousedown", ({ detail, clientX, clientY }) => { from = detail > 1 ? [] : [clientX, clientY]; });
  listen("mouseup", ({ clientX, clientY }) => {
    const [x, y] = from;
    if (x !== undefined) counted[Math.hypot(clientX - x, clientY - y) > 20 ? "drags" : "clicks"] += 1;
    from = [];
  });
  listen("change", ({ target }) => { if (target.dataset?.chosen !== undefined) counted.clicks += 1; });
  listen("keydown", ({ target }) => { counted.fields = typed.add(target).size; });
`;

/** A change that the page makes by itself is not counted. */
async function choose(page: Page, list: string, value: string): Promise<void> {
  const field = page.locator(list);
  await field.locator(`option[value="${value}"]`).waitFor({ state: "attached" });
  await field.evaluate((element) => element.toggleAttribute("data-chosen", true));
  await field.selectOption(value);
  await field.evaluate((element) => element.toggleAttribute("data-chosen", false));
}

async function press(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().click();
  await settled(page);
}

async function openLight(page: Page, id: string): Promise<void> {
  await page.locator(`#red-ui-workspace-chart g[id="${id}"] > rect.red-ui-flow-node`).dblclick();
  await page.locator("#node-input-gateway").waitFor({ state: "attached" });
  await settled(page);
}

async function deploy(page: Page): Promise<void> {
  await press(page, "#red-ui-header-button-deploy");
  await page.locator("#red-ui-header-button-deploy.disabled").waitFor();
}

async function shines(page: Page, inject: string): Promise<void> {
  await says(page, /^off\b/);
  await press(page, `g[id="${inject}"] .red-ui-flow-node-button-button`);
  await says(page, /^on\b/);
}

/** Waits for that status of the light node. */
async function says(page: Page, status: RegExp): Promise<void> {
  const label = page.locator(".red-ui-flow-node-status-label");
  const wanted = label.filter({ hasText: status });
  await wanted.waitFor({ state: "attached" }).catch(async (error) => {
    throw new Error(`the light node says: ${await label.allTextContents()}`, { cause: error });
  });
}

/** An inject node, a light node, a wire; a gateway as its dialog proposes it; then the lamp from the list. */
async function byHand(page: Page, url: string): Promise<void> {
  await dragNode(page, "inject", 150, 160);
  await dragNode(page, "zigbee-gateway-light", 450, 160);
  const [inject = "", light = ""]: string[] = await page.evaluate("RED.nodes.filterNodes({}).map(({ id }) => id)");
  await wire(page, inject, 0, light);
  await openLight(page, light);
  await choose(page, "#node-input-does", "toggle");
  await press(page, "#node-input-btn-gateway-add");
  await press(page, "#node-config-dialog-ok");
  await press(page, "#node-dialog-ok");
  await deploy(page);
  await page.locator(".zg").first().waitFor(); // the panels show where they are, this once
  await page.evaluate('RED.sidebar.show("help")');
  await page.locator(".zg").first().waitFor({ state: "hidden" });
  const lamp = await movedIn(url);
  await openLight(page, light);
  await pick(picker(page, "light"), lamp);
  await press(page, "#node-dialog-ok");
  await deploy(page);
  await shines(page, inject);
  assert.ok(!(await page.locator(".zg").first().isVisible()), "it is told once where the panels are");
}

/** A user who opens the list too early finds it empty, and opens it again. Answers where the lamp is. */
function movedIn(url: string): Promise<string> {
  const find = async () => {
    const lights = Object.entries(await told(url, "/lights"));
    const [id] = lights.find(([, { uniqueid, state }]) => uniqueid === `${LAMP}-01` && state.reachable) ?? [];
    return id && `/lights/${id}`;
  };
  return eventually(find, () => "the lamp has not moved in", PATIENCE);
}

/** The state in the device itself, not the state in the gateway. */
async function isLit(url: string): Promise<boolean> {
  const { stations } = await told(url, "/virtual");
  const lamp = stations.find(({ ieee }: Seen) => ieee === `0x${LAMP.replaceAll(":", "")}`);
  return lamp.endpoints["1"].genOnOff.onOff === 1;
}

// biome-ignore lint/suspicious/noExplicitAny: as the API answers
type Seen = any;

/** As the panels ask. */
async function told(url: string, address: string): Promise<Record<string, Seen>> {
  const [gateway] = (await ask("GET", `${url}/zigbee-gateway/gateways`)).body;
  if (!gateway) return {};
  const asked = await ask("POST", `${url}/zigbee-gateway/${gateway.id}/perform`, { method: "GET", address });
  return asked.body.status === 200 ? asked.body.body : {};
}
