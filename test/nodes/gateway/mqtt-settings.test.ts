/** The settings of MQTT in the dialog, and those that are taken from the user's broker node. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { mqttSettings, urlOf } from "../../../nodes/gateway/mqtt-settings.ts";

const NOBODY = { user: "", password: "" };
const wrong: string[] = [];
const read = (def: object, node?: object) => {
  wrong.length = 0;
  return mqttSettings(def, NOBODY, node, (member) => wrong.push(member));
};

test("off by default, and managing the network too", () => {
  assert.equal(read({}), undefined);
  const { manages, discovery, retain, base, lastSeen } = read({ mqtt: true }) ?? {};
  assert.deepEqual([manages, discovery, retain, base, lastSeen], [false, "", false, "zigbee2mqtt", "ISO_8601"]);
});

test("address, login and certificates of the user's broker node are taken, and nothing else of it", () => {
  const options = {
    username: "me",
    password: "secret",
    ca: "CA",
    clientId: "theirs",
    will: {},
    rejectUnauthorized: true,
  };
  const { broker } = read({ mqtt: true, mqttBroker: "b" }, { brokerurl: "mqtts://192.0.2.5:8883", options }) ?? {};
  const tls = { ca: "CA", rejectUnauthorized: true };
  assert.deepEqual(broker, { url: "mqtts://192.0.2.5:8883", user: "me", password: "secret", tls });
  const node = { brokerurl: "mqtts://192.0.2.5", options: { pfx: "PFX", passphrase: "p" } };
  assert.deepEqual(read({ mqtt: true, mqttBroker: "b" }, node)?.broker.tls, { pfx: "PFX", passphrase: "p" });
  assert.equal(read({ mqtt: true, mqttBroker: "gone" })?.broker.url, "", "a node that is gone has no address");
});

test("a login in the address is one, where none is given beside it", () => {
  const brokerOf = (mqttAddress: string, login = NOBODY) =>
    mqttSettings({ mqtt: true, mqttAddress }, login, undefined, () => assert.fail("refused"))?.broker;
  const url = "mqtts://me:p%40ss@192.0.2.5:8883";
  assert.deepEqual(brokerOf(url), { url, user: "me", password: "p@ss" });
  assert.deepEqual(brokerOf(url, { user: "you", password: "x" }), { url, user: "you", password: "x" });
  assert.equal(brokerOf("mqtt://me:100%@192.0.2.5")?.password, "100%");
});

test("an address is read as people write it", () => {
  assert.equal(urlOf("192.0.2.5"), "mqtt://192.0.2.5");
  assert.equal(urlOf("mqtts://broker.local:8883"), "mqtts://broker.local:8883");
  for (const text of ["http://x", "a b", "mqtt://"]) assert.equal(urlOf(text), undefined, text);
});

for (const [member, value] of [
  ["mqttBase", "a/#"],
  ["mqttBase", "a/"],
  ["mqttAddress", "ftp://x"],
  ["mqttOutput", "xml"],
  ["mqttLastSeen", "yesterday"],
] as const)
  test(`${member} ${value} is refused`, () => {
    read({ mqtt: true, [member]: value });
    assert.deepEqual(wrong, [member]);
  });
