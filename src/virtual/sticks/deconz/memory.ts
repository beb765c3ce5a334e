/** The memory of a ConBee: the facts of itself and of its network. */
import type { StationEndpoint } from "../../air/air-station.ts";
import { reader, write } from "../../devices/bytes.ts";
import { credentialsOf, type Preformed } from "../virtual-stick.ts";

/** Plain JSON. */
export interface ConBeeMemory {
  readonly ieee: string; // "0x00212effff000001"
  readonly trustCenter: string;
  readonly panid: number;
  readonly extendedpanid: string;
  readonly channels: number; // a mask
  readonly channel: number; // where it is now; 0: nowhere yet
  readonly key: string; // hex
  readonly updateId: number;
  readonly counter: number; // of the frames that it has sent
  readonly endpoints: readonly string[]; // hex, by index
  readonly linkKeys: Readonly<Record<string, string>>; // hex, by device
  readonly isOn: boolean; // when it gets power it goes to its network by itself
}

const NOWHERE = "0x0000000000000000";
const ALL_CHANNELS = 0x07fff800;

/** As they come from the factory: home automation, and light link. */
const FACTORY_ENDPOINTS: readonly string[] = [
  endpointRecord(0, 1, 0x0104, 0x0005, [0x0000, 0x0019], [0x0501]),
  endpointRecord(1, 0x50, 0xde00, 0x0001, [], []),
];
/** As herdsman writes them: with others it takes a stick for one that has to be set up anew. */
const HERDSMAN_ENDPOINTS: readonly string[] = [
  endpointRecord(0, 1, 0x0104, 0x0005, [0x0000, 0x0006, 0x000a, 0x0019, 0x0501], [0x0001, 0x0020, 0x0500, 0x0502]),
  endpointRecord(1, 0xf2, 0xa1e0, 0x0064, [], [0x0021]),
];

export function factoryNew(ieee: string): ConBeeMemory {
  return {
    ieee,
    trustCenter: NOWHERE,
    panid: 0,
    extendedpanid: NOWHERE,
    channels: ALL_CHANNELS,
    channel: 0,
    key: "00".repeat(16),
    updateId: 0,
    counter: 0,
    endpoints: FACTORY_ENDPOINTS,
    linkKeys: {},
    isOn: false,
  };
}

/** Of a stick that is in a network already. */
export function preformed(facts: Preformed): ConBeeMemory {
  const { ieee, frameCounter = 0 } = facts;
  const { panid, extendedpanid, channel, key } = credentialsOf(facts);
  return {
    ...factoryNew(ieee),
    trustCenter: ieee,
    ...{ panid, extendedpanid, channel, key },
    channels: 2 ** channel,
    counter: frameCounter,
    endpoints: HERDSMAN_ENDPOINTS,
    isOn: true,
  };
}

/** The endpoints of the stick's own, as its parameters hold them. */
export function endpointsIn({ endpoints }: ConBeeMemory): StationEndpoint[] {
  return endpoints.map((hex) => {
    const record = reader(Buffer.from(hex, "hex"));
    record.u8(); // its index
    const [id, profile, device] = [record.u8(), record.u16(), record.u16()];
    record.u8(); // the device's version
    const clusters = () => Array.from({ length: record.u8() }, () => record.u16());
    return { id, profile, device, inputs: clusters(), outputs: clusters() };
  });
}

function endpointRecord(
  index: number,
  id: number,
  profile: number,
  device: number,
  inputs: readonly number[],
  outputs: readonly number[],
): string {
  return write()
    .u8(index, id)
    .u16(profile, device)
    .u8(1, inputs.length)
    .u16(...inputs)
    .u8(outputs.length)
    .u16(...outputs)
    .done()
    .toString("hex");
}
