/** The scenes on the page of a room in a real browser: recalled with a touch, and changed in a dialog, where they are also kept anew and deleted after a question. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Response } from "playwright-core";
import { accessibilityFaults } from "../../support/accessibility.ts";
import { picture } from "../../support/browser.ts";
import { eventually } from "../../support/node-red.ts";
import { openPage, openVirtualHouse, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const { browser, house, home } = await openVirtualHouse();

const LONGER_THAN_A_REPORT_TAKES = 2_500; // milliseconds
const SOON = 2_000; // of a look at the house, which otherwise keeps a pace of five seconds

/** A room with a colored lamp, and a scene in which that is on. */
async function withScene(run: (page: Page, scene: string, light: string) => Promise<void>): Promise<void> {
  const { id } = await home.resource("lights", MAC.colourLamp);
  await home.put(`/lights/${id}/state`, { on: true, bri: 200, xy: [0.6, 0.3] });
  const [{ success: group }] = await home.post("/groups", { name: "Den", lights: [id] });
  await home.post(`/groups/${group.id}/scenes`, { name: "Late" });
  await watched(await openPage(browser, house.adminUrl), async (page) => {
    await page.goto(`${page.url().replace(/#.*/, "")}#/home/${group.id}`);
    await page.getByRole("button", { name: "Change Late" }).click();
    await page.locator("dialog[open] .zg-scene-lights").waitFor();
    await run(page, `/groups/${group.id}/scenes/1`, id);
  });
}

test("a light that is off in a scene shows no color; the user's choice is shown until the scene is read again; the scene is kept anew only after a question; by mouse it is renamed and deleted", () =>
  withScene(async (page, scene, light) => {
    const isOnIn = async () => (await home.get(scene)).lights[0].on;
    const row = page.locator(".zg-scene-lights > li");
    const swatch = row.locator(".zg-swatch");
    const colorOf = () => swatch.evaluate((element) => (element as HTMLElement).style.getPropertyValue("--zg-swatch"));
    await swatch.waitFor();
    assert.notEqual(await colorOf(), "");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/perform", async (route) => {
      const { method, address } = route.request().postDataJSON();
      if (method === "GET" && address === scene) await held; // as while the lights of a recall answer
      await route.continue();
    });
    const below = page.getByRole("button", { name: "Call it by a button, a time, a sensor…" });
    const place = await below.boundingBox();
    await row.getByRole("switch").focus();
    await page.keyboard.press("Space");
    await eventually(async () => (await isOnIn()) === false);
    await row.locator("[type=range]:disabled").waitFor();
    assert.equal((await below.boundingBox())?.y, place?.y, "nothing moves under a hand");
    await home.put(`${scene}/recall`, {});
    await page.waitForTimeout(LONGER_THAN_A_REPORT_TAKES);
    assert.equal(await row.getByRole("switch").isChecked(), false);
    assert.equal(await colorOf(), "");
    release();
    await home.put(`/lights/${light}/state`, { on: true });

    await page.getByRole("button", { name: "Save the lights as they are now in this scene: Late" }).click();
    const question = page.getByRole("dialog", { name: "Save the lights as they are now in this scene: Late" });
    await question.getByText("is replaced by the lights as they are now").waitFor();
    await page.locator("dialog[open] dd", { hasText: /^\d+\s%, red$/ }).waitFor();
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    await picture(page, "room-scene-kept");
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    assert.equal(await isOnIn(), false);
    await page.getByRole("button", { name: "Save the lights as they are now in this scene: Late" }).click();
    const former = await home.get(scene);
    await page.locator("dialog .zg-primary").click();
    await question.waitFor({ state: "detached" });
    assert.equal(await page.getByRole("button", { name: "Undo the changes" }).getAttribute("aria-disabled"), null);
    await page.getByRole("button", { name: "Done" }).click(); // the note takes it back thereafter, too
    const kept = page.locator(".zg-note", { hasText: "Late remembers" });
    await kept.waitFor();
    assert.equal(await isOnIn(), true);
    await kept.getByRole("button", { name: "Undo" }).click();
    await eventually(async () => JSON.stringify(await home.get(scene)) === JSON.stringify(former));
    await page.getByRole("button", { name: "Change Late" }).click();
    await home.put(`${scene}/store`, {});
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>(".zg-scene-lights input")?.checked);
    await picture(page, "room-scene-dialog");

    await page.getByRole("button", { name: "Rename Late" }).click();
    await page.locator(".zg-name-form input").fill("Later");
    await page.locator(".zg-name-form").getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Later" }).waitFor();
    assert.equal((await home.get(scene)).name, "Later");
    const asked = page.getByRole("dialog", { name: "Delete the scene Later" });
    await page.getByRole("button", { name: "Delete the scene Later" }).click();
    await asked.getByText("Later will be gone.").waitFor();
    assert.equal(await asked.locator("li").count(), 0);
    const conditions = [{ address: "/config/localtime", operator: "in", value: "T08:00:00/T09:00:00" }];
    const actions = [{ address: `${scene}/recall`, method: "PUT", body: {} }];
    const [{ success: rule }] = await home.post("/rules", { name: "In the morning", conditions, actions });
    await asked.getByText("Rule: In the morning").waitFor();
    assert.equal(await asked.locator("li").count(), 1);
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    await picture(page, "room-scene-deleted");
    const whole = await home.get(scene);
    await asked.locator(".zg-dialog-actions > .zg-danger").click();
    await page.getByRole("button", { name: "Later", exact: true }).waitFor({ state: "detached" });
    await page.locator("dialog").first().waitFor({ state: "detached" });
    assert.deepEqual(await home.get(scene.replace(/\/1$/, "")), {});
    const note = page.locator(".zg-note", { hasText: "Later was deleted." });
    await note.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Later", exact: true }).waitFor();
    await eventually(async () => JSON.stringify(await home.get(scene)) === JSON.stringify(whole));
    await house.ask("DELETE", `/api/${home.key}/rules/${rule.id}`);
  }));

