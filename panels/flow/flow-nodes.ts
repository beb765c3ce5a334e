/** Ready flows of two or three nodes, wired and named, as the editor imports them. Pure. */
import type { RuleRows } from "../../src/model/automation/rule-rows.ts";
import type { Values } from "../../src/model/resource.ts";

/** The fields in which a node of ours keeps a resource that the user picked in its dialog. */
export interface PickedResource {
  readonly address: string;
  readonly uniqueid: string; // "" for a group, which has none
  readonly resourceName: string;
  readonly house: string; //    the bridge id of its gateway
}

interface NewFlowNode extends Values {
  readonly id: string;
  readonly type: string;
  readonly x: number; // its column, until it is placed
  readonly y: number;
  readonly wires: readonly (readonly string[])[];
}

export type FlowRequest =
  | {
      readonly is: "button";
      readonly from: PickedResource;
      readonly buttons: readonly string[];
      readonly to: PickedResource;
    }
  | {
      readonly is: "motion";
      readonly from: PickedResource;
      readonly minutes: number;
      readonly to: PickedResource;
      readonly dark?: PickedResource; // only when this says so
      readonly words: MotionWords;
    }
  | {
      readonly is: "sensor";
      readonly from: PickedResource;
      readonly measures: string; // "" where the name of the sensor says it
      readonly members: readonly string[];
      readonly debugName: string;
    }
  | {
      readonly is: "sun";
      readonly event: SunEvent;
      readonly isOn: boolean;
      readonly to: PickedResource;
      readonly name: string; // of the schedule
    };

export type SunEvent = "sunset" | "sunrise";

/** Names for nodes that do not show their task. */
export interface MotionWords {
  readonly says: string; // all of it, in a sentence
  readonly moves: string;
  readonly later: string;
  readonly on: string;
  readonly off: string;
}

type MotionRequest = Extract<FlowRequest, { readonly is: "motion" }>;

const HIGH = 60; //  from a row to the next one
const VERSION = 5;

export function flowOf(wanted: FlowRequest, gateway: string): readonly NewFlowNode[] {
  if (wanted.is === "button") return buttonFlow(wanted, gateway);
  if (wanted.is === "sun") return sunFlow(wanted, gateway);
  return wanted.is === "motion" ? motionFlow(wanted, gateway) : sensorFlow(wanted, gateway);
}

function buttonFlow(
  { from, buttons, to }: Extract<FlowRequest, { is: "button" }>,
  gateway: string,
): readonly NewFlowNode[] {
  return [buttonNode(from, buttons, gateway, 0, 0, ["light"]), lightNode(to, gateway, 1, 0)];
}

/** Motion switches the light on at once. The light goes off with the motion, or some minutes after the last one. */
function motionFlow(wanted: MotionRequest, gateway: string): readonly NewFlowNode[] {
  const { from, to, minutes, dark, words } = wanted;
  if (dark) return darkFlow(wanted, dark, gateway);
  const sensor = (next: readonly string[]) => sensorNode(from, ["presence"], gateway, 0, 0, next);
  if (minutes === 0) return [sensor(["light"]), lightNode(to, gateway, 1, 0)];
  return [
    commentNode(words.says, 0, -HIGH / 2 - HIGH),
    sensor(["moves", "later"]),
    movesNode(words.moves, 1, -HIGH / 2, ["light"]),
    laterNode(words.later, minutes, 1, HIGH / 2, ["light"]),
    lightNode(to, gateway, 2, 0),
  ];
}

/** Wires that ask whether it is dark would fill the flow: two rules say it in a sentence each. It goes off also when it is bright by then. */
function darkFlow(wanted: MotionRequest, dark: PickedResource, gateway: string): readonly NewFlowNode[] {
  const { from, to, minutes, words } = wanted;
  const isSo = (of: PickedResource, item: string, value: string) => ({ ...of, item, operator: "eq", value });
  const moves = isSo(from, "state/presence", "true");
  const rests = {
    ...isSo(from, "state/presence", "false"),
    ...(minutes > 0 && { for: `PT00:${String(minutes).padStart(2, "0")}:00` }),
  };
  const on: RuleRows = { conditions: [moves, isSo(dark, "state/dark", "true")], actions: [{ ...to, does: "on" }] };
  const off: RuleRows = { conditions: [rests], actions: [{ ...to, does: "off" }] };
  return [
    commentNode(words.says, 0, -HIGH),
    { ...ruleNode(words.on, on, gateway, 0, 0), id: "on" },
    { ...ruleNode(words.off, off, gateway, 0, HIGH), id: "off" },
  ];
}

function sensorFlow(wanted: Extract<FlowRequest, { is: "sensor" }>, gateway: string): readonly NewFlowNode[] {
  const { from, measures, members, debugName } = wanted;
  const sensor = { ...sensorNode(from, members, gateway, 0, 0, ["debug"]), measures };
  return [sensor, debugNode(debugName, 1, 0)];
}

