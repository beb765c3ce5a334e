/** Changes of one resource, or of all, become messages; and the history of a value, when a message asks for it. */
import type { Node, NodeAPI } from "node-red";
import { familyOf } from "../src/model/addresses.ts";
import type { Definition } from "../src/model/definitions.ts";
import { scenesOf } from "../src/model/lights/scenes.ts";
import type { Address, Change, Values } from "../src/model/resource.ts";
import { type FlowNodeDef, isWired, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { causeOf, type InputHandler, type Message } from "./flow-node/input.ts";
import { NodeError, quoted, refusalIn } from "./flow-node/node-error.ts";
import { clockTime, statusOfNothing } from "./flow-node/node-status.ts";
import { refusalWords } from "./flow-node/refusal-words.ts";
import {
  type ResourceReference,
  referenceOf,
  refersTo,
  requireResource,
  resolve,
  type SavedReference,
  type Store,
} from "./flow-node/resource-reference.ts";
import { isInRoom, membersOfRoom, type RoomMembers } from "./flow-node/rooms.ts";
import type { GatewayRuntime, Translate } from "./gateway/runtime.ts";
import {
  type ChangeEvent,
  type EventFilters,
  messageOf,
  nameOf,
  passesFilters,
  shortened,
  troubleWords,
} from "./messages/change-messages.ts";
import { changeInWords, nameInWords } from "./messages/event-words.ts";
import { wordingIn } from "./messages/value-words.ts";

interface EventDef extends FlowNodeDef, SavedReference, Partial<Omit<EventFilters, "isOfMany">> {
  readonly within?: boolean; // of a room or group: the changes of all its members, too
  readonly units?: string; //    of the payload
  readonly inputs?: number | string;
}

const LONGEST = { name: 24, whole: 45 }; // letters
const STEPS: readonly string[] = ["Job", "Touchlink"]; // long jobs: the status of a node for all resources shows their effects alone
const SAY_ROOMS: readonly string[] = ["groups", "resourcelinks"]; // the rooms and their members

export default function (RED: NodeAPI): void {
  registerFlowNode<EventDef>(RED, "zigbee-gateway-event", ({ node, def, say }) => {
    const filters = filtersOf(def);
    const pick = referenceOf(def);
    const isOfAll = pick.address === "";
    const isOfMany = isOfAll || def.within === true;
    const output = Number(def.inputs) > 0 ? 1 : 0;
    const units = def.units === "human" ? "human" : "api";
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      const { store } = runtime.opened.gateway;
      const about = aboutOf(store, pick, def.within === true);
      let latest: Parameters<Show>[0] | undefined; // a gateway that has news of its own takes it from no node
      const greet = () => {
        if (!runtime.isReady) return;
        if (!isOfAll) about.look();
        if (!isOfAll && !resolve(store, pick)) show(statusOfNothing(pick, runtime, say));
        else if (latest && runtime.radioTrouble === "") show(latest);
        else show(runtime.status);
      };
      const onChange = (fact: ChangeEvent) => {
        const { resource, event } = fact.change;
        if (!isOfAll && !about.includes(fact.change)) return;
        const definition = store.definition(resource);
        const isMeant = passesFilters(fact, definition, { ...filters, isOfMany });
        if (isMeant) {
          if (isWired(node, output)) {
            const message = { ...messageOf(fact, definition, units), ...troubleOf(fact, runtime) };
            node.send(output > 0 ? [null, message] : message);
          }
          const fill = event === "deleted" ? "grey" : "green";
          const text = () => inShort(withSceneName(fact, store), definition, runtime, say, isOfMany);
          const isAside = isOfAll && filters.family === "" && STEPS.includes(resource.type);
          if (!isAside) {
            latest = () => ({ fill, shape: "dot", text: text() });
            show(latest);
          }
        }
        if (event === "deleted" || (event === "added" && !isMeant)) greet(); // it may have been missing
      };
      return { updateStatus: greet, onChange };
    };
    return { subscribe, onInput: historyOf(RED, node, pick, filters.member, say) };
  });
}

interface About {
  /** The members of the room now; known before the first of them goes. */
  readonly look: () => void;
  readonly includes: (change: Change) => boolean;
}

