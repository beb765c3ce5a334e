/** Schedules (interface 4.2; automation 2.4, 2.8): changed. */
import assert from "node:assert/strict";
import { type Address, NOT_JSON, type Values } from "../../src/model/resource.ts";
import { settle } from "../support/fakes.ts";
import { command, newKey } from "../support/schedules.ts";
import { contract, created, inShort, seen, type World } from "../support/transports.ts";

const ONE: Address = "/schedules/1";
const AT = "/schedules/1";
const TIME = "2026-03-02T10:00:00";
const berlin = () => ({ settings: { timezone: "Europe/Berlin" } });

function changing(says: string, run: (world: World) => Promise<void>): void {
  const withOne = async (world: World) => {
    await created(world.ask, "/schedules", { command: command(world.key), time: TIME, name: "one" });
    await run(world);
  };
  contract(says, withOne, berlin);
}

changing("each member stands for itself, and is answered as it was sent", async (world) => {
  const { ask, key } = world;
  const said = {
    name: "Wake up",
    description: "",
    status: "disabled",
    activation: "end",
    command: { address: `/api/${key}/groups/1/action`, method: "PUT", body: { on: true } },
    autodelete: false,
    recycle: true,
    localtime: "W124/T06:30:00",
    time: "W124/T05:30:00",
  };
  const backwards = Object.fromEntries(Object.entries(said).reverse());
  assert.deepEqual(inShort(await ask("PUT", ONE, backwards)), [
    200,
    ...Object.entries(said).map(([name, value]) => ({ [`${AT}/${name}`]: value })),
  ]);
  const { etag, created: _, ...schedule } = await seen(ask, ONE);
  assert.deepEqual(schedule, said);
});

changing("PATCH does the same", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("PATCH", ONE, { name: "new" })), [200, { [`${AT}/name`]: "new" }]);
});

changing("there is no such schedule, whatever is said of it", async ({ ask }) => {
  for (const body of [{ name: "x" }, {}, NOT_JSON])
    assert.deepEqual(inShort(await ask("PUT", "/schedules/2", body)), [404, [3, "/schedules/2"]]);
});

/** The whole answer; nothing is changed. */
const REFUSED: readonly (readonly [body: unknown, type: number, at: string])[] = [
  ...[NOT_JSON, {}, [], 5, "x", null, undefined].map((body) => [body, 2, AT] as const),
  [{ name: "" }, 7, AT],
  [{ name: "x".repeat(33) }, 7, AT],
  [{ description: "x".repeat(65) }, 7, AT],
  [{ description: 5 }, 7, AT],
  [{ status: "on" }, 7, AT],
  [{ status: true }, 7, AT],
  [{ activation: "middle" }, 7, AT],
  [{ autodelete: "true" }, 7, AT],
  [{ recycle: 1 }, 7, AT],
  [{ command: 5 }, 7, AT],
  [{ command: {} }, 7, AT],
  [{ time: "nonsense" }, 7, "/schedules"],
  [{ time: "" }, 7, "/schedules"],
  [{ time: 5 }, 7, "/schedules"],
  [{ localtime: "T08:00:00/T09:00:00" }, 7, "/schedules"],
  [{ localtime: "W127/T08:00:00A5" }, 7, "/schedules"],
  [{ localtime: "sunset" }, 7, "/schedules"],
  [{ etag: "x" }, 8, `${AT}/etag`],
  [{ created: "x" }, 8, `${AT}/created`],
  [{ starttime: "x" }, 8, `${AT}/starttime`],
  [{ unicorns: 1 }, 6, `${AT}/unicorns`],
  [{ due: 1 }, 6, `${AT}/due`],
  [{ given: "time" }, 6, `${AT}/given`],
  [{ uniqueid: "x" }, 6, `${AT}/uniqueid`],
  [JSON.parse('{"__proto__": 1}'), 6, `${AT}/__proto__`],
  [{ constructor: 1 }, 6, `${AT}/constructor`],
];

changing("what does not fit changes nothing", async ({ ask }) => {
  const before = await seen(ask, ONE);
  for (const [body, type, at] of REFUSED)
    assert.deepEqual(inShort(await ask("PUT", ONE, body)), [400, [type, at]], String(JSON.stringify(body)));
  assert.deepEqual(await seen(ask, ONE), before);
});

changing("the words of a refusal", async ({ ask }) => {
  const words = async (body: Values) =>
    ((await ask("PUT", ONE, body)).body as [{ error: { description: string } }])[0].error.description;
  assert.equal(await words({ status: "on" }), "invalid value, on, for parameter, status");
  assert.equal(await words({ time: "W127/T25:00:00" }), "invalid value, W127/T25:00:00, for parameter, time");
  assert.equal(
    await words({ localtime: "PT00:10:00A" }),
    "invalid value, PT00:10:00A, for random part of parameter localtime",
  );
});

changing("a name that is no text is passed over", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("PUT", ONE, { name: 5 })), [200]);
  assert.deepEqual(inShort(await ask("PUT", ONE, { name: null, description: "d" })), [
    200,
    { [`${AT}/description`]: "d" },
  ]);
  assert.equal((await seen(ask, ONE)).name, "one");
});

changing("half of it fits: that is done", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("PUT", ONE, { unicorns: 1, status: "on", description: "d", name: "n" })), [
    200,
    { [`${AT}/name`]: "n" },
    { [`${AT}/description`]: "d" },
    [7, AT],
    [6, `${AT}/unicorns`],
  ]);
  const { name, description, status } = await seen(ask, ONE);
  assert.deepEqual([name, description, status], ["n", "d", "enabled"]);
});

