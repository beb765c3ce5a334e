/**
 * A radio process that behaves as it is told: its settings' path holds a script as JSON. It is forked like the real one, and speaks
 * the same protocol.
 */
import { appendFileSync, readFileSync } from "node:fs";
import process from "node:process";
import type { Order } from "../../src/model/radio/orders.ts";
import type { NetworkFacts, RadioEvent } from "../../src/model/radio/radio-port.ts";
import type { GatewayMessage, ProcessMessage } from "../../src/radio/protocol.ts";

export interface Script {
  readonly journal?: string; //           file to which each thing that it was asked is appended, as a line of JSON
  readonly fails?: string; //             why it does not start
  readonly failsFrom?: string; //         file with the same; none: it starts
  readonly starts?: "never" | "throws"; // it says nothing, or ends with an exception
  readonly adapter?: string;
  readonly orders?: "silent" | "crash" | "hang" | "garbage" | "flood";
  readonly stops?: "never"; //            it ignores "stop" and the end of its channel
  readonly can?: NetworkFacts["can"];
  readonly prints?: string; //            on both its outputs, when it starts
}

const NETWORK: NetworkFacts = {
  adapter: "zstack",
  firmware: "0x26780700",
  version: "a script",
  coordinator: "0x00124b0000000001",
  channel: 11,
  panid: 0x1a62,
  extendedpanid: "dddddddddddddddd",
  formed: false,
  can: [],
};

let script: Script = {};

process.on("message", (message: GatewayMessage) => {
  if (message.type === "start") script = JSON.parse(message.settings.path) as Script;
  if (script.journal && message.type !== "alive")
    appendFileSync(script.journal, `${JSON.stringify({ ...message, pid: process.pid })}\n`);
  switch (message.type) {
    case "start":
      start(message.id);
      return;
    case "order":
      obey(message.id, message.order);
      return;
    case "touchlink":
      setTimeout(() => tell({ type: "answer", id: message.id, value: undefined }), 100);
      return;
    case "alive":
      tell({ type: "alive" });
      return;
    case "stop":
      if (script.stops !== "never") process.exit(0);
      return;
    case "prepare":
    case "options":
    case "zone":
      return;
    default:
      tell({ type: "answer", id: message.id, value: { files: { "network.json": "{}" }, asked: message } });
  }
});
process.on("disconnect", () => {
  if (script.stops !== "never") process.exit(0);
});
process.on("SIGTERM", () => {});
setTimeout(() => process.exit(1), 300_000); // also when the test that started it was killed

function start(id: number): void {
  if (script.prints) {
    console.log(script.prints);
    console.error(script.prints);
  }
  if (script.starts === "throws") throw new Error("a script that throws");
  if (script.starts === "never") return;
  const reason = script.fails ?? reasonIn(script.failsFrom);
  if (reason) {
    tell({ type: "failure", id, code: "radio-down", message: reason });
    return;
  }
  sendEvent({
    kind: "up",
    network: { ...NETWORK, adapter: script.adapter ?? "zstack", can: script.can ?? [] },
    devices: [],
  });
  tell({ type: "answer", id, value: undefined });
}

function reasonIn(file: string | undefined): string {
  try {
    return file ? readFileSync(file, "utf8").trim() : "";
  } catch {
    return "";
  }
}

function obey(id: number, order: Order): void {
  const how = order.do === "command" ? String(order.command) : script.orders;
  switch (how) {
    case "silent":
      return;
    case "crash":
      process.exit(3);
      return;
    case "abort":
      process.abort();
      return;
    case "throw":
      throw new Error("a script that throws");
    case "hang":
      for (;;);
    case "down":
      sendEvent({ kind: "down", reason: "the stick was pulled out: plug it in again" });
      setTimeout(() => process.exit(0), 50);
      return;
    case "deaf":
      process.disconnect();
      return;
    case "garbage":
      for (const nonsense of [null, 7, "event", [], {}, { type: "event" }, { type: "event", event: { kind: "up" } }])
        process.send?.(nonsense as object);
      for (const nonsense of GARBAGE) process.send?.(nonsense);
      tell({ type: "answer", id, value: { state: {} } });
      return;
    case "flood":
      for (let line = 0; line < 5000; line += 1) {
        console.error("x".repeat(600));
        tell({ type: "log", level: "warn", text: "y".repeat(2000) });
      }
      tell({ type: "answer", id, value: { state: {} } });
      return;
    case "refused":
      tell({ type: "failure", id, code: "refused", message: "the device refused", status: 0x86 });
      return;
    default:
      sendEvent({ kind: "payload", ieee: "0x0000000000000001", endpoint: 1, payload: { heard: order.do } });
      tell({ type: "answer", id, value: order.do === "set" ? { state: order.values } : {} });
  }
}

const GARBAGE: readonly object[] = [
  { type: "answer", id: "1" },
  { type: "failure", id: 1, code: "no such code", message: "x" },
  { type: "toString" },
  { type: "log", level: "toString", text: "x" },
  { type: "event", event: { kind: "constructor" } },
  { type: "event", event: { kind: "payload", ieee: "__proto__", endpoint: 1, payload: {} } },
  { type: "event", event: { kind: "payload", ieee: "0x0000000000000001", endpoint: Number.NaN, payload: {} } },
  { type: "event", event: { kind: "device", device: { ieee: "0x0000000000000001" } } },
];

function sendEvent(what: RadioEvent): void {
  tell({ type: "event", event: what });
}

function tell(what: ProcessMessage): void {
  process.send?.(what);
}
