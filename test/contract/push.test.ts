/** The push channel (interface 6, wire 7): the news of a sensor, as facts on the bus and over a real WebSocket. */
import assert from "node:assert/strict";
import { clip, settle } from "../support/fakes.ts";
import { listener } from "../support/push.ts";
import { created, type HttpWorld, overHttp, seen } from "../support/transports.ts";

const RADIO = { by: "radio", depth: 0 } as const;

/** The messages that a client hears during `run`. */
async function told(world: HttpWorld, count: number, run: () => Promise<unknown>): Promise<readonly unknown[]> {
  await settle();
  world.heard.length = 0;
  const client = await listener(world.port);
  await run();
  await client.has(count);
  await settle();
  client.socket.terminate();
  assert.equal(client.heard.length, count);
  return client.heard;
}

function about(more: Record<string, unknown>): Record<string, unknown> {
  return { t: "event", e: "changed", r: "sensors", id: "1", uniqueid: "u1", ...more };
}

async function withSensor(world: HttpWorld, type: string, more: Record<string, unknown> = {}): Promise<void> {
  await created(world.ask, "/sensors", clip(type, { uniqueid: "u1", ...more }));
}

overHttp("added holds the object as it is read", async (world) => {
  const [added] = await told(world, 1, () => withSensor(world, "CLIPPresence"));
  const sensor = await seen(world.ask, "/sensors/1");
  assert.deepEqual(added, { t: "event", e: "added", r: "sensors", id: "1", uniqueid: "u1", sensor });
});

overHttp("B5: every press is told at once, also the same again", async (world) => {
  await withSensor(world, "CLIPSwitch");
  const press = () => world.ask("PUT", "/sensors/1/state", { buttonevent: 1002 });
  const heard = await told(world, 2, async () => [await press(), await press()]);
  assert.deepEqual(heard, [
    about({ state: { buttonevent: 1002, lastupdated: "2026-03-01T12:00:00.000" } }),
    about({ state: { buttonevent: 1002, lastupdated: "2026-03-01T12:00:00.001" } }),
  ]);
});

overHttp("B6: one message for a light level and what follows from it", async (world) => {
  await withSensor(world, "CLIPLightLevel");
  const heard = await told(world, 1, () => world.ask("PUT", "/sensors/1/state", { lightlevel: 20_000 }));
  const lastupdated = "2026-03-01T12:00:00.000";
  assert.deepEqual(heard, [
    about({ state: { lightlevel: 20_000, lux: 100, dark: false, daylight: true, lastupdated } }),
  ]);
});

overHttp("B7: a presence that ends by itself", async (world) => {
  await withSensor(world, "CLIPPresence", { config: { duration: 1 } });
  const heard = await told(world, 2, async () => {
    await world.ask("PUT", "/sensors/1/state", { presence: true });
    await settle();
    world.clock.advance(1);
  });
  assert.deepEqual(heard, [
    about({ state: { presence: true, lastupdated: "2026-03-01T12:00:00.000" } }),
    about({ state: { presence: false, lastupdated: "2026-03-01T12:00:01.000" } }),
  ]);
});

overHttp("B8, B17: a config is told without the state", async (world) => {
  await withSensor(world, "CLIPSwitch");
  const heard = await told(world, 2, async () => {
    await world.ask("PUT", "/sensors/1/config", { url: "/x", foo: 1 });
    world.store.patch("/sensors/1", "config", { battery: 73 }, RADIO);
  });
  assert.deepEqual(heard, [about({ config: { url: "/x" } }), about({ config: { battery: 73 } })]);
});

overHttp("a rename, for clients that read it inside and for those that read it outside", async (world) => {
  await withSensor(world, "CLIPAlarm");
  const heard = await told(world, 1, () => world.ask("PUT", "/sensors/1", { name: "Hall" }));
  assert.deepEqual(heard, [about({ attr: { name: "Hall" }, name: "Hall" })]);
});

overHttp("B15: deleted", async (world) => {
  await withSensor(world, "CLIPAlarm");
  const heard = await told(world, 1, () => world.ask("DELETE", "/sensors/u1"));
  assert.deepEqual(heard, [{ t: "event", e: "deleted", r: "sensors", id: "1", uniqueid: "u1" }]);
});

overHttp("the answer comes before the push, and what is refused or no news is not told", async (world) => {
  await withSensor(world, "CLIPGenericStatus");
  const order: string[] = [];
  const heard = await told(world, 1, async () => {
    const stop = world.bus.on(() => order.push("push"));
    await world.perform({ method: "PUT", address: "/sensors/1/state", body: { status: "x" } }, RADIO);
    await world.perform({ method: "PUT", address: "/sensors/1", body: { name: "CLIPGenericStatus" } }, RADIO);
    await world.perform({ method: "PUT", address: "/sensors/1/config", body: { on: true } }, RADIO);
    await world.perform({ method: "PUT", address: "/sensors/1/state", body: { status: 5 } }, RADIO);
    order.push("answer");
    await settle();
    stop();
  });
  assert.equal(heard.length, 1);
  assert.deepEqual(order, ["answer", "push"]);
});

overHttp("settings, keys, links and searches are not told", async (world) => {
  await told(world, 0, async () => {
    await world.ask("PUT", "/config", { name: "House", unlock: 60 });
    await world.pair({ devicetype: "x" });
    await created(world.ask, "/resourcelinks", { name: "n", classid: 1, links: [] });
    await created(world.ask, "/userparameter", "x");
    world.clock.advance(61);
  });
});
