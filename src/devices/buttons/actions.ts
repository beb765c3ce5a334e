/** Parses the actions of a remote: each is a command, or a press of a button. Actions that come from no button are left out. */
import { type ButtonCommand, commandOf } from "./command-actions.ts";
import { type PressWord, pressIn } from "./press-types.ts";

/** "on_2", "toggle_hold": a command; of a remote with several rows or sides, from one of these places. */
export interface CommandAction extends ButtonCommand {
  readonly action: string;
  readonly place: string; // "2", "left"; "": the remote has only one
}

/** "double_left": a press of a button with a number or a name. */
export interface PressAction {
  readonly action: string;
  readonly button: string;
  readonly press: PressWord;
}

export interface ParsedActions {
  readonly commands: readonly CommandAction[];
  readonly presses: readonly PressAction[];
}

const MOST = 2_000; // actions of one remote; the longest known list has 600
const LONGEST = 100; // characters
const MOST_BUTTONS = 20;

/** Actions of locks, keypads, thermostats and motion sensors, and commands that manage groups and scenes. */
const UNRELATED: readonly RegExp[] = [
  /^(unknown|none|identify|low_battery|refresh.*|wakeup|1_min_inactivity|undefined.*)$/,
  /^(lock|unlock|locked|lock_.*|.*_lock|.*_unlock|reverse_lock.*|finger_.*|password_.*|door_closed)$/,
  /^(.*_failure_.*|non_access.*|.*_user_.*|change_language_to|exit_delay|entry_delay|opening|closing)$/,
  /^(motion|movement|light_movement|vibration|orientation|static|moving|stopped|approach|away|enter|leave)$/,
  /^(region_.*|home_arrival|home_departure|daytime_.*|screen_.*|W100_.*|boost_.*)$/,
  /^(add|remove|remove_all)(_s?\d+)?$/,
  /^(on|off|toggle|brightness_.*|color_.*)_all$/,
  /^curtain_\d+_(start|position_.*)$/,
];

const AT_ENDPOINT = /^(.+)@(\d{1,3})$/;
const PLACE_FIRST = /^(?:light|curtain|input|switch|row)_(\d{1,2})_(.+)$/;
const PLACE_LAST = /^(.+?)_(?:row_|switch_|button_|in|e|b|l|s|ch|sw)?(\d{1,2})(?:_sw)?$/;
const NUMBERED_BUTTONS = /^(scene|recall|store|select|button|side|flip|slide|bell|key|press)$/;
const ANY_PLACE = /^(.+?)_(?:s\*|row_\*|e\*|l\*|default)$/;
const NAMED_PLACE =
  /^(on|off|toggle|brightness_(?:move|step)_(?:up|down)|brightness_stop|brightness_move_to_level)_((?:(?:top|bottom)_)?(?:left|right)|top|bottom|up|down|(?:left|right|switch)_sw|b[12]_(?:up|down)|\*|)$/;
const BARE_SCENE = /^(recall|store)(_s\d)?$/;
const PLAIN_BUTTON = /^(?:button_|side_)?\d{1,2}$/;
const FILLERS = /^brightness_|_wireless$/g;
const CAN_BE_HELD: readonly string[] = ["on", "off", "toggle", "up", "down", "open", "close"];

export function parseActions(actions: readonly string[]): ParsedActions {
  const listed = [
    ...new Set(
      actions
        .slice(0, MOST)
        .filter((action) => action.length <= LONGEST)
        .flatMap(withoutWildcards),
    ),
  ];
  const isHomeAlarm = listed.includes("home");
  const used = listed.filter((action) => (isHomeAlarm && action === "away") || !isUnrelatedAction(action));
  const families = new Set(used.map((action) => readCommand(action)?.family));
  const commands: CommandAction[] = [];
  const presses: PressAction[] = [];
  for (const action of used) {
    const command = readCommand(action) ?? heldCommand(action, families);
    const press = command ? undefined : readPress(action);
    if (command) commands.push(command);
    else if (press) presses.push(press);
  }
  return { commands, presses };
}

/** Whether the action may come from a button. */
export function isButtonAction(action: string): boolean {
  const { commands, presses } = parseActions([action]);
  return commands.length + presses.length > 0;
}

export function isUnrelatedAction(action: string): boolean {
  return UNRELATED.some((each) => each.test(action));
}

/** A list may have a wildcard for a number or a direction. "recall_*" stays: any scene may come. Other wildcards have few values. */
function withoutWildcards(action: string): readonly string[] {
  const [, verb = "", place = ""] = BARE_SCENE.exec(action) ?? [];
  if (verb !== "") return [`${verb}_*${place}`]; // the remote also sends which scene
  if (action.startsWith("recal_")) return [action.replace("recal_", "recall_")];
  if (action.startsWith("brightness_move_*")) return ["up", "down"].map((way) => action.replace("*", way));
  if (action.startsWith("*_"))
    return Array.from({ length: MOST_BUTTONS }, (_, index) => action.replace("*", String(index + 1)));
  return [action];
}

function readCommand(action: string): CommandAction | undefined {
  const { word, place } = splitPlace(action);
  const command = commandOf(word);
  return command && { ...command, action, place };
}

/** "toggle_hold" comes from the button of "toggle". */
function heldCommand(action: string, families: ReadonlySet<string | undefined>): CommandAction | undefined {
  const { button, press } = pressIn(action.replace(FILLERS, "")) ?? { button: "", press: "short" };
  if (press === "press or short" || !CAN_BE_HELD.includes(button) || !families.has(button)) return undefined;
  return { action, place: "", family: button, press: press };
}

function readPress(action: string): PressAction | undefined {
  const found = pressIn(action.replace(FILLERS, ""));
  if (found) return { action, ...found };
  return PLAIN_BUTTON.test(action) ? { action, button: action, press: "short" } : undefined;
}

/** "on_2", "on_l2", "light_2_on" and "on@2" → the command "on" from the place "2". */
function splitPlace(action: string): { readonly word: string; readonly place: string } {
  const [, at = "", endpoint = ""] = AT_ENDPOINT.exec(action) ?? [];
  if (at !== "") return { word: at, place: endpoint };
  const [, number = "", rest = ""] = PLACE_FIRST.exec(action) ?? [];
  if (rest !== "") return { word: rest, place: number };
  const [, word = "", last = ""] = PLACE_LAST.exec(action) ?? [];
  if (word !== "" && !NUMBERED_BUTTONS.test(word)) return { word, place: last };
  const [, wide = ""] = ANY_PLACE.exec(action) ?? [];
  if (wide !== "") return { word: wide, place: "1" };
  const [, named = "", name = ""] = NAMED_PLACE.exec(action) ?? [];
  if (named !== "") return { word: named, place: name === "" ? "1" : name };
  return { word: action, place: "" };
}
