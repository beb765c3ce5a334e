/** Values that change by time alone: the local time of the config, the end of the link window, the end of a presence, and daylight. */
import { newIdOfFact } from "../core/ids.ts";
import type { Store } from "../core/store.ts";
import { defaults } from "../model/fields.ts";
import type { Address, Change, Resource, Stop, Values } from "../model/resource.ts";
import { positionOf, positionText, type SkyState, skyAt } from "../model/time/daylight.ts";
import type { GeoPosition } from "../model/time/sun.ts";
import { localSeconds, readUtc, utcMilliseconds, utcSeconds } from "../model/time/times.ts";
import { BY_CLOCK, BY_GATEWAY, type Engine, stopAll, timezoneOf } from "./engine.ts";

/** A condition of a rule on the time of day is so a condition on an item like any other. */
export const localtime: Engine = ({ store, clock }) => {
  const tell = (now: number) => {
    const values = { UTC: utcSeconds(now), localtime: localSeconds(now, timezoneOf(store)) };
    store.patch("/config", "attr", values, BY_CLOCK);
  };
  tell(clock.now());
  return clock.everySecond(tell);
};

/** The link window, in which a new program may get a key, closes by itself. */
export const linkWindow: Engine = ({ store, bus, clock }) => {
  let close: Stop = () => {};
  const hearing = bus.on(
    ({ resource, values }) => {
      if (!("unlockeduntil" in values)) return;
      close();
      if (resource.attr.linkbutton !== true) return;
      const left = Number(values.unlockeduntil) - clock.now();
      close = clock.after(left, () => store.patch("/config", "attr", { linkbutton: false }, BY_CLOCK));
    },
    { families: ["config"] },
  );
  return stopAll([hearing, () => close()]);
};

/** A sensor whose presence no report ends loses it `config.duration` seconds after it was last reported, also over a restart. */
export const presence: Engine = ({ store, bus, clock }) => {
  const timers = new Map<Address, Stop>();
  const disarm = (address: Address) => {
    timers.get(address)?.();
    timers.delete(address);
  };
  const arm = ({ address, config, state }: Resource) => {
    disarm(address);
    const duration = Number(config.duration ?? 0);
    if (state.presence !== true || duration <= 0) return;
    const whole = duration * 1000;
    const left = readUtc(state.lastupdated) + whole - clock.now();
    const end = () => store.patch(address, "state", { presence: false }, BY_CLOCK);
    timers.set(address, clock.after(Number.isNaN(left) ? whole : Math.min(whole, Math.max(0, left)), end));
  };
  for (const sensor of store.list("/sensors")) if (sensor.state.presence === true) arm(sensor);
  const hearing = bus.on(
    ({ event, resource, section, values }) => {
      if (event === "deleted") disarm(resource.address);
      else if ("presence" in resource.state && (event === "added" || section === "state" || "on" in values))
        arm(resource);
    },
    { families: ["sensors"] },
  );
  return stopAll([hearing, () => [...timers.keys()].forEach(disarm)]);
};

// ---- daylight

const DAYLIGHT_TYPE = "Daylight";
const OFFSET_TYPE = "CLIPDaylightOffset";
const PLACE = ["latitude", "longitude", "timezone"];
const SKY_INTERVAL = 10; // seconds between two updates
const SECOND = 1000;
const MINUTE = 60 * SECOND;

