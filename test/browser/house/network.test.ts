/** The panel of the network in a real browser: routers are asked when the user wants it, and their answers are seen as a table. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { accessibilityFaults, faultsInWidth } from "../../support/accessibility.ts";
import { picture } from "../../support/browser.ts";
import { openPage, openSidebar, openVirtualHouse, PHONE, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const PATIENCE = { timeout: 60_000 };

const { browser, house, home } = await openVirtualHouse({ movedIn: false }); // the pages show values from the time when all devices joined

const look = async (page: Page, button: RegExp = /^Look (at the network|again)$/, done = /listed their neighbors/) => {
  await page.locator("[data-tab=network]").click();
  await page.getByRole("button", { name: button }).click();
  await page.locator(".zg-section [role=status]", { hasText: done }).waitFor(PATIENCE);
};
const openTable = (page: Page) => page.getByRole("button", { name: "All links as a table" }).click();
/** No virtual device is heard that badly: a browser that asks for the survey anew is told another result. */
const hearBadly = async (page: Page, mac: string) => {
  await page.route("**/house", async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    for (const { result } of Object.values<{ result: Record<string, { neighbours?: Record<string, unknown>[] }> }>(
      json.jobs,
    ))
      for (const { neighbours = [] } of Object.values(result))
        for (const each of neighbours) if (each.uniqueid === mac) each.linkquality = 12;
    await route.fulfill({ response: answer, json });
  });
  await page.reload();
  await page.locator("[data-tab=network]").click();
  await openTable(page);
};
interface Told {
  readonly at: string;
  neighbours?: { readonly uniqueid: string }[];
}

/**
 * Nothing moves in a virtual house: the browser is told of a look before the last one, in which a router did not hear another one yet, and
 * heard a device that it does not hear any more. Answers all three.
 */
async function lookedBefore(page: Page): Promise<readonly [router: string, fresh: string, lost: string]> {
  let ends: readonly [string, string, string] | undefined;
  await page.route("**/house", async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const surveys = Object.entries<{ does: string; result: Record<string, Told> }>(json.jobs);
    const ids = surveys.flatMap(([id, { does }]) => (does === "survey" ? [Number(id)] : []));
    const last = Math.max(...ids);
    const before = structuredClone(json.jobs[last]) as { readonly result: Record<string, Told> };
    const heardBy = (mac: string) => (before.result[mac]?.neighbours ?? []).map(({ uniqueid }) => uniqueid);
    const routers = Object.keys(before.result).filter((mac) => heardBy(mac).length > 0);
    const found = routers.flatMap((router) => {
      const fresh = heardBy(router).find((mac) => routers.includes(mac));
      const isApart = (mac: string) => mac !== router && !routers.includes(mac) && !heardBy(router).includes(mac);
      const lost = routers.flatMap(heardBy).find(isApart);
      return fresh && lost ? [[router, fresh, lost] as const] : [];
    });
    ends = found[0] ?? assert.fail("nobody hears so many");
    const [router, fresh, lost] = ends;
    const day = 86_400_000;
    for (const [mac, told] of Object.entries(before.result)) {
      const isBetween = (other: string) => [mac, other].sort().join() === [router, fresh].sort().join();
      const neighbours = (told.neighbours ?? []).filter(({ uniqueid }) => !isBetween(uniqueid));
      const [like] = told.neighbours ?? [];
      if (mac === router && like) neighbours.push({ ...like, uniqueid: lost });
      before.result[mac] = { ...told, neighbours, at: new Date(Date.parse(told.at) - day).toISOString() };
    }
    json.jobs[last - 0.5] = before;
    await route.fulfill({ response: answer, json });
  });
  await page.reload();
  await page.locator("[data-tab=network]").click();
  await page.locator(".zg-network-rows > li").first().waitFor();
  return ends ?? assert.fail("the house was not asked for");
}

/** No virtual house is that ill: the browser is told so. */
const findBadly = (page: Page) =>
  page.route("**/health?**", async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const ill: Record<string, object> = {
      links: {
        ok: false,
        says: "weak",
        cure: "weak",
        values: { names: ["Front door"], uniqueids: [MAC.door], more: 0 },
      },
      api: { ok: false, says: "closed", cure: "port", values: { reason: "" } },
    };
    json.findings = json.findings.map((each: { check: string }) => ({ ...each, ...ill[each.check] }));
    await route.fulfill({ response: answer, json });
  });
const cells = (page: Page, column: number) => page.locator(`.zg-links tbody td:nth-child(${column})`).allTextContents();

