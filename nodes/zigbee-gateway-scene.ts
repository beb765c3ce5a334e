/** Recalls, stores, makes and deletes the scenes of a group as a message says, and tells each call of one. */
import type { Node, NodeAPI, NodeStatus } from "node-red";
import { familyOf, idOf } from "../src/model/addresses.ts";
import { isOrHolds } from "../src/model/lights/groups.ts";
import { groupOf, scenesOf } from "../src/model/lights/scenes.ts";
import type { Address, Resource, Values } from "../src/model/resource.ts";
import { readUtc } from "../src/model/time/times.ts";
import { type FlowNodeDef, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { causeOf, type InputHandler, isOwn, type Message, performFor } from "./flow-node/input.ts";
import { NodeError, notUnderstood, quoted } from "./flow-node/node-error.ts";
import { statusOf, statusOfNothing } from "./flow-node/node-status.ts";
import {
  notFound,
  type ResourceReference,
  referenceOf,
  referredScene,
  refersTo,
  requireResource,
  resolve,
  resourceNamed,
  type SavedReference,
  type Store,
} from "./flow-node/resource-reference.ts";
import { SCENE_ACTIONS, type SceneOutcome } from "./flow-node/scene-actions.ts";
import { isOnItsWay, type SentCommands, sentCommands } from "./flow-node/sent-commands.ts";
import type { GatewayRuntime, Translate } from "./gateway/runtime.ts";
import { actionIn } from "./messages/action-words.ts";
import { isButtonMessage, pressFilter } from "./messages/button-words.ts";
import { type ChangeEvent, dataOf, eventOf, nameOf } from "./messages/change-messages.ts";
import { secondsOf } from "./messages/human.ts";
import { ACTIONS, type Action, isAction, lightsTold, nameIn, stepIn, tenthsIn } from "./messages/scene-words.ts";

interface SceneDef extends FlowNodeDef, SavedReference {
  readonly target?: string; //     "message": msg.group may name another group
  readonly scene?: string; //      its id, "next" or "previous"; "" for the message's own choice
  readonly sceneName?: string;
  readonly does?: string; //       where the message says no action
  readonly transition?: string; // in seconds, where the message says none
  readonly confirm?: boolean; //   answer when its lights have confirmed it
  readonly deadline?: string; //   for that, in seconds
  readonly facts?: boolean; //     a second output
  readonly own?: boolean; //       also the calls of this flow
}

interface SceneNodeSettings {
  readonly pick: ResourceReference; // of the group
  readonly mayBeNamed: boolean; // by the message
  readonly scene: string;
  readonly sceneName: string;
  readonly does: Action;
  readonly transition: number | undefined; // seconds
  readonly deadline: number | undefined; // seconds
}

/** The room of the last message: where messages name it, the status is about that one. */
interface LastRoom {
  address?: Address;
  present: () => void;
}

const MOST_NAMED = 4; // scenes, where one is not there
const DEADLINE = { usual: 5, most: 3_600 };

export default function (RED: NodeAPI): void {
  registerFlowNode<SceneDef>(RED, "zigbee-gateway-scene", ({ node, def, say }) => {
    const settings = sceneSettings(def);
    const [last, sent]: [LastRoom, SentCommands] = [{ present: () => {} }, sentCommands(say)];
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      const { store } = runtime.opened.gateway;
      const present = () => {
        if (runtime.isReady) show(() => statusNow(runtime, settings, last, say));
      };
      last.present = present;
      const onChange = (fact: ChangeEvent) => {
        const { resource } = fact.change;
        const group = resource.type === "Scene" ? store.get(groupOf(resource.address)) : resource;
        if (!group || !isMeant(store, settings, group)) return;
        present();
        const isHeard = def.facts && isChosen(store, settings, group, resource);
        const message = isHeard && (def.own || !isOwn(RED, node, fact.change)) && told(runtime, fact, group);
        if (message) node.send([null, message]);
      };
      const stop = runtime.opened.gateway.onDelivery((result) => {
        sent.heard(runtime, result);
        const shown = [resolve(store, settings.pick), last.address && store.get(last.address)];
        if (shown.some((group) => group && isOrHolds(group, result.address))) present();
      });
      return { updateStatus: present, onChange, stop };
    };
    return { subscribe, onInput: answer(RED, node, settings, { say, last, sent }) };
  });
}

function sceneSettings(def: SceneDef): SceneNodeSettings {
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  const transition = secondsOf(def.transition);
  return {
    pick: referenceOf(def),
    mayBeNamed: def.target === "message",
    scene: text(def.scene),
    sceneName: text(def.sceneName),
    does: isAction(def.does) ? def.does : "recall",
    transition: transition >= 0 ? transition : undefined,
    deadline: def.confirm === true ? Math.min(secondsOf(def.deadline) || DEADLINE.usual, DEADLINE.most) : undefined,
  };
}

/** One of its scenes is picked, by its id and its name. */
function isPickOfScene({ scene }: SceneNodeSettings): boolean {
  return scene !== "" && stepIn(scene) === undefined;
}

// ---- facts

/** Where only messages name groups, all of them are meant. */
function isMeant(store: Store, { pick, mayBeNamed }: SceneNodeSettings, group: Resource): boolean {
  if (pick.address === "" && mayBeNamed) return familyOf(group.address) === "groups";
  return refersTo(store, pick, group);
}

function isChosen(store: Store, settings: SceneNodeSettings, group: Resource, { address }: Resource): boolean {
  const { pick, scene, sceneName } = settings;
  return !isPickOfScene(settings) || referredScene(store, group, pick, scene, sceneName)?.address === address;
}

