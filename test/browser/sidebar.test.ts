/** The sidebar and its page in a real browser: seen, used by hand and by keyboard, and gone without a trace. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { accessibilityFaults, faultsInWidth } from "../support/accessibility.ts";
import { closeDialog, openBrowser, picture } from "../support/browser.ts";
import { eventually, gatewayNode, type NodeRed, nodeRed, TAB } from "../support/node-red.ts";
import {
  ask,
  listenersOf,
  lookAround,
  lookAtPanels,
  openPage,
  openSidebar,
  overflow,
  PHONE,
  READY,
  watched,
  withHouse,
} from "../support/panels.ts";
import { prefixProxy } from "../support/proxy.ts";
import { freePort } from "../support/start.ts";

const HOSTILE = "<img src=x onerror=\"document.title='stolen'\">";

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

describe("in one Node-RED", () => {
  let house: NodeRed;
  let count = 0;
  before(async () => {
    house = await nodeRed({ flow: [TAB] });
  });
  after(() => house.stop());

  const plainFlow = (name: string, more: object = {}) => [
    TAB,
    gatewayNode("gw", { name, network: `net-${count}`, announceHost: "127.0.0.1", ...more }),
    ask(),
  ];

  /** Each time one that knows nothing yet. */
  async function withGateway(run: () => Promise<void>): Promise<void> {
    count += 1;
    await house.deploy(plainFlow("Home"));
    await eventually(() => house.nodes.getNode("gw").runtime?.opened);
    await house.status("ask", READY);
    await run();
  }

  for (const [dark, locale] of [
    [false, "en-US"],
    [true, "de-DE"],
  ] as const) {
    test(`every panel of the sidebar, ${dark ? "dark" : "light"}, ${locale}`, async () => {
      await house.deploy([
        TAB,
        gatewayNode("gw", { name: "Home", radio: "virtual", announceHost: "127.0.0.1" }),
        ask(),
      ]);
      await lookAtPanels(browser, house, dark, locale);
    });
  }

  test("at 300 pixels, and on a page of 360 pixels in light and dark, nothing sticks out", () =>
    withGateway(async () => {
      await house.ask("POST", "/zigbee-gateway/gw/unlock", {});
      await house.ask("POST", "/api", { devicetype: `${HOSTILE} ${"x".repeat(150)}` });
      for (const colorScheme of ["light", "dark"] as const) {
        await watched(await openPage(browser, house.adminUrl, { colorScheme, locale: "de-DE" }), async (page) => {
          await page.locator(".zg-tabs").waitFor();
          for (const width of [360, 300]) {
            await page.setViewportSize({ ...PHONE, width });
            await lookAround(page);
            await page.locator(".zg-table").waitFor();
            await picture(page, `page-${width}-${colorScheme}`);
            assert.deepEqual(await faultsInWidth(page, ".zg"), []);
            assert.ok((await overflow(page, "html")) <= 0);
          }
          assert.equal(await page.locator(".zg img").count(), 0);
        });
      }
    }));

  test("by keyboard: a program is let in, seen at once, and thrown out", () =>
    withGateway(async () =>
      watched(await openPage(browser, house.adminUrl), async (page) => {
        await page.locator("[data-tab=home]").focus();
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("End");
        await page.keyboard.press("Home");
        await page.locator("[data-tab=home][aria-selected=true]").waitFor();
        while ((await page.locator("[data-tab=gateway][aria-selected=true]").count()) === 0)
          await page.keyboard.press("ArrowRight");
        assert.equal(await page.evaluate("document.activeElement.dataset.tab"), "gateway");
        const open = await page.getByRole("button", { name: "Open for a minute" }).elementHandle();
        while (!(await page.evaluate((button) => button === document.activeElement, open)))
          await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.locator(".zg-ring").waitFor();
        await page.waitForFunction(() => /^\d\d$/.test(document.querySelector(".zg-ring-inside")?.textContent ?? ""));
        const [{ success }] = (await house.ask("POST", "/api", { devicetype: "phone" })).body;
        await page.locator(".zg-table td", { hasText: "phone" }).waitFor();
        const revoke = page.getByRole("button", { name: "Revoke the key of phone" });
        await revoke.focus();
        await page.keyboard.press("Enter");
        await page.locator("dialog[open]").waitFor();
        assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
        await picture(page, "revoke");
        await page.keyboard.press("Escape");
        await page.locator("dialog").waitFor({ state: "detached" });
        await page.waitForFunction((button) => button === document.activeElement, await revoke.elementHandle()); // the focus comes back
        await page.keyboard.press("Enter");
        await page.locator("dialog .zg-danger").click();
        await page.locator(".zg-note", { hasText: "phone is locked out" }).waitFor(); // for a while, before or after the list is empty
        await page.locator(".zg-empty").waitFor();
        assert.equal((await house.ask("GET", `/api/${success.username}/lights`)).status, 403);
        await house.ask("POST", "/zigbee-gateway/gw/unlock", { seconds: 0 });
        await page.locator(".zg-ring").waitFor({ state: "detached" });
      }),
    ));

  test("the report is in the clipboard, without secrets", () =>
    withGateway(async () =>
      watched(await openPage(browser, house.adminUrl), async (page) => {
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
        await lookAround(page);
        await page.getByRole("button", { name: "Copy report" }).click();
        await page.locator(".zg-note.zg-tone-good").waitFor();
        const report = String(await page.evaluate("navigator.clipboard.readText()"));
        assert.match(report, /^Zigbee gateway \d+\.\d+\.\d+ · Node-RED 5\./);
        assert.match(report, /disk: ok, good/);
      }),
    ));

  test("the address that is shown answers: below Node-RED's server, and at a port of its own", () =>
    withGateway(async () =>
      watched(
        await openPage(browser, house.adminUrl),
        async (page) => {
          await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
          await page.locator("[data-tab=gateway]").click();
          const shown = page.locator(".zg-facts .zg-address");
          const { bridgeid } = house.nodes.getNode("gw").runtime.opened.gateway.store.get("/config").attr;
          const answersAt = async (port: number) => {
            await shown.filter({ hasText: `:${port}/` }).waitFor({ timeout: 30_000 });
            const url = await shown.locator("code").innerText();
            const { status, body } = await house.ask("GET", `${url}/config`);
            assert.deepEqual([status, body.bridgeid], [200, bridgeid], url);
            return url;
          };
          const url = await answersAt(house.port);
          await shown.getByRole("button", { name: "Copy the address" }).click();
          await page.locator(".zg-note.zg-tone-good").waitFor();
          assert.equal(await page.evaluate("navigator.clipboard.readText()"), url);
          const port = await freePort();
          await house.deploy(plainFlow("Home", { port: String(port) }));
          await answersAt(port);
        },
        /404|503/, // while the flows begin anew
      ),
    ));

  test("a change of the house shows at once, also after the gateway began anew; and the line goes with the tab", () =>
    withGateway(async () => {
      const before = listenersOf(house);
      const page = await openSidebar(browser, house);
      await watched(
        page,
        async () => {
          await page.locator("[data-tab=gateway]").click();
          await page.locator(".zg-counts li", { hasText: "0 sensors" }).waitFor();
          assert.equal(listenersOf(house), before + 1);
          const sensor = {
            name: "S",
            modelid: "M",
            swversion: "1",
            type: "CLIPPresence",
            uniqueid: "p1",
            manufacturername: "Me",
          };
          house.send("ask", { method: "POST", topic: "/sensors", payload: sensor });
          await page.locator(".zg-counts li", { hasText: "1 sensor" }).waitFor();
          await failAndTryAgain(page);
          await house.deploy(plainFlow("Other"));
          await page.locator(".zg h2", { hasText: "Other" }).waitFor({ timeout: 30_000 });
          await house.status("ask", READY);
          house.send("ask", { method: "POST", topic: "/sensors", payload: { ...sensor, uniqueid: "p2" } });
          await page.locator(".zg-counts li", { hasText: "2 sensors" }).waitFor();
          const open = listenersOf(house);
          await page.evaluate('RED.sidebar.removeTab("zigbee-gateway")');
          await eventually(() => listenersOf(house) < open);
        },
        /404|ResizeObserver/,
      );
    }));

  test("a user with a stick and no gateway yet gets a dialog for a stick", async () => {
    await house.deploy([TAB]);
    await watched(
      await openSidebar(browser, house),
      async (page) => {
        await page.getByRole("button", { name: "Use my stick…" }).click();
        await page.locator("#zigbee-gateway-stick-rows").waitFor();
        assert.notEqual(await page.inputValue("#zigbee-gateway-radio"), "virtual");
        const hint = page.locator("#zigbee-gateway-path-hint");
        await page.locator("#zigbee-gateway-path").fill("192.168.1.20");
        await page.locator("#zigbee-gateway-path").blur(); // an address that is half typed is not called wrong
        await hint.filter({ hasText: "tcp://" }).waitFor();
        await page.locator("#zigbee-gateway-path").fill("tcp://192.168.1.20:6638");
        assert.equal(await hint.innerText(), "");
        await closeDialog(page, "#node-config-dialog-ok");
        const waits = page.locator(".zg-empty", { hasText: "Press Deploy" });
        await waits.waitFor();
        await page.evaluate(`(() => {
          let made;
          RED.nodes.eachConfig(({ id, type }) => {
            if (type === "zigbee-gateway") made = id;
            return true;
          });
          RED.nodes.remove(made);
        })()`);
        await page.getByRole("button", { name: "Use my stick…" }).waitFor();
      },
      /404/, // a gateway that is not deployed yet has neither keys nor backups
    );
  });

  test("a sidebar out of sight lets its line go after a while, and takes it up again", () =>
    withGateway(async () => {
      const before = listenersOf(house);
      const page = await openSidebar(browser, house);
      const look = async () => {
        await page.locator(".zg-home").waitFor();
        assert.equal(listenersOf(house), before + 1);
        await page.locator("[data-tab=gateway]").click();
        await page.evaluate('RED.sidebar.show("info")');
        await eventually(
          () => listenersOf(house) === before,
          () => `${listenersOf(house)} of ${before}`,
          40_000,
        );
        await page.route("**/gateways", (route) => route.abort(), { times: 1 });
        const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/gateways"));
        await page.evaluate('RED.actions.invoke("zigbee-gateway:show-sidebar")');
        await failed;
        await eventually(() => listenersOf(house) === before + 1);
        assert.equal(await page.locator("[data-tab=gateway][aria-selected=true]").count(), 1, "all is as it was left");
      };
      await watched(page, look, /ERR_FAILED/);
    }));
});

