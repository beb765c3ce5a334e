/** Where clients are told that a gateway is, and when there is nothing to announce. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { announcementOf, type ClientAddressOptions, clientAddressOf, upnpDeviceOf } from "../src/client-address.ts";

const OPTIONS: ClientAddressOptions = {
  announceHost: "",
  sharedPort: () => 1880,
  sharedPath: "/nr",
  sharedIsLocal: false,
};
const CONFIG = { name: "Home", bridgeid: "00212EFFFF0A1B2C", uuid: "u-u-i-d", latitude: 52 };
const IDENTITY = { name: "Home", bridgeid: "00212EFFFF0A1B2C", uuid: "u-u-i-d" };
const OUR_IP = "192.0.2.7";

const rows: [
  what: string,
  options: Partial<ClientAddressOptions>,
  port: number,
  host: string,
  path: string,
  told: string | undefined,
][] = [
  ["on Node-RED's server", {}, 1880, OUR_IP, "/nr", ""],
  ["on a port of its own", {}, 8080, OUR_IP, "", ""],
  ["behind a proxy", { announceHost: "home.example" }, 8443, "home.example", "", "home.example"],
  ["behind a port mapping", { announceHost: "192.0.2.99" }, 1880, "192.0.2.99", "/nr", "192.0.2.99"],
  ["at an address of IPv6", { announceHost: "fd00::7" }, 8080, "fd00::7", "", "[fd00::7]"],
  ["at one in brackets", { announceHost: "[fd00::7]" }, 8080, "[fd00::7]", "", "[fd00::7]"],
  ["where only this machine reaches it", { sharedIsLocal: true }, 1880, "127.0.0.1", "/nr", undefined],
  ["there, but on a port of its own", { sharedIsLocal: true }, 8080, OUR_IP, "", ""],
  ["at one address of ours", { portAddress: "192.0.2.30" }, 8080, "192.0.2.30", "", ""],
  ["at all of them", { portAddress: "0.0.0.0" }, 8080, OUR_IP, "", ""],
  ["for this machine only", { portAddress: "127.0.0.1" }, 8080, "127.0.0.1", "", undefined],
  ["for this machine only, by IPv6", { portAddress: "::1" }, 8080, "[::1]", "", undefined],
  ["at one address of ours, behind a proxy", { portAddress: "::1", announceHost: "h" }, 8080, "h", "", "h"],
  ["on Node-RED's server, though its own would be elsewhere", { portAddress: "::1" }, 1880, OUR_IP, "/nr", ""],
  ["nowhere yet", {}, 0, OUR_IP, "", undefined],
];

for (const [what, options, port, host, path, told] of rows) {
  test(`${what}: ${host}:${port}${path}, ${told === undefined ? "not announced" : "announced"}`, () => {
    const all = { ...OPTIONS, ...options };
    const place = clientAddressOf(all, port, OUR_IP);
    assert.deepEqual(place, { host, port, path });
    const announced = told === undefined ? undefined : { ...IDENTITY, host: told, port, path };
    assert.deepEqual(announcementOf(CONFIG, place, all.announceHost), announced);
    const base = `http://${told?.startsWith("[") ? told : host}:${port}${path}/`;
    assert.deepEqual(upnpDeviceOf(CONFIG, place), { ...IDENTITY, host, base });
  });
}

test("before the gateway's data are loaded nothing is announced", () => {
  const place = clientAddressOf(OPTIONS, 1880, OUR_IP);
  assert.deepEqual([announcementOf({}, place, ""), upnpDeviceOf({}, place)], [undefined, undefined]);
});
