/** Actions of remotes → buttons: row by row, all remotes of the converters, and lists of any content. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isUnrelatedAction } from "../../../src/devices/buttons/actions.ts";
import { buttonEvent } from "../../../src/devices/buttons/button-events.ts";
import { buildButtonMap } from "../../../src/devices/buttons/button-maps.ts";
import { PRESS_CODES } from "../../../src/devices/buttons/press-types.ts";
import { allRemotes } from "../../support/actions.ts";

const NOBODY = { modelid: "", manufacturername: "", model: "" };
const DONE_CODES: readonly number[] = Object.values(PRESS_CODES);

/** Possible actions → their codes, in the same order. */
const ROWS: readonly [about: string, said: string, codes: string, modelid?: string][] = [
  ["IKEA's round remote", "toggle brightness_up_click brightness_up_hold brightness_up_release", "1002 2002 2001 2003"],
  ["Hue's dimmer", "on_press on_press_release on_hold on_hold_release up_press", "1000 1002 1001 1003 2002"],
  ["up and down step", "on off brightness_step_up brightness_step_down", "1002 2002 3002 4002"],
  ["up and down only move: long presses", "on off brightness_move_up brightness_move_down", "1002 2002 1001 2001"],
  ["a stop is whichever was held", "on off brightness_move_up brightness_stop", "1002 2002 1001 release"],
  ["moves beside steps", "on off brightness_step_up brightness_move_up brightness_stop", "1002 2002 3002 3001 release"],
  ["toggle is also on", "on toggle off", "1002 1002 2002"],
  ["toggle alone", "toggle brightness_step_up brightness_step_down", "1002 2002 3002"],
  ["order is not that of the list", "brightness_step_down brightness_step_up off on", "4002 3002 2002 1002"],
  ["two places go on counting", "on_1 off_1 on_2 off_2", "1002 2002 3002 4002"],
  ["places by letters and number", "on_l2 on_l1", "2002 1002"],
  ["places by name, as they are read", "on_right off_right on_left off_left", "3002 4002 1002 2002"],
  ["places first", "light_2_on light_1_on", "2002 1002"],
  ["places by endpoint", "on@1 off@1 on@2 off@2", "1002 2002 3002 4002"],
  [
    "arrows",
    "toggle arrow_left_click arrow_left_hold arrow_left_release arrow_right_click",
    "1002 2002 2001 2003 3002",
  ],
  ["scenes by number", "recall_3 recall_1 store_1", "2002 1002 1003"],
  ["colour temperature", "color_temperature_step_up color_temperature_step_down", "1002 2002"],
  ["a cover", "open close stop", "1002 2002 release"],
  ["a key fob", "arm_day_zones disarm emergency arm_all_zones", "1002 2002 3002 4002"],
  ["at home", "home away sleep panic", "1002 3002 4002 2002"],
  ["Tuya", "1_single 1_double 1_hold 2_single", "1002 1004 1003 2002"],
  ["Xiaomi's hold is told at once", "single double hold", "1002 1004 1001", "lumi.sensor_switch"],
  ["others' when it is over", "single double hold", "1002 1004 1003"],
  ["a hold with its end", "single hold release", "1002 1001 1003"],
  ["names, as they are read", "single_right single_left single_both", "2002 1002 3002"],
  ["more clicks", "single double triple quadruple many shake", "1002 1004 1005 1006 1010 1007"],
  ["numbers in names", "button_2_press button_1_press dots_3_double_press", "2002 1002 3004"],
  ["a press that ends", "press_1 release_1", "1000 1002"],
  ["commands that can be held", "on toggle toggle_hold on_double", "1002 1002 1003 1004"],
  ["turning", "single rotate_right rotate_left stop_rotating", "1002 2030 2031 2003"],
  ["buttons with names", "hexagon red", "1002 2002"],
  ["bare numbers", "1 2", "1002 2002"],
  ["a rocker with numbers", "button_1_up_press button_1_down_press", "1002 2002"],
];

