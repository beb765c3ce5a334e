/** Moves a light, a group, a cover or a lock as a message says, and tells how it moves when others do. */
import type { Node, NodeAPI, NodeStatus } from "node-red";
import { nameOfColor } from "../src/model/lights/color-words.ts";
import { isOrHolds, lightsOf } from "../src/model/lights/groups.ts";
import { type LightPreset, readPreset } from "../src/model/lights/preset.ts";
import { scenesOf } from "../src/model/lights/scenes.ts";
import type { Address, Change, Resource, Values } from "../src/model/resource.ts";
import { awaitConfirmation } from "./flow-node/confirmation.ts";
import { type FlowNodeDef, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { causeOf, type InputHandler, isOwn, type LateNews, type Message, performFor } from "./flow-node/input.ts";
import { NodeError, quoted } from "./flow-node/node-error.ts";
import { type ShownValue, statusOf, statusOfNothing } from "./flow-node/node-status.ts";
import {
  lightsCalled,
  notFound,
  type ResourceReference,
  referenceOf,
  refersTo,
  requireResource,
  resolve,
  resourceInTopic,
  type SavedReference,
} from "./flow-node/resource-reference.ts";
import { isOnItsWay, type SentCommands, sentCommands } from "./flow-node/sent-commands.ts";
import type { GatewayRuntime, Translate } from "./gateway/runtime.ts";
import { isButtonMessage, pressFilter } from "./messages/button-words.ts";
import { type ChangeEvent, eventOf, nameOf, resourceMessage } from "./messages/change-messages.ts";
import { secondsOf, type Units } from "./messages/human.ts";
import { type Arrows, keyMemory, wishOfKey } from "./messages/key-words.ts";
import { asLit, asWished, changedWords, resulting, stateInWords } from "./messages/light-state.ts";
import {
  isCover,
  isGroup,
  type LightCommand,
  lackingIn,
  lightCommandIn,
  Misunderstood,
} from "./messages/light-words.ts";
import { presetCommandIn } from "./messages/preset-words.ts";
import { type Wording, wordingIn } from "./messages/value-words.ts";

interface LightDef extends FlowNodeDef, SavedReference {
  readonly units?: string;
  readonly does?: string; //       "toggle", "on" or "off" for any message; "preset": on, as it is fixed here
  readonly preset?: string; //     {"bri": 76, "ct": 370}
  readonly arrows?: string; //     of a remote: "scene", "color", or nothing
  readonly target?: string; //     "message": msg.topic may name another one
  readonly confirm?: boolean; //   answer when the device has confirmed it
  readonly deadline?: string; //   for that, in seconds
  readonly transition?: string; // in seconds, where the message says none
  readonly facts?: boolean; //     a second output
  readonly own?: boolean; //       also facts that this flow caused
}

interface LightNodeSettings {
  readonly pick: ResourceReference;
  readonly units: Units;
  readonly does: string; // "" for the message's own command
  readonly preset: LightPreset | undefined; // the values that the message lacks
  readonly arrows: Arrows;
  readonly mayBeNamed: boolean; // by the message
  readonly deadline: number | undefined; // seconds until it is to be confirmed
  readonly transition: number | undefined; // seconds
}

/** The light that a message has moved last: where messages name it, the status is about that one. */
interface LastTarget {
  address?: Address;
  at?: number; // milliseconds, UTC
  present: () => void;
}

const DEEDS: readonly string[] = ["toggle", "on", "off"];
const ARROWS: readonly Arrows[] = ["scene", "color"];
const NOBODY: Address = "/lights/";
/** These may become another gesture yet, or have been one: only a whole press can be known to have no meaning of its own. */
const UNFINISHED: readonly unknown[] = ["press", "hold", "long_release"];
const LEVELS = ["on", "bri", "reachable"];
const DEADLINE = { usual: 5, most: 3_600 };

export default function (RED: NodeAPI): void {
  registerFlowNode<LightDef>(RED, "zigbee-gateway-light", ({ node, def, say }) => {
    const settings = lightSettings(def);
    const { pick } = settings;
    const [last, sent]: [LastTarget, SentCommands] = [{ present: () => {} }, sentCommands(say)];
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      const { store } = runtime.opened.gateway;
      const present = () => {
        if (runtime.isReady) show(() => statusNow(runtime, settings, last, say));
      };
      last.present = present;
      const onChange = (fact: ChangeEvent) => {
        const { resource } = fact.change;
        if (settings.mayBeNamed && resource.address === last.address) present();
        if (!refersTo(store, pick, resource)) {
          if (isOfMember(store, pick, fact.change)) present();
          return;
        }
        const message = told(runtime, fact, settings.units);
        present();
        if (message && def.facts && (def.own || !isOwn(RED, node, fact.change))) node.send([null, message]);
      };
      const stop = runtime.opened.gateway.onDelivery((result) => {
        sent.heard(runtime, result);
        const shown = [resolve(store, pick), store.get(last.address ?? NOBODY)];
        if (shown.some((light) => light && isOrHolds(light, result.address))) present();
      });
      return { updateStatus: present, onChange, stop };
    };
    return { subscribe, onInput: answer(RED, node, settings, { say, last, sent }) };
  });
}

