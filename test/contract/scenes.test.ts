/** Scenes over every door (interface 2.5, 4.4; automation 3 and 7.3): their contents, the commands of a recall, and bodies that do not fit. */
import assert from "node:assert/strict";
import { SCENES_IN_FLOWS } from "../../src/model/lights/scenes.ts";
import { type Address, NOT_JSON, type Values } from "../../src/model/resource.ts";
import { fakeDevices, fakeRadio, settle } from "../support/fakes.ts";
import { BY_RADIO, type LitWorld, light, lit } from "../support/lights.ts";
import { contract, created, inShort, overHttp, seen } from "../support/transports.ts";

const SCENES: Address = "/groups/1/scenes";
const at = (rest: string): Address => `${SCENES}/${rest}`;

/** Group 1: a color lamp in ct mode, a dimmable lamp that cannot be heard, a plug. */
async function furnished(world: LitWorld): Promise<LitWorld> {
  await light(world, "Extended color light");
  await light(world, "Dimmable light", { state: { reachable: false, bri: 77 } });
  await light(world, "On/Off plug-in unit", { state: { on: false } });
  await created(world.ask, "/groups", { name: "G", lights: ["1", "2", "3"] });
  return world;
}

const FIRST = { id: "1", on: true, bri: 100, transitiontime: 10, colormode: "ct", ct: 300 };
const SECOND = { id: "2", on: true, bri: 77, transitiontime: 10 };
const THIRD = { id: "3", on: false, bri: 0, transitiontime: 10 };

async function lightsOf({ ask }: Pick<LitWorld, "ask">, scene = "1"): Promise<readonly Values[]> {
  return (await seen(ask, at(scene))).lights as readonly Values[];
}

lit("117: a new scene holds each light as it is, and who cannot be heard as it was last known", async (world) => {
  const { ask } = await furnished(world);
  assert.equal(await created(ask, SCENES, { name: "A" }), "1");
  assert.deepEqual(await seen(ask, at("1")), {
    name: "A",
    state: 0,
    transitiontime: 10,
    lights: [FIRST, SECOND, THIRD],
  });
  assert.deepEqual(await seen(ask, SCENES), { "1": { name: "A", lights: ["1", "2", "3"], transitiontime: 10 } });
  assert.deepEqual((await seen(ask, "/groups/1")).scenes, [{ id: "1", name: "A", transitiontime: 10, lightcount: 3 }]);
});

lit("wire 8.5: scenes, and what lights do in them, take the room that the capabilities tell", async (world) => {
  const { ask } = await furnished(world);
  for (const name of ["A", "B"]) await created(ask, SCENES, { name });
  const { scenes } = await seen(ask, "/capabilities");
  assert.deepEqual(scenes, { available: 98, total: 100, lightstates: { available: 994, total: 1000 } });
});

lit("118: a name that is there already creates nothing, and stores the lights anew", async (world) => {
  const { ask, store } = await furnished(world);
  await created(ask, SCENES, { name: "A" });
  store.patch("/lights/1", "state", { bri: 5 }, BY_RADIO);
  assert.equal(await created(ask, SCENES, { name: " A " }), "1");
  assert.deepEqual((await lightsOf(world))[0], { ...FIRST, bri: 5 });
});

lit("121: the lowest id that is free, or the one that is asked for", async (world) => {
  const { ask } = await furnished(world);
  for (const name of ["a", "b", "c"]) await created(ask, SCENES, { name });
  await ask("DELETE", at("2"));
  assert.equal(await created(ask, SCENES, { name: "d" }), "2");
  assert.equal(await created(ask, SCENES, { name: "e", id: "200" }), "200");
  assert.equal(await created(ask, SCENES, { name: "f", id: 0 }), "0");
  assert.deepEqual(inShort(await ask("POST", SCENES, { name: "g", id: 200 })), [400, [100, SCENES]]);
  for (const id of [256, -1, 1.5, "x", null])
    assert.deepEqual(inShort(await ask("POST", SCENES, { name: "g", id })), [400, [7, at("id")]], String(id));
});

