/** The house of the guide's pictures: the virtual one as every user has it, with rules and schedules as people make them. */
import { gatewayNode, type NodeRed, nodeRed, TAB } from "../test/support/node-red.ts";
import { type VirtualFlow, virtualFlow } from "../test/support/virtual-flow.ts";

// biome-ignore lint/suspicious/noExplicitAny: as the API answers
type Seen = any;

export interface Furnished {
  readonly house: NodeRed;
  readonly home: VirtualFlow;
  /** The address of a resource, and the reference that our nodes keep, by its name and type. */
  at(name: string, type?: string): string;
  picked(name: string, type?: string): Readonly<Record<string, string>>;
  mac(name: string): string;
}

const PLACE = { latitude: "52.52", longitude: "13.41", timezone: "Europe/Berlin" };
export const GATEWAY = gatewayNode("gw", { name: "Home", radio: "virtual", announceHost: "127.0.0.1", ...PLACE });
export const GROUND_FLOOR = { ...TAB, label: "Ground floor" };

const DUSK = 7000; // of its own unit, 5 lux
const NOON_TO_NIGHT = [1940, 1985, 2030, 2090, 2120, 2105, 2160, 2215, 2190, 2145];

export async function furnish(): Promise<Furnished> {
  const house = await nodeRed({ flow: [GROUND_FLOOR, GATEWAY] });
  const home = await virtualFlow(house);
  const named = new Map<string, { address: string; uniqueid: string; resourceName: string; type: string }>();

  const key = (name: string, type = "") => `${name}·${type}`;
  const found = (name: string, type?: string) => {
    const one = named.get(key(name, type));
    if (!one) throw new Error(`${name} ${type ?? ""} is not in the house`);
    return one;
  };
  const furnished: Furnished = {
    house,
    home,
    at: (name, type) => found(name, type).address,
    picked: (name, type) => {
      const { address, uniqueid, resourceName } = found(name, type);
      return { address, uniqueid, resourceName, house: "" };
    },
    mac: (name) => found(name).uniqueid.slice(0, "00:00:00:00:00:00:00:00".length),
  };

  for (const family of ["lights", "sensors"]) {
    const all: Record<string, Seen> = await home.get(`/${family}`);
    for (const [id, { name, uniqueid, type }] of Object.entries(all)) {
      const one = { address: `/${family}/${id}`, uniqueid, resourceName: name, type };
      named.set(key(name, type), one);
      if (!named.has(key(name))) named.set(key(name), one);
    }
  }
  await automate(furnished);
  for (const value of NOON_TO_NIGHT)
    await home.turn(furnished.mac("Bathroom climate"), { set: { "msTemperatureMeasurement.measuredValue": value } });
  return furnished;
}

/** As an app does it, with a key of its own. */
async function automate({ house, home, at, mac }: Furnished): Promise<void> {
  await house.ask("POST", `${house.adminUrl}/zigbee-gateway/gw/unlock`, {});
  const [{ success }] = (await house.ask("POST", "/api", { devicetype: "Phone" })).body;
  const app = `/api/${success.username}`;
  const make = async (family: string, body: object) => must((await house.ask("POST", `${app}/${family}`, body)).body);
  await house.ask("POST", `${house.adminUrl}/zigbee-gateway/gw/unlock`, { seconds: 0 });
  await home.turn(mac("Hall motion"), { set: { "msIlluminanceMeasurement.measuredValue": DUSK } });
  const put = (address: string, body: object) => ({ address, method: "PUT", body });
  must(await home.put("/groups/1/scenes/2/recall", {})); // a person reads in the living room
  await make("rules", {
    name: "Light in the hall",
    conditions: [
      { address: `${at("Hall motion", "ZHAPresence")}/state/presence`, operator: "eq", value: "true" },
      { address: `${at("Hall motion", "ZHALightLevel")}/state/dark`, operator: "eq", value: "true" },
    ],
    actions: [put(`${at("Hall lamp")}/state`, { on: true, bri: 152 })],
  });
  await make("rules", {
    name: "Door left open",
    conditions: [
      { address: `${at("Front door", "ZHAOpenClose")}/state/open`, operator: "eq", value: "true" },
      { address: `${at("Front door", "ZHAOpenClose")}/state/open`, operator: "ddx", value: "PT00:05:00" },
    ],
    actions: [put(`${at("Kitchen lamp")}/state`, { alert: "lselect" })],
  });
  const plan = (name: string, localtime: string, address: string, body: object) =>
    make("schedules", { name, localtime, command: put(app + address, body) });
  await plan("Wake up", "W124/T06:30:00", `${at("Bedroom lamp")}/state`, { on: true, bri: 254, transitiontime: 9000 });
  await plan("Blind down", "W127/sunset+00:20:00", `${at("Bedroom blind")}/state`, { open: false });
}

function must(answer: Seen): Seen {
  if (Array.isArray(answer) && answer.some((each) => each.error)) throw new Error(JSON.stringify(answer));
  return answer;
}
