import assert from "node:assert/strict";
import { test } from "node:test";
import { isForeign } from "../../src/model/origins.ts";

const OWN = ["Gateway.example.net", "pi4"];
const HERE = "192.168.1.7:8080";

const rows: [what: string, origin: string | undefined, host: string | undefined, foreign: boolean][] = [
  ["a program", undefined, HERE, false],
  ["a program that names no host", undefined, undefined, false],
  ["a program at a public address", undefined, "203.0.113.9", false],
  ["a program by IPv6", undefined, "[fd00::7]:8080", false],
  ["a program by a name of the house", undefined, "raspberrypi:1880", false],
  ["a program by multicast DNS", undefined, "Homeassistant.LOCAL:1880", false],
  ["a program by a router's name", undefined, "pi.fritz.box:1880", false],
  ["a program by the name that is announced", undefined, "gateway.example.net:8443", false],
  ["a program by a name of the internet", undefined, "home.example.com:8443", true],
  ["nonsense in Host", undefined, "a b", true],
  ["Domoticz beside us", "http://127.0.0.1", "127.0.0.1:8080", false],
  ["Domoticz on another machine", "http://192.168.1.5", HERE, false],
  ["Domoticz in a container", "http://172.17.0.2", HERE, false],
  ["a page of this machine", "http://192.168.1.7:1880", HERE, false],
  ["a page of this machine by its name", "http://pi4:1880", HERE, false],
  ["a page of the house", "http://homeassistant.local:8123", HERE, false],
  ["a page of the announced name", "https://gateway.example.net", "gateway.example.net", false],
  ["a page of the same public address", "http://203.0.113.9", "203.0.113.9", false],
  ["an app", "capacitor://localhost", HERE, false],
  ["an extension", "chrome-extension://abcdef", HERE, false],
  ["a page of the internet", "https://evil.example", HERE, true],
  ["a page at a public address", "http://203.0.113.9", HERE, true],
  ["a page that hides where it is from", "null", HERE, true],
  ["nonsense", "evil", HERE, true],
  ["two at once", "http://pi4, http://evil.example", HERE, true],
  ["nothing", "", HERE, true],
  ["a name that begins like ours", "http://192.168.1.7.evil.example", HERE, true],
  ["a name that ends like ours", "http://evilfritz.box", HERE, true],
  ["a user that looks like ours", "http://pi4@evil.example", HERE, true],
  ["a data page", "data://localhost", HERE, true],
  ["DNS rebinding", "http://rebind.evil.example:8080", "rebind.evil.example:8080", true],
  ["DNS rebinding that tells no origin", undefined, "rebind.evil.example:8080", true],
  ["DNS rebinding with our host in its name", "http://pi4.evil.example", "pi4.evil.example", true],
];

for (const [what, origin, host, foreign] of rows) {
  test(`${what} is ${foreign ? "foreign" : "of the house"}`, () =>
    assert.equal(isForeign({ origin, host }, OWN), foreign));
}
