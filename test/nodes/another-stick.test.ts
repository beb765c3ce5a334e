/** The dialog chooses another stick, then a backup of the former one is put back: no device joins anew, and each obeys and reports. */
import assert from "node:assert/strict";
import process from "node:process";
import { after, before, test } from "node:test";
import { STICK_FAMILIES, type StickFamily } from "../../src/virtual/sticks/virtual-stick.ts";
import { eventually, gatewayNode, type NodeRed, newKey, nodeRed, TAB } from "../support/node-red.ts";

const FIRST: StickFamily = "zstack"; // of the house that is laid
const OTHERS = process.env.LONG ? STICK_FAMILIES.filter((family) => family !== FIRST) : (["ember"] as const);
const LAMP = "1";

interface Station {
  readonly ieee: string;
  readonly profile: string;
  readonly joined: boolean;
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

interface Look {
  readonly stick: StickFamily;
  readonly framecounter: number;
  readonly stations: readonly Station[];
}

let house: NodeRed;
let key = "";
let celsius = 10;
before(async () => {
  house = await nodeRed({ movedIn: true, flow: withStick(FIRST) });
  key = await newKey(house);
});
after(() => house.stop());

for (const family of OTHERS)
  test(`from ${FIRST} to ${family}, and a backup of ${FIRST} put back there`, async () => {
    await isUpOn(FIRST);
    const names = await get("/lights");
    const first = await look();
    const backup = await (await fetch(at("backup"))).arrayBuffer();
    await assertServed();

    await house.deploy(withStick(family));
    await isUpOn(family);
    assert.ok((await look()).framecounter > first.framecounter, "devices drop what does not count on");
    assert.deepEqual(idsAndNames(await get("/lights")), idsAndNames(names));
    await assertServed();

    const restored = await fetch(at("restore"), {
      method: "POST",
      headers: { "Content-Type": "application/gzip" },
      body: backup,
    });
    assert.deepEqual([restored.status, await restored.json()], [200, { restored: true }]);
    await house.deploy([TAB]);
    await house.deploy(withStick(family));
    await isUpOn(family);
    assert.ok((await look()).framecounter > first.framecounter, "from where the backup's stick was");
    await assertServed();

    await house.deploy(withStick(FIRST));
  });

function withStick(stick: StickFamily) {
  return [TAB, gatewayNode("gw", { radio: "virtual", stick, life: false })];
}

function at(path: string): string {
  return `${house.adminUrl}/zigbee-gateway/gw/${path}`;
}

async function get(path: string): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  return (await house.ask("GET", `/api/${key}${path}`)).body;
}

async function look(): Promise<Look> {
  return (await get("/virtual")) as unknown as Look;
}

async function isUpOn(family: StickFamily): Promise<void> {
  await eventually(
    async () => {
      const { rfconnected } = (await get("/config").catch(() => ({}))) as { readonly rfconnected?: boolean };
      return rfconnected === true && (await look()).stick === family;
    },
    () => `it is up on ${family}: ${house.lines.slice(-5)}`,
  );
}

function idsAndNames(lights: Readonly<Record<string, Readonly<Record<string, unknown>>>>): readonly unknown[] {
  return Object.entries(lights).map(([id, { name, uniqueid }]) => [id, name, uniqueid]);
}

/** A lamp obeys on air, and a sensor is heard. */
async function assertServed(): Promise<void> {
  const { uniqueid } = (await get("/lights"))[LAMP] ?? {};
  const lamp = async () => (await look()).stations.find(({ ieee }) => hex(ieee) === hex(uniqueid));
  for (const on of [true, false])
    await eventually(
      async () => {
        await house.ask("PUT", `/api/${key}/lights/${LAMP}/state`, { on });
        return Object.values((await lamp())?.endpoints ?? {}).some(({ genOnOff }) => genOnOff?.onOff === Number(on));
      },
      () => `the lamp is ${on ? "on" : "off"}`,
    );
  const climate = (await look()).stations.find(({ profile, joined }) => joined && profile === "climate sensor");
  const heard = async () => {
    const all = Object.values(await get("/sensors"));
    const thermometer = all.find(
      ({ type, uniqueid }) => type === "ZHATemperature" && hex(uniqueid) === hex(climate?.ieee),
    );
    return thermometer?.state as { readonly temperature: number };
  };
  const { temperature } = await heard();
  await eventually(
    async () => {
      celsius = (celsius + 1) % 40; // until it is set up for the other coordinator, its reports go to the former one
      const controls = { awake: 60, announce: true, set: { "msTemperatureMeasurement.measuredValue": celsius * 100 } };
      await house.ask("PUT", `/api/${key}/virtual/${climate?.ieee}`, controls);
      await new Promise((wake) => setTimeout(wake, 500));
      return (await heard()).temperature !== temperature;
    },
    () => "its sensor is heard",
  );
}

/** An address in any form, without an endpoint. */
function hex(address: unknown): string {
  return String(address).replace(/^0x/, "").replaceAll(":", "").slice(0, 16);
}
