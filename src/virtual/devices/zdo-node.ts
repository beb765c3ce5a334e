/** Members of the network as nodes that can be asked about themselves. */

import type { Joining } from "../air/joining.ts";
import { CENTER, type Medium } from "../air/medium.ts";
import type { Uplink } from "../stick/uplink.ts";
import { reader } from "./bytes.ts";
import { kindOf, type Member } from "./members.ts";
import { answerZdo, type Node, ZDO, ZDO_ANSWER } from "./zdo.ts";

export function createZdo(medium: Medium, joining: Joining): Pick<Uplink, "zdo" | "find"> {
  const { members, delivery, isHere, note, toCenter } = medium;

  const nodeOf = ({ station, address }: Member): Node => ({
    ieee: station.ieee,
    address,
    kind: kindOf(station),
    listens: station.listens,
    mains: station.mains,
    manufacturer: station.manufacturer,
    endpoints: station.endpoints,
    bindings: station.bindings,
    extendedpanid: medium.center?.extendedpanid ?? "",
    neighbours: () => members.neighbours(address, joining.isOpen),
    routes: () => members.routes(address),
    permit: (seconds) => joining.permit([address], seconds),
    // Its answer goes first.
    leave: (comesBack) => medium.pace.later(0, () => joining.leave(station, comesBack)),
  });

  const ask = (member: Member, cluster: number, request: Buffer, answer: (bytes: Buffer) => void) => {
    const hear = () => {
      const bytes = answerZdo(cluster, reader(request), nodeOf(member));
      if (!bytes || !delivery.speaks(member)) return;
      note("zdo", { from: { address: member.address, endpoint: 0 }, cluster: cluster | ZDO_ANSWER, bytes }, CENTER);
      toCenter(member, () => answer(bytes));
    };
    delivery.down(member, hear, () => {});
  };
  const noteRequest = (cluster: number, bytes: Buffer, to: number | string) =>
    note("zdo", { from: { address: CENTER, endpoint: 0 }, cluster, bytes }, to);

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