test("nothing is asked until it is wanted; then the table shows, sorts and filters the links", async () => {
  await watched(await openPage(browser, house.adminUrl), async (page) => {
    await page.locator("[data-tab=network]").click();
    await openTable(page);
    await page.locator(".zg-links tbody tr").first().waitFor();
    assert.ok((await cells(page, 4)).every((relation) => relation === "last heard"));
    await look(page);
    assert.ok((await cells(page, 4)).includes("child"));
    await hearBadly(page, MAC.plug);
    await page.locator(".zg-links tbody tr", { hasText: "child" }).first().waitFor();
    assert.match((await cells(page, 3))[0] ?? "", /^12 of 255weak$/);
    const sort = (title: string) => page.locator(".zg-links th button", { hasText: title }).click();
    const qualities = async () => (await cells(page, 3)).map((text) => Number.parseInt(text, 10));
    await sort("Link");
    const down = await qualities();
    assert.deepEqual(
      down,
      [...down].sort((one, other) => other - one),
    );
    await page.locator(".zg-switch", { hasText: "Only weak links" }).click();
    assert.ok((await qualities()).every((quality) => quality < 40));
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await page.locator("[data-tab=gateway]").click();
    await page.locator("[data-tab=network]").click();
    await openTable(page);
    assert.ok((await cells(page, 4)).includes("child"), "what was told is kept");
  });
});

