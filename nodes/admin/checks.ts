/** The checks of the gateway's own things: radio, stick, backups, disk, clock, devices and their troubles, queue, MQTT. */
import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { idOf } from "../../src/model/addresses.ts";
import type { Finding } from "../../src/model/admin-api.ts";
import { wholeRuleOf } from "../../src/model/automation/endings.ts";
import { goneTarget, type IsThere, targetsOf } from "../../src/model/automation/targets.ts";
import { wordsOf } from "../../src/model/errors.ts";
import { scenesOf } from "../../src/model/lights/scenes.ts";
import type { Resource, Values } from "../../src/model/resource.ts";
import { batteryLevel } from "../../src/model/sensors/batteries.ts";
import { isZone, readMinutes } from "../../src/model/time/times.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";
import { BY_EDITOR } from "./call.ts";

/** The time in the browser that asks. */
export interface BrowserClock {
  readonly now: number | undefined; // its clock
  readonly zone: string; //            its time zone
}

export type HealthCheck = (runtime: GatewayRuntime, seen: BrowserClock) => Finding | Promise<Finding>;

const DAY = 86_400_000; // milliseconds
const OLD_BACKUP = 2; // days: one is made each night
const LITTLE_ROOM = 50_000_000; // bytes
const BUILT = Date.UTC(2026, 0, 1); // no clock can be before that
const SKEW = 60_000; // milliseconds
const EMPTY_SOON = 14 * DAY; // time enough to buy one
const WEAK = 40; // of 255
const SILENT = 25 * 3_600_000; // milliseconds: no live device is silent for longer than a day
const LATELY = 3_600_000; // milliseconds
const MOST_NAMES = 5;
const MAC_LENGTH = 23; // characters

type Parts = ReadonlyMap<string, readonly Resource[]>;

export const radio: HealthCheck = (runtime) => {
  const { path, network, loss } = runtime.opened.radio;
  if (path === "none") return { ok: null, says: "none", cure: "none" };
  const facts = network();
  if (runtime.isRadioStarting) return { ok: null, says: "starting" };
  if (!facts) return { ok: false, says: "down", values: { reason: runtime.radioTrouble, path }, cure: "down" };
  const { adapter, version, channel, can } = facts;
  const values = { adapter, version, channel };
  const { recovered, day, lost } = loss() ?? { recovered: 0, day: "", lost: [] };
  const parts = partsByDevice(runtime);
  const away = devicesOf(runtime).filter((each) => lost.includes(String(each.attr.ieee)) && !isReachable(each, parts));
  if (away.length > 0) return { ok: false, says: "lost", values: named(away), cure: "lost" };
  if (recovered > 0) return { ok: null, says: "mended", values: { count: recovered, day }, cure: "mended" };
  if (path === "virtual") return { ok: true, says: "virtual", values };
  if (!can.includes("backup")) return { ok: null, says: "no-backup", values, cure: "no-backup" };
  return { ok: true, says: "good", values };
};

export const backup: HealthCheck = async ({ opened, now }) => {
  const [newest] = await opened.backup.nightly.list();
  if (!newest) return { ok: null, says: "none", cure: "none" };
  const days = Math.max(0, Math.floor((now - Date.parse(newest.day)) / DAY));
  const values = { day: newest.day, days };
  return days <= OLD_BACKUP ? { ok: true, says: "good", values } : { ok: false, says: "old", values, cure: "old" };
};

/** A disk that refused a write a moment ago may take one now: a small file tells. */
export const disk: HealthCheck = async ({ opened }) => {
  const { folder, gateway } = opened;
  const { bavail, bsize } = await statfs(folder);
  const values = { free: Math.floor((bavail * bsize) / 1_000_000) };
  const trouble = gateway.diskTrouble();
  if (trouble !== "") return { ok: false, says: "refused", values: { reason: trouble }, cure: "refused" };
  try {
    await tryDisk(join(folder, `.trial-${process.pid}`));
  } catch (error) {
    return { ok: false, says: "refused", values: { reason: wordsOf(error) }, cure: "refused" };
  }
  if (bavail * bsize < LITTLE_ROOM) return { ok: false, says: "full", values, cure: "full" };
  return { ok: true, says: "good", values };
};

