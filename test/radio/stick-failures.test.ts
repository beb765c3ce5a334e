/** The sentences for a person when a stick cannot be used: the words of systems and of zigbee-herdsman, and ours. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { noAnswerFrom, otherKindThan, type StickAddress, stickFailure } from "../../src/radio/stick-failures.ts";

const STICK: StickAddress = { path: "/dev/ttyUSB0" };
const LAN: StickAddress = { path: "tcp://192.0.2.9:6638" };

const CASES: readonly [thrown: unknown, place: StickAddress, says: RegExp][] = [
  [
    new Error("Error: Permission denied, cannot open /dev/ttyUSB0"),
    STICK,
    /^\/dev\/ttyUSB0: .*group dialout.*--group-add dialout$/,
  ],
  [new Error("Error: No such file or directory, cannot open /dev/ttyUSB0"), STICK, /is not there: plug the stick in/],
  [
    new Error("no such file or directory"),
    { path: "/dev/serial/by-id/usb-x" },
    /--device \/dev\/serial\/by-id\/usb-x$/,
  ],
  [new Error("Error Resource temporarily unavailable Cannot lock port"), STICK, /another program has it open: stop/],
  [new Error("Opening COM3: Access denied"), { path: "COM3" }, /^COM3: another program has it open/],
  [new Error("Error: Inappropriate ioctl for device, cannot open"), STICK, /no serial port/],
  [new Error("Error: Input/output error, cannot open /dev/ttyS3"), STICK, /unplug it and plug it in again/],
  [new Error("Error setting custom baud rate of 12345"), { ...STICK, baudRate: 12_345 }, /cannot work at 12345 baud/],
  [Object.assign(new Error("connect failed"), { code: "ECONNREFUSED" }), LAN, /nobody listens there/],
  [Object.assign(new Error("x"), { code: "EHOSTUNREACH" }), LAN, /cannot be reached: check that it has power/],
  [new Error("Error while opening socket"), LAN, /cannot be reached/],
  [
    new Error("Failed to connect to the adapter (Error: SRSP - SYS - ping after 6000ms)"),
    STICK,
    /it opens, but no Zigbee adapter answers/,
  ],
  [
    new Error("Failed to connect to the adapter (Error: SRSP - SYS - ping after 6000ms)"),
    LAN,
    /can be reached, but no Zigbee adapter/,
  ],
  [
    new Error("ping after 6000ms timeout"),
    { ...STICK, adapter: "zstack" },
    /does not answer as zstack: leave both empty/,
  ],
  [
    new Error("Failed to start EZSP layer with status=HOST_FATAL_ERROR."),
    { ...STICK, adapter: "ember", baudRate: 9600 },
    /as ember at 9600 baud/,
  ],
  [new Error("Adapter EZSP protocol version (20) is not supported by Host [13-19]."), STICK, /firmware is newer than/],
  [new Error("Adapter EZSP protocol version (12) is not supported by Host [13-19]."), STICK, /firmware is too old/],
  [new Error("Adapter EZSP protocol version (6) is not supported by Host [13-16]."), STICK, /firmware is too old/],
  [new Error("ERROR_INVALID_FRAME_ID"), STICK, /firmware is too old or of another kind/],
  [new Error("[CONCENTRATOR] Failed to set concentrator with status=FAIL."), STICK, /refused a step of its start/],
  [
    new Error("--> 'SREQ: SYS - osalNvWriteExt - {\"value\":\"0a0b\"}' failed with status '(0x02: INVALID_PARAMETER)'"),
    STICK,
    /^\/dev\/ttyUSB0: the stick refused a step of its start: [^0]*$/,
  ],
  [
    new Error("startup failed - configuration-adapter mismatch - see logs above"),
    STICK,
    /holds another network than this gateway/,
  ],
  [
    new Error("network commissioning timed out - most likely network with the same panId"),
    STICK,
    /a network with the same number is near/,
  ],
  [
    new Error("USB adapter discovery error (No valid USB adapter found). Specify valid 'adapter'"),
    STICK,
    /its kind cannot be told/,
  ],
  [
    new Error("Coordinator [x] not found after timeout of 2000ms!"),
    { path: "mdns://x" },
    /no adapter with this name is heard/,
  ],
  [new Error("outer", { cause: Object.assign(new Error("inner"), { code: "ENOSPC" }) }), STICK, /^the disk is full/],
  ["something new", STICK, /^\/dev\/ttyUSB0: something new$/],
];

for (const [thrown, place, says] of CASES) {
  test(`${thrown} (${place.path})`, () => {
    const reason = stickFailure(thrown, place);
    assert.match(reason, says);
    assert.ok(!reason.includes("\n"));
  });
}

test("silent, or of another kind", () => {
  assert.match(noAnswerFrom({ ...STICK, baudRate: 9600 }), /does not answer as 9600 baud/);
  assert.match(otherKindThan(STICK, "ember", 115_200), /another kind: choose ember at 115200 baud/);
});
