/** One connection to a stick, from its start to its end: herdsman, the converters, and all that stands between them and the gateway. */
import { Controller, setLogger } from "zigbee-herdsman";
import { clearGlobalStore, setLogger as setConverterLogger } from "zigbee-herdsman-converters";
import { wordsOf } from "../../model/errors.ts";
import {
  type Answers,
  type DeviceFacts,
  type Ieee,
  type Order,
  type RadioBackup,
  RadioError,
  type RadioNews,
} from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import type { RadioSettings } from "../protocol.ts";
import { openArrivals } from "./arrivals.ts";
import { backUp } from "./backup.ts";
import { tame } from "./breaker.ts";
import { calm } from "./calm.ts";
import { openConfiguring } from "./configure.ts";
import { describe } from "./describe.ts";
import type { Files } from "./files.ts";
import { adapterOf, type Device, type Herdsman } from "./herdsman.ts";
import type { House, KeptHouse } from "./house.ts";
import { openInbound } from "./inbound.ts";
import { capacityOf, networkFacts } from "./network-facts.ts";
import type { NetworkNumbers } from "./network-file.ts";
import { openOrders } from "./orders.ts";
import { openParties } from "./parties.ts";
import { openPermit } from "./permit.ts";
import { openPolling } from "./polling.ts";
import { openRegistry } from "./registry.ts";
import { openSeen } from "./seen.ts";
import { openStates } from "./states.ts";
import type { SerialOptions } from "./stick.ts";
import { listenTo } from "./words.ts";

export interface SessionParts {
  readonly settings: RadioSettings;
  readonly stick: SerialOptions;
  readonly files: Files;
  readonly numbers: NetworkNumbers;
  readonly options: ReadonlyMap<Ieee, Values>;
  readonly house: KeptHouse | undefined;
  readonly news: (news: RadioNews) => void;
  readonly say: (level: "info" | "warn" | "error", text: string) => void;
  readonly broken: (error: unknown) => void; // it cannot go on
}

export interface Session {
  obey(order: Order, deadline: number): Promise<Answers[Order["do"]]>;
  permit(seconds: number, via?: Ieee): Promise<void>;
  installCode(code: string): Promise<void>;
  describe(ieee: Ieee): DeviceFacts | undefined;
  optionsChanged(ieee: Ieee): void;
  backup(): Promise<RadioBackup>;
  close(): Promise<void>;
}

const ROOM = 64; // frames in herdsman's own queue: who goes first is decided before
const COORDINATOR = "Coordinator";
const MOVING_IN = 3600; // seconds at most
const HOME = 1; // its endpoint where reports go

