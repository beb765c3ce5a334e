/** What devices say of themselves and of their values, as bad as it can be: the values of other devices stay right (fault 12). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openRadioGateway, type RadioGateway, until } from "../support/radio-gateway.ts";
import { type TestStation, testStation } from "../support/virtual.ts";

const NAMES = ["__proto__", "constructor", "<img src=x onerror=alert(1)>", "toString", "\u0000\u202e", ""];
const ON_OFF = 6;
const TEXT = 0x42;

const VALUES: readonly (readonly [what: string, cluster: number, record: readonly number[]])[] = [
  ["a text that is longer than its frame", 0, [5, 0, TEXT, 250, ...new Array<number>(40).fill(65)]],
  ["a text of the greatest length", 0, [5, 0, TEXT, 70, ...new Array<number>(70).fill(0xff)]],
  ["a long text of 65 kB that is not there", 0, [5, 0, 0x44, 0xff, 0xff, 65]],
  ["NaN", 0x0402, [0, 0, 0x39, 0, 0, 0xc0, 0x7f]],
  ["infinity", 0x0402, [0, 0, 0x39, 0, 0, 0x80, 0x7f]],
  ["minus infinity, double", 0x0402, [0, 0, 0x3a, 0, 0, 0, 0, 0, 0, 0xf0, 0xff]],
  ["a negative number of what is none", 0x0400, [0, 0, 0x29, 0, 0x80]],
  ["an unknown type", ON_OFF, [0, 0, 0xee, 1, 2, 3]],
  ["on/off that is neither", ON_OFF, [0, 0, 0x10, 0xfe]],
  ["a text where a number is due", 8, [0, 0, TEXT, 4, 0x5f, 0x5f, 0x70, 0x5f]],
  ["a level beyond 254", 8, [0, 0, 0x21, 0xff, 0xff]],
  ["a battery of minus one", 1, [0x21, 0, 0x28, 0xff]],
];

test("devices of hostile names are devices like others, and nothing is poisoned", { timeout: 200_000 }, async (t) => {
  const stage = await openRadioGateway(t);
  for (const [at, name] of NAMES.entries()) await stage.letIn(named(`0x00158d00000000${10 + at}`, name));
  const lights = await stage.get("/lights");
  assert.equal(Object.keys(lights).length, NAMES.length);
  assert.equal(Object.getPrototypeOf({}).polluted, undefined);
  assert.equal(Object.keys(Object.prototype).length, 0);
  for (const light of Object.values(lights) as { readonly modelid: unknown }[]) {
    assert.ok(light.modelid === undefined || light.modelid === null || typeof light.modelid === "string");
  }
  assert.deepEqual(stage.errors, []);
});

test("values that cannot be: no number becomes none, and the next good one counts", async (t) => {
  const stage = await openRadioGateway(t);
  const bulb = named("0x00158d0000000020", "Bulb");
  await stage.letIn(bulb);
  for (const [what, cluster, record] of VALUES) {
    report(bulb, cluster, record);
    await isRight(stage, bulb, what);
  }
  // A flood of attributes, as many as a frame can hold, and many frames of them.
  const flood = Array.from({ length: 20 }, (_, at) => [at, 0xf0, 0x20, at]).flat();
  for (let frame = 0; frame < 500; frame += 1) report(bulb, [0, ON_OFF, 8, 0x0402][frame % 4] ?? 0, flood);
  await isRight(stage, bulb, "a flood of attributes");
  assert.deepEqual(stage.errors, []);
});

let turn = 0;

/** It tells on and off, and so says REST; and all that REST says is JSON without holes. */
async function isRight(stage: RadioGateway, bulb: TestStation, what: string): Promise<void> {
  turn += 1;
  for (const on of [turn % 2, (turn + 1) % 2]) {
    await until(
      async () => {
        report(bulb, ON_OFF, [0, 0, 0x10, on]);
        const { state } = await stage.get(stage.addressOf(bulb.ieee) ?? "");
        return (state as Record<string, unknown>).on === (on === 1);
      },
      () => `${what}: then it is ${on}: ${stage.log.slice(-3).join("; ")}`,
    );
  }
  assert.ok(stage.radio.up, what);
}

function report({ air }: TestStation, cluster: number, record: readonly number[]): void {
  const bytes = Buffer.of(0x18, turn & 0xff, 0x0a, ...record);
  air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster, bytes });
}

/** A bulb with these names of its maker and model. */
function named(ieee: string, name: string): TestStation {
  const station = testStation({ ieee });
  const hear = station.hear;
  station.hear = (frame, endpoint) => {
    const [control = 0, sequence = 0, command = -1] = frame.bytes;
    const isRead = frame.cluster === 0 && (control & 3) === 0 && command === 0 && frame.bytes.length === 5;
    const attribute = isRead ? frame.bytes.readUInt16LE(3) : -1;
    if (attribute !== 4 && attribute !== 5) return hear(frame, endpoint);
    const text = Buffer.from(name);
    const bytes = Buffer.of(0x18, sequence, 1, attribute, 0, 0, TEXT, text.length, ...text);
    const to = { address: frame.from.address, endpoint: frame.from.endpoint };
    station.air?.send({ to, endpoint, profile: frame.profile, cluster: 0, bytes });
  };
  return station;
}