/** Whether a change is of the picked resource. The node looks up the members of a room anew when a resource may have come or moved. */
function aboutOf(store: Store, pick: ResourceReference, isWithin: boolean): About {
  let members: RoomMembers | undefined;
  const look = () => {
    const room = isWithin ? resolve(store, pick) : undefined;
    members = room && membersOfRoom(store, room.address, members);
  };
  return {
    look,
    includes: ({ resource, event, section }) => {
      const maySay = section === "attr" && SAY_ROOMS.includes(familyOf(resource.address));
      if (event !== "changed" || maySay) look();
      return refersTo(store, pick, resource) || (members !== undefined && isInRoom(members, resource));
    },
  };
}

const ASKED = ["member", "from", "to", "step"] as const;

/** `{action: "history", member, from, to, step}`: answered as the API answers it. */
function historyOf(RED: NodeAPI, node: Node, pick: ResourceReference, usual: string, say: Translate): InputHandler {
  return async (runtime, message) => {
    const { gateway } = runtime.opened;
    const { action } = message;
    if (action !== "history") throw new NodeError("invalid", say("error.action", { action: quoted(action) }));
    const resource = pick.address === "" ? addressIn(message) : requireResource(RED, gateway.store, pick).address;
    if (!resource) throw new NodeError("invalid", say("error.topic"));
    const query = new URLSearchParams();
    for (const name of ASKED) {
      const value = message[name] instanceof Date ? message[name].getTime() : message[name];
      const said = value ?? (name === "member" && usual !== "" ? usual : undefined);
      if (said !== undefined) query.set(name, quoted(said));
    }
    const address: Address = `${resource}/history`;
    const reply = await gateway.perform({ method: "GET", address, query: String(query) }, causeOf(node));
    const refusal = refusalIn(reply, refusalWords(runtime));
    if (refusal) throw refusal;
    return { topic: address, payload: structuredClone(reply.body) };
  };
}

/** "/sensors/5", also of "/sensors/5/state". */
function addressIn({ topic }: Message): Address | undefined {
  const [, address] = /^(\/(?:sensors|lights|groups)\/[^/?]+)/.exec(typeof topic === "string" ? topic : "") ?? [];
  return address as Address | undefined;
}

function filtersOf(def: Partial<EventFilters>): Omit<EventFilters, "isOfMany"> {
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  return {
    family: text(def.family),
    section: text(def.section),
    member: text(def.member),
    becomes: text(def.becomes),
    event: text(def.event),
    cause: text(def.cause),
    measured: def.measured === true,
  };
}

/** The trouble of a device, and its cure, in sentences; nothing for other changes. */
function troubleOf({ change }: Pick<ChangeEvent, "change" | "at">, runtime: GatewayRuntime) {
  const { store } = runtime.opened.gateway;
  return troubleWords(change, {
    wording: wordingIn(runtime.language),
    nameOf: (uniqueid) => String(store.get(`/devices/${uniqueid}`)?.attr.name || uniqueid),
    timeOf: (at) => clockTime(at, runtime),
  });
}

/** Of a group that has called a scene: its name says more than its id. */
function withSceneName(fact: ChangeEvent, store: Store): ChangeEvent {
  const { resource, section, values } = fact.change;
  const isCall = section === "action" && "scene" in values;
  const scene = isCall ? store.get(`${scenesOf(resource.address)}/${values.scene}`) : undefined;
  return scene ? { ...fact, change: { ...fact.change, values: { ...values, scene: nameOf(scene) } } } : fact;
}

/** "Hall: motion · 14:03"; of one that is picked the label says the name. */
function inShort(
  { change, at }: ChangeEvent,
  definition: Definition,
  runtime: GatewayRuntime,
  say: Translate,
  isOfMany: boolean,
): string {
  const { event, resource, values } = change;
  const wording = wordingIn(runtime.language);
  const isGateway = resource.address === "/gateway";
  const trouble = troubleOf({ change, at }, runtime);
  const words =
    trouble?.description ??
    (changeInWords(change, definition, wording, runtime.opened.gateway.buttonsOf(resource)) || say(`event.${event}`));
  const name = isOfMany && !isGateway ? `${shortened(nameInWords(resource, wording), LONGEST.name)}: ` : "";
  const whole = shortened(`${name}${isGateway ? gatewayInWords(values, runtime) : words}`, LONGEST.whole);
  return `${whole} · ${clockTime(Date.parse(at), runtime)}`;
}

/** "the radio is off: it was pulled out" */
function gatewayInWords({ event, reason }: Values, { language }: GatewayRuntime): string {
  const text = wordingIn(language).text(`events.gateway.${event}`) ?? String(event);
  return text.replace("{reason}", String(reason ?? ""));
}
