/**
 * Touchlink on the real zigbee-herdsman and a simulated stick, over HTTP (automation 4, and its rows 148 to 157): one scan of all channels,
 * what is refused meanwhile, and what becomes of the devices that it found.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../../src/model/radio.ts";
import { answerTouchlink } from "../../src/virtual/clusters/touchlink.ts";
import { obeys, openRadioGateway, type RadioGateway, until } from "../support/radio-gateway.ts";

const SCAN = "/touchlink/scan";
const LAST = 26;

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

test("touchlink, from the first scan to a light that comes home again", async (t) => {
  const stage = await openRadioGateway(t);
  const { house, radio } = stage;
  const add = (touchlink: number) => {
    const { added } = house.turn(undefined, { add: { profile: "dimmable light", touchlink } });
    return (added as [string])[0];
  };
  const ours = add(14);
  const [lamp = ""] = await stage.move("dimmable light");
  const home = { stage, ieee: lamp, address: stage.addressOf(lamp) ?? "" };
  await obeys(home);
  const oursAt = stage.addressOf(ours) ?? assert.fail("it has come in, too");
  await stage.ask("POST", "/groups", { name: "Hall", lights: [oursAt.split("/").at(-1)] });
  const near = add(11);
  const far = add(LAST);
  alsoOn(stage, near, 15);
  let started = 0;
  let ordered: Promise<unknown> | undefined;

  await t.test("148: before the first scan there is nothing", async () => {
    assert.deepEqual(await scanOf(stage), { scanstate: "idle", lastscan: "", result: {} });
  });

  await t.test("150, 151, 153: while it scans, what needs the network is refused, and all else goes on", async () => {
    house.stick.counters.clear();
    started = performance.now();
    assert.deepEqual(await stage.ask("POST", SCAN), { status: 200, body: [{ success: { [SCAN]: true } }] });
    ordered = radio.order({ do: "set", target: { ieee: lamp, endpoint: 1 }, values: { state: "ON" } } satisfies Order);
    ordered.catch(() => {});
    await until(
      () => house.stick.counters.sent.touchlink > 0,
      () => "the stick has left its network",
    );
    const on = stage.attribute(lamp, "genOnOff", "onOff");
    for (const [method, address, body] of [
      ["PUT", `${home.address}/state`, { on: true }],
      ["PUT", "/groups/1/action", { on: true }],
      ["POST", "/sensors", {}],
      ["POST", "/lights", undefined],
    ] as const)
      assert.deepEqual(errorsIn(await stage.ask(method, address, body)), [503, 950, address], address);
    for (const address of [SCAN, "/touchlink/1/identify", "/touchlink/1/reset"])
      assert.deepEqual(errorsIn(await stage.ask("POST", address)), [503, 951, address]);
    const off = await stage.ask("PUT", "/config", { rfconnected: false });
    assert.deepEqual(errorsIn(off), [400, 901, "/config/rfconnected"]);
    assert.equal((await stage.get("/config")).rfconnected, true);
    await stage.get("/lights");
    assert.equal((await scanOf(stage)).scanstate, "scanning");
    assert.equal(stage.attribute(lamp, "genOnOff", "onOff"), on, "and nothing was told to the lamp");
    await until(
      async () => Object.keys((await scanOf(stage)).result).length === 2,
      () => "the result grows while it scans",
    );
    assert.equal((await scanOf(stage)).scanstate, "scanning");
  });

  await t.test(
    "154: two that answer on one channel, one of them on a second one too: each once, in their order",
    async () => {
      await idle(stage);
      const took = (performance.now() - started) / 1000;
      assert.ok(took > 7, `all channels take their time: ${took} s`);
      const { result, lastscan } = await scanOf(stage);
      assert.match(lastscan, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      const { network } = house;
      assert.deepEqual(Object.keys(result), ["1", "2", "3"]);
      const { rssi = 0 } = result["1"] ?? {};
      assert.ok(rssi < 0 && rssi > -100, `${rssi} dBm`);
      assert.deepEqual(
        Object.values(result).sort((one, other) => one.channel - other.channel || (one.address === ours ? -1 : 1)),
        [
          { address: ours, factorynew: false, rssi, channel: house.stick.channel, panid: network.panID },
          { address: near, factorynew: true, rssi, channel: 11, panid: 0xfffe },
          { address: far, factorynew: true, rssi, channel: LAST, panid: 0xfffe },
        ],
      );
      assert.equal(result["3"]?.address, far);
    },
  );
});

function errorsIn({ status, body }: { readonly status: number; readonly body: unknown }): unknown[] {
  const [first] = body as readonly { readonly error?: { readonly type: number; readonly address: string } }[];
  return [status, first?.error?.type, first?.error?.address];
}

async function scanOf(stage: RadioGateway): Promise<Scan> {
  return (await stage.get(SCAN)) as unknown as Scan;
}

async function idle(stage: RadioGateway): Promise<void> {
  await until(
    () => !stage.radio.away,
    () => `touchlink is over: ${stage.log.slice(-5).join("; ")}`,
  );
}

/** The same device answers on a second channel. */
function alsoOn({ house }: RadioGateway, ieee: string, channel: number): void {
  const touched = { ieee, address: undefined, endpoints: [], places: new Map() };
  const nowhere = { channel, panid: 0xfffe, extendedpanid: "0x0000000000000000" };
  house.air.addTouchable({ ieee, channel, touch: (bytes) => answerTouchlink(touched, bytes, nowhere, () => {}) });
}

export function stationOf({ house }: RadioGateway, ieee: string): Station {
  const stations = house.look().stations as readonly Station[];
  return stations.find((one) => one.ieee === ieee) ?? assert.fail(`no ${ieee}`);
}
