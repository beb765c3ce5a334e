/** Opens the network for new devices, and tells what comes, how its interview goes, and what leaves. */
import type { Node, NodeAPI, NodeDef, NodeMessageInFlow } from "node-red";
import { isObject, type Resource, type Values } from "../src/model/resource.ts";
import { attach, TEXTS } from "./attach.ts";
import type { Fact } from "./facts.ts";
import { Failure, refusalIn } from "./failure.ts";
import type { Running } from "./running.ts";

interface PairingDef extends NodeDef {
  readonly gateway: string;
  readonly seconds?: string; // how long `true` opens it
}

interface Wish {
  readonly seconds: number;
  readonly router?: string;
  readonly installCode?: string;
}

const MOST_SECONDS = 254;
const USUAL_SECONDS = 120;
const MEMBERS: readonly string[] = ["seconds", "router", "installCode"];

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-pairing", function (this: Node, def: PairingDef) {
    RED.nodes.createNode(this, def);
    const usual = Number(def.seconds) || USUAL_SECONDS;
    const say = (key: string, values = {}) => RED._(`zigbee-gateway-pairing.${key}`, values);
    let until = 0; // when what this node opened closes by itself
    const running = attach(RED, this, def.gateway, (running, show) =>
      running.on((fact) => {
        const { address, attr } = fact.change.resource;
        if (address === "/config" && "permitjoin" in fact.change.values) {
          const left = Number(attr.permitjoin);
          if (left > 0) show({ fill: "blue", shape: "dot", text: say("status.open", { seconds: String(left) }) });
          else show(running.look);
        }
        const message = news(running, fact);
        if (message) this.send([null, message]);
      }),
    );
    const perform = async (method: "PUT" | "POST", address: `/${string}`, body: Values) => {
      if (!running) throw new Failure("not-found", RED._(`${TEXTS}.status.no-gateway`));
      const reply = await running.opened.gateway.perform(
        { method, address, body },
        { by: `flow:${this.id}`, depth: 0 },
      );
      const refusal = refusalIn(reply);
      if (refusal) throw refusal;
    };
    const open = async (message: NodeMessageInFlow) => {
      const wish = wishOf(message.payload, usual);
      if (!wish) throw new Failure("invalid", say("error.payload", { most: String(MOST_SECONDS) }));
      const { seconds, router, installCode } = wish;
      if (installCode !== undefined) await perform("POST", "/devices/installcode", { installcode: installCode });
      await perform("PUT", "/config", {
        permitjoin: seconds,
        ...(router === undefined ? {} : { permitjoinrouter: router }),
      });
      until = (running?.now ?? 0) + seconds * 1000;
      const payload = seconds > 0 ? { open: true, until: new Date(until).toISOString() } : { open: false };
      return { topic: "/config", payload };
    };
    this.on("input", (message, send, done) => {
      open(message)
        .then((answer) => {
          send([Object.assign(message, answer), null]);
          done();
        })
        .catch((error) => done(error instanceof Error ? error : new Error(String(error))));
    });
    this.on("close", (removed: boolean, done: () => void) => {
      if (!removed || until <= (running?.now ?? 0)) return done();
      perform("PUT", "/config", { permitjoin: 0 }).then(done, done);
    });
  });
}

/** true, false, seconds, or all of it; undefined where it is none of these. */
function wishOf(payload: unknown, usual: number): Wish | undefined {
  if (payload === true) return { seconds: usual };
  if (payload === false) return { seconds: 0 };
  const wish = isObject(payload) ? { seconds: usual, ...payload } : { seconds: payload };
  if (Object.keys(wish).some((name) => !MEMBERS.includes(name))) return undefined;
  const { seconds, router, installCode } = wish as Record<string, unknown>;
  const fits =
    Number.isInteger(seconds) &&
    Number(seconds) >= 0 &&
    Number(seconds) <= MOST_SECONDS &&
    (router === undefined || typeof router === "string") &&
    (installCode === undefined || typeof installCode === "string");
  return fits ? (wish as Wish) : undefined;
}

/** How a device comes and goes. */
function news(running: Running, { change, at, n }: Fact): Values | undefined {
  const { resource, event, section, values, before, cause } = change;
  if (resource.type !== "Device" || typeof values.pairing !== "string") return undefined;
  const { ieee, modelid, vendor, manufacturername, name, uniqueid } = resource.attr;
  const device = {
    ieee,
    uniqueid,
    model: modelid,
    vendor: vendor ?? manufacturername,
    name,
    resources: resourcesOf(running, String(uniqueid)).map(({ address }) => address),
  };
  const payload = values.pairing;
  return structuredClone({
    topic: resource.address,
    payload,
    device,
    event: { event, section, values, before, cause, at, n },
  });
}

function resourcesOf({ opened }: Running, mac: string): readonly Resource[] {
  const { store } = opened.gateway;
  return (["/lights", "/sensors"] as const).flatMap((all) =>
    store.list(all).filter(({ attr }) => String(attr.uniqueid).startsWith(`${mac}-`)),
  );
}
