/**
 * Every panel, and its dialogs and pages, in all languages and widths, light and dark, and every dialog: pictures to look at, and a list of
 * words that stick out, are cut off, or are hard to read. A mode of `npm run screenshots`.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { accessibilityFaults } from "../test/support/accessibility.ts";
import { addCjkLetters } from "../test/support/cjk-letters.ts";
import { cutWords } from "../test/support/cut-words.ts";
import { takeDialogs } from "./screenshots-dialogs.ts";
import type { Furnished } from "./screenshots-house.ts";

type Way = (page: Page, furnished: Furnished) => Promise<void>;

const FULL_LOCALES = ["en-US", "de-DE"] as const; // light and dark, each width
const NARROW_LOCALES = ["fr-FR", "es-ES", "nl-NL", "zh-CN", "ja-JP"] as const; // for the width of their words
const WIDTHS = [300, 360, 480, 900, 1280] as const;
const DIALOG = "dialog-"; // before the name of one, where only some are wanted
const HIGH = 1000;
const SETTLED = 500; // milliseconds

const tab =
  (id: string): Way =>
  async (page) => {
    await page.locator(`[data-tab="${id}"]`).click();
    await page.locator(`[data-tab="${id}"][aria-selected=true]`).waitFor();
  };
const then =
  (first: Way, ...more: readonly Way[]): Way =>
  async (page, furnished) => {
    for (const way of [first, ...more]) await way(page, furnished);
  };
const click =
  (selector: string): Way =>
  (page) =>
    page.locator(selector).first().click();
const device = (name: string): Way =>
  then(tab("devices"), async (page) => {
    await page.locator("input[type=search]").fill(name);
    await page.locator(".zg-row").nth(1).click();
    await page.locator(".zg-device").waitFor();
  });

/** The way to each view from anywhere in the panels; the words differ by language, so by selectors. */
const WAYS: Readonly<Record<string, Way>> = {
  home: tab("home"),
  room: then(tab("home"), click(".zg-room-name >> text=Living room")),
  scene: then(tab("home"), click(".zg-room-name >> text=Living room"), click(".zg-scene-tiles .zg-icon-only")),
  "new-room": then(tab("home"), click(".zg-home-head .zg-actions button >> nth=1")),
  devices: tab("devices"),
  device: device("Living room lamp"),
  history: then(device("Bathroom climate"), click(".zg-plot")),
  removal: then(device("Hall motion"), click(".zg-danger")),
  several: then(tab("devices"), click(".zg-devices-bar button >> nth=1"), click(".zg-row >> nth=1")),
  batteries: then(tab("devices"), click(".zg-devices-bar button >> nth=2")),
  members: then(tab("home"), click(".zg-room-name >> text=Living room"), click(".zg-room-members .zg-button")),
  pairing: tab("pairing"),
  network: tab("network"),
  map: then(tab("network"), async (page) => {
    if ((await page.locator(".zg-map").count()) === 0) await page.locator(".zg-network .zg-primary").click();
    await page.locator(".zg-map").waitFor({ timeout: 60_000 });
    await page.locator(".zg-progress").waitFor({ state: "detached", timeout: 60_000 });
  }),
  automation: tab("automation"),
  rule: then(tab("automation"), click("text=Light in the hall")),
  schedule: then(tab("automation"), click("text=Blind down")),
  "new-rule": then(tab("automation"), click(".zg-automation section:nth-of-type(1) button:has(svg)")),
  "new-schedule": then(tab("automation"), click(".zg-automation section:nth-of-type(2) button:has(svg)")),
  events: tab("events"),
  event: then(tab("events"), click(".zg-event")),
  gateway: tab("gateway"),
  backups: then(tab("gateway"), async (page) => {
    await page.locator("#zg-backups ~ .zg-actions .zg-button").first().click();
    await page.locator(".zg-note").waitFor(); // it takes the place of the one before
    await page.locator("#zg-backups ~ .zg-fold button").click();
    await page.locator(".zg-backups button").nth(1).click();
    await page.locator("dialog[open]").waitFor();
  }),
  "moving-in": then(tab("gateway"), click("#zg-move-in ~ .zg-actions button")),
  virtual: tab("virtual"),
};

/** Into this folder; says how many faults there are, each on a line. */
export async function takeGallery(
  browser: Browser,
  furnished: Furnished,
  folder: string,
  only: readonly string[],
): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const faults = new Map<string, string>();
  for (const locale of [...FULL_LOCALES, ...NARROW_LOCALES]) {
    const isFull = FULL_LOCALES.some((each) => each === locale);
    for (const colorScheme of isFull ? (["light", "dark"] as const) : (["light"] as const)) {
      const context = await browser.newContext({ locale, colorScheme, viewport: { width: 1280, height: HIGH } });
      for (const [name, way] of Object.entries(WAYS)) {
        if (only.length > 0 && !only.includes(name)) continue;
        const page = await context.newPage();
        page.setDefaultTimeout(15_000);
        try {
          await page.goto(`${furnished.house.adminUrl}/zigbee-gateway/`);
          await addCjkLetters(page);
          await way(page, furnished);
          for (const width of isFull ? WIDTHS : ([300, 480] as const)) {
            await page.setViewportSize({ width, height: HIGH });
            await page.waitForTimeout(SETTLED);
            await page.screenshot({ path: join(folder, `${name}-${locale}-${colorScheme}-${width}.png`) });
            const found = [...(await page.evaluate(cutWords, ".zg")), ...(width === 300 ? await hard(page) : [])];
            for (const fault of found)
              if (!faults.has(`${name}: ${fault}`))
                faults.set(`${name}: ${fault}`, `${locale} ${colorScheme} ${width}`);
          }
        } catch (error) {
          faults.set(`${name}: ${String(error).split("\n")[0]}`, `${locale} ${colorScheme}`);
        }
        await page.close();
      }
      await context.close();
    }
  }
  for (const [fault, where] of faults) console.log(`${where} ${fault}`);
  const dialogs = only.filter((name) => name.startsWith(DIALOG)).map((name) => name.slice(DIALOG.length));
  const ofDialogs =
    only.length > 0 && dialogs.length === 0 ? [] : await takeDialogs(browser, furnished, folder, dialogs);
  for (const fault of ofDialogs) console.log(fault);
  return faults.size + ofDialogs.length;
}

const hard = (page: Page) => accessibilityFaults(page, ".zg");
