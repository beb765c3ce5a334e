/** One connection to a stick, from its start to its end: herdsman, the converters, and all that stands between them and the gateway. */
import { clearGlobalStore, setLogger } from "zigbee-herdsman-converters";
import { wordsOf } from "../../model/errors.ts";
import type { DeviceFacts, Ieee } from "../../model/radio/device-facts.ts";
import {
  type Answers,
  type ClusterCatalog,
  type EndpointWiring,
  type Order,
  RadioError,
} from "../../model/radio/orders.ts";
import type { NetworkFacts, RadioBackup, RadioEvent, TouchlinkJob } from "../../model/radio/radio-port.ts";
import type { Stop, Values } from "../../model/resource.ts";
import { searchAddresses } from "./adapter/address-search.ts";
import { CircuitBreaker } from "./adapter/circuit-breaker.ts";
import { DeliveryCounts } from "./adapter/delivery-counts.ts";
import { hearGroups } from "./adapter/ember-patches.ts";
import { watchFrameCounter } from "./adapter/frame-counter.ts";
import { batchDatabaseSaves, guardAdapter, limitAdapterCalls, parseInChunks } from "./adapter/herdsman-patches.ts";
import { watchStick } from "./adapter/stick-watchdog.ts";
import { TransmitHold } from "./adapter/transmit-hold.ts";
import { pause, within } from "./deadlines.ts";
import { ConverterStates } from "./devices/converter-states.ts";
import { Decoder } from "./devices/decoder.ts";
import { DeviceConfiguration } from "./devices/device-configuration.ts";
import { deviceFacts, isSleepy } from "./devices/device-facts.ts";
import { DeviceInventory, DeviceTable } from "./devices/device-table.ts";
import { boundClusters, clusterCatalog, endpointsOf } from "./devices/endpoint-wiring.ts";
import { Interviews } from "./devices/interviews.ts";
import { LightPolling } from "./devices/light-polling.ts";
import {
  adapterOf,
  countMoved,
  devicesOf,
  forgetCoordinator,
  type Herdsman,
  type HerdsmanDevice,
  type HerdsmanEndpoint,
  isInterviewed,
} from "./herdsman.ts";
import { LastSeen, listenToHerdsman } from "./herdsman-events.ts";
import { herdsmanLogger } from "./herdsman-log.ts";
import { isAway, returnToNetwork } from "./network/channel-return.ts";
import { isStickFamily, keepSoundBackup } from "./network/coordinator-backup.ts";
import { backUp } from "./network/network-files.ts";
import { framesAtOnce, type HerdsmanParts, networkFacts, type StartingHerdsman } from "./network/network-start.ts";
import { addInstallCode, PermitJoin } from "./network/permit-join.ts";
import type { PersistentHouse } from "./network/virtual-house.ts";
import { type ExecuteOrder, orderExecution } from "./orders/order-execution.ts";
import { failureOf, watchFrames } from "./orders/order-failures.ts";
import { Targets } from "./orders/targets.ts";
import { TouchlinkJobs } from "./orders/touchlink-jobs.ts";

interface SessionParts extends HerdsmanParts, StartingHerdsman {
  readonly options: ReadonlyMap<Ieee, Values>;
  readonly house: PersistentHouse | undefined;
  readonly emit: (event: RadioEvent) => void;
  readonly sent: () => Promise<void>; // the gateway has taken the events
  readonly silent: () => void; // the stick says nothing any more
  readonly broken: (error: unknown) => void; // the session cannot go on
}

interface PatchedAdapter {
  readonly deliveries: DeliveryCounts;
  readonly transmitHold: TransmitHold;
  readonly breaker: CircuitBreaker;
  readonly stopWatching: Stop;
}

interface StartedNetwork extends PatchedAdapter {
  readonly network: NetworkFacts;
  readonly states: ConverterStates;
  readonly devices: DeviceTable;
  readonly warn: (text: string) => void;
}

