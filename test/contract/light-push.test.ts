/** The messages of the push channel about lights and groups (wire 7.2 and 7.3). */
import assert from "node:assert/strict";
import { fakeDevices, fakeRadio, settle } from "../support/fakes.ts";
import { BY_RADIO, light, lightResource } from "../support/lights.ts";
import { listener } from "../support/push.ts";
import { created, type HttpWorld, overHttp, seen } from "../support/transports.ts";

const ROOMY = () => ({ radio: fakeRadio(true), devices: fakeDevices() });
const UNIQUE = "00:17:88:01:00:00:00:01-0b";

/** Two lamps that are off, the first of them in a group. */
async function home(world: HttpWorld): Promise<void> {
  await light(world, "Dimmable light", { state: { on: false } });
  await light(world, "Extended color light", { state: { on: false } });
  await created(world.ask, "/groups", { name: "G", lights: ["1"] });
  await settle();
}

/** The messages that a client hears during `run`. */
async function told(world: HttpWorld, count: number, run: () => unknown): Promise<readonly unknown[]> {
  const client = await listener(world.port);
  await run();
  await client.has(count);
  await settle();
  client.socket.terminate();
  assert.equal(client.heard.length, count, JSON.stringify(client.heard));
  return client.heard;
}

const lamp = (more: object) => ({ t: "event", e: "changed", r: "lights", id: "1", uniqueid: UNIQUE, ...more });
const group = (id: string, more: object) => ({ t: "event", e: "changed", r: "groups", id, ...more });
const ALL_ON = { state: { any_on: true, all_on: true } };

overHttp(
  "B14: switching a light tells the light, then each of its groups that is different now",
  async (world) => {
    await home(world);
    const heard = await told(world, 3, () => world.ask("PUT", "/lights/1/state", { on: true, bri: 7 }));
    assert.deepEqual(heard, [
      lamp({ state: { on: true, bri: 7 } }),
      group("65520", { state: { any_on: true } }),
      group("1", ALL_ON),
    ]);
    const again = await told(world, 1, () => world.ask("PUT", "/lights/1/state", { on: true, bri: 8 }));
    assert.deepEqual(again, [lamp({ state: { bri: 8 } })]);
  },
  ROOMY,
);

overHttp(
  "who is not reachable does not count",
  async (world) => {
    await home(world);
    world.store.patch("/lights/1", "state", { on: true }, BY_RADIO);
    await settle();
    const heard = await told(world, 3, () => world.store.patch("/lights/1", "state", { reachable: false }, BY_RADIO));
    assert.deepEqual(heard, [
      lamp({ state: { reachable: false } }),
      group("65520", { state: { any_on: false } }),
      group("1", { state: { any_on: false, all_on: false } }),
    ]);
  },
  ROOMY,
);

overHttp(
  "an action tells each lamp, then the groups; of the action itself nothing is told",
  async (world) => {
    await home(world);
    const heard = await told(world, 4, () => world.ask("PUT", "/groups/0/action", { on: true }));
    assert.deepEqual(heard, [
      lamp({ state: { on: true } }),
      lamp({ id: "2", uniqueid: UNIQUE.replace("01-", "02-"), state: { on: true } }),
      group("65520", ALL_ON),
      group("1", ALL_ON),
    ]);
  },
  ROOMY,
);

overHttp(
  "a group that is new, renamed, gone",
  async (world) => {
    const [added] = await told(world, 1, () => created(world.ask, "/groups", { name: "G" }));
    assert.deepEqual(added, {
      t: "event",
      e: "added",
      r: "groups",
      id: "1",
      group: await seen(world.ask, "/groups/1"),
    });
    const renamed = await told(world, 1, () => world.ask("PUT", "/groups/1", { name: "New", hidden: true }));
    assert.deepEqual(renamed, [group("1", { name: "New", hidden: true })]);
    const gone = await told(world, 1, () => world.ask("DELETE", "/groups/1"));
    assert.deepEqual(gone, [{ t: "event", e: "deleted", r: "groups", id: "1" }]);
  },
  ROOMY,
);

overHttp(
  "who is in a group: the group tells it, the light tells it, and the state follows",
  async (world) => {
    await home(world);
    world.store.patch("/lights/2", "state", { on: true }, BY_RADIO);
    await settle();
    const heard = await told(world, 3, () => world.ask("PUT", "/groups/1", { lights: ["1", "2"] }));
    assert.deepEqual(heard, [
      group("1", { lights: ["1", "2"] }),
      lamp({ id: "2", uniqueid: UNIQUE.replace("01-", "02-"), config: { groups: ["0", "1"] } }),
      group("1", { state: { any_on: true } }),
    ]);
  },
  ROOMY,
);

overHttp(
  "a light that is new, renamed, heard, set up, gone",
  async (world) => {
    const { ask, store } = world;
    const made = await told(world, 3, () => store.put(lightResource("1", "Dimmable light"), BY_RADIO));
    const whole = await seen(ask, "/lights/1");
    assert.deepEqual(made, [
      { t: "event", e: "added", r: "lights", id: "1", uniqueid: UNIQUE, light: whole },
      group("65520", { lights: ["1"] }),
      group("65520", ALL_ON),
    ]);
    const changed = await told(world, 3, async () => {
      await ask("PUT", "/lights/1", { name: "Desk" });
      store.patch("/lights/1", "attr", { lastseen: "2026-03-01T12:00Z" }, BY_RADIO);
      store.patch("/lights/1", "config", { "on/startup": 255, "bri/min": 3 }, BY_RADIO);
    });
    assert.deepEqual(changed, [
      lamp({ attr: { name: "Desk" }, name: "Desk" }),
      lamp({ attr: { lastseen: "2026-03-01T12:00Z" } }),
      lamp({ config: { on: { startup: "previous" }, bri: { min: 3 } } }),
    ]);
    const gone = await told(world, 3, () => ask("DELETE", "/lights/1"));
    assert.deepEqual(gone[0], { t: "event", e: "deleted", r: "lights", id: "1", uniqueid: UNIQUE });
  },
  ROOMY,
);
