/** The deeds of a light that the keys of remotes mean: the remotes of the virtual house, and models that people have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buttonEvent, type RemoteState } from "../../../src/devices/buttons/button-events.ts";
import { buildButtonMap, type RemoteModel } from "../../../src/devices/buttons/button-maps.ts";
import { keyDeed } from "../../../src/devices/buttons/key-deeds.ts";
import { REMOTES } from "../../../src/virtual/devices/remote-profiles.ts";
import { allRemotes } from "../../support/actions.ts";

/** By the converters' model: its actions, one after the other → the deeds meant; "-" is none. */
const MODELS: readonly [model: string, says: string][] = [
  [
    "E1524/E1810", // IKEA's round remote
    `toggle toggle, brightness_up_click step_up, brightness_up_hold move_up, brightness_up_release stop, brightness_down_click step_down,
     brightness_down_hold move_down, brightness_down_release stop, toggle_hold -, arrow_left_click previous, arrow_left_hold -,
     arrow_left_release -, arrow_right_click next`,
  ],
  [
    "E1743",
    "on on, brightness_move_up move_up, brightness_stop stop, off off, brightness_move_down move_down, brightness_stop stop",
  ],
  [
    "E2201",
    "on on, brightness_move_up move_up, brightness_stop stop, off off, brightness_move_down move_down, brightness_stop stop",
  ],
  [
    "E2001/E2002/E2313", // IKEA's Styrbar
    "on on, off off, brightness_move_up move_up, brightness_stop stop, arrow_left_click previous, arrow_left_hold -, arrow_right_click next",
  ],
  ["E1812", "on on, off off, brightness_move_up move_up, brightness_stop stop"],
  [
    "E2213",
    "1_initial_press -, 1_short_release toggle, 1_long_press move, 1_long_release stop, 1_double_press -, 2_short_release toggle",
  ],
  [
    "E1744",
    "toggle toggle, brightness_move_up move_up, brightness_stop stop, brightness_move_down move_down, brightness_stop stop",
  ],
  [
    "E2123",
    "toggle toggle, track_previous previous, track_next next, volume_up step_up, volume_down_hold step_down, dots_1_short_release toggle",
  ],
  [
    "ICTC-G-1",
    "brightness_move_to_level on, brightness_move_up move_up, brightness_stop stop, brightness_move_down move_down",
  ],
  ["E1766", "open on, stop stop, close off, stop stop"],
  [
    "324131092621", // Hue's dimmer
    `on_press -, on_press_release on, on_hold -, on_hold_release -, up_press -, up_press_release step_up, up_hold move_up, up_hold_release stop,
     down_press_release step_down, down_hold move_down, down_hold_release stop, off_press -, off_press_release off, off_hold -`,
  ],
  [
    "929002398602",
    "on_press_release on, off_press_release off, up_press_release step_up, down_hold move_down, down_hold_release stop",
  ],
  [
    "929003017102",
    "left_press -, left_press_release toggle, left_hold move, left_hold_release stop, right_press_release toggle",
  ],
  ["8718699693985", "press toggle, hold move, release stop, on on, off off"],
  [
    "8719514440937/8719514440999",
    "button_1_press -, button_1_press_release toggle, button_4_hold move, button_4_hold_release stop",
  ],
  [
    "8718696743133",
    "press_1 toggle, press_2 toggle, press_3 toggle, press_4 toggle, press_1_and_2 -, release_1_and_2 toggle",
  ],
  ["WXKG01LM", "single toggle, hold move, release stop, double -, triple -, quadruple -, many -"],
  ["WXKG11LM", "single toggle, hold move, release stop, double -"],
  ["WXKG12LM", "single toggle, hold move, release stop, shake -"],
  ["WXKG02LM_rev2", "single_left toggle, single_right toggle, single_both toggle, double_left -, hold_left -"],
  ["WXCJKG13LM", "button_1_single toggle, button_6_hold move, button_6_release stop, button_3_double -"],
  ["TS0041", "single toggle, double -, hold -"],
  ["TS0044", "1_single toggle, 2_single toggle, 3_single toggle, 4_single toggle, 1_double -, 4_hold -"],
  [
    "TS004F", // in either of its two modes
    `1_single on, 2_single off, 3_single step_up, 4_single step_down, 1_double -, on on, off off, brightness_step_up step_up,
     brightness_move_up move_up, brightness_stop stop, color_temperature_step_up warmer, color_temperature_step_down colder`,
  ],
  [
    "ERS-10TZBVK-AA",
    "single toggle, toggle toggle, rotate_left step_down, rotate_right step_up, color_temperature_step_up warmer, hue_move -",
  ],
  ["TS0215A_sos", "emergency -"],
  ["07046L", "disarm -, arm_stay -, arm_away -, panic -"],
  ["SNZB-01", "single toggle, double -, long -"],
  ["SNZB-01P", "single toggle, double -, long -"],
  [
    "MLI-404011/MLI-404049",
    "on toggle, off toggle, brightness_step_up step_up, brightness_move_down move_down, brightness_stop stop, scene_1 -",
  ],
  [
    "404002",
    "on toggle, off toggle, brightness_step_down step_down, brightness_move_up move_up, brightness_stop stop, recall_1 -",
  ],
  [
    "AC0251100NJ/AC0251600NJ/AC0251700NJ",
    "on on, brightness_move_up move_up, brightness_stop stop, off off, move_to_saturation -",
  ],
  ["E1E-G7F", "on on, up step_up, down step_down, off off, on_long -"],
  [
    "C4",
    "toggle_s1 toggle, on_s1 toggle, off_s1 toggle, brightness_move_up_s1 move, brightness_stop_s1 stop, cover_open_s5 on, cover_stop_s5 stop",
  ],
];

