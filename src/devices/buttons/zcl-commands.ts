/** ZCL commands of remotes that no converter reads → the actions that converters have for these commands. */
import type { DeviceFacts, RawMessage } from "../../model/radio/device-facts.ts";
import { isObject, type Values } from "../../model/resource.ts";

/** The action depends on the data of the command. */
type ActionReader = (data: Values) => string | undefined;

const ARMING: readonly string[] = ["disarm", "arm_day_zones", "arm_night_zones", "arm_all_zones"];
const INPUTS: readonly number[] = [15, 18];
const BYTE = 255;
const FIRST_REPORT = 0xa0; // from there on they are reports, no presses

const byDirection = (name: string, up: string, down: string): ActionReader => {
  return ({ [name]: direction }) => (direction === 0 ? up : direction === 1 ? down : undefined);
};
const byColorDirection = (name: string, up: string, down: string, stop?: string): ActionReader => {
  return ({ [name]: direction }) =>
    direction === 1 ? up : direction === 3 ? down : direction === 0 ? stop : undefined;
};
const byScene = (verb: string): ActionReader => {
  return ({ sceneid }) => (isByte(sceneid) ? `${verb}_${sceneid}` : undefined);
};

const INPUT_ACTIONS: Readonly<Record<number, string>> = {
  ...{ 0: "hold", 1: "single", 2: "double", 3: "triple", 4: "quadruple", 255: "release" },
};
const pressed = (value: unknown): string | undefined => {
  if (typeof value !== "boolean" && typeof value !== "number") return undefined;
  return value ? "release" : "hold"; // as deCONZ has it: 1003 while it is closed
};
const LEVEL_MOVE = byDirection("movemode", "brightness_move_up", "brightness_move_down");
const LEVEL_STEP = byDirection("stepmode", "brightness_step_up", "brightness_step_down");

interface CommandCluster {
  readonly id: number;
  readonly commands: Readonly<Record<string, string | ActionReader>>;
}

const CLUSTERS: Readonly<Record<string, CommandCluster>> = {
  genOnOff: {
    id: 6,
    commands: {
      commandOn: "on",
      commandOff: "off",
      commandOffWithEffect: "off",
      commandOnWithRecallGlobalScene: "on",
      commandToggle: "toggle",
    },
  },
  genLevelCtrl: {
    id: 8,
    commands: {
      commandMove: LEVEL_MOVE,
      commandMoveWithOnOff: LEVEL_MOVE,
      commandStep: LEVEL_STEP,
      commandStepWithOnOff: LEVEL_STEP,
      commandStop: "brightness_stop",
      commandStopWithOnOff: "brightness_stop",
      commandMoveToLevel: "brightness_move_to_level",
      commandMoveToLevelWithOnOff: "brightness_move_to_level",
    },
  },
  genScenes: { id: 5, commands: { commandRecall: byScene("recall"), commandStore: byScene("store") } },
  lightingColorCtrl: {
    id: 768,
    commands: {
      commandStepColorTemp: byColorDirection("stepmode", "color_temperature_step_up", "color_temperature_step_down"),
      commandMoveColorTemp: byColorDirection(
        "movemode",
        "color_temperature_move_up",
        "color_temperature_move_down",
        "color_temperature_move_stop",
      ),
      commandMoveToColorTemp: "color_temperature_move",
      commandMoveToColor: "color_move",
      commandMoveHue: byColorDirection("movemode", "hue_move", "hue_move", "hue_stop"),
      commandMoveToHueAndSaturation: "move_to_hue_and_saturation",
      commandStopMoveStep: "stop_move_step",
    },
  },
  closuresWindowCovering: {
    id: 258,
    commands: { commandUpOpen: "open", commandDownClose: "close", commandStop: "stop" },
  },
  /** A switch that is wired to an input. */
  genBinaryInput: {
    id: 15,
    commands: { attributeReport: ({ presentValue }) => pressed(presentValue) },
  },
  genMultistateInput: {
    id: 18,
    commands: {
      attributeReport: ({ presentValue }) => (isByte(presentValue) ? INPUT_ACTIONS[presentValue] : undefined),
    },
  },
  ssIasAce: {
    id: 1281,
    commands: {
      commandArm: ({ armmode }) => (isByte(armmode) ? ARMING[armmode] : undefined),
      commandEmergency: "emergency",
      commandFire: "fire",
      commandPanic: "panic",
    },
  },
};

/** Undefined: no button sends this command. */
export function actionIn({ type, cluster, data }: RawMessage): string | undefined {
  const commands = clusterOf(cluster)?.commands;
  if (!commands || !Object.hasOwn(commands, type)) return undefined;
  const action = commands[type];
  return typeof action === "function" ? action(isObject(data) ? data : {}) : action;
}

/** An endpoint commands other devices only in clusters of which it is the client. */
export function isClientCommand(
  { endpoints }: Pick<DeviceFacts, "endpoints">,
  endpoint: number,
  raw: RawMessage,
): boolean {
  const id = clusterOf(raw.cluster)?.id;
  return endpoints.some((each) => each.id === endpoint && id !== undefined && each.outputs.includes(id));
}

/** A report of an input of this endpoint. */
export function isInputReport(
  { endpoints }: Pick<DeviceFacts, "endpoints">,
  endpoint: number,
  raw: RawMessage,
): boolean {
  const id = clusterOf(raw.cluster)?.id ?? 0;
  return INPUTS.includes(id) && endpoints.some((each) => each.id === endpoint && each.inputs.includes(id));
}

/** Green Power switches only send the number of a command. */
export function greenPowerCommand({ type, cluster, data }: RawMessage): number | undefined {
  if (cluster !== "greenPower" || !type.startsWith("command") || !isObject(data)) return undefined;
  return isByte(data.commandID) && data.commandID < FIRST_REPORT ? data.commandID : undefined;
}

function clusterOf(cluster: string | number): CommandCluster | undefined {
  if (typeof cluster === "string") return Object.hasOwn(CLUSTERS, cluster) ? CLUSTERS[cluster] : undefined;
  return Object.values(CLUSTERS).find(({ id }) => id === cluster);
}

function isByte(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= BYTE;
}
