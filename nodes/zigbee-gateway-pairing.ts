/** Opens the network for new devices, and tells which devices come, how their interviews go, and which leave. */
import type { NodeAPI } from "node-red";
import { type Address, isObject, type Resource, type Values } from "../src/model/resource.ts";
import { type FlowNodeDef, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { causeOf, type InputHandler, performFor } from "./flow-node/input.ts";
import { NodeError, notUnderstood } from "./flow-node/node-error.ts";
import { clockTime } from "./flow-node/node-status.ts";
import type { GatewayRuntime } from "./gateway/runtime.ts";
import { actionIn } from "./messages/action-words.ts";
import { type ChangeEvent, eventOf, shortened } from "./messages/change-messages.ts";
import { nameInWords } from "./messages/event-words.ts";
import { wordingIn } from "./messages/value-words.ts";

interface PairingDef extends FlowNodeDef {
  readonly seconds?: string; // how long `true` opens it
}

const USUAL_SECONDS = 120;
const LONGEST = 40; // letters
const ACTIONS: ReadonlyMap<unknown, boolean> = new Map([
  ["open", true],
  ["close", false],
]);
const SEARCH: Address = "/search";

export default function (RED: NodeAPI): void {
  const openedBy = new Map<string, number>(); // node → until when; also over deploys

  registerFlowNode<PairingDef>(RED, "zigbee-gateway-pairing", ({ node, def, say }) => {
    let gateway: GatewayRuntime | undefined;
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      gateway = runtime;
      let newest = ""; // the device that has come since the network was opened
      const present = () => {
        if (!runtime.isReady) return;
        const until = untilOf(runtime);
        const isOpen = until > runtime.now && runtime.radioTrouble === "";
        if (!isOpen) newest = "";
        const text = [newest, isOpen && say("status.open", { time: clockTime(until, runtime, true) })];
        show(isOpen ? { fill: "blue", shape: "dot", text: text.filter(Boolean).join(" · ") } : runtime.status);
      };
      const onChange = (fact: ChangeEvent) => {
        const { address, attr } = fact.change.resource;
        const message = news(runtime, fact);
        if (message) newest = inShort(runtime, fact);
        const isClosed = address === "/config" && "permitjoin" in fact.change.values && attr.permitjoin === 0;
        if (isClosed || address === SEARCH || message) present();
        if (message) node.send([null, message]);
      };
      return { updateStatus: present, onChange };
    };
    const carryOut = async (open: GatewayRuntime, { seconds, router, installCode }: Opening) => {
      const skills = open.opened.radio.network()?.can;
      if (installCode !== undefined && skills && !skills.includes("installcode"))
        throw new NodeError("unsupported", say("error.install-code"));
      const put = (method: "PUT" | "POST", address: Address, body: Values) =>
        performFor(open, { method, address, body }, causeOf(node));
      if (installCode !== undefined) await put("POST", "/devices/installcode", { installcode: installCode });
      const via = router === undefined ? {} : { permitjoinrouter: router };
      await put("PUT", "/config", { permitjoin: seconds, ...via });
    };
    const onInput: InputHandler = async (open, message) => {
      const action = actionIn(message, ["open", "close"]);
      const wish = action === undefined ? message.payload : ACTIONS.get(action);
      const opening = openingIn(wish, Number(def.seconds) || USUAL_SECONDS);
      if (!opening) throw notUnderstood(wish === undefined ? message.action : wish, say);
      await carryOut(open, opening);
      const until = untilOf(open);
      openedBy.set(node.id, until);
      const { seconds, warnings } = opening;
      const answer = seconds > 0 ? { open: true, until: new Date(until).toISOString() } : { open: false };
      return { topic: "/config", payload: answer, ...(warnings.length > 0 ? { warnings } : {}) };
    };
    node.on("close", (removed: boolean, done: () => void) => {
      const until = openedBy.get(node.id) ?? 0;
      const isOurs = gateway !== undefined && until > gateway.now && until === untilOf(gateway);
      if (!removed || !isOurs) return done();
      openedBy.delete(node.id);
      carryOut(gateway as GatewayRuntime, { seconds: 0, warnings: [] }).then(done, done);
    });
    return { subscribe, onInput };
  });
}

/** Until when the network is open, no matter which client or node opened it. */
function untilOf({ opened }: GatewayRuntime): number {
  return Number(opened.gateway.store.get(SEARCH)?.attr.until ?? 0);
}

/** How a device comes and goes. */
function news(runtime: GatewayRuntime, fact: ChangeEvent): Values | undefined {
  const { resource, values } = fact.change;
  if (resource.type !== "Device" || typeof values.pairing !== "string") return undefined;
  const { ieee, modelid, vendor, manufacturername, name, productname, uniqueid } = resource.attr;
  const known = (told: Values) => Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  const who = known({ name, product: productname, model: modelid, vendor: vendor ?? manufacturername, ieee });
  const resources = resourcesOf(runtime, String(uniqueid)).map(({ address }) => address);
  return structuredClone({
    topic: resource.address,
    payload: { step: values.pairing, ...who }, // all that a debug node shows at first
    device: { ...who, uniqueid, resources },
    event: eventOf(fact),
  });
}

/** "Hall lamp: ready" */
function inShort({ language }: GatewayRuntime, { change: { resource, values } }: ChangeEvent): string {
  const wording = wordingIn(language);
  const step = wording.text(`pairing.step.${values.pairing}`) ?? values.pairing;
  return shortened(`${nameInWords(resource, wording)}: ${step}`, LONGEST);
}

function resourcesOf({ opened }: GatewayRuntime, mac: string): readonly Resource[] {
  const { store } = opened.gateway;
  return (["/lights", "/sensors"] as const).flatMap((all) =>
    store.list(all).filter(({ attr }) => String(attr.uniqueid).startsWith(`${mac}-`)),
  );
}

// ---- the payload of messages
interface Opening {
  readonly seconds: number; // 0 closes it
  readonly router?: string; // its address with colons, as the API has it
  readonly installCode?: string;
  readonly warnings: readonly string[]; // the values that were clamped
}

const MOST_SECONDS = 254;
const LEAST_TIMESTAMP = 1_000_000_000; // no flow means so many seconds: an inject node sends the time
const MEMBERS: readonly string[] = ["seconds", "router", "installCode"];

/** true or a timestamp, false, seconds, or all of it; undefined where it is none of these. */
export function openingIn(payload: unknown, usual: number): Opening | undefined {
  const opens = payload === true || (Number.isFinite(payload) && Number(payload) >= LEAST_TIMESTAMP);
  const said = opens ? usual : payload === false ? 0 : payload;
  const words = isObject(said) ? { seconds: usual, ...said } : { seconds: said };
  if (Object.keys(words).some((name) => !MEMBERS.includes(name))) return undefined;
  const { seconds, router, installCode } = words as Record<string, unknown>;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds < 0) return undefined;
  if (![router, installCode].every((word) => word === undefined || typeof word === "string")) return undefined;
  const kept = Math.min(MOST_SECONDS, Math.ceil(seconds));
  return {
    seconds: kept,
    ...(router === undefined ? {} : { router: macOf(router as string) }),
    ...(installCode === undefined ? {} : { installCode: installCode as string }),
    warnings: kept < seconds ? [`seconds ${seconds} → ${kept}`] : [],
  };
}

/** "0x00124b0001020304", as devices are told of here, or as the API has it. */
function macOf(address: string): string {
  const digits = /^0x([0-9a-f]{16})$/i.exec(address.trim())?.[1]?.toLowerCase();
  return digits?.match(/../g)?.join(":") ?? address.trim().toLowerCase();
}
