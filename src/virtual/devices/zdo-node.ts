/** Members of the network as nodes that can be asked about themselves. */

import type { CoordinatorLink } from "../air/coordinator-link.ts";
import { COORDINATOR_ADDRESS, type Medium } from "../air/medium.ts";
import type { NetworkJoining } from "../air/network-joining.ts";
import { kindOf, type NetworkMember } from "../air/network-members.ts";
import { reader } from "./bytes.ts";
import { answerZdo, ZDO, ZDO_ANSWER, type ZdoNode } from "./zdo.ts";

export function createZdo(medium: Medium, joining: NetworkJoining): Pick<CoordinatorLink, "zdo" | "find"> {
  const { members, delivery, isHere, note, toCoordinator } = medium;

  const nodeOf = ({ station, address }: NetworkMember): ZdoNode => ({
    ieee: station.ieee,
    address,
    kind: kindOf(station),
    listens: station.listens,
    mains: station.mains,
    manufacturer: station.manufacturer,
    endpoints: station.endpoints,
    bindings: station.bindings,
    extendedpanid: medium.coordinator?.extendedpanid ?? "",
    neighbours: () => members.neighbours(address, joining.isOpen),
    routes: () => members.routes(address),
    permit: (seconds) => joining.permit([address], seconds),
    // Its answer goes first.
    leave: (comesBack) => medium.pace.later(0, () => joining.leave(station, comesBack)),
  });

  const ask = (member: NetworkMember, cluster: number, request: Buffer, answer: (bytes: Buffer) => void) => {
    const hear = () => {
      const bytes = answerZdo(cluster, reader(request), nodeOf(member));
      if (!bytes || !delivery.speaks(member)) return;
      note(
        "zdo",
        { from: { address: member.address, endpoint: 0 }, cluster: cluster | ZDO_ANSWER, bytes },
        COORDINATOR_ADDRESS,
      );
      toCoordinator(member, () => answer(bytes));
    };
    delivery.down(member, hear, () => {});
  };
  const noteRequest = (cluster: number, bytes: Buffer, to: number | string) =>
    note("zdo", { from: { address: COORDINATOR_ADDRESS, endpoint: 0 }, cluster, bytes }, to);

  return {
    zdo: (address, cluster, request, answer) => {
      noteRequest(cluster, request, address);
      const member = members.at(address);
      if (isHere(member)) ask(member, cluster, request, answer);
    },
    find: (ieee, request, answer) => {
      noteRequest(ZDO.NETWORK_ADDRESS, request, "broadcast 0xfffd");
      const member = members.of(ieee);
      if (isHere(member)) ask(member, ZDO.NETWORK_ADDRESS, request, answer);
    },
  };
}