for (const [about, said, codes, modelid = ""] of ROWS) {
  test(about, () => {
    const actions = said.split(" ");
    const built = buildButtonMap(actions, { ...NOBODY, modelid }).codes;
    assert.equal(actions.map((action) => String(built[action])).join(" "), codes);
  });
}

test("actions that come from no button are left out", () => {
  const words = ["unlock", "lock_failure_invalid_pin_or_id", "add", "remove_all_3", "wakeup", "unknown", "add_s1"];
  assert.deepEqual(buildButtonMap(words, NOBODY), { codes: {}, hasWildcards: false });
});

test("wildcards: numbers, directions, scenes", () => {
  const { codes, hasWildcards } = buildButtonMap(
    ["*_single", "brightness_move_*_e1", "recal_*_s2", "recall_s3"],
    NOBODY,
  );
  assert.equal(codes["7_single"], 7002);
  assert.equal(codes.brightness_move_up_e1, 21_001);
  assert.equal(codes["recall_*_s2"], 23_002);
  assert.equal(codes["recall_*_s3"], 39_002, "each place keeps sixteen free");
  assert.equal(hasWildcards, true);
});

test("all remotes of the converters", (t) => {
  const remotes = allRemotes();
  const words = new Set(remotes.flatMap(({ actions }) => actions));
  const coded = new Set<string>();
  for (const remote of remotes) {
    const buttons = buildButtonMap(remote.actions, remote);
    for (const [action, code] of Object.entries(buttons.codes)) check(`${remote.modelid} ${action}`, code);
    for (const action of remote.actions) if (isSayable(buttons, action)) coded.add(action);
  }
  const noButtons = [...words].filter((word) => isUnrelatedAction(word) && !coded.has(word));
  const open = [...words].filter((word) => !isUnrelatedAction(word) && !coded.has(word));
  t.diagnostic(`${remotes.length} remotes, ${words.size} words: ${coded.size} coded, ${noButtons.length} no buttons`);
  t.diagnostic(`not understood: ${open.join(" ")}`);
  assert.ok(coded.size >= 1_762, `${coded.size} words have codes`);
  assert.ok(noButtons.length >= 135, `${noButtons.length} words are no buttons`);
  assert.ok(open.length <= 42, `${open.length} words are not understood`);
});

function check(name: string, code: number | "release" | undefined): void {
  if (code === "release") return;
  assert.ok(typeof code === "number" && Number.isInteger(code), name);
  const isTap = code >= 16 && code <= 101;
  assert.ok(
    isTap || (code >= 1000 && DONE_CODES.includes(code % 1000)) || /^(flip|slide|push|tap|hold)/.test(action(name)),
    name,
  );
}

function action(name: string): string {
  return name.slice(name.indexOf(" ") + 1);
}

/** With something for its star, and with the scene that a bare "recall" comes with; of a cube, of any side. */
function isSayable(buttons: ReturnType<typeof buildButtonMap>, word: string): boolean {
  const real = ["1", "all", "l1", "s1", "up"].map((each) => word.replace("recal_", "recall_").replaceAll("*", each));
  const scene = word.replace(/^(recall|store)(_s\d)?$/, "$1_1$2");
  const said = [...real, scene].some(
    (each) => buttonEvent(buttons, { action: each }, 0, { heldCode: 1001 }) !== undefined,
  );
  return said || Object.keys(buttons.codes).some((each) => each.startsWith(`${word} `));
}

test("a list may hold any text", () => {
  const odd = fc.oneof(
    fc.string({ maxLength: 150 }),
    fc.constantFrom("__proto__", "constructor", "single___proto__", "recall_99999999", "on@999", "_", "single_", "*_*"),
    fc.string({ maxLength: 20 }).map((text) => `${text}_single`),
    fc.integer().map((number) => `button_${number}_hold`),
  );
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 40 }), (actions) => {
      for (const code of Object.values(buildButtonMap(actions, NOBODY).codes))
        assert.ok(code === "release" || (Number.isSafeInteger(code) && code >= 0), String(code));
    }),
  );
  const many = Array.from({ length: 50_000 }, (_, index) => `button_x${index}_single`);
  assert.ok(Object.keys(buildButtonMap(many, NOBODY).codes).length <= 2_000);
});
