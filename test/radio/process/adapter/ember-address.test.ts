/** The address of an EmberZNet stick is written where the firmware lets it be written, and only then the stick starts once more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { giveAddress } from "../../../../src/radio/process/adapter/ember-address.ts";
import type { HerdsmanAdapter } from "../../../../src/radio/process/herdsman.ts";

const OWN = "0x0ceff60000000001";
const WANTED = "0x00124b0000000001";
const BYTES = Buffer.from("01000000004b1200", "hex");
const NONE = Buffer.alloc(8, 0xff);

class Line {
  readonly portOptions: unknown;
  constructor(options: unknown) {
    this.portOptions = options;
  }
}

/** `place`: the token that the firmware knows; 0: none. */
function stick(place: number, written = NONE, obeys = true) {
  const did: string[] = [];
  const told: { token: Uint8Array; address: string } = { token: written, address: OWN };
  const ezsp = {
    ezspNetworkInit: async () => void did.push("join"),
    ezspGetEui64: async () => told.address,
    ezspGetTokenData: async (token: number) => [token === place ? 0 : 0x2d, { size: 8, data: Buffer.from(told.token) }],
    ezspSetTokenData: async (_token: number, _index: number, { data }: { data: Buffer }) => {
      told.token = data;
      did.push(`write ${data.toString("hex")}`);
      return 0;
    },
    stop: async () => void did.push("stop"),
    ash: new Line({}),
  };
  const adapter = {
    ezsp,
    multicastTable: [0, 901],
    initEzsp: async () => {
      if (obeys && !NONE.equals(told.token)) told.address = `0x${Buffer.from(told.token).reverse().toString("hex")}`;
      await ezsp.ezspNetworkInit();
      return "resumed";
    },
  };
  return { adapter, did, start: () => adapter.initEzsp() };
}

for (const place of [0x1e12a, 0xe12a])
  test(`written at ${place.toString(16)}, and started again; once`, async () => {
    const { adapter, did, start } = stick(place);
    giveAddress(adapter as unknown as HerdsmanAdapter, WANTED);
    assert.equal(await start(), "resumed");
    assert.deepEqual(did, [`write ${BYTES.toString("hex")}`, "stop", "join"]);
  });

test("a stick that has it, one that cannot be given it, and one that does not obey go on as they are", async () => {
  for (const { adapter, did, start } of [stick(0x1e12a, BYTES), stick(0), stick(0x1e12a, BYTES, false)]) {
    giveAddress(adapter as unknown as HerdsmanAdapter, WANTED);
    await start();
    assert.deepEqual(did, ["join"]);
  }
});

test("a stick that is emptied gets its maker's address back", async () => {
  const [given, fresh] = [stick(0x1e12a, BYTES), stick(0x1e12a)];
  for (const { adapter, start } of [given, fresh]) {
    giveAddress(adapter as unknown as HerdsmanAdapter, undefined);
    await start();
  }
  assert.deepEqual(given.did, [`write ${NONE.toString("hex")}`, "stop", "join"]);
  assert.deepEqual(fresh.did, ["join"]);
});
