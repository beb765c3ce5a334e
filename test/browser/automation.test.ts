/** Rules, schedules and events in a real browser: read as sentences, tried, switched, deleted; and events seen as they happen. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { accessibilityFaults, faultsInWidth } from "../support/accessibility.ts";
import { picture } from "../support/browser.ts";
import { pick } from "../support/dialogs.ts";
import { assertGestures, countGestures } from "../support/gestures.ts";
import { goToPanel, keepsFocus, pressAt, tabTo } from "../support/keyboard.ts";
import { eventually, type FlowNode, flowNode, gatewayNode, TAB } from "../support/node-red.ts";
import { ask, openPage, openSidebar, openVirtualHouse, overflow, PHONE, watched } from "../support/panels.ts";
import { MAC } from "../support/virtual-flow.ts";

const HOSTILE = "<img src=x onerror=\"document.title='stolen'\">";
const RULE = "rule";

const flow = [
  { ...TAB, label: "Ground floor" },
  gatewayNode("gw", {
    ...{ name: "Home", radio: "virtual", announceHost: "127.0.0.1" },
    ...{ latitude: "52.52", longitude: "13.41", timezone: "Europe/Berlin" },
  }),
  ask(),
];
const { browser, house, home } = await openVirtualHouse({ flow });
let motion = "";
let lamp = "";

const declared = flowNode(RULE, "zigbee-gateway-rule", {
  ...{ gateway: "gw", name: "Stairs node", declares: "Rule", declaredName: "Stairs" },
  conditions: [],
  actions: [],
});

const stairs = () => {
  const dark = { address: `/sensors/${motion}`, uniqueid: `${MAC.motion}-02-0406`, item: "state/dark" };
  return { ...declared, conditions: [{ ...dark, operator: "eq", value: "true" }] };
};
const deployed = (...more: readonly FlowNode[]) => house.deploy([...flow, stairs(), ...more], "nodes");

before(async () => {
  const idOf = async (family: string, mac: string) => {
    const all: Record<string, { uniqueid: string }> = await home.get(`/${family}`);
    return Object.entries(all).find(([, { uniqueid }]) => uniqueid === mac)?.[0] ?? "";
  };
  motion = await idOf("sensors", `${MAC.motion}-02-0406`);
  lamp = await idOf("lights", `${MAC.hallLamp}-01`);
  await home.put(`/sensors/${motion}`, { name: "Hall motion" });
  await home.put(`/lights/${lamp}`, { name: "Hall lamp" });
  const sees = { address: `/sensors/${motion}/state/presence`, operator: "eq", value: "true" };
  await home.post("/rules", {
    name: "Motion light",
    conditions: [sees, { address: "/config/localtime", operator: "in", value: "W127/T00:00:00/T23:59:59" }],
    actions: [{ address: `/lights/${lamp}/state`, method: "PUT", body: { on: true, bri: 152 } }],
  });
  await home.post("/rules", {
    name: HOSTILE,
    conditions: [{ address: `/sensors/${motion}/state/lastupdated`, operator: "dx" }],
    actions: [{ address: `/sensors/${motion}/config`, method: "PUT", body: { duration: 5 } }],
    status: "disabled",
  });
  await home.post("/schedules", {
    name: "Wake up",
    command: {
      address: `/api/${home.key}/lights/${lamp}/state`,
      method: "PUT",
      body: { on: true, transitiontime: 600 },
    },
    localtime: "W124/T06:30:00A00:10:00",
  });
  await deployed();
  await house.status(RULE, /waits/);
});

const show = async (page: Page, panel: string) => {
  await page.locator(`[data-tab=${panel}]`).click();
  await page.locator(`[data-tab=${panel}][aria-selected=true]`).waitFor();
};
const row = (page: Page, name: string) => page.locator(".zg-automation-row", { hasText: name });
const good = async (page: Page, name: string, faults = accessibilityFaults) => {
  await picture(page, name);
  assert.deepEqual(await faults(page, ".zg"), [], name);
  assert.ok((await overflow(page, ".zg-panel")) <= 0, `${name} is too wide`);
  assert.doesNotMatch(
    await page.locator(".zg").innerText(),
    /\b(automation|events|times|names)\.[a-z]/,
    "a text is missing",
  );
};

test("a rule is read as a sentence, tried, watched while it fires, triggered, switched off, deleted", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "automation");
    const rule = row(page, "Motion light");
    await rule.waitFor();
    const sentence = "When Hall motion sees somebody, and it is between 12:00 AM and 11:59:59 PM: Hall lamp on, 60 %.";
    assert.ok((await rule.innerText()).includes(sentence), await rule.innerText());
    assert.match(await rule.innerText(), /never fired/);
    await row(page, "Stairs").filter({ hasText: "“Stairs” in Ground floor" }).waitFor(); // asked for once the rows are there
    assert.match(await row(page, "Stairs").innerText(), /it is dark at .*only the flow is told/s);
    assert.match(
      await row(page, "Wake up").innerText(),
      /Monday to Friday at 6:30 AM, up to 10 minutes later: Hall lamp on, within/,
    );
    await row(page, "Wake up")
      .locator(".zg-hint", { hasText: /^next: .+6:[34]\d AM/ })
      .waitFor();
    await good(page, "automation-list");

    await page.getByLabel("Search rules, schedules and scenes").fill("motion light");
    await row(page, "Wake up").waitFor({ state: "detached" });
    await page.getByLabel("Search rules, schedules and scenes").fill("");

    await page.getByRole("button", { name: "Motion light" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("h2", { hasText: "Motion light" }).waitFor();
    await page.getByRole("button", { name: "Check" }).click();
    await page.locator(".zg-automation-tried", { hasText: "It would do nothing" }).waitFor();
    await page.locator(".zg-automation-tried", { hasText: "Hall motion sees somebody – now: no motion" }).waitFor();

    await home.turn(MAC.motion, { set: { "msOccupancySensing.occupancy": 1 } });
    const trace = page.locator(".zg-automation-trace");
    await trace.locator("li", { hasText: "It fired" }).first().waitFor();
    const fired = await trace.locator("> li", { hasText: "It fired" }).first().innerText();
    assert.match(fired, /Motion of Hall motion changed/);
    assert.match(fired, /met:\s*Hall motion sees somebody – it was: motion/);
    assert.match(fired, /done:\s*Hall lamp on, 60 %/);
    await page.locator(".zg-facts dd", { hasText: /^once$/ }).waitFor();
    await good(page, "automation-rule");

    await home.put(`/lights/${lamp}/state`, { on: false });
    await page.getByRole("button", { name: "Do it now" }).click();
    await page.locator(".zg-note", { hasText: "Motion light was carried out" }).waitFor();
    await page.locator(".zg-facts dd", { hasText: /^2 times$/ }).waitFor();
    assert.equal((await home.get(`/lights/${lamp}`)).state.on, true);
    await trace.locator("li", { hasText: "triggered by this app" }).first().waitFor();
    await page.getByRole("button", { name: /^It looked and did nothing/ }).waitFor();
    await page.locator("section", { hasText: "Nothing uses it." }).waitFor();

    await page.locator(".zg-automation .zg-switch", { hasText: "enabled" }).click();
    await page.locator(".zg-automation .zg-switch", { hasText: "disabled" }).waitFor();
    await eventually(async () => (await home.get("/rules/1")).status === "disabled");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.locator("dialog[open]").waitFor();
    await good(page, "automation-delete");
    await page.locator("dialog .zg-danger").click();
    await row(page, "Stairs").waitFor();
    await row(page, "Motion light").waitFor({ state: "detached" });
  });
});

test("a rule and a schedule are made here, changed, and do what they say", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "automation");
    const gestures = await countGestures(page);
    await page.getByRole("button", { name: "New rule" }).click();
    const line = (part: string, index: number) => page.locator(`[data-part=${part}] .zg-rule-row`).nth(index);
    await pick(line("conditions", 0).locator("[role=combobox]"), `/sensors/${motion}`);
    await line("conditions", 0).locator("select").first().selectOption({ label: "sees nobody" });
    await line("conditions", 0).locator("label", { hasText: "for" }).click();
    await pick(line("actions", 0).locator("[role=combobox]"), `/lights/${lamp}`);
    await line("actions", 0).locator("select").first().selectOption({ label: "off" });
    await page
      .locator(".zg-rule-sentence", { hasText: "Hall motion sees nobody for 5 minutes: Hall lamp off." })
      .waitFor();
    await page.getByRole("button", { name: /^It would.*\.$/ }).waitFor();
    await good(page, "automation-new-rule");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("h2", { hasText: "Hall motion → Hall lamp" }).waitFor();
    await assertGestures(gestures, "no motion for 5 minutes: off", 12);
    const made = Object.entries<Made>(await home.get("/rules")).find(([, { name }]) => name.includes("→"));
    assert.deepEqual(
      made?.[1].conditions.map(({ operator, value }) => `${operator} ${value}`),
      ["eq false", "ddx PT00:05:00"],
    );
    await home.put(`/lights/${lamp}`, { name: "Corner lamp" });
    await page.locator("h2", { hasText: "Hall motion → Corner lamp" }).waitFor();
    await home.put(`/lights/${lamp}`, { name: "Hall lamp" });
    await page.locator("h2", { hasText: "Hall motion → Hall lamp" }).waitFor();
    await page.getByRole("button", { name: "Change" }).click();
    assert.equal(await page.getByLabel("Name").inputValue(), "", "nobody has typed it");
    await page.getByLabel("Name").fill("Hall goes dark");
    await line("conditions", 0).locator('input[type="number"]').fill("7");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("h2", { hasText: "Hall goes dark" }).waitFor();
    assert.equal((await home.get(`/rules/${made?.[0]}`)).conditions[1].value, "PT00:07:00");
    await page.getByRole("button", { name: "Back" }).click();

    const sunset = await countGestures(page);
    await page.getByRole("button", { name: "New schedule" }).click();
    await page.getByLabel("When", { exact: true }).selectOption("sunset");
    await pick(line("actions", 0).locator("[role=combobox]"), `/lights/${lamp}`);
    await page.locator(".zg-rule-sentence", { hasText: /^Every day at sunset: Hall lamp on$/ }).waitFor();
    await good(page, "automation-new-schedule");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("h2", { hasText: "Hall lamp" }).waitFor();
    await assertGestures(sunset, "sunset: light on", 9);
    await home.put(`/lights/${lamp}/state`, { on: false });
    await page.getByRole("button", { name: "Do it now" }).click();
    await eventually(async () => (await home.get(`/lights/${lamp}`)).state.on === true);
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByLabel("When", { exact: true }).selectOption("timer");
    await page.getByLabel("minutes").fill("0");
    await page.getByLabel("seconds").fill("1");
    await home.put(`/lights/${lamp}/state`, { on: false });
    await page.getByRole("button", { name: "Save" }).click();
    await eventually(async () => (await home.get(`/lights/${lamp}`)).state.on === true);
    await page.locator(".zg-automation-trace > li", { hasText: "Hall lamp on" }).waitFor();
    await good(page, "automation-schedule-log");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.locator("dialog .zg-danger").click();
    await row(page, "Hall goes dark").waitFor();
  });
});

test("a number that has to last opens again as it was made: another limit takes the place of the one before", async () => {
  const sensors = Object.entries<{ uniqueid: string }>(await home.get("/sensors"));
  const [climate = ""] = sensors.find(([, { uniqueid }]) => uniqueid === `${MAC.climate}-01-0402`) ?? [];
  const flags = async () => {
    const [all, rules] = [await home.get("/sensors"), await home.get("/rules")];
    const kept = Object.values<{ modelid?: string; name: string }>(all).filter(
      ({ modelid }) => modelid === "HeldNumber",
    );
    const small = Object.values<{ name: string }>(rules).filter(({ name }) => / > .+: (set|take back)$/.test(name));
    return `${kept.map(({ name }) => name.split(" > ")[1]).join()}: ${small.length} rules`;
  };
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "automation");
    await page.getByRole("button", { name: "New rule" }).click();
    const line = (part: string, index: number) => page.locator(`[data-part=${part}] .zg-rule-row`).nth(index);
    const one = line("conditions", 0);
    const held = async (limit: string) => {
      await one.locator(".zg-rule-number input").fill(limit);
      await one.locator("label", { hasText: "for some time" }).click();
      await one.locator(".zg-rule-kept", { hasText: `is above ${limit} °C` }).waitFor();
    };
    await pick(one.locator("[role=combobox]"), `/sensors/${climate}`);
    await one.locator("select").first().selectOption({ label: "Temperature is above" });
    await held("23");
    await pick(line("actions", 0).locator("[role=combobox]"), `/lights/${lamp}`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Change" }).click();
    const another = one.getByRole("button", { name: "Another number" });
    await another.click();
    assert.equal(await one.locator(".zg-rule-number input").inputValue(), "23");
    await page.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await flags(), "23 °C: 2 rules", "nothing was saved");
    await page.getByRole("button", { name: "Change" }).click();
    await another.click();
    await held("25");
    await page.getByRole("tab", { name: "Home" }).click();
    await page.getByRole("tab", { name: "Rules" }).click();
    await one.locator(".zg-rule-kept", { hasText: "is above 25 °C" }).waitFor();
    assert.equal(await flags(), "23 °C,25 °C: 4 rules", "that of a draft, too");
    await page.getByRole("button", { name: "Cancel" }).click();
    await eventually(async () => (await flags()) === "23 °C: 2 rules");
    await page.getByRole("button", { name: "Change" }).click();
    await good(page, "automation-held");
    await another.click();
    await held("24");
    await page.getByRole("button", { name: "Save" }).click();
    await eventually(async () => (await flags()) === "24 °C: 2 rules");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.locator("dialog .zg-danger").click();
    await page.getByRole("button", { name: "New rule" }).waitFor();
  });
  for (const [family, is] of [
    ["rules", / > .+: (set|take back)$/],
    ["sensors", /^Bathroom climate > /],
  ] as const)
    for (const [id, { name }] of Object.entries<{ name: string }>(await home.get(`/${family}`)))
      if (is.test(name)) await house.ask("DELETE", `/api/${home.key}/${family}/${id}`); // the gateway would keep them for a day
});

interface Made {
  readonly name: string;
  readonly conditions: readonly { readonly operator: string; readonly value: string }[];
}

test("on with motion, and off again after it: one row, one sentence, one switch, deleted together", async () => {
  const seen = (value: string) => ({ address: `/sensors/${motion}/state/presence`, operator: "eq", value });
  const lights = Object.entries<{ name: string }>(await home.get("/lights"));
  const [id, { name }] = lights.find(([each]) => each !== lamp) ?? ["", { name: "" }];
  const put = (on: boolean) => ({ address: `/lights/${id}/state`, method: "PUT", body: { on } });
  const waits = { ...seen("PT00:05:00"), operator: "ddx" };
  await home.post("/rules", { name: "Hall light", conditions: [seen("true")], actions: [put(true)] });
  await home.post("/rules", { name: "Hall light, off", conditions: [seen("false"), waits], actions: [put(false)] });
  const statuses = async () =>
    Object.values<{ name: string; status: string }>(await home.get("/rules"))
      .filter((rule) => rule.name.startsWith("Hall light"))
      .map(({ status }) => status);
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "automation");
    const whole = `${name} on, off again 5 minutes after the last motion.`;
    const rule = row(page, "Hall light").filter({ hasText: whole });
    await rule.waitFor();
    assert.equal(await row(page, "Hall light").count(), 1);
    await rule.locator(".zg-switch").click();
    await eventually(async () => (await statuses()).join() === "disabled,disabled");
    await rule.locator(".zg-switch").click();
    await eventually(async () => (await statuses()).join() === "enabled,enabled");
    await good(page, "automation-pair");
    await page.getByLabel("Search rules, schedules and scenes").fill("light, off");
    await row(page, "Wake up").waitFor({ state: "detached" });
    await rule.waitFor();
    const second = Object.entries<{ name: string }>(await home.get("/rules")).find(([, { name }]) =>
      name.endsWith("off"),
    );
    await home.put(`/rules/${second?.[0]}`, { status: "disabled" });
    await row(page, "Hall light").filter({ hasText: "(this half is disabled)" }).waitFor();
    await page.goto(`${house.adminUrl}/zigbee-gateway/#/automation/${encodeURIComponent(`/rules/${second?.[0]}`)}`);
    await page.locator("h2", { hasText: /^Hall light$/ }).waitFor();
    await page.getByRole("button", { name: "Enable the other half, too" }).click();
    await page.locator(".zg-rule-sentence", { hasText: whole }).waitFor();
    assert.equal((await statuses()).join(), "enabled,enabled");
    await page.getByRole("heading", { name: "Log of switching off again" }).waitFor();
    await good(page, "automation-pair-opened");
    await exchangesGoneLamp(page, `/lights/${id}`, async (gone) => {
      for (const [rule, { name: own }] of Object.entries<{ name: string }>(await home.get("/rules")))
        if (own.startsWith("Hall light"))
          await home.put(`/rules/${rule}`, { actions: [{ ...put(!own.endsWith("off")), address: `${gone}/state` }] });
    });
    await page.locator(".zg-rule-sentence", { hasText: whole }).waitFor();
    assert.equal((await statuses()).length, 2);
    await page.getByRole("button", { name: "Delete" }).click();
    await page
      .locator("dialog", { hasText: "The rule that switches off again afterwards will be deleted, too." })
      .waitFor();
    await page.locator("dialog .zg-danger").click();
    await eventually(async () => (await statuses()).length === 0);
  });
});

/** The lamp of both halves is gone, and another one takes its place; in between the user looks at another panel. */
async function exchangesGoneLamp(page: Page, next: string, lose: (gone: string) => Promise<void>) {
  await lose("/lights/99");
  await page.locator(".zg-rule-sentence", { hasText: "not there now" }).waitFor();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.locator("[data-part=actions] .zg-rule-lasting").waitFor();
  await page.locator("[data-part=actions] [aria-invalid=true]").waitFor();
  await page.locator("[data-part=actions] .zg-fault", { hasText: "Is gone: choose another one" }).waitFor();
  assert.ok(await page.getByRole("button", { name: "Save" }).isDisabled());
  await page.getByText("Still missing: what is to take the place of").waitFor();
  await pick(page.locator("[data-part=actions] [role=combobox]").first(), next);
  await page.getByRole("tab", { name: "Home" }).click();
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByText("Not saved yet").waitFor();
  await good(page, "automation-draft");
  await page.reload();
  await page.getByText("Not saved yet").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
}

