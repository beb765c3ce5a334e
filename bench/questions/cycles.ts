/** P9: the cost of an event after many sensors and rules came and went, against a fresh house; and how large the folder became. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { answer, given, heap } from "../inside.ts";
import { median } from "../load.ts";
import { ask, CAUSE, gatewayIn, sensor } from "./parts.ts";

const { folder, cycles } = given<{ folder: string; cycles: number }>();
const EVENTS = 20_000;
const gateway = gatewayIn(folder);
await ask(gateway, "POST", "/sensors", sensor(0));
await ask(gateway, "POST", "/rules", rule("1"));
await comeAndGo(100); // so that V8 has compiled the code before the fresh house is measured
await cost(); // warm
heap();
const fresh = await cost();
await comeAndGo(cycles);
heap();
const worn = await cost();
answer({ fresh, worn, bytes: readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) });
await gateway.stop();

async function comeAndGo(times: number): Promise<void> {
  for (let turn = 1; turn <= times; turn += 50) {
    const some = Array.from({ length: 50 }, (_, more) => turn + more);
    const ids = await Promise.all(some.map((each) => made("/sensors", sensor(each))));
    const rules = await Promise.all(ids.map((id) => made("/rules", rule(id))));
    await Promise.all(rules.map((id) => ask(gateway, "DELETE", `/rules/${id}`)));
    await Promise.all(ids.map((id) => ask(gateway, "DELETE", `/sensors/${id}`)));
  }
}

async function made(collection: "/sensors" | "/rules", body: unknown): Promise<string> {
  return ((await ask(gateway, "POST", collection, body)) as [{ success: { id: string } }])[0].success.id;
}

/** One that never fires. */
function rule(sensorId: string): unknown {
  const conditions = [{ address: `/sensors/${sensorId}/state/temperature`, operator: "gt", value: "99999999" }];
  const actions = [{ method: "PUT", address: "/sensors/1/state", body: { temperature: 1 } }];
  return { name: "r", conditions, actions };
}

/** Microseconds of the processor, from a fact to the last listener having heard it. */
async function cost(): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    let heard = 0;
    const stop = gateway.bus.on(() => {
      heard += 1;
    });
    const before = process.cpuUsage();
    for (let turn = 0; turn < EVENTS; turn += 1) {
      gateway.store.patch("/sensors/1", "state", { temperature: turn }, CAUSE);
      if (turn % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
    }
    while (heard < EVENTS) await new Promise((resolve) => setImmediate(resolve));
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / EVENTS);
    stop();
  }
  return median(rounds);
}
