/** PUT to the state of devices other than lamps: coverings, sirens, locks (wire 4.5). Nothing is believed of them. */
import assert from "node:assert/strict";
import type { Values } from "../../src/model/resource.ts";
import { settle } from "../support/fakes.ts";
import { BY_RADIO, light, lightResource, lit, told } from "../support/lights.ts";
import { inShort, seen } from "../support/transports.ts";

const AT = "/lights/1/state";
const COVER = "Window covering device";

/** Body → the members that are answered and sent: the same ones. */
type Row = readonly [body: Values, wanted: Values];

function moves(says: string, type: string, rows: readonly Row[], state: Values = {}): void {
  lit(says, async ({ ask, store, devices }) => {
    await light({ store }, type, { state });
    const before = store.get("/lights/1");
    for (const [body, wanted] of rows) {
      const { ontime: _, ...told_ } = wanted;
      const answers = Object.entries(told_).map(([name, value]) => ({ [`${AT}/${name}`]: value }));
      assert.deepEqual(inShort(await ask("PUT", AT, body)), [200, ...answers], JSON.stringify(body));
      assert.deepEqual(told(devices), [{ of: "/lights/1", values: wanted, optimistic: {} }], JSON.stringify(body));
    }
    assert.deepEqual(store.get("/lights/1"), before, "nothing is believed");
  });
}

/** One wrong member refuses the whole, and all that is wrong is told. */
function refusals(says: string, type: string, rows: readonly (readonly [Values, ...(readonly [number, string])[]])[]) {
  lit(says, async ({ ask, store, devices }) => {
    await light({ store }, type);
    for (const [body, ...errors] of rows) {
      const wanted = errors.map(([error, name]) => [error, name ? `${AT}/${name}` : AT]);
      assert.deepEqual(inShort(await ask("PUT", AT, body)), [400, ...wanted], JSON.stringify(body));
    }
    for (const body of [{}, [], "stop", undefined]) {
      assert.deepEqual(inShort(await ask("PUT", AT, body)), [400, [2, AT]]);
    }
    assert.deepEqual(told(devices), []);
  });
}

moves("a covering, in its own words", COVER, [
  [{ open: true }, { open: true }],
  [{ open: false }, { open: false }],
  [{ lift: 0 }, { lift: 0 }],
  [{ lift: 33.4 }, { lift: 33 }],
  [{ tilt: 100 }, { tilt: 100 }],
  [{ stop: true }, { stop: true }],
  [{ lift: "stop" }, { stop: true }],
  [{ lift_inc: 0 }, { stop: true }],
  [{ alert: "select" }, { alert: "select" }],
  [
    { lift: 20, tilt: 30, alert: "none" },
    { lift: 20, tilt: 30, alert: "none" },
  ],
]);

moves("a covering, in the words of a lamp", COVER, [
  [{ on: true }, { open: false }],
  [{ on: false }, { open: true }],
  [{ bri: 127 }, { lift: 50 }],
  [{ bri: 129 }, { lift: 50 }],
  [{ bri: 255 }, { lift: 100 }],
  [{ bri: 0, on: true }, { lift: 0 }],
  [{ bri: "stop" }, { stop: true }],
  [{ bri_inc: 0 }, { stop: true }],
  [{ sat: 255 }, { tilt: 100 }],
]);

moves(
  "a covering: a stop goes before a lift, a lift before a step, and that before open; tilt goes along",
  COVER,
  [
    [
      { stop: true, lift: 5, lift_inc: 5, open: true, tilt: 7 },
      { stop: true, tilt: 7 },
    ],
    [{ stop: false, lift: 5, lift_inc: 5, open: true, bri: 9 }, { lift: 5 }],
    [{ lift_inc: 25, open: true }, { lift: 85 }],
    [{ lift_inc: 100 }, { lift: 100 }],
    [{ lift_inc: -100 }, { lift: 0 }],
    [{ open: true, on: true }, { open: true }],
  ],
  { lift: 60 },
);

refusals("a covering: what does not fit", COVER, [
  [{ lift: 101 }, [7, "lift"]],
  [{ lift: "50" }, [7, "lift"]],
  [{ lift_inc: 101 }, [7, "lift_inc"]],
  [{ tilt: -1, open: "yes", lift: 5 }, [7, "tilt"], [7, "open"]],
  [{ bri: 256 }, [7, "bri"]],
  [{ bri_inc: 5 }, [7, "bri_inc"]],
  [{ stop: 1 }, [7, "stop"]],
  [{ alert: "lselect" }, [7, "alert"]],
  [{ open: true, ct: 300 }, [6, "ct"]],
  [{ open: true, transitiontime: 4 }, [6, "transitiontime"]],
  [{ stop: false }, [5, ""]],
]);

