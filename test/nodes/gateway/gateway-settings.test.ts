import assert from "node:assert/strict";
import { test } from "node:test";
import { quoted } from "../../../nodes/flow-node/node-error.ts";
import {
  type GatewayDef,
  type GatewayNodeSettings,
  gatewaySettings,
  type InvalidSetting,
  networkOf,
} from "../../../nodes/gateway/gateway-settings.ts";

const def = (more: Record<string, unknown> = {}) =>
  ({ id: "a1b2", type: "zigbee-gateway", name: "", z: "", network: "n1", radio: "none", ...more }) as GatewayDef;

const misfits: [member: string, value: unknown][] = [
  ["network", "../../etc"],
  ["network", "a/b"],
  ["network", "."],
  ["network", "x".repeat(65)],
  ["network", "__proto__"],
  ["network", "constructor"],
  ["network", { a: 1 }],
  ["network", 7],
  ["name", { first: "Home" }],
  ["name", ["Home"]],
  ["radio", { path: "virtual" }],
  ["timezone", 5],
  ["adapter", {}],
  ["announceHost", ["me"]],
  ["port", "99999"],
  ["port", "-1"],
  ["port", "http"],
  ["port", 80.5],
  ["pushPort", "70000"],
  ["announcePort", {}],
  ["announceHost", "http://me"],
  ["announceHost", "me<script>"],
  ["portAddress", "127.0.0.1/8"],
  ["latitude", "91"],
  ["latitude", "north"],
  ["longitude", "-181"],
  ["timezone", "Middle/Earth"],
  ["timezone", "+02:00"],
  ["channel", "12"],
  ["radio", "telepathy"],
  ["radio", "tcp://"],
  ["radio", "http://stick"],
  ["adapter", "magic"],
  ["stick", "magic"],
  ["stick", 5],
  ["baudRate", "5"],
  ["power", "21"],
  ["power", "-1"],
];

for (const [member, value] of misfits) {
  test(`${member} ${JSON.stringify(value)} does not fit`, () => {
    assert.equal((gatewaySettings(def({ [member]: value }), {}) as InvalidSetting).member, member);
  });
}

