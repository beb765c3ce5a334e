/** Devices as a whole over REST: nothing that a device shows or takes is hidden. */
import assert from "node:assert/strict";
import { type Order, RadioError } from "../../src/model/radio/orders.ts";
import type { Address } from "../../src/model/resource.ts";
import { facts, LAMP, lamp, MOTION, motion } from "../devices/home.ts";
import { clip, fakeRadio, settle } from "../support/fakes.ts";
import { contract, created, inShort, seen, type World } from "../support/transports.ts";

const LAMP_MAC = "00:17:88:01:02:03:aa:01";
const MOTION_MAC = "00:17:88:01:02:03:aa:02";
const lampAt: Address = `/devices/${LAMP_MAC}`;

function withDevices(says: string, run: (world: World) => Promise<void>): void {
  contract(
    says,
    async (world) => {
      world.radio.rise([lamp(), motion()]);
      await settle();
      world.radio.orders.length = 0;
      await run(world);
    },
    () => ({ radio: fakeRadio() }),
  );
}

const did = ({ radio }: World): readonly Order["do"][] => radio.orders.map((order) => order.do);

withDevices("all devices, and one with the resources that it became", async ({ ask }) => {
  assert.deepEqual((await seen(ask, "/devices")).sort(), [LAMP_MAC, MOTION_MAC]);
  const device = await seen(ask, `/devices/${MOTION_MAC}`);
  assert.deepEqual(
    [device.uniqueid, device.modelid, device.manufacturername, device.kind, device.sleepy],
    [MOTION_MAC, "SML9", "Maker", "end-device", true],
  );
  assert.deepEqual(device.subdevices.map(({ type }: { type: string }) => type).sort(), [
    "ZHALightLevel",
    "ZHAPresence",
    "ZHATemperature",
  ]);
  for (const { uniqueid, state } of device.subdevices) {
    assert.ok(uniqueid.startsWith(`${MOTION_MAC}-02-`));
    assert.ok(Object.values<object>(state).every((item) => "value" in item));
  }
  for (const hidden of ["ieee", "known", "waiting", "gone", "options"]) assert.ok(!(hidden in device), hidden);
});

withDevices("the description of a device, as the real gateway has it", async ({ ask, radio }) => {
  const ddf = await seen(ask, `${lampAt}/ddf`);
  const { subdevices, ...rest } = ddf;
  assert.deepEqual(rest, {
    ...{ schema: "devcap1.schema.json", manufacturername: "Maker", modelid: "M1", vendor: "Maker", product: "M-1" },
    ...{ description: "A thing", status: "Gold" },
  });
  assert.deepEqual([subdevices.length, subdevices[0].type], [1, "Extended color light"]);
  assert.deepEqual(subdevices[0].uuid, ["$address.ext", "0x01"]);
  for (const name of ["attr/id", "attr/uniqueid", "config/groups", "state/on", "state/bri"])
    assert.ok(
      subdevices[0].items.some((item: { name: string }) => item.name === name),
      name,
    );
  radio.rise([facts(LAMP), motion()]);
  await settle();
  assert.equal((await seen(ask, `${lampAt}/ddf`)).status, "Draft");
});

withDevices("a color that was never told is not told as nothing", async ({ ask }) => {
  const { state } = await seen(ask, "/lights/1");
  assert.equal("xy" in state, false);
  assert.equal(state.bri, null);
  const { subdevices } = await seen(ask, lampAt);
  assert.equal("xy" in subdevices[0].state, false);
});

withDevices("a device that is not there", async ({ ask }) => {
  for (const path of ["", "/exposes", "/exposes/state", "/bindings", "/clusters", "/neighbours", "/routes"]) {
    const address: Address = `/devices/00:00:00:00:00:00:00:00${path}`;
    assert.deepEqual(inShort(await ask("GET", address)), [404, [3, "/devices/00:00:00:00:00:00:00:00"]], path);
  }
});

withDevices("everything that it shows and takes, with types and values", async ({ ask, radio }) => {
  radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON", brightness: 77 } });
  await settle();
  const exposes = await seen(ask, `${lampAt}/exposes`);
  assert.deepEqual(
    [exposes.brightness.type, exposes.brightness.value_max, exposes.brightness.value, exposes.state.value],
    ["numeric", 254, 77, "ON"],
  );
  assert.equal(exposes.effect.value, null);
  assert.equal((await seen(ask, `${lampAt}/exposes/brightness`)).value, 77);
  assert.deepEqual(inShort(await ask("GET", `${lampAt}/exposes/warp`)), [404, [3, `${lampAt}/exposes/warp`]]);
});

