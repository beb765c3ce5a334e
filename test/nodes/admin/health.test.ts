/** "Is everything all right?": each check, when all is right and when it is not. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  type BrowserClock,
  backup,
  batteries,
  clock,
  disk,
  errors,
  type HealthCheck,
  links,
  queue,
  radio,
  rules,
  silent,
  stick,
  troubles,
} from "../../../nodes/admin/checks.ts";
import { healthOf } from "../../../nodes/admin/health.ts";
import { api, push } from "../../../nodes/admin/reach.ts";
import { spare } from "../../../nodes/admin/stick-change.ts";
import type { GatewayRuntime } from "../../../nodes/gateway/runtime.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";

const NOW = Date.UTC(2026, 5, 15, 12);
const MAC = (last: number) => `00:17:88:01:00:00:00:${String(last).padStart(2, "0")}`;
const NETWORK = { adapter: "zstack", version: "20240710", channel: 15, can: ["backup"] };
const NOBODY: BrowserClock = { now: undefined, zone: "" };
const SPARE = { active: "/dev/a", other: "/dev/b", isReady: true, asks: false, hangs: false, stale: [] };
const FOLDER = mkdtempSync(join(tmpdir(), "zigbee-gateway-health-"));
after(() => rmSync(FOLDER, { recursive: true, force: true }));

interface World {
  now?: number;
  path?: string;
  network?: object | undefined;
  hasRoom?: boolean;
  spare?: { isReady?: boolean; asks?: boolean; hangs?: boolean; stale?: readonly string[] };
  loss?: { recovered: number; day: string; lost: readonly string[] };
  reason?: string;
  event?: string;
  config?: Values;
  copies?: readonly { day: string }[];
  folder?: string;
  diskTrouble?: string;
  url?: string;
  ports?: { http: number; push: number };
  portInUse?: number;
  devices?: readonly Values[];
  told?: { count: number; last: string; at: number };
  sensors?: readonly { uniqueid: string; config?: Values; state?: Values }[];
  counted?: Readonly<Record<string, number>>; // by the stick itself
  automation?: readonly (readonly [address: string, attr: Values])[]; // rules, schedules, groups and scenes
  batteries?: readonly Values[]; // as GET /devices/batteries tells of them
}

/** A gateway with only the parts that the checks look at. */
function running(world: World = {}): GatewayRuntime {
  const {
    now = NOW,
    path = "/dev/ttyUSB0",
    reason = "",
    event = "",
    devices = [],
    sensors = [],
    folder = FOLDER,
  } = world;
  const resource = (address: string, parts: object) =>
    ({ address, attr: {}, config: {}, state: {}, action: {}, ...parts }) as Resource;
  const lists: Record<string, readonly Resource[]> = {
    "/devices": devices.map((attr, index) => resource(`/devices/${index}`, { attr })),
    "/lights": [],
    "/sensors": sensors.map(({ uniqueid, ...parts }, index) =>
      resource(`/sensors/${index}`, { attr: { uniqueid }, ...parts }),
    ),
  };
  const automation = (world.automation ?? []).map(([address, attr]) => resource(address, { attr }));
  for (const family of ["/rules", "/schedules", "/groups"])
    lists[family] = automation.filter(({ address }) => address.slice(0, address.lastIndexOf("/")) === family);
  const singles: Record<string, Resource> = {
    ...Object.fromEntries(automation.map((each) => [each.address, each])),
    "/config": resource("/config", { attr: { timezone: "Europe/Berlin", bridgeid: "OURS", ...world.config } }),
    "/gateway": resource("/gateway", { state: { event, reason } }),
  };
  return {
    now,
    radioTrouble: reason,
    isRadioStarting: path !== "none" && "network" in world && !world.network && reason === "",
    errors: world.told ?? { count: 0, last: "", at: 0 },
    url: world.url ?? "",
    portInUse: world.portInUse ?? 0,
    status: { text: "why" },
    opened: {
      folder,
      ports: () => world.ports ?? { http: 0, push: 0 },
      radio: {
        path,
        network: () => ("network" in world ? world.network : NETWORK),
        hasRoom: () => world.hasRoom ?? true,
        loss: () => world.loss,
        spare: () => world.spare && { state: { ...SPARE, ...world.spare } },
      },
      backup: { nightly: { list: async () => world.copies ?? [] } },
      gateway: {
        ready: Promise.resolve(),
        diskTrouble: () => world.diskTrouble ?? "",
        perform: async ({ address }: { address: string }) => ({
          status: 200,
          body: address === "/devices/channels" ? { stick: world.counted } : (world.batteries ?? []),
        }),
        store: {
          get: (address: string) => singles[address],
          find: (collection: string, name: string) => singles[`${collection}/${name}`],
          list: (address: string) => lists[address] ?? [],
        },
      },
    },
  } as unknown as GatewayRuntime;
}

