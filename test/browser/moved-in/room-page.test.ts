/** The page of a room in a real browser: no control and no row moves under a hand; the dialogs of its scenes, and of the room itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { accessibilityFaults } from "../../support/accessibility.ts";
import { picture } from "../../support/browser.ts";
import { eventually } from "../../support/node-red.ts";
import { openPage, openVirtualHouse, overflow, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const { browser, house, home } = await openVirtualHouse();
const LOOKS = [
  { colorScheme: "dark", viewport: { width: 300, height: 900 } },
  { colorScheme: "light", viewport: { width: 1280, height: 900 } },
] as const;
type Look = (typeof LOOKS)[number];
const said = ({ colorScheme, viewport: { width } }: Look) => `${width} wide and ${colorScheme}`;

/** A room of three lamps, one of them red, and a scene of it. */
async function onRoomPage(look: Look, run: (page: Page, group: string) => Promise<void>): Promise<void> {
  const lamps = await Promise.all(
    [MAC.whiteLamp, MAC.hallLamp, MAC.colourLamp].map((mac) => home.resource("lights", mac)),
  );
  const [white, hall, red] = lamps.map(({ id }) => id);
  await home.put(`/lights/${white}/state`, { on: true, bri: 254, ct: 370 });
  await home.put(`/lights/${hall}/state`, { on: false });
  await home.put(`/lights/${red}/state`, { on: true, bri: 254, xy: [0.6401, 0.33] });
  const [{ success }] = await home.post("/groups", { name: "Lounge", type: "LightGroup", lights: [white, hall, red] });
  await home.post(`/groups/${success.id}/scenes`, { name: "Party" });
  try {
    await watched(await openPage(browser, house.adminUrl, look), async (page) => {
      await page.goto(`${page.url().replace(/#.*/, "")}#/home/${success.id}`);
      await page.getByRole("button", { name: "Party", exact: true }).waitFor();
      await page.waitForFunction(() => document.activeElement?.closest(".zg-opened-head")); // the page has taken the focus
      await run(page, success.id);
    });
  } finally {
    await house.ask("DELETE", `/api/${home.key}/groups/${success.id}`);
  }
}

const KEPT = /^off · 100\s%, 2,700\sK, warm · 100\s%, red$/; // of the lights of that room

/** A lamp may still be fading to its color when the dialog opens. */
const tellsKept = (dialog: Locator) =>
  eventually(async () => KEPT.test((await dialog.locator("dl > dd").allInnerTexts()).join(" · ")));

const boxOf = async (target: Locator) => {
  const box = await target.boundingBox();
  assert.ok(box, `${target}`);
  return box;
};
const isAt = (page: Page, name: string) =>
  page.waitForFunction((label) => document.activeElement?.getAttribute("aria-label") === label, name);

