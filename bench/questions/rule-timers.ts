/** P11: the cost of a house in which only time passes, with so many timers that wait; and how late the due ones are. */
import { setTimeout as pause } from "node:timers/promises";
import type { Address, Values } from "../../src/model/resource.ts";
import { WRITTEN_BEHIND } from "../goals.ts";
import { answer, given, heap } from "../inside.ts";
import { CAUSE, gatewayIn, sensor } from "./parts.ts";

const { folder, timers, milliseconds, due } = given<{
  folder: string;
  timers: number;
  milliseconds: number;
  due: number; // in each of so many seconds, five schedules and five rules
}>();
const AT_ONCE = 5;
const gateway = gatewayIn(folder);
await gateway.ready;
for (let id = 1; id <= timers; id += 3) {
  schedule(id, 36_000 + id);
  flag(id);
  rule(id, id, "ddx", "PT10:00:00");
  rule(id + 1, id, "stable", "PT10:00:00");
  gateway.store.patch(`/sensors/${id}`, "state", { flag: true }, CAUSE);
}
await pause(500);
for (let id = 1; id <= timers; id += 3) gateway.store.patch(`/sensors/${id}`, "state", { flag: false }, CAUSE);
await pause(WRITTEN_BEHIND);
heap();
const before = process.cpuUsage();
await pause(milliseconds);
const { user, system } = process.cpuUsage(before);
answer({ idle: (user + system) / 1000, late: await lateness() });
await gateway.stop();

/** Milliseconds after their second. */
async function lateness(): Promise<readonly number[]> {
  const late: number[] = [];
  gateway.bus.on(({ resource: { address }, values }) => {
    const isFiring = address.startsWith("/rules/") ? "lasttriggered" in values : "lastfired" in values;
    if (isFiring) late.push(Date.now() % 1000);
  });
  for (let second = 1; second <= due; second += 1) {
    for (let turn = 0; turn < AT_ONCE; turn += 1) {
      const id = 1_000_000 + second * AT_ONCE + turn;
      schedule(id, 2 + second);
      flag(id);
      const seconds = String(2 + second).padStart(2, "0");
      rule(id, id, "ddx", `PT00:00:${seconds}`);
    }
  }
  await pause(100);
  for (let id = 1_000_000 + AT_ONCE; id < 1_000_000 + (due + 1) * AT_ONCE; id += 1)
    gateway.store.patch(`/sensors/${id}`, "state", { flag: true }, CAUSE);
  await pause((due + 5) * 1000);
  if (late.length < due * AT_ONCE * 2) throw new Error(`only ${late.length} fired`);
  return late;
}

function schedule(id: number, seconds: number): void {
  const due = Date.now() + seconds * 1000;
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const time = `PT${[hours, minutes, rest].map((part) => String(part).padStart(2, "0")).join(":")}`;
  put(`/schedules/${id}`, "Schedule", {
    name: "s",
    time,
    given: "time",
    status: "enabled",
    autodelete: false,
    base: due,
    due,
  });
}

function rule(id: number, sensorId: number, operator: string, value: string): void {
  const conditions = [{ address: `/sensors/${sensorId}/state/flag`, operator, value }];
  put(`/rules/${id}`, "Rule", {
    name: "r",
    status: "enabled",
    periodic: 0,
    conditions,
    actions: [],
    timestriggered: 0,
  });
}

function flag(id: number): void {
  const { type: _, ...attr } = sensor(id);
  put(`/sensors/${id}`, "CLIPGenericFlag", attr, { flag: false });
}

function put(address: Address, type: string, attr: Values, state: Values = {}): void {
  gateway.store.put({ address, type, attr, config: { on: true }, state, action: {} }, CAUSE);
}
