/** Addresses as people enter them: which have a valid form, and which parts are completed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasWrongPort, isHost, isPort, isStickAddress, withScheme } from "../../../nodes/shared/addresses.ts";

const hosts: [text: string, fits: boolean][] = [
  ["192.168.1.5", true],
  ["0.0.0.0", true],
  ["::", true],
  ["[::1]", true],
  ["fe80::1:2", true],
  ["localhost", true],
  ["raspberry.local", true],
  ["raspberry.local.", true],
  ["4server", true],
  ["my-host.example.com", true],
  ["10.9.9.9x", false],
  ["10.9.9", false],
  ["10.9.9.256", false],
  ["10.9.9.9.9", false],
  ["12345", false],
  ["192.168.1.5:8080", false],
  ["host:80", false],
  ["::g", false],
  ["[192.168.1.5]", false],
  ["a..b", false],
  ["-a", false],
  ["a b", false],
  ["http://me", false],
  ["x".repeat(64), false],
];
for (const [text, fits] of hosts)
  test(`${text} ${fits ? "may be" : "is no"} name or address`, () => assert.equal(isHost(text), fits));

test("a port is a number that a port can have; 0 is none", () => {
  for (const text of ["0", "1", "1880", "65535"]) assert.equal(isPort(text), true, text);
  for (const text of ["65536", "99999", "-1", "80.5", "http", "1e3", "000080"]) assert.equal(isPort(text), false, text);
});

const ports: [address: string, isWrong: boolean][] = [
  ["tcp://127.0.0.1:99999", true],
  ["tcp://127.0.0.1:0", true],
  ["tcp://[::1]:70000/", true],
  ["127.0.0.1:99999", true],
  ["mqtts://me:secret@broker.local:88830", true],
  ["mqtt://broker.local:99999/path", true],
  ["tcp://127.0.0.1:6638", false],
  ["mqtts://me:99999@broker.local:8883", false],
  ["tcp://127.0.0.1", false],
  ["/dev/ttyUSB0", false],
  ["mdns://slzb-06", false],
];
for (const [address, isWrong] of ports)
  test(`${address} has ${isWrong ? "a port that cannot be" : "no wrong port"}`, () =>
    assert.equal(hasWrongPort(address), isWrong));

const sticks: [text: string, fits: boolean][] = [
  ["/dev/ttyUSB0", true],
  ["/dev/serial/by-id/usb-a b", true],
  ["COM3", true],
  ["tcp://192.0.2.9:6638", true],
  ["tcp://[2001:db8::1]:6638", true],
  ["socket://slzb-06.local:6638/", true],
  ["mdns://slzb-06", true],
  ["tcp://192.0.2.9", false],
  ["tcp://192.0.2.9:99999", false],
  ["192.0.2.9:6638", false],
  ["http://192.0.2.9:80", false],
  ["nonsense", false],
];
for (const [text, fits] of sticks)
  test(`a stick ${fits ? "may be" : "cannot be"} at ${text}`, () => assert.equal(isStickAddress(text), fits));

test("an adapter's address alone is completed, and nothing else", () => {
  for (const text of ["192.168.1.5:6638", "slzb-06.local:6638", "[2001:db8::1]:6638"])
    assert.equal(withScheme(text), `tcp://${text}`);
  for (const text of [
    "tcp://192.168.1.5:6638",
    "mdns://slzb-06",
    "/dev/ttyUSB0",
    "192.168.1.5",
    "COM3",
    "10.9.9.9x:1",
    "",
  ])
    assert.equal(withScheme(text), text);
});