for (const look of LOOKS) {
  test(`the dialog of a scene tells its lights in the order of their tiles, and moves nothing on the page; ${said(look)}`, () =>
    onRoomPage(look, async (page) => {
      const change = page.getByRole("button", { name: "Change Party" });
      const before = await boxOf(change);
      await change.click();
      const dialog = page.getByRole("dialog", { name: "Party" });
      await dialog.locator(".zg-scene-light").first().waitFor();
      assert.deepEqual(await boxOf(change), before);
      await picture(page, `room-scene-open-${look.viewport.width}`);
      assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
      assert.ok((await overflow(page, "dialog")) <= 0);
      const [tiles, lights] = await Promise.all(
        [".zg-room-members .zg-tile-name", ".zg-scene-light-name"].map((names) => page.locator(names).allInnerTexts()),
      );
      const firstLines = lights?.map((text) => text.split("\n")[0]);
      assert.deepEqual(firstLines, tiles, "lights stand in one order");
      await dialog.getByRole("button", { name: "Done" }).click();
      await dialog.waitFor({ state: "detached" });
      await isAt(page, "Change Party");
      await page.setViewportSize({ ...look.viewport, height: 330 });
      await page.locator(".zg-panel").evaluate((panel) => panel.scrollTo(0, 60));
      await page.waitForFunction(() => document.querySelector(".zg-panel")?.scrollTop === 60);
      const [head, panel] = [await boxOf(page.locator(".zg-opened-head")), await boxOf(page.locator(".zg-panel"))];
      assert.equal(head.y, panel.y, "nothing is seen above the title");
    }));

  test(`of two scenes with the same lights one is marked: the one that was recalled last; ${said(look)}`, () =>
    onRoomPage(look, async (page, group) => {
      await home.post(`/groups/${group}/scenes`, { name: "Fete" });
      const tile = (name: string) => page.locator(".zg-scene-tiles .zg-tile", { hasText: name });
      const marked = page.locator(".zg-scene-tiles .zg-tile.zg-on .zg-tile-name");
      for (const name of ["Fete", "Party"]) {
        await tile(name).getByRole("button", { name, exact: true }).click();
        await tile(name).and(page.locator(".zg-on")).waitFor();
        assert.deepEqual(await marked.allInnerTexts(), [name]);
      }
      const looks = page.locator(".zg-scene-look");
      const colors = await looks.evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundImage));
      for (const each of colors) assert.match(each, /^linear-gradient\(110deg, rgb.*rgb/, "of a white and a red light");
      await picture(page, `room-scenes-${look.viewport.width}`);
      assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
      assert.ok((await overflow(page, ".zg-panel")) <= 0);
    }));

  test(`a room gets a name and other devices in one dialog; ${said(look)}`, () =>
    onRoomPage(look, async (page, group) => {
      const edit = page.getByRole("button", { name: "Edit Lounge" });
      const dialog = page.locator("dialog[open]");
      await edit.click();
      const name = dialog.getByLabel("Name", { exact: true });
      assert.ok(await name.evaluate((field) => field === document.activeElement));
      const save = dialog.getByRole("button", { name: "Save" });
      assert.ok(await save.isDisabled(), "nothing is changed");
      await picture(page, `room-edit-${look.viewport.width}`);
      assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
      await name.fill(" ");
      assert.ok(await save.isDisabled());
      await page.keyboard.press("Escape");
      await isAt(page, "Edit Lounge");
      await page.getByRole("button", { name: "Choose devices" }).click();
      await page.waitForFunction(() => document.activeElement?.matches("dialog [type=checkbox]"));
      const { name: hall, id } = await home.resource("lights", MAC.hallLamp);
      await dialog.getByLabel(hall).click();
      await name.fill("Parlour");
      await page.keyboard.press("Enter");
      await page.locator(".zg-note", { hasText: "Parlour was saved." }).waitFor();
      const saved = await home.get(`/groups/${group}`);
      assert.deepEqual([saved.name, saved.lights.includes(id), saved.lights.length], ["Parlour", false, 2]);
      await page.getByRole("heading", { name: "Parlour" }).waitFor();
    }));

  test(`a rename by keyboard leaves the focus on the pencil; ${said(look)}`, () =>
    onRoomPage(look, async (page) => {
      const { name: before } = await home.resource("lights", MAC.hallLamp);
      await page.getByRole("button", { name: `More about ${before}` }).click();
      await page.locator(".zg-device h2").waitFor();
      const rename = async (name: string, key: "Enter" | "Escape", typed: string) => {
        await page
          .locator(".zg-opened-head")
          .getByRole("button", { name: `Rename ${name}` })
          .focus();
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.activeElement?.closest(".zg-name-form") !== null);
        await page.keyboard.type(typed);
        const form = page.locator(".zg-opened-head form");
        const [save, cancel] = [
          await boxOf(form.locator("button").first()),
          await boxOf(form.locator("button").last()),
        ];
        assert.equal(cancel.y, save.y, "both stand in one line");
        await page.keyboard.press(key);
        await isAt(page, `Rename ${key === "Enter" ? typed : name}`);
      };
      await rename(before, "Enter", "Lamp of the hall");
      await page.keyboard.press("Enter"); // a second one opens it again, and leaves nothing
      await page.locator(".zg-device form input").waitFor();
      await page.keyboard.press("Escape");
      await isAt(page, "Rename Lamp of the hall");
      await rename("Lamp of the hall", "Escape", "Other");
      await rename("Lamp of the hall", "Enter", before);
    }));

  test(`a new scene tells the colors that it keeps, and the buttons of its dialog stand in one line; ${said(look)}`, () =>
    onRoomPage(look, async (page) => {
      await page.getByRole("button", { name: "New scene", exact: true }).click();
      const dialog = page.locator("dialog[open]");
      await tellsKept(dialog);
      await dialog.getByText("That is what Party does already.").waitFor();
      const [cancel, save] = [
        dialog.getByRole("button", { name: "Cancel" }),
        dialog.getByRole("button", { name: "Save" }),
      ];
      assert.equal((await boxOf(save)).y, (await boxOf(cancel)).y);
      await picture(page, `room-new-scene-${look.viewport.width}`);
      assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    }));

  test(`the lights of a room as one tell how many are on, and which of them a color does not reach; ${said(look)}`, () =>
    onRoomPage(look, async (page) => {
      const card = page.locator(".zg-room-light");
      const names = await Promise.all(
        [MAC.whiteLamp, MAC.hallLamp].map(async (mac) => (await home.resource("lights", mac)).name),
      );
      await card.getByText("2 of 3 on").waitFor();
      const below = page.locator(".zg-room-members .zg-tile").first();
      const { y } = await boxOf(below);
      const field = card.getByRole("spinbutton");
      await field.fill("300");
      await field.press("Enter");
      await card.getByText(/At most 100\s%\./).waitFor();
      assert.equal((await boxOf(below)).y, y, "nothing moves");
      await card.getByRole("button", { name: "Color of Lounge" }).click();
      const dialog = page.locator("dialog[open]");
      const hint = await dialog.locator("p.zg-hint").innerText();
      assert.equal(
        hint,
        `The lights have different colors now. Lights that are off stay off. Only in white tones: ${names[0]}. Cannot change its color: ${names[1]}.`,
      );
      await picture(page, `room-color-${look.viewport.width}`);
      assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    }));

  test(`no room gets the name of another one, and a new scene with the name of another one replaces that; ${said(look)}`, () =>
    onRoomPage(look, async (page, group) => {
      await page.getByRole("button", { name: "Edit Lounge" }).click();
      const field = page.locator("dialog").getByLabel("Name", { exact: true });
      const taken = page.getByText("There is already a room or group called Kitchen.");
      await field.fill(" kitchen");
      await taken.and(page.getByRole("alert")).waitFor();
      assert.equal(await page.locator("dialog").getByRole("button", { name: "Save" }).isDisabled(), true);
      await field.press("Enter");
      await taken.waitFor();
      await picture(page, `room-name-taken-${look.viewport.width}`);
      assert.ok((await overflow(page, "dialog")) <= 0);
      await field.fill("lounge");
      await taken.waitFor({ state: "detached" });
      await field.press("Escape");
      await page.getByRole("button", { name: "New scene", exact: true }).click();
      const dialog = page.locator("dialog[open]");
      const name = dialog.getByRole("textbox");
      await name.fill("Party of those who danced all night");
      await dialog.getByText("Names have at most 32 characters.").waitFor();
      assert.equal((await name.inputValue()).length, 32);
      await dialog.getByRole("button", { name: "Save", exact: true }).waitFor();
      await home.put(`/groups/${group}/action`, { on: false });
      await name.fill("party ");
      await dialog.getByText("What Party did before is replaced by the lights as they are now.").waitFor();
      const replace = dialog.getByRole("button", { name: "Replace Party", exact: true });
      await replace.waitFor();
      await picture(page, `room-scene-replaced-${look.viewport.width}`);
      assert.ok((await overflow(page, "dialog")) <= 0);
      await replace.click();
      await page.locator(".zg-note", { hasText: "Party remembers the lights as they are now." }).waitFor();
      assert.deepEqual(
        Object.values<{ readonly name: string }>(await home.get(`/groups/${group}/scenes`)).map((scene) => scene.name),
        ["Party"],
      );
      const { lights } = await home.get(`/groups/${group}/scenes/1`);
      assert.ok(lights.every(({ on }: { readonly on: boolean }) => !on));
    }));

  test(`before a scene is kept anew, all that it will remember is told; ${said(look)}`, () =>
    onRoomPage(look, async (page) => {
      await page.getByRole("button", { name: "Change Party" }).click();
      await page.getByRole("button", { name: "Save the lights as they are now in this scene" }).click();
      const dialog = page.getByRole("dialog", { name: /^Save the lights as they are now in this scene/ });
      await dialog.getByText("What Party did before is replaced").waitFor();
      await tellsKept(dialog);
      await picture(page, `room-keep-scene-${look.viewport.width}`);
    }));

  test(`from white to color the dialog of a lamp keeps its height, and its tabs their place; ${said(look)}`, () =>
    onRoomPage(look, async (page) => {
      await page.locator(".zg-tile-color:not(.zg-tile-white)").click();
      const dialog = page.locator("dialog[open]");
      const tabs = dialog.locator(".zg-chooser > .zg-actions > button");
      const places: unknown[] = [];
      for (const tab of [0, 1]) {
        await tabs.nth(tab).click();
        await tabs.nth(tab).and(page.locator("[aria-pressed=true]")).waitFor();
        assert.equal(await dialog.getByRole("slider").count(), tab + 1, "what is not chosen cannot be reached");
        places.push([await boxOf(dialog), await boxOf(tabs.first())]);
      }
      assert.deepEqual(places[1], places[0]);
    }));
}

