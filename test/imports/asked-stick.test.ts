/** A stick's answer about its network decides how a house goes on with it. No key is told. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { ForeignHouse } from "../../src/imports/inventory.ts";
import { type StickChoice, stickVerdict, withAsked } from "../../src/imports/plan/stick.ts";
import type { AskedStick, HeldNetwork } from "../../src/model/imports/asked-stick.ts";
import { house, planFiles, readFiles } from "../support/houses.ts";

const KEY = "112233445566778899aabbccddee0f01";
const HELD: HeldNetwork = {
  ...{ key: KEY, panid: 0x2b1c, extendedpanid: "00124b0099aa0001", channel: 20, updateid: 2 },
  ...{ coordinator: "00124b0099aa0001", counter: 1_300_000 },
};
const asked = (holds: AskedStick["holds"], more: Partial<AskedStick> = {}): AskedStick => ({
  ...{ adapter: "zstack", firmware: "Z-Stack", address: HELD.coordinator, holds },
  ...more,
});
const z2m = (changes = {}) => readFiles(house("z2m", changes));

function judged(given: ForeignHouse, choice: StickChoice) {
  const completed = withAsked(given, choice);
  const { verdict, notes } = stickVerdict(completed, choice);
  const told = [...notes, ...completed.notes.slice(given.notes.length)];
  return { verdict, codes: told.map(({ code }) => code), network: completed.network };
}

suite("a stick of the house's network", () => {
  test("goes on, and knows best how far it has counted", () => {
    const { verdict, codes, network } = judged(z2m(), { says: asked(HELD) });
    assert.deepEqual([verdict, codes, network.frameCounter], ["resume", ["stick-same"], 1_300_000]);
  });

  test("goes on, even where the user takes it for another one", () => {
    assert.equal(judged(z2m(), { isSame: false, says: asked(HELD) }).verdict, "resume");
  });

  test("which another one has followed is told how far that has counted", () => {
    const { verdict, codes, network } = judged(z2m(), { says: asked({ ...HELD, counter: 12 }) });
    assert.deepEqual([verdict, codes], ["resume", ["stick-same", "stick-behind"]]);
    assert.ok((network.frameCounter ?? 0) > 1_000_000);
  });

  test("stays on its channel, also where the files say another one", () => {
    const { codes, network } = judged(z2m(), { says: asked({ ...HELD, channel: 25 }) });
    assert.deepEqual([codes, network.channel], [["stick-same", "stick-channel"], 25]);
  });

  test("says the count that the files lack", () => {
    const without = z2m({ "coordinator_backup.json": undefined });
    assert.equal(judged(without, { isSame: false }).verdict, "refused");
    const { verdict, network } = judged(without, { says: asked(HELD) });
    assert.deepEqual([verdict, network.frameCounter, network.obstacle], ["resume", 1_300_000, undefined]);
    assert.equal(network.extendedpanid, HELD.extendedpanid);
  });

  test("says the key that the files lack, if it has the address of the house's stick", () => {
    const files = readFiles(house("deconz", { "zll.db": "deconz-variants/zll-without-network.db" }));
    assert.deepEqual(judged(files, {}).codes, ["no-network"]);
    const { coordinator = "" } = files.network;
    const holds = { ...HELD, coordinator };
    const own = judged(files, { says: asked(holds, { adapter: "deconz", address: coordinator }) });
    assert.deepEqual([own.verdict, own.network.key], ["resume", KEY]);
    assert.ok(own.codes.includes("network-of-stick"));
    assert.equal(judged(files, { says: asked(HELD, { adapter: "deconz" }) }).verdict, "refused");
  });
});

suite("a stick of another network, or of none", () => {
  const other = asked({ ...HELD, key: "00112233445566778899aabbccddeeff", panid: 0x1111 });

  test("that is to be the same one is refused", () => {
    for (const choice of [{}, { isSame: true }])
      assert.deepEqual(judged(z2m(), { ...choice, says: other }).codes, ["stick-other-network"]);
  });

  test("that is another one is given the network, and its own network is lost", () => {
    const { verdict, codes } = judged(z2m(), { isSame: false, says: other });
    assert.deepEqual([verdict, codes], ["restore", ["stick-restore", "stick-overwritten"]]);
  });

  test("an empty one is given the network, also at the path of the old one; never without a count", () => {
    const { verdict, codes } = judged(z2m(), { says: asked("none") });
    assert.deepEqual([verdict, codes], ["restore", ["stick-restore", "stick-empty"]]);
    const without = z2m({ "coordinator_backup.json": undefined });
    assert.equal(judged(without, { says: asked("none") }).verdict, "refused");
  });

  test("an Ember stick is known by its address", () => {
    const files = z2m({
      "coordinator_backup.json": "z2m-variants/coordinator_backup.ember.json",
      "configuration.yaml": "z2m-variants/settings-v2.yaml",
    });
    const address = files.network.coordinator ?? "";
    const ember = (own: string) => asked("untold", { adapter: "ember", address: own });
    assert.equal(judged(files, { says: ember(address) }).verdict, "resume");
    assert.equal(judged(files, { says: ember("000b57fffe000001") }).verdict, "restore");
  });

  test("one that does not answer is told, and hinders nothing", () => {
    const { verdict, codes } = judged(z2m(), { says: { reason: "it is not there" } });
    assert.deepEqual([verdict, codes], ["resume", ["stick-same", "stick-silent"]]);
  });
});

test("the report says which network the stick holds, and how to go back, without a key", async () => {
  const { report } = await planFiles(house("z2m"), { stick: { says: asked(HELD) } });
  assert.deepEqual(report.stick.asked, {
    ...{ holds: "same", adapter: "zstack", firmware: "Z-Stack", address: HELD.coordinator },
    ...{ panid: 0x2b1c, extendedpanid: HELD.extendedpanid, channel: 20, counter: 1_300_000 },
  });
  assert.deepEqual(
    report.back.map(({ code }) => code),
    ["back-same", "back-changes"],
  );
  assert.ok(!JSON.stringify(report).includes(KEY));
  const other = await planFiles(house("deconz"), { stick: { adapter: "deconz", isSame: false } });
  assert.deepEqual(
    other.report.back.map(({ code }) => code),
    ["back-other", "back-phoscon", "back-changes"],
  );
});

test("the stick for the other program, and a wait for devices, are told with the way back", async () => {
  const back = async (program: string, adapter: string) => {
    const { report } = await planFiles(house(program), { stick: { adapter, isSame: false } });
    return report.back.map(({ code }) => code).filter((code) => /^back-(stick|address|taken)$/.test(code));
  };
  assert.deepEqual(await back("z2m", "zstack"), ["back-stick"]);
  assert.deepEqual(await back("z2m", "deconz"), [], "it has another kind of stick in its settings");
  assert.deepEqual(await back("z2m", "ember"), ["back-taken"]);
  assert.deepEqual(await back("zha", "ember"), ["back-address"], "it stops at another address");
  assert.deepEqual(await back("deconz", "deconz"), [], "it sets its sticks up otherwise");
});
