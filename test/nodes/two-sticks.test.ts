/** Two gateways in one Node-RED, one on an EmberZNet stick, one on a ConBee: neither hears, delays or loses frames of the other. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openVirtualHouse, type VirtualHouse } from "../../src/virtual/index.ts";
import { eventually, gatewayNode, type NodeRed, newKey, nodeRed, TAB } from "../support/node-red.ts";
import { writeNumbers } from "../support/radio-gateway.ts";
import { freePort } from "../support/start.ts";

const STICKS = ["ember", "deconz"] as const;
const ROUNDS = 6;

type Clusters = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Gateway {
  readonly house: VirtualHouse;
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  get(path: string): Promise<Readonly<Record<string, unknown>>>;
}

test("a gateway on an EmberZNet stick, and one on a ConBee", async (t) => {
  const [ember, deconz] = await bothGateways(t);
  for (const one of [ember, deconz]) {
    one.house.apply(undefined, { add: { profile: "dimmable light" } });
    await one.ask("PUT", "/config", { permitjoin: 120 });
  }
  for (const { get } of [ember, deconz])
    await eventually(
      async () => Object.keys(await get("/lights")).length === 1,
      () => "its lamp is known",
    );
  for (let round = 0; round < ROUNDS; round += 1) {
    const on = round % 2 === 0;
    await Promise.all([ember, deconz].map(({ ask }, at) => ask("PUT", "/lights/1/state", { on: at === 0 ? on : !on })));
    await obeys(ember, on);
    await obeys(deconz, !on);
  }
  for (const [one, other] of [
    [ember, deconz],
    [deconz, ember],
  ] as const) {
    const asked = setInterval(() => void one.get("/config").then(({ rfconnected }) => seen.add(rfconnected)), 20);
    const seen = new Set<unknown>();
    const { stick } = other.house;
    const isDown = async () => (await other.get("/config")).rfconnected === false;
    stick.refuse(true); // nor is a new link made, so that nothing of all this can have waited for it
    stick.dropLink();
    await eventually(isDown, () => "it has lost its link");
    for (let round = 0; round < ROUNDS; round += 1) {
      await one.ask("PUT", "/lights/1/state", { on: round % 2 === 0 });
      await obeys(one, round % 2 === 0);
    }
    clearInterval(asked);
    assert.ok(await isDown());
    assert.deepEqual([...seen], [true], "the other one's link is not its own");
    stick.refuse(false);
    for (const on of [false, true])
      await eventually(
        async () => {
          await other.ask("PUT", "/lights/1/state", { on }).catch(() => {});
          return isOn(other) === on;
        },
        () => "its link is made again",
      );
  }
});

async function bothGateways(t: TestContext): Promise<readonly [Gateway, Gateway]> {
  const userDir = mkdtempSync(join(tmpdir(), "zigbee-gateway-nr-"));
  const houses = await Promise.all(
    STICKS.map((stick) => openVirtualHouse({ empty: true, life: false, latency: 1, stick })),
  );
  const ports = [undefined, await freePort()]; // the first has Node-RED's own server
  const nodes = houses.map((house, at) => {
    const { adapter } = house;
    writeNumbers(join(userDir, "zigbee-gateway", `net-${idOf(adapter)}`, "radio"), house);
    const port = ports[at];
    return gatewayNode(idOf(adapter), {
      radio: `tcp://127.0.0.1:${house.port}`,
      adapter,
      ...(port !== undefined && { port }),
    });
  });
  const red = await nodeRed({ userDir, flow: [TAB, ...nodes] });
  t.after(async () => {
    await red.stop();
    for (const house of houses) await house.close();
    rmSync(userDir, { recursive: true, force: true });
  });
  const opened = await Promise.all(houses.map((house, at) => gatewayOf(red, house, ports[at])));
  return opened as unknown as readonly [Gateway, Gateway];
}

/** Another word than any that a node holds. */
function idOf(adapter: string): string {
  return `on-${adapter}`;
}

async function gatewayOf(red: NodeRed, house: VirtualHouse, port: number | undefined): Promise<Gateway> {
  const base = port === undefined ? red.url : `http://127.0.0.1:${port}`;
  await eventually(
    async () => (await red.ask("GET", `${base}/api/config`).catch(() => undefined))?.status === 200,
    () => `${house.adapter} answers: ${red.lines}`,
  );
  const key = await newKey(red, idOf(house.adapter), base);
  const ask: Gateway["ask"] = async (method, path, body) => {
    const answer = await red.ask(method, `${base}/api/${key}${path}`, body);
    assert.equal(answer.status, 200, `${house.adapter} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const get: Gateway["get"] = async (path) => (await ask("GET", path)) as Readonly<Record<string, unknown>>;
  await eventually(
    async () => (await get("/config")).rfconnected === true,
    () => `${house.adapter} is up: ${red.lines}`,
  );
  return { house, ask, get };
}

async function obeys(gateway: Gateway, on: boolean): Promise<void> {
  await eventually(
    () => isOn(gateway) === on,
    () => `the lamp on ${gateway.house.adapter} is ${on ? "on" : "off"}`,
  );
}

function isOn({ house }: Gateway): boolean {
  const stations = house.inspect().stations as readonly { readonly endpoints: Readonly<Record<string, Clusters>> }[];
  return stations[0]?.endpoints["1"]?.genOnOff?.onOff === 1;
}
