/** A house as another program kept it, in words of neither: readers make it of its files, and the plan makes our records of it. */
import type { Ieee } from "../model/radio/device-facts.ts";
import type { Values } from "../model/resource.ts";
import type { Note } from "./words.ts";

export type Program = "zigbee2mqtt" | "deconz" | "zha";

export interface ForeignHouse {
  readonly source: ForeignSource;
  readonly stick: ForeignStick;
  readonly network: ForeignNetwork;
  readonly devices: readonly ForeignDevice[];
  readonly groups: readonly ForeignGroup[];
  readonly scenes: readonly ForeignScene[];
  /** The program's resources of its devices, where it had resources as we have; and those that stand for no device. */
  readonly resources: readonly ForeignResource[];
  readonly rules: readonly ForeignRecord[];
  readonly schedules: readonly ForeignRecord[];
  readonly links: readonly ForeignRecord[];
  readonly parameters: readonly ForeignRecord[]; // their ids are their names
  readonly keys: readonly ForeignKey[];
  readonly settings: Values; // of the gateway, as GET /config names them; latitude and longitude, too
  readonly traces: ForeignTraces;
  readonly notes: readonly Note[];
}

/** Traces by which the program can be found out while it runs. */
export interface ForeignTraces {
  /** The broker of its settings, and where it says there that it is online. */
  readonly broker?: { readonly url: string; readonly user?: string; readonly password?: string };
  readonly base?: string;
  readonly bridgeid?: string; // with which its API answers
  readonly databases: readonly string[]; // that it has open all the time
}

interface ForeignSource {
  readonly program: Program;
  readonly version: string; // of its data; "" where it does not say
  readonly files: readonly string[]; // that were read
  readonly written: number | null; // when it wrote last, milliseconds
}

export interface ForeignStick {
  readonly path?: string;
  readonly adapter?: string;
  readonly baudRate?: number;
  readonly rtscts?: boolean;
}

/** The facts of the network; addresses as they are printed on sticks: the first byte first. */
export interface ForeignNetwork {
  readonly key?: string; // 32 hexadecimal digits
  readonly panid?: number;
  readonly extendedpanid?: string; // 16
  readonly channel?: number;
  readonly coordinator?: string; // 16
  readonly frameCounter?: number;
  readonly keySequence?: number;
  readonly updateId?: number;
  readonly securityLevel?: number;
  readonly seed?: string; //      of the link keys, Z-Stack
  readonly hashedKey?: string; // of the trust centre, Ember
  readonly devices?: readonly NetworkDevice[];
  /** Which kind of stick said so: it decides in which order its own file has the bytes. */
  readonly family?: StickFamily;
  readonly isKeyPublic?: boolean;
  /** Why it cannot be brought to another stick; absent: it can. */
  readonly obstacle?: Note;
}

export type StickFamily = "zstack" | "ember" | "deconz";

export interface NetworkDevice {
  readonly ieee: string; // 16
  readonly address: string; // 4
  readonly isChild: boolean;
  readonly linkKey?: { readonly key: string; readonly received: number; readonly sent: number };
}

export interface ForeignDevice {
  readonly ieee: Ieee;
  readonly line: DatabaseLine;
  readonly name?: string;
  readonly names?: Readonly<Record<number, string>>; // of single endpoints
  readonly options?: Values; // of the converters
  readonly area?: string;
  readonly isDisabled?: boolean;
  readonly description?: string;
  /** The last values of the device, in the converters' words, and their time: milliseconds. */
  readonly last?: { readonly values: Values; readonly at: number | null };
}

/** A device as zigbee-herdsman keeps it, one line of its database. */
export interface DatabaseLine {
  readonly id: number;
  readonly type: string;
  readonly ieeeAddr: string;
  readonly nwkAddr: number;
  readonly epList: readonly number[];
  readonly endpoints: Readonly<Record<string, DatabaseEndpoint>>;
  readonly modelId?: string;
  readonly manufName?: string;
  readonly interviewCompleted: boolean;
  readonly interviewState?: string;
  readonly meta: Values;
  readonly [member: string]: unknown;
}

export interface DatabaseEndpoint {
  readonly epId: number;
  readonly meta?: Values;
  readonly [member: string]: unknown;
}

export interface EndpointOf {
  readonly ieee: Ieee;
  readonly endpoint: number;
}

export interface ForeignGroup {
  readonly number: number; // on air
  readonly name: string; // "" where the user gave none
  readonly members: readonly EndpointOf[];
  /** Of a program that has resources: the ids of its lights; then `members` are those that it counted on air. */
  readonly lights?: readonly string[];
  readonly attr?: Values; // type, class, hidden …
}

export interface ForeignScene {
  readonly group: number;
  readonly number: number;
  readonly name: string;
  readonly transitiontime: number; // tenths of a second
  readonly lights: readonly { readonly at: EndpointOf | string; readonly does: Values }[]; // an id where the program had one
}

export interface ForeignResource {
  readonly family: "lights" | "sensors";
  readonly id: string;
  readonly type: string;
  readonly uniqueid: string;
  readonly name: string;
  readonly isDeleted: boolean;
  readonly attr: Values;
  readonly config: Values;
  readonly state: Values;
}

export interface ForeignRecord {
  readonly id: string;
  readonly body: Values;
}

export interface ForeignKey {
  readonly key: string;
  readonly name: string;
  readonly created: string;
  readonly lastUsed: string;
}