function lightSettings(def: LightDef): LightNodeSettings {
  const deadline = Math.min(secondsOf(def.deadline) || DEADLINE.usual, DEADLINE.most);
  const transition = secondsOf(def.transition);
  return {
    pick: referenceOf(def),
    units: def.units === "api" ? "api" : "human",
    does: DEEDS.includes(String(def.does)) ? String(def.does) : "",
    preset: def.does === "preset" ? (readPreset(def.preset) ?? {}) : undefined,
    arrows: ARROWS.find((name) => name === def.arrows) ?? "",
    mayBeNamed: def.target === "message",
    deadline: def.confirm === true ? deadline : undefined,
    transition: transition >= 0 ? transition : undefined,
  };
}

interface Answering {
  readonly say: Translate;
  readonly last: LastTarget;
  readonly sent: SentCommands;
}

function answer(RED: NodeAPI, node: Node, settings: LightNodeSettings, { say, last, sent }: Answering): InputHandler {
  const { units, does, preset, arrows } = settings;
  const memory = keyMemory();
  const isNewPress = pressFilter();
  return async (runtime, message, later) => {
    if (does !== "" && !isNewPress(message, runtime.now)) return undefined; // or each press would toggle twice
    const light = targetOf(RED, runtime, settings, message, say);
    const { action, payload } = message;
    if (action !== undefined && action !== "read")
      throw new NodeError("invalid", say("error.action", { action: quoted(action) }));
    if (action === "read") return resourceMessage(runtime, light, stateInWords(light, units));
    const isKey = does === "" && isButtonMessage(message);
    const { store } = runtime.opened.gateway;
    const members = isGroup(light) ? lightsOf(store, light) : [light];
    if (isGroup(light) && members.length === 0)
      throw new NodeError("not-found", say("error.no-lamp", { name: nameOf(light) }));
    const pressed = { message, light, members, arrows, memory, now: runtime.now };
    const isWhole = isKey && !UNFINISHED.includes(payload);
    const isMute = isWhole && preset !== undefined && message.does === undefined; // a key without a meaning of its own
    const wish = isKey && !isMute ? wishOfKey(pressed) : { payload: isMute ? undefined : does || payload };
    if (wish === undefined) return undefined; // that key says nothing to it
    if ("scene" in wish) return recallNext(node, runtime, light, wish.scene, settings, say);
    const wished = understood(wish.payload, light, isKey ? { ...settings, units: "human" } : settings, say);
    const errand = { node, runtime, light, settings, say, sent, later };
    const lack = lackingIn(wished, members);
    const lacks = lack ? [say(`warning.no-${lack}`, { name: nameOf(light) })] : [];
    const warnings = [...(isGroup(light) ? lacks : []), ...wished.warnings, ...(await carryOut(errand, wished))];
    Object.assign(last, { address: light.address, at: runtime.now });
    last.present();
    const now = seenIn(store, store.get(light.address)) ?? light;
    const reply = resourceMessage(runtime, now, resulting(asWished(now, wished), wished, units));
    return warnings.length > 0 ? { ...reply, warnings } : reply;
  };
}

