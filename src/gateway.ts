/** Builds a gateway from its ports: store, bus, disk queue, devices and engines, in the order in which they hear of changes. */
import { Bus } from "./core/bus.ts";
import type { Declares } from "./core/call.ts";
import { DiskQueue } from "./core/disk-queue.ts";
import type { Draft } from "./core/draft.ts";
import { openDoor } from "./core/perform.ts";
import { Store } from "./core/store.ts";
import { type OpenDevices, openDevices } from "./devices/devices.ts";
import { deconz, errorReply } from "./edges/deconz/dialect.ts";
import { openDoctor } from "./engines/doctor/doctor.ts";
import { BY_GATEWAY, type EngineParts, stopAll, timezoneOf } from "./engines/engine.ts";
import { formerNames } from "./engines/former-names.ts";
import { Furnishing } from "./engines/furnishing.ts";
import { groupState } from "./engines/group-state.ts";
import { groupMembers, remoteScenes } from "./engines/groups.ts";
import { openHistory } from "./engines/history/history-engine.ts";
import { jobs, noteMoved } from "./engines/jobs.ts";
import { namesAfter } from "./engines/named-after.ts";
import { rules } from "./engines/rules/rule-engine.ts";
import { schedules } from "./engines/schedules/schedule-engine.ts";
import { searching } from "./engines/searching.ts";
import { daylight, linkWindow, localtime, presence } from "./engines/timed-values.ts";
import { WriteBehind } from "./engines/write-behind.ts";
import { GATEWAY } from "./model/addresses.ts";
import { RULE_ENGINE, type RuleEngine } from "./model/automation/rule-engine.ts";
import type { Definitions } from "./model/definitions.ts";
import type { Devices, DeviceValues } from "./model/devices.ts";
import { EnginePorts } from "./model/engine-ports.ts";
import { ApiError, shortly, wordsOf } from "./model/errors.ts";
import { accept, defaults } from "./model/fields.ts";
import type { HistoryDisk } from "./model/history/ports.ts";
import type { Caller } from "./model/keys.ts";
import type { Clock, Disk, Host, Log, Web } from "./model/ports.ts";
import type { Radio, RadioEvent } from "./model/radio/radio-port.ts";
import type { Address, Perform, Reply, Resource, Stop, Values } from "./model/resource.ts";
import { isZone } from "./model/time/times.ts";
import { DEFAULT_NAME } from "./resources/config/config.ts";
import { keyChecker } from "./resources/config/keys.ts";
import { CONFIG, CONFIG_FIELDS } from "./resources/config/type.ts";
import { DEFINITIONS, ROUTES, singletons } from "./resources/index.ts";

interface GatewayParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly disk: Disk;
  readonly historyDisk: HistoryDisk;
  readonly host: Host;
  readonly web: Web;
  readonly radio: Radio;
  readonly settings: ConfigSettings;
  readonly definitions?: Definitions; // of all resource types, when other than usual
  readonly devices?: Devices; // in place of those behind the radio
  readonly declares?: Declares; // when flows may have lost their declared resources
}

/** The settings of the node's dialog, which REST may change too. */
export interface ConfigSettings {
  readonly name?: string;
  readonly timezone?: string;
  readonly zigbeechannel?: number;
  readonly latitude?: number;
  readonly longitude?: number;
}

export interface Gateway {
  readonly perform: Perform;
  readonly bus: Bus;
  readonly store: Store;
  readonly engines: EnginePorts;
  /** The settings of the dialog, which has changed while the gateway runs: a mere label is taken over without a new start. */
  applySettings(settings: ConfigSettings): void;
  /** Resolves when everything is loaded; rejected with one plain sentence when that failed. */
  readonly ready: Promise<void>;
  /** Tries once more after that failed; resolves or rejects like `ready`. */
  openAgain(): Promise<void>;
  callerOf(key: string): Caller | undefined;
  /** Of a key that another program may have given, which takes a while the first time; undefined: it is none of those. */
  proveKey(key: string): Promise<Caller | undefined> | undefined;
  /** The last values of devices, in the words of their converters. */
  readonly deviceValues: DeviceValues;
  /** The buttons and events of a remote. */
  buttonsOf: Devices["buttons"];
  /** The deed of a light that an event of a remote asks for. */
  keyDeedOf: Devices["keyDeed"];
  /** The latest evaluations of a rule, with their reasons. */
  traceOf: RuleEngine["trace"];
  /** Why the disk refuses writes; "" while it takes them. */
  diskTrouble(): string;
  /** Hears how commands to devices ended on air. */
  onDelivery: OpenDevices["onDelivery"];
  isDesired: OpenDevices["isDesired"];
  stop(): Promise<void>;
}