test("a rule by keyboard alone: made, kept waiting by a number, and deleted", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await goToPanel(page, "automation");
    await pressAt(page, page.getByRole("button", { name: "New rule" }));
    const line = (part: string, index: number) => page.locator(`[data-part=${part}] .zg-rule-row`).nth(index);
    const choose = async (part: string, index: number, words: string) => {
      await tabTo(page, line(part, index).locator("[role=combobox]"));
      await page.keyboard.type(words);
      await page.locator(".zg-pick-place [role=option]").first().waitFor();
      await page.keyboard.press("Enter");
      await page.locator(".zg-pick-place").waitFor({ state: "detached" });
      await keepsFocus(page, words);
    };
    await choose("conditions", 0, "Bathroom climate");
    await tabTo(page, line("conditions", 0).locator("input[type=number]"));
    await page.keyboard.type("23.5");
    await pressAt(page, line("conditions", 0).locator("input[type=checkbox]"), "Space");
    await page.locator(".zg-note", { hasText: "Bathroom climate > 23.5" }).waitFor();
    await page
      .locator(".zg-rule-sentence", { hasText: /temperature of Bathroom climate is above 23\.5 °C for 5 minutes/ })
      .waitFor();
    await choose("actions", 0, "Hall lamp");
    await tabTo(page, line("actions", 0).locator("select").first());
    await page.keyboard.type("off");
    await good(page, "automation-keyboard");
    await pressAt(page, page.getByRole("button", { name: "Save" }));
    await page.locator("h2", { hasText: "Bathroom climate > 23.5" }).waitFor();
    await keepsFocus(page, "saved");
    const rules = Object.values<Made>(await home.get("/rules"));
    const said = (name: RegExp) =>
      rules.find((rule) => name.test(rule.name))?.conditions.map(({ operator, value }) => `${operator} ${value}`);
    assert.deepEqual(said(/: set$/), ["gt 2350", "eq false"]);
    assert.deepEqual(said(/: take back$/), ["lt 2351", "eq true"]);
    assert.deepEqual(said(/→ Hall lamp$/), ["eq true", "ddx PT00:05:00"]);
    await home.turn(MAC.climate, { set: { "msTemperatureMeasurement.measuredValue": 2360 } });
    const flag = async () => {
      const flags: { name: string; state: { flag: boolean } }[] = Object.values(await home.get("/sensors"));
      return flags.find(({ name }) => name.startsWith("Bathroom climate >"))?.state.flag;
    };
    await eventually(async () => (await flag()) === true);
    await pressAt(page, page.getByRole("button", { name: "Delete" }));
    await pressAt(page, page.locator("dialog .zg-danger"));
    await page.getByRole("button", { name: "New rule" }).waitFor();
    await keepsFocus(page, "deleted");
  });
});