test("a light that came into the room since is added to a scene as it is now; the scene is tried from its dialog", () =>
  withScene(async (page, scene, light) => {
    const other = await home.resource("lights", MAC.whiteLamp);
    await home.put(`/lights/${other.id}/state`, { on: true, bri: 128, ct: 370 });
    const before = (await home.get(scene)).lights;
    await home.put(`/groups/${scene.split("/")[2]}`, { lights: [light, other.id] });
    const row = page.locator(".zg-scene-lights > li", { hasText: "not in this scene" });
    await row.filter({ hasText: other.name }).waitFor();
    await picture(page, "room-scene-outside");
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    await row.getByRole("button", { name: `Add ${other.name} as it is now` }).click();
    await row.waitFor({ state: "detached" });
    const [first, second, ...more] = (await home.get(scene)).lights;
    assert.deepEqual([first, more], [before[0], []]);
    assert.deepEqual([second.id, second.on, second.bri, second.ct], [other.id, true, 128, 370]);
    await home.put(`/lights/${light}/state`, { on: false });
    await page.getByRole("button", { name: "Try it now" }).click();
    await eventually(async () => (await home.get(`/lights/${light}`)).state.on === true);
  }));

test("a light is taken out of a scene, and all that was changed since its dialog was opened is taken back", () =>
  withScene(async (page, scene, light) => {
    const other = await home.resource("lights", MAC.whiteLamp);
    await home.put(`/groups/${scene.split("/")[2]}`, { lights: [light, other.id] });
    await home.put(`${scene}/store`, {});
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Change Late" }).click();
    const before = (await home.get(scene)).lights;
    const undo = page.getByRole("button", { name: "Undo the changes" });
    await page.getByRole("switch", { name: `${other.name} is on in the scene` }).focus();
    const idle = page.locator("[aria-disabled=true]", { hasText: "Undo the changes" });
    await idle.waitFor();
    await page.keyboard.press("Space");
    await idle.waitFor({ state: "detached" });
    await page.getByRole("button", { name: `Take ${other.name} out of the scene` }).click();
    await page.locator(".zg-scene-lights > li", { hasText: "not in this scene" }).waitFor();
    assert.equal((await home.get(scene)).lights.length, 1);
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    await undo.click();
    await idle.waitFor();
    assert.deepEqual((await home.get(scene)).lights, before);
  }));

test("a name that was typed counts where the dialog is closed without a touch of its button", () =>
  withScene(async (page, scene) => {
    await page.getByRole("button", { name: "Rename Late" }).click();
    await page.locator(".zg-name-form input").fill("Latest");
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Latest", exact: true }).waitFor();
    assert.equal((await home.get(scene)).name, "Latest");
  }));

