/** The list of what a remote can say → words with a meaning: a command, or a gesture on a button. What is no button is left out. */
import { type ButtonCommand, commandOf } from "./command-actions.ts";
import { type PressWord, pressIn } from "./press-types.ts";

/** "on_2", "toggle_hold": a command; of a remote with several places, from one of them. */
export interface CommandAction extends ButtonCommand {
  readonly action: string;
  readonly place: string; // "2", "left"; "": there is only one
}

/** "double_left": a gesture on a button that has a number or a name. */
export interface PressAction {
  readonly action: string;
  readonly button: string;
  readonly press: PressWord;
}

export interface ParsedActions {
  readonly commands: readonly CommandAction[];
  readonly gestures: readonly PressAction[];
}

const MOST = 2_000; // words of one remote; the longest known list has 600
const LONGEST = 100; // characters
const MOST_BUTTONS = 20;

/** What locks, keypads, thermostats and motion sensors tell besides, and how groups and scenes are managed. */
const NO_BUTTONS: readonly RegExp[] = [
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
const NUMBER_IS_ITS_OWN = /^(scene|recall|store|select|button|side|flip|slide|bell|key|press)$/;
const ANY_PLACE = /^(.+?)_(?:s\*|row_\*|e\*|l\*|default)$/;
const NAMED_PLACE =
  /^(on|off|toggle|brightness_(?:move|step)_(?:up|down)|brightness_stop|brightness_move_to_level)_((?:(?:top|bottom)_)?(?:left|right)|top|bottom|up|down|(?:left|right|switch)_sw|b[12]_(?:up|down)|\*|)$/;
const BARE_SCENE = /^(recall|store)(_s\d)?$/;
const PLAIN_BUTTON = /^(?:button_|side_)?\d{1,2}$/;
const NO_PART_OF_A_BUTTON = /^brightness_|_wireless$/g;
const CAN_BE_HELD: readonly string[] = ["on", "off", "toggle", "up", "down", "open", "close"];

export function parseActions(actions: readonly string[]): ParsedActions {
  const listed = [
    ...new Set(
      actions
        .slice(0, MOST)
        .filter((action) => action.length <= LONGEST)
        .flatMap(expanded),
    ),
  ];
  const isHomeAlarm = listed.includes("home");
  const used = listed.filter((action) => (isHomeAlarm && action === "away") || !isOtherAction(action));
  const families = new Set(used.map((action) => readCommand(action)?.family));
  const commands: CommandAction[] = [];
  const gestures: PressAction[] = [];
  for (const action of used) {
    const command = readCommand(action) ?? heldCommand(action, families);
    const gesture = command ? undefined : readGesture(action);
    if (command) commands.push(command);
    else if (gesture) gestures.push(gesture);
  }
  return { commands, gestures };
}

/** Whether a button may have said it. */
export function isButtonAction(action: string): boolean {
  const { commands, gestures } = parseActions([action]);
  return commands.length + gestures.length > 0;
}

export function isOtherAction(action: string): boolean {
  return NO_BUTTONS.some((each) => each.test(action));
}

/** Lists have stars where the remote says a number or a direction: "recall_*" stays, what else can be is known. */
function expanded(action: string): readonly string[] {
  const [, verb = "", place = ""] = BARE_SCENE.exec(action) ?? [];
  if (verb !== "") return [`${verb}_*${place}`]; // it says also which scene
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

/** "toggle_hold" is the button that says "toggle" too. */
function heldCommand(action: string, families: ReadonlySet<string | undefined>): CommandAction | undefined {
  const { button, gesture } = pressIn(action.replace(NO_PART_OF_A_BUTTON, "")) ?? { button: "", gesture: "short" };
  if (gesture === "press or short" || !CAN_BE_HELD.includes(button) || !families.has(button)) return undefined;
  return { action, place: "", family: button, press: gesture };
}

function readGesture(action: string): PressAction | undefined {
  const found = pressIn(action.replace(NO_PART_OF_A_BUTTON, ""));
  if (found) return { action, button: found.button, press: found.gesture };
  return PLAIN_BUTTON.test(action) ? { action, button: action, press: "short" } : undefined;
}

/** "on_2", "on_l2", "light_2_on" and "on@2" → "on", of the place "2". */
function splitPlace(action: string): { readonly word: string; readonly place: string } {
  const [, at = "", endpoint = ""] = AT_ENDPOINT.exec(action) ?? [];
  if (at !== "") return { word: at, place: endpoint };
  const [, number = "", rest = ""] = PLACE_FIRST.exec(action) ?? [];
  if (rest !== "") return { word: rest, place: number };
  const [, word = "", last = ""] = PLACE_LAST.exec(action) ?? [];
  if (word !== "" && !NUMBER_IS_ITS_OWN.test(word)) return { word, place: last };
  const [, wide = ""] = ANY_PLACE.exec(action) ?? [];
  if (wide !== "") return { word: wide, place: "1" };
  const [, named = "", name = ""] = NAMED_PLACE.exec(action) ?? [];
  if (named !== "") return { word: named, place: name === "" ? "1" : name };
  return { word: action, place: "" };
}
