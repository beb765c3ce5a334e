/** PUT /lights/<id>/state of light strips: a gradient, and going with the music; and the config of a strip. */
import assert from "node:assert/strict";
import type { Values } from "../../src/model/resource.ts";
import { settle } from "../support/fakes.ts";
import { light, lit, told } from "../support/lights.ts";
import { created, inShort, seen } from "../support/transports.ts";

const AT = "/lights/1/state";
const STRIP = "Extended color light";
const STYLES = ["linear", "mirrored"];
const CAPABILITIES = { color: { gradient: { max_segments: 9, styles: STYLES }, modes: ["ct", "gradient", "xy"] } };
const HAS = { state: { gradient: {} }, attr: { capabilities: CAPABILITIES } };
const POINTS = [
  [0.6915, 0.3038],
  [0.17, 0.7],
];
const PLAIN = { style: "linear", segments: 2, offset: 0, color_adjustment: 0, offset_adjustment: 0 };
const FULL = { points: POINTS, ...PLAIN };
const HELD = {
  points: [
    [0.6915, 0.3037],
    [0.1701, 0.7001],
  ],
  ...PLAIN,
};
const many = (count: number) => Array.from({ length: count }, () => [0.2, 0.2]);

lit("two points are enough: all six members are answered, and the color mode is gradient at once", async (world) => {
  const { ask, store, devices, heard } = world;
  await light({ store }, STRIP, HAS);
  const reply = await ask("PUT", AT, { gradient: { points: POINTS } });
  assert.deepEqual(inShort(reply), [200, { [`${AT}/gradient`]: FULL }]);
  const optimistic = { gradient: HELD, colormode: "gradient" };
  assert.deepEqual(told(devices), [{ of: "/lights/1", values: { gradient: FULL, transitiontime: 4 }, optimistic }]);
  const { state } = await seen(ask, "/lights/1");
  assert.deepEqual([state.colormode, state.gradient], ["gradient", HELD]);
  await settle();
  assert.deepEqual(heard.at(-1)?.values, optimistic);
});

lit(
  "it goes before all other colors, and xy after it ends it; what was read stays",
  async ({ ask, store, devices }) => {
    await light({ store }, STRIP, HAS);
    const reply = await ask("PUT", AT, { gradient: { points: POINTS }, xy: [0.1, 0.1], ct: 200, on: true });
    assert.deepEqual(inShort(reply), [200, { [`${AT}/on`]: true }, { [`${AT}/gradient`]: FULL }]);
    await ask("PUT", AT, { xy: [0.1, 0.1] });
    told(devices);
    const { state } = await seen(ask, "/lights/1");
    assert.deepEqual([state.colormode, state.xy, state.gradient], ["xy", [0.1, 0.1], HELD]);
  },
);

lit("a light that is off is not told a gradient alone", async ({ ask, store, devices }) => {
  await light({ store }, STRIP, { ...HAS, state: { ...HAS.state, on: false } });
  assert.deepEqual(inShort(await ask("PUT", AT, { gradient: { points: POINTS } })), [200, [201, `${AT}/gradient`]]);
  assert.deepEqual(told(devices), []);
});

const BAD: readonly (readonly [given: unknown, type: number, text: string])[] = [
  [{ points: many(1) }, 7, "invalid length, 1, for parameter, gradient/points"],
  [{ points: many(10) }, 7, "invalid length, 10, for parameter, gradient/points"],
  [
    {
      points: [
        [1.2, 0],
        [0, 0],
      ],
    },
    7,
    "invalid value, 1.2, for parameter, gradient/points/0/0",
  ],
  [
    {
      points: [
        [0, 0],
        [0, "x"],
      ],
    },
    7,
    "invalid value, x, for parameter, gradient/points/1/1",
  ],
  [{ points: [[0, 0], [0]] }, 7, "invalid length, 1, for parameter, gradient/points/1"],
  [{ points: [[0, 0], 5] }, 7, "invalid value, 5, for parameter, gradient/points/1"],
  [{ points: "red" }, 7, "invalid value, red, for parameter, gradient/points"],
  [{ ...FULL, style: "foo" }, 7, "invalid value, foo, for parameter, gradient/style"],
  [{ ...FULL, style: "scattered" }, 7, "invalid value, scattered, for parameter, gradient/style"],
  [{ ...FULL, segments: 32 }, 7, "invalid value, 32, for parameter, gradient/segments"],
  [{ ...FULL, segments: 256 }, 7, "invalid value, 256, for parameter, gradient/segments"],
  [{ ...FULL, segments: 1.5 }, 7, "invalid value, 1.5, for parameter, gradient/segments"],
  [{ ...FULL, offset: -1 }, 7, "invalid value, -1, for parameter, gradient/offset"],
  [{ ...FULL, color_adjustment: 8 }, 7, "invalid value, 8, for parameter, gradient/color_adjustment"],
  [{ ...FULL, offset_adjustment: null }, 7, "invalid value, null, for parameter, gradient/offset_adjustment"],
  [{ ...FULL, x: 1 }, 6, "parameter, gradient/x, not available"],
  [{}, 5, "missing parameter, gradient/points, for parameter, gradient"],
  [{ style: "mirrored" }, 5, "missing parameter, gradient/points, for parameter, gradient"],
  ["red", 7, "invalid value, red, for parameter, gradient"],
];