test("a rule of a deleted scene is marked, and is given another scene in place of it", () =>
  withScene(async (page, scene) => {
    const scenes = scene.replace(/\/1$/, "");
    await home.post(scenes, { name: "Early" });
    const conditions = [{ address: "/config/localtime", operator: "in", value: "T08:00:00/T09:00:00" }];
    const actions = [{ address: `${scenes}/2/recall`, method: "PUT", body: {} }];
    const [{ success: rule }] = await home.post("/rules", { name: "At breakfast", conditions, actions });
    await page.keyboard.press("Escape");
    await page.locator("[data-tab=automation]").click();
    const row = page.locator(`[data-address="/rules/${rule.id}"]`);
    const gone = "Calls a scene that is gone.";
    await row.getByText("scene Early in Den").waitFor();
    assert.equal(await row.getByText(gone).count(), 0);
    await house.ask("DELETE", `/api/${home.key}${scenes}/2`);
    await row.getByText(gone).waitFor();
    await picture(page, "automation-gone-scene");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await page.locator("[data-tab=home]").click();
    const attention = page.locator(".zg-attention");
    await attention.getByRole("button", { name: "Show", exact: true }).click();
    await attention.getByText("What these control is gone: At breakfast.").waitFor();
    await picture(page, "home-gone-scene");
    assert.deepEqual(await accessibilityFaults(page, ".zg-attention"), []);
    await attention.getByRole("button", { name: "Open At breakfast" }).click();
    await page.getByText(gone).waitFor();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    const choice = page.getByLabel("Scene", { exact: true });
    await choice.waitFor();
    assert.equal(await choice.locator("option:checked").innerText(), "Scene Early is gone: choose another one");
    await picture(page, "automation-gone-scene-form");
    await choice.selectOption({ label: "Late" });
    await page.locator(".zg-rule-form").getByRole("button", { name: "Save" }).click();
    await page.locator(".zg-rule-sentence", { hasText: "scene Late in Den" }).waitFor();
    await eventually(async () => (await home.get(`/rules/${rule.id}`)).actions[0].address === `${scenes}/1/recall`);
    await page.getByText(gone).waitFor({ state: "detached" });
    await page.locator("[data-tab=home]").click();
    await attention.getByText("What these control is gone").waitFor({ state: "detached" });
    await house.ask("DELETE", `/api/${home.key}/rules/${rule.id}`);
  }));

test("a scene is renamed in its dialog, which Escape in the field leaves open; it gets no name that another scene of the room has", () =>
  withScene(async (page, scene) => {
    await home.post(scene.replace(/\/1$/, ""), { name: "Early" });
    const dialog = page.locator("dialog[open]");
    const rename = dialog.getByRole("button", { name: "Rename Late" });
    await rename.click();
    const form = page.locator(".zg-name-form");
    const fault = form.getByText("This room already has a scene called Early.");
    await form.locator("input").fill("early ");
    await fault.and(page.getByRole("alert")).waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await form.getByRole("button", { name: "Save" }).isDisabled(), true);
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
    assert.equal(await dialog.count(), 1);
    await rename.click();
    await form.locator("input").fill("Later");
    await fault.waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await dialog.getByRole("heading", { name: "Later" }).waitFor();
    assert.equal((await home.get(scene)).name, "Later");
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Later", exact: true }).waitFor();
  }));

test("a note stays while the mouse is on its button, and goes soon after", () =>
  withScene(async (page) => {
    await page.getByRole("button", { name: "Save the lights as they are now in this scene: Late" }).click();
    await page.clock.install();
    await page.locator("dialog .zg-primary").click();
    await page.getByRole("button", { name: "Done" }).click();
    const note = page.locator(".zg-note", { hasText: "Late remembers" });
    await note.getByRole("button", { name: "Undo" }).hover();
    await page.clock.runFor(30_000);
    assert.equal(await note.count(), 1);
    await page.mouse.move(0, 0);
    await page.clock.runFor(3_000);
    await note.waitFor({ state: "detached" });
  }));

