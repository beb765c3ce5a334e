/** The panels on a phone and on the narrowest one, in every language: all tabs are in sight, nothing is too wide, and no word is cut. */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { hashOf } from "../../../panels/place.ts";
import { picture } from "../../support/browser.ts";
import { addCjkLetters } from "../../support/cjk-letters.ts";
import { cutWords } from "../../support/cut-words.ts";
import { pointNumbers } from "../../support/foreign-numbers.ts";
import { openPage, openVirtualHouse, PHONE, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const LOCALES = ["en-US", "de-DE", "fr-FR", "es-ES", "nl-NL", "zh-CN", "ja-JP"] as const;
/** The longest words, and the broadest letters: dialogs and pages in the panels are looked at in all languages in the long run only. */
const DEEPER_IN: readonly string[] = process.env.LONG ? LOCALES : ["de-DE", "fr-FR", "ja-JP"];
const WIDTHS = [PHONE.width, 300]; // pixels

const { browser, house, home } = await openVirtualHouse({ movedIn: false }); // the pages show values from the time when all devices joined

interface View {
  readonly name: string;
  readonly at: readonly string[]; // its address
  readonly shows: string; //         as soon as it is there
  readonly open?: (page: Page) => Promise<void>; // opens more of it
}

const tab = (id: string, shows: string): View => ({ name: id, at: [id], shows });
const device = (name: string, mac: string): View => ({
  ...{ name, at: ["devices", mac], shows: ".zg-device .zg-plot" },
  open: unfold,
});

const TABS: readonly View[] = [
  tab("home", ".zg-tile"),
  tab("devices", ".zg-list .zg-row"),
  tab("pairing", ".zg-opening button"),
  tab("network", ".zg-network button"),
  tab("automation", ".zg-automation-row"),
  tab("events", ".zg-event"),
  tab("gateway", ".zg-health li"),
  tab("virtual", ".zg-station"),
];

/** Views of the dialogs and pages that open in the panels. */
const DEEPER: readonly View[] = [
  device("a lamp", MAC.hallLamp),
  device("a sensor", MAC.climate),
  { name: "a room", at: ["home", "1"], shows: ".zg-tile" },
  { name: "a rule", at: ["automation", "/rules/1"], shows: ".zg-rule-sentence" },
  { name: "a new rule", at: ["automation", "/rules/new"], shows: ".zg-rule-row", open: unfold },
  { name: "a new schedule", at: ["automation", "/schedules/new"], shows: ".zg-time-next li", open: unfold },
  { name: "what is picked", at: ["automation", "/rules/new"], shows: ".zg-rule-row", open: openPicker },
  { name: "the batteries", at: ["devices", "batteries"], shows: ".zg-batteries tbody tr" },
  { name: "the filters of devices", at: ["devices"], shows: ".zg-list .zg-row", open: openFilter },
  { name: "the filters of events", at: ["events"], shows: ".zg-event", open: pressFunnel },
  { name: "an event", at: ["events"], shows: ".zg-event", open: openEvent },
];

test(`at ${WIDTHS.join(" and ")} pixels all tabs are in sight, no panel is too wide for its words, and no word is cut`, async (context) => {
  const rule = await makeRuleAndEvent();
  for (const locale of LOCALES)
    await context.test(locale, async () =>
      watched(await openPage(browser, house.adminUrl, { locale }), async (page) => {
        await page.locator("[data-tab=virtual]").waitFor();
        await addCjkLetters(page);
        assert.deepEqual(await lookAtAll(page, locale), {});
      }),
    );
  await house.ask("DELETE", `/api/${home.key}${rule}`); // other tests in this house begin without a rule
});

async function makeRuleAndEvent(): Promise<string> {
  const lamp = await home.resource("lights", MAC.hallLamp);
  const { id } = await home.resource("sensors", `${MAC.motion}-02-0406`);
  const [{ success }] = await home.post("/rules", {
    name: "Light in the hall",
    conditions: [
      { address: `/sensors/${id}/state/presence`, operator: "eq", value: "true" },
      { address: "/config/localtime", operator: "in", value: "W127/T22:00:00/T06:00:00" },
    ],
    actions: [{ method: "PUT", address: `/lights/${lamp.id}/state`, body: { on: true, bri: 152 } }],
  });
  await house.ask("POST", `${house.adminUrl}/zigbee-gateway/gw/unlock`, { seconds: 0 });
  return `/rules/${success.id}`;
}

/** Faults, by the view that has them. */
async function lookAtAll(page: Page, locale: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const faults: Record<string, readonly string[]> = {};
  for (const view of DEEPER_IN.includes(locale) ? [...TABS, ...DEEPER] : TABS) {
    await show(page, view);
    for (const width of WIDTHS) {
      await page.setViewportSize({ ...PHONE, width });
      await picture(page, `${width}-${locale}-${view.name.replaceAll(" ", "-")}`);
      const found = await faultsIn(page);
      if (found.length > 0) faults[`${view.name}, ${width} pixels`] = found;
    }
    const numbers = locale === "de-DE" ? await page.evaluate(pointNumbers) : [];
    if (numbers.length > 0) faults[`${view.name}, numbers`] = numbers;
    if (await page.locator("dialog[open]").isVisible()) await page.keyboard.press("Escape");
  }
  return faults;
}

const PATIENCE = 5_000; // milliseconds, in which a list has measured its lines anew

async function faultsIn(page: Page): Promise<readonly string[]> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const found = [...(await page.evaluate(tabsOutOfSight)), ...(await page.evaluate(cutWords, ".zg"))];
    if (found.length === 0 || performance.now() > until) return found;
  }
}