/** The records that still name scene 2 of group 1 when the scene is deleted, and those that do not. */
const NAMING: readonly [says: string, at: Address, body: (key: string) => Values, isKept: boolean][] = [
  ["a rule", "/rules", () => recalls(at("2/recall")), true],
  ["a rule that stores it", "/rules", () => recalls(at("2/store")), true],
  ["a schedule", "/schedules", (key) => later(`/api/${key}${at("2/recall")}`), true],
  ["a resourcelink", "/resourcelinks", () => ({ name: "L", classid: 1, links: ["/lights/1", at("2")] }), true],
  ["a rule of another group", "/rules", () => recalls("/groups/2/scenes/2/recall"), false],
  ["a rule of the next scene", "/rules", () => recalls(at("next/recall")), false],
  ["a rule of a light", "/rules", () => recalls("/lights/2/state"), false],
];

function recalls(address: string): Values {
  const conditions = [{ address: "/config/localtime", operator: "in", value: "T08:00:00/T09:00:00" }];
  return { name: "R", conditions, actions: [{ address, method: "PUT", body: {} }] };
}

function later(address: string): Values {
  return { name: "S", command: { address, method: "PUT", body: {} }, localtime: "W127/T08:00:00" };
}

for (const [says, family, body, isKept] of NAMING)
  lit(`the id of a deleted scene that ${says} names goes to ${isKept ? "no" : "a"} new scene`, async (world) => {
    const { ask, key } = await furnished(world);
    await created(ask, "/groups", { name: "Other", lights: ["1"] });
    for (const name of ["a", "b", "c"]) await created(ask, SCENES, { name });
    const named = await created(ask, family, body(key));
    await ask("DELETE", at("2"));
    assert.equal(await created(ask, SCENES, { name: "d" }), isKept ? "4" : "2");
    await ask("DELETE", `${family}/${named}`);
    if (isKept) assert.equal(await created(ask, SCENES, { name: "e" }), "2", "nothing names it any longer");
    await ask("DELETE", at("2"));
    assert.equal(await created(ask, SCENES, { name: "f", id: 2 }), "2", "a client that asks for an id gets it");
  });

lit("the id of a deleted scene that a flow names goes to no new scene, unless it has the same name", async (world) => {
  const { ask, engines } = await furnished(world);
  engines.offer(SCENES_IN_FLOWS, { isNamed: (scene) => scene === at("2") });
  for (const name of ["a", "b", "c"]) await created(ask, SCENES, { name });
  assert.deepEqual(Object.keys(await seen(ask, SCENES)), ["1", "2", "3"], "nothing was called so before");
  await ask("DELETE", at("1"));
  await ask("DELETE", at("2"));
  await settle();
  for (const [name, id] of [
    ["d", "1"],
    ["e", "4"],
    ["b", "2"],
  ] as const)
    assert.equal(await created(ask, SCENES, { name }), id);
});

lit("an empty name is a name by number", async (world) => {
  const { ask } = await furnished(world);
  await created(ask, SCENES, { name: "" });
  assert.equal((await seen(ask, at("1"))).name, "Scene 1");
});

lit("123, 124: stored again, it has what is now, also of who came later", async (world) => {
  const { ask, store } = await furnished(world);
  await ask("PUT", "/groups/1", { lights: ["1", "2"] });
  await created(ask, SCENES, { name: "A" });
  await ask("PUT", "/groups/1", { lights: ["1", "2", "3"] });
  assert.deepEqual((await lightsOf(world)).length, 2, "who joins the group is not in its scenes");
  store.patch("/lights/2", "state", { bri: 9 }, BY_RADIO);
  assert.deepEqual(inShort(await ask("PUT", at("1/store"), { transitiontime: 4 })), [200, { id: "1" }]);
  const slow = (entry: Values) => ({ ...entry, transitiontime: 4 });
  assert.deepEqual(await lightsOf(world), [FIRST, { ...SECOND, bri: 9 }, THIRD].map(slow));
  assert.deepEqual(inShort(await ask("PUT", at("1/store"))), [200, { id: "1" }], "without a body, too");
  assert.equal((await seen(ask, at("1"))).transitiontime, 10);
  assert.deepEqual(inShort(await ask("PUT", at("1/store"), { transitiontime: 65_535 })), [
    400,
    [7, at("1/transitiontime")],
  ]);
  assert.deepEqual(inShort(await ask("PUT", at("1/store"), NOT_JSON)), [400, [2, at("1")]]);
});

