/** A device takes the place of another one that is broken: ids, names, rooms, scenes and settings stay, and so do all references to it. */
import type { Call, Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { familyOf, idOf } from "../../model/addresses.ts";
import { field } from "../../model/definitions.ts";
import { REPLACEMENT_UNDO } from "../../model/devices.ts";
import { ApiError } from "../../model/errors.ts";
import { isWritable, list, object, text } from "../../model/fields.ts";
import { JOBS, type RunningJob } from "../../model/jobs.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { BindTarget } from "../../model/radio/orders.ts";
import { type Address, isObject, type Resource, removed, success, type Values } from "../../model/resource.ts";
import { utcSeconds } from "../../model/time/times.ts";
import { demandObject } from "../handlers.ts";
import { DEVICES, demandDevice, MAC, partsOf } from "./named.ts";

/** Kept with the former device: its state from before, for when a client takes the replacement back. */
interface Former {
  readonly ieee: Ieee; // of the newcomer
  readonly at: number;
  readonly resources: readonly Resource[];
  readonly device: Values; //   the memory of the former device
  readonly newcomer: Values; // the memory of the newcomer
}

interface Pair {
  readonly former: Resource;
  readonly newcomer: Resource;
  readonly match: ReplacementMatch;
}

const report: Handler = (call) => content(shown(pairOf(call, call.params.former)));

const replace: Handler = (call) => {
  const { uniqueid } = demandObject(call);
  if (uniqueid === undefined) throw new ApiError("missingOne", call.address, "uniqueid");
  const pair = pairOf(call, uniqueid);
  if (pair.match.successions.length === 0)
    throw new ApiError(
      "takes",
      `${call.address}/uniqueid`,
      "uniqueid",
      uniqueid,
      "a device with a light or sensor of the same kind",
    );
  const told = shown(pair);
  const moved = write(call, pair);
  const [former, newcomer] = [ieeeIn(pair.former), ieeeIn(pair.newcomer)];
  call.after(() => {
    call.devices.takeOver({ former, newcomer, moved });
    for (const succession of pair.match.successions) writeSettings(call, succession);
    rebind(call, former, newcomer);
  });
  return [success(call.address, told)];
};

function pairOf(call: Call, name: unknown): Pair {
  const newcomer = demandDevice(call);
  const at = `${call.address}/uniqueid`;
  const former = typeof name === "string" && MAC.test(name) ? call.draft.get(`${DEVICES}/${name}`) : undefined;
  if (!former || former.attr.gone === true || former.address === newcomer.address)
    throw new ApiError("invalid", at, "uniqueid", name);
  const match = matchOf(partsOf(call, String(name)), partsOf(call, String(newcomer.attr.uniqueid)));
  return { former, newcomer, match };
}

function shown({ former, match }: Pair): Values {
  const named = ({ address, type, attr }: Resource) => ({ address, type, name: attr.name });
  return {
    ...{ uniqueid: former.attr.uniqueid, name: former.attr.name },
    resources: match.successions.map((each) => ({ ...named(each.former), lacks: each.lacks })),
    lacking: match.lacking.map(named),
    additional: match.additional.map(named),
  };
}

/** Answers the resources that moved: address of the newcomer's own → address that it has now. */
function write({ draft, clock }: Call, { former, newcomer, match }: Pair): ReadonlyMap<Address, Address> {
  const moved = new Map<Address, Address>();
  const [known, formerKnown] = [knownOf(newcomer), knownOf(former)];
  const taken: Record<string, unknown> = {};
  for (const succession of match.successions) {
    const { address, attr } = succession.former;
    draft.remove(succession.newcomer.address);
    draft.put(successor(draft.definition(succession.newcomer), succession));
    moved.set(succession.newcomer.address, address);
    taken[String(succession.newcomer.attr.uniqueid)] = {
      id: idOf(address),
      family: familyOf(address),
      name: attr.name,
    };
  }
  for (const { address } of match.lacking) draft.remove(address);
  rename(draft, match.successions);
  const at = clock.now();
  const [old, own] = [former.attr, newcomer.attr];
  const replacedby: Former = {
    ...{ ieee: ieeeIn(newcomer), at, resources: [...match.successions.map((each) => each.former), ...match.lacking] },
    device: { known: formerKnown },
    newcomer: { known, name: own.name, options: own.options, notes: own.notes, followsroom: own.followsroom },
  };
  draft.patch(former.address, "attr", { gone: true, known: {}, replacedby });
  const until = utcSeconds(at + REPLACEMENT_UNDO);
  draft.patch(newcomer.address, "attr", {
    ...{
      known: { ...known, ...taken },
      name: old.name,
      options: old.options ?? own.options,
      notes: old.notes ?? own.notes,
      followsroom: old.followsroom ?? own.followsroom,
    },
    ...{ scenes: undefined, replaces: { uniqueid: old.uniqueid, name: old.name, until } },
  });
  return moved;
}

/** Rules, schedules and links may name a light or sensor by its unique id as well. */
function rename(draft: Call["draft"], successions: readonly Succession[]): void {
  const renamed = new Map(
    successions.map(({ former, newcomer }) => [String(former.attr.uniqueid), String(newcomer.attr.uniqueid)]),
  );
  const inText = (text: string) =>
    text
      .split("/")
      .map((part) => renamed.get(part) ?? part)
      .join("/");
  const within = (value: unknown): unknown => {
    if (typeof value === "string") return inText(value);
    if (Array.isArray(value)) return value.map(within);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each)]))
      : value;
  };
  for (const collection of ["/rules", "/schedules", "/resourcelinks"] as const) {
    for (const { address, attr } of draft.list(collection)) {
      const named = ["conditions", "actions", "command", "links"].filter((name) => attr[name] !== undefined);
      const changed = named.flatMap((name) => {
        const value = within(attr[name]);
        return JSON.stringify(value) === JSON.stringify(attr[name]) ? [] : [[name, value]];
      });
      if (changed.length > 0) draft.patch(address, "attr", Object.fromEntries(changed));
    }
  }
}