test("a rule that a flow declares can be switched off, but says where it is to be deleted", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "automation");
    await page.getByRole("button", { name: "Stairs" }).click();
    await page.locator(".zg-facts", { hasText: "Belongs to “Stairs” in Ground floor" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Delete" }).count(), 0);
    await page.locator(".zg-automation .zg-switch").click();
    await page.locator(".zg-automation .zg-switch", { hasText: "disabled" }).waitFor();

    const stairs = Object.entries<{ name: string }>(await home.get("/rules")).find(([, { name }]) => name === "Stairs");
    await home.post("/rules", {
      name: "Night watch",
      conditions: [{ address: `/sensors/${motion}/state/lastupdated`, operator: "dx" }],
      actions: [{ address: `/rules/${stairs?.[0]}`, method: "PUT", body: { status: "enabled" } }],
      status: "disabled",
    });
    await page.locator(".zg-uses").getByRole("button", { name: "Rule: Night watch" }).click();
    await page.locator("h2", { hasText: "Night watch" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.locator("dialog .zg-danger").click();
    await row(page, "Night watch").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Stairs" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await page.waitForFunction("document.activeElement.textContent === 'Stairs'");
  });
});

test("a rule that another page deploys is named by its flow node from the first moment, not as one that is gone", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "automation");
    await row(page, "Stairs").filter({ hasText: "“Stairs” in Ground floor" }).waitFor();
    await page.evaluate(() => {
      const seen = new Set<string>();
      const look = () => {
        for (const { innerText } of document.querySelectorAll<HTMLElement>(".zg-automation-row"))
          if (/gone/.test(innerText)) seen.add(innerText);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      Object.assign(window, { seenGone: () => [...seen] });
    });
    const time = { gateway: "gw", declares: "Schedule", name: "Lights out", time: "W127/T21:15:00" };
    await deployed(flowNode("lights-out", "zigbee-gateway-schedule", time), {
      ...{ ...stairs(), id: "cellar", name: "Cellar", declaredName: "Cellar" },
    });
    for (const name of ["Lights out", "Cellar"])
      await row(page, name)
        .filter({ hasText: `“${name}” in Ground floor` })
        .waitFor();
    assert.deepEqual(await page.evaluate("seenGone()"), []);
    await deployed();
    await row(page, "Lights out").waitFor({ state: "detached" });
  });
});

