/** One connection to a stick, from its start to its end: herdsman, the converters, and all that stands between them and the gateway. */
import { clearGlobalStore, setLogger } from "zigbee-herdsman-converters";
import { wordsOf } from "../../model/errors.ts";
import {
  type Answers,
  type DeviceFacts,
  type Ieee,
  type Order,
  type RadioBackup,
  RadioError,
  type RadioEvent,
  type TouchlinkJob,
} from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import { tame } from "./adapter/circuit-breaker.ts";
import { calm } from "./adapter/herdsman-patches.ts";
import { watchStick } from "./adapter/stick-watchdog.ts";
import { openAir } from "./adapter/transmit-hold.ts";
import { openStates } from "./devices/converter-state.ts";
import { openInbound } from "./devices/decoder.ts";
import { openConfiguring } from "./devices/device-configuration.ts";
import { describe, isSleepy } from "./devices/device-facts.ts";
import { openRegistry, type Registry } from "./devices/device-table.ts";
import { addInstallCode } from "./devices/install-code.ts";
import { openArrivals } from "./devices/interviews.ts";
import { openIntroduction } from "./devices/introduction.ts";
import { openPolling } from "./devices/light-polling.ts";
import { readInPieces } from "./devices/pieces.ts";
import { openSeen } from "./devices/seen.ts";
import { adapterOf, type Device, type Endpoint, type Herdsman, isInterviewed, type Message } from "./herdsman.ts";
import { hearHerdsman } from "./herdsman-events.ts";
import { listenTo } from "./herdsman-log.ts";
import { backUp } from "./network/backup.ts";
import { bringBack, isAway } from "./network/channel-return.ts";
import { capacityOf, networkFacts } from "./network/network-facts.ts";
import { devicesOf, type Starting, type StartingParts } from "./network/network-start.ts";
import { openPermit, type Permit } from "./network/permit-join.ts";
import type { House, KeptHouse } from "./network/virtual-house.ts";
import { guardAdapter } from "./orders/guard.ts";
import { openOrders } from "./orders/order-execution.ts";
import { failureOf } from "./orders/order-failures.ts";
import { noticeRefusals } from "./orders/refusals.ts";
import { openParties } from "./orders/targets.ts";
import { openTouchlink } from "./orders/touchlink-jobs.ts";
import { pause, within } from "./orders/within.ts";

export interface SessionParts extends StartingParts, Starting {
  readonly options: ReadonlyMap<Ieee, Values>;
  readonly house: KeptHouse | undefined;
  readonly news: (news: RadioEvent) => void;
  readonly said: () => Promise<void>; // what was told is out
  readonly silent: () => void; // the stick says nothing any more
  readonly broken: (error: unknown) => void; // it cannot go on
}

export interface Session {
  obey(order: Order, deadline: number): Promise<Answers[Order["do"]]>;
  permit(seconds: number, via?: Ieee): Promise<void>;
  installCode(code: string): Promise<void>;
  touchlink(job: TouchlinkJob): Promise<void>;
  describe(ieee: Ieee): DeviceFacts | undefined;
  optionsChanged(ieee: Ieee): void;
  backup(): Promise<RadioBackup>;
  close(): Promise<void>;
}

const HOME = 1; // the coordinator's endpoint where reports go
const MOVING_IN = 3600; // seconds at most
const MANY = 200; // devices
const GUESSING = 3000; // milliseconds for unknown models, which are asked what they can do

