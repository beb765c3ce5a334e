/** Who is built and who hears whom: the house, put together from its ports. */
import { Bus } from "./core/bus.ts";
import type { Declares } from "./core/call.ts";
import { Ledger } from "./core/ledger.ts";
import { openDoor } from "./core/perform.ts";
import { Store } from "./core/store.ts";
import { type OpenDevices, openDevices } from "./devices/devices.ts";
import { deconz, errorReply } from "./edges/deconz/dialect.ts";
import { daylight } from "./engines/daylight.ts";
import { BY_GATEWAY, type EngineParts, stopAll, timezoneOf } from "./engines/engine.ts";
import { groupMembers, groupState, remoteScenes } from "./engines/groups.ts";
import { type History, openHistory } from "./engines/history.ts";
import { jobs } from "./engines/jobs.ts";
import { rules } from "./engines/rules/rule-engine.ts";
import { schedules } from "./engines/schedules/schedule-engine.ts";
import { searching } from "./engines/searching.ts";
import { linkWindow, localtime, presence } from "./engines/timed-values.ts";
import { WriteBehind } from "./engines/write-behind.ts";
import type { Definitions } from "./model/definitions.ts";
import type { Devices } from "./model/devices.ts";
import { EnginePorts } from "./model/engine-ports.ts";
import { ApiError, shortly, wordsOf } from "./model/errors.ts";
import { accept, defaults } from "./model/fields.ts";
import type { Caller } from "./model/keys.ts";
import type { Clock, Disk, Host, Log, Web } from "./model/ports.ts";
import type { Radio } from "./model/radio.ts";
import type { Address, Perform, Reply, Resource, Stop, Values } from "./model/resource.ts";
import { RULE_ENGINE, type RuleEngine } from "./model/rule-engine.ts";
import { isZone } from "./model/times.ts";
import { DEFAULT_NAME } from "./resources/config/config.ts";
import { GATEWAY } from "./resources/config/gateway-type.ts";
import { keyChecker } from "./resources/config/keys.ts";
import { CONFIG, CONFIG_FIELDS } from "./resources/config/type.ts";
import { DEFINITIONS, furniture, ROUTES } from "./resources/index.ts";

export interface GatewayParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly disk: Disk;
  readonly host: Host;
  readonly web: Web;
  readonly radio: Radio;
  readonly settings: GatewaySettings;
  readonly definitions?: Definitions; // of all resource types, when other than usual
  readonly devices?: Devices; // in place of those behind the radio
  readonly declares?: Declares; // when flows may have lost what they declared
}

/** What the dialog of the node says, and REST may change too. */
export interface GatewaySettings {
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
  /** Kept when everything is loaded; rejected, with one plain sentence, when that failed. */
  readonly ready: Promise<void>;
  /** After that failed: once more. Kept or rejected like `ready`. */
  openAgain(): Promise<void>;
  callerOf(key: string): Caller | undefined;
  /** What a remote can say. */
  buttonsOf: Devices["buttons"];
  /** Why a rule did what it did, of late. */
  traceOf: RuleEngine["trace"];
  /** How a number went of late. */
  historyOf: History["of"];
  /** What the disk says since it refuses writes; "" while it takes them. */
  diskTrouble(): string;
  /** How what was wished of devices ended on air. */
  onDelivery: OpenDevices["onDelivery"];
  stop(): Promise<void>;
}

const ENGINES = [
  jobs,
  localtime,
  daylight,
  linkWindow,
  searching,
  presence,
  groupMembers,
  groupState,
  schedules,
] as const;
const ENGINES_AFTER_DEVICES = [rules] as const; // what they hear of devices has become facts by then

