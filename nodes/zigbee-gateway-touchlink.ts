/** Touchlink: looks for devices close by, lets one show itself, makes one forget its network; and tells how that goes. */
import type { Node, NodeAPI, NodeStatus } from "node-red";
import { shown } from "../src/model/definitions.ts";
import type { RadioFailure } from "../src/model/radio/orders.ts";
import { type Address, type Cause, isObject, type Resource, type Values } from "../src/model/resource.ts";
import { codeOf } from "./flow-node/confirmation.ts";
import { type Awaited, awaitWithin } from "./flow-node/debounce.ts";
import { type FlowNodeDef, registerFlowNode, type Show, type Subscription } from "./flow-node/flow-node.ts";
import { causeOf, type InputHandler, performFor } from "./flow-node/input.ts";
import { NodeError, notUnderstood, quoted } from "./flow-node/node-error.ts";
import { clockTime } from "./flow-node/node-status.ts";
import type { GatewayRuntime, Translate } from "./gateway/runtime.ts";
import { actionIn } from "./messages/action-words.ts";
import { type ChangeEvent, dataOf, shortened } from "./messages/change-messages.ts";

interface TouchlinkDef extends FlowNodeDef {
  readonly does?: string; //     where the message says no action
  readonly confirm?: boolean; // a reset needs no `confirm` in its message
}

/** How a job goes, or went, as the gateway keeps it. */
interface News {
  readonly do: TouchlinkAction;
  readonly id?: string;
  readonly is: "running" | "done" | "failed";
  readonly failure?: RadioFailure;
  readonly reason?: string;
}

const TOUCHLINK: Address = "/touchlink";
const LONGEST = 90; // seconds; the radio gives up long before
const LONGEST_REASON = 35;
const TOLD: Readonly<Record<News["is"], string>> = { running: "started", done: "done", failed: "failed" };

export default function (RED: NodeAPI): void {
  registerFlowNode<TouchlinkDef>(RED, "zigbee-gateway-touchlink", ({ node, def, say }) => {
    const usual = isJob(def.does) ? def.does : "scan";
    const subscribe = (runtime: GatewayRuntime, show: Show): Subscription => {
      let at: number | undefined; // when the last job ended
      const present = () => {
        if (runtime.isReady) show(statusNow(runtime, at, say));
      };
      const onChange = (fact: ChangeEvent) => {
        const { resource, values } = fact.change;
        if (resource.address !== TOUCHLINK) return;
        if (isObject(values.job)) at = values.job.is === "running" ? undefined : runtime.now;
        present();
        for (const message of told(runtime, fact)) node.send([null, message]);
      };
      return { updateStatus: present, onChange };
    };
    return { subscribe, onInput: answer(node, usual, def.confirm === true, say) };
  });
}

/** Undefined while the radio has not told its abilities. */
function isAble({ opened: { radio } }: GatewayRuntime): boolean | undefined {
  return radio.path === "none" ? false : radio.network()?.can.includes("touchlink");
}

function newsOf(touchlink: Resource | undefined): News | undefined {
  return touchlink?.state.job as News | undefined;
}

function statusNow(runtime: GatewayRuntime, at: number | undefined, say: Translate): NodeStatus {
  if (isAble(runtime) === false) return { fill: "red", shape: "dot", text: say("status.unsupported") };
  const touchlink = runtime.opened.gateway.store.get(TOUCHLINK);
  const news = newsOf(touchlink);
  if (runtime.radioTrouble !== "" || !touchlink || !news) return runtime.status;
  const { do: job, id = "", is, reason = "" } = news;
  const count = String(devicesIn(touchlink.state.result).length);
  if (is === "running") return { fill: "blue", shape: "dot", text: say(`status.${job}-goes-on`, { id, count }) };
  if (at === undefined) return runtime.status; // of an earlier run
  const text = say(is === "done" ? `status.${job}-done` : "status.failed", {
    id,
    count,
    reason: shortened(reason, LONGEST_REASON),
  });
  const line = `${text} · ${clockTime(at, runtime)}`;
  return is === "done" ? { fill: "green", shape: "dot", text: line } : { fill: "red", shape: "ring", text: line };
}

// ---- facts

