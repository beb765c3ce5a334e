/** Opens the network for new devices, and tells what comes, how its interview goes, and what leaves. */
import type { Node, NodeAPI, NodeDef } from "node-red";
import type { Address, Resource, Values } from "../src/model/resource.ts";
import { attach } from "./gateway/attach.ts";
import { begin } from "./gateway/begin.ts";
import { Failure } from "./gateway/failure.ts";
import { clockTime, type Say } from "./gateway/node-status.ts";
import type { Running } from "./gateway/running.ts";
import { causedBy, serve, wish } from "./gateway/serve.ts";
import { eventOf, type Fact } from "./messages/facts.ts";
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
    const running = attach(RED, this, def.gateway, (running, show) => {
      const present = () => {
        if (!running.isReady) return;
        const until = untilOf(running);
        const isOpen = until > running.now && running.radioTrouble === "";
        if (isOpen)
          show({ fill: "blue", shape: "dot", text: say("status.open", { time: clockTime(until, running, true) }) });
        else show(running.look);
      };
      const stopLooking = running.onLook(present);
      const stopListening = running.on((fact) => {
        const { address, attr } = fact.change.resource;
        const isClosed = address === "/config" && "permitjoin" in fact.change.values && attr.permitjoin === 0;
        if (isClosed || address === SEARCH) present();
        const message = news(running, fact);
        if (message) this.send([null, message]);
      });
      return () => {
        stopLooking();
        stopListening();
      };
    });
    const carryOut = async (open: Running, { seconds, router, installCode }: Opening) => {
      const skills = open.opened.radio.network()?.can;
      if (installCode !== undefined && skills && !skills.includes("installcode"))
        throw new Failure("unsupported", say("error.install-code"));
      const put = (method: "PUT" | "POST", address: Address, body: Values) =>
        wish(RED, open, { method, address, body }, causedBy(this));
      if (installCode !== undefined) await put("POST", "/devices/installcode", { installcode: installCode });
      const via = router === undefined ? {} : { permitjoinrouter: router };
      await put("PUT", "/config", { permitjoin: seconds, ...via });
    };
    serve(RED, this, running, async (open, { payload }) => {
      const opening = openingIn(payload, Number(def.seconds) || USUAL_SECONDS);
      if (!opening) throw new Failure("invalid", say("error.payload"));
      await carryOut(open, opening);
      const until = untilOf(open);
      openedBy.set(this.id, until);
      const { seconds, warnings } = opening;
      const answer = seconds > 0 ? { open: true, until: new Date(until).toISOString() } : { open: false };
      return { topic: "/config", payload: answer, ...(warnings.length > 0 ? { warnings } : {}) };
    });
    this.on("close", (removed: boolean, done: () => void) => {
      const until = openedBy.get(this.id) ?? 0;
      const isOurs = running !== undefined && until > running.now && until === untilOf(running);
      if (!removed || !isOurs) return done();
      openedBy.delete(this.id);
      carryOut(running, { seconds: 0, warnings: [] }).then(done, done);
    });
  });
}

/** Until when the network is open, whoever opened it. */
function untilOf({ opened }: Running): number {
  return Number(opened.gateway.store.get(SEARCH)?.attr.until ?? 0);
}

/** How a device comes and goes. */
function news(running: Running, fact: Fact): Values | undefined {
  const { resource, values } = fact.change;
  if (resource.type !== "Device" || typeof values.pairing !== "string") return undefined;
  const { ieee, modelid, vendor, manufacturername, name, uniqueid } = resource.attr;
  const told = { ieee, uniqueid, model: modelid, vendor: vendor ?? manufacturername, name };
  const device = {
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)),
    resources: resourcesOf(running, String(uniqueid)).map(({ address }) => address),
  };
  const payload = values.pairing;
  return structuredClone({
    topic: resource.address,
    payload,
    device,
    event: eventOf(fact),
  });
}

function resourcesOf({ opened }: Running, mac: string): readonly Resource[] {
  const { store } = opened.gateway;
  return (["/lights", "/sensors"] as const).flatMap((all) =>
    store.list(all).filter(({ attr }) => String(attr.uniqueid).startsWith(`${mac}-`)),
  );
}
