/** The errors of herdsman, its adapters and the converters → those that the gateway is told. The texts are theirs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl, Zdo } from "zigbee-herdsman";
import { ApsStatusCode, CommandStatus } from "zigbee-herdsman/dist/adapter/deconz/driver/constants.js";
import { EzspStatus, SLStatus } from "zigbee-herdsman/dist/adapter/ember/enums.js";
import { ZnpCommandStatus } from "zigbee-herdsman/dist/adapter/z-stack/constants/common.js";
import { RadioError, type RadioFailure } from "../../../../src/model/radio/orders.ts";
import { failureOf } from "../../../../src/radio/process/orders/order-failures.ts";

/** An adapter's words where the stick does not take a frame, or does not bring it there, with each status that herdsman has a name for. */
const SENDING: readonly (readonly [adapter: string, statuses: object, words: (status: string) => string])[] = [
  ["zstack", ZnpCommandStatus, (status) => `Data request failed with error: '${status}' (0xe9)`],
  ["ember", SLStatus, (status) => `~x~> [ZCL to=0x00:1 apsFrame={}] Failed to send request with status=${status}.`],
  ["ember", SLStatus, (status) => `~x~> [ZCL GROUP groupId=1] Failed to send with status=${status}.`],
  ["deconz", ApsStatusCode, (status) => `failed to send ZCL request (33) Error: ${status}`],
  [
    "deconz",
    CommandStatus,
    (status) => `failed to send ZCL request (33) Error: Command ApsDataRequest failed with status: ${status}`,
  ],
  ["ember", EzspStatus, (status) => status],
];
/** By status; all others say that the device was not reached. */
const STATUSES: readonly (readonly [code: RadioFailure, statuses: RegExp])[] = [
  ["radio-down", /^(NETWORK_DOWN|NOT_JOINED|NOT_INITIALIZED|NoNetwork|(HOST|ASH)_.*|ERROR_(?!QUEUE_FULL|OVERFLOW).*)$/],
  [
    "busy",
    /FULL|OVERFLOW|MEM_ERROR|RESOURCE|ALLOCATION_FAILED|LIMIT_REACHED|CHANNEL_ACCESS|NoChannelAccess|CCA_FAILURE/,
  ],
  ["busy", /TableFull|^(TRANSMIT_)?(BUSY|Busy)$/],
  ["invalid", /TOO_LONG|^InvalidValue$/],
];

for (const [adapter, statuses, words] of SENDING)
  test(`each status of ${adapter} says whether the stick or the device is to blame: ${words("…")}`, () => {
    for (const status of Object.keys(statuses).filter((name) => !/^(\d+|OK|SUCCESS|Success|NO_ERROR)$/.test(name))) {
      const [code] = STATUSES.find(([, pattern]) => pattern.test(status)) ?? ["unreachable"];
      if (statuses === EzspStatus && code === "unreachable") continue; // none that a sending can end with
      assert.equal(failureOf(new Error(`${ASKED} (${words(status)})`)).code, code, status);
    }
  });

const ASKED = 'ZCL command 0x00/1 genOnOff.on({}, {"timeout":10000,"disableResponse":false}) failed';

const CASES: readonly (readonly [thrown: Error, code: RadioFailure, status?: number])[] = [
  [new RadioError("unknown", "it is not there"), "unknown"],
  [new Zcl.StatusError(Zcl.Status.INSUFFICIENT_SPACE), "refused", 0x89],
  [new Zdo.StatusError(Zdo.Status.TABLE_FULL), "refused", 0x8c],
  [new Error(`${ASKED} (Data request failed with error: 'MAC_NO_ACK' (0xe9))`), "unreachable"],
  [new Error(`${ASKED} (Data request failed with error: 'NWK_NO_ROUTE' (0xcd))`), "unreachable"],
  [new Error(`${ASKED} (Timeout after 10000ms [address=1 endpoint=1 clusterId=6 cmdId=11 tsn=3])`), "timeout"],
  [new Error(`${ASKED} (Data request failed with error: 'BUFFER_FULL' (0x11))`), "busy"],
  [new Error(`${ASKED} (Data request failed with error: 'MAC_TRANSACTION_OVERFLOW' (0xf1))`), "busy"],
  [
    new Error(`${ASKED} (~x~> [ZCL to=0x00:1 apsFrame={}] Failed to send request with status=ZIGBEE_DELIVERY_FAILED.)`),
    "unreachable",
  ],
  [new Error(`${ASKED} (No ZCL response received for (3) waiting for response TIMEOUT)`), "timeout"],
  [new Error(`${ASKED} (Delivery failed for '48043'.)`), "unreachable"],
  [new Error(`${ASKED} (failed to send ZCL request (33) Error: 233 MacNoAck)`), "unreachable"],
  [new Error(`${ASKED} (~x~> [ZCL GROUP] Failed to send request with status=MAX_MESSAGE_LIMIT_REACHED.)`), "busy"],
  [new Error(`${ASKED} (failed to send ZCL request (34) Error: NwkBroadcastTableFull)`), "busy"],
  [new Error(`${ASKED} (failed to send ZCL request (35) Error: MacNoChannelAccess)`), "busy"],
  [new Error(`${ASKED} (~x~> Failed to send request with status=NETWORK_DOWN.)`), "radio-down"],
  [new Error(`${ASKED} (SRSP - AF - dataRequest after 6000ms)`), "radio-down"],
  [new Error("Cleanup in state 5"), "radio-down"],
  [new Error("AREQ - ZDO - mgmtBindRsp after 10000ms"), "timeout"],
  [new Error(`${ASKED} (Parameter 'level' is missing)`), "invalid"],
  [new Error("Cannot execute command, in Inter-PAN mode"), "busy"],
  [new Error("Cannot request when znp has not been initialized yet"), "radio-down"],
  [new Error("Install code is not supported for ZStack 1.2 adapter"), "unsupported"],
  [new Error("Unsupported install code, got 12 chars, expected 95 or 91 chars, or known format"), "invalid"],
  [new Error("Install code 83fed3407a93 has invalid size"), "invalid"],
  [new Error("Value 'x' is not allowed, expected one of on,off"), "invalid"],
];

for (const [thrown, code, status] of CASES) {
  test(`${code}: ${thrown.message.slice(-70)}`, () => {
    const failure = failureOf(thrown);
    assert.equal(failure.code, code);
    assert.equal(failure.status, status);
    assert.ok(failure.message.length < 310);
  });
}

test("a sleeper that does not answer sleeps; one that refuses is awake", () => {
  const silence = new Error(`${ASKED} (Data request failed with error: 'MAC_TRANSACTION_EXPIRED' (0xf0))`);
  assert.equal(failureOf(silence, true).code, "asleep");
  assert.equal(failureOf(new RadioError("timeout", "no answer within 10 s"), true).code, "asleep");
  assert.equal(failureOf(new Zcl.StatusError(Zcl.Status.FAILURE), true).code, "refused");
});
