/** A touchlink job on a stick that is none: its possible refusals, the devices that it hears, and that it comes back in any case. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import type { RadioEvent } from "../../../../src/model/radio/radio-port.ts";
import type { Herdsman } from "../../../../src/radio/process/herdsman.ts";
import { returnToNetwork } from "../../../../src/radio/process/network/channel-return.ts";
import { networkFilesIn } from "../../../../src/radio/process/network/network-files.ts";
import { TouchlinkJobs } from "../../../../src/radio/process/orders/touchlink-jobs.ts";
import { answerTouchlink } from "../../../../src/virtual/clusters/touchlink-commissioning.ts";
import { writeFrame } from "../../../../src/virtual/devices/zcl.ts";

const NEAR = "0x00158d00000000aa";
const ALL = Array.from({ length: 16 }, (_, at) => 11 + at);

interface Stage {
  readonly touchlink: TouchlinkJobs;
  readonly herdsman: Herdsman;
  readonly adapter: { interpanLock: boolean };
  readonly went: number[]; // channels that it was told to go to; 0: back
  readonly said: string[];
  readonly told: RadioEvent[];
  readonly warned: string[];
  readonly broke: unknown[];
  /** The mark that the next process would find. */
  readonly mark: () => string | undefined;
  readonly back: () => Promise<boolean>;
}

interface Stick {
  /** Rejects where it cannot go there; 0 is home. */
  readonly goes?: (channel: number, stage: Stage) => Promise<void>;
  readonly speaks?: boolean;
  /** Under which numbers the one that is near answers a call on this channel. */
  readonly answers?: (channel: number, transaction: number) => readonly number[];
}

function touched(name: string, { goes, speaks = true, answers }: Stick, run: (stage: Stage) => Promise<void>): void {
  test(name, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "zigbee-gateway-touchlink-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const files = networkFilesIn(folder);
    const went: number[] = [];
    const said: string[] = [];
    const go = async (channel: number) => {
      went.push(channel);
      await goes?.(channel, stage);
    };
    const adapter = Object.assign(new EventEmitter(), {
      interpanLock: false,
      getNetworkParameters: () => (speaks ? Promise.resolve({}) : Promise.reject(new Error("SREQ timed out"))),
    });
    const herdsman = {
      adapter,
      touchlink: { setChannelInterPAN: go, restoreChannelInterPAN: () => go(0) },
      sendRaw: async ({ zcl }: { zcl: { commandKey: string; payload: { transactionID: number } } }) => {
        const { commandKey, payload } = zcl;
        said.push(commandKey);
        if (commandKey !== "scanRequest") return;
        for (const number of answers?.(went.at(-1) ?? 0, payload.transactionID) ?? [])
          adapter.emit("zclPayload", answerTo(number));
      },
    } as unknown as Herdsman;
    const [told, warned, broke]: [RadioEvent[], string[], unknown[]] = [[], [], []];
    const touchlink = new TouchlinkJobs({
      ...{ herdsman, files, isAble: true },
      transmitHold: { hold: async () => {}, release: () => {} },
      pause: () => new Promise(setImmediate),
      emit: (event) => told.push(event),
      warn: (text) => warned.push(text),
      broken: (error) => broke.push(error),
    });
    const mark = () => (existsSync(files.away) ? readFileSync(files.away, "utf8") : undefined);
    const back = () => returnToNetwork(herdsman, files);
    const stage = { touchlink, herdsman, adapter, went, said, told, warned, broke, mark, back };
    await run(stage);
  });
}

function answerTo(transactionID: number) {
  const payload = { transactionID, zigbeeInformation: 4, touchlinkInformation: 18 };
  const call = { cluster: 0x1000, command: "scanRequest", payload, sequence: 7, fromServer: false, quiet: true };
  const home = { channel: 20, panid: 0x1a62, extendedpanid: "0x1122334455667788", address: 5 };
  const near = { ieee: NEAR, endpoints: [], clusterEndpoints: new Map() };
  const data = answerTouchlink(near, writeFrame(call, {}), home, () => {}) ?? assert.fail("no answer");
  return { clusterID: 0x1000, address: NEAR, header: Zcl.Header.fromBuffer(data), data, linkquality: 200 };
}

const refusing =
  (...channels: readonly number[]) =>
  async (channel: number) => {
    if (channels.includes(channel)) throw new Error("failed with status INVALID_PARAMETER");
  };