export async function openSession(parts: SessionParts): Promise<Session> {
  const { herdsman, stick, files, house, news, said, say, broken } = parts;
  const warn = (text: string) => say("warn", text);
  setLogger(listenTo(say));

  const states = openStates(files.states, broken);
  const introduction = openIntroduction(news, said);
  const registry = openRegistry({ states, options: parts.options, warn, told: introduction.changed });
  await readUp(devicesOf(herdsman).filter(isInterviewed), registry); // while the stick takes its time
  const formed = await parts.formed;
  const adapter = adapterOf(herdsman);
  if (isAway(files)) await bringBack(herdsman, files);
  const stopWatching = watchStick(adapter, stick.adapter, () => {
    parts.silent();
    adapter.emit("disconnected"); // else herdsman would go on asking it when it is stopped, and save nothing before that
  });
  readInPieces(adapter, stick.adapter);
  calm(herdsman, broken);
  guardAdapter(adapter, warn, broken);
  const air = openAir(adapter);
  const listens = (ieee: Ieee) => {
    const device = herdsman.getDeviceByIeeeAddr(ieee);
    return device !== undefined && !isSleepy(device);
  };
  const breaker = tame(adapter, await capacityOf(herdsman, stick.adapter), listens);
  noticeRefusals(adapter);
  const ours = homeOf(herdsman);

  const seen = openSeen(news);
  const inbound = openInbound({ registry, states, news, warn });
  const polling = openPolling();
  const hear = (message: Message) => void herdsman.emit("message", message);
  const configuring = openConfiguring({ registry, polling, ours, hear, warn });
  const forgotten = (ieee: Ieee) => {
    for (const part of [polling, seen, configuring]) part.forget(ieee);
    breaker.trust(ieee);
  };
  const arrivals = openArrivals({ herdsman, registry, configuring, news, warn, forgotten });
  const parties = openParties({ herdsman, registry, states, inbound });
  const obey = openOrders({ herdsman, air, parties, breaker, arrivals, configuring, ours, news, warn, broken });
  const permit = openPermit(herdsman, (seconds) => news({ kind: "permit", seconds }), warn);
  const factsOf = (device: Device, how: "facts" | "introduce") => {
    const known = registry.get(device.ieeeAddr);
    return known ? registry[how](known) : describe(device, undefined);
  };

  const network = await networkFacts(herdsman, stick.adapter, formed);
  const isAble = network.can.includes("touchlink");
  const touchlink = openTouchlink({ herdsman, air, files, pause, isAble, news, warn, broken });
  const attaching = devicesOf(herdsman).filter(isInterviewed).map(registry.attach);
  await within(GUESSING, Promise.all(attaching), () => new Error("some do not answer")).catch(() => {});
  const met = (ieee: Ieee) => house?.house.met(ieee);
  hearHerdsman({ herdsman, registry, inbound, arrivals, configuring, breaker, seen, permit, met, warn });
  await introduction.run(
    network,
    () => devicesOf(herdsman),
    (device) => factsOf(device, "introduce"),
  );
  for (const known of attaching) void known.then(registry.tell);
  for (const { device } of registry.all()) configuring.consider(device, false);
  // An interview may have been cut off by the end of the last process, and a light might never speak by itself.
  for (const device of devicesOf(herdsman)) if (device.type !== "EndDevice") arrivals.heard(device);
  if (house) fill(house.house, permit).catch((error) => warn(`the virtual house could not move in: ${wordsOf(error)}`));

  const save = () => {
    states.save();
    house?.keep();
  };

  return {
    obey,
    permit: (seconds, via) => plainly(permit.open(seconds, via === undefined ? undefined : parties.device(via))),
    installCode: async (code) => {
      if (!network.can.includes("installcode"))
        throw new RadioError("unsupported", "this stick takes no install codes");
      await plainly(addInstallCode(herdsman, code));
    },
    touchlink: touchlink.run,
    describe: (ieee) => {
      const device = devicesOf(herdsman).find(({ ieeeAddr }) => ieeeAddr === ieee);
      return device && factsOf(device, "facts");
    },
    optionsChanged: registry.optionsChanged,
    backup: () => plainly(backUp({ herdsman, files, save })),
    close: async () => {
      stopWatching();
      await touchlink.close();
      for (const part of [permit, configuring, polling]) part.close();
      await registry.close();
      clearGlobalStore();
      states.close();
      await herdsman.stop();
    },
  };
}

/** What reading the tables of many vendors leaves behind would stay for long: nothing else would make the engine tidy up. */
async function readUp(devices: readonly Device[], { prepare }: Registry): Promise<void> {
  for (const [at, device] of devices.entries()) {
    await prepare(device);
    if (at % MANY === MANY - 1) globalThis.gc?.();
  }
}

function homeOf(herdsman: Herdsman): Endpoint {
  const home = herdsman.getDevicesByType("Coordinator")[0]?.getEndpoint(HOME);
  if (!home) throw new Error("the coordinator has no endpoint 1");
  return home;
}

/** The first time, the devices of the house join one after the other. */
async function fill({ isComplete, complete }: House, permit: Permit): Promise<void> {
  if (isComplete) return;
  await permit.open(MOVING_IN);
  await complete;
  await permit.open(0);
}

async function plainly<Answer>(doing: Promise<Answer>): Promise<Answer> {
  try {
    return await doing;
  } catch (error) {
    throw failureOf(error);
  }
}
