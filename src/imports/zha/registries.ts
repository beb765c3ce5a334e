/** Home Assistant's facts of ZHA's devices: the names and rooms that people gave them, and where its stick is. */
import type { Ieee } from "../../model/radio/device-facts.ts";
import { isObject, parsedJson, type Values } from "../../model/resource.ts";
import { ieeeFrom, wholeNumber } from "../hex.ts";
import type { ForeignStick } from "../inventory.ts";
import type { SourceFiles } from "../source-files.ts";

const ADAPTERS: Readonly<Record<string, string>> = {
  ezsp: "ember",
  znp: "zstack",
  deconz: "deconz",
  zigate: "zigate",
  xbee: "xbee",
};

interface NamedByPeople {
  readonly name?: string;
  readonly names: Readonly<Record<number, string>>; // of endpoints
  readonly area?: string;
  readonly isDisabled: boolean;
}

export function namesIn(files: SourceFiles): ReadonlyMap<Ieee, NamedByPeople> {
  const areas = new Map(listIn(files, "core.area_registry", "areas").map(({ id, name }) => [id, String(name)]));
  const entities = listIn(files, "core.entity_registry", "entities").filter(({ platform }) => platform === "zha");
  const named = listIn(files, "core.device_registry", "devices").flatMap((device) => {
    const ieee = ieeeIn(device);
    if (ieee === undefined) return [];
    const area = areas.get(device.area_id);
    const name = nameOf(device);
    const names = Object.fromEntries(
      entities.filter(({ device_id: owner }) => owner === device.id).flatMap(endpointName),
    );
    const one: NamedByPeople = {
      ...(name !== undefined && { name }),
      ...(area !== undefined && { area }),
      ...{ names, isDisabled: typeof device.disabled_by === "string" },
    };
    return [[ieee, one] as const];
  });
  return new Map(named);
}

export function stickIn(files: SourceFiles): ForeignStick {
  const entry = listIn(files, "core.config_entries", "entries").find(({ domain }) => domain === "zha");
  const data = isObject(entry?.data) ? entry.data : {};
  const device = isObject(data.device) ? data.device : {};
  const adapter = ADAPTERS[String(data.radio_type)];
  const baudRate = wholeNumber(device.baudrate);
  return {
    ...(typeof device.path === "string" && { path: device.path.replace(/^socket:/, "tcp:") }),
    ...(adapter !== undefined && { adapter }),
    ...(baudRate !== undefined && { baudRate }),
    ...(device.flow_control === "hardware" && { rtscts: true }),
  };
}

function listIn(files: SourceFiles, registry: string, member: string): readonly Values[] {
  const json = parsedJson(files.text(`.storage/${registry}`) ?? files.text(registry));
  const data = isObject(json) && isObject(json.data) ? json.data[member] : undefined;
  return Array.isArray(data) ? data.filter(isObject) : [];
}

function ieeeIn({ identifiers }: Values): Ieee | undefined {
  const pairs = Array.isArray(identifiers) ? identifiers : [];
  const own = pairs.find((pair) => Array.isArray(pair) && pair[0] === "zha");
  return Array.isArray(own) ? ieeeFrom(own[1]) : undefined;
}

/** "<maker> <model>" is the name that it came with. */
function nameOf({ name_by_user: given, name, manufacturer, model }: Values): string | undefined {
  if (typeof given === "string" && given !== "") return given;
  return typeof name === "string" && name !== "" && name !== `${manufacturer} ${model}` ? name : undefined;
}

/** "<mac>-<endpoint>" is the light of that endpoint; an id with a cluster behind it is something else of it. */
function endpointName({ unique_id: id, name }: Values): readonly (readonly [number, string])[] {
  const [, endpoint] = /^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}-(\d+)$/i.exec(String(id)) ?? [];
  return endpoint !== undefined && typeof name === "string" && name !== "" ? [[Number(endpoint), name]] : [];
}
