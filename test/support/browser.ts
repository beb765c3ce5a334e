/** A real browser on a real editor. Chromium comes as an npm package, with the libraries and fonts that a bare machine lacks. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from "playwright-core";
import { accessibilityFaults } from "./accessibility.ts";
import type { NodeRed } from "./node-red.ts";

export interface EditorOptions {
  readonly dark?: boolean;
  readonly locale?: string;
}

const UNPACKED = resolve(import.meta.dirname, "../../node_modules/.cache/zigbee-gateway-chromium");
const tmpdirBefore = tmpdir();
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(UNPACKED, "fonts")}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(UNPACKED, "fontcache")}</cachedir>
</fontconfig>
`;
/** One process for everything is for machines without processes: one crash takes the others along. Drawing in software as if
 * there were a graphics card costs half of the processor time; and a page of another site is refused here as everywhere. */
const NOT_HERE =
  /^--(single-process|ignore-gpu-blocklist|in-process-gpu|use-gl=|use-angle=|enable-unsafe-swiftshader|disable-web-security)/;

const SIZE = { width: 1280, height: 1000 };

/** Widgets of the editor, as they are in all dialogs. */
const OF_NODE_RED = /red-ui-/;

export async function openBrowser(): Promise<Browser> {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) return playwright.launch({ executablePath: CHROME_PATH, args: ["--no-sandbox"] });
  process.env.TMPDIR = UNPACKED; // where the package looks
  process.env.AWS_EXECUTION_ENV = "nodejs22.x"; // makes it bring its own libraries
  const { default: chromium } = await import("@sparticuz/chromium");
  if (!existsSync(UNPACKED)) await unpack(() => chromium.executablePath());
  process.env.TMPDIR = UNPACKED;
  const executablePath = await chromium.executablePath();
  process.env.TMPDIR = tmpdirBefore;
  process.env.FONTCONFIG_FILE = join(UNPACKED, "fonts.conf"); // its own expects the fonts in /tmp
  const args = chromium.args.filter((arg) => !NOT_HERE.test(arg));
  return playwright.launch({ executablePath, args: [...args, "--disable-gpu"] });
}

/** Test files run side by side: each unpacks for itself, and the first one done puts its folder in the place, whole. */
async function unpack(chromium: () => Promise<string>): Promise<void> {
  const own = `${UNPACKED}-${process.pid}`;
  mkdirSync(own, { recursive: true });
  process.env.TMPDIR = own;
  await chromium();
  writeFileSync(join(own, "fonts.conf"), FONTS);
  try {
    renameSync(own, UNPACKED);
  } catch (error) {
    rmSync(own, { recursive: true });
    if (!existsSync(UNPACKED)) throw error;
  }
}

/** A moving element is painted sixty times a second in software: nothing slides or fades, an element is at its end at once. */
const STILL = `addEventListener("DOMContentLoaded", () => {
  const still = new CSSStyleSheet();
  still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  if (window.jQuery) jQuery.fx.off = true;
})`;

/** Pages of one language and theme share the browser's cache of the editor: to load it anew costs twice as much. */
const contexts = new WeakMap<Browser, Map<string, Promise<BrowserContext>>>();

export async function stillContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(STILL);
  return context;
}

/** A test that closes the context closes it for all. */
function sharedContext(browser: Browser, key: string, open: () => Promise<BrowserContext>): Promise<BrowserContext> {
  const ofBrowser = contexts.get(browser) ?? new Map<string, Promise<BrowserContext>>();
  contexts.set(browser, ofBrowser);
  const openOne = async () => {
    const context = await open();
    context.on("close", () => ofBrowser.delete(key));
    return context;
  };
  const known = ofBrowser.get(key) ?? openOne();
  ofBrowser.set(key, known);
  return known;
}

function contextFor(browser: Browser, { dark = false, locale = "en-US" }: EditorOptions): Promise<BrowserContext> {
  return sharedContext(browser, `${locale} ${dark}`, async () => {
    const context = await stillContext(browser, { locale });
    await context.addInitScript(`localStorage.setItem("view-dark-theme", "${dark ? "dark" : "light"}")`);
    return context;
  });
}

interface LeftPage {
  readonly page: Page;
  readonly editor?: string; // the address of the editor that is open in it, empty
}

/** Pages that no test uses: another editor in the same one comes in two thirds of the time. */
const left = new WeakMap<BrowserContext, LeftPage>();