test("a scene that is back takes the mark on its rule away at once", () =>
  withScene(async (page, scene) => {
    const conditions = [{ address: "/config/localtime", operator: "in", value: "T08:00:00/T09:00:00" }];
    const actions = [{ address: `${scene}/recall`, method: "PUT", body: {} }];
    const [{ success: rule }] = await home.post("/rules", { name: "At tea", conditions, actions });
    await page.getByRole("button", { name: "Delete the scene Late" }).click();
    await page.getByRole("dialog", { name: "Delete the scene Late" }).locator(".zg-danger").click();
    const undo = page.locator(".zg-note", { hasText: "Late was deleted." }).getByRole("button", { name: "Undo" });
    await undo.waitFor();
    const isMarked = (response: Response) => response.url().includes("/health");
    await page.waitForResponse(isMarked);
    const again = page.waitForResponse(isMarked, { timeout: SOON });
    await undo.click();
    await again;
    await house.ask("DELETE", `/api/${home.key}/rules/${rule.id}`);
  }));

test("from a scene to the rule that recalls it", () =>
  withScene(async (page) => {
    await page.getByRole("button", { name: "Call it by a button, a time, a sensor…" }).click();
    const then = page.locator("[data-part=actions] .zg-rule-row").first();
    await then.getByLabel("Scene", { exact: true }).waitFor();
    assert.equal(await then.getByRole("combobox", { name: "What to control" }).inputValue(), "Den");
    assert.equal(await then.getByLabel("Scene", { exact: true }).locator("option:checked").innerText(), "Late");
  }));

test("all scenes of the house stand below its rules, and a new one is made there, of a room that has a light", () =>
  withScene(async (page, scene, light) => {
    await home.post("/groups", { name: "Empty shed", type: "Room" });
    const command = { address: `/api/${home.key}/lights/${light}/state`, method: "PUT", body: { on: true } };
    await home.post("/schedules", { name: "Wake up", command, localtime: "W124/T06:30:00" });
    await page.keyboard.press("Escape");
    await page.locator("[data-tab=automation]").click();
    const all = page.locator("[aria-labelledby=zg-all-scenes]");
    const den = all.getByRole("list", { name: "Scenes of Den" }).last();
    await den.getByRole("button", { name: "Late", exact: true }).waitFor();
    await page.getByLabel("Search rules, schedules and scenes").fill("late");
    await page.locator("[aria-labelledby=zg-all-schedules]").waitFor({ state: "detached" });
    await den.getByRole("button", { name: "Change Late" }).click();
    await page.getByRole("button", { name: "Rename Late" }).waitFor();
    await page.getByRole("button", { name: "Delete the scene Late" }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await picture(page, "automation-scenes");
    assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
    await all.getByRole("button", { name: "New scene" }).click();
    const rooms = page.locator("dialog select");
    assert.ok(!(await rooms.innerText()).includes("Empty shed"));
    const group = scene.split("/")[2] ?? "";
    await rooms.selectOption(group);
    await page.getByLabel("Name of the new scene").fill("Late");
    await page.locator("dialog", { hasText: "What Late did before is replaced" }).waitFor();
    const former = await home.get(scene);
    await home.put(`/lights/${light}/state`, { on: false });
    await page.keyboard.press("Enter"); // nothing is replaced by oversight
    await page.getByRole("button", { name: "Replace Late", exact: true }).click();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    assert.equal((await home.get(scene)).lights[0].on, false);
    await page.locator(".zg-note", { hasText: "Late remembers" }).getByRole("button", { name: "Undo" }).click();
    await eventually(async () => JSON.stringify(await home.get(scene)) === JSON.stringify(former));
    await all.getByRole("button", { name: "New scene" }).click();
    await rooms.selectOption(group);
    await page.getByLabel("Name of the new scene").fill("Noon");
    await page.locator("dialog", { hasText: "is replaced" }).waitFor({ state: "detached" });
    await page.locator("dialog").getByRole("button", { name: "Save", exact: true }).waitFor();
    await picture(page, "automation-new-scene");
    assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
    await page.keyboard.press("Enter");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.getByLabel("Search rules, schedules and scenes").fill("");
    await all.getByRole("button", { name: "Noon", exact: true }).waitFor(); // a user who made the scene here stays here
    const { lights } = await home.get(`/groups/${group}/scenes/2`);
    assert.deepEqual(
      lights.map(({ id }: { readonly id: string }) => id),
      [light],
    );
  }));
