/** Requests about a single device. */
import { macOf } from "../../../model/addresses.ts";
import type { EndpointFacts } from "../../../model/radio/device-facts.ts";
import type { RadioEvent } from "../../../model/radio/radio-port.ts";
import { isObject, type Resource, type Values } from "../../../model/resource.ts";
import type { MqttDevice } from "../mqtt-house.ts";
import { nameFault } from "../names.ts";
import { optionsOf } from "../options.ts";
import { type Asked, Refusal, type RequestHandler, type RequestParts } from "./asked.ts";

const LONGEST_INTERVIEW = 120_000; // milliseconds

const rename: RequestHandler = async (asked, parts) => {
  const from = asked.body.last === true ? lastJoined(parts) : asked.device("from");
  const to = asked.text("to");
  const fault = nameFault(asked.body.to) ?? takenFault(to, from.ieee, parts);
  if (fault) throw new Refusal(fault);
  const { name } = from;
  for (const { address } of namedParts(from, parts))
    await asked.perform({ method: "PUT", address, body: { name: to } });
  const homeassistant_rename = asked.body.homeassistant_rename === true;
  if (homeassistant_rename) parts.renamed(from);
  return { from: name, to, homeassistant_rename };
};

export function takenFault(name: string, own: string, { house }: RequestParts): string | undefined {
  const found = house.find(name);
  const holder = found && ("group" in found ? `groups/${found.group.id}` : found.device.ieee);
  return holder === undefined || holder === own ? undefined : `the name ${name} is taken`;
}

/** The resources that have the device's name: all that it became, or its main one alone. */
function namedParts(device: MqttDevice, { house }: RequestParts): readonly Resource[] {
  const parts = [...house.lightsOf(device), ...house.sensorsOf(device)];
  const known = Object.values((device.resource.attr.known ?? {}) as Record<string, { family: string; id: string }>)[0];
  const first = known && `/${known.family}/${known.id}`;
  const wanted = parts.filter(({ attr, address }) => attr.name === device.resource.attr.name || address === first);
  if (wanted.length === 0)
    throw new Refusal("the device has nothing that could have a name: it is not interviewed yet");
  return wanted;
}

function lastJoined({ house }: RequestParts): MqttDevice {
  const last = house.devices.at(-1);
  if (!last) throw new Refusal("no device has joined yet");
  return last;
}

const remove: RequestHandler = async (asked) => {
  const { mac, name } = asked.device();
  if (asked.body.block === true) throw new Refusal("this gateway keeps no list of devices that may not join");
  await asked.perform({ method: "DELETE", address: `/devices/${mac}` });
  return { id: name, block: false, force: asked.body.force === true };
};

const interview: RequestHandler = async (asked, parts) => {
  const { mac, name, ieee } = asked.device();
  const done = interviewed(ieee, parts);
  done.catch(() => {}); // if the command is refused, no caller waits
  await asked.perform({ method: "POST", address: `/devices/${mac}/interview` });
  await done;
  return { id: name };
};

function interviewed(ieee: string, { radio, clock }: RequestParts): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      stopHearing();
      stopTimer();
    };
    const stopHearing = radio.hear((event: RadioEvent) => {
      const isDone = event.kind === "device" && event.device.ieee === ieee && event.device.interviewed;
      const hasFailed = event.kind === "failed" && event.ieee === ieee;
      if (!isDone && !hasFailed) return;
      end();
      if (isDone) resolve();
      else reject(new Refusal("the device did not answer to the end: wake it, and try again"));
    });
    const stopTimer = clock.after(LONGEST_INTERVIEW, () => {
      end();
      reject(new Refusal("the device did not answer in time"));
    });
  });
}

const configure: RequestHandler = async (asked, { radio }) => {
  const { name, ieee } = enabled(asked.device());
  await radio.order({ do: "configure", target: { ieee } });
  return { id: name };
};

function enabled(device: MqttDevice): MqttDevice {
  if (device.resource.attr.disabled === true) throw new Refusal("the device is disabled");
  return device;
}

const options: RequestHandler = async (asked) => {
  const device = asked.device();
  const given = asked.body.options;
  if (!isObject(given)) throw new Refusal("options is missing");
  const { disabled, description, friendly_name: _, ...values } = given;
  const known = (device.facts?.definition?.options ?? []).map(({ property, name }) => property ?? name ?? "");
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Refusal(`the device has no option ${unknown} here`);
  if (disabled !== undefined && typeof disabled !== "boolean") throw new Refusal("disabled is true or false");
  if (description !== undefined && description !== null && typeof description !== "string")
    throw new Refusal("description is a text");
  const from = optionsOf(device);
  const address = `/devices/${device.mac}` as const;
  const own = {
    ...(disabled === undefined ? {} : { disabled }),
    ...(description === undefined ? {} : { notes: description ?? "" }),
  };
  if (Object.keys(own).length > 0) await asked.perform({ method: "PUT", address, body: own });
  if (Object.keys(values).length > 0)
    await asked.perform({ method: "PUT", address: `${address}/exposes`, body: named(device, values) });
  return { id: device.name, from, to: { ...from, ...given }, restart_required: false };
};