const ENGINES = [
  jobs,
  namesAfter,
  formerNames,
  localtime,
  daylight,
  linkWindow,
  searching,
  presence,
  groupMembers,
  groupState,
  schedules,
] as const;
const ENGINES_AFTER_DEVICES = [rules] as const; // they see the changes that device messages have made

/** It exists at once: subscriptions work from the start, and commands are performed when it is ready. */
export function openGateway(parts: GatewayParts): Gateway {
  return new OpenedGateway(parts);
}

/** Its functions are fields: callers pass them on by themselves. */
class OpenedGateway implements Gateway {
  readonly bus: Bus;
  readonly store: Store;
  readonly engines = new EnginePorts();
  readonly ready: Promise<void>;
  readonly callerOf: Gateway["callerOf"];
  readonly proveKey: Gateway["proveKey"];
  readonly deviceValues: DeviceValues;
  readonly buttonsOf: Gateway["buttonsOf"];
  readonly keyDeedOf: Gateway["keyDeedOf"];
  readonly onDelivery: Gateway["onDelivery"];
  readonly isDesired: Gateway["isDesired"];
  readonly #parts: GatewayParts;
  readonly #diskQueue: DiskQueue;
  readonly #devices: OpenDevices;
  readonly #engineParts: EngineParts;
  readonly #perform: Perform; // once it is open
  #state: "opening" | "open" | "closed" = "opening";
  #attempt: Promise<void>; // the last one to open it
  #close: () => Promise<void> = async () => {};
  #stopping: Promise<void> | undefined;

  constructor(parts: GatewayParts) {
    const { clock, log, disk, host, web, radio, definitions = DEFINITIONS, declares = () => true } = parts;
    this.#parts = parts;
    this.bus = new Bus(log);
    this.store = new Store({ definitions, clock, bus: this.bus, salt: host.random(16) });
    const { bus, store, engines } = this;
    this.#diskQueue = new DiskQueue(disk, store, log, clock);
    this.#devices = openDevices({ store, bus, clock, log, radio, engines, keep: (address) => this.#keep(address) });
    this.#engineParts = {
      ...{ store, bus, clock, log, host, web, engines },
      whenKept: (draft, goOn) => this.#whenKept(draft, goOn),
      perform: (command, cause) => this.#perform(command, cause),
    };
    const devices = parts.devices ?? this.#devices.devices;
    const execute = openDoor({ store, clock, host, radio, devices, engines, log, declares }, this.#diskQueue, ROUTES);
    this.#perform = deconz(execute);
    const keys = keyChecker(store, host, clock);
    this.callerOf = keys.callerOf;
    this.proveKey = keys.proveKey;
    this.deviceValues = this.#devices.values;
    this.buttonsOf = devices.buttons;
    this.keyDeedOf = devices.keyDeed;
    this.onDelivery = this.#devices.onDelivery;
    this.isDesired = this.#devices.isDesired;
    this.ready = this.#open();
    this.#attempt = this.ready;
    this.ready.catch(() => {}); // a caller that waits gets the error; no caller has to wait
  }