/** The devices that a scan finds, and the progress of the job, no matter which client or node has begun it. */
function told(runtime: GatewayRuntime, { change, at, n }: ChangeEvent): readonly Values[] {
  const { resource, event, section, values, before, cause } = change;
  if (event !== "changed" || section !== "state") return [];
  const definition = runtime.opened.gateway.store.definition(resource);
  const news = newsOf(resource);
  const fact = {
    event,
    section,
    values: shown(definition.state, values),
    before: shown(definition.state, before),
    cause,
    at,
    n,
  };
  const message = (payload: string, more: Values) =>
    structuredClone({
      topic: TOUCHLINK,
      payload,
      job: news?.do,
      ...more,
      data: dataOf(resource, definition),
      event: fact,
    });
  const known = devicesIn(before.result).length;
  const found = devicesIn(values.result)
    .slice(known)
    .map((device) => message("found", { device }));
  if (!news || !("job" in values)) return found;
  const [device] = news.id === undefined ? [] : devicesIn(resource.state.result, news.id);
  const about = { ...(device && { device }), ...(news.reason !== undefined && { reason: news.reason }) };
  return [...found, message(TOLD[news.is], about)];
}

// ---- messages that come in

function answer(node: Node, usual: TouchlinkAction, isConfirmed: boolean, say: Translate): InputHandler {
  return async (runtime, message) => {
    const asked = touchlinkCommandIn(message, usual, isConfirmed, say);
    if (isAble(runtime) === false) throw new NodeError("unsupported", say("error.unsupported"));
    const cause = causeOf(node);
    const end = ending(runtime, cause);
    try {
      await start(runtime, asked, cause, say);
      const touchlink = await end.heard;
      if (!touchlink) throw new NodeError("timeout", say("error.timeout"));
      const { is, failure = "invalid", reason = "" } = newsOf(touchlink) ?? {};
      if (is !== "done") throw new NodeError(codeOf(failure), say("error.failed", { reason }));
      const payload = devicesIn(touchlink.state.result, asked.id || undefined);
      const data = dataOf(touchlink, runtime.opened.gateway.store.definition(touchlink));
      return structuredClone({ topic: TOUCHLINK, payload, data });
    } finally {
      end.stop();
    }
  };
}

/** Of the job that has this cause. It answers with how all is then. */
function ending({ opened }: GatewayRuntime, cause: Cause): Awaited<Resource> {
  return awaitWithin<Resource>(LONGEST, (hear) =>
    opened.gateway.bus.on(({ resource, values, cause: whose }) => {
      const isEnd = "job" in values && newsOf(resource)?.is !== "running";
      if (resource.address === TOUCHLINK && isEnd && whose === cause) hear(resource);
    }),
  );
}

async function start(
  runtime: GatewayRuntime,
  { job, id }: TouchlinkCommand,
  cause: Cause,
  say: Translate,
): Promise<void> {
  const address: Address = id === "" ? `${TOUCHLINK}/${job}` : `${TOUCHLINK}/${id}/${job}`;
  try {
    await performFor(runtime, { method: "POST", address }, cause);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const { code, reply } = error;
    if (code === "busy" || code === "not-found") throw new NodeError(code, say(`error.${code}`, { id }), reply);
    throw error;
  }
}

// ---- the content of messages
export type TouchlinkAction = "scan" | "identify" | "reset";

interface TouchlinkCommand {
  readonly job: TouchlinkAction;
  readonly id: string; // among the devices of the last scan; "" of a scan
}

/** The members that the node reads of a message; each may hold any value. */
interface TouchlinkMessage {
  readonly action?: unknown;
  readonly payload?: unknown;
  readonly confirm?: unknown;
}

const JOBS: readonly string[] = ["scan", "identify", "reset"] satisfies readonly TouchlinkAction[];

function isJob(word: unknown): word is TouchlinkAction {
  return typeof word === "string" && JOBS.includes(word);
}

/** Throws a Failure where it wishes nothing that touchlink can do. */
export function touchlinkCommandIn(
  message: TouchlinkMessage,
  usual: TouchlinkAction,
  isConfirmed: boolean,
  say: Translate,
): TouchlinkCommand {
  const { payload, confirm } = message;
  const action = actionIn(message, JOBS);
  const job = action === undefined ? usual : action;
  if (!isJob(job)) throw new NodeError("invalid", say("error.action", { action: quoted(job) }));
  if (job === "scan") return { job, id: "" };
  const id = typeof payload === "number" ? String(payload) : payload;
  if (typeof id !== "string" || !/^[1-9]\d*$/.test(id)) throw notUnderstood(payload, say);
  if (job === "reset" && confirm !== true && !isConfirmed) throw new NodeError("invalid", say("error.confirm"));
  return { job, id };
}

/** The devices that a scan has found, or the one with this id, as flows have them: each with its id. */
export function devicesIn(result: unknown, id?: string): readonly Values[] {
  const found = Object.entries(isObject(result) ? result : {}).map(([key, device]) => ({
    id: key,
    ...(isObject(device) ? device : {}),
  }));
  return found.filter((device) => id === undefined || device.id === id);
}