/** It exists at once: whoever listens may do so from the start, and whoever wishes is served when it is ready. */
export function openGateway(parts: GatewayParts): Gateway {
  const { clock, log, disk, host, web, radio, definitions = DEFINITIONS, declares = () => true } = parts;
  const bus = new Bus(log);
  const store = new Store({ definitions, clock, bus, salt: host.random(16) });
  const ledger = new Ledger(disk, (address) => store.record(address), log, clock);
  const keep = (address: Address) =>
    new Promise<void>((resolve, reject) => {
      ledger.keep([address], true, (error) => (error === undefined ? resolve() : reject(error)));
    });
  const engines = new EnginePorts();
  const behind = openDevices({ store, bus, clock, log, radio, engines, keep });
  const whenKept: EngineParts["whenKept"] = (draft, goOn) => {
    const addresses = draft.saving()?.addresses ?? [];
    ledger.keep(addresses, false, (error) => {
      store.commit(draft);
      if (error !== undefined) store.giveBackDirty(addresses);
      goOn();
    });
  };
  const engineParts: EngineParts = {
    ...{ store, bus, clock, log, host, web, engines, whenKept },
    perform: (...wish) => door(...wish),
  };
  const history = openHistory(engineParts);
  const devices = parts.devices ?? behind.devices;
  const execute = openDoor({ store, clock, host, radio, devices, engines, log, declares }, ledger, ROUTES);
  const door = deconz(execute);
  let state: "opening" | "open" | "closed" = "opening";
  let close = async () => {};
  let closing: Promise<void> | undefined;

  const ready = open();
  let attempt = ready;
  ready.catch(() => {}); // whoever waits hears of it; nobody has to
  return {
    bus,
    store,
    engines,
    ready,
    openAgain: () => {
      attempt = attempt.catch(() => {
        if (closing !== undefined) return;
        state = "opening";
        return open();
      });
      attempt.catch(() => {});
      return attempt;
    },
    callerOf: keyChecker(store, host, clock),
    buttonsOf: devices.buttons,
    traceOf: (rule) => engines.find(RULE_ENGINE)?.trace(rule) ?? [],
    historyOf: history.of,
    diskTrouble: () => ledger.refusal,
    onDelivery: behind.onDelivery,
    perform: (command, cause) => {
      if (state === "open") return door(command, cause);
      if (state === "closed") return closed(command.address);
      return attempt.then(
        () => (state === "open" ? door(command, cause) : closed(command.address)),
        () => closed(command.address),
      );
    },
    stop: () => {
      closing ??= shut();
      return closing;
    },
  };

  async function shut(): Promise<void> {
    await attempt.catch(() => {});
    state = "closed";
    history.stop();
    await close();
  }

  async function open(): Promise<void> {
    try {
      const records = await disk.open();
      close = () => disk.close();
      const strange = store.load(records);
      if (strange.length > 0)
        log.warn(`${strange[0]}: ${strange.length} records are unknown to this version and left alone`);
      furnish(store, parts);
      const writeBehind = new WriteBehind(engineParts, ledger);
      close = start(engineParts, parts, behind, writeBehind, ledger);
      await writeBehind.flush(); // who it is must not be forgotten by the next start
      state = "open";
    } catch (error) {
      state = "closed";
      throw error;
    }
  }
}

function start(
  engineParts: EngineParts,
  { disk, radio, log }: GatewayParts,
  behind: OpenDevices,
  writeBehind: WriteBehind,
  ledger: Ledger,
): () => Promise<void> {
  const { store } = engineParts;
  const stops: Stop[] = ENGINES.map((engine) => engine(engineParts));
  stops.push(behind.onScene(remoteScenes(engineParts)), behind.start());
  stops.push(...ENGINES_AFTER_DEVICES.map((engine) => engine(engineParts)));
  const tellZone = () => radio.setZone(timezoneOf(store));
  tellZone();
  stops.push(
    engineParts.bus.on(({ resource, values }) => {
      if (resource.address === CONFIG && "timezone" in values) tellZone();
    }),
    radio.hear((news) => {
      if (news.kind === "full") store.patch(GATEWAY, "state", { event: "queue-full" }, BY_GATEWAY);
      if (news.kind !== "up" && news.kind !== "down") return;
      const reason = news.kind === "down" ? news.reason : "";
      store.patch(GATEWAY, "state", { event: `radio-${news.kind}`, reason }, BY_GATEWAY);
    }),
  );
  store.patch(GATEWAY, "state", { event: "restarted" }, BY_GATEWAY); // whatever went on in the house meanwhile, nobody heard it
  radio.start().catch((error) => log.warn(`/config/rfconnected: ${wordsOf(error)}`));
  return async () => {
    stopAll(stops)();
    writeBehind.stop();
    await radio.stop().catch((error) => log.warn(`/config/rfconnected: ${wordsOf(error)}`));
    await writeBehind.flush();
    await ledger.idle();
    await disk.close();
  };
}

/** What every gateway has; and the dialog's values, where they differ from those that it last said. */
function furnish(store: Store, { host, settings, log }: GatewayParts): void {
  const fresh = { ...defaults(CONFIG_FIELDS), name: DEFAULT_NAME, timezone: hostZone(), ...newIdentity(host) };
  for (const piece of furniture(fresh)) if (!store.get(piece.address)) store.put(piece, BY_GATEWAY);
  const config = store.get(CONFIG) as Resource;
  const missing = Object.entries(fresh).filter(([name]) => config.attr[name] === undefined);
  store.patch(CONFIG, "attr", Object.fromEntries(missing), BY_GATEWAY);
  const applied = (config.attr.applied ?? {}) as Values;
  const said = understood(settings, log);
  const news = Object.entries(said).filter(([name, value]) => applied[name] !== value);
  if (news.length > 0) store.patch(CONFIG, "attr", { ...Object.fromEntries(news), applied: said }, BY_GATEWAY);
}

/** An old flow, or one written by hand, may say what cannot be. */
function understood(settings: GatewaySettings, log: Log): Values {
  const said = Object.entries(settings).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(
    said.filter(([name, value]) => {
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

function closed(address: string): Reply {
  return errorReply(new ApiError("internal", address, "the gateway is not running"));
}
