/** The dialog of the schedule node: times become patterns and back, and the gateway tells the next times. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  closeDialog,
  deploy,
  type EditorOptions,
  leaveEditor,
  openBrowser,
  openDialog,
  openEditor,
  picture,
} from "../support/browser.ts";
import { LOOKS, looked, openList, picker, type Run, saved as savedOf, unfold, withFlow } from "../support/dialogs.ts";
import { type FlowNode, flowNode, gatewayNode, type NodeRed, nodeRed, sink, TAB } from "../support/node-red.ts";

const GATEWAY = gatewayNode("gw", { latitude: "52.52", longitude: "13.41", timezone: "Europe/Berlin" });
const ID = "#zigbee-gateway-schedule";

let browser: Browser;
let house: NodeRed;

before(async () => {
  [house, browser] = await Promise.all([nodeRed({ flow: [TAB, GATEWAY] }), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await house?.stop();
});

const schedule = (more: object = {}) =>
  flowNode("plan", "zigbee-gateway-schedule", { gateway: "gw", declares: "Schedule", zone: "local", ...more });

async function withDialog(node: FlowNode, run: Run, options: EditorOptions = {}): Promise<void> {
  await withFlow({ browser, house }, [TAB, GATEWAY, node, { ...sink("one"), x: 400 }], options, async (page) => {
    await openDialog(page, "plan");
    await run(page);
  });
}

const saved = <T>(page: Page, ...names: string[]) => savedOf<T>(page, "plan", ...names);

const pattern = (page: Page) => page.inputValue("#node-input-time");
const EDITOR = "#zigbee-gateway-schedule-editor";
const next = (page: Page, text: RegExp) => page.locator(`${EDITOR} .zg-time-next`).filter({ hasText: text }).waitFor();
const pressDay = (page: Page, day: string) => page.locator(EDITOR).getByRole("button", { name: day }).click();
const field = (page: Page, label: string) => page.locator(`${EDITOR} [aria-label="${label}"]`);
const fault = (page: Page, sentence: string) =>
  page.locator(EDITOR).getByRole("alert").getByText(sentence, { exact: true });
const kind = (page: Page) => page.locator(`${EDITOR} select`).first();

const patterns: [text: string, kind: string][] = [
  ["2026-12-24T18:00:00A00:10:00", "once"],
  ["PT01:02:03A00:00:30", "timer"],
  ["R00/PT00:00:02", "repeated"],
  ["W001/T23:59:59A12:00:00", "weekly"],
  ["W064/dusk+01:15:30A00:10:00", "dusk"],
  ["sunset", "sunset"],
  ["W124/T08:00:00/T09:00:00", "text"],
];

test("every pattern is read into the controls, and stays as it was until the user changes it", () =>
  withDialog(schedule({ time: "W127/T07:00:00" }), async (page) => {
    await closeDialog(page, "#node-dialog-cancel");
    for (const [text, shown] of patterns) {
      await page.evaluate(`RED.nodes.node("plan").time = "${text}"`);
      await openDialog(page, "plan");
      await kind(page).waitFor();
      assert.equal(await kind(page).inputValue(), shown, text);
      assert.equal(await pattern(page), text);
      await closeDialog(page, "#node-dialog-cancel");
    }
  }));

test("a missing time and missing days are told as errors, and the node is not valid with them", () =>
  withDialog(schedule({ time: "W064/T07:00:00" }), async (page) => {
    const [noTime, noDay] = [fault(page, "Enter a time."), fault(page, "Choose at least one day.")];
    const isValid = async () => {
      await closeDialog(page);
      const valid = await page.evaluate("RED.nodes.node('plan').valid");
      await openDialog(page, "plan");
      await kind(page).waitFor();
      return valid;
    };
    await next(page, /7:00 AM/);
    await field(page, "Time").fill("");
    await noTime.waitFor();
    assert.equal(await field(page, "Time").getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator(`${EDITOR} .zg-time-next`).count(), 0, "no sentence tells the old time");
    await picture(page, "schedule-no-time");
    await unfold(page);
    assert.equal(await page.isVisible("#node-input-afterwards"), false, "each week has no end");
    assert.equal(await isValid(), false);
    await noTime.waitFor();
    await field(page, "Time").fill("06:30");
    await next(page, /6:30 AM/);
    assert.equal(await noTime.count(), 0);
    assert.equal(await isValid(), true);
    await pressDay(page, "Monday");
    await noDay.waitFor();
    assert.equal(await page.locator(`${EDITOR} .zg-time-next`).count(), 0);
    assert.equal(await isValid(), false);
    assert.deepEqual(await saved(page, "usualName"), [""], "it is not called after the day that it had");
    await pressDay(page, "Monday");
    await next(page, /6:30 AM/);
    assert.equal(await isValid(), true);
    await kind(page).selectOption("once");
    await field(page, "Time").fill("");
    await noTime.waitFor();
    assert.equal(await page.locator(`${EDITOR} .zg-time-next`).count(), 0);
    assert.equal(await isValid(), false);
    assert.equal(await kind(page).inputValue(), "once", "it is still to be told when");
    await field(page, "Time").fill("2001-12-24T18:00");
    await page
      .locator(`${EDITOR} .zg-fault`, { hasText: "This time is over: choose one that is still to come." })
      .waitFor();
    assert.equal(await isValid(), false);
    await field(page, "Time").fill("2099-12-24T18:00");
    await next(page, /2099/);
    assert.equal(await isValid(), true);
    await closeDialog(page);
    assert.deepEqual(await saved(page, "time"), ["2099-12-24T18:00:00"]);
  }));

test("an amount that cannot be, no length, and a pattern that is no time say what could be, and change nothing", () =>
  withDialog(schedule({ time: "W127/sunset-00:30:00" }), async (page) => {
    const offset = field(page, "Minutes before or after");
    await offset.fill("-5");
    await fault(page, "At least 0.").waitFor();
    await offset.fill("900");
    await fault(page, "At most 720.").waitFor();
    assert.equal(await offset.getAttribute("aria-invalid"), "true");
    assert.equal(await pattern(page), "W127/sunset-00:30:00");
    await offset.fill("45");
    assert.equal(await pattern(page), "W127/sunset-00:45:00");
    assert.equal(await page.locator(`${EDITOR} .zg-fault`).count(), 0);
    await kind(page).selectOption("timer");
    await field(page, "minutes").fill("0");
    await fault(page, "The length is 0: choose at least one second.").waitFor();
    assert.equal(await page.locator(`${EDITOR} .zg-time-next`).count(), 0);
    await kind(page).selectOption("text");
    await field(page, "Pattern").fill("tomorrow");
    const noTime = page.locator(`${EDITOR} .zg-fault`, { hasText: "This is no time. Write W127/T07:00:00" });
    await noTime.waitFor();
    assert.equal(await page.locator(`${EDITOR} .zg-rule-sentence`).count(), 0, "it is not told as one");
    await picture(page, "schedule-no-pattern");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "usualName"), [""]);
    assert.equal(await page.evaluate("RED.nodes.node('plan').valid"), false);
  }));

test("a time is put together, and the gateway says when it is", () =>
  withDialog(schedule({ time: "W127/T07:00:00" }), async (page) => {
    await next(page, /Every day at 7:00 AM.*7:00/s);
    for (const day of ["Saturday", "Sunday"]) await pressDay(page, day);
    await field(page, "Time").fill("06:30");
    await field(page, "Up to … min later, at random").fill("10");
    assert.equal(await pattern(page), "W124/T06:30:00A00:10:00");
    await next(page, /6:30.*until 6:40/s);
    assert.equal(await page.locator(`${ID}-more[open]`).count(), 0, "nothing of it was chosen");
    await unfold(page);
    await page.selectOption("#node-input-zone", "utc");
    await next(page, /[78]:30.*until [78]:40/s);
    for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]) await pressDay(page, day);
    await fault(page, "Choose at least one day.").waitFor();
    await kind(page).selectOption({ label: "at sunset" });
    await pressDay(page, "Monday");
    await kind(page).selectOption("dusk");
    await field(page, "Minutes before or after").fill("30");
    await field(page, "Up to … min later, at random").fill("");
    assert.equal(await pattern(page), "W064/dusk-00:30:00");
    await next(page, /30 minutes before dusk.*Mon/s);
    await kind(page).selectOption("repeated");
    await field(page, "minutes").fill("0");
    await field(page, "seconds").fill("2");
    await field(page, "How often").fill("3");
    assert.equal(await pattern(page), "R03/PT00:00:02");
    await next(page, /3 times/);
    for (const [other, kept] of [
      ["weekly", "W064/T06:30:00"],
      ["dusk", "W064/dusk-00:30:00"],
      ["repeated", "R03/PT00:00:02"],
    ] as const) {
      await kind(page).selectOption(other);
      assert.equal(await pattern(page), kept, "a look at another kind costs nothing");
    }
    assert.equal(await page.isChecked(`${ID}-asks`), false);
    await page.selectOption("#node-input-begins", "message");
    assert.equal(await page.isChecked(`${ID}-asks`), true, "by what else should it begin");
    await kind(page).selectOption("once");
    await field(page, "Time").fill("2001-12-24T18:00");
    await next(page, /This time is over/);
    await field(page, "Time").fill("2099-12-24T18:00");
    await next(page, /2099/);
    await kind(page).selectOption("text");
    await field(page, "Pattern").fill("PT00:00:05Alater");
    await next(page, /random part cannot be read/);
    await field(page, "Pattern").fill("R/PT10:00:00");
    await closeDialog(page);
    assert.deepEqual(await saved(page, "usualName"), ["Repeatedly, every 10 hours"], "nobody has named it");
    const names = ["time", "zone", "begins", "inputs", "outputs", "payloadType"];
    const [time, zone, begins, inputs, outputs] = await saved<unknown[]>(page, ...names);
    assert.deepEqual([time, zone, begins, inputs, outputs], ["R/PT10:00:00", "utc", "message", 1, 2]);
    await deploy(page, house);
    await house.status("plan", /disabled/);
    house.send("plan", { action: "restart" });
    assert.match((await house.status("plan", /next/)).text, /next: \w+ \d+:\d\d(:\d\d)? [AP]M/);
  }));

test("a schedule whose dialog was never opened says when it fires; another place can be chosen in its dialog", () =>
  withFlow(
    { browser, house },
    [TAB, GATEWAY, schedule({ time: "W127/T07:00:00", declaredName: "", usualName: "" })],
    {},
    async (page) => {
      const label = page.locator(".red-ui-flow-node-label-text");
      await label.filter({ hasText: /^Every day at 7:00 AM$/ }).waitFor({ state: "attached" });
      await openDialog(page, "plan");
      await page.locator(`${EDITOR} select`).first().selectOption("sunset");
      await next(page, /As seen near Berlin, Germany\./);
      await page.locator(EDITOR).getByRole("button", { name: "Another place…" }).click();
      await page.locator(EDITOR).getByLabel("Town", { exact: true }).waitFor();
      await closeDialog(page);
    },
  ));

test("a time that a message has changed is told in the dialog, until the user deploys another", () =>
  withFlow({ browser, house }, [TAB, GATEWAY, schedule({ time: "W127/T07:00:00", inputs: 1 })], {}, async (page) => {
    await house.status("plan", /^next/);
    const note = page.locator(EDITOR).getByText("Changed by a message: every day at 7:30 AM.");
    await openDialog(page, "plan");
    await next(page, /7:00 AM/);
    assert.equal(await note.count(), 0);
    house.send("plan", { payload: "07:30" });
    await note.waitFor();
    await picture(page, "schedule-moved");
    await closeDialog(page, "#node-dialog-cancel");
  }));

test("a schedule that is there is chosen, and says when it is next", async () => {
  const made = flowNode("made", "zigbee-gateway-schedule", {
    gateway: "gw",
    declares: "Schedule",
    declaredName: "Made",
    time: "W127/T07:00:00",
    y: 300,
  });
  await house.deploy([TAB, GATEWAY, made]);
  await house.status("made", /^next/);
  await house.deploy([TAB, GATEWAY, made, schedule({ declares: "", wires: [["one"]] }), { ...sink("one"), x: 400 }]);
  const page = await openEditor(browser, house);
  await openDialog(page, "plan");
  await openList(picker(page, "schedule"));
  await page.locator(".zg-pick-row", { hasText: "Made" }).click();
  await page.locator(`${EDITOR} .zg-automation-next li`).nth(4).waitFor();
  await unfold(page);
  await page.locator(`${ID}-asks`).waitFor();
  assert.equal(
    await page.locator("#dialog-form [data-kinds]:visible").count(),
    0,
    "how it is made is another's affair",
  );
  await closeDialog(page);
  assert.deepEqual((await saved<string[]>(page, "address", "resourceName")).slice(1), ["Made"]);
  await deploy(page, house);
  await house.status("plan", /^next/);
  await leaveEditor(page);
});

for (const { look, ...options } of LOOKS) {
  test(`the dialog in ${look}`, () =>
    withDialog(
      schedule({ time: "W124/T06:30:00A00:10:00", declaredName: "Wake up" }),
      async (page) => {
        const name = (what: string) => `schedule-${what}-${look}`;
        for (const kind of ["weekly", "sunset", "once", "timer", "repeated", "text"]) {
          await page.locator(`${EDITOR} select`).first().selectOption(kind);
          await next(page, /./);
          await looked(page, name(kind));
        }
        await page.selectOption("#node-input-declares", "");
        await picture(page, name("picked"));
      },
      options,
    ));
}
