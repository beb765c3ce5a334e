/**
 * Touchlink on the real zigbee-herdsman and a simulated stick, over HTTP (automation 4, and its rows 148 to 159): one scan of all channels,
 * requests refused meanwhile, and the fate of the devices that it found. Each step stands on the one before.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { answerTouchlink } from "../../src/virtual/clusters/touchlink-commissioning.ts";
import { type Lamp, obeys, openRadioGateway, type RadioGateway, until } from "../support/radio-gateway.ts";
import { SKIPPED } from "../support/stick.ts";

const SCAN = "/touchlink/scan";
const CHANNELS = Array.from({ length: 16 }, (_, at) => 11 + at);
const LAST = 26;
const NO_PAN = 0xfffe;

interface Found {
  readonly address: string;
  readonly factorynew: boolean;
  readonly rssi: number;
  readonly channel: number;
  readonly panid: number;
}
interface Scan {
  readonly scanstate: string;
  readonly lastscan: string;
  readonly result: Readonly<Record<string, Found>>;
}
interface Station {
  readonly ieee: string;
  readonly joined: boolean;
  readonly identify: number;
}
interface Scene {
  readonly stage: RadioGateway;
  readonly lamp: Lamp; // of ours, and out of touchlink's reach
  readonly ours: string; // a lamp of ours that touchlink reaches
  readonly oursAt: string;
  readonly near: string; // on the first channel, and on 15 too; in no network
  readonly far: string; // on the last one
}

test("touchlink, from the first scan to a light that comes home again", { skip: SKIPPED.touchlink }, async (t) => {
  const scene = await sceneOf(t);
  const { stage, lamp, ours, oursAt, near, far } = scene;
  const { house, radio } = stage;
  const step = (says: string, run: () => Promise<void>) => t.test(says, run);
  let started = 0;
  let ordered: Promise<unknown> | undefined;

  await step("148: before the first scan there is nothing", async () => {
    assert.deepEqual(await scanOf(stage), { scanstate: "idle", lastscan: "", result: {} });
  });

  await step("150, 151, 153: while it scans, what needs the network is refused, and all else goes on", async () => {
    house.stick.counters.clear();
    started = performance.now();
    assert.deepEqual(await stage.ask("POST", SCAN), { status: 200, body: [{ success: { [SCAN]: true } }] });
    ordered = radio.order({ do: "set", target: { ieee: lamp.ieee, endpoint: 1 }, values: { state: "ON" } });
    ordered.catch(() => {});
    await until(
      () => house.stick.counters.sent.touchlink > 0,
      () => "the stick has left its network",
    );
    await refusesAll(scene);
    assert.equal((await stage.get("/config")).rfconnected, true);
    await stage.get("/lights");
    await until(
      async () => Object.keys((await scanOf(stage)).result).length === 2,
      () => "the result grows",
    );
    assert.equal((await scanOf(stage)).scanstate, "scanning");
    assert.equal(stage.attribute(lamp.ieee, "genOnOff", "onOff"), 0, "nothing was told to the lamp");
  });

  await step("154: two on one channel, one of them on a second one too: each once, in order of discovery", async () => {
    await idle(stage);
    const took = (performance.now() - started) / 1000;
    assert.ok(took > 7, `each channel takes its time: ${took} s`);
    const { scanstate, lastscan, result } = await scanOf(stage);
    assert.equal(scanstate, "idle");
    assert.match(lastscan, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    assert.deepEqual(Object.keys(result), ["1", "2", "3"]);
    const { rssi = 0 } = result["1"] ?? {};
    assert.ok(rssi < 0 && rssi > -100, `${rssi} dBm`);
    const { stick, network } = house;
    const first = [
      { address: ours, factorynew: false, rssi, channel: stick.channel, panid: network.panID },
      { address: near, factorynew: true, rssi, channel: stick.channel, panid: NO_PAN },
    ];
    const inOrder = result["1"]?.address === ours ? first : first.toReversed();
    const last = { address: far, factorynew: true, rssi, channel: LAST, panid: NO_PAN };
    assert.deepEqual(Object.values(result), [...inOrder, last]);
  });

  await step("every channel was asked, one after the other, the first one more often", () => {
    const asked = house.stick.air.filter(({ kind, command }) => kind === "touchlink" && command === "scanRequest");
    const channels = asked.map(({ to }) => Number(to.replace("channel ", "")));
    const expected = CHANNELS.flatMap((channel) => new Array<number>(channel === 11 ? 6 : 2).fill(channel));
    assert.deepEqual(channels, expected);
    return Promise.resolve();
  });

  await step("what waited for the radio was not lost, and the house obeys again", async () => {
    await ordered;
    assert.equal(stage.attribute(lamp.ieee, "genOnOff", "onOff"), 1);
    await obeys(lamp);
  });

  await step("156: a device shows itself; meanwhile no scan is shown, and a second job is refused", async () => {
    const at = `/touchlink/${await keyOf(stage, far)}/identify`;
    assert.deepEqual(await stage.ask("POST", at), { status: 200, body: [{ success: { [at]: true } }] });
    assert.equal((await scanOf(stage)).scanstate, "idle");
    assert.deepEqual(errorIn(await stage.ask("POST", at)), [503, 951, at]);
    await refusesAll(scene);
    await until(
      () => stationOf(stage, far).identify > 0,
      () => "it blinks",
    );
    assert.equal(stationOf(stage, near).identify, 0, "only the one that was meant");
    await idle(stage);
  });

  await step(
    "157: a light of ours that is reset cannot be reached, which is told; it stays in its groups",
    async () => {
      assert.equal(stationOf(stage, ours).joined, true);
      stage.forget();
      assert.equal((await stage.ask("POST", `/touchlink/${await keyOf(stage, ours)}/reset`)).status, 200);
      await until(
        async () => (await reachableOf(stage, oursAt)) === false,
        () => "it is told that it cannot be reached",
      );
      assert.equal(stationOf(stage, ours).joined, false, "it is factory new");
      const facts = stage.facts.filter(({ resource, values }) => resource.address === oursAt && "reachable" in values);
      assert.deepEqual(
        facts.map(({ values }) => values.reachable),
        [false],
      );
      assert.deepEqual((await stage.get("/groups/1")).lights, [oursAt.split("/").at(-1)]);
      await idle(stage);
      assert.equal(await reachableOf(stage, lamp.address), true, "the others stay");
      await obeys(lamp);
    },
  );

  await step("who is factory new comes in through the open network; ours into its old place", async () => {
    assert.equal((await stage.ask("PUT", "/config", { permitjoin: 120 })).status, 200);
    await until(
      () => house.air.openFor() > 0,
      () => "the network is open",
    );
    for (const ieee of [ours, near]) if (!stationOf(stage, ieee).joined) house.apply(ieee, { join: true });
    await until(
      async () => (await reachableOf(stage, oursAt)) === true && stage.addressOf(near) !== undefined,
      () => "both are lights of ours",
    );
    await obeys({ stage, ieee: ours, address: oursAt });
    await obeys({ stage, ieee: near, address: stage.addressOf(near) ?? "" });
    assert.deepEqual(stage.errors, []);
  });

  await step("159: the network is switched off: touchlink is refused, and it stays off", async () => {
    const before = await scanOf(stage);
    assert.equal((await stage.ask("PUT", "/config", { rfconnected: false })).status, 200);
    await until(
      () => !radio.up,
      () => "the radio is off",
    );
    for (const address of [SCAN, `/touchlink/${await keyOf(stage, far)}/identify`])
      assert.deepEqual(errorIn(await stage.ask("POST", address)), [503, 950, address]);
    assert.deepEqual(await scanOf(stage), before);
    assert.deepEqual([(await stage.get("/config")).rfconnected, radio.up], [false, false]);
    assert.deepEqual(stage.errors, []);
  });
});

async function sceneOf(t: TestContext): Promise<Scene> {
  const stage = await openRadioGateway(t);
  const add = (touchlink: number) => {
    const { added } = stage.house.apply(undefined, { add: { profile: "dimmable light", touchlink } });
    return (added as [string])[0];
  };
  const ours = add(14); // until it joins
  const [ieee = ""] = await stage.move("dimmable light");
  await until(
    () => stage.addressOf(ours) !== undefined,
    () => "both have moved in",
  );
  const lamp = { stage, ieee, address: stage.addressOf(ieee) ?? "" };
  await obeys(lamp);
  const oursAt = stage.addressOf(ours) ?? "";
  await stage.ask("POST", "/groups", { name: "Hall", lights: [oursAt.split("/").at(-1)] });
  await until(
    () => stage.house.air.openFor() === 0,
    () => "who comes now stays outside",
  );
  const [near, far] = [add(stage.house.stick.channel), add(LAST)];
  alsoOn(stage, near, 15);
  return { stage, lamp, ours, oursAt, near, far };
}

/** The same device answers on a second channel. */
function alsoOn({ house }: RadioGateway, ieee: string, channel: number): void {
  const touched = { ieee, endpoints: [], clusterEndpoints: new Map() };
  const nowhere = { channel, panid: NO_PAN, extendedpanid: "0x0000000000000000", address: undefined };
  house.air.addTouchlinkTarget({ ieee, channel, touch: (bytes) => answerTouchlink(touched, bytes, nowhere, () => {}) });
}