lit("what does not fit is refused with its place, and nothing is sent", async ({ ask, store, devices }) => {
  await light({ store }, STRIP, HAS);
  for (const [gradient, type, description] of BAD) {
    const { body } = await ask("PUT", AT, { gradient });
    assert.deepEqual(body, [{ error: { type, address: AT, description } }]);
  }
  assert.deepEqual(told(devices), []);
});

lit(
  "colors beyond what there is are cut, and sent; until the strip has said its styles it may have all",
  async (world) => {
    const { ask, store, devices } = world;
    await light({ store }, STRIP, { state: { gradient: {} } });
    const points = [
      [0.8, 0.9],
      [0, 0],
    ];
    const cut = {
      ...PLAIN,
      style: "scattered",
      points: [
        [0.7347, 0.8431],
        [0, 0],
      ],
    };
    const reply = await ask("PUT", AT, { gradient: { points, style: "scattered" } });
    assert.deepEqual(inShort(reply), [200, { [`${AT}/gradient`]: cut }]);
    const [wish] = told(devices) as { values: Values; optimistic: { gradient: Values } }[];
    assert.deepEqual(wish?.values.gradient, cut);
    assert.deepEqual(wish?.optimistic.gradient.points, [
      [0.7347, 0.8264],
      [0, 0],
    ]);
  },
);

lit("a light without gradients knows no such member", async ({ ask, store, devices }) => {
  await light({ store }, STRIP);
  assert.deepEqual(inShort(await ask("PUT", AT, { gradient: FULL })), [400, [6, `${AT}/gradient`]]);
  assert.equal("gradient" in (await seen(ask, "/lights/1")).state, false);
  assert.deepEqual(told(devices), []);
});

lit("which end it begins at stands in its config", async ({ ask, store, devices }) => {
  await light({ store }, STRIP, { ...HAS, config: { "color/gradient/reversed": false } });
  devices.writable = () => ["color/gradient/reversed"];
  const at = "/lights/1/config";
  const set = (reversed: unknown) => ask("PUT", at, { color: { gradient: { reversed } } });
  assert.deepEqual((await seen(ask, "/lights/1")).config.color, { gradient: { reversed: false } });
  assert.deepEqual(inShort(await set("yes")), [400, [7, `${at}/color/gradient/reversed`]]);
  assert.deepEqual(inShort(await set(true)), [200, { [`${at}/color/gradient/reversed`]: true }]);
  assert.deepEqual(told(devices).length, 1);
});

lit("a strip goes with the music, whatever else it shows", async ({ ask, store, devices }) => {
  await light({ store }, STRIP, { state: { music_sync: null, colormode: "ct" } });
  const at = `${AT}/music_sync`;
  assert.deepEqual(inShort(await ask("PUT", AT, { music_sync: "on" })), [400, [7, at]]);
  assert.deepEqual(inShort(await ask("PUT", AT, { music_sync: true })), [200, { [at]: true }]);
  const values = { music_sync: true };
  assert.deepEqual(told(devices), [{ of: "/lights/1", values, optimistic: values }]);
  const { state } = await seen(ask, "/lights/1");
  assert.deepEqual([state.music_sync, state.colormode], [true, "ct"]);
  await light({ store }, STRIP);
  assert.deepEqual(inShort(await ask("PUT", "/lights/2/state", values)), [400, [6, "/lights/2/state/music_sync"]]);
});

lit("a scene that is written as it was read has the same gradient", async (world) => {
  const { ask, store } = world;
  await light({ store }, STRIP, HAS);
  await created(ask, "/groups", { name: "G", lights: ["1"] });
  await ask("PUT", AT, { on: true, gradient: { points: POINTS, style: "mirrored" } });
  await created(ask, "/groups/1/scenes", { name: "A" });
  const { lights } = await seen(ask, "/groups/1/scenes/1");
  await ask("PUT", AT, { ct: 200 });
  await ask("PUT", "/groups/1/scenes/1/store", {});
  await ask("PUT", "/groups/1/scenes/1", { lights });
  assert.deepEqual((await seen(ask, "/groups/1/scenes/1")).lights, lights);
});
