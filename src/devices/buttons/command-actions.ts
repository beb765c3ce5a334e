/** Actions that are commands for other devices (on, brightness_step_up, recall_3): the button of a remote that sends them, and how it was pressed. */
import type { PressType } from "./press-types.ts";

export interface ButtonCommand {
  readonly family: string; // "": the end of a hold, of any button
  readonly press: PressType | "release";
}

type ActionsByPressType = Partial<Record<PressType | "release", readonly string[]>>;

/** A family of commands is a button; buttons are numbered in this order. */
const FAMILIES: Readonly<Record<string, ActionsByPressType>> = {
  on: { short: ["on", "switch_on", "power_on", "press_on"] },
  toggle: { short: ["toggle"] },
  off: { short: ["off", "switch_off", "power_off", "press_off"] },
  open: { short: ["open", "curtain_open", "open_cover", "cover_open", "manual_open"] },
  close: { short: ["close", "curtain_close", "close_cover", "cover_close", "manual_close"] },
  half: { short: ["half_open"] },
  home: { short: ["arm_day_zones", "arm_home", "arm_stay", "arm_partial_zones", "home", "at_home"] },
  disarm: { short: ["disarm"] },
  panic: { short: ["panic", "emergency", "sos"] },
  away: { short: ["arm_all_zones", "arm_away", "away", "go_out"] },
  night: { short: ["arm_night_zones"] },
  up: {
    short: ["up", "brightness_up", "brightness_step_up", "brightness_up_click", "volume_up"],
    hold: ["brightness_move_up", "brightness_up_hold", "volume_up_hold"],
    long: ["brightness_up_release"],
  },
  down: {
    short: ["down", "brightness_down", "brightness_step_down", "brightness_down_click", "volume_down"],
    hold: ["brightness_move_down", "brightenss_move_down", "brightness_down_hold", "volume_down_hold"],
    long: ["brightness_down_release"],
  },
  left: { short: ["arrow_left_click", "track_previous"], hold: ["arrow_left_hold"], long: ["arrow_left_release"] },
  right: { short: ["arrow_right_click", "track_next"], hold: ["arrow_right_hold"], long: ["arrow_right_release"] },
  level: { short: ["brightness_move_to_level", "brightness"] },
  ct: { short: ["color_temperature_move"] },
  ct_up: {
    short: ["color_temperature_step_up", "colortemp_up"],
    hold: ["color_temperature_move_up", "colortemp_up_hold"],
    long: ["colortemp_up_release"],
  },
  ct_down: {
    short: ["color_temperature_step_down", "colortemp_down"],
    hold: ["color_temperature_move_down", "colortemp_down_hold"],
    long: ["colortemp_down_release"],
  },
  color: { short: ["color_move", "move_to_color"] },
  hue_and_saturation: { short: ["move_to_hue_and_saturation", "enhanced_move_to_hue_and_saturation"] },
  hue_up: { short: ["move_to_hue", "hue_step_up", "color_hue_step_up"], hold: ["hue_move"] },
  hue_down: { short: ["hue_step_down", "color_hue_step_down"], hold: ["hue_down"] },
  saturation_up: { short: ["move_to_saturation", "color_saturation_step_up"], hold: ["saturation_move"] },
  saturation_down: { short: ["color_saturation_step_down"] },
  loop: { short: ["color_loop_set"] },
  turn: {
    clockwise: [
      ...["rotate_right", "rotating_right", "started_rotating_right", "continued_rotating_right"],
      ...["dial_rotate_right_step", "dial_rotate_right_slow", "dial_rotate_right_fast", "clockwise_rotation"],
      ...["start_rotating", "rotation", "rotate"],
    ],
    counterclockwise: [
      ...["rotate_left", "rotating_left", "started_rotating_left", "continued_rotating_left"],
      ...["dial_rotate_left_step", "dial_rotate_left_slow", "dial_rotate_left_fast", "anti_clockwise_rotation"],
    ],
    long: ["stopped_rotating", "stopped_rotating_left", "stopped_rotating_right", "stop_rotating", "stop_rotation"],
  },
  slider: { clockwise: ["slider_up", "slide"], counterclockwise: ["slider_down"] },
  "": {
    release: [
      ...["brightness_stop", "brightness_move_stop", "color_temperature_move_stop", "color_stop", "stop_move_step"],
      ...["hue_stop", "stop", "curtain_stop", "stop_cover", "cover_stop"],
    ],
  },
};