lit("126: of the colors those that the light is in", async (world) => {
  const { ask, store } = await furnished(world);
  const modes: readonly (readonly [Values, Values])[] = [
    [
      { colormode: "hs", hue: 8000, sat: 140 },
      { colormode: "hs", hue: 8000, sat: 140 },
    ],
    [
      { colormode: "xy", xy: [0.3, 0.4] },
      { colormode: "xy", x: 0.3, y: 0.4 },
    ],
    [
      { colormode: "ct", ct: 200 },
      { colormode: "ct", ct: 200 },
    ],
    [
      { colormode: "hs", effect: "colorloop" },
      { colormode: "hs", hue: 8000, sat: 140, effect: "colorloop" },
    ],
  ];
  for (const [state, kept] of modes) {
    store.patch("/lights/1", "state", { effect: "none", ...state }, BY_RADIO);
    await created(ask, SCENES, { name: "A" });
    const [first] = await lightsOf(world);
    assert.deepEqual(first, { id: "1", on: true, bri: 100, transitiontime: 10, ...kept });
  }
});

lit("127, 129: a recall asks of each light what differs, once", async (world) => {
  const { ask, store, devices, heard } = await furnished(world);
  store.patch("/lights/1", "state", { bri: 200 }, BY_RADIO);
  await created(ask, SCENES, { name: "A" });
  store.patch("/lights/1", "state", { on: false, bri: 10, ct: 200 }, BY_RADIO);
  store.patch("/lights/3", "state", { on: true }, BY_RADIO);
  await settle();
  heard.length = 0;
  assert.deepEqual(inShort(await ask("PUT", at("1/recall"))), [200, { id: "1" }]);
  await settle();
  const [wish] = devices.recalls.splice(0);
  assert.equal(wish?.scene.address, at("1"));
  assert.equal(wish?.asStored, true);
  assert.deepEqual(
    wish?.lights.map(({ resource, values, optimistic }) => [resource.address, values, optimistic]),
    [
      [
        "/lights/1",
        { on: true, bri: 200, ct: 300, transitiontime: 10 },
        { on: true, bri: 200, ct: 300, colormode: "ct" },
      ],
      ["/lights/3", { on: false }, { on: false }],
    ],
  );
  const told = heard.map(({ resource, section, values }) => [resource.address, section, values]);
  assert.deepEqual(told, [
    ["/lights/1", "state", { on: true, bri: 200, ct: 300 }],
    ["/lights/3", "state", { on: false }],
    ["/groups/1", "action", { on: true, scene: "1" }],
    [at("1"), "state", told[3]?.[2]],
    ...told.slice(4),
  ]);
  assert.equal((await seen(ask, "/groups/1")).action.scene, "1");
  heard.length = 0;
  await ask("PUT", at("1/recall"), {});
  await settle();
  assert.deepEqual(
    devices.recalls[0]?.lights.map(({ values }) => values),
    [{}, {}],
  );
  assert.deepEqual(
    heard.filter(({ resource }) => resource.address.startsWith("/lights")),
    [],
  );
});

lit(
  "a light that tells its hue in degrees is where it shall be, and one that runs by itself ends that",
  async (world) => {
    const { ask, store, devices } = await furnished(world);
    store.patch("/lights/1", "state", { colormode: "hs", hue: 8000, sat: 140, effect: "none" }, BY_RADIO);
    await created(ask, SCENES, { name: "A" });
    const wanted = async (state: Values) => {
      store.patch("/lights/1", "state", state, BY_RADIO);
      await ask("PUT", at("1/recall"));
      await settle();
      return devices.recalls.splice(0)[0]?.lights[0]?.values;
    };
    assert.deepEqual(await wanted({ hue: 7992, sat: 139 }), {});
    assert.deepEqual(await wanted({ hue: 7000 }), { hue: 8000, sat: 140, transitiontime: 10 });
    assert.deepEqual(await wanted({ effect: "colorloop" }), {
      ...{ effect: "none", hue: 8000, sat: 140, transitiontime: 10 },
    });
  },
);