  readonly perform: Perform = (command, cause) => {
    const closed = () => unavailable(command.address);
    if (this.#state === "open") return this.#perform(command, cause);
    if (this.#state === "closed") return closed();
    return this.#attempt.then(() => (this.#state === "open" ? this.#perform(command, cause) : closed()), closed);
  };

  readonly traceOf: Gateway["traceOf"] = (rule) => this.engines.find(RULE_ENGINE)?.trace(rule) ?? [];

  readonly applySettings = (settings: ConfigSettings): void => applySettings(this.store, settings, this.#parts.log);

  readonly diskTrouble = (): string => this.#diskQueue.refusal;

  readonly openAgain = (): Promise<void> => {
    this.#attempt = this.#attempt.catch(() => {
      if (this.#stopping !== undefined) return;
      this.#state = "opening";
      return this.#open();
    });
    this.#attempt.catch(() => {});
    return this.#attempt;
  };

  readonly stop = (): Promise<void> => {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  };

  async #stop(): Promise<void> {
    await this.#attempt.catch(() => {});
    this.#state = "closed";
    await this.#close();
  }

  async #open(): Promise<void> {
    const { disk, log } = this.#parts;
    try {
      const records = await disk.open();
      this.#close = () => disk.close();
      const unknown = this.store.load(records);
      if (unknown.length > 0)
        log.warn(`${unknown[0]}: ${unknown.length} records are unknown to this version and left alone`);
      putSingletons(this.store, this.#parts);
      const writeBehind = new WriteBehind(this.#engineParts, this.#diskQueue);
      const stops = this.#startEngines();
      const history = openHistory({ ...this.#engineParts, disk: this.#parts.historyDisk });
      this.#close = () => this.#closeAll(stops, writeBehind, history.stop);
      await writeBehind.flush(); // the next start must have the identity of this one
      this.#state = "open";
    } catch (error) {
      this.#state = "closed";
      throw error;
    }
  }

  #startEngines(): readonly Stop[] {
    const { radio, log } = this.#parts;
    const { store, bus } = this;
    const stops: Stop[] = ENGINES.map((engine) => engine(this.#engineParts));
    stops.push(this.#devices.onScene(remoteScenes(this.#engineParts)), this.#devices.start());
    stops.push(openDoctor({ ...this.#engineParts, radio }));
    stops.push(...ENGINES_AFTER_DEVICES.map((engine) => engine(this.#engineParts)));
    const furnishing = new Furnishing(this.#engineParts);
    const tellPast = async () => (await radio.virtual?.past()) ?? [];
    const setZone = () => radio.setZone(timezoneOf(store));
    setZone();
    stops.push(
      bus.on(({ resource, values }) => {
        if (resource.address === CONFIG && "timezone" in values) setZone();
      }),
      radio.hear((event) => this.#hearRadio(event)),
      radio.hear((event) => event.kind === "furnished" && furnishing.furnish(event.groups, tellPast)),
      furnishing.start(),
    );
    store.patch(GATEWAY, "state", { event: "restarted" }, BY_GATEWAY); // the gateway did not hear the events of the house meanwhile
    radio.start().catch((error) => log.warn(`/config/rfconnected: ${wordsOf(error)}`));
    return stops;
  }

  #hearRadio(event: RadioEvent): void {
    const tell = (state: Values) => this.store.patch(GATEWAY, "state", state, BY_GATEWAY);
    if (event.kind === "full") tell({ event: "queue-full" });
    if (event.kind === "moved") noteMoved(this.#engineParts, event.done, event.total);
    if (event.kind === "up") tell({ event: "radio-up", reason: "" });
    if (event.kind === "down") tell({ event: "radio-down", reason: event.reason });
  }

  async #closeAll(stops: readonly Stop[], writeBehind: WriteBehind, stopHistory: () => Promise<void>): Promise<void> {
    const { radio, disk, log } = this.#parts;
    stopAll(stops)();
    writeBehind.stop();
    await radio.stop().catch((error) => log.warn(`/config/rfconnected: ${wordsOf(error)}`));
    await stopHistory(); // it holds what it knows until now
    await writeBehind.flush();
    await this.#diskQueue.idle();
    await disk.close();
  }

  #keep(address: Address): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#diskQueue.keep([address], true, (error) => (error === undefined ? resolve() : reject(error)));
    });
  }

  /** A refused write counts all the same, and is tried again with the next one. */
  #whenKept(draft: Draft, goOn: () => void): void {
    const addresses = draft.saving()?.addresses ?? [];
    this.#diskQueue.keep(addresses, false, (error) => {
      this.store.commit(draft);
      if (error !== undefined) this.store.giveBackDirty(addresses);
      goOn();
    });
  }
}

/** Adds the resources that every gateway has, and applies the dialog's values. */
function putSingletons(store: Store, { host, radio, settings, log }: GatewayParts): void {
  const fresh = { ...defaults(CONFIG_FIELDS), name: DEFAULT_NAME, timezone: hostZone(), ...newIdentity(host) };
  for (const singleton of singletons(fresh, radio.virtual !== undefined))
    if (!store.get(singleton.address)) store.put(singleton, BY_GATEWAY);
  const config = store.get(CONFIG) as Resource;
  const missing = Object.entries(fresh).filter(([name]) => config.attr[name] === undefined);
  store.patch(CONFIG, "attr", Object.fromEntries(missing), BY_GATEWAY);
  applySettings(store, settings, log);
}

/** Only settings that differ from those applied last: a change by REST since then stays. */
function applySettings(store: Store, settings: ConfigSettings, log: Log): void {
  const applied = (store.get(CONFIG)?.attr.applied ?? {}) as Values;
  const wanted = validSettings(settings, log);
  const changed = Object.entries(wanted).filter(([name, value]) => applied[name] !== value);
  if (changed.length > 0) store.patch(CONFIG, "attr", { ...Object.fromEntries(changed), applied: wanted }, BY_GATEWAY);
}

/** An old flow, or one written by hand, may have impossible values. */
function validSettings(settings: ConfigSettings, log: Log): Values {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(
    given.filter(([name, value]) => {
      const field = CONFIG_FIELDS[name];
      const fits = field !== undefined && accept(field, value) !== undefined;
      if (!fits) log.warn(`/config/${name}: ${shortly(value)} is not possible, and left as it was`);
      return fits;
    }),
  );
}

function newIdentity(host: Host): Values {
  const uuid = host.random(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-a$4-$5");
  return { bridgeid: `00212EFFFF${host.random(3).toUpperCase()}`, uuid };
}

function hostZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : "UTC";
}

function unavailable(address: string): Reply {
  return errorReply(new ApiError("internal", address, "the gateway is not running"));
}