async function tryDisk(name: string): Promise<void> {
  try {
    const file = await open(name, "w", 0o600);
    try {
      await file.writeFile("trial");
      await file.datasync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(name, { force: true });
  }
}

export const clock: HealthCheck = ({ opened, now }, seen) => {
  const zone = String(opened.gateway.store.get("/config")?.attr.timezone ?? "");
  if (now < BUILT) return { ok: false, says: "past", values: { at: new Date(now).toISOString() }, cure: "clock" };
  if (seen.now !== undefined && Math.abs(now - seen.now) > SKEW)
    return { ok: false, says: "skew", values: { seconds: Math.round((now - seen.now) / 1000) }, cure: "clock" };
  if (!isZone(zone)) return { ok: false, says: "no-zone", values: { zone }, cure: "zone" };
  if (seen.zone !== "" && isZone(seen.zone) && offset(zone, now) !== offset(seen.zone, now))
    return { ok: null, says: "other-zone", values: { zone, own: seen.zone }, cure: "elsewhere" };
  return { ok: true, says: "good", values: { zone } };
};

/** Zones have several names: the time that it is there counts. */
function offset(zone: string, now: number): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
    .formatToParts(now)
    .filter(({ type }) => type === "timeZoneName")
    .map(({ value }) => value)
    .join("");
}

/** How those are heard that are there: of the others is told that they are not. */
export const links: HealthCheck = (runtime) => {
  const parts = partsByDevice(runtime);
  const devices = devicesOf(runtime).filter((device) => !isSilent(device, parts, runtime.now));
  const known = devices.filter(({ attr }) => typeof attr.linkquality === "number");
  if (known.length === 0) return { ok: null, says: "unknown" };
  const weak = known.filter(({ attr }) => Number(attr.linkquality) < WEAK);
  if (weak.length === 0) return { ok: true, says: "good", values: { count: known.length } };
  return { ok: false, says: "weak", values: named(weak), cure: "weak" };
};

export const silent: HealthCheck = (runtime) => {
  const devices = devicesOf(runtime);
  if (devices.length === 0) return { ok: null, says: "nobody" };
  const parts = partsByDevice(runtime);
  const all = devices.filter((device) => isSilent(device, parts, runtime.now));
  const gone = all.filter(({ attr }) => (attr.trouble as Values | null | undefined)?.lost !== true); // of the others is said why
  if (gone.length === 0 && all.length > 0) return { ok: null, says: "explained" };
  if (gone.length === 0) return { ok: true, says: "good", values: { count: devices.length } };
  const sleepers = gone.filter(({ attr }) => attr.sleepy === true).length;
  return { ok: false, says: "silent", values: named(gone), cure: sleepers === gone.length ? "sleepers" : "silent" };
};

function isSilent({ attr }: Resource, parts: Parts, now: number): boolean {
  if (!isReachable({ attr }, parts)) return true;
  return attr.sleepy === true && now - readMinutes(attr.lastseen) > SILENT;
}

function isReachable({ attr }: Pick<Resource, "attr">, parts: Parts): boolean {
  const own = parts.get(String(attr.uniqueid)) ?? [];
  return !own.some(({ state, config }) => (state.reachable ?? config.reachable) === false);
}

/** A battery that is low is no fault yet, but the user has to buy one: the check gives advice. Of one that may end any day it gives alarm. */
export const batteries: HealthCheck = async (runtime) => {
  const parts = partsByDevice(runtime);
  const levels = devicesOf(runtime).flatMap((device) => {
    const level = batteryLevel(parts.get(String(device.attr.uniqueid)) ?? []);
    return level ? [{ device, ...level }] : [];
  });
  if (levels.length === 0) return { ok: null, says: "none" };
  const empty = levels.filter(({ isEmpty }) => isEmpty).map(({ device }) => device);
  const low = levels.filter(({ isLow, isEmpty }) => isLow && !isEmpty).map(({ device }) => device);
  if (empty.length > 0) {
    const values = { ...named([...empty, ...low]), empty: named(empty), low: named(low) };
    if (low.length > 0) return { ok: false, says: "empty-and-low", values, cure: "empty" };
    return { ok: false, says: "empty", values, cure: "empty" };
  }
  const ends = await emptySoon(runtime);
  const next = levels.filter(({ isLow, device }) => !isLow && ends.includes(device.attr.uniqueid));
  const soon = next.map(({ device }) => device);
  if (low.length > 0 && soon.length > 0) {
    const values = { ...named([...low, ...soon]), low: named(low), soon: named(soon) };
    return { ok: null, says: "low-and-soon", values, cure: "low" };
  }
  if (low.length > 0) return { ok: null, says: "low", values: named(low), cure: "low" };
  if (soon.length > 0) return { ok: null, says: "soon", values: named(soon), cure: "soon" };
  return { ok: true, says: "good", values: { count: levels.length } };
};

