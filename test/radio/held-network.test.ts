/** A stick of each family is asked whose network it holds: it says so, and nothing of it changes. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { askStick } from "../../src/radio/sticks.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import { type Preformed, STICK_FAMILIES, type StickFamily } from "../../src/virtual/sticks/virtual-stick.ts";

const PREFORMED: Preformed = {
  ...{ panid: 0x2b1c, extendedpanid: [0, 0x12, 0x4b, 0, 0x99, 0xaa, 0, 1], channel: 20, ieee: "0x00124b0099aa0001" },
  ...{ networkKey: Array.from({ length: 16 }, (_, at) => at + 1), frameCounter: 1_234_567 },
};
const HELD = {
  ...{ key: "0102030405060708090a0b0c0d0e0f10", panid: 0x2b1c, extendedpanid: "00124b0099aa0001" },
  ...{ channel: 20, updateid: 0, coordinator: "00124b0099aa0001", counter: 1_234_567 },
};

for (const family of STICK_FAMILIES)
  test(`${family}: one of a network, and an empty one`, async (t) => {
    const full = await plugged(t, family, { preformed: PREFORMED });
    const before = JSON.stringify(full.save());
    const answer = await askStick({ path: `tcp://127.0.0.1:${full.port}` });
    assert.ok("holds" in answer, JSON.stringify(answer));
    const { adapter, address, holds } = answer;
    assert.deepEqual([adapter, address], [family, "00124b0099aa0001"]);
    assert.deepEqual(holds, family === "ember" ? "untold" : HELD);
    assert.equal(JSON.stringify(full.save()), before, "it is as it was");
    assert.equal(full.frameCounter, PREFORMED.frameCounter, "it has sent nothing");
    const empty = await plugged(t, family, { ieee: "0x00124b00000000aa" });
    const other = await askStick({ path: `tcp://127.0.0.1:${empty.port}`, guess: family });
    assert.ok("holds" in other, JSON.stringify(other));
    assert.deepEqual([other.address, other.holds], ["00124b00000000aa", family === "ember" ? "untold" : "none"]);
  });

test("where no stick is, one sentence says so", async () => {
  const answer = await askStick({ path: "/dev/ttyUSB987" });
  assert.ok("reason" in answer && /it is not there/.test(answer.reason), JSON.stringify(answer));
});

async function plugged(t: TestContext, family: StickFamily, more: { preformed?: Preformed; ieee?: string }) {
  const network = new VirtualNetwork({});
  const stick = await openStick(family, { network, ...more });
  t.after(async () => {
    await stick.close();
    network.close();
  });
  return stick;
}
