/** The virtual house as a whole: the unmodified herdsman starts it, lives with it, and finds it again after a restart. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openVirtualHouse } from "../../src/virtual/index.ts";

const STORY = fileURLToPath(new URL("../support/virtual-house-story.ts", import.meta.url));
const DEADLINE = 120_000;

test("herdsman and the virtual house", async () => {
  await promisify(execFile)(process.execPath, [STORY], { timeout: DEADLINE });
});

test("it takes the names that it is given at its first start, and keeps them", async () => {
  const names = {
    panID: 0x1a62,
    extendedPanID: [1, 2, 3, 4, 5, 6, 7, 8],
    networkKey: Array.from({ length: 16 }, (_, at) => at),
  };
  const first = await openVirtualHouse({ names, channel: 20 });
  assert.deepEqual(first.network, { ...names, channelList: [20] });
  const saved = JSON.parse(JSON.stringify(first.save()));
  await first.close();
  const again = await openVirtualHouse({ saved, names: { ...names, panID: 7 }, channel: 11 });
  assert.deepEqual(again.network, { ...names, channelList: [20] });
  await again.close();
});

test("two new houses do not share a key", async () => {
  const [one, other] = await Promise.all([openVirtualHouse({ empty: true }), openVirtualHouse({ empty: true })]);
  assert.notDeepEqual(one.network.networkKey, other.network.networkKey);
  assert.notEqual(one.port, other.port);
  assert.equal(one.isComplete, true);
  assert.deepEqual(one.inspect().stations, []);
  await Promise.all([one.close(), other.close()]);
});

test("whether values change by themselves is kept, unless its start says otherwise", async () => {
  const first = await openVirtualHouse({ empty: true });
  assert.equal(first.inspect().life, true);
  first.apply(undefined, { life: false });
  const saved = JSON.parse(JSON.stringify(first.save()));
  await first.close();
  for (const [life, expected] of [
    [undefined, false],
    [true, true],
  ] as const) {
    const again = await openVirtualHouse({ saved, life });
    assert.equal(again.inspect().life, expected);
    await again.close();
  }
});

test("a house of a version that knew one family of sticks has its Z-Stack; another stick is bought new, and the first lies in the drawer", async () => {
  const first = await openVirtualHouse({ empty: true, channel: 20 });
  const { stick: _, sticks, ...kept } = JSON.parse(JSON.stringify(first.save()));
  const saved = { ...kept, version: 1, coordinator: sticks.zstack };
  const { ieee, identity } = first.stick;
  const { network } = first;
  await first.close();
  const again = await openVirtualHouse({ saved });
  assert.deepEqual([again.adapter, again.stick.ieee, again.stick.identity], ["zstack", ieee, identity]);
  assert.deepEqual(again.network, network);
  assert.equal(again.save().version, 2);
  await again.close();
  const other = await openVirtualHouse({ saved, stick: "ember" });
  assert.deepEqual([other.adapter, other.stick.identity], ["ember", undefined]);
  assert.deepEqual(JSON.parse(JSON.stringify(other.save().sticks.zstack)), sticks.zstack);
  await other.close();
});