test("a schedule has its next five times, on the clock of the house, until it is disabled", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "automation");
    await page.getByRole("button", { name: "Wake up" }).click();
    await page.locator(".zg-rule-sentence", { hasText: /^[A-Z].*: .*/ }).waitFor();
    const times = page.locator(".zg-automation-next li");
    await times.nth(4).waitFor();
    assert.equal(await times.count(), 5);
    assert.match(await times.first().innerText(), /6:\d\d\sAM, until 6:40\sAM$/);
    await good(page, "automation-schedule");
    await page.locator(".zg-automation .zg-switch").click();
    await page.locator(".zg-empty", { hasText: "disabled" }).waitFor();
    await page.locator(".zg-automation .zg-switch").click();
    await times.first().waitFor();
  });
});

test("light at sunset until eleven on weekdays: two schedules, which are made in one go", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "automation");
    await page.getByRole("button", { name: "New schedule" }).click();
    await page.getByLabel("When", { exact: true }).selectOption("sunset");
    await page.getByRole("button", { name: "Mon to Fri" }).click();
    const again = page.getByLabel("Off again", { exact: true });
    assert.equal(await again.isDisabled(), true, "of what, is not known yet");
    await page.getByText("Choose a light above first: it can go off again by itself.").waitFor();
    await page.getByText("Still missing: what should be done.").waitFor();
    await pick(page.locator("[data-part=actions] [role=combobox]"), `/lights/${lamp}`);
    await again.selectOption("after");
    await page.locator(".zg-rule-sentence", { hasText: /on, off again after 5 minutes$/ }).waitFor();
    const [minutes, unit] = [page.locator(".zg-rule-duration input"), page.locator(".zg-rule-duration select")];
    const range = page.getByRole("alert").filter({ hasText: "From 1 second to 1 hour, 49 minutes." });
    for (const wrong of ["-5", "", "120"]) {
      await minutes.fill(wrong);
      await range.waitFor();
      assert.deepEqual([await minutes.inputValue(), await unit.inputValue()], [wrong, "minutes"]);
    }
    await minutes.fill("5");
    await range.waitFor({ state: "detached" });
    await page.locator(".zg-rule-sentence", { hasText: /on, off again after 5 minutes$/ }).waitFor();
    await again.selectOption("at");
    await page.getByLabel("When", { exact: true }).selectOption("sunrise");
    await page.getByLabel("and off again at").fill("00:05");
    await page.getByRole("alert").filter({ hasText: "before it begins" }).waitFor();
    await page.getByLabel("When", { exact: true }).selectOption("sunset");
    await page.getByRole("alert").filter({ hasText: "before it begins" }).waitFor({ state: "detached" });
    await page.getByLabel("and off again at").fill("23:00");
    await page.locator(".zg-rule-sentence", { hasText: /^Monday to Friday at sunset: .+ on$/ }).waitFor();
    await page.locator(".zg-rule-sentence", { hasText: /^Monday to Friday at 11:00 PM: .+ off$/ }).waitFor();
    await good(page, "automation-until");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("[aria-labelledby=zg-next] li").first().waitFor();
    const made = Object.entries<{ localtime: string; command: { body: object } }>(await home.get("/schedules"))
      .filter(([, { localtime }]) => ["W124/sunset", "W124/T23:00:00"].includes(localtime))
      .map(([id, { localtime, command }]) => ({ id, localtime, body: command.body }));
    assert.deepEqual(
      made.map(({ body }) => body),
      [{ on: true }, { on: false }],
    );
    await page.getByRole("button", { name: "Back" }).click();
    const [on, off] = made.map(({ id }) => page.locator(`[data-address="/schedules/${id}"]`));
    await on?.getByRole("button", { name: "off again:" }).waitFor();
    await page
      .locator(`[data-address="/schedules/${made[0]?.id}"] + [data-address="/schedules/${made[1]?.id}"]`)
      .waitFor();
    await off?.getByRole("button", { name: "switched on by:" }).click();
    await page.getByRole("button", { name: "off again:" }).waitFor();
    await good(page, "automation-partner");
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByLabel(/which belongs to it/).check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "New schedule" }).waitFor();
    const left = Object.keys(await home.get("/schedules"));
    assert.deepEqual(
      left.filter((id) => made.some((each) => each.id === id)),
      [],
    );
  });
});