/** A test that has opened an editor leaves it so: nothing of it runs on. */
export async function leaveEditor(page: Page): Promise<void> {
  const context = page.context();
  if (page.isClosed()) return;
  await forget(page);
  if (left.has(context)) return page.close();
  await page.evaluate("RED.nodes.dirty(false)"); // or it asks whether it may go
  await page.goto("about:blank");
  left.set(context, { page });
}

/** Leaves an editor in which no dialog is open, empty: the next flow is loaded into it, which takes a tenth of the time of an editor. */
export async function emptyEditor(page: Page, { adminUrl }: Pick<NodeRed, "adminUrl">): Promise<void> {
  const context = page.context();
  const isOpen = !page.isClosed() && !left.has(context);
  if (!isOpen || (await page.locator(".red-ui-tray").count()) > 0) return leaveEditor(page);
  await forget(page);
  await page.evaluate("RED.nodes.clear(); RED.history.clear(); RED.nodes.version(null)"); // without a version it is told of no deploys
  left.set(context, { page, editor: adminUrl });
}

async function forget(page: Page): Promise<void> {
  for (const event of ["pageerror", "console", "request"] as const) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** A page without an editor, that knows nothing; one that a test has left comes in two thirds of the time. */
export async function freshPage(
  browser: Browser,
  options: BrowserContextOptions & { readonly viewport: { readonly width: number; readonly height: number } },
): Promise<Page> {
  const context = await sharedContext(browser, JSON.stringify(options), () => stillContext(browser, options));
  const kept = left.get(context);
  left.delete(context);
  const page = kept?.page ?? (await context.newPage());
  await page.setViewportSize(options.viewport);
  page.setDefaultTimeout(60_000);
  return page;
}

/** Nothing of it runs on, and nothing is kept of it but the sources that it has read. */
export async function leavePage(page: Page): Promise<void> {
  const context = page.context();
  if (page.isClosed()) return;
  await forget(page);
  if (left.has(context)) return page.close();
  await context.clearPermissions();
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await page.goto("about:blank");
  left.set(context, { page });
}

/** The flow that runs, into an editor without one, as the editor itself does it; statuses are in its language, and told again. */
const LOAD_FLOW = `(async () => {
  const data = JSON.stringify({ language: RED.i18n.detectLanguage() });
  await $.ajax({ url: "zigbee-gateway/language", method: "POST", contentType: "application/json", data });
  const { flows, rev } = await $.ajax({ url: "flows", headers: { Accept: "application/json" }, cache: false });
  RED.nodes.version(rev);
  RED.nodes.import(flows);
  RED.nodes.dirty(false);
  RED.view.redraw(true);
  RED.workspaces.show(RED.nodes.getWorkspaceOrder()[0]);
  RED.events.emit("flows:loaded");
  const again = () => {};
  RED.comms.subscribe("status/#", again);
  RED.comms.unsubscribe("status/#", again);
})()`;

/** The editor, ready for use. An error on the page fails the next wait on it. */
export async function openEditor(
  browser: Browser,
  house: Pick<NodeRed, "adminUrl">,
  options: EditorOptions = {},
): Promise<Page> {
  const context = await contextFor(browser, options);
  const kept = left.get(context);
  left.delete(context);
  const page = kept?.page ?? (await context.newPage());
  await page.setViewportSize(SIZE);
  page.setDefaultTimeout(60_000);
  if (kept?.editor === house.adminUrl) {
    await page.evaluate(LOAD_FLOW);
    return page;
  }
  await page.goto(`${house.adminUrl}/`);
  await page.locator('.red-ui-palette-node[data-palette-type="inject"]').waitFor();
  await page.locator("#red-ui-loading-progress").waitFor({ state: "hidden" });
  await page.waitForFunction("RED.workspaces.active()"); // a node is dropped onto nothing before
  return page;
}

/** By hand: out of the palette first, then to its place. */
export async function dragNode(page: Page, type: string, x: number, y: number): Promise<void> {
  const entry = page.locator(`.red-ui-palette-node[data-palette-type="${type}"]`);
  await entry.scrollIntoViewIfNeeded();
  const from = await entry.boundingBox();
  const to = await page.locator("#red-ui-workspace-chart").boundingBox();
  if (!from || !to) throw new Error(`${type} cannot be dragged`);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 60, { steps: 8 });
  await page.mouse.move(to.x + x, to.y + y, { steps: 8 });
  await page.mouse.up();
}