/** The newcomer as it is, under the name and with the settings of the former one. */
function successor(definition: ReturnType<Call["draft"]["definition"]>, { former, newcomer }: Succession): Resource {
  const isSetting = (name: string) => {
    const setting = field(definition, "config", name);
    return setting !== undefined && isWritable(setting) && Object.hasOwn(newcomer.config, name);
  };
  const settings = Object.entries(former.config).filter(([name]) => isSetting(name));
  const earlier = Array.isArray(former.attr.formerly) ? former.attr.formerly : [];
  const attr = { ...newcomer.attr, name: former.attr.name, formerly: [...earlier, former.attr.uniqueid] };
  return {
    ...newcomer,
    address: former.address,
    attr,
    config: { ...newcomer.config, ...Object.fromEntries(settings) },
  };
}

/** The settings in which the newcomer differs from the former device. A setting that the newcomer refuses is shown as it has it. */
function writeSettings({ devices, store, cause }: Call, { former, newcomer }: Succession): void {
  const resource = store.get(former.address);
  if (!resource) return;
  const writable = devices.writable(resource, "config").filter((name) => Object.hasOwn(newcomer.config, name));
  const differs = (name: string) => JSON.stringify(resource.config[name]) !== JSON.stringify(newcomer.config[name]);
  const values = Object.fromEntries(writable.filter(differs).map((name) => [name, resource.config[name]]));
  if (Object.keys(values).length === 0) return;
  devices
    .enqueue({
      resource: { ...resource, config: newcomer.config },
      section: "config",
      values,
      optimistic: values,
      cause,
    })
    .send();
}

/** A device that was bound to the former device is bound to the newcomer; and the newcomer is bound to the targets of the former device. */
function rebind(call: Call, former: Ieee, newcomer: Ieee): void {
  const job = call.engines.get(JOBS).begin({ does: "replace", cause: call.cause, about: String(call.params.mac) });
  renew(call, job, former, newcomer).then(
    () => job.done(),
    (error) => job.failed(error),
  );
}

interface Rebinding {
  readonly ieee: Ieee;
  readonly endpoint: number;
  readonly cluster: number;
  readonly to: BindTarget;
  readonly from?: BindTarget;
}

async function renew({ devices, radio }: Call, job: RunningJob, former: Ieee, newcomer: Ieee): Promise<void> {
  const { coordinator } = radio.network ?? {};
  const wiring = await radio.wiring();
  const isOf = (target: BindTarget, ieee: Ieee | undefined) => "ieee" in target && target.ieee === ieee;
  const wanted = wiring.flatMap(({ ieee, endpoint, clusters }) =>
    clusters.flatMap(({ id, bound }) =>
      bound.flatMap((target): Rebinding | readonly never[] => {
        if (ieee === former)
          return isOf(target, coordinator) ? [] : { ieee: newcomer, endpoint, cluster: id, to: target };
        if (!("ieee" in target) || !isOf(target, former)) return [];
        return { ieee, endpoint, cluster: id, to: { ...target, ieee: newcomer }, from: target };
      }),
    ),
  );
  const failed: Values[] = [];
  for (const [step, { ieee, endpoint, cluster, to, from }] of wanted.entries()) {
    job.progress(step, wanted.length, ieee);
    try {
      await devices.bind(ieee, endpoint, cluster, to);
      if (from) await devices.unbind(ieee, endpoint, cluster, from);
    } catch (error) {
      failed.push({ ieee, endpoint, cluster, description: error instanceof Error ? error.message : String(error) });
    }
  }
  job.progress(wanted.length, wanted.length);
  job.found({ bindings: wanted.length, failed });
}

