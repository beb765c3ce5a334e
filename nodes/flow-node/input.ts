/** How a node answers its messages: the answer goes on in the same message, an error goes to the catch nodes. */
import { setImmediate as next } from "node:timers/promises";
import type { Node, NodeAPI, NodeMessageInFlow } from "node-red";
import { familyOf } from "../../src/model/addresses.ts";
import type { Cause, Change, Command, Values } from "../../src/model/resource.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";
import { inputQueue } from "./input-queue.ts";
import { isTroubleOfRadio, NodeError, refusalIn, Sentence, TEXTS } from "./node-error.ts";
import { refusalWords, troubleWords } from "./refusal-words.ts";
import type { StatusLine } from "./status-line.ts";

/** As flows send them: anything may be in them. */
export type Message = NodeMessageInFlow & Readonly<Record<string, unknown>>;

/** What a node hears of its command after it has answered the message. */
export interface LateNews {
  /** For the catch nodes, as any error is. */
  readonly failed: (error: NodeError) => void;
  /** A part of it was not done: a warning beside the status. */
  readonly lacked: (warning: string) => void;
}

/** Kept with the values that extend the message, or with nothing where the message ends here; or rejected with a Failure. */
export type InputHandler = (runtime: GatewayRuntime, message: Message, later: LateNews) => Promise<Values | undefined>;

interface InputOptions {
  readonly waits: boolean; // until the gateway has read its data
  readonly line?: Pick<StatusLine, "began" | "failed" | "wentWell">; // shows how it went
}

export function handleInput(
  RED: NodeAPI,
  node: Node,
  runtime: GatewayRuntime | undefined,
  answer: InputHandler,
  { waits, line }: InputOptions,
): void {
  const take = inputQueue((count) => node.warn(RED._(`${TEXTS}.warning.flood`, { count })));
  node.on("input", (message, send, done) => {
    const end = (error: unknown) => {
      const known = error instanceof Error ? error : new Error(String(error));
      line?.failed(known.message);
      done(known instanceof NodeError ? (new Sentence(known) as NodeError) : known); // an unforeseen error keeps its stack
    };
    const { _msgid, topic, payload } = message; // the message itself goes on, and belongs to others then
    const later: LateNews = {
      failed: (error) => {
        line?.failed(error.message);
        node.error(new Sentence(error), { _msgid, topic, payload });
      },
      lacked: (warning) => line?.wentWell(warning),
    };
    const run = () => {
      line?.began();
      demandOpen(RED, runtime, waits)
        .then((open) => answer(open, message as Message, later))
        .then((reply) => {
          if (reply && !("warnings" in reply)) Reflect.deleteProperty(message, "warnings"); // of another node
          line?.wentWell(warningIn(RED, reply));
          if (reply) send(Object.assign(message, reply));
          done();
        })
        .catch(end)
        .catch((error) => node.error(`${node.id}: the message cannot be passed on: ${error}`)); // nor copied for a catch node
    };
    if (!take(run)) end(new NodeError("busy", RED._(`${TEXTS}.error.flood`)));
  });
}

/** The first one: "brightness: 100 instead of 300", or why a part of it was not done. */
function warningIn(RED: NodeAPI, reply: Values | undefined): string {
  const [first = ""] = (reply?.warnings ?? []) as readonly string[];
  const [isClamped, name = "", said = "", kept = ""] = /^(\S+) (.+) → (.+)$/.exec(first) ?? [];
  return isClamped === undefined ? first : RED._(`${TEXTS}.status.limited`, { name, said, kept });
}

/** A message may come before the gateway has read its data. A node that asks the API gets the API's own answer to that. */
async function demandOpen(RED: NodeAPI, runtime: GatewayRuntime | undefined, waits: boolean): Promise<GatewayRuntime> {
  if (!runtime) throw new NodeError("not-found", RED._(`${TEXTS}.status.no-gateway`));
  if (waits && !runtime.isLoaded) await runtime.opened.gateway.ready.catch(() => {});
  if (waits && !runtime.isLoaded) throw new NodeError("busy", String(runtime.status.text));
  return runtime;
}

/** Performs the command, and answers its refusals in words; a command of which no part was done is a failure. */
export async function performFor(runtime: GatewayRuntime, command: Command, cause: Cause): Promise<readonly string[]> {
  const { gateway, radio } = runtime.opened;
  const reply = await gateway.perform(command, cause);
  const say = refusalWords(runtime);
  const refusal = refusalIn(reply, say);
  if (!refusal) {
    if (familyOf(command.address) === "groups") await next(); // the effects of a group's members come by the bus
    return (reply.refusals ?? []).map(say);
  }
  if (!isTroubleOfRadio(reply)) throw refusal;
  const code = radio.isAway() || radio.network() !== undefined ? "busy" : "radio-down";
  throw new NodeError(code, troubleWords(runtime, code), refusal.reply);
}

export function causeOf(node: Node): Cause {
  return { by: `flow:${node.id}`, depth: 0 };
}

/** Also by another node of the same tab; a value that the gateway takes back is no flow's own. */
export function isOwn(RED: NodeAPI, node: Node, { cause: { by, undo } }: Change): boolean {
  return undo !== true && by.startsWith("flow:") && RED.nodes.getNode(by.slice("flow:".length))?.z === node.z;
}
