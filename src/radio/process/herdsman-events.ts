/** Hands herdsman's events to the parts that they concern. An exception of a listener must not reach herdsman. */
import type { Events } from "zigbee-herdsman";
import { wordsOf } from "../../model/errors.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { RadioEvent } from "../../model/radio/radio-port.ts";
import type { CircuitBreaker } from "./adapter/circuit-breaker.ts";
import type { DeliveryCounts } from "./adapter/delivery-counts.ts";
import type { Decoder } from "./devices/decoder.ts";
import type { DeviceConfiguration } from "./devices/device-configuration.ts";
import type { DeviceTable } from "./devices/device-table.ts";
import type { Interviews } from "./devices/interviews.ts";
import type { Herdsman, HerdsmanDevice, HerdsmanMessage } from "./herdsman.ts";
import type { PermitJoin } from "./network/permit-join.ts";

interface HerdsmanEventParts {
  readonly herdsman: Herdsman;
  readonly devices: DeviceTable;
  readonly decoder: Decoder;
  readonly interviews: Interviews;
  readonly configuration: DeviceConfiguration;
  readonly breaker: CircuitBreaker;
  readonly deliveries: DeliveryCounts;
  readonly lastSeen: LastSeen;
  readonly permitJoin: PermitJoin;
  readonly warn: (text: string) => void;
}

const ANSWER = /(Response|Rsp)$/; // types of frames that come only because they were asked for

type AboutDevice = { readonly device: HerdsmanDevice };

export function listenToHerdsman(parts: HerdsmanEventParts): void {
  const { herdsman, devices, decoder, interviews, configuration, breaker, deliveries, lastSeen, permitJoin } = parts;
  const safe = <Event>(hear: (event: Event) => void) => {
    return (event: Event) => {
      try {
        hear(event);
      } catch (error) {
        parts.warn(`what a device did could not be understood: ${wordsOf(error)}`);
      }
    };
  };
  const seen = safe<Events.LastSeenChangedPayload>(({ device, reason }) => {
    if (device.type === "Coordinator") return;
    breaker.trust(device.ieeeAddr);
    lastSeen.note(device);
    deliveries.heard(device.ieeeAddr, device.linkquality, device.networkAddress);
    if (reason === "deviceJoined") interviews.returned(device);
  });
  const message = safe<HerdsmanMessage>((received) => {
    if (received.device.type === "Coordinator") return;
    if (!ANSWER.test(received.type)) deliveries.told(received.device.ieeeAddr);
    decoder.decode(received);
    configuration.heard(received.device);
    interviews.heard(received.device);
  });
  const interview = safe<Events.DeviceInterviewPayload>(({ device, status }) => interviews.interviewed(device, status));
  const addressChanged = safe<AboutDevice>(({ device }) => {
    void devices.notifyConverters("deviceNetworkAddressChanged", device);
  });
  const joined = safe<AboutDevice>(({ device }) => interviews.joined(device));
  const announced = safe<AboutDevice>(({ device }) => interviews.announced(device));
  const left = safe<Events.DeviceLeavePayload>(({ ieeeAddr }) => interviews.left(ieeeAddr));
  const permitChanged = safe<Events.PermitJoinChangedPayload>(({ permitted }) => permitted || permitJoin.closed());

  herdsman.on("lastSeenChanged", seen);
  herdsman.on("message", message);
  herdsman.on("deviceInterview", interview);
  herdsman.on("deviceNetworkAddressChanged", addressChanged);
  herdsman.on("deviceJoined", joined);
  herdsman.on("deviceAnnounce", announced);
  herdsman.on("deviceLeave", left);
  herdsman.on("permitJoinChanged", permitChanged);
}

const TOLD_EVERY = 1000; // milliseconds

/** Tells which devices were heard, once a second at most for each. */
export class LastSeen {
  readonly #emit: (event: RadioEvent) => void;
  readonly #told = new Map<Ieee, number>();

  constructor(emit: (event: RadioEvent) => void) {
    this.#emit = emit;
  }

  note({ ieeeAddr: ieee, linkquality }: HerdsmanDevice): void {
    const now = performance.now();
    if (now - (this.#told.get(ieee) ?? Number.NEGATIVE_INFINITY) < TOLD_EVERY) return;
    this.#told.set(ieee, now);
    this.#emit({ kind: "seen", ieee, linkquality: linkquality ?? null });
  }

  forget(ieee: Ieee): void {
    this.#told.delete(ieee);
  }
}
