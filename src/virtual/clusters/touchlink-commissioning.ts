/** Touchlink: the answers of a light close by on its channel, without any key. */
import type { StationEndpoint } from "../air/air-station.ts";
import { readFrame, writeFrame } from "../devices/zcl.ts";
import type { ClusterEndpoint } from "./cluster.ts";
import { identify } from "./identify.ts";

interface TouchlinkResponder {
  readonly ieee: string;
  readonly endpoints: readonly StationEndpoint[];
  readonly clusterEndpoints: ReadonlyMap<number, ClusterEndpoint>;
}

/** The network in which it is. */
export interface HomeNetwork {
  readonly channel: number;
  readonly panid: number;
  readonly extendedpanid: string;
  readonly address: number | undefined; // its own there; absent: it is in none, and factory new
}

const CLUSTER = 0x1000;
const ROUTER = 1;
const LISTENS = 4;
const FACTORY_NEW = 1;
const KEYS = 0x0012; // of production, and the certification one
const BY_ITSELF = 0xffff; // as the time to identify
const USUAL_TIME = 3; // seconds
const NO_ADDRESS = Number.NaN; // as the codec names an invalid address

/** `reset` makes the light leave any network. */
export function answerTouchlink(
  touched: TouchlinkResponder,
  bytes: Buffer,
  home: HomeNetwork,
  reset: () => void,
): Buffer | undefined {
  const read = readFrame(CLUSTER, bytes, {});
  const payload = read?.payload as Readonly<Record<string, number>> | undefined;
  if (!read || !payload) return undefined;
  const { transactionID = 0, duration = 0 } = payload;
  const answer = (command: string, more: object) =>
    writeFrame(
      {
        cluster: CLUSTER,
        command,
        payload: { transactionID, ...more },
        sequence: read.header.sequence,
        fromServer: true,
        quiet: true,
      },
      {},
    );
  switch (read.command) {
    case "scanRequest":
      return answer("scanResponse", scanned(touched, home, transactionID));
    case "identifyRequest":
      for (const endpoint of touched.clusterEndpoints.values()) {
        if (endpoint.has("genIdentify")) identify(endpoint, timeOf(duration));
      }
      return undefined;
    case "resetToFactoryNew":
      reset();
      return undefined;
    default:
      return undefined;
  }
}

function scanned(
  { endpoints }: TouchlinkResponder,
  { channel, panid, extendedpanid, address }: HomeNetwork,
  responseID: number,
): object {
  const [first] = endpoints;
  const isNew = address === undefined;
  return {
    rssiCorrection: 0,
    zigbeeInformation: ROUTER | LISTENS,
    touchlinkInformation: isNew ? FACTORY_NEW : 0,
    keyBitmask: KEYS,
    responseID,
    extendedPanID: extendedpanid,
    networkUpdateID: 0,
    logicalChannel: channel,
    panID: panid,
    networkAddress: address ?? NO_ADDRESS,
    numberOfSubDevices: 1,
    totalGroupIdentifiers: 0,
    endpointID: first?.id ?? 1,
    profileID: first?.profile ?? 0,
    deviceID: first?.device ?? 0,
    version: 2,
    groupIDCount: 0,
  };
}

function timeOf(duration: number): number {
  return duration === BY_ITSELF ? USUAL_TIME : duration;
}
