/** A key that is made in the gateway's panel, in a real browser: it is shown once, copied, valid at once, and revoked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityFaults, faultsInWidth } from "../../support/accessibility.ts";
import { picture } from "../../support/browser.ts";
import { eventually } from "../../support/node-red.ts";
import { openPage, openVirtualHouse, watched } from "../../support/panels.ts";

const { browser, house } = await openVirtualHouse();

for (const [width, colorScheme] of [
  [300, "dark"],
  [1280, "light"],
] as const)
  test(`a key for a program that cannot ask is shown this once, ${width} pixels wide, ${colorScheme}`, async () =>
    watched(await openPage(browser, house.adminUrl, { colorScheme }), async (page) => {
      await page.setViewportSize({ width, height: 700 });
      const program = `Script of ${width}`;
      await page.locator("[data-tab=gateway]").click();
      await page.getByRole("button", { name: "New key", exact: true }).click();
      await page.locator("dialog", { hasText: "Name the program first." }).waitFor();
      await page.getByLabel("Name of the program").fill(program);
      await picture(page, `new-key-named-${width}`);
      await page.keyboard.press("Enter");
      const field = page.getByLabel("Key", { exact: true });
      await field.waitFor();
      const key = await field.inputValue();
      assert.match(key, /^[\dA-F]{16,}$/);
      assert.equal(
        await field.evaluate((element) => element.scrollWidth <= element.clientWidth),
        true,
        "all of it is seen",
      );
      assert.deepEqual(await accessibilityFaults(page, "dialog"), []);
      assert.deepEqual(await faultsInWidth(page, ".zg"), []);
      await picture(page, `new-key-${width}`);
      await page.evaluate(
        'Object.defineProperty(navigator, "clipboard", { value: undefined }); document.addEventListener("copy", () => { window.copied = String(document.activeElement.value); })',
      ); // as on a page that does not come by https
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      await page.locator(".zg-note", { hasText: "The key is copied." }).waitFor();
      assert.equal(await page.evaluate("window.copied"), key);
      await page.locator("dialog").getByRole("button", { name: "Close" }).click();
      await page.locator("dialog").waitFor({ state: "detached" });
      assert.equal(await page.getByText(key).count(), 0, "nobody is told it again");
      const { body } = await house.ask("GET", `/api/${key}/config`);
      assert.ok(body.whitelist, "it is valid at once");
      await page.getByRole("button", { name: `Revoke the key of ${program}` }).click();
      await page.locator("dialog .zg-danger").click();
      await eventually(async () => (await house.ask("GET", `/api/${key}/config`)).body.whitelist === undefined);
    }));