const hours = (count: number) => new Date(NOW - count * 3_600_000).toISOString().slice(0, 19);
const device = (last: number, more: Values = {}) => ({
  uniqueid: MAC(last),
  name: `D${last}`,
  lastseen: hours(1),
  ...more,
});

const LOST: World = {
  loss: { recovered: 0, day: "", lost: ["0x0017880100000001"] },
  devices: [{ ...device(1), ieee: "0x0017880100000001" }],
};

const GONE = { trouble: { kind: "parent-gone", by: MAC(2), lost: true } };
const FULL = { trouble: { kind: "channel-busy", lost: false } };

function deaf(last: number): World {
  return { sensors: [{ uniqueid: `${MAC(last)}-01`, config: { reachable: false } }] };
}

const cases: [
  check: HealthCheck,
  what: string,
  world: World,
  ok: boolean | null,
  says: string,
  cure?: string | undefined,
][] = [
  [radio, "is none", { path: "none" }, null, "none", "none"],
  [radio, "starts", { network: undefined }, null, "starting"],
  [radio, "is down", { network: undefined, reason: "no stick" }, false, "down", "down"],
  [radio, "is virtual", { path: "virtual" }, true, "virtual"],
  [radio, "cannot hand out its network", { network: { ...NETWORK, can: [] } }, null, "no-backup", "no-backup"],
  [radio, "is up", {}, true, "good"],
  [radio, "has devices back", { loss: { recovered: 2, day: "2026-06-14", lost: [] } }, null, "mended", "mended"],
  [radio, "has lost a device", { ...LOST, ...deaf(1) }, false, "lost", "lost"],
  [radio, "has a lost device again", LOST, true, "good"],
  [stick, "does not count", {}, null, "none"],
  [stick, "has hardly sent anything", { counted: { sent: 40, failed: 9 } }, null, "few"],
  [stick, "sends well", { counted: { sent: 950, retried: 30, failed: 50 } }, true, "good"],
  [stick, "loses much beside it", { counted: { sent: 800, retried: 300, failed: 200 } }, false, "lossy", "lossy"],
  [stick, "hears another one", { counted: { sent: 9, undecrypted: 150, replayed: 90 } }, false, "rival", "rival"],
  [spare, "is none", {}, null, "none"],
  [spare, "is ready", { spare: {} }, true, "ready"],
  [spare, "is not there", { spare: { isReady: false } }, false, "missing", "missing"],
  [spare, "has taken over", { spare: { stale: ["/dev/b"] } }, false, "took-over", "took-over"],
  [spare, "is one that hangs", { spare: { hangs: true, stale: ["/dev/b"] } }, false, "hangs", "hangs"],
  [spare, "waits for a person", { spare: { asks: true } }, false, "asks", "asks"],
  [backup, "was never made", {}, null, "none", "none"],
  [backup, "is of this night", { copies: [{ day: "2026-06-15" }, { day: "2026-06-01" }] }, true, "good"],
  [backup, "is two days old", { copies: [{ day: "2026-06-13" }] }, true, "good"],
  [backup, "is three days old", { copies: [{ day: "2026-06-12" }] }, false, "old", "old"],
  [disk, "takes writes", {}, true, "good"],
  [disk, "refused the last write", { diskTrouble: "ENOSPC" }, false, "refused", "refused"],
  [clock, "is right", {}, true, "good"],
  [clock, "stands in 1970", { now: 5_000 }, false, "past", "clock"],
  [clock, "has no zone", { config: { timezone: "" } }, false, "no-zone", "zone"],
  [links, "were never heard", { devices: [device(1)] }, null, "unknown"],
  [links, "are good", { devices: [device(1, { linkquality: 40 }), device(2)] }, true, "good"],
  [
    links,
    "are weak",
    { devices: [device(1, { linkquality: 39 }), device(2, { linkquality: 200 })] },
    false,
    "weak",
    "weak",
  ],
  [links, "of who left do not count", { devices: [device(1, { linkquality: 3, gone: true })] }, null, "unknown"],
  [troubles, "are none", { devices: [device(1, { trouble: null }), device(2)] }, true, "none"],
  [troubles, "of who is silent are not known yet", { devices: [device(1)], ...deaf(1) }, null, "unknown"],
  [links, "of who is silent do not count", { devices: [device(1, { linkquality: 3 })], ...deaf(1) }, null, "unknown"],
  [troubles, "are told with whom to blame", { devices: [device(1, GONE), device(2)] }, false, "found", "device"],
  [troubles, "of the air lead to the channels", { devices: [device(1, FULL)] }, false, "found", "channel"],
  [silent, "that are explained are told elsewhere", { devices: [device(1, GONE)], ...deaf(1) }, null, "explained"],
  [silent, "is nobody, where there is nobody", {}, null, "nobody"],
  [silent, "is nobody", { devices: [device(1, { sleepy: true }), device(2, { lastseen: hours(99) })] }, true, "good"],
  [
    silent,
    "is a sleeper",
    { devices: [device(1, { sleepy: true, lastseen: hours(26) })] },
    false,
    "silent",
    "sleepers",
  ],
  [
    silent,
    "is who cannot be reached",
    { devices: [device(1)], sensors: [{ uniqueid: `${MAC(1)}-01-0402`, config: { reachable: false } }] },
    false,
    "silent",
    "silent",
  ],
  [batteries, "are none", { devices: [device(1)] }, null, "none"],
  [
    batteries,
    "are good",
    { devices: [device(1)], sensors: [{ uniqueid: `${MAC(1)}-01`, config: { battery: 16 } }] },
    true,
    "good",
  ],
  [
    batteries,
    "are low",
    { devices: [device(1)], sensors: [{ uniqueid: `${MAC(1)}-01`, config: { battery: 15 } }] },
    null,
    "low",
    "low",
  ],
  [
    batteries,
    "can end any day",
    { devices: [device(1)], sensors: [{ uniqueid: `${MAC(1)}-01`, config: { battery: 2 } }] },
    false,
    "empty",
    "empty",
  ],
  [
    batteries,
    "can end any day, and another one is low",
    {
      devices: [device(1), device(2)],
      sensors: [1, 2].map((last) => ({ uniqueid: `${MAC(last)}-01`, config: { battery: last === 1 ? 2 : 12 } })),
    },
    false,
    "empty-and-low",
    "empty",
  ],
  [
    batteries,
    "are low by their device's own word",
    { devices: [device(1)], sensors: [{ uniqueid: `${MAC(1)}-01`, config: {}, state: { lowbattery: true } }] },
    null,
    "low",
    "low",
  ],
  [
    batteries,
    "are empty within two weeks",
    {
      devices: [device(1), device(2)],
      sensors: [1, 2].map((last) => ({ uniqueid: `${MAC(last)}-01`, config: { battery: 40 } })),
      batteries: [
        { uniqueid: MAC(1), empty: "2026-06-28T12:00:00Z" },
        { uniqueid: MAC(2), empty: "2026-07-01T12:00:00Z" },
      ],
    },
    null,
    "soon",
    "soon",
  ],
  [
    batteries,
    "are low, and another one is empty within two weeks",
    {
      devices: [device(1), device(2)],
      sensors: [1, 2].map((last) => ({ uniqueid: `${MAC(last)}-01`, config: { battery: last === 1 ? 9 : 20 } })),
      batteries: [1, 2].map((last) => ({ uniqueid: MAC(last), empty: "2026-06-20T12:00:00Z" })),
    },
    null,
    "low-and-soon",
    "low",
  ],
  [
    batteries,
    "are low, and of no other is known when it is empty",
    {
      devices: [device(1), device(2)],
      sensors: [1, 2].map((last) => ({ uniqueid: `${MAC(last)}-01`, config: { battery: last === 1 ? 9 : 20 } })),
      batteries: [{ uniqueid: MAC(1), empty: "2026-06-20T12:00:00Z" }, { uniqueid: MAC(2) }],
    },
    null,
    "low",
    "low",
  ],
  [
    batteries,
    "are empty later, or nobody knows when",
    {
      devices: [device(1), device(2)],
      sensors: [1, 2].map((last) => ({ uniqueid: `${MAC(last)}-01`, config: { battery: 40 } })),
      batteries: [{ uniqueid: MAC(1), empty: "2026-07-01T12:00:00Z" }, { uniqueid: MAC(2) }],
    },
    true,
    "good",
  ],
  [
    batteries,
    "of a disabled device count for nothing",
    {
      devices: [device(1, { disabled: true })],
      sensors: [{ uniqueid: `${MAC(1)}-01`, config: { battery: 3 } }],
    },
    null,
    "none",
  ],
  [silent, "of a disabled device is meant", { devices: [device(1, { disabled: true })], ...deaf(1) }, null, "nobody"],
  [queue, "has no radio", { network: undefined }, null, "no-radio"],
  [queue, "is full", { hasRoom: false }, false, "full", "full"],
  [queue, "was full", { event: "queue-full" }, null, "was-full", "full"],
  [queue, "has room", {}, true, "good"],
  [errors, "were none", {}, true, "none"],
  [
    errors,
    "were told lately",
    { told: { count: 2, last: "/lights/1: it failed", at: NOW - 60_000 } },
    false,
    "some",
    "log",
  ],
  [errors, "were told long ago", { told: { count: 2, last: "", at: NOW - 7_200_000 } }, null, "some", "log"],
  [
    errors,
    "are told by another check",
    { portInUse: 1891, told: { count: 1, last: "/config/port: port 1891 is in use", at: NOW } },
    ...([null, "some", undefined] as const),
  ],
  [api, "has no place", {}, false, "closed", "port"],
  [api, "has a port that another program took", { portInUse: 1891 }, false, "port-taken", "taken"],
  [push, "has no place", {}, false, "closed", "port"],
];
for (const [check, what, world, ok, says, cure] of cases) {
  test(`${check.name} ${what}`, async () => {
    const finding = await check(running(world), NOBODY);
    assert.deepEqual([finding.ok, finding.says, finding.cure], [ok, says, cure]);
    if (ok === false) assert.ok(finding.cure, "what is not all right has a cure");
  });
}