withDevices("a property is set, typed; what does not fit never reaches the air", async (world) => {
  const { ask, radio } = world;
  radio.answer = () => ({ state: { effect: "blink" } });
  const at: Address = `${lampAt}/exposes/effect`;
  assert.deepEqual(inShort(await ask("PUT", at, { value: "blink" })), [200, { [at]: "blink" }]);
  assert.deepEqual(radio.orders, [{ do: "set", target: { ieee: LAMP }, values: { effect: "blink" } }]);
  radio.orders.length = 0;
  assert.deepEqual(inShort(await ask("PUT", at, { value: "explode" })), [400, [7, at]]);
  assert.deepEqual(inShort(await ask("PUT", at, {})), [400, [2, at]]);
  assert.deepEqual(inShort(await ask("PUT", at, { worth: 1 })), [400, [5, at]]);
  assert.deepEqual(inShort(await ask("PUT", `${lampAt}/exposes`, { brightness: 300 })), [
    400,
    [7, `${lampAt}/exposes/brightness`],
  ]);
  assert.deepEqual(did(world), []);
});

withDevices("several at once: each stands for itself", async ({ ask, radio }) => {
  radio.answer = () => ({ state: {} });
  const reply = await ask("PUT", `${lampAt}/exposes`, { effect: "breathe", warp: 9 });
  assert.deepEqual(inShort(reply), [200, { [`${lampAt}/exposes/effect`]: "breathe" }, [3, `${lampAt}/exposes/warp`]]);
});

withDevices("what the radio could not do is said, and nothing was changed", async ({ ask, radio }) => {
  const at: Address = `${lampAt}/exposes/effect`;
  const failures = [
    ["unreachable", 503, 202],
    ["refused", 400, 608],
    ["busy", 503, 951],
    ["radio-down", 503, 950],
  ] as const;
  for (const [code, status, type] of failures) {
    radio.answer = () => {
      throw new RadioError(code, "it did not work");
    };
    assert.deepEqual(inShort(await ask("PUT", at, { value: "blink" })), [status, [type, at]], code);
  }
});

withDevices("a sleeper is written to when it wakes", async ({ ask, radio, clock }) => {
  clock.advance(60);
  const at: Address = `/devices/${MOTION_MAC}/exposes/motion_sensitivity`;
  assert.deepEqual(inShort(await ask("PUT", at, { value: "high" })), [200, { [at]: { value: "high", pending: true } }]);
  assert.equal(radio.orders.filter((order) => order.do === "set").length, 0);
  radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { temperature: 20 } });
  await settle();
  const sets = radio.orders.filter((order) => order.do === "set");
  assert.deepEqual(
    sets.map((order) => order.values),
    [{ motion_sensitivity: "high" }],
  );
});

withDevices("bindings are read, made and removed", async (world) => {
  const { ask, radio } = world;
  const at: Address = `${lampAt}/bindings`;
  radio.answer = ({ do: what }) =>
    what === "bindings"
      ? { bindings: [{ endpoint: 1, cluster: "genOnOff", target: { ieee: MOTION, endpoint: 2 } }] }
      : {};
  assert.deepEqual(await seen(ask, at), [
    { endpoint: 1, cluster: "genOnOff", target: { uniqueid: MOTION_MAC, endpoint: 2 } },
  ]);
  const binding = { endpoint: 1, cluster: "genOnOff", target: { group: "3" } };
  assert.deepEqual(inShort(await ask("POST", at, binding)), [200, { [at]: binding }]);
  assert.deepEqual(
    radio.orders.find((order) => order.do === "bind"),
    {
      do: "bind",
      target: { ieee: LAMP, endpoint: 1 },
      cluster: "genOnOff",
      to: { group: 3 },
    },
  );
  const own = { endpoint: 1, cluster: "genOnOff", target: { uniqueid: MOTION_MAC, endpoint: 2 } };
  assert.deepEqual(inShort(await ask("DELETE", at, own)), [200, { [at]: own }]);
  assert.deepEqual(radio.orders.at(-1), {
    do: "unbind",
    target: { ieee: LAMP, endpoint: 1 },
    cluster: "genOnOff",
    to: { ieee: MOTION, endpoint: 2 },
  });
  radio.orders.length = 0;
  const bad: readonly [body: Record<string, unknown>, member: string, type: number][] = [
    [{}, "endpoint", 5],
    [{ ...binding, endpoint: "one" }, "endpoint", 7],
    [{ ...binding, cluster: "on off" }, "cluster", 7],
    [{ ...binding, target: {} }, "target", 7],
    [{ ...binding, target: { uniqueid: "nobody", endpoint: 1 } }, "target", 7],
  ];
  for (const [body, member, type] of bad)
    assert.deepEqual(inShort(await ask("POST", at, body)), [400, [type, `${at}/${member}`]]);
  assert.deepEqual(did(world), []);
});

withDevices("neighbours and routes, as plain data", async ({ ask, radio }) => {
  radio.answer = ({ do: what }) =>
    what === "neighbours"
      ? { neighbours: [{ ieee: MOTION, linkquality: 120, relation: "child", depth: 2 }] }
      : { routes: [{ destination: 5, nextHop: 7, status: "active" }] };
  assert.deepEqual(await seen(ask, `${lampAt}/neighbours`), [
    { uniqueid: MOTION_MAC, linkquality: 120, relation: "child", depth: 2 },
  ]);
  assert.deepEqual(await seen(ask, `${lampAt}/routes`), [{ destination: 5, nextHop: 7, status: "active" }]);
});

