/** P9: what an event costs after many sensors came and went, against a fresh house; and how large the folder became. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { answer, given } from "../inside.ts";
import { median } from "../load.ts";
import { ask, CAUSE, gatewayIn, sensor } from "./parts.ts";

const { folder, cycles } = given<{ folder: string; cycles: number }>();
const EVENTS = 20_000;
const gateway = gatewayIn(folder);
await ask(gateway, "POST", "/sensors", sensor(0));
await cost(); // warm
const fresh = await cost();
for (let turn = 1; turn <= cycles; turn += 50) {
  const some = Array.from({ length: 50 }, (_, more) => turn + more);
  const made = await Promise.all(some.map((each) => ask(gateway, "POST", "/sensors", sensor(each))));
  const ids = made.map((body) => (body as [{ success: { id: string } }])[0].success.id);
  await Promise.all(ids.map((id) => ask(gateway, "DELETE", `/sensors/${id}`)));
}
const worn = await cost();
answer({ fresh, worn, bytes: readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) });
await gateway.stop();

/** Microseconds from a fact to the last listener having heard it. */
async function cost(): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    let heard = 0;
    const stop = gateway.bus.on(() => {
      heard += 1;
    });
    const start = performance.now();
    for (let turn = 0; turn < EVENTS; turn += 1) {
      gateway.store.patch("/sensors/1", "state", { temperature: turn }, CAUSE);
      if (turn % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
    }
    while (heard < EVENTS) await new Promise((resolve) => setImmediate(resolve));
    rounds.push(((performance.now() - start) * 1000) / EVENTS);
    stop();
  }
  return median(rounds);
}