lit(
  "a light that is off is told how bright it shall be: it may have faded out since it was that bright",
  async (world) => {
    const { ask, store, devices } = await furnished(world);
    await created(ask, SCENES, { name: "A" });
    store.patch("/lights/1", "state", { on: false }, BY_RADIO);
    await ask("PUT", at("1/recall"));
    assert.deepEqual(devices.recalls[0]?.lights[0]?.values, { on: true, bri: 100, transitiontime: 10 });
  },
);

lit("a recall with a transition of its own", async (world) => {
  const { ask, devices, store } = await furnished(world);
  await created(ask, SCENES, { name: "A" });
  store.patch("/lights/1", "state", { bri: 1 }, BY_RADIO);
  await ask("PUT", at("1/recall"), { transitiontime: 50 });
  const [wish] = devices.recalls;
  assert.deepEqual([wish?.asStored, wish?.lights[0]?.values], [false, { bri: 100, transitiontime: 50 }]);
  assert.deepEqual(inShort(await ask("PUT", at("1/recall"), { transitiontime: -1 })), [
    400,
    [7, at("1/recall/transitiontime")],
  ]);
});

lit("130: a recall is told once on the push channel", async (world) => {
  const { ask, store, heard } = await furnished(world);
  await created(ask, SCENES, { name: "A" });
  await settle();
  heard.length = 0;
  await ask("PUT", at("1/recall"));
  await settle();
  const called = heard.filter(({ resource }) => resource.type === "Scene");
  const messages = called.map(({ resource, values }) => {
    const { push } = store.definition(resource);
    return typeof push === "object" && push.of(resource, values);
  });
  assert.deepEqual(messages, [{ e: "scene-called", r: "scenes", gid: "1", scid: "1" }]);
});

lit("132, 133: next and prev go round, and begin with the first", async (world) => {
  const { ask } = await furnished(world);
  assert.deepEqual(inShort(await ask("PUT", at("next/recall"))), [404, [3, at("next")]]);
  for (const id of [1, 3, 2]) await created(ask, SCENES, { name: `${id}`, id });
  const steps = [
    ["prev", "1"],
    ["prev", "3"],
    ["next", "1"],
    ["next", "2"],
    ["next", "3"],
    ["next", "1"],
  ] as const;
  for (const [step, scene] of steps) {
    assert.deepEqual(inShort(await ask("PUT", at(`${step}/recall`), {})), [200, { id: step }]);
    assert.equal((await seen(ask, "/groups/1")).action.scene, scene, step);
  }
});

const NOWHERE: readonly (readonly [method: "GET" | "PUT" | "DELETE", path: string, body?: unknown])[] = [
  ["GET", ""],
  ["PUT", "", { name: "x" }],
  ["PUT", "/store"],
  ["PUT", "/recall"],
  ["DELETE", ""],
];

lit("135, 144: a scene that there is not", async (world) => {
  const { ask } = await furnished(world);
  await created(ask, SCENES, { name: "A" });
  for (const id of ["99", "x", "257", "1e0", "__proto__"])
    for (const [method, path, body] of NOWHERE)
      assert.deepEqual(
        inShort(await ask(method, at(`${id}${path}`), body)),
        [404, [3, at(id)]],
        `${method} ${id}${path}`,
      );
  for (const [method, path, body] of NOWHERE)
    assert.deepEqual(inShort(await ask(method, `/groups/9/scenes/1${path}`, body)), [404, [3, "/groups/9/scenes/1"]]);
  assert.deepEqual(inShort(await ask("GET", "/groups/9/scenes")), [404, [3, "/groups/9"]]);
  assert.deepEqual(inShort(await ask("POST", "/groups/9/scenes", { name: "x" })), [404, [3, "/groups/9"]]);
});

lit("120: a new scene: what does not fit", async (world) => {
  const { ask } = await furnished(world);
  for (const body of [NOT_JSON, {}, [], 5, null, undefined])
    assert.deepEqual(inShort(await ask("POST", SCENES, body)), [400, [2, "/groups/1"]]);
  assert.deepEqual(inShort(await ask("POST", SCENES, { id: 5 })), [400, [5, at("name")]]);
  for (const name of [5, null, "x".repeat(33), ["x"]])
    assert.deepEqual(inShort(await ask("POST", SCENES, { name })), [400, [7, at("name")]]);
  assert.deepEqual(await seen(ask, SCENES), {});
});

