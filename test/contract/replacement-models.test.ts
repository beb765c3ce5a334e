/**
 * Devices of many models are replaced by their like, in a house where everything that can name a device names them: groups, scenes, rules,
 * links, by id and by unique id. A walk over all records then finds no name of a missing resource. LONG=1: every model that the converters know.
 */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import type { DeviceFacts } from "../../src/model/radio/device-facts.ts";
import type { Address, Values } from "../../src/model/resource.ts";
import { offlineFacts } from "../../src/radio/process/devices/offline-facts.ts";
import type { DeviceProfile } from "../../src/virtual/devices/device-profile.ts";
import { PROFILES } from "../../src/virtual/house/residents.ts";
import { allModels } from "../support/definitions.ts";
import { type FakeHouse, fakeRadio, house, settle } from "../support/fakes.ts";
import { OTHER_VENDORS } from "../support/other-vendors.ts";
import { created } from "../support/transports.ts";

const [OLD, NEW] = ["0x00158d00000000a1", "0x00158d00000000b2"];
const FORMER = "00:15:8d:00:00:00:00:a1";
const NEWCOMER = "00:15:8d:00:00:00:00:b2";
const LAMPS = [0, 3, 4, 5, 6, 8, 0x0300];

test("every virtual device", async () => {
  const profiles = Object.entries(PROFILES);
  const all = await offlineFacts(profiles.map(([, profile]) => lineOf(profile)));
  assert.equal(all.length, profiles.length);
  for (const [at, facts] of all.entries()) {
    const name = profiles[at]?.[0] ?? "";
    assert.ok(await replaced(name, facts), `nothing became of ${name}`);
  }
});

test("30 models of other vendors", async () => {
  const lines = OTHER_VENDORS.map(([manufName, modelId]) =>
    deviceLine({ manufName, modelId, endpoints: [{ id: 1, device: 0x010d, inputs: LAMPS, outputs: [] }] }),
  );
  const all = await offlineFacts(lines);
  const vendors = new Set(all.map(({ definition }) => definition?.vendor));
  assert.ok(vendors.size >= 30 && !vendors.has(undefined), `${vendors.size} vendors`);
  for (const facts of all) {
    const name = `${facts.manufacturername} ${facts.modelid}`;
    assert.ok(await replaced(name, facts), `nothing became of ${name}`);
  }
});

test("every model that the converters know", { skip: !process.env.LONG }, async (t) => {
  let count = 0;
  for (const facts of allModels())
    count += (await replaced(`${facts.definition?.vendor} ${facts.modelid}`, facts)) ? 1 : 0;
  t.diagnostic(`${count} models were replaced`);
});

