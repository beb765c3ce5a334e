/** A message asks the API, and carries the answer on. The node needs no key: a user who may edit flows may do everything. */
import type { NodeAPI, NodeMessageInFlow } from "node-red";
import { withoutQuery } from "../src/model/addresses.ts";
import type { Address, Command, Method } from "../src/model/resource.ts";
import { type FlowNodeDef, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { causeOf, type InputHandler } from "./flow-node/input.ts";
import { NodeError, refusalIn } from "./flow-node/node-error.ts";
import { clockTime, statusOfTrouble } from "./flow-node/node-status.ts";
import { refusalWords } from "./flow-node/refusal-words.ts";
import type { GatewayRuntime } from "./gateway/runtime.ts";

interface RequestDef extends FlowNodeDef {
  readonly method?: string; //   "" means msg.method
  readonly address?: string; //  "" means msg.topic
  readonly body?: string; //     a property of the message, or JSON
  readonly bodyType?: string;
  readonly refusalIsError?: boolean;
}

const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const ADDRESS = /^\P{Cc}{1,1000}$/u; // it comes back in answers and in the log

export default function (RED: NodeAPI): void {
  registerFlowNode<RequestDef>(RED, "zigbee-gateway-request", ({ node, def, say: own }) => {
    const isLacking = Boolean(def.method) && !def.address?.trim(); // a message may still have it
    let tell = (_refused: string | undefined, _status: number) => {};
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      tell = (refused, status) => {
        if (refused !== undefined) return show({ ...statusOfTrouble(refused), fill: "yellow" });
        if (status >= 300 || !runtime.isReady || runtime.radioTrouble !== "") return show(runtime.status);
        const text = `${own("status.done")} · ${clockTime(runtime.now, runtime)}`;
        show({ fill: "green", shape: "dot", text });
      };
      const present = () => {
        if (isLacking && runtime.isReady && runtime.status.fill === "green")
          // a trouble of the gateway says more
          show({ fill: "yellow", shape: "ring", text: own("status.none") });
      };
      return { updateStatus: present };
    };
    const onInput: InputHandler = async (runtime, message) => {
      const command = commandOf(RED, def, message);
      const reply = await runtime.opened.gateway.perform(command, causeOf(node));
      const payload = structuredClone(reply.body); // flows change their messages, and these values are ours
      const say = refusalWords(runtime);
      const refusal = refusalIn({ ...reply, body: payload }, say);
      if (refusal && def.refusalIsError) throw refusal;
      tell((reply.refusals ?? []).map(say)[0], reply.status); // also where only a part of it was refused
      return { topic: command.address, payload, statusCode: reply.status };
    };
    return { subscribe, onInput, answersUnready: true };
  });
}

function commandOf(RED: NodeAPI, def: RequestDef, message: NodeMessageInFlow): Command {
  const refuse = (what: string) => new NodeError("invalid", RED._(`zigbee-gateway-request.error.${what}`));
  const named: unknown = def.method || message.method || "GET";
  const method = typeof named === "string" ? named.toUpperCase() : "";
  if (!METHODS.includes(method)) throw refuse("method");
  const given = def.address || message.topic;
  if (typeof given !== "string" || !ADDRESS.test(given.trim())) throw refuse("address");
  const address: Address = `/${given.trim().replace(/^\/+/, "")}`;
  if (method === "GET") return { method, ...withoutQuery(address) };
  const wish = { method: method as Method, address };
  if (method === "DELETE") return wish;
  try {
    return { ...wish, body: bodyOf(RED, def, message) };
  } catch {
    throw refuse("body");
  }
}

/** As JSON would carry it: the node refuses a value that JSON cannot carry, and the flow may change its own object later. */
function bodyOf(RED: NodeAPI, { body, bodyType }: RequestDef, message: NodeMessageInFlow): unknown {
  if (bodyType === "json") return JSON.parse(body ?? "");
  const value: unknown = RED.util.getMessageProperty(message, body || "payload");
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