lit("a scene is renamed, and trimmed; a name may be given twice", async (world) => {
  const { ask } = await furnished(world);
  for (const name of ["A", "B"]) await created(ask, SCENES, { name });
  assert.deepEqual(inShort(await ask("PUT", at("1"), { name: " B " })), [200, { [at("1/name")]: "B" }]);
  const [first] = (await seen(ask, "/groups/1")).scenes as readonly Values[];
  assert.equal(first?.name, "B");
  for (const name of ["", "   ", 5, null, "x".repeat(33)])
    assert.deepEqual(inShort(await ask("PUT", at("1"), { name })), [400, [7, at("1/name")]]);
  for (const body of [NOT_JSON, {}, 5]) assert.deepEqual(inShort(await ask("PUT", at("1"), body)), [400, [2, at("1")]]);
  assert.deepEqual(inShort(await ask("PUT", at("1"), { state: 0 })), [400, [6, at("1/state")]]);
});

lit(
  "what all lights do in a scene is written at once: a list that was read brings them back as they were",
  async (world) => {
    const { ask, store } = await furnished(world);
    await light(world, "Window covering device", { state: { lift: 40 } });
    await ask("PUT", "/groups/1", { lights: ["1", "2", "3", "4"] });
    await created(ask, SCENES, { name: "A" });
    const before = await lightsOf(world);
    assert.equal(before.length, 4);
    store.patch("/lights/1", "state", { colormode: "xy", xy: [0.6, 0.3], bri: 5 }, BY_RADIO);
    store.patch("/lights/4", "state", { lift: 90 }, BY_RADIO);
    await ask("PUT", at("1/store"), {});
    assert.notDeepEqual(await lightsOf(world), before);
    const colored = await lightsOf(world);
    for (const lights of [before, colored, before]) {
      const ids = lights.map(({ id }) => id);
      assert.deepEqual(inShort(await ask("PUT", at("1"), { lights })), [200, { [at("1/lights")]: ids }]);
      assert.deepEqual(await lightsOf(world), lights, "also of a light that cannot be heard, and of a blind");
    }
    assert.equal(store.get("/lights/1")?.state.bri, 5, "no light does it now");
  },
);

lit("what runs by itself, and the colors of a light in any mode, come back by that list", async (world) => {
  const { ask, store } = await furnished(world);
  await created(ask, SCENES, { name: "A" });
  for (const state of [
    { colormode: "effect", effect: "candle" },
    { colormode: "hs", hue: 8000, sat: 140, effect: "colorloop" },
    { colormode: "hs", hue: 8000, sat: 140, effect: "none" },
    { colormode: "xy", xy: [0.2, 0.1], effect: "none" },
  ]) {
    store.patch("/lights/1", "state", state, BY_RADIO);
    await ask("PUT", at("1/store"), {});
    const before = await lightsOf(world);
    store.patch("/lights/1", "state", { colormode: "ct", ct: 200, effect: "none" }, BY_RADIO);
    await ask("PUT", at("1/store"), {});
    assert.notDeepEqual(await lightsOf(world), before);
    await ask("PUT", at("1"), { lights: before });
    assert.deepEqual(await lightsOf(world), before, JSON.stringify(state));
  }
});

lit("a scene loses a light, and takes one in as it is now", async (world) => {
  const { ask, store } = await furnished(world);
  await created(ask, SCENES, { name: "A" });
  const [first, second, third] = await lightsOf(world);
  await ask("PUT", at("1"), { name: "B", lights: [first, third] });
  assert.deepEqual(await lightsOf(world), [first, third]);
  assert.deepEqual((await seen(ask, "/groups/1")).scenes, [{ id: "1", name: "B", transitiontime: 10, lightcount: 2 }]);
  store.patch("/lights/2", "state", { bri: 30, reachable: true }, BY_RADIO);
  await ask("PUT", at("1"), { lights: [first, { id: "2" }, third] });
  assert.deepEqual(await lightsOf(world), [first, { ...second, bri: 30 }, third]);
});

