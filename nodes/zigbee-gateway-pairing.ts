/** Opens the network for new devices, and tells what comes, how its interview goes, and what leaves. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import type { Address, Resource, Values } from "../src/model/resource.ts";
import { begin } from "./flow-node/begin.ts";
import { attach } from "./flow-node/flow-node.ts";
import { causeOf, handleInput, performFor } from "./flow-node/input.ts";
import { NodeError } from "./flow-node/node-error.ts";
import { clockTime, type Say } from "./flow-node/node-status.ts";
import type { GatewayRuntime } from "./gateway/runtime.ts";
import { type ChangeEvent, eventOf } from "./messages/change-messages.ts";
import { type Opening, openingIn } from "./messages/pairing-words.ts";

interface PairingDef extends NodeDef {
  readonly gateway: string;
  readonly seconds?: string; // how long `true` opens it
}

const USUAL_SECONDS = 120;
const SEARCH: Address = "/search";

export default function (RED: NodeAPI): void {
  const openedBy = new Map<string, number>(); // node → until when; also over deploys

  RED.nodes.registerType("zigbee-gateway-pairing", function (this: Node, saved: PairingDef) {
    const def = begin(RED, this, saved);
    const say: Say = (key, values = {}) => RED._(`zigbee-gateway-pairing.${key}`, values);
    const runtime = attach(RED, this, def.gateway, (runtime, show) => {
      const present = () => {
        if (!runtime.isReady) return;
        const until = untilOf(runtime);
        const isOpen = until > runtime.now && runtime.radioTrouble === "";
        if (isOpen)
          show({ fill: "blue", shape: "dot", text: say("status.open", { time: clockTime(until, runtime, true) }) });
        else show(runtime.status);
      };
      const stopLooking = runtime.onStatus(present);
      const stopListening = runtime.on((fact) => {
        const { address, attr } = fact.change.resource;
        const isClosed = address === "/config" && "permitjoin" in fact.change.values && attr.permitjoin === 0;
        if (isClosed || address === SEARCH) present();
        const message = news(runtime, fact);
        if (message) this.send([null, message]);
      });
      return () => {
        stopLooking();
        stopListening();
      };
    });
    const carryOut = async (open: GatewayRuntime, { seconds, router, installCode }: Opening) => {
      const skills = open.opened.radio.network()?.can;
      if (installCode !== undefined && skills && !skills.includes("installcode"))
        throw new NodeError("unsupported", say("error.install-code"));
      const put = (method: "PUT" | "POST", address: Address, body: Values) =>
        performFor(RED, open, { method, address, body }, causeOf(this));
      if (installCode !== undefined) await put("POST", "/devices/installcode", { installcode: installCode });
      const via = router === undefined ? {} : { permitjoinrouter: router };
      await put("PUT", "/config", { permitjoin: seconds, ...via });
    };
    handleInput(RED, this, runtime, async (open, { payload }) => {
      const opening = openingIn(payload, Number(def.seconds) || USUAL_SECONDS);
      if (!opening) throw new NodeError("invalid", say("error.payload"));
      await carryOut(open, opening);
      const until = untilOf(open);
      openedBy.set(this.id, until);
      const { seconds, warnings } = opening;
      const answer = seconds > 0 ? { open: true, until: new Date(until).toISOString() } : { open: false };
      return { topic: "/config", payload: answer, ...(warnings.length > 0 ? { warnings } : {}) };
    });
    this.on("close", (removed: boolean, done: () => void) => {
      const until = openedBy.get(this.id) ?? 0;
      const isOurs = runtime !== undefined && until > runtime.now && until === untilOf(runtime);
      if (!removed || !isOurs) return done();
      openedBy.delete(this.id);
      carryOut(runtime, { seconds: 0, warnings: [] }).then(done, done);
    });
  });
}

/** Until when the network is open, whoever opened it. */
function untilOf({ opened }: GatewayRuntime): number {
  return Number(opened.gateway.store.get(SEARCH)?.attr.until ?? 0);
}

/** How a device comes and goes. */
function news(runtime: GatewayRuntime, fact: ChangeEvent): Values | undefined {
  const { resource, values } = fact.change;
  if (resource.type !== "Device" || typeof values.pairing !== "string") return undefined;
  const { ieee, modelid, vendor, manufacturername, name, uniqueid } = resource.attr;
  const told = { ieee, uniqueid, model: modelid, vendor: vendor ?? manufacturername, name };
  const device = {
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)),
    resources: resourcesOf(runtime, String(uniqueid)).map(({ address }) => address),
  };
  const payload = values.pairing;
  return structuredClone({
    topic: resource.address,
    payload,
    device,
    event: eventOf(fact),
  });
}

function resourcesOf({ opened }: GatewayRuntime, mac: string): readonly Resource[] {
  const { store } = opened.gateway;
  return (["/lights", "/sensors"] as const).flatMap((all) =>
    store.list(all).filter(({ attr }) => String(attr.uniqueid).startsWith(`${mac}-`)),
  );
}