test("a house whose clock goes by UTC, as a server's does, says so, and is set to the zone of the browser", async () => {
  await home.put("/config", { timezone: "Etc/UTC" });
  const page = await openPage(browser, house.adminUrl, { timezoneId: "America/New_York" });
  await watched(page, async () => {
    await show(page, "automation");
    const hint = page.locator(".zg-clock-hint", { hasText: "Etc/UTC" });
    await hint.getByRole("button", { name: "Set it to America/New_York" }).click();
    await hint.waitFor({ state: "detached" });
    assert.equal((await home.get("/config")).timezone, "America/New_York");
    await home.put("/config", { timezone: "Europe/Berlin" });
    await page.locator(".zg-clock-hint", { hasText: "Europe/Berlin" }).waitFor();
    assert.equal(await page.locator(".zg-clock-hint button").count(), 0, "whose clock somebody has set is left alone");
    await show(page, "events");
    await page.locator(".zg-events .zg-clock-hint", { hasText: "Europe/Berlin" }).waitFor();
    const hour = new Date().toLocaleString("en-US", { hour: "numeric", timeZone: "Europe/Berlin" });
    const [oclock, half] = hour.split(/\s/);
    const before = (Number(oclock) + 10) % 12 || 12; // an hour that ends while this runs
    const isAhead = new RegExp(`\\b(${oclock}:\\d\\d:\\d\\d\\s${half}|${before}:\\d\\d:)`); // six hours ahead of the browser
    await page.locator(".zg-event-time", { hasText: isAhead }).first().waitFor();
  });
});

