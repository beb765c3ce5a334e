import assert from "node:assert/strict";
import { test } from "node:test";
import { reportOf, withoutSecrets } from "../../../panels/health/report.ts";
import { readHouse } from "../../../panels/house.ts";
import type { Health } from "../../../src/model/admin-api.ts";

const KEY = "0123456789ABCDEF0123456789ABCDEF01234567";
const NETWORK_KEY = "fedcba98765432100123456789abcdef";
const PASSWORD = "hunter2";
const DEVICE = {
  uniqueid: "00:17:88:01:00:00:00:01",
  manufacturername: "Signify",
  modelid: "LCA001",
  linkquality: 120,
};

const HOUSE = readHouse({
  config: {
    name: "The Smiths",
    timezone: "Europe/Berlin",
    zigbeechannel: 15,
    whitelist: { "01234567": { name: "phone" }, [KEY]: { name: "own" } },
    networkkey: NETWORK_KEY,
    password: PASSWORD,
  },
  devices: { [DEVICE.uniqueid]: DEVICE },
  lights: { 1: { name: "Bedroom of Anna" } },
  rules: { 1: { actions: [{ address: `/api/${KEY}/lights`, body: { token: PASSWORD } }] } },
});

const HEALTH: Health = {
  at: Date.UTC(2026, 2, 1),
  about: { version: "0.1.0", node: "v24", system: "linux x64" },
  nodeRed: "5.0.7",
  findings: [
    { check: "radio", ok: true, says: "good", values: { adapter: "zstack", version: "20240710" } },
    { check: "disk", ok: false, says: "refused", values: { reason: `password: ${PASSWORD}, key=${KEY}` } },
    { check: "backup", ok: null, says: "none" },
  ],
};

test("the report tells helpful facts, and neither keys nor names", () => {
  const report = reportOf(HEALTH, HOUSE);
  for (const secret of [KEY, KEY.toLowerCase(), NETWORK_KEY, PASSWORD, "01234567", "phone", "Smith", "Anna"])
    assert.ok(!report.includes(secret), secret);
  for (const told of [
    "0.1.0",
    "Node-RED 5.0.7",
    "radio: ok, good",
    "disk: NOT OK, refused",
    "backup: -, none",
    DEVICE.uniqueid,
  ])
    assert.ok(report.includes(told), told);
  assert.match(report, /zigbeechannel: 15/);
  assert.match(report, /1 devices, 1 lights, 0 sensors/);
});

const cases: [text: string, is: string][] = [
  [`/api/${KEY}/lights`, "/api/***/lights"],
  [NETWORK_KEY, "***"],
  ["http://me:secret@host/x", "http://***host/x"],
  ["token=abc&x=1", "token=***&x=1"],
  ['{"password":"abc"}', '{"password":"***"}'],
  ["Passwort: geheim", "Passwort: ***"],
  [DEVICE.uniqueid, DEVICE.uniqueid],
  ["version 20240710, channel 11", "version 20240710, channel 11"],
];
for (const [text, is] of cases) test(text, () => assert.equal(withoutSecrets(text), is));
