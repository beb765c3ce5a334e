/** A message asks the API, and carries the answer on. No key is needed: who may edit flows may do everything. */
import type { Node, NodeAPI, NodeDef, NodeMessageInFlow } from "node-red";
import { type Address, type Command, isObject, type Method, type Reply } from "../src/model/resource.ts";
import { attach, TEXTS } from "./attach.ts";

interface RequestDef extends NodeDef {
  readonly gateway: string;
  readonly method?: string; //   "" means msg.method
  readonly address?: string; //  "" means msg.topic
  readonly body?: string; //     a property of the message, or JSON
  readonly bodyType?: string;
  readonly refusalIsError?: boolean;
}

type Code = "unreachable" | "not-found" | "invalid" | "busy" | "radio-down" | "unsupported" | "timeout";

type Refusal = Pick<Reply, "status" | "body">;

/** A catch node gets its sentence, its code and its cause. */
class Failure extends Error {
  readonly code: Code;
  readonly reply: Refusal | undefined;

  constructor(code: Code, text: string, reply?: Refusal) {
    super(text, reply && { cause: reply });
    this.code = code;
    this.reply = reply;
  }

  /** Node-RED takes this for the sentence. */
  override toString(): string {
    return this.message;
  }
}

const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const ADDRESS = /^\P{Cc}{1,1000}$/u; // it comes back in answers and in the log

/** By the type of the API's error; all others mean that the request was wrong. */
const CODES: Readonly<Record<number, Code>> = {
  3: "not-found",
  4: "unsupported",
  202: "unreachable",
  501: "unsupported",
  901: "busy",
  950: "radio-down",
  951: "busy",
};

export default function (RED: NodeAPI): void {
  RED.nodes.registerType("zigbee-gateway-request", function (this: Node, def: RequestDef) {
    RED.nodes.createNode(this, def);
    const running = attach(RED, this, def.gateway);
    const ask = async (message: NodeMessageInFlow) => {
      if (!running) throw new Failure("not-found", RED._(`${TEXTS}.status.no-gateway`));
      const command = commandOf(RED, def, message);
      const { status, body } = await running.opened.gateway.perform(command, { by: `flow:${this.id}`, depth: 0 });
      const reply = { status, body: structuredClone(body) }; // flows change their messages, and these values are ours
      const refusal = refusalIn(reply);
      if (refusal && def.refusalIsError) throw refusal;
      return { topic: command.address, payload: reply.body, statusCode: status };
    };
    this.on("input", (message, send, done) => {
      ask(message)
        .then((answer) => {
          send(Object.assign(message, answer));
          done();
        })
        .catch((error) => done(error instanceof Error ? error : new Error(String(error))))
        .catch((error) => this.error(`${this.id}: the message cannot be passed on: ${error}`)); // nor copied for a catch node
    });
  });
}

function commandOf(RED: NodeAPI, def: RequestDef, message: NodeMessageInFlow): Command {
  const refuse = (what: string) => new Failure("invalid", RED._(`zigbee-gateway-request.error.${what}`));
  const named: unknown = def.method || message.method || "GET";
  const method = typeof named === "string" ? named.toUpperCase() : "";
  if (!METHODS.includes(method)) throw refuse("method");
  const given = def.address || message.topic;
  if (typeof given !== "string" || !ADDRESS.test(given.trim())) throw refuse("address");
  const wish = { method: method as Method, address: `/${given.trim().replace(/^\/+/, "")}` as Address };
  if (method === "GET" || method === "DELETE") return wish;
  try {
    return { ...wish, body: bodyOf(RED, def, message) };
  } catch {
    throw refuse("body");
  }
}

/** As JSON would carry it: what JSON cannot carry is refused, and what the flow does with its own object later is its own affair. */
function bodyOf(RED: NodeAPI, { body, bodyType }: RequestDef, message: NodeMessageInFlow): unknown {
  if (bodyType === "json") return JSON.parse(body ?? "");
  const value: unknown = RED.util.getMessageProperty(message, body || "payload");
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** An answer with nothing but errors: nothing was changed. */
function refusalIn({ status, body }: Refusal): Failure | undefined {
  const outcomes: readonly unknown[] = Array.isArray(body) ? body : [];
  const errors = outcomes.filter(isObject).map(({ error }) => error);
  const first = errors[0];
  if (!isObject(first) || errors.includes(undefined)) return undefined;
  const code = CODES[Number(first.type)] ?? "invalid";
  return new Failure(code, String(first.description), { status, body });
}