const clocks: [seen: BrowserClock, ok: boolean | null, says: string, cure?: string | undefined][] = [
  [{ now: NOW + 59_000, zone: "Europe/Berlin" }, true, "good"],
  [{ now: NOW - 61_000, zone: "Europe/Berlin" }, false, "skew"],
  [{ now: NOW, zone: "Europe/Paris" }, true, "good"],
  [{ now: NOW, zone: "America/New_York" }, null, "other-zone", "elsewhere"],
  [{ now: NOW, zone: "Not/AZone" }, true, "good"],
];
for (const [seen, ok, says, cure] of clocks) {
  test(`a browser with ${JSON.stringify(seen)} finds the clock ${says}`, async () => {
    const finding = await clock(running(), seen);
    assert.deepEqual([finding.ok, finding.says], [ok, says]);
    if (cure) assert.equal(finding.cure, cure);
  });
}

const HALL: readonly (readonly [string, Values])[] = [
  ["/groups/1", { name: "Hall" }],
  ["/groups/1/scenes/2", { name: "Night" }],
];
const doing = (address: string, status = "enabled"): Values => ({ name: "R", status, actions: [{ address }] });
const timed = (address: string): Values => ({ name: "S", status: "enabled", command: { address } });
const automations: readonly [address: string, attr: Values, ok: boolean | null, says: string][] = [
  ["/rules/1", doing("/groups/1/scenes/2/recall"), true, "good"],
  ["/rules/1", doing("/groups/1/scenes/next/recall"), true, "good"],
  ["/rules/1", doing("https://example.org/lights/9"), true, "good"],
  ["/rules/1", doing("/groups/0/action"), true, "good"],
  ["/rules/1", doing("/groups/1/scenes/3/recall"), false, "gone"],
  ["/rules/1", doing("/groups/9/action"), false, "gone"],
  ["/rules/1", doing("/lights/9/state"), false, "gone"],
  ["/rules/1", doing("/lights/9/state", "disabled"), null, "none"],
  ["/schedules/1", timed("/api/12345678/groups/1/scenes/2/recall"), true, "good"],
  ["/schedules/1", timed("/api/12345678/groups/1/scenes/3/recall"), false, "gone"],
];
for (const [address, attr, ok, says] of automations)
  test(`the rules are ${says} where ${address} is ${JSON.stringify(attr)}`, async () => {
    const finding = await rules(running({ automation: [...HALL, [address, attr]] }), NOBODY);
    assert.deepEqual([finding.ok, finding.says], [ok, says]);
    if (ok !== false) return;
    assert.deepEqual(finding.values, { count: 1, names: [attr.name], addresses: [address], more: 0 });
    assert.equal(finding.cure, "open");
  });

