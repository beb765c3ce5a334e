/** Requests about the network as a whole. */
import { macOf } from "../../../model/addresses.ts";
import { JOBS_ADDRESS } from "../../../model/jobs.ts";
import type { RouteEntry } from "../../../model/radio/orders.ts";
import { type Address, isObject, type Values } from "../../../model/resource.ts";
import { Refusal, type RequestHandler, type RequestParts } from "./asked.ts";
import { isMute, networkMap, type Routes } from "./network-map.ts";

const LONGEST_OPEN = 254; // seconds
const LONGEST_SURVEY = 600_000; // milliseconds
const LONGEST_SCAN = 60_000;
const TOUCHLINK: Address = "/touchlink";

const permitJoin: RequestHandler = async (asked) => {
  const { value } = asked.body;
  const given = asked.body.time ?? (value === undefined ? undefined : isYes(value) ? LONGEST_OPEN : 0);
  const time = typeof given === "boolean" ? (given ? LONGEST_OPEN : 0) : Number(given);
  if (given === undefined || !Number.isInteger(time) || time < 0 || time > LONGEST_OPEN)
    throw new Refusal(`time is a number of seconds from 0 to ${LONGEST_OPEN}`);
  const named = asked.body.device;
  const isAll = named === undefined || named === null || named === "" || named === "Coordinator";
  const router = isAll ? undefined : asked.device("device");
  const body = { ...(router ? { permitjoinrouter: router.mac } : {}), permitjoin: time };
  await asked.perform({ method: "PUT", address: "/config", body });
  return { time, ...(router ? { device: router.name } : {}) };
};

function isYes(value: unknown): boolean {
  return value === true || value === "true" || (typeof value === "number" && value > 0);
}

const map: RequestHandler = async (asked, parts) => {
  const type = asked.body.type === undefined ? "raw" : String(asked.body.type);
  const found = await jobResult(parts, "/devices/survey", LONGEST_SURVEY);
  const withRoutes = asked.body.routes === true;
  const routes = withRoutes ? await routesOf(found, parts) : NO_ROUTES;
  return { type, routes: withRoutes, value: networkMap(type, { found, routes }, parts) };
};

const NO_ROUTES: Routes = new Map();

/** Of devices that told their neighbors, one after the other: a router that was silent then would hold up the map for as long once more. */
async function routesOf(found: Values, { radio, house }: RequestParts): Promise<Routes> {
  const all = new Map<string, readonly RouteEntry[] | undefined>();
  const ieees = [radio.network?.coordinator, ...house.devices.map(({ ieee }) => ieee)];
  for (const ieee of ieees) {
    if (ieee === undefined || !Object.hasOwn(found, macOf(ieee))) continue;
    const ask = async () => await radio.order({ do: "routes", target: { ieee } }).catch(() => undefined);
    const told = isMute(found, macOf(ieee)) ? undefined : await ask();
    all.set(macOf(ieee), told && (told.routes ?? []));
  }
  return all;
}

/** Begins a job by a POST, and waits for its end. */
async function jobResult(parts: RequestParts, address: Address, most: number): Promise<Values> {
  const { status, body } = await parts.perform({ method: "POST", address }, { by: "mqtt", depth: 0 });
  const id = Array.isArray(body) && isObject(body[0]?.success) ? body[0].success.id : undefined;
  if (status !== 200 || id === undefined) throw new Refusal("the radio is down, or busy");
  const at: Address = `${JOBS_ADDRESS}/${id}`;
  await until(parts, () => parts.store.get(at)?.attr.status !== "running", most);
  const job = parts.store.get(at);
  if (job?.attr.status !== "done") throw new Refusal("it did not come to its end");
  return job.state;
}

/** Kept when something that the bus tells has come true. */
function until({ bus, clock }: RequestParts, isTrue: () => boolean, most: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = [];
    const end = () => {
      for (const stop of stops) stop();
    };
    const look = () => {
      if (!isTrue()) return;
      end();
      resolve();
    };
    stops.push(bus.on(look));
    stops.push(
      clock.after(most, () => {
        end();
        reject(new Refusal(`it took longer than ${most / 1000} s`));
      }),
    );
    look();
  });
}

const scan: RequestHandler = async (asked, parts) => {
  await asked.perform({ method: "POST", address: "/touchlink/scan" });
  await until(parts, () => jobOf(parts)?.is !== "running", LONGEST_SCAN);
  if (jobOf(parts)?.is !== "done") throw new Refusal(String(jobOf(parts)?.reason ?? "the scan failed"));
  const found = Object.values(resultsOf(parts));
  return { found: found.map(({ address, channel }) => ({ ieee_address: address, channel })) };
};

const touch =
  (does: "identify" | "reset"): RequestHandler =>
  async (asked, parts) => {
    const wanted = asked.body.ieee_address;
    if (wanted === undefined && Object.keys(resultsOf(parts)).length === 0) await scan(asked, parts);
    const entries = Object.entries(resultsOf(parts));
    const [id, device] = entries.find(([, { address }]) => wanted === undefined || address === wanted) ?? [];
    if (id === undefined || !device) throw new Refusal("touchlink has found no such device: scan first, close to it");
    await asked.perform({ method: "POST", address: `${TOUCHLINK}/${id}/${does}` });
    await until(parts, () => jobOf(parts)?.is !== "running", LONGEST_SCAN);
    if (jobOf(parts)?.is !== "done") throw new Refusal(String(jobOf(parts)?.reason ?? "the device did not do it"));
    return { ieee_address: device.address, channel: device.channel };
  };

function jobOf({ store }: RequestParts): Values | undefined {
  const job = store.get(TOUCHLINK)?.state.job;
  return isObject(job) ? job : undefined;
}

function resultsOf({ store }: RequestParts): Readonly<Record<string, Values>> {
  return (store.get(TOUCHLINK)?.state.result ?? {}) as Readonly<Record<string, Values>>;
}

const installCode: RequestHandler = async (asked) => {
  await asked.perform({ method: "POST", address: "/devices/installcode", body: { installcode: asked.text("value") } });
  return {}; // the code is a secret: no other client hears it
};

const restart: RequestHandler = async (asked) => {
  await asked.perform({ method: "POST", address: "/config/restartapp" });
  return {};
};

/** Routers that cannot be reached. */
const coordinatorCheck: RequestHandler = async (_, { house }) => {
  const missing = house.devices.filter(
    (device) => device.resource.attr.kind === "router" && !house.isReachable(device),
  );
  return { missing_routers: missing.map(({ ieee, name }) => ({ ieee_address: ieee, friendly_name: name })) };
};

const refused =
  (why: string): RequestHandler =>
  async () => {
    throw new Refusal(why);
  };

export const BRIDGE_REQUESTS: Readonly<Record<string, RequestHandler>> = {
  permit_join: permitJoin,
  networkmap: map,
  "touchlink/scan": scan,
  "touchlink/identify": touch("identify"),
  "touchlink/factory_reset": touch("reset"),
  "install_code/add": installCode,
  restart,
  health_check: async () => ({ healthy: true }),
  coordinator_check: coordinatorCheck,
  backup: refused("a backup holds the key of the network, and is only given in the dialog of the gateway"),
  options: refused("the settings of the gateway are made in its dialog"),
};