async function refusesAll({ stage, lamp }: Scene): Promise<void> {
  for (const [method, address, body] of [
    ["PUT", `${lamp.address}/state`, { on: true }],
    ["PUT", "/groups/1/action", { on: true }],
    ["POST", "/groups/1/scenes", { name: "Bright" }],
    ["POST", "/sensors", {}],
    ["POST", "/lights", undefined],
  ] as const)
    assert.deepEqual(errorIn(await stage.ask(method, address, body)), [503, 950, address]);
  for (const address of [SCAN, "/touchlink/1/identify", "/touchlink/1/reset"])
    assert.deepEqual(errorIn(await stage.ask("POST", address)), [503, 951, address]);
  const off = await stage.ask("PUT", "/config", { rfconnected: false });
  assert.deepEqual(errorIn(off), [400, 901, "/config/rfconnected"]);
}

function errorIn({ status, body }: { readonly status: number; readonly body: unknown }): unknown[] {
  const [first] = body as readonly { readonly error?: { readonly type: number; readonly address: string } }[];
  return [status, first?.error?.type, first?.error?.address];
}

async function scanOf(stage: RadioGateway): Promise<Scan> {
  return (await stage.get(SCAN)) as unknown as Scan;
}

/** The key of the device among the finds of the scan. */
async function keyOf(stage: RadioGateway, ieee: string): Promise<string> {
  const found = Object.entries((await scanOf(stage)).result).find(([, { address }]) => address === ieee);
  return found?.[0] ?? assert.fail(`${ieee} was not found`);
}

async function reachableOf(stage: RadioGateway, address: string): Promise<unknown> {
  return ((await stage.get(address)).state as { readonly reachable: unknown }).reachable;
}

async function idle(stage: RadioGateway): Promise<void> {
  await until(
    () => !stage.radio.away,
    () => `touchlink is over: ${stage.log.slice(-5).join("; ")}`,
  );
}

function stationOf({ house }: RadioGateway, ieee: string): Station {
  const stations = house.inspect().stations as readonly Station[];
  return stations.find((one) => one.ieee === ieee) ?? assert.fail(`no ${ieee}`);
}