/** Lists cannot do without a ResizeObserver: the panel of devices fails, alone, until there is one again. */
async function failAndTryAgain(page: Page) {
  await page.evaluate("window.kept = ResizeObserver; window.ResizeObserver = undefined;");
  await page.locator("[data-tab=devices]").click();
  await page.locator(".zg-panel .zg-hindrance").waitFor();
  await page.locator("[data-tab=gateway]").click();
  await page.getByRole("button", { name: "Open for a minute" }).waitFor();
  await page.locator("[data-tab=devices]").click();
  await page.locator(".zg-panel .zg-hindrance").waitFor();
  await page.evaluate("window.ResizeObserver = window.kept;");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".zg-row", { hasText: "S" }).first().waitFor();
  await page.locator("[data-tab=gateway]").click();
}

test("without an editor, several gateways: one is chosen; none: the panel says the next step, and shows a new one", () => {
  const two = [
    TAB,
    gatewayNode("gw", { name: "House", announceHost: "127.0.0.1" }),
    gatewayNode("barn", { name: HOSTILE }),
    ask(),
  ];
  return withHouse(
    { flow: [TAB], settings: { disableEditor: true } },
    async (house) =>
      watched(
        await openPage(browser, house.adminUrl),
        async (page) => {
          await page.locator(".zg-hindrance", { hasText: "no Zigbee gateway" }).waitFor();
          await picture(page, "no-gateway");
          assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
          await house.deploy(two);
          await page.getByRole("button", { name: "Try again" }).click();
          await page.locator(".zg h2", { hasText: "House" }).waitFor();
          await putBack(page, house);
          await page.getByRole("combobox", { name: "Gateway" }).selectOption("barn");
          await page.locator(".zg h2", { hasText: "<img" }).waitFor();
          await picture(page, "two-gateways");
          assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
          assert.equal(await page.locator(".zg img").count(), 0);
        },
        /404|503|400|CONNECTION_REFUSED/,
      ), // while the flows begin anew, and of a file that is no backup
  );
});