test("a schedule by the sun shows no times of the pattern before, and names the place of the sun, in the editor and after", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "automation");
    await page.getByRole("button", { name: "New schedule" }).click();
    const times = page.locator(".zg-time-next li");
    await times.filter({ hasText: "7:00" }).first().waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/times?*", (route) => held.then(() => route.continue()));
    await page.getByLabel("When", { exact: true }).selectOption("sunset");
    await page.locator(".zg-time-next", { hasText: "…" }).waitFor();
    assert.equal(await times.count(), 0, "those of seven o'clock");
    release();
    await page.locator(".zg-time-next", { hasText: "As seen near Berlin, Germany." }).waitFor();
    await pick(page.locator("[data-part=actions] [role=combobox]"), `/lights/${lamp}`);
    await page.getByRole("button", { name: "Save" }).click();
    const next = page.locator("[aria-labelledby=zg-next]");
    await next.locator(".zg-hint", { hasText: "As seen near Berlin, Germany." }).waitFor();
    await next.getByRole("button", { name: "Another place…" }).click();
    assert.equal(await next.getByLabel("Town").inputValue(), "Berlin, Germany");
    await next.getByText("Latitude and longitude", { exact: true }).click();
    await next.getByLabel("Latitude").fill("59,33");
    await next.getByLabel("Longitude").fill("181");
    assert.equal(await next.getByRole("button", { name: "Set the place" }).isDisabled(), true);
    await next.getByRole("alert").filter({ hasText: "from -180 to 180" }).waitFor();
    await next.getByLabel("Longitude").fill("18.07");
    await next.locator(".zg-where-sun", { hasText: /^Sunset .+ \(Europe\/Berlin\)\.$/ }).waitFor();
    await good(page, "automation-place");
    await next.getByRole("button", { name: "Set the place" }).click();
    await next.locator(".zg-hint", { hasText: "As seen near Stockholm, Sweden." }).waitFor();
    await next.getByRole("button", { name: "Another place…" }).click();
    await next.getByLabel("Town").click();
    await page.keyboard.type("Tokio");
    await next.locator(".zg-where-sun", { hasText: "(Asia/Tokyo)" }).waitFor();
    await next.getByRole("button", { name: "Set the place" }).click();
    await next.locator(".zg-hint", { hasText: "As seen near Tokyo, Japan." }).waitFor();
    assert.equal((await home.get("/config")).timezone, "Asia/Tokyo", "the clock goes by the town, too");
    await home.put("/config", { latitude: 52.52, longitude: 13.41, timezone: "Europe/Berlin" });
    assert.match(await next.locator("li").first().innerText(), /\d:\d\d\s[AP]M$/, "no seconds");
    await good(page, "automation-by-the-sun");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.locator("dialog .zg-danger").click();
    await row(page, "Wake up").waitFor();
  });
});