lit("a list of lights in which something does not fit changes nothing", async (world) => {
  const { ask } = await furnished(world);
  await light(world, "Dimmable light"); // in no group
  await created(ask, SCENES, { name: "A" });
  const before = await lightsOf(world);
  const wrong: readonly (readonly [lights: unknown, code: number, member?: string])[] = [
    [[], 7],
    ["1", 7],
    [["1"], 7],
    [[{ id: "4" }], 7],
    [[{ id: "99" }], 7],
    [[FIRST, FIRST], 7],
    [[{ ...FIRST, bri: 255 }], 7, "/bri"],
    [[{ ...FIRST, on: 1 }], 7, "/on"],
    [[{ ...FIRST, dim: 1 }], 6, "/dim"],
    [[{ id: "1", bri: 5 }], 5],
    [[{ id: "1", on: true, colormode: "xy", x: 0.2 }], 5],
  ];
  for (const [lights, code, member = ""] of wrong) {
    const [status, [told, address] = []] = inShort(await ask("PUT", at("1"), { lights })) as [number, [number, string]];
    assert.deepEqual(
      [status, told, String(address).startsWith(at("1/lights") + member)],
      [400, code, true],
      JSON.stringify([lights, told, address]),
    );
  }
  assert.deepEqual(await lightsOf(world), before);
});

const STATE = at("1/lights/1/state");

lit("136, 138, 139: what a light does in a scene", async (world) => {
  const { ask } = await furnished(world);
  await created(ask, SCENES, { name: "A" });
  const rows: readonly (readonly [body: Values, then: Values])[] = [
    [
      { bri: 255, on: false },
      { ...FIRST, on: false, bri: 254 },
    ],
    [
      { xy: [0.2, 0.4], transitiontime: 0 },
      { id: "1", on: false, bri: 254, transitiontime: 0, colormode: "xy", x: 0.2, y: 0.4 },
    ],
    [{ ct: 300 }, { id: "1", on: false, bri: 254, transitiontime: 0, colormode: "ct", ct: 300 }],
    [
      { ct: 300, xy: [0.3, 0.3] },
      { id: "1", on: false, bri: 254, transitiontime: 0, colormode: "xy", x: 0.3, y: 0.3 },
    ],
    [
      { hue: 500, sat: 255 },
      { id: "1", on: false, bri: 254, transitiontime: 0, colormode: "hs", hue: 500, sat: 254 },
    ],
  ];
  for (const [body, then] of rows) {
    assert.deepEqual(inShort(await ask("PUT", STATE, body)), [200, { id: "1" }]);
    assert.deepEqual((await lightsOf(world))[0], then, JSON.stringify(body));
  }
  const { etag } = await seen(ask, "/groups/1");
  const wrong: readonly Values[] = [
    { bri: 256 },
    { bri: -1 },
    { xy: [1.2, 0] },
    { xy: [0.1] },
    { xy: 5 },
    { ct: 1000 },
    { on: "x" },
    { transitiontime: 65_535 },
    { hue: 65_536 },
  ];
  for (const body of wrong)
    assert.deepEqual(inShort(await ask("PUT", STATE, { on: true, ...body })), [
      400,
      [7, `${STATE}/${Object.keys(body)[0]}`],
    ]);
  assert.equal((await seen(ask, "/groups/1")).etag, etag, "nothing has changed");
});

lit("a light in a scene: what there is not", async (world) => {
  const { ask } = await furnished(world);
  await light(world, "Dimmable light");
  await created(ask, SCENES, { name: "A" });
  const rows: readonly (readonly [path: Address, status: number, type: number])[] = [
    ["/groups/9/scenes/1/lights/1/state", 404, 3],
    [at("1/lights/9/state"), 404, 3],
    [at("1/lights/2/state"), 404, 3], // cannot be heard
    [at("9/lights/1/state"), 404, 3],
    [at("1/lights/4/state"), 400, 3], // no member
  ];
  for (const [path, status, type] of rows)
    assert.deepEqual(inShort(await ask("PUT", path, { on: true })), [status, [type, path]], path);
  for (const body of [NOT_JSON, {}]) assert.deepEqual(inShort(await ask("PUT", STATE, body)), [400, [2, STATE]]);
});

lit("141, 142: scenes of a group that is gone, and of one without lights", async (world) => {
  const { ask } = await furnished(world);
  await created(ask, SCENES, { name: "A" });
  await ask("DELETE", "/groups/1");
  assert.deepEqual(inShort(await ask("PUT", at("1/recall"))), [404, [3, at("1")]]);
  const id = await created(ask, "/groups", { name: "H" });
  assert.equal(await created(ask, `/groups/${id}/scenes`, { name: "A" }), "1");
  assert.deepEqual((await seen(ask, `/groups/${id}/scenes/1`)).lights, []);
  assert.deepEqual(inShort(await ask("PUT", `/groups/${id}/scenes/1/recall`)), [200, { id: "1" }]);
});