const KNOW_JOINS: readonly string[] = ["zstack", "ember"];
const FORGET_CODES: readonly string[] = ["ember"];
const MOST_CODES = 32; // so many has a stick room for
const REPORTS_TO = 1; // the coordinator's endpoint
const MOVING_IN = 3600; // seconds at most
const MANY = 200; // devices
const GUESSING = 3000; // milliseconds for unknown models, which are asked what they can do

export async function openSession(parts: SessionParts): Promise<Session> {
  const { herdsman, stick, files, options, emit, sent, log, broken } = parts;
  const warn = (text: string) => log("warn", text);
  setLogger(herdsmanLogger(log));

  const states = new ConverterStates(files.states, broken);
  const inventory = new DeviceInventory(emit, sent);
  const labelOf = (ieee: Ieee) => parts.house?.simulation.labelOf(ieee);
  const devices = new DeviceTable({ states, options, labelOf, warn, changed: (facts) => inventory.changed(facts) });
  await loadDefinitions(devicesOf(herdsman).filter(isInterviewed), devices); // while the stick takes its time
  const { isFormed, isGiven } = await parts.started;
  await learnStick(parts, warn);
  if (isGiven || FORGET_CODES.includes(stick.adapter)) await tellInstallCodes(parts, warn);
  if (isAway(files)) await returnToNetwork(herdsman, files);
  const patched = await patchAdapter(parts, warn);
  const network = await networkFacts(herdsman, stick.adapter, isFormed, parts.keeper.record);
  const session = new Session(parts, { ...patched, network, states, devices, warn });
  await session.begin(inventory);
  return session;
}

/**
 * Devices report to the coordinator that they were set up for. Where it has another address now, that is noted in each of them before the new
 * address is: even if this process ends meanwhile, none is forgotten.
 */
async function learnStick(
  { herdsman, stick, keeper, settings }: SessionParts,
  warn: (text: string) => void,
): Promise<void> {
  if (!isStickFamily(stick.adapter)) return;
  const adapter = adapterOf(herdsman);
  keepSoundBackup(adapter, stick.adapter, keeper, warn);
  const { coordinator, family, channel, counter } = keeper.record;
  const address = await adapter.getCoordinatorIEEE();
  if (coordinator !== null && coordinator !== address) devicesOf(herdsman).forEach(forgetCoordinator);
  const network = await herdsman.getNetworkParameters();
  const isOwn = coordinator === address && family === stick.adapter && channel === network.channel;
  const isKnown = isOwn && (counter ?? 0) > 0; // a house may have moved in without it
  if (!isKnown) await herdsman.backup(); // a new network must not be restored as it was before
  keeper.enter(settings.term ?? 0);
}

/** Devices with a code of their own join a stick that has heard it, and no other. */
async function tellInstallCodes({ herdsman, keeper }: SessionParts, warn: (text: string) => void): Promise<void> {
  for (const code of keeper.record.installcodes.slice(-MOST_CODES))
    await addInstallCode(herdsman, code).catch((error) =>
      warn(`an install code could not be told to the stick: ${wordsOf(error)}`),
    );
}

/** The garbage of reading the tables of many vendors would stay for long: nothing else would make the engine tidy up. */
async function loadDefinitions(all: readonly HerdsmanDevice[], devices: DeviceTable): Promise<void> {
  for (const [at, device] of all.entries()) {
    await devices.prepare(device);
    if (at % MANY === MANY - 1) globalThis.gc?.();
  }
}