/** Commands that are a family of their own. */
const NAMED: readonly string[] = [
  ...["red", "green", "blue", "yellow", "color_red", "color_green", "color_blue", "color_yellow"],
  ...["hexagon", "square", "triangle", "circle", "center", "dot", "hue", "button"],
  ...["sleep", "cinema", "repast", "ring_bell", "switch_scene", "play_pause", "move", "cw_dec_ww_inc", "ww_inc_cw_dec"],
];
const NUMBERED_NAME = /^(bell|key)\d{1,2}$/;
const SCENE = /^(recall|scene|select|store)_(\d{1,3}|\*)$/;
const SCENE_FAMILY = /^scene (\d+|\*)$/;
export const ANY_SCENE = "scene *";
/** Buttons for the scenes of a remote that does not list them; higher scenes share these buttons. */
export const SCENE_BUTTONS = 16;
const LAST_NUMBERED = 100; // of bells and keys
const SWITCHING_ON: readonly string[] = ["on", "toggle"];

const COMMANDS: ReadonlyMap<string, ButtonCommand> = new Map(
  Object.entries(FAMILIES).flatMap(([family, actions]) =>
    Object.entries(actions).flatMap(([press, words]) =>
      words.map((word) => [word, { family, press: press as ButtonCommand["press"] }] as const),
    ),
  ),
);
const ORDER = Object.keys(FAMILIES);

export function commandOf(word: string): ButtonCommand | undefined {
  const [, verb, scene] = SCENE.exec(word) ?? [];
  if (scene !== undefined) return { family: `scene ${scene}`, press: verb === "store" ? "long" : "short" };
  const isNamed = NAMED.includes(word) || NUMBERED_NAME.test(word);
  return COMMANDS.get(word) ?? (isNamed ? { family: word, press: "short" } : undefined);
}

/** A cover that was told to open or close moves until it is stopped. */
export function movesCover(action: unknown): boolean {
  const command = typeof action === "string" ? COMMANDS.get(action.replace(/_[a-z]?\d+$/, "")) : undefined;
  return command?.family === "open" || command?.family === "close";
}

/** Families in the order of their buttons: those of the table, those with names, scenes by their number. */
export function inButtonOrder(families: readonly string[]): readonly string[] {
  const known = ORDER.filter((family) => families.includes(family));
  const others = families.filter((family) => !ORDER.includes(family));
  const scenes = others
    .filter((family) => SCENE_FAMILY.test(family))
    .sort((one, other) => sceneOf(one) - sceneOf(other));
  return [...known, ...others.filter((family) => !SCENE_FAMILY.test(family)), ...scenes];
}

/** The rank of a family among all that there are; no two have the same. */
export function buttonRank(family: string): number {
  if (SCENE_FAMILY.test(family)) return ORDER.length + NAMED.length + LAST_NUMBERED + sceneOf(family);
  const place = ORDER.indexOf(family);
  if (place >= 0) return place;
  const named = NAMED.indexOf(family);
  return ORDER.length + (named >= 0 ? named : NAMED.length + Number(/\d*$/.exec(family)?.[0]));
}

/** "toggle" comes from the button that switches on. */
export function shareButton(family: string, other: string): boolean {
  return family === other || (SWITCHING_ON.includes(family) && SWITCHING_ON.includes(other));
}

function sceneOf(family: string): number {
  return Number(SCENE_FAMILY.exec(family)?.[1]) || 0;
}