/** The devices whose battery will be empty within two weeks, as its own curve says. */
async function emptySoon({ opened, now }: GatewayRuntime): Promise<readonly unknown[]> {
  const { status, body } = await opened.gateway.perform({ method: "GET", address: "/devices/batteries" }, BY_EDITOR);
  const rows = status === 200 ? (body as readonly Values[]) : [];
  return rows.filter(({ empty }) => Date.parse(String(empty)) - now < EMPTY_SOON).map(({ uniqueid }) => uniqueid);
}

export const queue: HealthCheck = ({ opened }) => {
  const { path, network, hasRoom } = opened.radio;
  if (path === "none" || !network()) return { ok: null, says: "no-radio" };
  if (!hasRoom()) return { ok: false, says: "full", cure: "full" };
  const wasFull = opened.gateway.store.get("/gateway")?.state.event === "queue-full";
  return wasFull ? { ok: null, says: "was-full", cure: "full" } : { ok: true, says: "good" };
};

export const errors: HealthCheck = ({ errors: { count, last, at }, now, portInUse }) => {
  if (count === 0) return { ok: true, says: "none" };
  const isTold = count === 1 && portInUse > 0 && last.startsWith("/config/port:"); // by the check of the API, with its cure
  if (isTold) return { ok: null, says: "some", values: { count, last } };
  const isNew = now - at < LATELY;
  return { ok: isNew ? false : null, says: "some", values: { count, last }, cure: "log" };
};

/** A check does not miss a device that is disabled. */
function devicesOf({ opened }: GatewayRuntime): readonly Resource[] {
  const all = opened.gateway.store.list("/devices");
  return all.filter(({ attr }) => attr.gone !== true && attr.disabled !== true);
}

/** The lights and sensors that each device became, by its address: the first eight bytes of their unique ids. */
function partsByDevice({ opened }: GatewayRuntime): Parts {
  const { store } = opened.gateway;
  const parts = new Map<string, Resource[]>();
  for (const part of [...store.list("/lights"), ...store.list("/sensors")]) {
    const mac = String(part.attr.uniqueid).slice(0, MAC_LENGTH);
    parts.set(mac, [...(parts.get(mac) ?? []), part]);
  }
  return parts;
}

/** Rules and schedules that do nothing, because the scene, the light or the like of an action is gone. Those that are disabled do nothing anyway. */
export const rules: HealthCheck = ({ opened }) => {
  const { store } = opened.gateway;
  const isThere: IsThere = (family, id, scene) => {
    if (family !== "scenes") return store.find(`/${family}`, id) !== undefined;
    const group = store.find("/groups", id);
    return group !== undefined && store.get(`${scenesOf(group.address)}/${scene}`) !== undefined;
  };
  const all = [...store.list("/rules"), ...store.list("/schedules")].filter(({ attr }) => attr.status === "enabled");
  if (all.length === 0) return { ok: null, says: "none" };
  const gone = all.filter(({ attr }) => targetsOf(attr).some((target) => goneTarget(target, isThere) !== undefined));
  if (gone.length === 0) return { ok: true, says: "good" };
  const shown = shownAs(gone, store.list("/rules"));
  const first = shown.slice(0, MOST_NAMES);
  const values = {
    count: shown.length,
    names: first.map(({ address, attr }) => String(attr.name || address)),
    addresses: first.map(({ address }) => address), // so that the panels can open them
    more: shown.length - first.length,
  };
  return { ok: false, says: "gone", values, cure: "open" };
};

/** In place of the part of a rule, the user sees the whole, once. */
function shownAs(found: readonly Resource[], all: readonly Resource[]): readonly Resource[] {
  const rules = Object.fromEntries(all.map(({ address, attr }) => [idOf(address), attr]));
  const wholes = found.map((each) => {
    const whole = wholeRuleOf(each.address, rules);
    return all.find(({ address }) => address === whole) ?? each;
  });
  return [...new Set(wholes)];
}

function named(devices: readonly Resource[]): Values {
  const first = devices.slice(0, MOST_NAMES);
  return {
    count: devices.length,
    names: first.map(({ attr }) => String(attr.name || attr.uniqueid)),
    uniqueids: first.map(({ attr }) => String(attr.uniqueid)), // so that the panels can open them
    more: devices.length - first.length,
  };
}

// ---- the connection to the MQTT broker

const MANY = 100; // messages that wait

