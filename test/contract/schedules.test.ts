/** Schedules (interface 2.3, 4.2; automation 2.1 to 2.3; 7.2): made, read, deleted. */
import assert from "node:assert/strict";
import { type Address, NOT_JSON, type Values } from "../../src/model/resource.ts";
import { command } from "../support/schedules.ts";
import { contract, created, inShort, overHttp, seen, type World } from "../support/transports.ts";

const SCHEDULES: Address = "/schedules";
const berlin = () => ({ settings: { timezone: "Europe/Berlin" } });

const body = ({ key }: Pick<World, "key">, more: Values = {}): Values => ({
  command: command(key),
  time: "2026-03-02T10:00:00",
  ...more,
});

contract(
  "a new schedule: its defaults, and the command as it was sent",
  async (world) => {
    const { ask } = world;
    assert.deepEqual(await seen(ask, SCHEDULES), {});
    assert.deepEqual(inShort(await ask("POST", SCHEDULES, body(world))), [200, { id: "1" }]);
    const { etag, ...schedule } = await seen(ask, "/schedules/1");
    assert.match(etag, /^[0-9a-f]{32}$/);
    assert.deepEqual(schedule, {
      activation: "start",
      autodelete: true,
      command: command(world.key),
      created: "2026-03-01T12:00:00",
      description: "",
      localtime: "2026-03-02T11:00:00",
      name: "Schedule 1",
      status: "enabled",
      time: "2026-03-02T10:00:00",
    });
    assert.deepEqual(await seen(ask, SCHEDULES), { "1": { etag, ...schedule } });
    assert.deepEqual((await seen(ask, "/")).schedules, { "1": { etag, ...schedule } });
    assert.deepEqual((await seen(ask, "/capabilities")).schedules, { available: 499, total: 500 });
  },
  berlin,
);

contract("all that a new schedule may say", async (world) => {
  const { ask, key } = world;
  const said = {
    name: "Wake up",
    description: "slowly",
    status: "disabled",
    autodelete: false,
    activation: "end",
    recycle: true,
    command: { address: `/api/${key}/groups/1/scenes/2/recall`, method: "PUT", body: {} },
    time: "W124/T06:30:00A00:10:00",
  };
  await created(ask, SCHEDULES, { ...said, unicorns: 1 });
  const { etag, created: since, ...schedule } = await seen(ask, "/schedules/1");
  assert.deepEqual(schedule, said);
});

/** Members not worth a refusal: the schedule starts with the usual value instead. */
const PASSED_OVER: readonly (readonly [name: string, given: unknown, kept: unknown])[] = [
  ["name", 5, "Schedule 1"],
  ["name", "", "Schedule 1"],
  ["name", "x".repeat(33), "Schedule 1"],
  ["name", null, "Schedule 1"],
  ["description", 5, ""],
  ["description", "x".repeat(65), ""],
  ["status", "on", "enabled"],
  ["status", null, "enabled"],
  ["activation", "middle", "start"],
  ["autodelete", "false", true],
  ["recycle", "yes", undefined],
];

contract("what of a new schedule does not fit, and is passed over", async (world) => {
  for (const [name, given, kept] of PASSED_OVER) {
    const id = await created(world.ask, SCHEDULES, body(world, { [name]: given }));
    assert.equal((await seen(world.ask, `/schedules/${id}`))[name], kept, `${name}: ${JSON.stringify(given)}`);
    await world.ask("DELETE", `/schedules/${id}`);
  }
});

