/** The virtual house behind a gateway node of a real Node-RED: waited for, looked at, and handled over REST. */
import assert from "node:assert/strict";
import { eventually, type NodeRed, newKey } from "./node-red.ts";

/** Its devices as the API names them. */
export const MAC = {
  colourLamp: "00:17:88:01:00:00:00:01",
  whiteLamp: "90:fd:9f:01:00:00:00:02",
  hallLamp: "90:fd:9f:01:00:00:00:03",
  cellarLight: "00:12:4b:01:00:00:00:05",
  plug: "00:15:8d:01:00:00:00:06",
  blind: "14:b4:57:01:00:00:00:07",
  motion: "00:17:88:01:00:00:00:08",
  climate: "00:12:4b:01:00:00:00:09",
  door: "00:12:4b:01:00:00:00:0a",
  thermostat: "00:0d:6f:01:00:00:00:0d",
  remote: "00:0b:57:01:00:00:00:0e",
  dimmer: "00:17:88:01:00:00:00:0f",
  strip: "00:17:88:01:00:00:00:14",
  weekly: "00:1e:5e:01:00:00:00:16",
  newLamp: "00:17:88:01:00:00:00:10",
  newMotion: "00:12:4b:01:00:00:00:11",
} as const;

// biome-ignore lint/suspicious/noExplicitAny: read by tests
type Seen = any;

export interface VirtualFlow {
  readonly key: string;
  get(path: string): Promise<Seen>;
  put(path: string, body: unknown): Promise<Seen>;
  post(path: string, body: unknown): Promise<Seen>;
  /** Turns knobs of one device, or of the whole house. */
  turn(mac: string | undefined, knobs: object): Promise<Seen>;
  /** A resource of a device, as the API shows it, with its id. */
  resource(family: "lights" | "sensors", uniqueid: string): Promise<Seen>;
  /** An attribute as the device itself has it: "1/genOnOff.onOff". */
  attribute(mac: string, path: string): Promise<unknown>;
}

const PATIENCE = 60_000; // milliseconds; the devices move in one after the other

/** When all have moved in. Nothing happens by itself from then on. */
export async function virtualFlow(house: NodeRed, gateway = "gw"): Promise<VirtualFlow> {
  const key = await newKey(house, gateway);
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await house.ask(method, `/api/${key}${path}`, body);
    return reply.body;
  };
  const get = (path: string) => ask("GET", path);
  const put = (path: string, body: unknown) => ask("PUT", path, body);
  const flow: VirtualFlow = {
    key,
    get,
    put,
    post: (path, body) => ask("POST", path, body),
    turn: async (mac, knobs) => {
      const answer = await put(mac === undefined ? "/virtual" : `/virtual/${mac}`, knobs);
      if (!answer[0]?.success) throw new Error(JSON.stringify(answer));
      return Object.values(answer[0].success)[0];
    },
    resource: async (family, uniqueid) => {
      const all: Record<string, Seen> = await get(`/${family}`);
      const [id, view] = Object.entries(all).find(([, view]) => view.uniqueid.startsWith(uniqueid)) ?? [];
      assert.ok(view, uniqueid);
      return { id, ...view };
    },
    attribute: async (mac, path) => {
      const { stations } = await get("/virtual");
      const [place = "", name = ""] = path.split(".");
      const [endpoint = "", cluster = ""] = place.split("/");
      const station = stations.find(({ ieee }: Seen) => ieee === `0x${mac.replaceAll(":", "")}`);
      return station?.endpoints[endpoint]?.[cluster]?.[name];
    },
  };
  await fallsQuiet(flow);
  return flow;
}

/** All have moved in, and nothing happens by itself any more. */
export async function fallsQuiet(flow: Pick<VirtualFlow, "get" | "put">): Promise<void> {
  await eventually(
    async () => (await flow.get("/virtual")).complete === true,
    () => "all have moved in",
    PATIENCE,
  );
  const [still] = await flow.put("/virtual", { life: false });
  assert.ok(still.success, JSON.stringify(still));
  await nobodyIsSeen(flow);
  await eventually(
    () => isSettled(flow),
    () => "each light has told how it is, and knows its groups and scenes",
  );
}

/** A person who was seen while the house lived would be there for a while, or for good. */
async function nobodyIsSeen({ get, put }: Pick<VirtualFlow, "get" | "put">): Promise<void> {
  const { stations } = await get("/virtual");
  for (const { ieee, endpoints } of stations) {
    const isSeen = Object.values<Seen>(endpoints).some(({ msOccupancySensing: seen }) => seen?.occupancy === 1);
    const mac = ieee.slice(2).match(/../g).join(":");
    if (isSeen) await put(`/virtual/${mac}`, { set: { "msOccupancySensing.occupancy": 0 } });
  }
  await eventually(
    async () => !Object.values<Seen>(await get("/sensors")).some(({ state }) => state.presence === true),
    () => "nobody is seen",
  );
}

async function isSettled({ get }: Pick<VirtualFlow, "get">): Promise<boolean> {
  const [lights, groups, { stations }] = await Promise.all(["/lights", "/groups", "/virtual"].map(get));
  const all: Seen[] = Object.entries(lights);
  if (!all.every(([, { state }]) => state.reachable && state.on !== null && state.bri !== null)) return false;
  const stationOf = (id: string) =>
    stations.find(({ ieee }: Seen) => ieee === `0x${lights[id].uniqueid.slice(0, 23).replaceAll(":", "")}`);
  const has = ({ endpoints }: Seen, cluster: string) => Object.values<Seen>(endpoints).some((each) => each[cluster]);
  return Object.entries<Seen>(groups).every(([group, { lights: ids, scenes }]) =>
    ids.every((id: string) => {
      const station = stationOf(id);
      if (station.kind !== "router" || !has(station, "genGroups")) return true; // a device that sleeps is told later
      const kept = station.scenes.filter((each: Seen) => String(each.group) === group).length;
      return station.groups[group] !== undefined && (!has(station, "genScenes") || kept >= scenes.length);
    }),
  );
}