test("the lights of a room are dimmed in proportion, and one that is off stays off", () =>
  onRoomPage(LOOKS[0], async (page) => {
    const stateOf = async (mac: string) => (await home.resource("lights", mac)).state;
    const { id } = await home.resource("lights", MAC.colourLamp);
    await home.put(`/lights/${id}/state`, { bri: 127 });
    const card = page.locator(".zg-room-light");
    await card.locator("input[type=number]").and(page.locator(":not([value=''])")).waitFor();
    await eventually(async () => (await card.getByRole("slider").inputValue()) === "75");
    await card.getByRole("spinbutton").fill("30");
    await card.getByRole("spinbutton").press("Enter");
    await eventually(async () => (await stateOf(MAC.whiteLamp)).bri === 101);
    await eventually(async () => (await stateOf(MAC.colourLamp)).bri === 51);
    assert.equal((await stateOf(MAC.hallLamp)).on, false);
    await card.getByText("2 of 3 on").waitFor();
  }));

test("from the page of a device, and from a rule that is not made after all, the way back leads to the room", () =>
  onRoomPage(LOOKS[0], async (page) => {
    const { name } = await home.resource("lights", MAC.hallLamp);
    const back = page.getByRole("button", { name: "Back to Lounge" });
    const room = page.locator(".zg-room-page h2", { hasText: "Lounge" });
    await page.getByRole("button", { name: `More about ${name}` }).click();
    await back.click();
    await room.waitFor();
    await page.getByRole("button", { name: "Change Party" }).click();
    await page.getByRole("button", { name: "Call it by a button, a time, a sensor…" }).click();
    await back.waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await room.waitFor();
    await page.locator("[data-tab=devices]").click();
    await page.getByText(name, { exact: true }).first().click();
    await page.getByRole("button", { name: "Back to all devices" }).waitFor();
  }));