export const daylight: Engine = ({ store, bus, clock }) => {
  const offsets = new Set<Address>();
  for (const { type, address } of store.list("/sensors")) if (type === OFFSET_TYPE) offsets.add(address);

  const update = () => {
    const now = clock.now();
    const gateway = store.get("/config")?.attr ?? {};
    const spot = positionOf(gateway);
    const sky = spot && updateSky(store, gateway, spot, now);
    for (const address of offsets) updateOffsetSensor(store, address, sky, String(gateway.timezone ?? "UTC"), now);
  };
  const hearing = bus.on(
    (change) => {
      const { event, resource } = change;
      if (resource.type === OFFSET_TYPE && event === "added") offsets.add(resource.address);
      if (resource.type === OFFSET_TYPE && event === "deleted") offsets.delete(resource.address);
      if (concernsSky(change)) update();
    },
    { families: ["sensors", "config"] },
  );
  update();
  const ticks = clock.everySecond((now) => {
    if (Math.floor(now / SECOND) % SKY_INTERVAL === 0) update();
  });
  return stopAll([hearing, ticks]);
};

/** Whether the change moves the sky as it is seen from here. */
function concernsSky({ event, resource, section, values }: Change): boolean {
  if (resource.address === "/config") return PLACE.some((name) => name in values);
  if (resource.type === DAYLIGHT_TYPE) return section === "config";
  return resource.type === OFFSET_TYPE && (event === "added" || section === "config" || "localtime" in values);
}

function updateSky(store: Store, gateway: Values, spot: GeoPosition, now: number): SkyState {
  const uniqueid = `${String(gateway.bridgeid).match(/../g)?.join(":")}-01`;
  const found = store.find("/sensors", uniqueid) ?? store.find("/sensors", uniqueid.toLowerCase()); // as deCONZ writes it
  const sensor = found?.type === DAYLIGHT_TYPE ? found : undefined; // a client may have given its own sensor that id
  const config = sensor?.config ?? defaults(store.definitions[DAYLIGHT_TYPE]?.config ?? {});
  const { sunriseoffset, sunsetoffset } = config;
  const sky = skyAt(now, spot, { sunriseoffset: Number(sunriseoffset), sunsetoffset: Number(sunsetoffset) });
  const state = stateOf(sky);
  if (!sensor && gateway.undaylit !== positionText(spot)) {
    store.put(newSensor(store, uniqueid, config, { ...state, lastupdated: utcMilliseconds(now) }), BY_GATEWAY);
  }
  // the same values again would count as an update
  if (sensor && Object.entries(state).some(([name, value]) => sensor.state[name] !== value))
    store.patch(sensor.address, "state", state, BY_CLOCK);
  return sky;
}

function stateOf({ status, daylight, dark, sunrise, sunset }: SkyState): Values {
  const text = (time: number | undefined) => (time === undefined ? null : utcSeconds(time));
  return { daylight, dark, status, sunrise: text(sunrise), sunset: text(sunset) };
}

function newSensor(store: Store, uniqueid: string, config: Values, state: Values): Resource {
  const words = { name: DAYLIGHT_TYPE, modelid: "PHDL00", manufacturername: "Philips", swversion: "1.0", uniqueid };
  const address: Address = `/sensors/${newIdOfFact(store, "sensors", BY_GATEWAY)}`;
  return { address, type: DAYLIGHT_TYPE, attr: words, config, state, action: {} };
}

function updateOffsetSensor(
  store: Store,
  address: Address,
  sky: SkyState | undefined,
  zone: string,
  now: number,
): void {
  const sensor = store.get(address);
  const localtime = sensor && localtimeOf(sensor, sky, zone, now);
  if (localtime === undefined || localtime === sensor?.state.localtime) return;
  store.patch(address, "state", { localtime }, BY_CLOCK);
}

/** Sunrise or sunset, moved; or the clock time that it has, today. */
function localtimeOf(
  { config, state }: Resource,
  sky: SkyState | undefined,
  zone: string,
  now: number,
): string | undefined {
  const { mode, offset } = config;
  if (mode === "fix" && typeof state.localtime === "string")
    return localSeconds(now, zone).slice(0, 10) + state.localtime.slice(10);
  const time = mode === "sunrise" ? sky?.sunrise : mode === "sunset" ? sky?.sunset : undefined;
  return time === undefined ? undefined : localSeconds(time + Number(offset) * MINUTE, zone);
}