test("a rule whose second half is gone with it is named once, as the rules list shows it", async () => {
  const presence = "/sensors/1/state/presence";
  const lamp = (on: boolean) => [{ address: "/lights/9/state", method: "PUT", body: { on } }];
  const on = { name: "Hall", status: "enabled", conditions: [{ address: presence, operator: "eq", value: "true" }] };
  const over = [
    { address: presence, operator: "eq", value: "false" },
    { address: presence, operator: "ddx", value: "PT00:05:00" },
  ];
  const off = { name: "Hall, off again", status: "enabled", conditions: over, actions: lamp(false) };
  const both = [
    ["/rules/1", { ...on, actions: lamp(true) }],
    ["/rules/2", off],
  ] as const;
  const { values } = await rules(running({ automation: both }), NOBODY);
  assert.deepEqual(values, { count: 1, names: ["Hall"], addresses: ["/rules/1"], more: 0 });
});

test("names of devices are told, but not all of many", () => {
  const devices = Array.from({ length: 8 }, (_, index) => device(index, { linkquality: 1 }));
  const { values } = links(running({ devices }), NOBODY) as { values: Values };
  const uniqueids = [0, 1, 2, 3, 4].map((last) => MAC(last));
  assert.deepEqual(values, { count: 8, names: ["D0", "D1", "D2", "D3", "D4"], uniqueids, more: 3 });
});

