/** A house with devices keeps its network, against herdsman and the stick. The adapters are herdsman's own, without a stick behind them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Adapter } from "zigbee-herdsman/dist/adapter/adapter.js";
import { AdapterBackup } from "zigbee-herdsman/dist/adapter/z-stack/adapter/adapter-backup.js";
import { ZnpAdapterManager } from "zigbee-herdsman/dist/adapter/z-stack/adapter/manager.js";
import { requireCounter } from "../../../../src/radio/process/adapter/deconz-patches.ts";
import { guardNetwork, startOffAir } from "../../../../src/radio/process/adapter/network-guard.ts";
import type { HerdsmanAdapter } from "../../../../src/radio/process/herdsman.ts";

type Methods = Record<string, (...parameters: unknown[]) => Promise<unknown>>;
interface EmberParts extends Methods {
  readonly ezsp: never;
}

const SERIAL = { path: "tcp://127.0.0.1:1", adapter: "ember" } as const;
const given = () => {};
const NETWORK = { panID: 1, channelList: [11], extendedPanID: [1, 2, 3, 4, 5, 6, 7, 8], networkKey: [] };

async function ember(canRestore: boolean, ezsp: Methods = {}) {
  const warnings: string[] = [];
  const did: string[] = [];
  const create = Adapter.create;
  Adapter.create = async (...parameters) => {
    const made = await create.apply(Adapter, parameters);
    const own = (made as unknown as { readonly ezsp: object }).ezsp;
    Object.assign(own, { ezspFormNetwork: async () => did.push("formed"), ...ezsp });
    return made;
  };
  await guardNetwork("ember", {
    canRestore,
    counter: 100,
    given: () => void did.push("given"),
    warn: (text) => warnings.push(text),
  });
  const made = await Adapter.create(NETWORK, { ...SERIAL }, "", { disableLED: false });
  Adapter.create = create;
  return { adapter: made, warnings, did };
}

test("an EmberZNet stick leaves no network where the backup does not fit, and forms none but that of the backup", async () => {
  const { adapter } = await ember(false);
  const { ezsp } = adapter as unknown as { ezsp: Methods };
  await assert.rejects(async () => await ezsp.ezspLeaveNetwork?.(), {
    message: /not in the network that the devices joined/,
  });
  const methods = adapter as unknown as EmberParts;
  await assert.rejects(async () => await methods.formNetwork?.(false), {
    message: /not in the network that the devices/,
  });
});

const FORMED = [true, Buffer.alloc(16), 0, 100, 1, [1, 2, 3, 4, 5, 6, 7, 8], 11, Buffer.alloc(16), 0] as const;

test("that an EmberZNet stick is given the network is known before it is done, and not when it refuses a step before", async () => {
  const steps = ["ezspSetNWKFrameCounter", "ezspSetInitialSecurityState", "ezspSetExtendedSecurityBitmask"];
  for (const refused of [...steps, undefined]) {
    const answers = steps.map((step) => [step, async () => (step === refused ? 1 : 0)] as const);
    const { adapter, did } = await ember(true, Object.fromEntries(answers));
    await assert.rejects(async () => await (adapter as unknown as EmberParts).formNetwork?.(...FORMED)); // at last: it has no stick
    assert.deepEqual(did, refused === undefined ? ["given", "formed"] : [], refused);
  }
});

test("that a Z-Stack stick is given the network is known before it is told its counter, and not when it refuses a step before", async () => {
  const { restoreBackup } = AdapterBackup.prototype;
  const writer = AdapterBackup.prototype as unknown as Methods;
  const did: string[] = [];
  writer.restoreBackup = async function (this: { readonly nv: Methods }, isRefused: unknown) {
    if (isRefused) throw new Error("it writes no keys");
    for (const table of ["counters", "addresses"]) await this.nv.writeTable?.(table);
  } as Methods[string];
  await guardNetwork("zstack", { canRestore: true, counter: 100, given: () => void did.push("given"), warn: () => {} });
  const stick = () => ({ nv: { writeTable: async (table: string) => void did.push(table) } });
  await assert.rejects(async () => await writer.restoreBackup?.call(stick(), true));
  assert.deepEqual(did, []);
  await writer.restoreBackup?.call(stick(), false);
  assert.deepEqual(did.slice(0, 2), ["given", "counters"]);
  AdapterBackup.prototype.restoreBackup = restoreBackup;
});

test("that a ConBee is given the network is known before it is told its counter, and not when it refuses a step before", async () => {
  const did: string[] = [];
  const [COUNTER, PANID, CONNECTED] = [0x27, 0x05, 2];
  let steps: readonly (readonly [does: string, value: number])[] = [];
  const driver = {
    configMatchesBackup: true,
    configIsNewNetwork: true,
    readParameterRequest: async () => 7,
    writeParameterRequest: async (parameter: number) => void did.push(`writes ${parameter}`),
    changeNetworkStateRequest: async (state: number) => void did.push(`state ${state}`),
    reconfigureNetwork: async () => {
      for (const [does, value] of steps) await (driver as unknown as Methods)[does]?.(value);
    },
  };
  requireCounter({ driver, start: async () => {} } as unknown as HerdsmanAdapter, new Error(), () => did.push("given"));
  const [written, network] = ["writeParameterRequest", "changeNetworkStateRequest"];
  for (const [now, told] of [
    [
      [
        [network, 0],
        [written, PANID],
      ],
      ["state 0", "writes 5"],
    ],
    [
      [
        [network, 0],
        [written, COUNTER],
      ],
      ["state 0", "given", "writes 39"],
    ],
    [
      [
        [written, PANID],
        [network, CONNECTED],
      ],
      ["writes 5", "given", "state 2"],
    ],
  ] as const) {
    did.length = 0;
    steps = now as typeof steps;
    await driver.reconfigureNetwork();
    assert.deepEqual(did, told);
  }
  did.length = 0;
  driver.configIsNewNetwork = false;
  await driver.reconfigureNetwork();
  assert.deepEqual(did, ["writes 5", "state 2"], "it is in the network already");
});

test("only the next adapter is guarded, and one with a backup that fits may leave", async () => {
  const { adapter } = await ember(true);
  const guarded = (adapter as unknown as { ezsp: Methods }).ezsp;
  const plain = (await Adapter.create(NETWORK, { ...SERIAL }, "", { disableLED: false })) as unknown as {
    ezsp: Methods;
  };
  assert.ok(Object.hasOwn(guarded, "ezspLeaveNetwork"));
  assert.ok(!Object.hasOwn(plain.ezsp, "ezspLeaveNetwork"));
});

test("a Z-Stack stick is not commissioned anew", async () => {
  const manager = ZnpAdapterManager.prototype as unknown as Methods;
  const determine = manager.determineStrategy;
  let strategy = "startCommissioning";
  manager.determineStrategy = async () => strategy;
  await guardNetwork("zstack", { canRestore: true, counter: 100, given, warn: () => {} });
  await assert.rejects(async () => await manager.determineStrategy?.(), {
    message: /not in the network that the devices/,
  });
  for (strategy of ["startup", "restoreBackup"]) assert.equal(await manager.determineStrategy?.(), strategy);
  if (determine) manager.determineStrategy = determine;
});

test("a stick that was in the network before another one counts too low, and is given it anew", async () => {
  const manager = ZnpAdapterManager.prototype as unknown as Methods;
  const determine = manager.determineStrategy;
  manager.determineStrategy = async () => "startup";
  await guardNetwork("zstack", { canRestore: true, counter: 100, given, warn: () => {} });
  const network = Buffer.alloc(8, 1);
  for (const [FrameCounter, strategy] of [
    [99, "restoreBackup"],
    [100, "startup"],
  ] as const) {
    const backup = {
      getNetworkSecurityMaterialTable: async () => ({ used: [{ extendedPanID: network, FrameCounter }] }),
    };
    const stick = { options: { version: 1 }, nwkOptions: { extendedPanId: network }, backup };
    assert.equal(await manager.determineStrategy?.call(stick), strategy);
  }
  if (determine) manager.determineStrategy = determine;

  for (const [networkKeyFrameCounter, type] of [
    [99, 0],
    [100, 1],
  ] as const) {
    const { adapter } = await ember(true, {
      ezspGetNetworkParameters: async () => [0, 1, {}],
      ezspGetNetworkKeyInfo: async () => [0, { networkKeyFrameCounter }],
    });
    const { ezsp } = adapter as unknown as { ezsp: Methods };
    assert.deepEqual(await ezsp.ezspGetNetworkParameters?.(), [0, type, {}], "then herdsman leaves, and forms it anew");
    assert.deepEqual(await ezsp.ezspGetNetworkParameters?.(), [0, 1, {}], "and is told the truth from then on");
  }
});

test("an EmberZNet stick that is to be emptied never starts in the network that it was in last", async () => {
  let isStarted = false;
  const ezspNetworkInit = async () => {
    isStarted = true;
  };
  const ezsp = { ezspNetworkInit };
  startOffAir({ ezsp } as unknown as HerdsmanAdapter);
  assert.equal(await (ezsp as unknown as Methods).ezspNetworkInit?.(), 0x17, "it has not joined any");
  assert.equal(isStarted, false);
});

test("where a stick has formed its network anew, herdsman is not told: it would forget all devices", async () => {
  const create = Adapter.create;
  const results = ["reset", "resumed", "restored"] as const;
  for (const result of results) {
    const warnings: string[] = [];
    Adapter.create = async () => ({ start: async () => result }) as unknown as HerdsmanAdapter;
    await guardNetwork("zboss", { canRestore: true, counter: 100, given, warn: (text) => warnings.push(text) });
    const adapter = await Adapter.create(NETWORK, { ...SERIAL }, "", { disableLED: false });
    assert.equal(await adapter.start(), result === "reset" ? "resumed" : result);
    assert.equal(warnings.length, result === "reset" ? 1 : 0);
  }
  Adapter.create = create;
});