test("a light that is taken out of a room leaves its scenes, which is told before and after, and comes back into them", () =>
  onRoomPage(LOOKS[0], async (page, group) => {
    const scene = `/groups/${group}/scenes/1`;
    const [before, members] = [await home.get(scene), (await home.get(`/groups/${group}`)).lights];
    const { name, id } = await home.resource("lights", MAC.hallLamp);
    await page.getByRole("button", { name: "Choose devices" }).click();
    const dialog = page.locator("dialog[open]");
    await dialog.getByLabel(name).click();
    await dialog.getByText("leaves the room").waitFor();
    await dialog.getByText("loses its place in: Party").waitFor();
    await picture(page, "room-light-leaves");
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    await dialog.getByRole("button", { name: "Save" }).click();
    const note = page.locator(".zg-note", { hasText: `Taken out: ${name}. No longer in these scenes: Party.` });
    await note.waitFor();
    const idsIn = async () => (await home.get(scene)).lights.map((light: { readonly id: string }) => light.id);
    assert.ok(!(await idsIn()).includes(id));
    await note.getByRole("button", { name: "Undo" }).click();
    await eventually(async () => (await idsIn()).includes(id));
    const byId = (all: readonly { readonly id: string }[]) =>
      all.toSorted((one, other) => one.id.localeCompare(other.id));
    assert.deepEqual(byId((await home.get(scene)).lights), byId(before.lights));
    assert.deepEqual((await home.get(`/groups/${group}`)).lights.toSorted(), members.toSorted());
  }));