/** That it was called; undefined where it was not. */
function told(runtime: GatewayRuntime, fact: ChangeEvent, group: Resource): Values | undefined {
  const { resource: scene, values, event } = fact.change;
  if (event !== "changed" || !("called" in values)) return undefined;
  const lights = lightsTold(runtime.opened.gateway.store, scene);
  return { ...messageOf(runtime, group, { scene, lights }), event: eventOf(fact) };
}

function statusNow(
  runtime: GatewayRuntime,
  settings: SceneNodeSettings,
  { address }: LastRoom,
  say: Translate,
): NodeStatus {
  const { store } = runtime.opened.gateway;
  const { pick, mayBeNamed, scene, sceneName, does } = settings;
  const isNamed = mayBeNamed && pick.address === ""; // by messages alone
  const group = isNamed && address ? store.get(address) : resolve(store, pick);
  if (!group && isNamed) return { fill: "grey", shape: "dot", text: say("status.waits") };
  if (!group) return statusOfNothing(pick, runtime, say);
  const isPicked = isPickOfScene(settings);
  const own = isPicked ? referredScene(store, group, pick, scene, sceneName) : undefined;
  if (isPicked && !own && does !== "create")
    return statusOfNothing({ ...pick, resourceName: sceneName || scene }, runtime, say);
  const last = store.get(`${scenesOf(group.address)}/${group.action.scene}`);
  const called = readUtc(last?.state.called);
  const at = Number.isNaN(called) ? undefined : called;
  const name = last ? nameOf(last) : "";
  const isOther = last !== undefined && isPicked && last !== own; // its label names its own
  const words = isOther ? say("status.now", { name }) : name;
  const text = isNamed && last ? `${nameOf(group)} · ${name}` : words;
  return statusOf(group, { text, at, isSent: isOnItsWay(runtime, group) }, runtime, say);
}

// ---- messages that come in

interface Answering {
  readonly say: Translate;
  readonly last: LastRoom;
  readonly sent: SentCommands;
}

function answer(RED: NodeAPI, node: Node, settings: SceneNodeSettings, { say, last, sent }: Answering): InputHandler {
  const isNewPress = pressFilter();
  return async (runtime, message, later) => {
    if (!isNewPress(message, runtime.now)) return undefined;
    const { store } = runtime.opened.gateway;
    const { transition = settings.transition } = message;
    const said = actionIn(message, settings.scene === "" ? [] : ACTIONS); // else the payload is the name of a scene
    const action = said === undefined ? settings.does : said;
    if (!isAction(action)) throw new NodeError("invalid", say("error.action", { action: quoted(action) }));
    const group = groupFor(RED, store, settings, message, say);
    const [name, scene] = sceneFor(store, group, settings, message, say);
    if (stepIn(name) && action !== "recall") throw new NodeError("invalid", say("error.step", { action, name }));
    const isToBe = action !== "create" && !isPickOfScene(settings) && stepIn(name) === undefined;
    if (isToBe && !scene) throw noSuchScene(runtime, group, name, say);
    const warnings: string[] = [];
    const tenths = transition === undefined ? undefined : tenthsIn(transition, warnings, say);
    const cause = causeOf(node);
    const { deadline } = settings;
    const errand = { RED, say, runtime, group, name, scene, tenths, deadline, cause };
    const done = await SCENE_ACTIONS[action]({
      ...errand,
      wish: async (command) => {
        warnings.push(...(await performFor(runtime, command, cause)));
      },
      begins: (of) => sent.begin(group, of, cause, later),
    });
    last.address = group.address;
    last.present();
    const reply = messageOf(runtime, group, done);
    return warnings.length > 0 ? { ...reply, warnings } : reply;
  };
}

function groupFor(
  RED: NodeAPI,
  store: Store,
  { pick, mayBeNamed }: SceneNodeSettings,
  message: Message,
  say: Translate,
): Resource {
  if (!mayBeNamed || message.group === undefined) return requireResource(RED, store, pick);
  const name = nameIn(message.group);
  if (name === undefined) throw new NodeError("invalid", say("error.group"));
  const group = resourceNamed(store, "/groups", name.replace(/^\/groups\//, ""));
  if (!group) throw notFound(RED, name, store);
  return group;
}

/** How it is called, and which one it is where it is there already. */
function sceneFor(
  store: Store,
  group: Resource,
  settings: SceneNodeSettings,
  message: Message,
  say: Translate,
): readonly [name: string, scene: Resource | undefined] {
  const { pick, scene, sceneName } = settings;
  if (isPickOfScene(settings)) return [sceneName || scene, referredScene(store, group, pick, scene, sceneName)];
  const name = scene || nameIn(message.payload);
  if (name === undefined) throw notUnderstood(message.payload, say);
  const named = resourceNamed(store, scenesOf(group.address), name);
  if (scene === "" && !named && isButtonMessage({ ...message })) throw new NodeError("invalid", say("error.press"));
  return [name, named];
}

/** The error lists the scenes of the group, for the user who writes the flow. */
function noSuchScene({ opened, language }: GatewayRuntime, group: Resource, name: string, say: Translate): NodeError {
  const names = opened.gateway.store.list(scenesOf(group.address)).slice(0, MOST_NAMED).map(nameOf);
  const list = new Intl.ListFormat(language, { type: "disjunction" }).format(names);
  const values = { group: nameOf(group), name: quoted(name), names: list };
  return new NodeError("not-found", () => say(names.length > 0 ? "error.no-such-scene" : "error.no-scenes", values));
}

function messageOf({ opened }: GatewayRuntime, group: Resource, { scene, lights }: SceneOutcome): Values {
  return structuredClone({
    topic: scene.address,
    payload: scene.attr.name,
    group: idOf(group.address),
    scene: idOf(scene.address),
    lights,
    data: dataOf(scene, opened.gateway.store.definition(scene)),
  });
}