/** By the profile of the virtual house. */
const VIRTUAL: Readonly<Record<string, string>> = {
  remote:
    "toggle toggle, brightness_up_click step_up, brightness_up_hold move_up, brightness_up_release stop, arrow_left_click previous",
  "dimmer switch":
    "on_press -, on_press_release on, up_hold move_up, up_hold_release stop, down_press_release step_down, off_press_release off",
  keypad: "on on, off off, recall_1 -, store_6 -",
};

const remotes = allRemotes();

function check(remote: RemoteModel & { readonly actions: readonly string[] }, says: string): void {
  const map = buildButtonMap(remote.actions, remote);
  const state: RemoteState = {};
  const meant = says.split(/,\s+/).map((pair) => {
    const [word = ""] = pair.split(" ");
    const { buttonevent } = buttonEvent(map, { action: word }, 1, state)?.state ?? assert.fail(`${word} is no press`);
    return `${word} ${keyDeed(map, Number(buttonevent)) ?? "-"}`;
  });
  assert.deepEqual(meant, says.split(/,\s+/));
}

for (const [model, says] of MODELS) {
  test(`${model}`, () => {
    const known =
      remotes.find((remote) => remote.model === model) ?? assert.fail("the converters do not know it any more");
    check(known, says);
  });
}

for (const [name, { endpoints }] of Object.entries(REMOTES)) {
  test(`the virtual house: ${name}`, () => {
    const basic = endpoints.map(({ servers }) => servers.genBasic).find(Boolean) as { readonly modelId: string };
    const same = remotes.find(({ modelid }) => modelid === basic.modelId.replace("RWL021", "RWL020"));
    check(same ?? assert.fail(basic.modelId), VIRTUAL[name] ?? assert.fail("no row"));
  });
}

test("no remote that the converters know begins a move that nothing ends, or ends what nothing began", () => {
  for (const remote of remotes) {
    const map = buildButtonMap(remote.actions, remote);
    for (const code of new Set(Object.values(map.codes))) {
      if (code === "release" || !keyDeed(map, code)?.startsWith("move")) continue;
      const ends = Array.from({ length: 1_000 }, (_, press) => code - (code % 1_000) + press);
      assert.ok(
        ends.some((end) => keyDeed(map, end) === "stop"),
        `${remote.model}: ${code}`,
      );
    }
  }
});

test("of a remote with unknown keys a click toggles; a cube toggles by two taps on the table alone", () => {
  const unknown = { codes: {}, hasWildcards: false };
  assert.deepEqual(
    [1000, 1001, 7002, 1003].map((code) => keyDeed(unknown, code)),
    [undefined, undefined, "toggle", undefined],
  );
  const cube = buildButtonMap([], { modelid: "lumi.sensor_cube", manufacturername: "LUMI", model: "MFKZQ01LM" });
  const codes = Array.from({ length: 9_000 }, (_, index) => index - 500);
  assert.deepEqual(
    codes.filter((code) => keyDeed(cube, code) !== undefined),
    [1001, 2002, 3003, 4004, 5005, 6006],
  );
});
