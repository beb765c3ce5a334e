/** Brings frames to whom they are for: to one device, to a group, to all. */
import type { Air, AirFrame, AirStation } from "./air-station.ts";
import type { CoordinatorLink } from "./coordinator-link.ts";
import { STATUS } from "./frame-delivery.ts";
import { COORDINATOR_ADDRESS, type Medium } from "./medium.ts";
import { linkqualityOf, type NetworkMember } from "./network-members.ts";

export interface Forwarding extends Pick<CoordinatorLink, "unicast" | "group" | "broadcast"> {
  airOf(ieee: string): Air;
}

const TO_ROUTERS = 0xfffc;
const TO_LISTENERS = 0xfffd;
const NO_ADDRESS = 0xfffe;
const ALL_ENDPOINTS = 0xff;

export function createForwarding(medium: Medium): Forwarding {
  const { pace, members, delivery, isHere, note, toCoordinator } = medium;

  const hearAt = ({ station }: NetworkMember, frame: AirFrame, endpoint: number) => {
    for (const { id } of station.endpoints) if (endpoint === ALL_ENDPOINTS || endpoint === id) station.hear(frame, id);
  };

  /** A broadcast: nobody says whether it arrived, and its sender does not hear it. */
  const spread = (
    frame: AirFrame,
    isMeant: (station: AirStation) => boolean,
    hear: (member: NetworkMember) => void,
  ) => {
    for (const member of members.all()) {
      if (!isHere(member) || member.address === frame.from.address || !isMeant(member.station)) continue;
      delivery.down(
        member,
        () => hear(member),
        () => {},
      );
    }
  };

  const unicast: CoordinatorLink["unicast"] = (frame, address, endpoint, confirm) => {
    note("unicast", frame, address, endpoint);
    const member = members.at(address);
    if (isHere(member)) delivery.down(member, () => hearAt(member, frame, endpoint), confirm);
    else pace.later(0, () => confirm(STATUS.NO_ROUTE));
  };

  const group: CoordinatorLink["group"] = (frame, id) => {
    note("group", frame, `group ${id}`);
    spread(
      frame,
      ({ listens, groups }) => listens && groups.has(id),
      ({ station }) => {
        for (const endpoint of station.groups.get(id) ?? []) station.hear(frame, endpoint);
      },
    );
  };

  const broadcast: CoordinatorLink["broadcast"] = (frame, address, endpoint) => {
    note("broadcast", frame, `broadcast 0x${address.toString(16)}`, endpoint);
    spread(
      frame,
      ({ router, listens }) => (address === TO_ROUTERS ? router : listens || address !== TO_LISTENERS),
      (member) => hearAt(member, frame, endpoint),
    );
  };

  const send = (ieee: string, { endpoint, ...sent }: Parameters<Air["send"]>[0]) => {
    const member = members.of(ieee);
    if (!isHere(member) || !delivery.speaks(member)) return;
    const frame: AirFrame = { ...sent, from: { address: member.address, endpoint } };
    const { to } = frame;
    if ("address" in to && to.address !== COORDINATOR_ADDRESS) return unicast(frame, to.address, to.endpoint, () => {});
    if ("address" in to) note("unicast", frame, COORDINATOR_ADDRESS, to.endpoint);
    else if ("group" in to) group(frame, to.group);
    else broadcast(frame, to.broadcast, ALL_ENDPOINTS);
    toCoordinator(member, (center) => center.hear(frame, linkqualityOf(member.station)));
  };

  return {
    unicast,
    group,
    broadcast,
    airOf: (ieee) => ({
      get address() {
        return members.of(ieee)?.address ?? NO_ADDRESS;
      },
      send: (frame) => send(ieee, frame),
      addressOf: (other) => {
        if (other === medium.coordinator?.ieee) return COORDINATOR_ADDRESS;
        const member = members.of(other);
        return isHere(member) ? member.address : undefined;
      },
    }),
  };
}