test("nothing below a scene moves when it is recalled and its outcome is told, which goes when the lights are moved; it is marked as long as its lights are as it says", () =>
  onRoomPage(LOOKS[0], async (page, group) => {
    const party = (isOn: boolean) => page.getByRole("button", { name: "Party", exact: true, pressed: isOn });
    const below = page.locator(".zg-room-members .zg-tile").first();
    const outcome = page.locator(".zg-scene-answers", { hasText: /lights/ });
    await party(true).waitFor();
    const { y } = await boxOf(below);
    await home.put(`/groups/${group}/action`, { on: false });
    await party(false).click();
    await party(true).waitFor();
    await outcome.waitFor();
    assert.equal((await boxOf(below)).y, y, "it is told");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await home.put(`/groups/${group}/action`, { on: false });
    await outcome.waitFor({ state: "detached" });
    await party(false).waitFor();
    assert.equal((await boxOf(below)).y, y, "it is told no longer");
    await page.goto(page.url().replace(/#.*/, "#/home"));
    const card = page.locator(".zg-room", { has: page.locator(`[data-room="${group}"]`) });
    const height = async () => (await boxOf(card)).height;
    const chip = (isOn: boolean) => card.getByRole("button", { name: "Party", exact: true, pressed: isOn });
    await chip(false).waitFor();
    const before = await height();
    await chip(false).click();
    await chip(true).waitFor();
    assert.equal(await height(), before);
    await card.locator(".zg-scene-answers", { hasText: /lights/ }).waitFor();
    assert.equal(await height(), before);
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await picture(page, "home-scene-on");
    await page.getByRole("button", { name: "All lights off" }).click();
    await card.locator(".zg-scene-answers", { hasText: /lights/ }).waitFor({ state: "detached" });
    await chip(false).waitFor();
    assert.equal(await height(), before);
  }));

test("the page of a room tells what happened there last, each with its details, and leads to all of its events", () =>
  onRoomPage(LOOKS[0], async (page, group) => {
    const last = page.locator(".zg-recent-events");
    const { id, name } = await home.resource("lights", MAC.hallLamp);
    await home.put(`/lights/${id}/state`, { on: true });
    const line = last.locator("button", { hasText: name }).first();
    await line.getByText("on", { exact: false }).waitFor();
    const { name: elsewhere } = await home.resource("sensors", MAC.door);
    assert.ok((await last.locator("button").count()) <= 8);
    assert.equal(await last.locator("button", { hasText: elsewhere }).count(), 0);
    await picture(page, "room-what-happened");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await line.click();
    await page.getByRole("dialog", { name }).locator(".zg-facts").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "All events" }).click();
    await page.locator("[data-tab=events][aria-selected=true]").waitFor();
    assert.equal(await page.getByLabel("Where").inputValue(), `room/${group}`);
  }));