const LATE = {
  name: "Late",
  modelid: "M",
  swversion: "1",
  type: "CLIPPresence",
  uniqueid: "l1",
  manufacturername: "Me",
};

/** A backup that is kept; newer resources are named before they are lost. */
async function putBack(page: Page, house: NodeRed): Promise<void> {
  await page.locator("[data-tab=gateway]").click();
  const file = page.locator("input[type=file]");
  await file.setInputFiles({ name: "no.backup.gz", mimeType: "application/gzip", buffer: Buffer.from("nonsense") });
  await page.locator(".zg-note.zg-tone-bad", { hasText: "backup" }).waitFor();
  await page.getByRole("button", { name: "Make one now" }).click();
  await page.locator(".zg-note", { hasText: "The backup was made and is kept here." }).waitFor();
  await page.getByRole("button", { name: "Go back to the one kept here" }).click();
  await house.status("ask", READY);
  house.send("ask", { method: "POST", topic: "/sensors", payload: LATE });
  await page.locator(".zg-counts li", { hasText: "1 sensor" }).waitFor();
  let letRead = () => {};
  const mayBeRead = new Promise<void>((resolve) => {
    letRead = resolve;
  });
  await page.route("**/restore/look", async (route) => {
    await mayBeRead;
    await route.continue();
  });
  await page.getByRole("button", { name: /^Restore the backup: / }).click();
  await page.getByText("Reading the backup…").waitFor();
  letRead();
  const question = page.locator("dialog[open]");
  await question.getByText("Not in it, so lost: Late.").waitFor();
  await picture(page, "restore");
  assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
  await page.getByText("Reading the backup…").waitFor({ state: "detached" });
  const early = { name: "early.backup.gz", day: "2026-01-01", bytes: 1_000 };
  await page.route("**/backups", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: [...(await response.json()), early] });
  });
  await question.getByRole("button", { name: "Restore it" }).click();
  await page.locator(".zg-note", { hasText: "Restored: the flows start again." }).waitFor();
  await page.locator(".zg-counts li", { hasText: "0 sensors" }).waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Go back to one of 2 kept here" }).waitFor(); // read again
}