const takeBack: Handler = (call) => {
  const { draft, clock } = call;
  const newcomer = demandDevice(call);
  const { uniqueid } = (newcomer.attr.replaces ?? {}) as { uniqueid?: string };
  const former = uniqueid === undefined ? undefined : draft.get(`${DEVICES}/${uniqueid}`);
  const was = former?.attr.replacedby as Former | undefined;
  if (!former || !was || was.ieee !== ieeeIn(newcomer) || clock.now() > was.at + REPLACEMENT_UNDO)
    throw new ApiError("notFound", call.address);
  for (const resource of was.resources) {
    const { name = resource.attr.name } = draft.get(resource.address)?.attr ?? {};
    draft.put({ ...resource, attr: { ...resource.attr, name } });
  }
  draft.patch(former.address, "attr", { gone: undefined, replacedby: undefined, ...was.device });
  const { known, name, options, notes, followsroom } = was.newcomer;
  const own = { known, name, options, notes, followsroom };
  draft.patch(newcomer.address, "attr", { ...own, scenes: undefined, replaces: undefined });
  const pair = { former: ieeeIn(former), newcomer: ieeeIn(newcomer) };
  call.after(() => call.devices.giveBack(pair));
  return [removed(call.address as Address, uniqueid)];
};

function ieeeIn({ attr }: Resource): Ieee {
  return String(attr.ieee);
}

function knownOf({ attr }: Resource): Values {
  return (attr.known ?? {}) as Values;
}

const NAMED = { address: text({ about: "`/lights/5`" }), type: text(), name: text() };

export const replacementRoutes: readonly Route[] = [
  [
    "GET",
    "/devices/:mac/replaces/:former",
    report,
    {
      does: "Look what would come of it if a device took the place of another one; nothing is changed",
      gives: object({
        members: {
          uniqueid: text({ about: "Of the former device" }),
          name: text(),
          resources: list({
            each: object({
              members: { ...NAMED, lacks: list({ each: text(), about: "Members that it will not have any more" }) },
            }),
            about: "That stay, with their ids and names",
          }),
          lacking: list({
            each: object({ members: NAMED }),
            about: "That nothing of the newcomer can follow: they are deleted",
          }),
          additional: list({ each: object({ members: NAMED }), about: "Of the newcomer, beside those" }),
        },
      }),
      errors: ["invalid"],
    },
  ],
  [
    "POST",
    "/devices/:mac/replaces",
    replace,
    {
      does: "Put a device in the place of another one: ids, names, groups, scenes, settings, bindings and history stay. The former one can be taken back for a day",
      body: { uniqueid: text({ about: "Of the former device" }) },
      needs: ["uniqueid"],
      errors: ["takes"],
    },
  ],
  ["DELETE", "/devices/:mac/replaces", takeBack, { does: "Take back the replacement of a device, within a day" }],
];

// ---- which resources take the place of which

interface Succession {
  readonly former: Resource;
  readonly newcomer: Resource;
  /** The members of state and config that the newcomer does not have. */
  readonly lacks: readonly string[];
}

interface ReplacementMatch {
  readonly successions: readonly Succession[];
  readonly lacking: readonly Resource[]; // of the former device, without a successor
  readonly additional: readonly Resource[]; // of the newcomer: it can do more
}

/** The same endpoint and type first, then the same type, then, of lights, any light: a socket may follow a lamp. */
const CRITERIA: readonly ((former: Resource, newcomer: Resource) => boolean)[] = [
  (former, newcomer) => former.type === newcomer.type && tailOf(former) === tailOf(newcomer),
  (former, newcomer) => former.type === newcomer.type,
  (former, newcomer) => familyOf(former.address) === "lights" && familyOf(newcomer.address) === "lights",
];

function matchOf(formers: readonly Resource[], newcomers: readonly Resource[]): ReplacementMatch {
  const successors = new Map<Address, Resource>();
  const taken = new Set<Address>();
  for (const fits of CRITERIA) {
    for (const former of formers) {
      if (successors.has(former.address)) continue;
      const newcomer = newcomers.find((each) => !taken.has(each.address) && fits(former, each));
      if (!newcomer) continue;
      successors.set(former.address, newcomer);
      taken.add(newcomer.address);
    }
  }
  return {
    successions: formers.flatMap((former) => {
      const newcomer = successors.get(former.address);
      return newcomer ? { former, newcomer, lacks: lacksOf(former, newcomer) } : [];
    }),
    lacking: formers.filter(({ address }) => !successors.has(address)),
    additional: newcomers.filter(({ address }) => !taken.has(address)),
  };
}

function lacksOf(former: Resource, newcomer: Resource): readonly string[] {
  const missing = (section: "state" | "config") =>
    Object.keys(former[section]).filter((name) => !Object.hasOwn(newcomer[section], name));
  return [...missing("state"), ...missing("config")];
}

/** The part of a unique id behind the address of the device: endpoint and cluster. */
function tailOf({ attr }: Resource): string {
  const uniqueid = String(attr.uniqueid);
  return uniqueid.slice(uniqueid.indexOf("-"));
}
