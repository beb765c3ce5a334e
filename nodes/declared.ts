/** A virtual sensor that a node declares: it is made when there is none, keeps its id over deploys, and goes when its node goes. */
import type { Node, NodeAPI } from "node-red";
import type { Command, Resource, Stop } from "../src/model/resource.ts";
import { refusalIn } from "./failure.ts";
import { find, type Pick } from "./pick.ts";
import type { Running } from "./running.ts";

export interface Declaration {
  readonly pick: Pick;
  readonly type: string; // "CLIPTemperature"
  readonly name: string;
}

export interface DeclaringDef {
  readonly declares?: string;
  readonly declaredName?: string;
}

export function declarationOf({ id }: Node, { declares, declaredName }: DeclaringDef): Declaration | undefined {
  if (typeof declares !== "string" || declares === "") return undefined;
  const name = (typeof declaredName === "string" && declaredName.trim().slice(0, 32)) || declares.replace(/^CLIP/, "");
  return { pick: { address: "/sensors", uniqueid: `flow-${id}`, resourceName: name, house: "" }, type: declares, name };
}

export function declared(RED: NodeAPI, node: Node, running: Running, { pick, type, name }: Declaration): Stop {
  const { store, perform } = running.opened.gateway;
  const owner = `flow:${node.id}`;
  const wish = async (command: Command) => {
    const refusal = refusalIn(await perform(command, { by: owner, depth: 0 }));
    if (refusal) throw refusal;
  };
  const make = () =>
    wish({
      method: "POST",
      address: "/sensors",
      body: {
        name,
        type,
        owner,
        uniqueid: pick.uniqueid,
        modelid: "Flow",
        manufacturername: "Node-RED",
        swversion: "1",
      },
    });
  /** The same declaration changes nothing; another name or type changes just that. */
  const settle = async (sensor: Resource | undefined) => {
    if (!sensor) return make();
    if (sensor.type === type) {
      if (sensor.attr.declared !== name) await wish({ method: "PUT", address: sensor.address, body: { name } });
      return;
    }
    await wish({ method: "DELETE", address: sensor.address });
    await make();
  };
  let isSettled = false;
  const stop = running.onLook(() => {
    if (isSettled || !running.isReady) return;
    isSettled = true;
    settle(find(store, pick)).catch((error) =>
      node.error(RED._("zigbee-gateway-sensor.error.declared", { reason: String(error) })),
    );
  });
  node.on("close", (removed: boolean, done: () => void) => {
    const sensor = removed ? find(store, pick) : undefined;
    if (!sensor) return done();
    wish({ method: "DELETE", address: sensor.address }).then(done, done);
  });
  return stop;
}