/** An arrow of a remote, where the dialog says so. */
async function recallNext(
  node: Node,
  runtime: GatewayRuntime,
  group: Resource,
  step: string,
  { units }: LightNodeSettings,
  say: Translate,
): Promise<Values> {
  if (!isGroup(group)) throw new NodeError("invalid", say("error.scenes"));
  const { store } = runtime.opened.gateway;
  if (store.list(scenesOf(group.address)).length === 0) throw new NodeError("not-found", say("error.no-scene"));
  const address: Address = `${scenesOf(group.address)}/${step}/recall`;
  const warnings = await performFor(runtime, { method: "PUT", address, body: {} }, causeOf(node));
  const now = seenIn(store, store.get(group.address)) ?? group;
  const reply = resourceMessage(runtime, now, stateInWords(now, units));
  return warnings.length > 0 ? { ...reply, warnings } : reply;
}

/** Where the message may name it, and does. The address of anything else only says where the message comes from: of a button, say. */
function targetOf(
  RED: NodeAPI,
  { opened }: GatewayRuntime,
  { pick, mayBeNamed }: LightNodeSettings,
  { topic }: Message,
  say: Translate,
): Resource {
  const { store } = opened.gateway;
  const named = mayBeNamed && typeof topic === "string" ? topic.trim() : "";
  const isAddress = /^\/(lights|groups)\//.test(named);
  if (named === "" || (named.startsWith("/") && !isAddress)) return seenIn(store, requireResource(RED, store, pick));
  const [light, ...more] = isAddress ? [resourceInTopic(store, named)] : lightsCalled(store, named);
  if (more.length > 0) throw new NodeError("invalid", say("error.topic-many", { topic: quoted(named) }));
  if (!light && isAddress) throw notFound(RED, named, store);
  if (!light) throw new NodeError("not-found", say("error.topic", { topic: quoted(named) }));
  return seenIn(store, light);
}

type Store = GatewayRuntime["opened"]["gateway"]["store"];

/** A group shines as its lights do. */
function seenIn<Light extends Resource | undefined>(store: Store, light: Light): Light | Resource {
  return light && isGroup(light) ? asLit(light, lightsOf(store, light)) : light;
}

/** A group of which no light can be reached cannot be reached either. */
function withReach<Light extends Resource | undefined>(store: Store, light: Light): Light | Resource {
  const lights = light && isGroup(light) ? lightsOf(store, light) : [];
  const isLost = lights.length > 0 && lights.every(({ state }) => state.reachable === false);
  return light && isLost ? { ...light, state: { ...light.state, reachable: false } } : light;
}

/** The group may be brighter or darker now. */
function isOfMember(store: Store, pick: ResourceReference, { resource, section, values }: Change): boolean {
  const isLevel = section === "state" && LEVELS.some((name) => name in values);
  const group = isLevel && pick.address.startsWith("/groups/") ? resolve(store, pick) : undefined;
  return group !== undefined && isOrHolds(group, resource.address);
}

function understood(
  payload: unknown,
  light: Resource,
  { units, transition, preset }: LightNodeSettings,
  say: Translate,
): LightCommand {
  try {
    const wish = preset ? presetCommandIn(payload, light, preset, units) : lightCommandIn(payload, light, units);
    const fades = isGroup(light) || "bri" in light.state;
    const isMeant = transition !== undefined && fades && !("transitiontime" in wish.values);
    if (!isMeant || Object.keys(wish.values).length === 0) return wish;
    return { ...wish, values: { ...wish.values, transitiontime: Math.round(transition * 10) } };
  } catch (error) {
    if (error instanceof Misunderstood) throw new NodeError("invalid", say(`error.${error.message}`, error.values));
    throw error;
  }
}

