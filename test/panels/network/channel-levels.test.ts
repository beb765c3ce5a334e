/** The strip of the channels: how full each is, the advice, and where Wi-Fi lies. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { adviceFor, levelsIn, WIFI } from "../../../panels/network/channel-levels.ts";

const told = (full: Readonly<Record<number, number>>, rest = 50) =>
  Array.from({ length: 16 }, (_, index) => {
    const channel = 11 + index;
    const level = full[channel] ?? rest;
    return { channel, now: level, hours: [level, null, level] };
  });

test("levels are shares of the greatest one, over the hours that are known", () => {
  const [first, second] = levelsIn([
    { channel: 11, now: 254, hours: [127, null, 127] },
    { channel: 12, now: null, hours: [null] },
  ]);
  assert.deepEqual(first, { channel: 11, usual: 0.5, now: 1 });
  assert.deepEqual(second, { channel: 12, usual: undefined, now: undefined });
  assert.deepEqual(levelsIn(undefined), []);
});

test("a full channel is left for a quieter one, but never for the last", () => {
  const advice = (full: Readonly<Record<number, number>>, rest?: number) =>
    adviceFor({ own: 11, able: true }, levelsIn(told(full, rest)));
  assert.deepEqual(advice({ 11: 60 }), { says: "quiet", channel: 11 });
  assert.deepEqual(advice({ 11: 200, 26: 0, 20: 20 }), { says: "full", channel: 11, better: 20 });
  assert.deepEqual(advice({ 11: 200 }, 180), { says: "all-full", channel: 11 });
});

test("without a measurement nothing is advised", () => {
  assert.deepEqual(adviceFor({ own: 11, able: false }, []), { says: "not-able" });
  assert.deepEqual(adviceFor({ own: 11, able: true }, levelsIn([{ channel: 11, now: null, hours: [] }])), {
    says: "never",
  });
});

test("Wi-Fi 1 lies over 11 to 14, 6 over 16 to 19, 11 over 21 to 24", () => {
  const covered = WIFI.map(({ from, to }) =>
    Array.from({ length: 16 }, (_, index) => 11 + index).filter((channel) => {
      const middle = (channel - 10.5) / 16;
      return middle >= from && middle <= to;
    }),
  );
  assert.deepEqual(covered, [
    [11, 12, 13, 14],
    [16, 17, 18, 19],
    [21, 22, 23, 24],
  ]);
});