test("a color is told by its name, and a scene in one line without its lights and what they report", () =>
  onRoomPage(LOOKS[0], async (page, group) => {
    const last = page.locator(".zg-recent-events button");
    const { id, name } = await home.resource("lights", MAC.colourLamp);
    const { id: hall, name: other } = await home.resource("lights", MAC.hallLamp);
    const reported = async (is: (ct: number) => boolean) => {
      await eventually(async () => is((await home.get(`/lights/${id}`)).state.ct));
      await page.waitForTimeout(500); // a line that the report would be is here by then
    };
    await home.put(`/lights/${hall}/state`, { on: true });
    await last.filter({ hasText: other }).first().waitFor();
    await home.put(`/lights/${id}/state`, { xy: [0.2247, 0.3287] });
    await last.filter({ hasText: "Color: red → turquoise" }).waitFor();
    await reported((ct) => ct === 153);
    await home.put(`/groups/${group}/scenes/1/recall`, {});
    await last.filter({ hasText: "activated" }).waitFor();
    await reported((ct) => ct > 153);
    const lines = (await last.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    const wanted = [
      /^Party in Lounge.* activated/,
      RegExp(`^${name}.* Color: red → turquoise`),
      RegExp(`^${other}.* on`),
    ];
    for (const [n, pattern] of wanted.entries()) assert.match(lines[n] ?? "", pattern, lines.join("\n"));
    await picture(page, "room-one-line-for-one-action");
  }));

test("the light of a room has the same share in its plot and in its history, whose table has a row for each time that it was on or off", async () =>
  watched(await openPage(browser, house.adminUrl, LOOKS[0]), async (page) => {
    await page.goto(`${page.url().replace(/#.*/, "")}#/home/1`);
    const plot = page.locator(".zg-room-page .zg-plot-truth:not(.zg-plot-room)");
    const shareIn = (text: string) => Number(/([\d.]+)\s%/.exec(text)?.[1]);
    const share = shareIn(await plot.locator(".zg-plot-sum").innerText());
    assert.ok(share > 0 && share < 100, `${share} % of a day with an evening`);
    await plot.click();
    const dialog = page.locator("dialog[open]");
    const facts = dialog.locator(".zg-history-facts");
    await facts.locator("td").first().waitFor();
    assert.deepEqual(await facts.locator("thead th").allTextContents(), ["on", "off"]);
    const told = shareIn(await facts.locator("td").first().innerText());
    assert.ok(Math.abs(told - share) <= 1, `${share} % and ${told} %`);
    await dialog.getByRole("button", { name: "As a table" }).click();
    const rows = await dialog.locator(".zg-table tbody tr").allInnerTexts();
    assert.ok(rows.length < 40, `${rows.length} rows`);
    const states = rows.map((row) => {
      assert.match(row, /\d:\d\d(.*\s–\s.*\d:\d\d)?\s[AP]M\s+(on|off)$/); // within a minute it has no end
      return row.endsWith("on");
    });
    const alike = states.filter((isOn, n) => isOn === states[n + 1]).length;
    assert.ok(alike <= 1, rows.join("\n")); // between the day that was made up and the start of the house nothing is known
    await picture(page, "room-history-table");
    assert.ok((await overflow(page, "dialog")) <= 0);
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
  }));

test("all panels of a wide page have one left edge, and a heading at one height; so has what is opened in them", async () =>
  watched(await openPage(browser, house.adminUrl, LOOKS[1]), async (page) => {
    const lamp = `devices/${encodeURIComponent(MAC.whiteLamp)}`;
    const panels = ["home", "devices", "pairing", "network", "automation", "events", "gateway", "virtual"];
    const edges = [];
    for (const panel of [...panels, "devices/table", "devices/batteries", lamp]) {
      await page.goto(`${page.url().replace(/#.*/, "")}#/${panel}`);
      await page.locator(`#zg-tab-${panel.split("/")[0]}[aria-selected=true]`).waitFor();
      const isOpened = panel.includes("/");
      const head = page.locator(isOpened ? ".zg-opened-head" : panel === "home" ? ".zg-home-head h2" : ".zg-page-head");
      await head.waitFor();
      assert.equal(await page.locator(".zg-panel :is(h1, .zg-home-head h2, .zg-opened-head h2):visible").count(), 1);
      edges.push(await boxOf(head));
    }
    const [first] = edges;
    const isAside = edges.some(({ x, y }) => x !== first?.x || Math.abs(y - first.y) > 6);
    assert.ok(!isAside, JSON.stringify(edges));
  }));

test("a lamp without power does not light its room, after any command to it", async () =>
  watched(await openPage(browser, house.adminUrl), async (page) => {
    const { id } = await home.resource("lights", MAC.hallLamp);
    const groups: Record<string, { name: string; state: { any_on: boolean } }> = await home.get("/groups");
    const [room] = Object.entries(groups).find(([, { name }]) => name === "Hall") ?? [];
    await home.put(`/lights/${id}/state`, { on: false });
    await page.goto(`${page.url().replace(/#.*/, "")}#/home/${room}`);
    const lit = page.locator(".zg-room-light .zg-tile-state");
    await lit.filter({ hasText: "Off" }).waitFor();
    await home.turn(MAC.hallLamp, { power: "off" });
    try {
      await page.getByRole("switch", { name: "All lights in Hall" }).press("Space");
      await page.getByText("no answer yet – no power?").waitFor();
      assert.equal((await home.get(`/groups/${room}`)).state.any_on, true, "as it is desired");
      assert.equal(await lit.textContent(), "Off");
      assert.equal(await page.getByRole("slider", { name: "Brightness" }).first().inputValue(), "0");
    } finally {
      await home.turn(MAC.hallLamp, { power: "on" });
    }
  }));
