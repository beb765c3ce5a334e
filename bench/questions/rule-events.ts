/** P7, P8: the cost of an event while so many rules look elsewhere, and of each rule that looks at it and does not fire. */
import type { Address } from "../../src/model/resource.ts";
import { answer, given } from "../inside.ts";
import { median } from "../load.ts";
import { CAUSE, gatewayIn, sensor } from "./parts.ts";

const { folder, elsewhere, watching } = given<{ folder: string; elsewhere: number; watching: number }>();
const EVENTS = 10_000;
const EACH = 10; // rules that look at one sensor
const gateway = gatewayIn(folder);
await gateway.ready;
const sensors = 2 + Math.ceil(elsewhere / EACH);
for (let turn = 1; turn <= sensors; turn += 1) gateway.store.put(flag(turn), CAUSE);
for (let turn = 0; turn < elsewhere; turn += 1) rule(turn + 1, 3 + Math.floor(turn / EACH));
for (let turn = 0; turn < watching; turn += 1) rule(elsewhere + turn + 1, 2);
await settled();
await cost(1, EVENTS);
await cost(2, EVENTS / 10);
answer({ unwatched: await cost(1, EVENTS), watched: await cost(2, EVENTS / 10) });
await gateway.stop();

/** Rules may be more than clients can make. */
function rule(id: number, at: number): void {
  const conditions = [
    { address: `/sensors/${at}/state/flag`, operator: "eq", value: "true" },
    { address: "/config/localtime", operator: "in", value: "W0/T08:00:00/T09:00:00" },
  ];
  const actions = [{ method: "PUT", address: "/sensors/1/state", body: { flag: true } }];
  const attr = { name: `r ${id}`, conditions, actions, status: "enabled", periodic: 0, timestriggered: 0 };
  gateway.store.put({ address: `/rules/${id}`, type: "Rule", attr, config: {}, state: {}, action: {} }, CAUSE);
}

function flag(id: number) {
  const { type: _, ...attr } = sensor(id);
  const address: Address = `/sensors/${id}`;
  return { address, type: "CLIPGenericFlag", attr, config: { on: true }, state: { flag: false }, action: {} };
}

/** Microseconds of the processor, from a fact to the last listener having heard it. */
async function cost(id: number, events: number): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const before = process.cpuUsage();
    for (let turn = 0; turn < events; turn += 1) {
      gateway.store.patch(`/sensors/${id}`, "state", { flag: turn % 2 === 0 }, CAUSE);
      if (turn % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
    }
    await settled();
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / events);
  }
  return median(rounds);
}

/** The bus has handed out all that was waiting. */
async function settled(): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = gateway.bus.on(({ resource }) => {
      if (resource.address !== "/rules/0") return;
      stop();
      resolve();
    });
    const attr = { name: "last", conditions: [], actions: [], status: "disabled" };
    gateway.store.put({ address: "/rules/0", type: "Rule", attr, config: {}, state: {}, action: {} }, CAUSE);
  });
}
