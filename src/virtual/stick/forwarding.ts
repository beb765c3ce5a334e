/** Brings frames to whom they are for: to one device, to a group, to all. */
import type { Air, Frame, Station } from "../air/air.ts";
import { STATUS } from "../air/delivery.ts";
import { CENTER, type Medium } from "../air/medium.ts";
import { linkqualityOf, type Member } from "../devices/members.ts";
import type { Uplink } from "./uplink.ts";

export interface Forwarding extends Pick<Uplink, "unicast" | "group" | "broadcast"> {
  airOf(ieee: string): Air;
}

const TO_ROUTERS = 0xfffc;
const TO_LISTENERS = 0xfffd;
const NO_ADDRESS = 0xfffe;
const ALL_ENDPOINTS = 0xff;

export function createForwarding(medium: Medium): Forwarding {
  const { pace, members, delivery, isHere, note, toCenter } = medium;

  const hearAt = ({ station }: Member, frame: Frame, endpoint: number) => {
    for (const { id } of station.endpoints) if (endpoint === ALL_ENDPOINTS || endpoint === id) station.hear(frame, id);
  };

  /** A broadcast: nobody says whether it arrived, and its sender does not hear it. */
  const spread = (frame: Frame, isMeant: (station: Station) => boolean, hear: (member: Member) => void) => {
    for (const member of members.all()) {
      if (!isHere(member) || member.address === frame.from.address || !isMeant(member.station)) continue;
      delivery.down(
        member,
        () => hear(member),
        () => {},
      );
    }
  };

  const unicast: Uplink["unicast"] = (frame, address, endpoint, confirm) => {
    note("unicast", frame, address, endpoint);
    const member = members.at(address);
    if (isHere(member)) delivery.down(member, () => hearAt(member, frame, endpoint), confirm);
    else pace.later(0, () => confirm(STATUS.NO_ROUTE));
  };

  const group: Uplink["group"] = (frame, id) => {
    note("group", frame, `group ${id}`);
    spread(
      frame,
      ({ listens, groups }) => listens && groups.has(id),
      ({ station }) => {
        for (const endpoint of station.groups.get(id) ?? []) station.hear(frame, endpoint);
      },
    );
  };

  const broadcast: Uplink["broadcast"] = (frame, address, endpoint) => {
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
    const frame: Frame = { ...sent, from: { address: member.address, endpoint } };
    const { to } = frame;
    if ("address" in to && to.address !== CENTER) return unicast(frame, to.address, to.endpoint, () => {});
    if ("address" in to) note("unicast", frame, CENTER, to.endpoint);
    else if ("group" in to) group(frame, to.group);
    else broadcast(frame, to.broadcast, ALL_ENDPOINTS);
    toCenter(member, (center) => center.hear(frame, linkqualityOf(member.station)));
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
        if (other === medium.center?.ieee) return CENTER;
        const member = members.of(other);
        return isHere(member) ? member.address : undefined;
      },
    }),
  };
}