async function show(page: Page, { at, shows, open }: View): Promise<void> {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    hashOf({ path: at }),
  );
  await page.locator(`[data-tab=${at[0]}][aria-selected=true]`).waitFor();
  await page.locator(`.zg-panel ${shows}`).first().waitFor();
  await open?.(page);
}

/** All that is folded, also folded parts in folded parts. */
async function unfold(page: Page): Promise<void> {
  const unfoldMore = () => {
    const folded = document.querySelectorAll<HTMLElement>(".zg-panel .zg-fold button[aria-expanded=false]");
    for (const each of folded) each.click();
    return folded.length === 0;
  };
  await page.waitForFunction(unfoldMore);
}

async function openPicker(page: Page): Promise<void> {
  await page.locator(".zg-rule-row [role=combobox]").first().click();
  await page.locator(".zg-pick-place [role=option]").first().waitFor();
}

async function openFilter(page: Page): Promise<void> {
  await page.locator(".zg-devices-bar .zg-button").first().click();
  await page.locator(".zg-devices-filter select").first().waitFor();
}

async function pressFunnel(page: Page): Promise<void> {
  await page.locator(".zg-events-bar .zg-foldaway-key button").click();
  await page.locator(".zg-events-bar .zg-foldaway select").first().waitFor();
}

/** The newest whose values were others before: that the gateway gives no keys any more is told in sentences. */
async function openEvent(page: Page): Promise<void> {
  const opened = page.locator("dialog[open]");
  for (const event of await page.locator(".zg-event").all()) {
    await event.click();
    await opened.locator("h2").waitFor();
    if ((await opened.locator(".zg-event-values").count()) > 0) return;
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
  }
  assert.fail("no event has values");
}

/** Runs in the browser. */
function tabsOutOfSight(): readonly string[] {
  const words = [...document.querySelectorAll(".zg-tabs .zg-tab-word")];
  const out = words.filter((word) => {
    const { left, right } = word.getBoundingClientRect();
    return left < 0 || right > window.innerWidth || word.clientWidth === 0 || word.scrollWidth > word.clientWidth;
  });
  return [...(words.length === 8 ? [] : [`there are ${words.length}`]), ...out.map((word) => word.textContent ?? "")];
}