withDevices("the stick tells its neighbours, too; all else is asked of devices only", async ({ ask, radio }) => {
  const { coordinator = "" } = radio.network ?? {};
  const mac = coordinator.slice(2).replaceAll(/..(?=.)/g, "$&:");
  radio.answer = () => ({ neighbours: [{ ieee: LAMP, linkquality: 200, relation: "child", depth: 1 }] });
  assert.deepEqual(await seen(ask, `/devices/${mac}/neighbours`), [
    { uniqueid: LAMP_MAC, linkquality: 200, relation: "child", depth: 1 },
  ]);
  assert.deepEqual(radio.orders, [{ do: "neighbours", target: { ieee: coordinator } }]);
  assert.deepEqual(inShort(await ask("GET", `/devices/${mac}/routes`)), [404, [3, `/devices/${mac}`]]);
});

withDevices("an unknown device shows its clusters", async ({ ask, radio }) => {
  radio.tell({ kind: "device", device: facts("0x00000000000000ff", { modelid: "Strange" }) });
  await settle();
  const clusters = await seen(ask, "/devices/00:00:00:00:00:00:00:ff/clusters");
  assert.ok(clusters["1"].inputs.includes("On/off"));
});

withDevices("a device is deleted with all that it became, and told to leave", async ({ ask, radio }) => {
  assert.deepEqual(inShort(await ask("DELETE", `/devices/${MOTION_MAC}`)), [200, { id: MOTION_MAC }]);
  await settle();
  assert.deepEqual(await seen(ask, "/sensors"), {});
  assert.deepEqual(await seen(ask, "/devices"), [LAMP_MAC]);
  assert.deepEqual(
    radio.orders.filter((order) => order.do === "remove"),
    [{ do: "remove", target: { ieee: MOTION }, reset: true }],
  );
});

contract("install codes go to the radio; nonsense does not", async ({ ask, radio }) => {
  const codes: string[] = [];
  radio.installCode = async (code) => {
    codes.push(code);
  };
  const code = "83FED3407A939723A5C639B26916D505C3B5";
  const at: Address = `${lampAt}/installcode`;
  assert.deepEqual(inShort(await ask("PUT", at, { installcode: code })), [200, { [at]: code }]);
  const printed = `G$M:69775$S:680S00003915$D:0000000017B2335C%Z$A:54EF44100006E7DF$I:${code}`;
  assert.deepEqual(inShort(await ask("POST", "/devices/installcode", { installcode: printed })), [
    200,
    { "/devices/installcode": printed },
  ]);
  assert.deepEqual(codes, [`001788010203aa01|${code}`, printed]);
  assert.deepEqual(inShort(await ask("PUT", at, {})), [400, [5, at]]);
  assert.deepEqual(inShort(await ask("PUT", at, { installcode: 5 })), [400, [7, `${at}/installcode`]]);
  assert.deepEqual(inShort(await ask("PUT", at, { installcode: "<script>" })), [400, [7, `${at}/installcode`]]);
  assert.equal(codes.length, 2);
});

withDevices("a member of a resource says what it can say", async ({ ask }) => {
  const of = (uniqueid: string, path: string): Address => `/devices/${uniqueid}/${path}/introspect`;
  assert.deepEqual(await seen(ask, of(`${MOTION_MAC}-02-0406`, "state/presence")), { type: "bool" });
  assert.deepEqual(await seen(ask, of(`${MOTION_MAC}-02-0402`, "state/temperature")), {
    type: "int16",
    minval: -27_315,
    maxval: 32_767,
  });
  const strange = of(`${MOTION_MAC}-02-0402`, "state/warp");
  assert.deepEqual(inShort(await ask("GET", strange)), [404, [3, strange]]);
});

contract("without a virtual house there is none", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("GET", "/virtual")), [404, [3, "/virtual"]]);
  assert.deepEqual(inShort(await ask("PUT", "/virtual", { life: false })), [404, [3, "/virtual"]]);
});

withDevices(
  "a light is asked how it is; what sleeps or was made by a client cannot be asked",
  async ({ ask, radio, clock }) => {
    radio.answer = (order) => {
      if (order.do === "get")
        radio.tell({
          kind: "payload",
          ieee: LAMP,
          endpoint: 1,
          payload: { state: "ON", brightness: 33, color_temp: 300, color: { x: 0.3, y: 0.3 } },
        });
      return { asked: [] };
    };
    const reply = await ask("POST", "/lights/1/refresh");
    assert.equal(reply.status, 200);
    assert.equal((await seen(ask, "/lights/1")).state.bri, 33);
    clock.advance(60);
    assert.deepEqual(inShort(await ask("POST", "/sensors/1/refresh")), [503, [202, "/sensors/1/refresh"]]);
    const id = await created(ask, "/sensors", clip("CLIPAlarm"));
    assert.deepEqual(inShort(await ask("POST", `/sensors/${id}/refresh`)), [400, [608, `/sensors/${id}/refresh`]]);
    assert.deepEqual(inShort(await ask("POST", "/lights/99/refresh")), [404, [3, "/lights/99"]]);
  },
);