changing("behind a wrong time nothing is looked at any more", async ({ ask }) => {
  const body = { name: "n", localtime: "nonsense", time: "PT00:10:00", unicorns: 1 };
  assert.deepEqual(inShort(await ask("PUT", ONE, body)), [200, { [`${AT}/name`]: "n" }, [7, "/schedules"]]);
  assert.equal((await seen(ask, ONE)).time, TIME);
});

changing("112: a name that is taken gets a number; its own it may keep", async (world) => {
  const { ask, key } = world;
  await created(ask, "/schedules", { command: command(key), time: TIME, name: "two" });
  for (const [given, kept] of [
    ["one", "one"],
    ["two", "two 2"],
    ["two 2", "two 2"],
  ] as const) {
    await ask("PUT", ONE, { name: given });
    assert.equal((await seen(ask, ONE)).name, kept);
  }
});

changing("another time: which of the two is shown follows from which is given", async ({ ask }) => {
  const shown = async (body: Values) => {
    assert.equal((await ask("PUT", ONE, body)).status, 200);
    const { time, localtime, starttime } = await seen(ask, ONE);
    return [time, localtime, starttime];
  };
  const now = "2026-03-01T12:00:00";
  assert.deepEqual(await shown({ time: "W127/T06:00:00" }), ["W127/T06:00:00", undefined, undefined]);
  assert.deepEqual(await shown({ localtime: "W127/T06:00:00" }), ["W127/T05:00:00", "W127/T06:00:00", undefined]);
  assert.deepEqual(await shown({ localtime: "PT00:00:45" }), ["PT00:00:45", "PT00:00:45", now]);
  assert.deepEqual(await shown({ time: "PT00:00:30" }), ["PT00:00:30", undefined, now]);
  assert.deepEqual(await shown({ time: TIME }), [TIME, "2026-03-02T11:00:00", undefined]);
  assert.deepEqual(await shown({ localtime: "2026-03-02T12:00:00" }), [
    "2026-03-02T11:00:00",
    "2026-03-02T12:00:00",
    undefined,
  ]);
});

changing(
  "a timer that is disabled has no starttime and no next time; enabled it has them again",
  async ({ ask, clock }) => {
    await ask("PUT", ONE, { time: "R5/PT00:10:00" });
    const { length } = await seen(ask, `${ONE}/next`);
    assert.equal(length, 5);
    await ask("PUT", ONE, { status: "disabled" });
    assert.equal((await seen(ask, ONE)).starttime, undefined);
    assert.deepEqual(await seen(ask, `${ONE}/next`), []);
    clock.advance(60);
    await ask("PUT", ONE, { status: "enabled" });
    assert.equal((await seen(ask, ONE)).starttime, "2026-03-01T12:01:00");
    assert.equal((await seen(ask, `${ONE}/next`))[0].utc, "2026-03-01T12:11:00");
  },
);

changing("a disabled schedule that is told another time does not start", async ({ ask }) => {
  await ask("PUT", ONE, { status: "disabled" });
  await ask("PUT", ONE, { time: "PT00:10:00" });
  const { status, starttime } = await seen(ask, ONE);
  assert.deepEqual([status, starttime, await seen(ask, `${ONE}/next`)], ["disabled", undefined, []]);
});

changing("the command of somebody else's schedule: written back as it is shown, with another body", async (world) => {
  const { ask, as, key } = world;
  const other = await newKey(world);
  const theirs = as(other);
  const { command: shown } = await seen(theirs, ONE);
  assert.equal(shown.address, `/api/${key.slice(0, 8)}/sensors/1/state`);
  const body = { command: { ...shown, body: { status: 2 } } };
  assert.deepEqual(inShort(await theirs("PUT", ONE, body)), [200, { [`${AT}/command`]: body.command }]);
  assert.deepEqual((await seen(ask, ONE)).command, command(key, 2));
  const stolen = { command: command(other.slice(0, 8)) };
  assert.deepEqual(inShort(await ask("PUT", ONE, stolen)), [400, [7, AT]], "another key only by itself");
});

changing("the command of another key: from then on it is that key's", async (world) => {
  const { ask, as, key } = world;
  const other = await newKey(world);
  await as(other)("PUT", ONE, { command: command(other) });
  assert.equal((await seen(ask, ONE)).command.address, `/api/${other.slice(0, 8)}/sensors/1/state`);
  assert.equal((await seen(as(other), ONE)).command.address, `/api/${other}/sensors/1/state`);
  assert.ok(!JSON.stringify(world.store.get(ONE)).includes(key));
});

changing("the keys in a refused command are not told", async (world) => {
  const { ask, key } = world;
  const reply = await ask("PUT", ONE, { command: { ...command(key), address: `/api/${key}/config` } });
  assert.match(JSON.stringify(reply.body), new RegExp(key.slice(0, 8)));
  assert.ok(!JSON.stringify(reply.body).includes(key));
});

changing("facts of it: what was changed, by whom, and none that is pushed", async ({ ask, heard }) => {
  await settle();
  heard.length = 0;
  await ask("PUT", ONE, { description: "d" });
  await settle();
  assert.deepEqual(
    heard.map(({ event, section, values, resource }) => [event, section, values.description, resource.address]),
    [["changed", "attr", "d", AT]],
  );
});