/** False: nothing became of it. */
async function replaced(name: string, facts: DeviceFacts): Promise<boolean> {
  const home = await house({ radio: fakeRadio() });
  try {
    const at = (ieee: string): DeviceFacts => ({ ...facts, ieee });
    home.radio.rise([at(OLD)]);
    await settle();
    const own = resourcesOf(home, FORMER);
    if (own.length === 0) return false;
    await nameEverywhere(home, own);
    const before = namesIn(home);
    home.radio.tell({ kind: "device", device: at(NEW) });
    await settle();
    const { status, body } = await home.ask("POST", `/devices/${NEWCOMER}/replaces`, { uniqueid: FORMER });
    assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`);
    await settle();
    assert.deepEqual(resourcesOf(home, NEWCOMER), own, `${name}: its addresses`);
    assert.deepEqual(brokenIn(home), [], name);
    assert.deepEqual(namesIn(home), before, `${name}: who is named`);
    return true;
  } finally {
    await home.stop();
  }
}

function resourcesOf({ store }: FakeHouse, mac: string): readonly Address[] {
  return [...store.list("/lights"), ...store.list("/sensors")]
    .filter(({ attr }) => String(attr.uniqueid).startsWith(mac))
    .map(({ address }) => address);
}

/** A group with a scene, a rule that looks and acts, and a link, for all that it is; rules by unique id as well. */
async function nameEverywhere({ ask, store }: FakeHouse, own: readonly Address[]): Promise<void> {
  const lights = own
    .filter((address) => address.startsWith("/lights"))
    .map((address) => address.slice("/lights/".length));
  const group = await created(ask, "/groups", { name: "Room" });
  if (lights.length > 0) await ask("PUT", `/groups/${group}`, { lights });
  await created(ask, `/groups/${group}/scenes`, { name: "Evening" });
  await created(ask, "/resourcelinks", { name: "All", classid: 1, links: [...own] });
  for (const address of own) {
    const family = address.split("/")[1];
    const byUnique = `/${family}/${store.get(address)?.attr.uniqueid}`;
    const member = family === "lights" ? "state/reachable" : "state/lastupdated";
    for (const named of [address, byUnique])
      await created(ask, "/rules", {
        name: `Heard ${family}`,
        conditions: [{ address: `${named}/${member}`, operator: "dx" }],
        actions: [{ address: named, method: "PUT", body: { name: "heard" } }],
      });
  }
}

/** The resources that rules, links, groups and scenes name, with the newcomer's unique ids as the former ones were. */
function namesIn({ store }: FakeHouse): readonly string[] {
  return store
    .records()
    .filter(({ address }) => /^\/(rules|resourcelinks|groups)\//.test(address))
    .map(
      ({ address, json }) =>
        `${address} ${namedIn(JSON.parse(json ?? "{}"))
          .join(" ")
          .replaceAll(NEWCOMER, FORMER)}`,
    )
    .toSorted();
}

/** Records that name a missing light or sensor, or the former device at all, but for its own record and that of its successor. */
function brokenIn({ store }: FakeHouse): readonly string[] {
  const there = [...store.list("/lights"), ...store.list("/sensors")];
  const known = new Set(there.flatMap(({ address, attr }) => [address, `/${address.split("/")[1]}/${attr.uniqueid}`]));
  return store.records().flatMap(({ address, json }) => {
    if (address.startsWith("/devices/") || address.startsWith("/jobs/")) return [];
    const named = namedIn(JSON.parse(json ?? "{}")).filter((each) => !known.has(each));
    const { formerly: _, ...attr } = (JSON.parse(json ?? "{}").attr ?? {}) as Values;
    const isOld = JSON.stringify(attr).includes(FORMER);
    return [...named.map((each) => `${address}: ${each}`), ...(isOld ? [`${address}: ${FORMER}`] : [])];
  });
}

/** "/lights/1/state/on" and { lights: ["1"] }, wherever they stand. */
function namedIn(value: unknown, name = ""): readonly string[] {
  if (typeof value === "string") {
    const [, named] = /^(\/(?:lights|sensors)\/[^/]+)(?:\/|$)/.exec(value) ?? [];
    if (named !== undefined) return [named];
    return name === "lights" ? [`/lights/${value}`] : [];
  }
  if (Array.isArray(value)) return value.flatMap((each) => namedIn(each, name));
  if (typeof value !== "object" || value === null) return [];
  const members = Object.entries(value);
  const own = name === "lights" ? members.map(([id]) => `/lights/${id}`) : []; // of a scene
  return [...own, ...members.flatMap(([member, each]) => namedIn(each, member))];
}

interface Line {
  readonly manufName: string;
  readonly modelId: string;
  readonly endpoints: readonly {
    readonly id: number;
    readonly profile?: number;
    readonly device: number;
    readonly inputs: readonly number[];
    readonly outputs: readonly number[];
  }[];
  readonly type?: string;
}

function lineOf({ endpoints, kind, custom = {} }: DeviceProfile): Values {
  const { manufacturerName: manufName, modelId } = endpoints[0]?.servers.genBasic ?? {};
  const id = (cluster: string | number) =>
    typeof cluster === "number" ? cluster : (Zcl.Utils.getCluster(cluster, undefined, custom as never).ID as number);
  return deviceLine({
    ...{ manufName: String(manufName), modelId: String(modelId), type: kind === "router" ? "Router" : "EndDevice" },
    endpoints: endpoints.map(({ id: endpoint, profile, device, servers, clients = [] }) => ({
      ...{ id: endpoint, device, inputs: Object.keys(servers).map(id), outputs: clients.map(id) },
      ...(profile !== undefined && { profile }),
    })),
  });
}

/** As zigbee-herdsman's list has it. */
function deviceLine({ manufName, modelId, endpoints, type = "Router" }: Line): Values {
  return {
    ...{
      id: 1,
      type,
      ieeeAddr: OLD,
      nwkAddr: 1,
      manufId: 4660,
      manufName,
      modelId,
      powerSource: "Mains (single phase)",
    },
    ...{ epList: endpoints.map(({ id }) => id), interviewCompleted: true, interviewState: "SUCCESSFUL", meta: {} },
    endpoints: Object.fromEntries(
      endpoints.map(({ id, profile = 0x0104, device, inputs, outputs }) => [
        id,
        {
          ...{ profId: profile, epId: id, devId: device, inClusterList: inputs, outClusterList: outputs },
          ...{ clusters: {}, binds: [], configuredReportings: [], meta: {} },
        },
      ]),
    ),
  };
}