/** In the order in which they are looked at: each body is wrong in all that comes behind, too. */
const NOT_NEW: readonly (readonly [says: string, body: (world: World) => unknown, type: number, words?: RegExp])[] = [
  ...[NOT_JSON, {}, [], 5, "x", null, undefined].map(
    (given) => [`no body: ${String(JSON.stringify(given))}`, () => given, 2, /^body contains invalid JSON$/] as const,
  ),
  ["no command", () => ({ time: "nonsense" }), 5, /^missing parameters in body$/],
  ["no time", () => ({ command: 5 }), 5, /^missing parameters in body$/],
  ["a command that is no object", () => ({ command: 5, time: "" }), 7, /^invalid value, , for parameter, command$/],
  ["a command in a list", () => ({ command: [], time: "" }), 7, /^invalid value, , for parameter, command$/],
  ...["address", "method", "body"].map(
    (part) =>
      [
        `111: a command without ${part}`,
        ({ key }: World) => ({ command: { ...command(key), [part]: undefined }, time: "" }),
        7,
        /^invalid value, , for parameter, command$/,
      ] as const,
  ),
  ...["POST", "GET", "DELETE", "put", 5].map(
    (method) =>
      [
        `111: the method ${method}`,
        ({ key }: World) => ({ command: { ...command(key), method }, time: "" }),
        7,
        /for parameter, command$/,
      ] as const,
  ),
  ...[null, "x", 5, ["on"]].map(
    (inner) =>
      [
        `the body ${JSON.stringify(inner)}`,
        ({ key }: World) => ({ command: { ...command(key), body: inner }, time: "" }),
        7,
        /for parameter, command$/,
      ] as const,
  ),
  ["111: a key that nobody has", () => ({ command: command("0".repeat(40)), time: "" }), 7, /for parameter, command$/],
  ["the prefix of a key", ({ key }) => ({ command: command(key.slice(0, 8)), time: "" }), 7, /for parameter, command$/],
  ["no time in it", (world) => body(world, { time: "", localtime: 5 }), 5, /^missing parameter, time or localtime$/],
  [
    "97: a random part that is none",
    (world) => body(world, { time: "nonsenseA5" }),
    7,
    /^invalid value, nonsenseA5, for random part of parameter time$/,
  ],
];

for (const [says, make, type, words] of NOT_NEW) {
  contract(`a new schedule, refused: ${says}`, async (world) => {
    const reply = await world.ask("POST", SCHEDULES, make(world));
    assert.deepEqual(inShort(reply), [400, [type, SCHEDULES]]);
    if (words) assert.match((reply.body as [{ error: { description: string } }])[0].error.description, words);
    assert.deepEqual(await seen(world.ask, SCHEDULES), {});
  });
}

const TIMES = [
  ...["2026-03-02T10:00:00", "2036-02-29T00:00:00", "1999-12-31T23:59:59", "2026-03-02T10:00:00A00:10:00"],
  ...["PT00:00:01", "PT99:99:99", "PT00:00:60", "PT00:10:00A12:00:00"],
  ...["R/PT00:00:10", "R0/PT00:00:10", "R00/PT00:00:10", "R1/PT00:00:10", "R99/PT01:00:00A00:00:05"],
  ...["W0/T09:00:00", "W000/T09:00:00", "W1/T00:00:00", "W127/T23:59:59", "W064/T06:00:00A00:30:00"],
] as const;

contract("a time in each of its forms, UTC or local", async ({ ask, key }) => {
  for (const name of ["time", "localtime"]) {
    for (const time of TIMES) {
      const id = await created(ask, SCHEDULES, { command: command(key), [name]: time });
      assert.equal((await seen(ask, `/schedules/${id}`))[name], time);
      await ask("DELETE", `/schedules/${id}`);
    }
  }
});

const NO_TIMES = [
  ...[
    "tomorrow",
    "now",
    "2026-03-02",
    "10:00:00",
    "2026-03-02T10:00:00Z",
    "2026-02-29T10:00:00",
    "2026-03-02 10:00:00",
  ],
  ...["2026-03-02T24:00:00", " 2026-03-02T10:00:00", "2026-03-02T10:00:00\n", "2026-3-2T10:00:00"],
  ...["PT00:00:00", "PT1:00:00", "PT10", "PT-1:00:00", "PT100:00:00"],
  ...["R123/PT00:00:10", "R/PT00:00:00", "R-1/PT00:00:10", "R2/T00:00:10", "r2/PT00:00:10"],
  ...["W128/T09:00:00", "W999/T09:00:00", "W-1/T09:00:00", "W/T09:00:00", "W1234/T09:00:00", "w127/T09:00:00"],
  ...["W127/T24:00:00", "W127/T25:00:00", "W127/T09:60:00", "W127/T09:00:60", "W127/T9:00:00", "W127/09:00:00"],
  ...["T08:00:00/T09:00:00", "W124/T08:00:00/T09:00:00", "sunrise", "W127/sunset", "__proto__", "<b>"],
] as const;