async function patchAdapter(
  { herdsman, stick, keeper, emit, silent, broken }: SessionParts,
  warn: (text: string) => void,
): Promise<PatchedAdapter> {
  const adapter = adapterOf(herdsman);
  const watches = [
    watchStick(adapter, stick.adapter, () => {
      silent();
      adapter.emit("disconnected"); // else herdsman would go on asking it when it is stopped, and save nothing before that
    }),
    watchFrameCounter(adapter, stick.adapter, (counter) => keeper.counted(counter)),
  ];
  const stopWatching = () => {
    for (const stop of watches) stop();
  };
  parseInChunks(adapter, stick.adapter);
  batchDatabaseSaves(herdsman, broken);
  guardAdapter(adapter, warn, broken);
  limitAdapterCalls(adapter);
  const transmitHold = new TransmitHold(adapter);
  const deliveries = new DeliveryCounts(emit);
  deliveries.watch(adapter);
  const isSo = (is: (device: HerdsmanDevice) => boolean) => (ieee: Ieee) => {
    const device = herdsman.getDeviceByIeeeAddr(ieee);
    return device !== undefined && is(device);
  };
  const listens = isSo((device) => !isSleepy(device));
  if (stick.adapter !== "zstack") searchAddresses(adapter, listens);
  const breaker = new CircuitBreaker(adapter, {
    framesAtOnce: await framesAtOnce(herdsman, stick.adapter),
    listens,
    isInterviewed: isSo(isInterviewed),
  });
  watchFrames(adapter);
  return { deliveries, transmitHold, breaker, stopWatching };
}

export class Session {
  readonly #parts: SessionParts & StartedNetwork;
  readonly #polling = new LightPolling();
  readonly #lastSeen: LastSeen;
  readonly #decoder: Decoder;
  readonly #configuration: DeviceConfiguration;
  readonly #interviews: Interviews;
  readonly #targets: Targets;
  readonly #permitJoin: PermitJoin;
  readonly #touchlink: TouchlinkJobs;
  readonly #execute: ExecuteOrder;

  constructor(parts: SessionParts, started: StartedNetwork) {
    const all = { ...parts, ...started };
    const { herdsman, devices, breaker, emit, house, warn } = all;
    const coordinator = coordinatorOf(herdsman);
    this.#parts = all;
    this.#lastSeen = new LastSeen(emit);
    this.#decoder = new Decoder(all);
    this.#configuration = new DeviceConfiguration({
      ...{ herdsman, devices, coordinator, warn, polling: this.#polling },
      former: () => all.keeper.record.former,
      moving: () => this.#tellMoved(),
      hear: (message) => void herdsman.emit("message", message),
    });
    const configuration = this.#configuration;
    this.#interviews = new Interviews({
      ...{ herdsman, devices, configuration, emit, warn },
      knowsJoins: KNOW_JOINS.includes(all.stick.adapter),
      ended: (ieee, isKnown) => house?.simulation.interviewed(ieee, isKnown),
      forgotten: (ieee) => {
        for (const part of [this.#polling, this.#lastSeen, all.deliveries, configuration]) part.forget(ieee);
        breaker.trust(ieee);
      },
    });
    this.#targets = new Targets({ ...all, decoder: this.#decoder });
    const [targets, interviews] = [this.#targets, this.#interviews];
    this.#execute = orderExecution({ ...all, targets, interviews, configuration, coordinator });
    this.#permitJoin = new PermitJoin({ herdsman, warn, opened: (seconds) => emit({ kind: "permit", seconds }) });
    this.#touchlink = new TouchlinkJobs({ ...all, pause, isAble: all.network.can.includes("touchlink") });
  }

  /** Tells which devices there are, and goes on with work that the last process left undone. */
  async begin(inventory: DeviceInventory): Promise<void> {
    const { herdsman, devices, network, stick, warn } = this.#parts;
    if (stick.adapter === "ember") hearGroups(herdsman, warn);
    const attaching = devicesOf(herdsman)
      .filter(isInterviewed)
      .map((device) => devices.attach(device));
    await within(GUESSING, Promise.all(attaching), () => new Error("some do not answer")).catch(() => {});
    listenToHerdsman({
      ...this.#parts,
      decoder: this.#decoder,
      interviews: this.#interviews,
      configuration: this.#configuration,
      lastSeen: this.#lastSeen,
      permitJoin: this.#permitJoin,
    });
    await inventory.tellAll(
      network,
      () => devicesOf(herdsman),
      (device) => this.#factsOf(device, "factsToTell"),
    );
    for (const attached of attaching) void attached.then((device) => devices.tellChanges(device));
    this.#tellMoved();
    for (const { device } of devices.all()) this.#configuration.consider(device, false);
    // An interview may have been cut off by the end of the last process, and a light might never speak by itself.
    for (const device of devicesOf(herdsman)) if (device.type !== "EndDevice") this.#interviews.heard(device);
    this.#fillHouse().catch((error) => warn(`the virtual house could not move in: ${wordsOf(error)}`));
  }

