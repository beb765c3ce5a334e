/** The tiles of lamps in a real browser: the level follows the thumb before its release, and the dots to the page of a lamp can be seen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/node-red.ts";
import { openPage, openVirtualHouse, watched } from "../../support/panels.ts";
import { MAC } from "../../support/virtual-flow.ts";

const { browser, house, home } = await openVirtualHouse();
const LOOKS = [
  { colorScheme: "dark", viewport: { width: 300, height: 740 } },
  { colorScheme: "light", viewport: { width: 1280, height: 900 } },
] as const;

const tileOf = (page: Page, name: string) => page.locator(".zg-tile", { hasText: name }).first();
const saying = (tile: Locator, words: RegExp) => tile.locator(".zg-tile-state", { hasText: words }).waitFor();

test("a tile says the level where the thumb is dragged to, and the lamp is told when it is let go", async () => {
  const { id, name } = await home.resource("lights", MAC.hallLamp);
  await home.put(`/lights/${id}/state`, { on: false });
  await watched(await openPage(browser, house.adminUrl), async (page) => {
    const tile = tileOf(page, name);
    await saying(tile, /^Off$/);
    const sent: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/perform") && request.postDataJSON().method === "PUT")
        sent.push(request.postDataJSON().body);
    });
    await tile.scrollIntoViewIfNeeded();
    const box = await tile.getByRole("slider").boundingBox();
    assert.ok(box);
    const dragTo = (part: number) => page.mouse.move(box.x + box.width * part, box.y + box.height / 2, { steps: 5 });
    await dragTo(0.03);
    await page.mouse.down();
    await dragTo(0.6);
    await saying(tile, /^[56]\d %$/);
    await dragTo(0);
    await saying(tile, /^Off$/);
    await page.mouse.up(); // where it began: no browser tells a change
    assert.deepEqual(sent, []);
    await home.put(`/lights/${id}/state`, { on: true, bri: 254 });
    await saying(tile, /^100 %$/);
    assert.equal(await tile.getByRole("slider").inputValue(), "100", "the thumb follows what others do again");
    await dragTo(0.9);
    await page.mouse.down();
    await dragTo(0.5);
    await saying(tile, /^[45]\d %$/);
    assert.deepEqual(sent, []);
    await page.mouse.up();
    await saying(tile, /^[45]\d %$/);
    assert.equal(sent.length, 1);
  });
});

/** The contrast of the darkest and the brightest point of a drawing. */
async function contrastIn(target: Locator): Promise<number> {
  const png = (await target.screenshot()).toString("base64");
  return target.evaluate(async (_, data) => {
    const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context?.drawImage(image, 0, 0);
    const points = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    const linear = (part = 0) => (part / 255 > 0.04045 ? ((part / 255 + 0.055) / 1.055) ** 2.4 : part / 255 / 12.92);
    const luminances: number[] = [];
    for (let at = 0; at < points.length; at += 4)
      luminances.push(0.2126 * linear(points[at]) + 0.7152 * linear(points[at + 1]) + 0.0722 * linear(points[at + 2]));
    return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
  }, png);
}

const ENOUGH = 4.5;

for (const look of LOOKS)
  test(`the dots on a tile are drawn so that eyes find them: ${look.viewport.width} wide and ${look.colorScheme}`, async () => {
    const { id, name } = await home.resource("lights", MAC.colourLamp);
    await watched(await openPage(browser, house.adminUrl, look), async (page) => {
      const tile = tileOf(page, name);
      for (const [state, shown] of [
        [{ on: false }, ".zg-tile:not(.zg-on)"],
        [{ on: true, xy: [0.15, 0.06] }, ".zg-on"],
      ] as const) {
        await home.put(`/lights/${id}/state`, state);
        await tile.and(page.locator(shown)).waitFor();
        await page.mouse.move(0, 0);
        const dots = tile.getByRole("button", { name: `More about ${name}` }).locator("svg");
        await eventually(async () => (await contrastIn(dots)) >= ENOUGH); // what comes late may move the tile while its picture is taken
      }
      const picture = await contrastIn(tile.locator(".zg-tile-icon svg"));
      assert.ok(picture >= ENOUGH, `on blue ${picture} to 1`);
    });
  });