contract("97: what is no time", async (world) => {
  for (const time of NO_TIMES) {
    const reply = await world.ask("POST", SCHEDULES, body(world, { time }));
    assert.deepEqual(inShort(reply), [400, [7, SCHEDULES]], time);
  }
  for (const end of ["A", "A5", "A00:00", "A1:00:00", "A00:10:00A00:10:00", "A-0:10:00", "A00:10:00x"]) {
    const reply = await world.ask("POST", SCHEDULES, body(world, { time: `W127/T09:00:00${end}` }));
    assert.deepEqual(inShort(reply), [400, [7, SCHEDULES]], end);
    assert.match(JSON.stringify(reply.body), /for random part of parameter time/);
  }
  assert.deepEqual(await seen(world.ask, SCHEDULES), {});
});

contract("both times: each has to be right, and the one that is wrong is named", async (world) => {
  const both = async (time: unknown, localtime: unknown) =>
    JSON.stringify((await world.ask("POST", SCHEDULES, body(world, { time, localtime }))).body);
  assert.match(await both("PT00:10:00", "nonsense"), /invalid value, nonsense, for parameter, localtime/);
  assert.match(await both("nonsense", "PT00:10:00"), /invalid value, nonsense, for parameter, time/);
  assert.match(await both(5, "PT00:10:00"), /success/);
});

/** Berlin, in winter. */
const SHOWN: readonly (readonly [given: Values, time: string, localtime: string | undefined])[] = [
  [{ localtime: "2026-03-02T11:00:00" }, "2026-03-02T10:00:00", "2026-03-02T11:00:00"], // 114
  [{ localtime: "2026-07-01T11:00:00A00:10:00" }, "2026-07-01T09:00:00A00:10:00", "2026-07-01T11:00:00A00:10:00"],
  [{ time: "2026-07-01T09:00:00" }, "2026-07-01T09:00:00", "2026-07-01T11:00:00"],
  [{ localtime: "PT00:10:00" }, "PT00:10:00", "PT00:10:00"],
  [{ localtime: "R5/PT00:10:00" }, "R5/PT00:10:00", "R5/PT00:10:00"],
  [{ time: "PT00:10:00" }, "PT00:10:00", undefined],
  [{ time: "W124/T06:00:00" }, "W124/T06:00:00", undefined],
  [{ localtime: "W124/T06:00:00" }, "W124/T05:00:00", "W124/T06:00:00"],
  [{ localtime: "W064/T00:30:00A00:05:00" }, "W001/T23:30:00A00:05:00", "W064/T00:30:00A00:05:00"],
  [{ localtime: "W1/T00:30:00" }, "W002/T23:30:00", "W1/T00:30:00"],
  [{ time: "PT00:10:00", localtime: "W127/T12:00:00" }, "W127/T11:00:00", "W127/T12:00:00"],
];

contract(
  "114: the times that are shown",
  async ({ ask, key }) => {
    for (const [given, time, localtime] of SHOWN) {
      const id = await created(ask, SCHEDULES, { command: command(key), ...given });
      const schedule = await seen(ask, `/schedules/${id}`);
      assert.deepEqual([schedule.time, schedule.localtime], [time, localtime], JSON.stringify(given));
      await ask("DELETE", `/schedules/${id}`);
    }
  },
  berlin,
);

contract("only a timer that runs has a starttime", async (world) => {
  const { ask } = world;
  for (const [more, starttime] of [
    [{ time: "PT00:10:00" }, "2026-03-01T12:00:00"],
    [{ time: "R/PT00:10:00" }, "2026-03-01T12:00:00"],
    [{ time: "PT00:10:00", status: "disabled" }, undefined],
    [{ time: "W127/T10:00:00" }, undefined],
    [{}, undefined],
  ] as const) {
    const id = await created(ask, SCHEDULES, body(world, more));
    assert.equal((await seen(ask, `/schedules/${id}`)).starttime, starttime, JSON.stringify(more));
  }
});

contract("112: a name that is taken gets a number, the smallest that helps", async (world) => {
  const { ask } = world;
  const named = async (name?: string) => {
    const id = await created(ask, SCHEDULES, body(world, { name }));
    return (await seen(ask, `/schedules/${id}`)).name;
  };
  assert.equal(await named("blue moon"), "blue moon");
  assert.equal(await named("blue moon"), "blue moon 2");
  assert.equal(await named("blue moon"), "blue moon 3");
  await ask("DELETE", "/schedules/2");
  assert.equal(await named("blue moon"), "blue moon 2");
  assert.equal(await named("x".repeat(32)), "x".repeat(32));
  assert.equal(await named("x".repeat(32)), `${"x".repeat(30)} 2`);
  assert.equal(await named("Schedule 7"), "Schedule 7");
  assert.equal(await named(), "Schedule 7 2", "the name that it would have is taken");
});

