/** Each end of the radio is told in one sentence that helps. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ExplainedError,
  isSystemError,
  whyProcessBroke,
  whyStartFailed,
  whyStickWasLost,
} from "../../../src/radio/process/end-reasons.ts";

const FOLDER = "/data/radio";
const SERIAL = { path: "/dev/serial/by-id/usb-stick" };
const TCP = { path: "tcp://10.0.0.9:6638" };

const FAILURES: readonly (readonly [thrown: Error, place: { readonly path: string }, sentence: RegExp])[] = [
  [new ExplainedError("put it back"), SERIAL, /^put it back$/],
  [system("ENOSPC", "write", `${FOLDER}/database.db.tmp`), SERIAL, /^the disk is full: make room/],
  [system("EROFS", "open", `${FOLDER}/network.json.new`), SERIAL, /^the disk is read-only/],
  [system("EACCES", "open", `${FOLDER}/network.json`), SERIAL, /^\/data\/radio\/network\.json: .*\(EACCES\)/],
  [system("ENOENT", "open", `${FOLDER}/database.db.tmp`), SERIAL, /^\/data\/radio\/database\.db\.tmp: .*\(ENOENT\)/],
  [system("ENOENT", "stat", SERIAL.path), SERIAL, /it is not there: plug the stick in/],
  [new Error("Error: Permission denied, cannot open /dev/ttyACM0"), SERIAL, /dialout.*--group-add/],
  [new Error("Error Resource temporarily unavailable Cannot lock port"), SERIAL, /another program has it open/],
  [
    new Error("Failed to connect to the adapter (Error: SRSP - SYS - ping after 6000ms)"),
    SERIAL,
    /no Zigbee adapter answers/,
  ],
  [new Error("Adapter EZSP protocol version (6) is not supported by Host [13-17]."), SERIAL, /firmware is too old/],
  [new Error("startup failed - configuration-adapter mismatch - see logs above"), SERIAL, /holds another network/],
  [
    new TypeError("Cannot read properties of null (reading 'key')"),
    SERIAL,
    /^\S+: the stick did not tell all that a start needs, and is started again: if that goes on, restore a backup/,
  ],
  [
    new RangeError("Attempt to access memory outside buffer bounds"),
    SERIAL,
    /^\S+: the stick did not tell all that a start needs/,
  ],
  [system("ECONNREFUSED", "connect"), TCP, /nobody listens there/],
  [system("ENOTFOUND", "getaddrinfo"), TCP, /no machine of this name/],
];

for (const [thrown, place, sentence] of FAILURES) {
  test(`${thrown.message} at ${place.path}`, () => {
    assert.match(whyStartFailed(thrown, place, FOLDER), sentence);
  });
}

test("the words for a lost stick depend on where it was", () => {
  assert.match(whyStickWasLost(SERIAL), /the stick is gone: plug it in again/);
  assert.match(whyStickWasLost(TCP), /the connection was lost: check/);
  assert.match(whyStickWasLost({ path: "virtual" }), /virtual stick/);
});

test("a failure that was not foreseen is told as it is, one that was with its cure", () => {
  assert.match(
    whyProcessBroke(new TypeError("x is not a function"), SERIAL, FOLDER),
    /failed and starts again: x is not a/,
  );
  assert.match(whyProcessBroke(system("ENOSPC", "write"), SERIAL, FOLDER), /^the disk is full/);
  assert.equal(isSystemError(system("ENOSPC", "write")), true);
  assert.equal(isSystemError(new Error("Timeout")), false);
});

function system(code: string, syscall: string, path?: string): Error {
  return Object.assign(new Error(`${code}: something, ${syscall}`), { code, syscall, ...(path && { path }) });
}
