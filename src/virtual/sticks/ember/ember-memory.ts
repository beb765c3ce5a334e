/** The memory of an EmberZNet stick without power: its address, its network, its keys and its frame counter. */
import type { NetworkCredentials } from "../../air/network-credentials.ts";
import { ieeeBytes, reader } from "../../devices/bytes.ts";
import type { Preformed } from "../virtual-stick.ts";
import type { NetworkParameters } from "./ezsp-layouts.ts";

/** The keys that a network begins with. */
interface SecurityState {
  readonly linkKey: string; // of the trust center; hex
  readonly key: string; //     of the network; hex
  readonly keyNumber: number;
}

interface LinkKey {
  readonly ieee: string;
  readonly key: string; // hex
}

/** Plain JSON. */
export interface SavedEmber {
  readonly version: number; // of EZSP
  readonly factoryIeee: string;
  readonly ieee?: string; // that was written over it
  readonly rewritable: IeeeRewriting;
  readonly network?: NetworkParameters;
  readonly security?: SecurityState;
  readonly linkKeys: readonly (readonly [index: number, key: LinkKey])[];
  readonly frameCounter: number;
}

/** Whether its address can be written: as often as one likes, once for ever, or not at all. */
export type IeeeRewriting = "yes" | "once" | "no";

const USUAL_VERSION = 13;
const NO_ADDRESS = "0xffffffffffffffff"; // then its maker's counts
const POWER = 5; // dBm
const ALL_CHANNELS = 0x07fff800;
const MOST_FRAMES = 2 ** 32;

interface NewMemory {
  readonly ieee: string;
  readonly version?: number | undefined;
  readonly rewritable?: IeeeRewriting | undefined;
  readonly preformed?: Preformed | undefined;
}

export class EmberMemory {
  version: number;
  security: SecurityState | undefined;
  readonly linkKeys: Map<number, LinkKey>;
  frameCounter: number;
  readonly #factoryIeee: string;
  #ieee: string | undefined;
  #rewritable: IeeeRewriting;
  #network: NetworkParameters | undefined;
  #credentials: NetworkCredentials | undefined;

  constructor(saved: SavedEmber) {
    this.version = saved.version;
    this.security = saved.security;
    this.linkKeys = new Map(saved.linkKeys);
    this.frameCounter = saved.frameCounter;
    this.#factoryIeee = saved.factoryIeee;
    this.#ieee = saved.ieee;
    this.#rewritable = saved.rewritable;
    this.network = saved.network;
  }

  get ieee(): string {
    return this.#ieee ?? this.#factoryIeee;
  }

  /** That was written over its maker's. */
  get ownIeee(): string {
    return this.#ieee ?? NO_ADDRESS;
  }

  get network(): NetworkParameters | undefined {
    return this.#network;
  }

  set network(network: NetworkParameters | undefined) {
    this.#network = network;
    this.#credentials = network && this.security && credentialsOf(network, this.security);
  }

  get credentials(): NetworkCredentials | undefined {
    return this.#credentials;
  }

  countFrame(): number {
    this.frameCounter = (this.frameCounter + 1) % MOST_FRAMES;
    return this.frameCounter;
  }

  get canRewriteIeee(): boolean {
    return this.#rewritable === "yes" || (this.#rewritable === "once" && this.#ieee === undefined);
  }

  /** Answers whether it could be written. */
  rewriteIeee(ieee: string): boolean {
    if (!this.canRewriteIeee) return false;
    this.#ieee = ieee === NO_ADDRESS ? undefined : ieee;
    return true;
  }

  save(): SavedEmber {
    return {
      version: this.version,
      factoryIeee: this.#factoryIeee,
      ...(this.#ieee !== undefined && { ieee: this.#ieee }),
      rewritable: this.#rewritable,
      ...(this.#network && { network: this.#network }),
      ...(this.security && { security: this.security }),
      linkKeys: [...this.linkKeys],
      frameCounter: this.frameCounter,
    };
  }
}

/** A stick as it is bought, or one that is in a network already. */
export function newEmberMemory({ ieee, version, rewritable, preformed }: NewMemory): SavedEmber {
  const blank: SavedEmber = {
    version: version ?? USUAL_VERSION,
    factoryIeee: preformed?.ieee ?? ieee,
    rewritable: rewritable ?? "no",
    linkKeys: [],
    frameCounter: preformed?.frameCounter ?? 0,
  };
  if (!preformed) return blank;
  const { panid, extendedpanid, channel, networkKey } = preformed;
  return {
    ...blank,
    network: {
      extendedpanid: Buffer.from(extendedpanid).toString("hex"),
      panid,
      power: POWER,
      channel,
      updateId: 0,
      channels: ALL_CHANNELS,
    },
    security: {
      linkKey: Buffer.concat([ieeeBytes(preformed.ieee), ieeeBytes(preformed.ieee)]).toString("hex"),
      key: Buffer.from(networkKey).toString("hex"),
      keyNumber: 0,
    },
  };
}

/** The extended PAN id goes over the line as it goes on air, the last byte first: herdsman's option is its mirror image. */
function credentialsOf(
  { panid, extendedpanid, channel }: NetworkParameters,
  { key, keyNumber }: SecurityState,
): NetworkCredentials {
  return { panid, extendedpanid: reader(Buffer.from(extendedpanid, "hex")).ieee(), channel, key, keyNumber };
}