touched("a stick need not know the last channel", { goes: refusing(26) }, async ({ touchlink, went, warned, mark }) => {
  await touchlink.run({ do: "scan" });
  assert.deepEqual(went, [...ALL, 0]);
  assert.equal(warned.length, 1);
  assert.match(warned[0] ?? "", /^touchlink: channel 26 could not be searched/);
  assert.equal(mark(), undefined);
});

touched("one that knows two of them not is not asked for the rest", { goes: refusing(12, 13) }, async (stage) => {
  await assert.rejects(stage.touchlink.run({ do: "scan" }), { code: "refused" });
  assert.deepEqual(stage.went, [11, 12, 13, 0]);
  assert.deepEqual([stage.mark(), stage.broke], [undefined, []]);
});

touched(
  "who answers somebody else's call, or nobody's, was not found",
  { answers: (channel, number) => (channel === 15 ? [number + 1, number, number] : [number + 1]) },
  async ({ touchlink, told }) => {
    await touchlink.run({ do: "scan" });
    const found = told.map((event) => event.kind === "touched" && [event.touched.ieee, event.touched.channel]);
    assert.deepEqual(found, [[NEAR, 15]]);
  },
);

let calls = 0;
touched(
  "only who has answered our own call is told what it is to do, once",
  { answers: (_, number) => [calls++ === 0 ? number + 1 : number] },
  async ({ touchlink, said, went }) => {
    await touchlink.run({ do: "reset", ieee: NEAR, channel: 15 });
    assert.deepEqual(
      [said, went],
      [
        ["scanRequest", "scanRequest", "resetToFactoryNew"],
        [15, 0],
      ],
    );
  },
);

touched("one job at a time, and the next one when it is over", {}, async ({ touchlink }) => {
  const first = touchlink.run({ do: "scan" });
  await assert.rejects(touchlink.run({ do: "identify", ieee: NEAR, channel: 15 }), { code: "busy" });
  await first;
  await touchlink.run({ do: "scan" });
});

const marks: (string | undefined)[] = [];
touched(
  "what the next process finds says whether the stick may have left, or surely has",
  { goes: async (_, { mark }) => void marks.push(mark()) },
  async ({ touchlink, mark }) => {
    await touchlink.run({ do: "scan" });
    assert.deepEqual([marks[0], ...new Set(marks.slice(1))], ["leaving", "away"]);
    assert.equal(mark(), undefined);
  },
);

const NOWHERE: Stick = {
  goes: async (_, { adapter }) => {
    adapter.interpanLock = true; // as herdsman does before it asks
    throw new Error("SREQ '--> AF - interPanCtl' failed (timed out after 6000ms)");
  },
};

touched("a stick that goes nowhere, but speaks, cannot do touchlink; herdsman sends again", NOWHERE, async (stage) => {
  const { touchlink, adapter, mark, broke, went } = stage;
  for (const job of [{ do: "scan" }, { do: "identify", ieee: NEAR, channel: 15 }] as const)
    await assert.rejects(touchlink.run(job), { code: "unsupported" });
  assert.deepEqual(went, [11, 0, 15, 0], "it is not asked again and again: each takes six seconds");
  assert.deepEqual([adapter.interpanLock, mark(), broke], [false, undefined, []]);
});

touched(
  "one that says nothing at all is lost, and the next process looks for it",
  { ...NOWHERE, speaks: false },
  async (stage) => {
    const { touchlink, mark, broke, back } = stage;
    await assert.rejects(touchlink.run({ do: "scan" }));
    assert.match(String(broke[0]), /did not come back/);
    assert.equal(mark(), "leaving");
    await assert.rejects(back(), /did not come back/);
  },
);

touched("so is one that has left, and does not come back, whatever it says", { goes: refusing(0) }, async (stage) => {
  const { touchlink, mark, broke, went, back } = stage;
  await touchlink.run({ do: "scan" });
  assert.match(String(broke[0]), /did not come back/);
  assert.deepEqual(went.slice(-2), [0, 0], "it was told twice");
  assert.equal(mark(), "away");
  await assert.rejects(back(), /did not come back/);
});

touched("the radio is stopped: the job ends, and the stick is brought back", {}, async ({ touchlink, went, mark }) => {
  const job = touchlink.run({ do: "scan" });
  await touchlink.close();
  await assert.rejects(job, { code: "radio-down" });
  assert.equal(went.at(-1) ?? 0, 0);
  assert.equal(mark(), undefined);
});
