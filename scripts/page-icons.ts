/** `node scripts/page-icons.ts` draws the icon of the page in the sizes that phones want, beside its SVG: to be committed with it. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openBrowser } from "../test/support/browser.ts";

const FOLDER = resolve(import.meta.dirname, "../panels");
const SIZES = [180, 192, 512]; // Apple's, then those of the manifest

const svg = readFileSync(join(FOLDER, "page-icon.svg"), "utf8");
const browser = await openBrowser();
const page = await browser.newPage();
for (const size of SIZES) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`);
  await page.screenshot({ path: join(FOLDER, `page-icon-${size}.png`) });
}
await browser.close();