test("an object is told as JSON, and not at any length", () => {
  const told = (value: unknown) => (gatewaySettings(def({ name: value }), {}) as InvalidSetting).value;
  assert.equal(told({ first: "Home" }), '{"first":"Home"}');
  assert.match(told({ long: "x".repeat(500) }), /^\{"long":"x+…$/);
  assert.ok(told({ long: "x".repeat(500) }).length <= 60);
  const circle: unknown[] = [];
  circle.push(circle);
  assert.equal(quoted(circle), "[…]");
  assert.equal(quoted({ a: [1] }), '{"a":[1]}');
});

test("empty fields are left to the gateway", () => {
  const empty = { port: "", pushPort: "", latitude: "", longitude: "", timezone: "", channel: "", announceHost: "" };
  const { wishes } = gatewaySettings(def(empty), {}) as GatewayNodeSettings;
  assert.deepEqual(wishes.settings, {});
  assert.deepEqual([wishes.port, wishes.pushPort, wishes.announcePort], [0, 0, 0]);
});

test("a typed setting is read as the value that it means", () => {
  const typed = { name: " Home ", port: "8080", latitude: "52.5", longitude: "0", timezone: "Europe/Berlin" };
  const { wishes } = gatewaySettings(def({ ...typed, channel: "15", pushKey: true }), {
    password: "secret",
  }) as GatewayNodeSettings;
  const settings = { name: "Home", timezone: "Europe/Berlin", zigbeechannel: 15, latitude: 52.5, longitude: 0 };
  assert.deepEqual(wishes.settings, settings);
  assert.deepEqual([wishes.port, wishes.pushKey, wishes.password], [8080, true, "secret"]);
});

test("a setting without a value is the safe one, and the address of the own ports is read as people write it", () => {
  const { wishes } = gatewaySettings(def(), {}) as GatewayNodeSettings;
  assert.deepEqual([wishes.portAddress, wishes.foreignPages, wishes.localCalls], ["", false, false]);
  const said = gatewaySettings(
    def({ portAddress: " [::1] ", foreignPages: "true", localCalls: true }),
    {},
  ) as GatewayNodeSettings;
  assert.deepEqual([said.wishes.portAddress, said.wishes.foreignPages, said.wishes.localCalls], ["::1", true, true]);
});

const ticks: [radio: string, discovery: unknown, isFound: boolean][] = [
  ["virtual", undefined, false],
  ["none", "", false],
  ["/dev/ttyUSB0", undefined, true],
  ["tcp://192.0.2.9:6638", null, true],
  ["/dev/ttyUSB0", false, false],
  ["virtual", true, true],
  ["virtual", "true", true],
];

for (const [radio, discovery, isFound] of ticks) {
  test(`radio ${radio}, discovery ${discovery}: ${isFound ? "found" : "not found"} in the network`, () => {
    const { wishes } = gatewaySettings(def({ radio, discovery }), {}) as GatewayNodeSettings;
    assert.equal(wishes.discovery, isFound);
  });
}

const prints: [what: string, more: Record<string, unknown>, password: string, same: boolean][] = [
  ["nothing", {}, "p", true],
  ["its place in the flow", { x: 1, z: "t", _users: [] }, "p", true],
  ["the name", { name: "Home" }, "p", true],
  ["a port", { port: "8080" }, "p", false],
  ["the password", {}, "q", false],
];

for (const [what, more, password, same] of prints) {
  test(`when ${what} changed it is ${same ? "the same gateway" : "another one"}`, () => {
    const [one, other] = [
      gatewaySettings(def(), { password: "p" }) as GatewayNodeSettings,
      gatewaySettings(def(more), { password }) as GatewayNodeSettings,
    ];
    assert.equal(one.print === other.print, same);
  });
}

test("a node without a network has one of its own, and it is a harmless name", () => {
  assert.equal(networkOf({ id: "7f.e/../x", network: "" }), "7f_e____x");
  assert.equal(networkOf({ id: "x".repeat(100), network: undefined }).length, 64);
});

test("a radio is virtual unless something else is said", () => {
  const of = (more: Record<string, unknown>) => (gatewaySettings(def(more), {}) as GatewayNodeSettings).wishes.radio;
  assert.deepEqual(of({ radio: undefined }), { path: "virtual" });
  assert.deepEqual(of({ radio: "" }), { path: "virtual" });
  assert.deepEqual(of({ radio: "virtual", stick: "ember" }), { path: "virtual", stick: "ember" });
  assert.deepEqual(of({ radio: "none", stick: "ember" }), { path: "none" });
  assert.deepEqual(of({ radio: "none" }), { path: "none" });
  const stick = {
    radio: "/dev/serial/by-id/usb-Stick",
    adapter: "ember",
    baudRate: "115200",
    rtscts: true,
    power: "9",
  };
  assert.deepEqual(of(stick), { path: stick.radio, adapter: "ember", baudRate: 115_200, rtscts: true, power: 9 });
  assert.deepEqual(of({ radio: "tcp://192.0.2.9:6638", adapter: "auto" }), { path: "tcp://192.0.2.9:6638" });
});

test("the virtual house and a real network never share a folder", () => {
  assert.equal((gatewaySettings(def(), {}) as GatewayNodeSettings).folder, "n1");
  assert.equal((gatewaySettings(def({ radio: "virtual" }), {}) as GatewayNodeSettings).folder, "n1-virtual");
  assert.equal(
    (gatewaySettings(def({ radio: "virtual", network: "n1-virtual" }), {}) as GatewayNodeSettings).folder,
    "n1-virtual",
  );
  assert.equal((gatewaySettings(def({ network: "n1-virtual" }), {}) as GatewayNodeSettings).folder, "n1");
  for (const more of [{}, { radio: "virtual" }, { radio: "virtual", network: "n1-virtual" }])
    assert.equal((gatewaySettings(def(more), {}) as GatewayNodeSettings).stickFolder, "n1");
});