  order(order: Order, deadline: number): Promise<Answers[Order["do"]]> {
    return this.#execute(order, deadline);
  }

  permit(seconds: number, via?: Ieee): Promise<void> {
    return asRadioFailure(this.#permitJoin.open(seconds, via === undefined ? undefined : this.#targets.device(via)));
  }

  async installCode(code: string): Promise<void> {
    const { herdsman, network, keeper } = this.#parts;
    if (!network.can.includes("installcode")) throw new RadioError("unsupported", "this stick takes no install codes");
    await asRadioFailure(addInstallCode(herdsman, code));
    keeper.installCode(code);
  }

  touchlink(job: TouchlinkJob): Promise<void> {
    return this.#touchlink.run(job);
  }

  describe(ieee: Ieee): DeviceFacts | undefined {
    const device = devicesOf(this.#parts.herdsman).find(({ ieeeAddr }) => ieeeAddr === ieee);
    return device && this.#factsOf(device, "facts");
  }

  wiring(ieee: Ieee | undefined): readonly EndpointWiring[] {
    const all = devicesOf(this.#parts.herdsman);
    if (ieee === undefined) return all.flatMap(boundClusters);
    return all.filter(({ ieeeAddr }) => ieeeAddr === ieee).flatMap(endpointsOf);
  }

  catalog(): ClusterCatalog {
    return clusterCatalog(devicesOf(this.#parts.herdsman));
  }

  optionsChanged(ieee: Ieee): void {
    this.#parts.devices.optionsChanged(ieee);
  }

  backup(): Promise<RadioBackup> {
    const { herdsman, files, states, house } = this.#parts;
    const save = () => {
      states.save();
      house?.save();
    };
    return asRadioFailure(backUp(herdsman, files, save));
  }

  async close(): Promise<void> {
    const { herdsman, deliveries, devices, states, stopWatching } = this.#parts;
    stopWatching();
    deliveries.close();
    await this.#touchlink.close();
    for (const part of [this.#permitJoin, this.#configuration, this.#polling]) part.close();
    await devices.close();
    clearGlobalStore();
    states.close();
    await herdsman.stop();
  }

  /** Devices that report to the coordinator's new address now. */
  #tellMoved(): void {
    const { herdsman, keeper, emit } = this.#parts;
    if (keeper.record.former.length === 0) return;
    const count = countMoved(herdsman);
    emit({ kind: "moved", ...count });
    if (count.done === count.total) keeper.settled();
  }

  #factsOf(device: HerdsmanDevice, how: "facts" | "factsToTell"): DeviceFacts {
    const attached = this.#parts.devices.get(device.ieeeAddr);
    if (attached) return this.#parts.devices[how](attached);
    return deviceFacts(device, undefined, { label: this.#parts.house?.simulation.labelOf(device.ieeeAddr) });
  }

  /** The first time, the devices of the virtual house join one after the other. Then the gateway is told how it is furnished. */
  async #fillHouse(): Promise<void> {
    const { emit, house } = this.#parts;
    if (!house) return;
    const { furnished, isComplete, complete } = house.simulation;
    if (!isComplete) await this.#permitJoin.open(MOVING_IN);
    await complete;
    if (furnished.length > 0) emit({ kind: "furnished", groups: furnished }); // before the gateway is told that it is complete
    if (!isComplete) await this.#permitJoin.open(0);
  }
}

function coordinatorOf(herdsman: Herdsman): HerdsmanEndpoint {
  const endpoint = herdsman.getDevicesByType("Coordinator")[0]?.getEndpoint(REPORTS_TO);
  if (!endpoint) throw new Error("the coordinator has no endpoint 1");
  return endpoint;
}

async function asRadioFailure<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    throw failureOf(error);
  }
}
