/** The dialog of the scene node: a group is picked, then one of its scenes; a saved choice stays, also when the scene is not there now. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import {
  closeDialog,
  deploy,
  dragNode,
  type EditorOptions,
  openDialog,
  picture,
  settled,
  wire,
} from "../../support/browser.ts";
import {
  LOOKS,
  looked,
  pick,
  picker,
  type Run,
  type Stage,
  saved as savedOf,
  unfold,
  withFlow,
} from "../../support/dialogs.ts";
import { assertGestures, countGestures } from "../../support/gestures.ts";
import { eventually, flowNode, gatewayNode, sink, TAB } from "../../support/node-red.ts";
import { openVirtualHouse } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const GATEWAY = gatewayNode("gw", { radio: "virtual" });
const SCENES = "#zigbee-gateway-scene-scenes";
const FROM_MESSAGE = "as the message says";
const [NEXT, BEFORE] = ["the next one", "the previous one"];
const DESK = { address: "/groups/9", uniqueid: "", resourceName: "Desk", house: "" };
const WORK = { ...DESK, scene: "2", sceneName: "Work" };

const { browser, house, home } = await openVirtualHouse({ flow: [TAB, GATEWAY] });
const stage = (): Stage => ({ browser, house });

before(async () => {
  for (const name of ["Desk", "Shelf"]) await home.post("/groups", { name, lights: ["1", "2"] });
  for (const name of ["Movie", "Work"]) await home.post("/groups/9/scenes", { name });
  await home.post("/groups/10/scenes", { name: "Night" });
});

async function withDialog(more: object, run: Run, options: EditorOptions = {}): Promise<void> {
  const node = flowNode("scene", "zigbee-gateway-scene", { gateway: "gw", ...more, wires: [["out"]] });
  await withFlow(stage(), [TAB, GATEWAY, node, { ...sink("out"), x: 400 }], options, async (page) => {
    await openDialog(page, "scene");
    await picker(page, "scene").waitFor();
    await run(page);
  });
}

const saved = (page: Page, ...names: string[]) => savedOf(page, "scene", ...names);

const offered = (page: Page) => page.locator(`${SCENES} label`).allTextContents();
const chosen = (page: Page) => page.locator(`${SCENES} label:has(:checked)`).textContent();
const choose = (page: Page, name: string) => page.locator(SCENES).getByLabel(name, { exact: true }).check();
const reads = (page: Page) => page.locator("#zigbee-gateway-scene-reads").textContent();

test("a group is picked, then one of its scenes, which every message recalls", () =>
  withDialog({}, async (page) => {
    assert.deepEqual(await offered(page), [NEXT, BEFORE, FROM_MESSAGE]);
    const make = page.locator("#zigbee-gateway-scene-make");
    const about = page.locator("#zigbee-gateway-scene-about");
    assert.deepEqual(
      [await make.isVisible(), await make.isDisabled()],
      [true, true],
      "where a scene is made is in sight",
    );
    assert.match((await about.textContent()) ?? "", /^Choose a room above first/);
    await picture(page, "scene-nothing");
    await picker(page, "scene").fill("movi"); // a group is found by its scenes, too
    await page.keyboard.press("Enter");
    assert.equal(await chosen(page), "Movie");
    assert.match((await about.textContent()) ?? "", /^Set the lights of the room first/);
    assert.deepEqual([await make.isVisible(), await make.isDisabled()], [true, false]);
    await picture(page, "scene-chosen");
    assert.deepEqual(await offered(page), ["Movie", "Work", NEXT, BEFORE, FROM_MESSAGE]);
    await choose(page, "Work");
    assert.equal(await reads(page), "Each message recalls “Work” in Desk.");
    await unfold(page);
    await page.fill("#node-input-transition", "0.5");
    await page.check("#node-input-facts");
    await page.uncheck("#zigbee-gateway-scene-foreign");
    await closeDialog(page);
    const names = ["address", "resourceName", "scene", "sceneName", "does", "target", "own", "outputs"];
    const all = ["/groups/9", "Desk", "2", "Work", "recall", "", true, 2];
    assert.deepEqual(await saved(page, ...names), all);
    assert.match((await page.locator('g[id="scene"]').textContent()) ?? "", /Desk: Work/);
    await openDialog(page, "scene");
    assert.equal(await chosen(page), "Work");
    await closeDialog(page);
    assert.deepEqual(await saved(page, ...names), all, "untouched it stays");
    await deploy(page, house);
    house.send("scene", { payload: "whatever" });
    assert.equal((await house.received("out"))[0]?.scene, "2");
    await house.status("scene", /^Work · /);
  }));

test("of a room its first scene is chosen, as a press of a button names none; a choice to leave it to the message stays", () =>
  withDialog({}, async (page) => {
    await pick(picker(page, "scene"), "/groups/9");
    assert.equal(await chosen(page), "Movie");
    await pick(picker(page, "scene"), "/groups/10");
    assert.equal(await chosen(page), "Night");
    await choose(page, FROM_MESSAGE);
    await pick(picker(page, "scene"), "/groups/9");
    assert.equal(await chosen(page), FROM_MESSAGE);
    await closeDialog(page);
    assert.deepEqual(await saved(page, "address", "scene", "sceneName"), ["/groups/9", "", ""]);
  }));

test("another group has other scenes; only a recall knows the next one", () =>
  withDialog(WORK, async (page) => {
    await unfold(page);
    await page.selectOption("#node-input-does", "store");
    assert.deepEqual(await offered(page), ["Movie", "Work", FROM_MESSAGE]);
    assert.equal(await chosen(page), "Work");
    assert.match((await reads(page)) ?? "", /saves the lights of Desk, as they are then, as “Work”/);
    await pick(picker(page, "scene"), "/groups/10");
    assert.deepEqual([await offered(page), await chosen(page)], [["Night", FROM_MESSAGE], FROM_MESSAGE]);
    await page.selectOption("#node-input-does", "recall");
    await choose(page, NEXT);
    await pick(picker(page, "scene"), "/groups/9");
    assert.equal(await chosen(page), NEXT, "each group has one");
    await page.selectOption("#node-input-does", "delete");
    assert.equal(await chosen(page), NEXT, "what was chosen is not thrown away");
    await page.selectOption("#node-input-does", "recall");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "address", "scene", "sceneName"), ["/groups/9", "next", ""]);
    await page.locator(".red-ui-flow-node-label-text", { hasText: /^Desk: next$/ }).waitFor({ state: "attached" });
  }));

test("a scene comes onto a remote, from an empty flow: it is made of how the lights are, and a key calls it", () =>
  withFlow(stage(), [TAB, GATEWAY], {}, async (page) => {
    const gestures = await countGestures(page);
    const dragAndOpen = async (type: string, x: number) => {
      await dragNode(page, type, x, 160);
      await page.keyboard.press("Enter"); // it is selected
      await settled(page);
      await page.locator(".zg-pick-place").waitFor();
    };
    await dragAndOpen("zigbee-gateway-button", 200);
    await home.turn(MAC.dimmer, { press: "off_press" });
    await page.locator("#zigbee-gateway-button-buttons-4:checked").waitFor();
    await closeDialog(page);
    await dragAndOpen("zigbee-gateway-scene", 480);
    await picture(page, "scene-new");
    await page.locator('.zg-pick-place [data-address="/groups/9"]').click();
    await page.locator("#zigbee-gateway-scene-new").click();
    await page.keyboard.type("Night");
    await page.locator("#zigbee-gateway-scene-make").click();
    await page.locator(`${SCENES} label:has(:checked)`, { hasText: "Night" }).waitFor();
    assert.equal(await reads(page), "Each message recalls “Night” in Desk.");
    await picture(page, "scene-made");
    await closeDialog(page);
    const [button = "", scene = ""]: string[] = await page.evaluate("RED.nodes.filterNodes({}).map(({ id }) => id)");
    await wire(page, button, 0, scene);
    await deploy(page, house);
    await assertGestures(gestures, "a scene on a remote, room existing", 12);
    for (const press of ["off_press", "off_press_release"]) await home.turn(MAC.dimmer, { press });
    await house.status(scene, /^Night · /);
    const made = Object.entries<{ name: string }>(await home.get("/groups/9/scenes")).find(
      ([, { name }]) => name === "Night",
    );
    await house.ask("DELETE", `/api/${home.key}/groups/9/scenes/${made?.[0]}`);
  }));

test("a scene can be tried, and one without a name is not made", () =>
  withDialog(WORK, async (page) => {
    await page.locator("#zigbee-gateway-scene-make").click();
    const trouble = page.locator("#zigbee-gateway-scene-trouble");
    await trouble.filter({ hasText: "needs a name" }).waitFor();
    await page.keyboard.type("Movie"); // its field has the cursor
    await page.locator("#zigbee-gateway-scene-make").click();
    await trouble.filter({ hasText: "“Movie” exists. Press again" }).waitFor();
    const called = async () => (await home.get("/groups/9")).action.scene;
    await page.locator(SCENES).getByLabel("Movie").check();
    const trial = page.locator("#zigbee-gateway-scene-live");
    await trial.locator(".zg-scene-light").first().waitFor();
    const heading = trial.getByText("What “Movie” does: a change here is saved in the scene at once.");
    await heading.waitFor();
    const tops = [heading, trial.locator(".zg-scene-lights")].map(async (each) => (await each.boundingBox())?.y ?? 0);
    const [said = 0, sliders = 0] = await Promise.all(tops);
    assert.ok(said < sliders, "it is read before a slider is moved");
    assert.match(
      (await page.textContent("#zigbee-gateway-scene-about")) ?? "",
      /^Set the lights of the room first, in/,
    );
    await trial.getByRole("button", { name: "Try it now" }).click();
    await eventually(async () => (await called()) === "1");
    await trial.locator("[role=status]", { hasText: /lights? (are|is) set/ }).waitFor();
    await picture(page, "scene-tried");
    await closeDialog(page, "#node-dialog-cancel");
  }));

const lost: [what: string, more: object, shows: string][] = [
  ["a scene", { ...WORK, scene: "9", sceneName: "Dinner" }, "Dinner (not there now)"],
  ["a scene without a name", { ...WORK, scene: "9", sceneName: "" }, "9 (not there now)"],
  ["a group", { ...WORK, address: "/groups/99", resourceName: "Attic" }, "Work (not there now)"],
  ["a scene of another house", { ...WORK, house: "another", scene: "1", sceneName: "Gone" }, "Gone (not there now)"],
];

for (const [what, more, shows] of lost) {
  test(`${what} that was saved and is not there stays, and is said to be gone`, () =>
    withDialog(more, async (page) => {
      const names = Object.keys(WORK);
      const before = await saved(page, ...names);
      assert.equal(await chosen(page), shows);
      await closeDialog(page);
      assert.deepEqual(await saved(page, ...names), before);
      await openDialog(page, "scene");
      await page.locator(`${SCENES} label`, { hasText: shows }).waitFor();
      await choose(page, FROM_MESSAGE);
      await closeDialog(page);
      assert.deepEqual(await saved(page, "scene", "sceneName"), ["", ""]);
    }));
}

test("in another house a scene is found by its name", () =>
  withDialog({ ...WORK, house: "another", address: "/groups/77", scene: "7" }, async (page) => {
    assert.equal(await chosen(page), "Work");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "address", "scene", "sceneName", "house"), [
      "/groups/77",
      "7",
      "Work",
      "another",
    ]);
    house.send("scene", {});
    assert.equal((await house.received("out"))[0]?.topic, "/groups/9/scenes/2");
  }));

for (const { look, ...options } of LOOKS) {
  test(`the dialog in ${look}`, () =>
    withDialog(
      { ...WORK, facts: true, outputs: 2 },
      async (page) => {
        await looked(page, `scene-${look}`);
      },
      options,
    ));
}