test("in German, dark, and at 300 pixels; in the sidebar as on the page", async () => {
  const page = await openPage(browser, house.adminUrl, { colorScheme: "dark", locale: "de-DE" });
  await watched(page, async () => {
    for (const width of [360, 300]) {
      await page.setViewportSize({ ...PHONE, width });
      await show(page, "automation");
      await row(page, "Wake up").waitFor();
      await good(page, `automation-de-${width}`, faultsInWidth);
      await page.getByRole("button", { name: "Wake up" }).click();
      await page.locator(".zg-automation-next").waitFor();
      await good(page, `automation-schedule-de-${width}`, faultsInWidth);
      await page.getByRole("button", { name: "Zurück" }).click();
      await page.getByRole("button", { name: "Neue Regel" }).click();
      const line = (part: string, index: number) => page.locator(`[data-part=${part}] .zg-rule-row`).nth(index);
      await pick(line("conditions", 0).locator("[role=combobox]"), `/sensors/${motion}`);
      await line("conditions", 0).locator("label", { hasText: "seit" }).click();
      await pick(line("conditions", 1).locator("[role=combobox]"), "/config");
      await pick(line("actions", 0).locator("[role=combobox]"), `/lights/${lamp}`);
      await line("actions", 0).locator("label", { hasText: "wieder aus" }).click();
      await page.locator(".zg-rule-sentence", { hasText: "wieder aus" }).waitFor();
      await page.locator(".zg-panel").evaluate((panel) => panel.scrollTo(0, 0)); // nothing is half below the head
      await good(page, `automation-new-rule-de-${width}`, faultsInWidth);
      await page.locator(".zg-rule-sentence").scrollIntoViewIfNeeded();
      await page.locator(".zg-rule-outcome .zg-fold button").click();
      await picture(page, `automation-new-rule-outcome-de-${width}`);
      await page.getByRole("button", { name: "Abbrechen" }).click();
      await show(page, "events");
      await home.put(`/lights/${lamp}`, { name: `Hall lamp with a very long name ${width}`.slice(0, 32) });
      await page.locator(".zg-event").first().waitFor();
      await good(page, `events-de-${width}`, faultsInWidth);
    }
    assert.equal(await page.locator(".zg img").count(), 0);
  });
  await home.put(`/lights/${lamp}`, { name: "Hall lamp" });
  await watched(await openSidebar(browser, house), async (sidebar) => {
    await sidebar.locator(".zg-tabs").waitFor();
    for (const panel of ["automation", "events"]) {
      await show(sidebar, panel);
      await good(sidebar, `sidebar-${panel}`);
    }
  });
});

