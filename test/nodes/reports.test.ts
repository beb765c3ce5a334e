/** Many devices report while flows are deployed, and Node-RED is started again. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  eventually,
  type FlowNode,
  flowNode,
  gatewayNode,
  type Message,
  type NodeRed,
  nodeRed,
  sink,
  TAB,
  withNewestVersion,
} from "../support/node-red.ts";
import { MAC, type VirtualFlow, virtualFlow } from "../support/virtual-flow.ts";

const MANY = process.env.LONG ? 50 : 25;
const ROUNDS = 4;
const DEPLOYS = 3;

const REMOTE = { address: "/sensors/13", uniqueid: `${MAC.remote}-01-1000` };
const flow = (name = ""): FlowNode[] => [
  TAB,
  gatewayNode("gw", { radio: "virtual" }),
  flowNode("heard", "zigbee-gateway-event", {
    gateway: "gw",
    family: "lights",
    member: "on",
    name,
    wires: [["facts"]],
  }),
  flowNode("all", "zigbee-gateway-event", { gateway: "gw", name, wires: [["everything"]] }),
  flowNode("remote", "zigbee-gateway-button", { gateway: "gw", ...REMOTE, name, wires: [["presses"]] }),
  ...["facts", "everything", "presses"].map(sink),
];

withNewestVersion((version) => {
  const userDir = mkdtempSync(join(tmpdir(), "zigbee-gateway-reports-"));
  let house: NodeRed;
  let home: VirtualFlow;
  let macs: readonly string[] = [];
  /** How many frames each switch has been sent, and how many were received in all. */
  const frames = async () => {
    const { to, received } = (await home.get("/virtual")).frames;
    return { sent: macs.map((mac) => sum(to[`0x${mac.replaceAll(":", "")}`])), received: sum(received) };
  };
  /** A person goes round and uses each switch on the wall. */
  const goRound = async () => {
    for (const mac of macs) await home.turn(mac, { toggle: true });
  };

  before(async () => {
    house = await nodeRed({ version, userDir, flow: flow() });
    home = await virtualFlow(house);
    for (const mac of [MAC.newLamp, MAC.newMotion]) await home.turn(mac, { power: "off" }); // strangers stay out
    await home.put("/config", { permitjoin: 254 });
    const { added } = await home.turn(undefined, { add: { profile: "switch", count: MANY } });
    macs = added.map((ieee: string) => ieee.slice(2).replace(/..(?!$)/g, "$&:"));
    const isReady = (light: Message | undefined) => light?.state.reachable === true && light.state.on !== null;
    await eventually(
      async () => {
        const lights: Message[] = Object.values(await home.get("/lights"));
        return macs.every((mac) => isReady(lights.find(({ uniqueid }) => uniqueid.startsWith(mac))));
      },
      () => `${MANY} switches have joined`,
      120_000,
    );
    const { stations } = await home.get("/virtual");
    assert.equal(stations.filter(({ joined }: Message) => joined).length, MANY + 18);
    await home.put("/config", { permitjoin: 0 });
    await eventually(async () => new Set((await frames()).sent).size === 1); // all have been asked how they are
  });
  after(async () => {
    await house.stop();
    rmSync(userDir, { recursive: true, force: true });
  });

  test(`full deploys while ${MANY} devices report lose no event and touch no radio`, async () => {
    const running = house.nodes.getNode("gw").runtime;
    for (const id of ["facts", "everything", "presses"]) await house.received(id, 0);
    const start = await frames();
    const rounds = async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await goRound();
        await home.turn(MAC.remote, { press: "toggle" });
      }
    };
    const deploys = async () => {
      for (let time = 0; time < DEPLOYS; time += 1) await house.deploy(flow(`deploy ${time}`), "full");
    };
    await Promise.all([rounds(), deploys()]);
    const facts = await house.received("facts", MANY * ROUNDS);
    assert.equal(facts.length, MANY * ROUNDS, "each toggle once");
    for (const mac of macs) {
      const own = facts.filter(({ data }) => data.uniqueid.startsWith(mac)).map(({ payload }) => payload.on);
      assert.deepEqual(own, [true, false, true, false]);
    }
    assert.equal((await house.received("presses", ROUNDS)).length, ROUNDS, "and each press");
    const numbers = (await house.received("everything", MANY * ROUNDS)).map(({ event }) => event.n);
    for (const [index, n] of numbers.entries())
      if (index > 0) assert.equal(n, numbers[index - 1] + 1, `a fact is missing before ${n}`);
    const end = await frames();
    assert.equal(house.nodes.getNode("gw").runtime, running);
    assert.ok(end.received - start.received >= MANY * ROUNDS, "frames were heard");
    assert.deepEqual(end.sent, start.sent, "and none was sent");
  });

  test("a restart leaves reachable as it was", async () => {
    await home.turn(MAC.hallLamp, { reach: "no-route" });
    await home.put("/lights/3/state", { on: true });
    await eventually(async () => (await home.get("/lights/3")).state.reachable === false);
    const before = await reachables(home);
    assert.ok(before.length > MANY);
    assert.deepEqual(
      before.filter(([, reachable]) => !reachable),
      [["/lights/3", false]],
    );
    const { key } = home;
    await house.stop();
    house = await nodeRed({ version, userDir, flow: flow() });
    home = { ...home, get: async (path) => (await house.ask("GET", `/api/${key}${path}`)).body };
    await house.status("heard", /^ready/);
    assert.deepEqual(await reachables(home), before, "before the radio is up");
    await eventually(async () => (await home.get("/config")).rfconnected === true);
    assert.deepEqual(await reachables(home), before, "when it is up");
    const changes = (await house.received("everything", 0)).filter(({ event }) => "reachable" in event.values);
    assert.deepEqual(changes, [], "and nobody was told otherwise meanwhile");
  });
});

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

async function reachables({ get }: Pick<VirtualFlow, "get">): Promise<(readonly [string, boolean])[]> {
  const { lights, sensors } = await get("/");
  const of = (family: string, all: Record<string, Message>) =>
    Object.entries(all).map(
      ([id, { state, config }]) => [`/${family}/${id}`, state.reachable ?? config.reachable] as const,
    );
  return [...of("lights", lights), ...of("sensors", sensors)];
}
