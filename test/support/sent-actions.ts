/** Frames that remotes of all sorts may send, one by one, and the actions that the converters of a model make of them. */
import type { Values } from "../../src/model/resource.ts";
import { deviceOf } from "./converter-device.ts";
import type { KnownModel } from "./definitions.ts";

type Frames = Readonly<Record<string, readonly Values[]>>;

export interface SentAction {
  readonly action: string;
  readonly endpoint: number;
}

const NOTHING: readonly Values[] = [{}];
const each = (name: string, values: readonly unknown[], more: Values = {}): readonly Values[] =>
  values.map((value) => ({ [name]: value, ...more }));
const COLOR_MOVES = each("movemode", [0, 1, 3], { rate: 50 });
const COLOR_STEPS = each("stepmode", [1, 3], { stepsize: 50, transtime: 2 });
const LEVEL_MOVES = each("movemode", [0, 1], { rate: 83 });
const LEVEL_STEPS = each("stepmode", [0, 1], { stepsize: 43, transtime: 5 });
const LEVELS = each("level", [0, 120, 255], { transtime: 2 });
const ALL_BITS = Array.from({ length: 5 }, (_, status) => status);

const FRAMES: Readonly<Record<string, Frames>> = {
  genOnOff: {
    ...{ commandOn: NOTHING, commandOff: NOTHING, commandToggle: NOTHING },
    ...{ commandOffWithEffect: NOTHING, commandOnWithRecallGlobalScene: NOTHING },
    commandTuyaAction: [0, 1, 2].map((value) => ({ value, data: Buffer.from([value]) })),
    commandTuyaAction2: each("value", [0, 1]),
    attributeReport: [{ onOff: 0 }, { onOff: 1 }, { 61440: 1 }, { 32768: 2 }, { 32768: 5 }],
  },
  genLevelCtrl: {
    ...{ commandMove: LEVEL_MOVES, commandMoveWithOnOff: LEVEL_MOVES },
    ...{ commandStep: LEVEL_STEPS, commandStepWithOnOff: LEVEL_STEPS },
    ...{ commandStop: NOTHING, commandStopWithOnOff: NOTHING },
    ...{ commandMoveToLevel: LEVELS, commandMoveToLevelWithOnOff: LEVELS },
  },
  genScenes: {
    commandRecall: each("sceneid", [0, 1, 2, 3, 4, 5, 6], { groupid: 0 }),
    commandStore: each("sceneid", [1, 2, 3, 4], { groupid: 0 }),
    commandTradfriArrowSingle: each("value", [257, 256]),
    commandTradfriArrowHold: each("value", [3329, 3328]),
    commandTradfriArrowRelease: each("value", [1500]),
  },
  lightingColorCtrl: {
    ...{ commandStepColorTemp: COLOR_STEPS, commandStepHue: COLOR_STEPS, commandStepSaturation: COLOR_STEPS },
    ...{ commandMoveColorTemp: COLOR_MOVES, commandMoveHue: COLOR_MOVES, commandMoveSaturation: COLOR_MOVES },
    commandMoveToColorTemp: [{ colortemp: 250, transtime: 2 }],
    commandMoveToColor: [{ colorx: 20_000, colory: 20_000, transtime: 2 }],
    commandMoveToHue: [{ hue: 10, direction: 0, transtime: 2 }],
    commandMoveToSaturation: [{ saturation: 10, transtime: 2 }],
    commandMoveToHueAndSaturation: [{ hue: 10, saturation: 10, transtime: 2 }],
    commandEnhancedMoveToHueAndSaturation: [{ enhancehue: 100, saturation: 10, transtime: 2 }],
    commandColorLoopSet: [{ updateflags: 7, action: 2, direction: 1, time: 2, starthue: 0 }],
    commandStopMoveStep: [{ bits: 0, bytee: 0, action: 0, direction: 0 }],
  },
  closuresWindowCovering: { commandUpOpen: NOTHING, commandDownClose: NOTHING, commandStop: NOTHING },
  ssIasAce: {
    commandArm: each("armmode", [0, 1, 2, 3], { code: "", zoneid: 0 }),
    ...{ commandEmergency: NOTHING, commandPanic: NOTHING, commandFire: NOTHING },
  },
  ssIasZone: {
    commandStatusChangeNotification: each("zonestatus", ALL_BITS, { extendedstatus: 0 }),
    attributeReport: each("zoneStatus", ALL_BITS),
  },
  genMultistateInput: { attributeReport: each("presentValue", [0, 1, 2, 3, 4, 5, 6, 16, 17, 18, 255]) },
  manuSpecificPhilips: {
    commandHueNotification: [1, 2, 3, 4].flatMap((button) =>
      each("type", [0, 1, 2, 3], { button, unknown1: 0x300000, unknown2: 0x21, time: 1, unknown3: 0 }),
    ),
  },
};

/** All that a device of this model may say of being pressed, from each of its endpoints. */
export async function wordsOf(model: KnownModel): Promise<readonly SentAction[]> {
  const { facts, hear, reads } = deviceOf(model);
  const said = new Map<string, SentAction>();
  for (const [cluster, types] of Object.entries(FRAMES))
    for (const [type, frames] of Object.entries(types)) {
      if (!reads(cluster, type)) continue;
      for (const { id } of facts.endpoints)
        for (const data of frames) {
          const { action } = await hear(id, cluster, type, data).catch((): Values => ({})); // not every stranger's frame can be read
          if (typeof action === "string" && action !== "") said.set(`${action}@${id}`, { action, endpoint: id });
        }
    }
  return [...said.values()];
}