contract("ids: the smallest that is free", async (world) => {
  for (const id of ["1", "2", "3"]) assert.equal(await created(world.ask, SCHEDULES, body(world)), id);
  await world.ask("DELETE", "/schedules/2");
  assert.equal(await created(world.ask, SCHEDULES, body(world)), "2");
  assert.equal(await created(world.ask, SCHEDULES, body(world)), "4");
});

contract("115: deleted, and deleted again", async (world) => {
  await created(world.ask, SCHEDULES, body(world));
  assert.deepEqual(inShort(await world.ask("DELETE", "/schedules/1")), [200, { id: "1" }]);
  for (const method of ["GET", "PUT", "DELETE"] as const) {
    const reply = await world.ask(method, "/schedules/1", method === "PUT" ? { name: "x" } : undefined);
    assert.deepEqual(inShort(reply), [404, [3, "/schedules/1"]], method);
  }
  assert.deepEqual(inShort(await world.ask("GET", "/schedules/1/next")), [404, [3, "/schedules/1"]]);
});

contract("more than fit are refused", async (world) => {
  const { ask, perform } = world;
  for (let made = 0; made < 500; made += 1) {
    const wish = { method: "POST", address: SCHEDULES, body: body(world, { name: `s${made}` }) } as const;
    assert.equal((await perform(wish, { by: "rest:test", depth: 0 })).status, 200);
  }
  assert.deepEqual(inShort(await ask("POST", SCHEDULES, body(world))), [400, [701, SCHEDULES]]);
  assert.deepEqual((await seen(ask, "/capabilities")).schedules, { available: 0, total: 500 });
  await ask("DELETE", "/schedules/250");
  assert.equal(await created(ask, SCHEDULES, body(world)), "250");
});

contract("a key is shown in full to its holder only", async (world) => {
  const { ask, as, pair, key } = world;
  await created(ask, SCHEDULES, body(world));
  const [{ success }] = (await pair({ devicetype: "other" }, true)).body as [{ success: { username: string } }];
  const other = as(success.username);
  for (const path of ["/schedules/1", SCHEDULES, "/"] as const) {
    assert.ok(JSON.stringify(await seen(ask, path)).includes(`/api/${key}/sensors/1/state`), path);
    const theirs = JSON.stringify(await seen(other, path));
    assert.ok(theirs.includes(`/api/${key.slice(0, 8)}/sensors/1/state`) && !theirs.includes(key), path);
  }
});

contract("nothing of a plan is shown, and nothing of it is pushed", async (world) => {
  const { ask, heard, store } = world;
  await created(ask, SCHEDULES, body(world, { time: "R5/PT00:10:00" }));
  const text = JSON.stringify(await seen(ask, SCHEDULES));
  for (const name of ["due", "base", "left", "days", "given", "lastfired", "touched", "uniqueid", "declared"])
    assert.ok(!text.includes(`"${name}":`), name);
  assert.ok(heard.every(({ resource }) => store.definition(resource).push === "nothing"));
});

contract(
  "the next five times",
  async (world) => {
    const { ask } = world;
    const next = async (more: Values) => {
      const id = await created(ask, SCHEDULES, body(world, more));
      return seen(ask, `/schedules/${id}/next`);
    };
    assert.deepEqual(await next({}), [{ utc: "2026-03-02T10:00:00", local: "2026-03-02T11:00:00" }]);
    assert.deepEqual(await next({ time: "PT00:10:00A00:05:00" }), [
      { utc: "2026-03-01T12:10:00", local: "2026-03-01T13:10:00", until: "2026-03-01T12:15:00" },
    ]);
    assert.deepEqual(await next({ status: "disabled" }), []);
    const weekly = await next({ localtime: "W067/T07:00:00" }); // Monday, Saturday, Sunday
    assert.deepEqual(
      weekly.map(({ local }: { local: string }) => local),
      ["02", "07", "08", "09", "14"].map((day) => `2026-03-${day}T07:00:00`),
    );
    const repeated = await next({ time: "R3/PT01:00:00" });
    assert.deepEqual(
      repeated.map(({ utc }: { utc: string }) => utc),
      ["2026-03-01T13:00:00", "2026-03-01T14:00:00", "2026-03-01T15:00:00"],
    );
    assert.equal((await next({ time: "R/PT01:00:00" })).length, 5);
  },
  berlin,
);