function sunFlow(wanted: Extract<FlowRequest, { is: "sun" }>, gateway: string): readonly NewFlowNode[] {
  return [scheduleNode(wanted, gateway, 0, 0, ["light"]), lightNode(wanted.to, gateway, 1, 0)];
}

// ---- nodes, with everything that their dialogs know

function buttonNode(
  picked: PickedResource,
  buttons: readonly string[],
  gateway: string,
  x: number,
  y: number,
  to: readonly string[],
): NewFlowNode {
  const own = { version: VERSION, name: "", gateway, ...picked, buttons: buttons.join(","), gestures: "", outputs: 1 };
  return { id: "button", type: "zigbee-gateway-button", ...own, x, y, wires: [to] };
}

function lightNode(picked: PickedResource, gateway: string, x: number, y: number): NewFlowNode {
  const own = {
    version: VERSION,
    name: "",
    gateway,
    ...picked,
    does: "",
    preset: "",
    arrows: "",
    target: "",
    units: "human",
    transition: "",
  };
  const more = { confirm: false, deadline: "5", facts: false, own: false, outputs: 1 };
  return { id: "light", type: "zigbee-gateway-light", ...own, ...more, x, y, wires: [[]] };
}

function sensorNode(
  picked: PickedResource,
  members: readonly string[],
  gateway: string,
  x: number,
  y: number,
  to: readonly string[],
): NewFlowNode {
  const own = {
    version: VERSION,
    name: "",
    gateway,
    ...picked,
    declares: "",
    declaredName: "",
    measures: "",
    members: members.join(","),
  };
  const more = { units: "human", when: "change", held: "", initial: false, reachable: false, inputs: 0, outputs: 1 };
  return { id: "sensor", type: "zigbee-gateway-sensor", ...own, ...more, x, y, wires: [to] };
}

/** A schedule of its own, each day; its message is the command for the light. */
function scheduleNode(
  { event, isOn, name }: Extract<FlowRequest, { is: "sun" }>,
  gateway: string,
  x: number,
  y: number,
  to: readonly string[],
): NewFlowNode {
  const none: PickedResource = { address: "", uniqueid: "", resourceName: "", house: "" };
  const own = { version: VERSION, name: "", gateway, ...none, declares: "Schedule", declaredName: name, usualName: "" };
  const more = { time: `W127/${event}`, zone: "local", begins: "deploy", afterwards: "kept", inputs: 0, outputs: 1 };
  const said = { payload: String(isOn), payloadType: "bool" };
  return { id: "schedule", type: "zigbee-gateway-schedule", ...own, ...more, ...said, x, y, wires: [to] };
}

/** A rule of its own, which needs no wire. */
function ruleNode(name: string, rows: RuleRows, gateway: string, x: number, y: number): NewFlowNode {
  const none: PickedResource = { address: "", uniqueid: "", resourceName: "", house: "" };
  const own = { version: VERSION, name: "", gateway, ...none, declares: "Rule", declaredName: name, ...rows };
  return { id: "rule", type: "zigbee-gateway-rule", ...own, periodic: "", inputs: 0, outputs: 1, x, y, wires: [[]] };
}

/** The task of the nodes below it, in a sentence. */
function commentNode(name: string, x: number, y: number): NewFlowNode {
  return { id: "comment", type: "comment", name, info: "", x, y, wires: [] };
}

/** Passes on messages that tell of motion. */
function movesNode(name: string, x: number, y: number, to: readonly string[]): NewFlowNode {
  const own = {
    name,
    property: "payload",
    propertyType: "msg",
    rules: [{ t: "true" }],
    checkall: "true",
    repair: false,
  };
  return { id: "moves", type: "switch", ...own, outputs: 1, x, y, wires: [to] };
}

/** Delays the message that the motion is over, and drops it when there is motion again. */
function laterNode(name: string, minutes: number, x: number, y: number, to: readonly string[]): NewFlowNode {
  const own = { name, op1: "", op2: "", op1type: "nul", op2type: "payl", duration: String(minutes), units: "min" };
  const more = { extend: false, overrideDelay: false, reset: "true", bytopic: "all", topic: "topic", outputs: 1 };
  return { id: "later", type: "trigger", ...own, ...more, x, y, wires: [to] };
}

function debugNode(name: string, x: number, y: number): NewFlowNode {
  const shown = {
    active: true,
    tosidebar: true,
    console: false,
    tostatus: true,
    complete: "payload",
    targetType: "msg",
  };
  return { id: "debug", type: "debug", name, ...shown, statusVal: "payload", statusType: "auto", x, y, wires: [] };
}