test("behind a proxy with a path, with a root of its own and a login: the page asks for the login, and finds that of the editor", async () => {
  const people: Readonly<Record<string, object>> = { secret: { username: "owner", permissions: "*" } };
  const adminAuth = { type: "credentials", users: [], tokens: async (token: string) => people[token] ?? null };
  await withHouse({ settings: { httpAdminRoot: "/admin", adminAuth } }, async (house) => {
    const proxy = await prefixProxy(house.url, "/ingress/abc");
    try {
      const page = await openPage(browser, `${proxy.url}/admin`);
      await watched(
        page,
        async () => {
          await page.locator(".zg-hindrance", { hasText: "not logged in" }).waitFor();
          await picture(page, "no-login");
          assert.deepEqual(await accessibilityFaults(page, ".zg"), []);
          const editor = new URL(String(await page.locator(".zg-hindrance a").getAttribute("href")), page.url());
          assert.equal(editor.href, `${proxy.url}/admin/`);
          await page.evaluate(`localStorage.setItem("auth-tokens-ingress-abc-admin", '{"access_token":"secret"}')`);
          await page.getByRole("button", { name: "Try again" }).click();
          await page.locator(".zg h2", { hasText: "Home" }).waitFor();
          await lookAround(page);
          await page.getByRole("button", { name: "Open for a minute" }).click();
          await page.locator(".zg-ring").waitFor();
        },
        /401/,
      );
    } finally {
      await proxy.close();
    }
  });
});