lit("who leaves the group leaves its scenes, and the group tells it", async (world) => {
  const { ask } = await furnished(world);
  await created(ask, SCENES, { name: "A" });
  await ask("PUT", "/groups/1", { lights: ["1", "2"] });
  await settle();
  const shown = async () =>
    ((await seen(ask, "/groups/1")).scenes as readonly Values[]).map(({ lightcount }) => lightcount);
  assert.deepEqual(await shown(), [2]);
  await ask("DELETE", "/lights/1");
  await settle();
  assert.deepEqual(await shown(), [1]);
  await ask("DELETE", "/lights/2/scenes");
  await settle();
  assert.deepEqual(await seen(ask, SCENES), {}, "a scene whose last light goes is gone");
  assert.deepEqual(await shown(), []);
});

lit("locks and sirens take no part; a cover goes back to where it was", async (world) => {
  const { ask, devices, store } = world;
  await light(world, "Door Lock");
  await light(world, "Window covering device", { state: { lift: 40 } });
  await created(ask, "/groups", { name: "G", lights: ["1", "2"] });
  await created(ask, SCENES, { name: "A" });
  assert.deepEqual((await seen(ask, SCENES))["1"].lights, ["2"]);
  store.patch("/lights/2", "state", { lift: 100 }, BY_RADIO);
  await ask("PUT", at("1/recall"));
  assert.deepEqual(
    devices.recalls[0]?.lights.map(({ values }) => values),
    [{ lift: 40 }],
  );
});

contract(
  "145: without the radio scenes can be read and renamed, and that is all",
  async (world) => {
    const { ask, radio } = world;
    await furnished(world as LitWorld);
    await created(ask, SCENES, { name: "A" });
    radio.tell({ kind: "down", reason: "unplugged" });
    const refused: readonly (readonly ["POST" | "PUT" | "DELETE", Address, unknown, Address])[] = [
      ["POST", SCENES, { name: "B" }, SCENES],
      ["PUT", at("1/store"), undefined, at("1")],
      ["PUT", at("1/recall"), {}, at("1")],
      ["PUT", at("next/recall"), {}, at("next")],
      ["PUT", STATE, { on: true }, STATE],
      ["DELETE", at("1"), undefined, at("1")],
    ];
    for (const [method, path, body, address] of refused)
      assert.deepEqual(inShort(await ask(method, path, body)), [503, [950, address]], `${method} ${path}`);
    assert.equal((await seen(ask, at("1"))).name, "A");
    assert.deepEqual(inShort(await ask("PUT", at("1"), { name: "B" })), [200, { [at("1/name")]: "B" }]);
  },
  () => ({ radio: fakeRadio(true), devices: fakeDevices() }),
);

overHttp(
  "the header of a scene is its group's etag, and moves with it",
  async ({ raw, key, ask, ...world }) => {
    await furnished({ ask, ...world } as unknown as LitWorld);
    const etagOf = async (path: string, init?: RequestInit) =>
      (await raw(`/api/${key}${path}`, init)).headers.get("etag");
    await created(ask, SCENES, { name: "A" });
    const first = await etagOf(SCENES);
    assert.match(String(first), /^"[0-9a-f]{32}"$/);
    assert.equal(await etagOf(at("1")), first);
    assert.equal(first, `"${(await seen(ask, "/groups/1")).etag}"`);
    const second = await etagOf(at("1"), { method: "PUT", body: JSON.stringify({ name: "B" }) });
    assert.notEqual(second, first);
    assert.equal(await etagOf(at("1")), second);
    await ask("PUT", STATE, { bri: 3 });
    assert.notEqual(await etagOf(at("1")), second, "also when a light in it changes");
    const same = await raw(`/api/${key}${SCENES}`, { headers: { "If-None-Match": String(await etagOf(SCENES)) } });
    assert.equal(same.status, 304);
  },
  () => ({ radio: fakeRadio(true), devices: fakeDevices() }),
);
