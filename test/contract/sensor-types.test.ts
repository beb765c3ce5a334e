/** Every CLIP type (interface 2.2, wire 3.8): its members, their first values, and the values that they take. */
import assert from "node:assert/strict";
import { clip } from "../support/fakes.ts";
import { contract, created, inShort, seen } from "../support/transports.ts";

interface Row {
  readonly state: Record<string, unknown>; // of a new one, without lastupdated
  readonly config?: Record<string, unknown>; // besides on and reachable
  readonly takes: Record<string, readonly unknown[]>;
  readonly refuses: Record<string, readonly unknown[]>;
}

const NO_BOOL = [1, 0, "true", null, {}, []];
const NO_INT = ["", "x", " 1", "1e3", 1.5, "1.5", true, null, [], {}];
const flag = (member: string): Row => ({
  state: { [member]: false },
  takes: { [member]: [true, false] },
  refuses: { [member]: NO_BOOL },
});
const number = (member: string, first: number, min: number, max: number, config = {}): Row => ({
  state: { [member]: first },
  config,
  takes: { [member]: [min, max, String(max), 0] },
  refuses: { [member]: [min - 1, max + 1, ...NO_INT] },
});
const INT32 = [-2_147_483_648, 2_147_483_647] as const;

const TYPES: Record<string, Row> = {
  CLIPAlarm: flag("alarm"),
  CLIPBattery: number("battery", 100, 0, 100),
  CLIPCarbonMonoxide: flag("carbonmonoxide"),
  CLIPConsumption: {
    state: { consumption: 0 },
    takes: { consumption: [0, 1, "17", 4_294_967_296], power: [0, 15, -7] },
    refuses: { consumption: [-1, ...NO_INT], power: NO_INT },
  },
  CLIPDaylightOffset: {
    state: {},
    config: { offset: 0 },
    takes: { localtime: ["2026-03-01T06:12:00", "2026-03-01T06:12:00.123"] },
    refuses: {
      localtime: ["2026-03-01", "2026-99-01T06:12:00", "2026-02-31T06:12:00", "2026-03-01T06:12:00Z", 5, null],
    },
  },
  CLIPFire: flag("fire"),
  CLIPGenericFlag: flag("flag"),
  CLIPGenericStatus: number("status", 0, ...INT32),
  CLIPHumidity: number("humidity", 0, 0, 10_000, { offset: 0 }),
  CLIPLightLevel: {
    state: { lightlevel: 0, lux: 0, dark: true, daylight: false },
    config: { tholddark: 12_000, tholdoffset: 7_000 },
    takes: { lightlevel: [0, 65_534] },
    refuses: { lightlevel: [-1, 65_535, ...NO_INT] },
  },
  CLIPOpenClose: flag("open"),
  CLIPPower: {
    state: { power: 0, voltage: 0, current: 0 },
    takes: { power: [-32_768, 32_767], voltage: [0, 65_535], current: [0, 65_535] },
    refuses: { power: [-32_769, 32_768, ...NO_INT], voltage: [-1, 65_536], current: [-1, 65_536] },
  },
  CLIPPresence: { ...flag("presence"), config: { duration: 60 } },
  CLIPPressure: number("pressure", 0, 0, 32_767),
  CLIPSwitch: number("buttonevent", 0, ...INT32),
  CLIPTemperature: number("temperature", 0, -27_315, 32_767, { offset: 0 }),
  CLIPVibration: flag("vibration"),
  CLIPWater: flag("water"),
};

for (const [type, { state, config = {}, takes, refuses }] of Object.entries(TYPES)) {
  contract(type, async ({ ask }) => {
    await created(ask, "/sensors", clip(type));
    const fresh = await seen(ask, "/sensors/1");
    assert.deepEqual(fresh.state, { ...state, lastupdated: "none" });
    assert.deepEqual(fresh.config, { ...config, on: true, reachable: true });
    const all = { ...takes, lowbattery: [true, false], tampered: [true, false] };
    for (const [member, values] of Object.entries(all)) {
      for (const value of values) {
        const kept = typeof value === "string" && member !== "localtime" ? Number(value) : value;
        const reply = await ask("PUT", "/sensors/1/state", { [member]: value });
        assert.deepEqual(inShort(reply), [200, { [`/sensors/1/state/${member}`]: kept }]);
        assert.equal((await seen(ask, "/sensors/1")).state[member], kept);
      }
    }
    for (const [member, values] of Object.entries(refuses)) {
      for (const value of values) {
        const reply = await ask("PUT", "/sensors/1/state", { [member]: value });
        assert.deepEqual(
          inShort(reply),
          [400, [7, `/sensors/1/state/${member}`]],
          `${member}: ${JSON.stringify(value)}`,
        );
      }
    }
    assert.deepEqual(inShort(await ask("PUT", "/sensors/1/state", { foo: 1 })), [400, [6, "/sensors/1/state/foo"]]);
  });
}

/** Of every type: wire 3.5. */
const CONFIG: Row["takes"] = {
  on: [false, true],
  reachable: [false, true],
  battery: [0, 100],
  url: ["/x", "http://y"],
};
const BAD_CONFIG: Row["refuses"] = {
  on: NO_BOOL,
  reachable: NO_BOOL,
  battery: [-1, 101, 1.5, "50", null, true],
  url: ["", 5, null, false, "x".repeat(2_001)],
};

const OF_TYPE: [type: string, takes: Row["takes"], refuses: Row["refuses"]][] = [
  ["CLIPAlarm", CONFIG, BAD_CONFIG],
  ["CLIPPresence", { duration: [0, 65_535] }, { duration: [-1, 65_536, "60", null] }],
  ["CLIPTemperature", { offset: [-32_768, 32_767] }, { offset: [-32_769, 32_768, "1"] }],
  [
    "CLIPLightLevel",
    { tholddark: [0, 65_534], tholdoffset: [1, 65_534] },
    { tholddark: [-1, 65_535], tholdoffset: [0] },
  ],
  ["CLIPDaylightOffset", { offset: [-120], mode: ["sunrise", "sunset", "fix"] }, { mode: ["noon", "", 1] }],
];

for (const [type, takes, refuses] of OF_TYPE) {
  contract(`the config of a ${type}`, async ({ ask }) => {
    await created(ask, "/sensors", clip(type));
    for (const [member, values] of Object.entries(takes)) {
      for (const value of values) {
        const reply = await ask("PUT", "/sensors/1/config", { [member]: value });
        assert.deepEqual(inShort(reply), [200, { [`/sensors/1/config/${member}`]: value }]);
        assert.equal((await seen(ask, "/sensors/1")).config[member], value);
      }
    }
    for (const [member, values] of Object.entries(refuses)) {
      for (const value of values) {
        const reply = await ask("PUT", "/sensors/1/config", { [member]: value });
        assert.deepEqual(
          inShort(reply),
          [400, [7, `/sensors/1/config/${member}`]],
          `${member}: ${JSON.stringify(value)}`,
        );
      }
    }
  });
}
