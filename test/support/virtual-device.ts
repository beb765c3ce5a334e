/** A virtual device alone with its asker: its frames are decoded and kept, and time moves by hand. */
import assert from "node:assert/strict";
import { setLogger } from "zigbee-herdsman";
import type { AirFrame, Destination } from "../../src/virtual/air/air-station.ts";
import type { SimulatedTime } from "../../src/virtual/air/simulated-time.ts";
import { type SavedStation, VirtualDevice } from "../../src/virtual/devices/virtual-device.ts";
import { clusterId, readFrame, writeFrame } from "../../src/virtual/devices/zcl.ts";
import { PROFILES } from "../../src/virtual/house/residents.ts";

setLogger({ debug: () => {}, info: () => {}, warning: () => {}, error: () => {} }); // malformed frames are no news here

export const COORDINATOR = "0x00124b0000000001";
export const FRIEND = "0x00124b0000000002"; // another device in the network
export const IEEE = "0x00178801000000ff";
const ADDRESSES: Readonly<Record<string, number>> = { [COORDINATOR]: 0, [FRIEND]: 0x2222 };
const SEQUENCE = 77;

export interface HandTime extends SimulatedTime {
  advance(milliseconds: number): void;
  readonly waiting: number;
}

/** Time that stands still until it is moved. */
export function handTime(): HandTime {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  const self: HandTime = {
    later: (milliseconds, run) => {
      const one = { at: now + Math.max(0, milliseconds), run };
      waiting.add(one);
      return () => waiting.delete(one);
    },
    every: (milliseconds, run) => {
      const again = () => {
        stop = self.later(milliseconds, again);
        run();
      };
      let stop = self.later(milliseconds, again);
      return () => stop();
    },
    now: () => now,
    stop: () => waiting.clear(),
    advance: (milliseconds) => {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...waiting].sort((one, other) => one.at - other.at);
        if (!next || next.at > end) break;
        waiting.delete(next);
        now = next.at;
        next.run();
      }
      now = end;
    },
    get waiting() {
      return waiting.size;
    },
  };
  return self;
}

/** A frame of the device, as its receiver reads it. */
export interface Said {
  readonly to: Destination;
  readonly endpoint: number;
  readonly cluster: number;
  readonly command: string | undefined;
  readonly payload: unknown;
  readonly sequence: number;
  readonly manufacturer: number | undefined;
}

export interface Question {
  readonly cluster: string | number;
  readonly command: string | number;
  readonly payload?: unknown;
  readonly endpoint?: number;
  readonly isGlobal?: true;
  readonly fromServer?: true;
  readonly quiet?: boolean;
  readonly manufacturer?: number;
  readonly to?: Destination;
}

export interface Stand {
  readonly device: VirtualDevice;
  readonly time: HandTime;
  readonly said: Said[];
  readonly changes: { count: number };
  /** Its answer, if any; a refusal must be asked for with `status`. */
  ask(question: Question): Said | undefined;
  /** The status of its default response; undefined when it said something else, or nothing. */
  status(question: Question): number | undefined;
  read(cluster: string, ...attributes: string[]): unknown[];
  hear(cluster: number, bytes: Buffer, to?: Destination): Said | undefined;
  get(cluster: string, attribute: string, endpoint?: number): number;
  bind(cluster: string, target?: string, endpoint?: number): void;
}

export function stand(model: string, more: { readonly saved?: SavedStation; readonly joins?: false } = {}): Stand {
  const profile = PROFILES[model] ?? assert.fail(`no model ${model}`);
  const time = handTime();
  const said: Said[] = [];
  const changes = { count: 0 };
  const changed = () => {
    changes.count += 1;
  };
  const device = new VirtualDevice({
    profile,
    ieee: IEEE,
    time,
    changed,
    ...(more.saved ? { saved: more.saved } : {}),
  });
  const first = profile.endpoints[0]?.id ?? 1;
  const custom = profile.custom ?? {};
  if (more.joins !== false) {
    device.joined({
      address: 0x1234,
      addressOf: (ieee) => ADDRESSES[ieee],
      send: ({ to, endpoint, cluster, bytes }) => {
        const read = readFrame(cluster, bytes, custom) ?? assert.fail("no ZCL frame");
        assert.equal(read.failure, undefined, "nobody can read what it says");
        const { sequence, manufacturer } = read.header;
        said.push({ to, endpoint, cluster, command: read.command, payload: read.payload, sequence, manufacturer });
      },
    });
  }

  const hear = (
    cluster: number,
    bytes: Buffer,
    to: Destination = { address: 0x1234, endpoint: first },
    endpoint = first,
  ) => {
    const before = said.length;
    const frame: AirFrame = { from: { address: 0, endpoint: 1 }, to, profile: 0x0104, cluster, bytes };
    device.hear(frame, endpoint);
    const answers = said.slice(before).filter(({ sequence }) => sequence === SEQUENCE);
    assert.ok(answers.length <= 1, "one answer is enough");
    return answers[0];
  };
  const answerOf: Stand["ask"] = ({ endpoint = first, to, quiet, ...question }) => {
    const bytes = writeFrame({ payload: {}, quiet: quiet ?? false, ...question, sequence: SEQUENCE }, custom);
    return hear(clusterId(question.cluster, custom), bytes, to ?? { address: 0x1234, endpoint }, endpoint);
  };
  const ask: Stand["ask"] = (question) => {
    const answer = answerOf(question);
    const { statusCode = 0 } = answer?.command === "defaultRsp" ? (answer.payload as { statusCode: number }) : {};
    assert.equal(statusCode, 0, `${question.command} is refused`);
    return answer;
  };
  const attribute = (cluster: string, name: string, endpoint?: number) => {
    for (const place of device.clusterEndpoints.values()) {
      const found = place.attribute(cluster, name);
      if (found && (endpoint === undefined || place.id === endpoint)) return found;
    }
    return assert.fail(`no ${cluster} ${name}`);
  };
  return {
    device,
    time,
    said,
    changes,
    ask,
    hear,
    status: (question) => {
      const answer = answerOf(question);
      return answer?.command === "defaultRsp" ? (answer.payload as { statusCode: number }).statusCode : undefined;
    },
    read: (cluster, ...names) => {
      const payload = names.map((name) => ({ attrId: attribute(cluster, name).id }));
      const { endpoint } = attribute(cluster, names[0] ?? "");
      const answer = ask({ cluster, command: "read", payload, isGlobal: true, endpoint });
      assert.ok(answer?.command === "readRsp");
      return (answer.payload as { attrData: unknown }[]).map(({ attrData }) => attrData);
    },
    get: (cluster, name, endpoint) => Number(attribute(cluster, name, endpoint).value),
    bind: (cluster, target = COORDINATOR, endpoint = first) => {
      device.bindings.push({ endpoint, cluster: clusterId(cluster, custom), target: { ieee: target, endpoint: 1 } });
    },
  };
}

/** The attributes of the reports that it has said, newest last; and they are forgotten. */
export function reportsOf({ said }: Stand): Record<number, unknown>[] {
  const reports = said.splice(0).filter(({ command }) => command === "report");
  return reports.map(({ payload }) =>
    Object.fromEntries(
      (payload as { attrId: number; attrData: unknown }[]).map(({ attrId, attrData }) => [attrId, attrData]),
    ),
  );
}