test("events: from and to, their cause, filtered, held still, looked at by keyboard, never thrown away", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "events");
    await page.locator(".zg-event").first().waitFor(); // events from before the panel was open
    await home.put(`/lights/${lamp}/state`, { on: false });
    await eventually(async () => (await home.get(`/lights/${lamp}`)).state.on === false);
    await home.put(`/lights/${lamp}/state`, { on: true });
    const lines = page.locator(".zg-event", { hasText: "Hall lamp" });
    const told = (what: string) => new RegExp(`${what}.* · test`); // also as one of many in a line
    await lines
      .filter({ hasText: told("on") })
      .first()
      .waitFor();
    await home.put(`/lights/${lamp}/state`, { on: false });
    const line = lines.filter({ hasText: told("off") });
    await line.first().waitFor();
    for (const occupancy of [1, 0]) {
      await home.turn(MAC.motion, { set: { "msOccupancySensing.occupancy": occupancy } });
      await eventually(async () => (await home.get(`/sensors/${motion}`)).state.presence === (occupancy === 1));
    }
    const own = page.locator(".zg-event", { hasText: "Hall motion" }).first();
    await own.waitFor();
    assert.equal(await own.locator(".zg-event-who").count(), 0, "what a device says of itself needs no cause");
    await good(page, "events");

    await page.getByRole("button", { name: "Filter", exact: true }).click(); // on a phone it is folded
    await page.getByLabel("What kind").selectOption("lights");
    await page.locator(".zg-event", { hasText: "Hall motion" }).first().waitFor({ state: "detached" });
    await page.getByLabel("By whom").selectOption("rest");
    await page.getByLabel("Search the events").fill("hall lamp off");
    await line.first().waitFor();
    await page.getByLabel("Search the events").fill("nothing like it");
    await page.locator(".zg-empty", { hasText: "matches" }).waitFor();
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await own.waitFor();
    await page.getByLabel("Where").selectOption({ label: "Hall lamp" });
    await page.locator(".zg-event", { hasText: "Hall motion" }).first().waitFor({ state: "detached" });
    await line.first().waitFor();
    await page.getByLabel("When").selectOption({ label: "Today" });
    await line.first().waitFor();
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await own.waitFor(); // all events are there again

    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    const held = await page.locator(".zg-event").count();
    await home.put(`/lights/${lamp}/state`, { on: true });
    await page.locator(".zg-events-actions", { hasText: /\d new/ }).waitFor();
    assert.equal(await page.locator(".zg-event").count(), held);
    await page.getByRole("button", { name: "Resume" }).click();
    await lines
      .filter({ hasText: told("on") })
      .last()
      .waitFor();

    await page.getByLabel("What kind").selectOption("lights"); // its room tells the same a moment later
    await page.locator(".zg-list").focus();
    await page.keyboard.press("Home"); // the day above it is only read
    await page.keyboard.press("Enter");
    await page.locator("dialog[open] dl", { hasText: `/lights/${lamp}/state` }).waitFor();
    await good(page, "events-details");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.getByLabel("What kind").selectOption("");

    await show(page, "network");
    await home.put(`/lights/${lamp}`, { name: "While away" });
    await show(page, "events");
    await page.locator(".zg-event", { hasText: "While away" }).first().waitFor();
    await home.put(`/lights/${lamp}`, { name: "Hall lamp" });
    await page
      .locator(".zg-event", { hasText: /While away.+ is now called .+Hall lamp/ })
      .first()
      .waitFor();
    assert.equal(await page.getByRole("button", { name: "Clear", exact: true }).count(), 0, "nothing empties the list");
    await page.reload();
    await show(page, "events");
    await page.locator(".zg-event", { hasText: "While away" }).first().waitFor(); // the gateway knows
    assert.equal(await page.locator(".zg-event", { hasText: "was heard" }).count(), 0);
  });
});

test("very many events: few rows are drawn, and the page stays quick", async () => {
  const page = await openPage(browser, house.adminUrl);
  await watched(page, async () => {
    await show(page, "events");
    await page.locator(".zg-events-actions").waitFor(); // events are recorded from now on
    await home.post("/sensors", {
      ...{
        name: "Counter",
        modelid: "M",
        swversion: "1",
        type: "CLIPGenericStatus",
        uniqueid: "counter",
        manufacturername: "Me",
      },
    });
    const counter = Object.entries<{ name: string }>(await home.get("/sensors")).find(
      ([, { name }]) => name === "Counter",
    )?.[0];
    const { perform } = house.nodes.getNode("gw").runtime.opened.gateway;
    const count = async (from: number, to: number) => {
      const address = `/sensors/${counter}/state` as const;
      for (let status = from; status <= to; status += 1)
        await perform({ method: "PUT", address, body: { status } }, { by: "test", depth: 0 });
    };
    const FIRST = 1_100;
    await count(1, FIRST);
    await page.locator(".zg-event", { hasText: `→ ${FIRST.toLocaleString("en-US")}` }).waitFor();
    await page.locator(".zg-events-actions", { hasText: /1,[1-9]\d\d events since/ }).waitFor();
    assert.ok((await page.locator(".zg-event").count()) < 60);
    await good(page, "events-many");

    const current = (status: number) =>
      page.locator(".zg-row[aria-selected=true]", { hasText: `→ ${status.toLocaleString("en-US")}` });
    await page.locator(".zg-list").focus();
    await page.keyboard.press("ArrowDown");
    await current(FIRST - 1).waitFor();
    const before = await current(FIRST - 1).boundingBox();
    await count(FIRST + 1, FIRST + 20);
    await page.waitForFunction(
      () => Number(document.querySelector(".zg-row[aria-selected=true]")?.getAttribute("aria-posinset")) > 20,
    );
    assert.deepEqual(await current(FIRST - 1).boundingBox(), before, "somebody reads there");
    await page.keyboard.press("Home");
    await current(FIRST + 20).waitFor();
    await count(FIRST + 21, FIRST + 21);
    await current(FIRST + 21).waitFor();
    const scrollTo = (place: "0" | "scrollHeight") =>
      page.evaluate(`new Promise((scrolled) => {
        const list = document.querySelector(".zg-list");
        list.addEventListener("scroll", scrolled, { once: true });
        list.scrollTop = ${place === "0" ? place : `list.${place}`};
      }).then(() => {})`);
    await scrollTo("scrollHeight");
    await scrollTo("0");
    await count(FIRST + 22, FIRST + 22);
    await current(FIRST + 22).waitFor();
  });
});