contract("the sun, where nobody knows where the house is", async (world) => {
  const reply = await world.ask("POST", SCHEDULES, body(world, { time: "", localtime: "W127/sunset-00:30:00" }));
  assert.deepEqual(inShort(reply), [400, [7, SCHEDULES]]);
  assert.match(JSON.stringify(reply.body), /the gateway has no location/);
});

contract(
  "the sun, where it is known",
  async ({ ask, key }) => {
    const id = await created(ask, SCHEDULES, { command: command(key), localtime: "W127/sunset-00:30:00" });
    const { time, localtime } = await seen(ask, `/schedules/${id}`);
    assert.deepEqual([time, localtime], ["W127/sunset-00:30:00", "W127/sunset-00:30:00"]);
    assert.equal((await seen(ask, `/schedules/${id}/next`)).length, 5);
    const utc = await ask("POST", SCHEDULES, { command: command(key), time: "W127/sunset-00:30:00" });
    assert.deepEqual(inShort(utc), [400, [7, SCHEDULES]], "its days are those of the wall clock");
  },
  () => ({ settings: { timezone: "Europe/Berlin", latitude: 52.52, longitude: 13.405 } }),
);

contract("etags: of all, of one, of what was written", async (world) => {
  const { ask } = world;
  await created(ask, SCHEDULES, body(world));
  const all = await ask("GET", SCHEDULES);
  const one = await ask("GET", "/schedules/1");
  assert.equal(one.etag, (one.body as Values).etag);
  assert.ok(all.etag);
  const written = await ask("PUT", "/schedules/1", { name: "new" });
  assert.equal(written.etag, (await ask("GET", "/schedules/1")).etag);
  assert.notEqual(written.etag, one.etag);
  assert.notEqual((await ask("GET", SCHEDULES)).etag, all.etag);
  const again = await ask("PUT", "/schedules/1", { name: "new" });
  assert.notEqual(again.etag, written.etag, "each PUT makes it new");
});

overHttp("etags: in quotes, and who knows one is answered 304", async (world) => {
  const { raw, key } = world;
  await created(world.ask, SCHEDULES, body(world));
  for (const path of [`/api/${key}/schedules`, `/api/${key}/schedules/1`]) {
    const etag = (await raw(path)).headers.get("etag") ?? "";
    assert.match(etag, /^"[0-9a-f]+"$/);
    assert.equal((await raw(path, { headers: { "if-none-match": etag } })).status, 304);
  }
});

contract(
  "a disk that refuses: nothing is made, changed or deleted",
  async (world) => {
    const { ask, disk } = world;
    await created(ask, SCHEDULES, body(world));
    disk.fails = new Error("full");
    assert.deepEqual(inShort(await ask("POST", SCHEDULES, body(world))), [503, [901, SCHEDULES]]);
    assert.deepEqual(inShort(await ask("PUT", "/schedules/1", { time: "PT00:10:00" })), [503, [901, "/schedules/1"]]);
    assert.deepEqual(inShort(await ask("DELETE", "/schedules/1")), [503, [901, "/schedules/1"]]);
    disk.fails = undefined;
    assert.equal((await seen(ask, "/schedules/1")).time, "2026-03-02T10:00:00");
    assert.deepEqual(Object.keys(await seen(ask, SCHEDULES)), ["1"]);
  },
  () => ({ errors: /full/ }),
);

contract("the runs of a schedule are asked for; of one that is not there nothing", async (world) => {
  const { ask } = world;
  await created(ask, SCHEDULES, body(world));
  assert.deepEqual(await seen(ask, "/schedules/1/trace"), []);
  assert.deepEqual(inShort(await ask("GET", "/schedules/9/trace")), [404, [3, "/schedules/9"]]);
});

contract(
  "what the editor makes needs no key; no client can make such a schedule, but keep one as it is",
  async (world) => {
    const { ask, perform } = world;
    const keyless = { ...body(world), command: command("node-red") };
    assert.equal((await ask("POST", SCHEDULES, keyless)).status, 400);
    const editor = { by: "editor", depth: 0 };
    const made = await perform({ method: "POST", address: SCHEDULES, body: keyless }, editor);
    assert.equal(made.status, 200, JSON.stringify(made.body));
    assert.deepEqual((await seen(ask, "/schedules/1")).command, command("node-red"));
    assert.equal((await ask("PUT", "/schedules/1", { command: command("node-red", 7) })).status, 200);
  },
);
