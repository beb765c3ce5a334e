/** The dialog of the scene node: a group is picked, then one of its scenes; what was saved stays, also when it is not there now. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { closeDialog, deploy, type EditorOptions, openDialog } from "../support/browser.ts";
import { LOOKS, looked, type Run, type Stage, saved as savedOf, withFlow } from "../support/dialogs.ts";
import { flowNode, gatewayNode, sink, TAB } from "../support/node-red.ts";
import { openVirtualHouse } from "../support/panels.ts";

const GATEWAY = gatewayNode("gw", { radio: "virtual" });
const GROUPS = "#zigbee-gateway-scene-resource";
const SCENES = "#zigbee-gateway-scene-scene";
const FROM_MESSAGE = "what the message says: a name, an id, next, previous";
const [NEXT, BEFORE] = ["the next one, with every message", "the one before, with every message"];
const KITCHEN = { address: "/groups/1", uniqueid: "", resourceName: "Kitchen", house: "" };
const WORK = { ...KITCHEN, scene: "2", sceneName: "Work" };

const { browser, house, home } = await openVirtualHouse({ flow: [TAB, GATEWAY] });
const stage = (): Stage => ({ browser, house });

before(async () => {
  for (const name of ["Kitchen", "Hall"]) await home.post("/groups", { name, lights: ["1", "2"] });
  for (const name of ["Movie", "Work"]) await home.post("/groups/1/scenes", { name });
  await home.post("/groups/2/scenes", { name: "Night" });
});

async function withDialog(more: object, run: Run, options: EditorOptions = {}): Promise<void> {
  const node = flowNode("scene", "zigbee-gateway-scene", { gateway: "gw", ...more, wires: [["out"]] });
  await withFlow(stage(), [TAB, GATEWAY, node, { ...sink("out"), x: 400 }], options, async (page) => {
    await openDialog(page, "scene");
    await page.locator(`${GROUPS} option`, { hasText: "Hall" }).waitFor({ state: "attached" });
    await run(page);
  });
}

const saved = (page: Page, ...names: string[]) => savedOf(page, "scene", ...names);

const offered = (page: Page) => page.locator(`${SCENES} option`).allTextContents();
const chosen = (page: Page) => page.locator(`${SCENES} option:checked`).textContent();

test("a group is picked, then one of its scenes, which every message recalls", () =>
  withDialog({}, async (page) => {
    assert.deepEqual(await offered(page), [FROM_MESSAGE, NEXT, BEFORE]);
    await page.selectOption(GROUPS, "/groups/1");
    assert.deepEqual(await offered(page), [FROM_MESSAGE, NEXT, BEFORE, "Movie", "Work"]);
    await page.selectOption(SCENES, { label: "Work" });
    await page.fill("#node-input-transition", "0.5");
    await page.check("#node-input-facts");
    await page.uncheck("#zigbee-gateway-scene-foreign");
    await closeDialog(page);
    const names = ["address", "resourceName", "scene", "sceneName", "does", "target", "own", "outputs"];
    const all = ["/groups/1", "Kitchen", "2", "Work", "recall", "", true, 2];
    assert.deepEqual(await saved(page, ...names), all);
    assert.match((await page.locator('g[id="scene"]').textContent()) ?? "", /Kitchen: Work/);
    await openDialog(page, "scene");
    assert.equal(await chosen(page), "Work");
    await closeDialog(page);
    assert.deepEqual(await saved(page, ...names), all, "untouched it stays");
    await deploy(page, house);
    house.send("scene", { payload: "whatever" });
    assert.equal((await house.received("out"))[0]?.scene, "2");
    await house.status("scene", /^Kitchen: Work · /);
  }));

test("another group has other scenes; only a recall knows the next one", () =>
  withDialog(WORK, async (page) => {
    await page.selectOption("#node-input-does", "store");
    assert.deepEqual(await offered(page), [FROM_MESSAGE, "Movie", "Work"]);
    assert.equal(await chosen(page), "Work");
    await page.selectOption(GROUPS, "/groups/2");
    assert.deepEqual([await offered(page), await chosen(page)], [[FROM_MESSAGE, "Night"], FROM_MESSAGE]);
    await page.selectOption("#node-input-does", "recall");
    await page.selectOption(SCENES, { label: NEXT });
    await page.selectOption(GROUPS, "/groups/1");
    assert.equal(await chosen(page), NEXT, "each group has one");
    await page.selectOption("#node-input-does", "delete");
    assert.equal(await chosen(page), NEXT, "what was chosen is not thrown away");
    await page.selectOption("#node-input-does", "recall");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "address", "scene", "sceneName"), ["/groups/1", "next", ""]);
  }));

const lost: [what: string, more: object, shows: string][] = [
  ["a scene", { ...WORK, scene: "9", sceneName: "Dinner" }, "Dinner (not there now)"],
  ["a scene without a name", { ...WORK, scene: "9", sceneName: "" }, "9 (not there now)"],
  ["a group", { ...WORK, address: "/groups/9", resourceName: "Attic" }, "Work (not there now)"],
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
      await page.locator(`${SCENES} option`, { hasText: shows }).waitFor({ state: "attached" });
      await page.selectOption(SCENES, { label: FROM_MESSAGE });
      await closeDialog(page);
      assert.deepEqual(await saved(page, "scene", "sceneName"), ["", ""]);
    }));
}

test("in another house a scene is found by its name", () =>
  withDialog({ ...WORK, house: "another", address: "/groups/7", scene: "7" }, async (page) => {
    assert.equal(await chosen(page), "Work");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "address", "scene", "sceneName", "house"), [
      "/groups/7",
      "7",
      "Work",
      "another",
    ]);
    house.send("scene", {});
    assert.equal((await house.received("out"))[0]?.topic, "/groups/1/scenes/2");
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