test("the map is drawn; by keyboard and mouse it is gone through, enlarged and moved", async () => {
  await watched(await openPage(browser, house.adminUrl), async (page) => {
    await look(page);
    const map = page.locator(".zg-map");
    const viewed = async () => ((await map.locator("svg").getAttribute("viewBox")) ?? "").split(" ").map(Number);
    const points = Object.keys(await home.get("/devices")).length + 1;
    assert.equal(await map.locator("svg > g:nth-of-type(2) > [data-mac]").count(), points);
    assert.ok((await map.locator(".zg-map-line").count()) >= points - 1);
    await map.focus();
    await page.keyboard.press("ArrowUp");
    const opened = page.locator('.zg-network-rows > li:has(> [aria-expanded="true"])');
    await opened.filter({ hasText: "USB stick" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator(".zg-network-rows [aria-expanded=true]").filter({ hasNotText: "coordinator" }).waitFor();
    await opened
      .getByText(/hears it at|is heard at|No device reported/)
      .first()
      .waitFor();
    await picture(page, "network-map");
    const all = await viewed();
    await page.keyboard.press("+");
    await page.waitForFunction(
      (width) => Number(document.querySelector(".zg-map svg")?.getAttribute("viewBox")?.split(" ")[2]) < width,
      all[2] ?? 0,
    );
    await map.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const box = await map.boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const near = await viewed();
    await page.mouse.move(x + 60, y + 50);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 20, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(
      (left) => Number(document.querySelector(".zg-map svg")?.getAttribute("viewBox")?.split(" ")[0]) > left,
      near[0] ?? 0,
    );
    await page.getByRole("button", { name: "Show all of the map" }).click();
    await page.waitForFunction(
      (before) => document.querySelector(".zg-map svg")?.getAttribute("viewBox") === before,
      all.join(" "),
    );
    const lamp = map.locator(`[data-mac="${MAC.hallLamp}"] circle`).first();
    await lamp.click({ force: true }); // its like may lie over it, drawn as chosen
    await page.locator(`[data-row="${MAC.hallLamp}"] > [aria-expanded=true]`).waitFor();
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
  });
});

test("a link that is new, and one that is gone, are marked on the map and in the list, which shows them alone", async () => {
  await watched(await openPage(browser, house.adminUrl), async (page) => {
    await look(page);
    const [router, fresh, lost] = await lookedBefore(page);
    const said = page.locator(".zg-section p", { hasText: "1 new link" });
    assert.match((await said.textContent()) ?? "", /1 link is gone/);
    const map = page.locator(".zg-map");
    assert.equal(await map.locator(".zg-map-line.zg-map-changed").count(), 1);
    assert.equal(await map.locator(".zg-map-line.zg-map-gone").count(), 1);
    await page
      .locator(".zg-network-filter")
      .getByRole("button", { name: /^Changed/ })
      .click();
    const rows = page.locator(".zg-network-rows > li");
    const shown = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-row")));
    assert.deepEqual(shown.sort(), [router, fresh, lost].sort());
    await page.locator(`[data-row="${router}"] > button`).click();
    const links = page.locator(`[data-row="${router}"] .zg-network-links li:has(.zg-badge)`);
    const badges = await links.locator(".zg-badge").allTextContents();
    assert.deepEqual(badges.sort(), ["gone", "new"]);
    await picture(page, "network-changed");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
  });
});

test("a device leads to its place on the map, with the way to it, and to its events", async () => {
  await watched(await openPage(browser, house.adminUrl), async (page) => {
    const address = page.url().replace(/#.*/, "");
    const open = async () => {
      await page.goto(`${address}#/devices/${encodeURIComponent(MAC.hallLamp)}`);
      await page.locator(".zg-device").waitFor();
    };
    await open();
    await page.getByRole("button", { name: "Show it on the map" }).click();
    await page.locator(`[data-row="${MAC.hallLamp}"] > [aria-expanded=true]`).waitFor();
    await page.locator(".zg-way", { hasText: /route: the stick.*Hall lamp/ }).waitFor();
    await page.getByLabel("Find a device").fill("hall LAMP");
    await page.locator(`[data-row="${MAC.door}"]`).waitFor({ state: "detached" });
    assert.equal(await page.locator(".zg-network-rows > li").count(), 1);
    await open();
    await page.getByRole("button", { name: "What happened" }).click();
    await page.locator("[data-tab=events][aria-selected=true]").waitFor();
    assert.equal(await page.getByLabel("Where").inputValue(), `device/${MAC.hallLamp}`);
    await page.locator(".zg-event", { hasText: "Hall lamp" }).first().waitFor();
    assert.equal(await page.locator(".zg-event", { hasText: "Front door" }).count(), 0);
  });
});

test("a link to the channels shows their heading before the gateway has told them", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/perform", async (route) => {
      if (route.request().postDataJSON().address === "/devices/channels") await held;
      await route.fallback();
    });
    await page.goto(`${house.adminUrl}/zigbee-gateway/#/network/channels`);
    const channels = page.getByRole("region", { name: "Channels" });
    await channels.getByRole("heading", { name: "Channels" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    release();
    await channels.getByRole("status").first().waitFor();
  }));

const IN_WORDS = [
  ["light", "fr-FR", /^Regarder (le réseau|à nouveau)$/, /nommé leurs voisins/],
  ["dark", "de-DE", /^(Das Netz|Noch einmal) ansehen$/, /Nachbarn genannt/],
] as const;
for (const [colorScheme, locale, button, done] of IN_WORDS)
  test(`at 300 and 360 pixels, ${colorScheme}, ${locale}: the map and its list`, async () => {
    await watched(await openPage(browser, house.adminUrl, { colorScheme, locale }), async (page) => {
      await look(page, button, done);
      for (const width of [360, 300]) {
        await page.setViewportSize({ ...PHONE, width });
        await page.locator(".zg-map").scrollIntoViewIfNeeded();
        await picture(page, `network-${width}-${colorScheme}`);
        await page.locator(".zg-network-rows").scrollIntoViewIfNeeded();
        await picture(page, `network-list-${width}-${colorScheme}`);
        assert.deepEqual(await faultsInWidth(page, ".zg"), []);
      }
    });
  });

test("a job that is under way stands in the overview, and is ended there", async () => {
  await watched(await openPage(browser, house.adminUrl), async (page) => {
    await page.locator("[data-tab=pairing]").click();
    await page.locator(".zg-opening button").first().click();
    await page.locator(".zg-window").waitFor(PATIENCE);
    await page.locator("[data-tab=gateway]").click();
    const jobs = page.locator(".zg-jobs li", { hasText: "Search for new devices" });
    await jobs.waitFor(PATIENCE);
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await jobs.getByRole("button", { name: "Cancel" }).click();
    await jobs.waitFor({ state: "detached", ...PATIENCE });
  });
});

test("in the sidebar; a router that is out of reach is named, with why", async () => {
  await home.turn(MAC.plug, { reach: "no-ack" });
  await watched(await openSidebar(browser, house, { dark: true }), async (page) => {
    await look(page);
    await page.locator(".zg-network-ill li", { hasText: /Washing machine.*unreachable.*does not answer/s }).waitFor();
    await picture(page, "network-sidebar");
    await findBadly(page);
    await page.locator("[data-tab=gateway]").click();
    await page.getByRole("button", { name: "Look again" }).click();
    await page.locator('[data-tab-id="zigbee-gateway"] .zigbee-gateway-badge', { hasText: "2" }).waitFor();
    await page.getByRole("tab", { name: "Home: 2 things are not as they should be." }).click();
    const found = page.locator(".zg-attention");
    const unfold = () => found.getByRole("button", { name: "Show" }).click();
    assert.equal(await found.locator(".zg-found").first().isVisible(), false, "the house is what is to be seen");
    await picture(page, "attention-folded");
    await unfold();
    await found.getByRole("button", { name: "Hide" }).click();
    assert.equal(await found.locator(".zg-found").first().isVisible(), false);
    await unfold();
    await picture(page, "attention-sidebar");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await found.getByRole("button", { name: "Open the map" }).click();
    await page.locator("[data-tab=network][aria-selected=true]").waitFor();
    await page.locator("[data-tab=home]").click();
    await unfold();
    await found.getByRole("button", { name: "Open Front door" }).click();
    await page.locator(".zg-device .zg-opened-head").waitFor();
    await page.locator("[data-tab=home]").click();
    await unfold();
    await found.getByRole("button", { name: "Gateway settings" }).click();
    await page.locator("#node-config-input-port").waitFor(); // the fold of the ports is open
    await page.waitForFunction(() => {
      const fold = document.querySelector("#zigbee-gateway-network");
      const { top = 0, height = 0 } = fold?.parentElement?.closest(".red-ui-tray-body")?.getBoundingClientRect() ?? {};
      const from = fold?.getBoundingClientRect().top ?? Number.NaN;
      return from >= top - 1 && from < top + height;
    });
    await picture(page, "settings-at-ports");
    await page.locator("#node-config-dialog-cancel").click();
  });
  await home.turn(MAC.plug, { reach: "ok" });
});