test("a battery that is low and one that is the next are told apart, and both can be opened", async () => {
  const world: World = {
    devices: [device(1), device(2), device(3)],
    sensors: [1, 2, 3].map((last) => ({ uniqueid: `${MAC(last)}-01`, config: { battery: last === 3 ? 5 : 30 } })),
    batteries: [2, 3].map((last) => ({ uniqueid: MAC(last), empty: "2026-06-20T12:00:00Z" })),
  };
  const { values = {} } = await batteries(running(world), NOBODY);
  const { names, uniqueids, low, soon } = values;
  assert.deepEqual(
    [names, uniqueids],
    [
      ["D3", "D2"],
      [MAC(3), MAC(2)],
    ],
    "what is low first",
  );
  assert.deepEqual([(low as Values).names, (soon as Values).names], [["D3"], ["D2"]]);
});

test("a place that takes no file is no good disk", async () => {
  const folder = join(FOLDER, "file");
  writeFileSync(folder, "");
  const finding = await disk(running({ folder }), NOBODY);
  rmSync(folder);
  assert.deepEqual([finding.ok, finding.says, finding.cure], [false, "refused", "refused"]);
});

test("a folder that is gone is a finding, and a trial leaves nothing behind", async () => {
  await disk(running(), NOBODY);
  assert.deepEqual(readdirSync(FOLDER), []);
  const { findings } = await healthOf(running({ folder: join(FOLDER, "gone") }), NOBODY);
  const found = findings.find(({ check }) => check === "disk");
  assert.deepEqual([found?.ok, found?.says], [null, "failed"]);
  assert.match(String(found?.values?.reason), /ENOENT/);
  assert.equal(findings.length, 16);
});