/** From an output to the input of another node, with the mouse. */
export async function wire(page: Page, from: string, output: number, to: string): Promise<void> {
  const place = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    if (!box) throw new Error(`${selector} is not there`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const ports = page.locator(`g[id="${from}"] .red-ui-flow-port-output`);
  const start = await ports.nth(output).boundingBox();
  if (!start) throw new Error(`${from} has no output ${output}`);
  const [x, y] = await place(`g[id="${to}"] .red-ui-flow-port-input`);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move((start.x + x) / 2, y + 20, { steps: 6 });
  await page.mouse.move(x, y, { steps: 6 });
  await page.mouse.up();
}

export async function openDialog(page: Page, id: string): Promise<void> {
  await page.locator("#red-ui-workspace-chart").click({ position: { x: 420, y: 420 } }); // away from the selected node
  await page.waitForFunction("!RED.view.selection().nodes");
  // Two clicks are one double click only where they come within 650 ms.
  await page.locator(`#red-ui-workspace-chart g[id="${id}"] > rect.red-ui-flow-node`).click();
  await page.waitForFunction(`RED.view.selection().nodes?.[0]?.id === ${JSON.stringify(id)}`);
  await page.keyboard.press("Enter");
  await page.locator("#node-input-gateway").waitFor({ state: "attached" });
  await settled(page);
}

/** A test that closes a dialog has looked at all of it: no user may stumble over our part of it, and it must stand as it is meant. */
export async function closeDialog(page: Page, button = "#node-dialog-ok"): Promise<void> {
  const form = button.startsWith("#node-config-") ? "#node-config-dialog-edit-form" : "#dialog-form";
  await page.locator(form).waitFor();
  const faults = await accessibilityFaults(page, form);
  assert.deepEqual(
    [...faults.filter((fault) => !OF_NODE_RED.test(fault)), ...(await page.evaluate(misshapen, form))],
    [],
  );
  await page.locator(button).click();
  await page.locator(button).waitFor({ state: "hidden" });
  await settled(page);
}

/** The button says that it is done before the nodes run; what the editor shades during a deploy hears no mouse. */
export async function deploy(page: Page, house: NodeRed): Promise<void> {
  const started = house.started();
  await page.locator("#red-ui-header-button-deploy").click();
  await page.locator("#red-ui-header-button-deploy.disabled").waitFor();
  await started;
  await page.locator("#red-ui-full-shade").waitFor({ state: "hidden" });
}

/**
 * Runs in the browser. The editor gives each label 100 pixels, in which the words of a tick stand one below the other; a name that is
 * broken pushes its field out of line; and an element as high as its dialog leaves a hole below its last line.
 */
function misshapen(form: string): string[] {
  const ROOM = 40; // pixels, in which another word would have had its place
  const HOLE = 30;
  const faults: string[] = [];
  const linesOf = (label: Element) => {
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const tops = new Set<number>();
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      for (const { top, width } of range.getClientRects()) if (width > 0) tops.add(Math.round(top));
    }
    return tops.size;
  };
  for (const label of document.querySelectorAll(`${form} label:has(> input[type=checkbox])`)) {
    const row = label.closest(".form-row");
    if (!row || !label.checkVisibility()) continue;
    const [{ right, width }, { right: edge }] = [label.getBoundingClientRect(), row.getBoundingClientRect()];
    if (linesOf(label) > 1 && edge - right > ROOM)
      faults.push(`the tick "${label.textContent?.trim()}" is squeezed to ${Math.round(width)} pixels`);
  }
  for (const label of document.querySelectorAll(`${form} .form-row > label:not(:has(input))`))
    if (label.checkVisibility() && linesOf(label) > 1) faults.push(`the name "${label.textContent?.trim()}" is broken`);
  for (const part of document.querySelectorAll(`${form} .zg`)) {
    if (!part.checkVisibility()) continue;
    const said = [...part.querySelectorAll(":not(:has(*))")].filter((each) => each.checkVisibility());
    if (said.length === 0) continue; // it is still empty
    const end = Math.max(...said.map((each) => each.getBoundingClientRect().bottom));
    const hole = Math.round(part.getBoundingClientRect().bottom - end);
    if (hole > HOLE) faults.push(`there is a hole of ${hole} pixels below "${part.textContent?.trim().slice(-40)}"`);
  }
  return faults;
}

const SLIDING = 600; // milliseconds that a tray takes at most

/** The trays of the editor come and go by timers. A tray that stays is lifted above all else; a click before that closes nothing. */
export async function settled(page: Page): Promise<void> {
  const isSettled = () => {
    const stack = document.querySelector<HTMLElement>("#red-ui-editor-stack");
    return !stack?.querySelector(".red-ui-tray") || stack.style.zIndex === "13";
  };
  await page.waitForFunction(isSettled, undefined, { timeout: SLIDING }).catch(() => {}); // by then it is
}

/** Into the folder of SCREENSHOTS, if the run is to take pictures. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