interface Errand extends Pick<Answering, "say" | "sent"> {
  readonly node: Node;
  readonly runtime: GatewayRuntime;
  readonly light: Resource;
  readonly settings: LightNodeSettings;
  readonly later: LateNews;
}

/** Answers the parts of the command that were not done; rejected when no part was. */
async function carryOut(
  { node, runtime, light, settings, say, sent, later }: Errand,
  { values }: LightCommand,
): Promise<readonly string[]> {
  if (Object.keys(values).length === 0) return []; // the payload only repeats reports, such as `reachable`
  const cause = causeOf(node);
  const command = {
    method: "PUT",
    address: `${light.address}/${isGroup(light) ? "action" : "state"}`,
    body: values,
  } as const;
  if (settings.deadline === undefined) {
    sent.begin(light, light, cause, later);
    try {
      return await performFor(runtime, command, cause);
    } catch (error) {
      sent.refused(light, cause);
      throw error;
    }
  }
  const confirmation = awaitConfirmation(runtime, light, cause, settings.deadline);
  try {
    const refused = await performFor(runtime, command, cause);
    return [...refused, ...(await confirmation.ended(say))];
  } finally {
    confirmation.stop();
  }
}

function told(runtime: GatewayRuntime, fact: ChangeEvent, units: Units): Values | undefined {
  const { change } = fact;
  const payload = changedWords({ ...change, resource: seenIn(runtime.opened.gateway.store, change.resource) }, units);
  return payload && { ...resourceMessage(runtime, fact.change.resource, payload), event: eventOf(fact) };
}

function statusNow(runtime: GatewayRuntime, settings: LightNodeSettings, last: LastTarget, say: Translate): NodeStatus {
  const { store } = runtime.opened.gateway;
  const { pick, mayBeNamed } = settings;
  const picked = resolve(store, pick);
  const other = mayBeNamed ? store.get(last.address ?? NOBODY) : undefined;
  const named = other?.address === picked?.address ? undefined : other;
  const light = withReach(store, seenIn(store, named ?? picked));
  if (!light && mayBeNamed && pick.address === "") return { fill: "grey", shape: "dot", text: say("status.waits") };
  if (!light) return statusOfNothing(pick, runtime, say);
  if (isGroup(light) && lightsOf(store, light).length === 0)
    return { fill: "grey", shape: "ring", text: say("status.no-lamp") };
  const isSent = isOnItsWay(runtime, light);
  const shown = shownOf(light, settings.units, say, wordingIn(runtime.language));
  if (!named || shown.text === "") return statusOf(light, { ...shown, isSent }, runtime, say);
  return statusOf(light, { ...shown, text: `${nameOf(light)} · ${shown.text}`, at: last.at, isSent }, runtime, say);
}

/** "on · 40 % · warm" */
function shownOf(light: Resource, units: Units, say: Translate, { text }: Wording): ShownValue {
  const { on, brightness, bri, position, lock } = stateInWords(light, units);
  if (lock !== undefined) return { text: say(lock ? "status.locked" : "status.unlocked") };
  if (isCover(light)) {
    if (position !== undefined && Number(position) > 0 && Number(position) < 100)
      return { text: say("status.open-by", { percent: Number(position) }) };
    return on === undefined ? { text: "" } : { text: say(on ? "status.open" : "status.closed") };
  }
  if (on === undefined) return { text: "" };
  if (!on) return { text: say("status.off"), isOff: true };
  const level = brightness === undefined ? bri : `${brightness} %`;
  const color = nameOfColor(light.state);
  const parts = [say("status.on"), level, color && text(`colors.${color}`)];
  return { text: parts.filter((part) => part !== undefined).join(" · ") };
}