lit("a covering without a position has no lift and no tilt; one that never told it cannot step", async (world) => {
  const { ask, store, devices } = world;
  const bare = { ...lightResource("1", COVER), state: { reachable: true, alert: "none", open: null } };
  store.put(bare, BY_RADIO);
  await settle();
  const body = { lift: 5, tilt: 5, bri: 5, sat: 5, lift_inc: 0 };
  const refused = Object.keys(body).map((name) => [6, `${AT}/${name}`]);
  assert.deepEqual(inShort(await ask("PUT", AT, body)), [400, ...refused]);
  assert.deepEqual(inShort(await ask("PUT", AT, { stop: true })), [200, { [`${AT}/stop`]: true }]);
  told(devices);
  const id = await light({ store }, COVER, { state: { lift: null } });
  const at = `/lights/${id}/state` as const;
  assert.deepEqual(inShort(await ask("PUT", at, { lift_inc: 5 })), [400, [7, `${at}/lift_inc`]]);
  assert.deepEqual(inShort(await ask("PUT", at, { lift_inc: 0 })), [200, { [`${at}/stop`]: true }]);
});

moves("a siren", "Warning device", [
  [
    { alert: "lselect", ontime: 300 },
    { alert: "lselect", ontime: 300 },
  ],
  [{ alert: "lselect" }, { alert: "lselect" }],
  [{ alert: "select" }, { alert: "select" }],
  [{ alert: "blink" }, { alert: "blink" }],
  [{ alert: "all" }, { alert: "all" }],
  [{ alert: "none" }, { alert: "none" }],
]);

refusals("a siren: what does not fit", "Warning device", [
  [{ ontime: 5 }, [5, ""]],
  [{ alert: "breathe" }, [7, "alert"]],
  [{ alert: "lselect", ontime: -1 }, [7, "ontime"]],
  [{ on: true, alert: "lselect" }, [6, "on"]],
]);

moves("a lock", "Door Lock", [
  [{ on: true }, { on: true }],
  [{ on: false }, { on: false }],
  [{ alert: "select" }, { alert: "select" }],
]);

refusals("a lock: what does not fit", "Door Lock", [
  [{ on: "true" }, [7, "on"]],
  [{ on: true, alert: "ring" }, [7, "alert"]],
  [{ on: true, bri: 5 }, [6, "bri"]],
]);

lit("nobody is there, or no radio: as with lamps", async ({ ask, store, devices }) => {
  for (const [type, body, sent] of [
    [COVER, { on: true }, { open: false }],
    ["Warning device", { alert: "lselect", ontime: 5 }, { alert: "lselect", ontime: 5 }],
    ["Door Lock", { on: true }, { on: true }],
  ] as const) {
    const id = await light({ store }, type);
    const at = `/lights/${id}/state` as const;
    devices.obstacle = () => "busy";
    assert.deepEqual(inShort(await ask("PUT", at, body)), [200, [901, `${at}/${Object.keys(sent)[0]}`]]);
    devices.obstacle = () => undefined;
    store.patch(`/lights/${id}`, "state", { reachable: false }, BY_RADIO);
    assert.deepEqual(inShort(await ask("PUT", at, body)), [200, [202, at]]);
    assert.deepEqual(told(devices), [{ of: `/lights/${id}`, values: sent, optimistic: {} }]);
    assert.deepEqual(inShort(await ask("PUT", at, { ...body, foo: 1 })), [200, [202, at]]);
    assert.deepEqual(told(devices), []);
  }
});

lit("a range extender has nothing to switch", async ({ ask, store }) => {
  await light({ store }, "Range extender");
  assert.deepEqual(inShort(await ask("PUT", AT, { on: true })), [400, [6, `${AT}/on`]]);
  assert.deepEqual(inShort(await ask("PUT", AT, { alert: "select" })), [200, { [`${AT}/alert`]: "select" }]);
  assert.deepEqual((await seen(ask, "/lights/1")).state, { reachable: true, alert: "none" });
});