/** An option with the name of a value of the device has another name with us. */
function named({ facts }: MqttDevice, values: Values): Values {
  const own = new Set((facts?.definition?.exposes ?? []).map(({ property }) => property));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [own.has(name) ? `${name}_option` : name, value]),
  );
}

// ---- bindings

/** The clusters for a binding where the client names none: those by which one device can tell the other, or report. */
const BINDABLE: Readonly<Record<string, number>> = {
  genScenes: 5,
  genOnOff: 6,
  genLevelCtrl: 8,
  lightingColorCtrl: 0x0300,
  closuresWindowCovering: 0x0102,
  hvacThermostat: 0x0201,
  msTemperatureMeasurement: 0x0402,
  msRelativeHumidity: 0x0405,
  msIlluminanceMeasurement: 0x0400,
  msOccupancySensing: 0x0406,
  genPowerCfg: 1,
};

const bind =
  (method: "POST" | "DELETE"): RequestHandler =>
  async (asked, parts) => {
    const from = asked.device("from");
    const source = endpointIn(asked, "from", from);
    const to = targetIn(asked, parts);
    const given = asked.body.clusters;
    const clusters = Array.isArray(given) ? given.map(String) : commonClusters(source, to.endpoint);
    const done: string[] = [];
    const failed: string[] = [];
    let reason = "";
    for (const cluster of clusters) {
      const body = { endpoint: source.id, cluster, target: to.target };
      await asked.perform({ method, address: `/devices/${from.mac}/bindings`, body }).then(
        () => done.push(cluster),
        (error: Error) => {
          failed.push(cluster);
          reason = error.message;
        },
      );
    }
    if (done.length === 0) throw new Refusal(reason || "the two have nothing in common that can be bound");
    const endpoints = { from_endpoint: source.id, ...(to.endpoint ? { to_endpoint: to.endpoint.id } : {}) };
    return { from: from.name, to: to.name, ...endpoints, clusters: done, failed };
  };

/** In a member of its own, or behind the name: "remote/left". */
function endpointIn(asked: Asked, side: "from" | "to", device: MqttDevice): EndpointFacts {
  return endpointOf(asked.body[`${side}_endpoint`] ?? asked.endpoint(side), side, device);
}

function endpointOf(given: unknown, side: "from" | "to", device: MqttDevice): EndpointFacts {
  const { facts } = device;
  const number = facts?.definition?.endpoints[String(given)] ?? Number(given);
  const usual = [...(facts?.endpoints ?? [])].sort((one, other) => other.outputs.length - one.outputs.length)[0];
  const first = side === "from" ? usual : facts?.endpoints[0];
  const found = given === undefined || given === "default" ? first : facts?.endpoints.find(({ id }) => id === number);
  if (!found) throw new Refusal(`the device ${device.name} has no endpoint ${String(given ?? "")}`);
  return found;
}

function targetIn(asked: Asked, { house, radio }: RequestParts) {
  const text = asked.text("to");
  const { coordinator } = radio.network ?? {};
  if (text === "Coordinator" && coordinator !== undefined)
    return { name: text, endpoint: undefined, target: { uniqueid: macOf(coordinator), endpoint: 1 } };
  const found = house.find(text);
  if (!found) throw new Refusal(`there is no device or group ${text}`);
  if ("group" in found) return { name: found.group.name, endpoint: undefined, target: { group: found.group.id } };
  const endpoint = endpointIn(asked, "to", found.device);
  return { name: found.device.name, endpoint, target: { uniqueid: found.device.mac, endpoint: endpoint.id } };
}

function commonClusters(from: EndpointFacts, to: EndpointFacts | undefined): readonly string[] {
  const { outputs: says, inputs: reports } = from;
  const hears = to && [...to.inputs, ...to.outputs];
  const shared = Object.entries(BINDABLE).filter(([, cluster]) =>
    hears ? says.includes(cluster) && hears.includes(cluster) : says.includes(cluster) || reports.includes(cluster),
  );
  return shared.map(([name]) => name);
}

const report: RequestHandler = async (asked, { radio, rewired }) => {
  const device = enabled(asked.device());
  const { cluster, attribute } = { cluster: asked.text("cluster"), attribute: asked.text("attribute") };
  const number = (member: string, usual?: number) => {
    const given = asked.body[member] ?? usual;
    const value = Number(given);
    if (given === undefined || !Number.isFinite(value) || value < 0)
      throw new Refusal(`${member} is missing, or no number`);
    return value;
  };
  const { id: endpoint } = endpointOf(asked.body.endpoint, "to", device);
  const [least, most, change] = [
    number("minimum_report_interval"),
    number("maximum_report_interval"),
    number("reportable_change", 0), // an attribute that is on or off has none
  ];
  await radio.order({ do: "report", target: { ieee: device.ieee, endpoint }, cluster, attribute, least, most, change });
  rewired();
  return {
    ...{ id: device.name, endpoint, cluster, attribute },
    ...{ minimum_report_interval: least, maximum_report_interval: most, reportable_change: change },
  };
};

export const DEVICE_REQUESTS: Readonly<Record<string, RequestHandler>> = {
  "device/rename": rename,
  "device/remove": remove,
  "device/interview": interview,
  "device/configure": configure,
  "device/options": options,
  "device/bind": bind("POST"),
  "device/unbind": bind("DELETE"),
  "device/configure_reporting": report,
  "device/reporting/configure": report,
};