async function withServer(
  answer: RequestListener,
  upgrade: string | undefined,
  run: (url: string, port: number) => Promise<void>,
) {
  const server = createServer(answer);
  if (upgrade !== undefined)
    server.on("upgrade", (_, socket) =>
      socket.end(`HTTP/1.1 ${upgrade}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
    );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  try {
    await run(`http://127.0.0.1:${port}/api`, port);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

const answers: [what: string, answer: RequestListener, says: string][] = [
  ["is ours", (_, response) => response.end('{"bridgeid":"OURS"}'), "loopback"],
  ["is somebody else's", (_, response) => response.end('{"bridgeid":"THEIRS"}'), "other"],
  ["is a list", (_, response) => response.end("[]"), "other"],
  ["is no JSON", (_, response) => response.end("<html>"), "other"],
  ["is an error", (_, response) => response.writeHead(502).end(), "status"],
  ["has no end", (_, response) => void response.write("x".repeat(200_000)), "silent"],
  ["breaks off", (request) => request.socket.destroy(), "silent"],
];
for (const [what, answer, says] of answers) {
  test(`the answer of the API ${what}: ${says}`, () =>
    withServer(answer, undefined, async (url, port) => {
      const finding = await api(running({ url, ports: { http: port, push: port } }), NOBODY);
      assert.deepEqual([finding.says, finding.values?.url], [says, url]);
    }));
}

const shakes: [upgrade: string | undefined, ok: boolean, says: string][] = [
  ["101 Switching Protocols", true, "good"],
  ["403 Forbidden", true, "keyed"],
  ["503 Service Unavailable", false, "status"],
  [undefined, false, "status"],
];
for (const [upgrade, ok, says] of shakes) {
  test(`push answers ${upgrade ?? "a page"}: ${says}`, () =>
    withServer(
      (_, response) => response.end("page"),
      upgrade,
      async (url, port) => {
        const finding = await push(running({ url, ports: { http: port, push: port } }), NOBODY);
        assert.deepEqual([finding.ok, finding.says, finding.values?.url], [ok, says, `ws://127.0.0.1:${port}`]);
      },
    ));
}

test("a port without a server is silent", async () => {
  let closed = 0;
  await withServer(
    () => {},
    undefined,
    async (_, port) => {
      closed = port;
    },
  );
  const world = { url: `http://127.0.0.1:${closed}/api`, ports: { http: closed, push: closed } };
  assert.equal((await api(running(world), NOBODY)).says, "silent");
  assert.equal((await push(running(world), NOBODY)).says, "silent");
});
