/** What herdsman tells → whom it concerns. Nothing that goes wrong in hearing it may reach herdsman. */
import type { Events } from "zigbee-herdsman";
import { wordsOf } from "../../model/errors.ts";
import type { Ieee } from "../../model/radio.ts";
import type { Breaker } from "./adapter/circuit-breaker.ts";
import type { Inbound } from "./devices/decoder.ts";
import type { Configuring } from "./devices/device-configuration.ts";
import type { Registry } from "./devices/device-table.ts";
import type { Arrivals } from "./devices/interviews.ts";
import type { Seen } from "./devices/seen.ts";
import type { Device, Herdsman, Message } from "./herdsman.ts";
import type { Permit } from "./network/permit-join.ts";

export interface HearingParts {
  readonly herdsman: Herdsman;
  readonly registry: Registry;
  readonly inbound: Inbound;
  readonly arrivals: Arrivals;
  readonly configuring: Configuring;
  readonly breaker: Breaker;
  readonly seen: Seen;
  readonly permit: Permit;
  /** The interview of a device has ended, well or not. */
  readonly met: (ieee: Ieee) => void;
  readonly warn: (text: string) => void;
}

type AboutDevice = { readonly device: Device };

export function hearHerdsman(parts: HearingParts): void {
  const { herdsman, registry, inbound, arrivals, configuring, breaker, seen, permit, met, warn } = parts;
  const safe = <Event>(hear: (event: Event) => void) => {
    return (event: Event) => {
      try {
        hear(event);
      } catch (error) {
        warn(`what a device did could not be understood: ${wordsOf(error)}`);
      }
    };
  };
  const seenNow = safe<Events.LastSeenChangedPayload>(({ device, reason }) => {
    if (device.type === "Coordinator") return;
    breaker.trust(device.ieeeAddr);
    seen.note(device);
    if (reason === "deviceJoined") arrivals.returned(device);
  });
  const said = safe<Message>((message) => {
    if (message.device.type === "Coordinator") return;
    inbound.hear(message);
    configuring.heard(message.device);
    arrivals.heard(message.device);
  });
  const interviewed = safe<Events.DeviceInterviewPayload>(({ device, status }) => {
    arrivals.interviewed(device, status);
    if (status !== "started") met(device.ieeeAddr);
  });
  const moved = safe<AboutDevice>(({ device }) => void registry.event("deviceNetworkAddressChanged", device));

  herdsman.on("lastSeenChanged", seenNow);
  herdsman.on("message", said);
  herdsman.on("deviceInterview", interviewed);
  herdsman.on("deviceNetworkAddressChanged", moved);
  herdsman.on(
    "deviceJoined",
    safe<AboutDevice>(({ device }) => arrivals.joined(device)),
  );
  herdsman.on(
    "deviceAnnounce",
    safe<AboutDevice>(({ device }) => arrivals.announced(device)),
  );
  herdsman.on(
    "deviceLeave",
    safe<Events.DeviceLeavePayload>(({ ieeeAddr }) => arrivals.left(ieeeAddr)),
  );
  herdsman.on(
    "permitJoinChanged",
    safe<Events.PermitJoinChangedPayload>(({ permitted }) => permitted || permit.closed()),
  );
}