export const mqtt: HealthCheck = ({ opened }) => {
  const state = opened.mqtt?.();
  if (!state) return { ok: null, says: "off" };
  const { broker, isUp, why, reason = "", waiting, isMute, isShared } = state;
  if (isUp && isMute) return { ok: false, says: "mute", values: { broker }, cure: "rights" };
  if (isUp && isShared) return { ok: false, says: "shared", values: { broker }, cure: "base" };
  if (isUp && waiting > MANY) return { ok: null, says: "slow", values: { broker, count: waiting } };
  if (isUp) return { ok: true, says: "good", values: { broker } };
  if (why === undefined) return { ok: null, says: "calling", values: { broker } };
  const says = why === "protocol" ? "refused" : why;
  if (/^(certificate|tls)/.test(why)) return { ok: false, says, values: { broker, reason }, cure: "certificate" };
  return { ok: false, says, values: { broker, reason }, cure: "broker" };
};

// ---- the troubles that the doctor has found: devices that have the same trouble are one sentence

const MOST = 5; // sentences

export const troubles: HealthCheck = (runtime) => {
  const { store } = runtime.opened.gateway;
  const ill = store.list("/devices").filter(({ attr }) => attr.trouble && attr.disabled !== true);
  const alive = ill.filter(
    ({ attr }) => attr.gone !== true || hasParts(store.list("/lights"), store.list("/sensors"), attr),
  );
  if (alive.length === 0) {
    const parts = partsByDevice(runtime);
    const gone = devicesOf(runtime).filter((device) => isSilent(device, parts, runtime.now));
    return gone.length === 0 ? { ok: true, says: "none" } : { ok: null, says: "unknown", values: named(gone) };
  }
  const groups = new Map<string, Resource[]>();
  for (const device of alive) {
    const { kind, by = "" } = device.attr.trouble as Values;
    const key = `${kind} ${by}`;
    groups.set(key, [...(groups.get(key) ?? []), device]);
  }
  const found = [...groups.values()].slice(0, MOST).flatMap((all) => {
    const { trouble } = all[0]?.attr ?? {};
    const byname = nameOf(store.get(`/devices/${(trouble as Values).by}`));
    return [{ trouble, names: all.map((device) => nameOf(device)), byname }];
  });
  const blamed = alive.flatMap(({ attr }) => store.get(`/devices/${(attr.trouble as Values).by}`) ?? []);
  const about = [...new Set([...blamed, ...alive])].slice(0, MOST);
  const isAir = alive.some(({ attr }) => (attr.trouble as Values).kind === "channel-busy");
  return {
    ok: false,
    says: "found",
    values: {
      found,
      names: about.map((device) => nameOf(device)),
      uniqueids: about.map(({ attr }) => String(attr.uniqueid)),
    },
    cure: isAir ? "channel" : "device",
  };
};

/** One that left still stands where its lights and sensors are; one that was deleted does not. */
function hasParts(lights: readonly Resource[], sensors: readonly Resource[], { uniqueid }: Values): boolean {
  return [...lights, ...sensors].some(({ attr }) => String(attr.uniqueid).slice(0, MAC_LENGTH) === uniqueid);
}

function nameOf(device: Resource | undefined): string {
  return String(device?.attr.name || device?.attr.uniqueid || "");
}

// ---- the stick's own counts: how many frames go out well, and whether a foreign sender is in its network

const ENOUGH = 100; // frames, to say anything by
const LOSSY = 0.1; // of them
const STRANGE = 200; // frames in a day that only a second coordinator, or a device that was put back, sends

export const stick: HealthCheck = async ({ opened: { gateway } }) => {
  const { status, body } = await gateway.perform({ method: "GET", address: "/devices/channels" }, BY_EDITOR);
  const counted = status === 200 ? ((body as Values).stick as Record<string, number> | undefined) : undefined;
  if (!counted) return { ok: null, says: "none" };
  const { sent = 0, retried = 0, failed = 0, replayed = 0, undecrypted = 0 } = counted;
  const all = sent + failed;
  const strange = replayed + undecrypted;
  if (strange >= STRANGE) return { ok: false, says: "rival", values: { count: strange }, cure: "rival" };
  if (all < ENOUGH) return { ok: null, says: "few" };
  const values = { count: all, retried: percent(retried, all), failed: percent(failed, all) };
  return failed > LOSSY * all
    ? { ok: false, says: "lossy", values, cure: "lossy" }
    : { ok: true, says: "good", values };
};

function percent(part: number, all: number): number {
  return Math.round((100 * part) / all);
}
