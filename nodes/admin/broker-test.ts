/** Whether the broker that the dialog of the gateway node names answers: asked before anything is deployed. */
import type { NodeDef } from "node-red";
import { isObject } from "../../src/model/resource.ts";
import { testBroker } from "../../src/open.ts";
import { type BrokerNode, mqttSettings, trimmed } from "../gateway/mqtt-settings.ts";
import type { AdminCall, AdminReply } from "./call.ts";

const UNTOUCHED = "__PWRD__"; // the editor's placeholder for a password that is kept

/** The gateway sends a kept password only to the broker for which the user gave it. */
export async function brokerTest(call: AdminCall): Promise<AdminReply> {
  const { RED, request } = call;
  const asked = isObject(request.body) ? request.body : {};
  const { address, node, user } = asked;
  const broker = typeof node === "string" ? (RED.nodes.getNode(node) as BrokerNode | null) : undefined;
  const password = asked.password === UNTOUCHED ? keptPassword(call, address) : trimmed(asked.password);
  const def = { mqtt: true, mqttBroker: node, mqttAddress: address };
  const settings = mqttSettings(def, { user: trimmed(user), password }, broker ?? undefined, () => {});
  return { body: await testBroker(settings?.broker ?? { url: "" }) };
}

function keptPassword({ RED, id }: AdminCall, address: unknown): string {
  let kept: unknown;
  RED.nodes.eachNode((each: NodeDef & { readonly mqttAddress?: unknown }) => {
    if (each.id === id) kept = each.mqttAddress;
  });
  if (trimmed(kept) !== trimmed(address)) return "";
  const { mqttPassword } = (RED.nodes.getCredentials(id) ?? {}) as { readonly mqttPassword?: unknown };
  return trimmed(mqttPassword);
}