export async function openSession(parts: SessionParts): Promise<Session> {
  const { stick, files, house, news, say, broken } = parts;
  const warn = (text: string) => say("warn", text);
  setLogger(listenTo(say));
  setConverterLogger(listenTo(say));

  const states = openStates(files.states, broken);
  const told = (device: DeviceFacts) => news({ kind: "device", device });
  const registry = openRegistry({ states, options: parts.options, warn, told });
  const herdsman = herdsmanFor(parts);
  herdsman.setMaxListeners(0);
  herdsman.once("adapterDisconnected", () => broken(new Error("ECONNRESET: the adapter is disconnected")));

  const starting = herdsman.start();
  const preparing = prepareAll(herdsman); // while the stick takes its time
  const result = await starting;
  await preparing;
  calm(herdsman, broken);
  const breaker = tame(adapterOf(herdsman), await capacityOf(herdsman, stick.adapter));
  const ours = herdsman.getDevicesByType(COORDINATOR)[0]?.getEndpoint(HOME);
  if (!ours) throw new Error("the coordinator has no endpoint 1");

  const seen = openSeen(news);
  const inbound = openInbound({ registry, states, news, warn });
  const polling = openPolling((ieee) => !herdsman.getDeviceByIeeeAddr(ieee));
  const configuring = openConfiguring({ registry, polling, ours, warn });
  const forgotten = (ieee: Ieee) => {
    polling.forget(ieee);
    seen.forget(ieee);
    breaker.heard(ieee);
  };
  const arrivals = openArrivals({ herdsman, registry, configuring, news, warn, forgotten });
  const parties = openParties({ herdsman, registry, states, inbound });
  const obey = openOrders({ herdsman, parties, breaker, arrivals, configuring, ours, news, warn });
  const permit = openPermit(herdsman, (seconds) => news({ kind: "permit", seconds }), warn);

  const heard = (device: Device) => {
    breaker.heard(device.ieeeAddr);
    if (device.type !== COORDINATOR) seen.note(device);
  };
  const guard = <Event>(hear: (event: Event) => void) => {
    return (event: Event) => {
      try {
        hear(event);
      } catch (error) {
        warn(`what a device did could not be understood: ${wordsOf(error)}`);
      }
    };
  };
  herdsman.on(
    "lastSeenChanged",
    guard(({ device }) => heard(device)),
  );
  herdsman.on(
    "deviceJoined",
    guard(({ device }) => arrivals.joined(device)),
  );
  herdsman.on(
    "deviceInterview",
    guard(({ device, status }) => arrivals.interviewed(device, status)),
  );
  herdsman.on(
    "deviceAnnounce",
    guard(({ device }) => arrivals.announced(device)),
  );
  herdsman.on(
    "deviceLeave",
    guard(({ ieeeAddr }) => arrivals.left(ieeeAddr)),
  );
  herdsman.on(
    "deviceNetworkAddressChanged",
    guard(({ device }) => void registry.event("deviceNetworkAddressChanged", device)),
  );
  herdsman.on(
    "permitJoinChanged",
    guard(({ permitted }) => !permitted && permit.closed()),
  );

  const network = await networkFacts(herdsman, stick.adapter, result === "reset");
  await Promise.all(
    others(herdsman)
      .filter(isInterviewed)
      .map((device) => registry.attach(device)),
  );
  const everyone = others(herdsman).map(factsOf);
  herdsman.on(
    "message",
    guard((message) => {
      inbound.hear(message);
      configuring.heard(message.device);
      arrivals.heard(message.device);
    }),
  );
  news({ kind: "up", network, devices: everyone });
  for (const { device } of registry.all()) configuring.consider(device, false);
  if (house) fill(house.house).catch((error) => warn(`the virtual house could not move in: ${wordsOf(error)}`));

  const save = () => {
    states.save();
    house?.keep();
  };
  return {
    obey,
    permit: async (seconds, via) => await permit.open(seconds, via === undefined ? undefined : parties.device(via)),
    installCode: async (code) => {
      if (!network.can.includes("installcode"))
        throw new RadioError("unsupported", "this stick does not take install codes");
      await herdsman.addInstallCode(code);
    },
    describe: (ieee) => {
      const device = herdsman.getDeviceByIeeeAddr(ieee);
      return device && device.type !== COORDINATOR ? factsOf(device) : undefined;
    },
    optionsChanged: registry.optionsChanged,
    backup: async () => await backUp({ herdsman, files, save }),
    close: async () => {
      for (const part of [permit, configuring, polling]) part.close();
      await registry.close();
      clearGlobalStore();
      states.close();
      await herdsman.stop();
    },
  };

  /** The first time, its devices join one after the other. */
  async function fill({ isComplete, complete }: House): Promise<void> {
    if (isComplete) return;
    await permit.open(MOVING_IN);
    await complete;
    await permit.open(0);
  }

  function factsOf(device: Device): DeviceFacts {
    const known = registry.get(device.ieeeAddr);
    return known ? registry.facts(known) : describe(device, undefined);
  }

  async function prepareAll(of: Herdsman): Promise<void> {
    await Promise.all(
      others(of)
        .filter(isInterviewed)
        .map((device) => registry.prepare(device)),
    );
  }
}

function herdsmanFor({ settings, stick, files, numbers }: SessionParts): Herdsman {
  return new Controller({
    network: {
      panID: numbers.panid,
      extendedPanID: [...numbers.extendedpanid],
      networkKey: [...numbers.key],
      channelList: [settings.channel],
    },
    serialPort: { ...stick },
    databasePath: files.database,
    databaseBackupPath: files.databaseCopy,
    backupPath: files.coordinator,
    adapter: { disableLED: false, concurrent: ROOM },
    acceptJoiningDeviceHandler: async () => true,
  });
}

function others(herdsman: Herdsman): Device[] {
  return [...herdsman.getDevicesIterator(({ type }) => type !== COORDINATOR)];
}

function isInterviewed({ interviewState }: Device): boolean {
  return String(interviewState) === "SUCCESSFUL";
}
