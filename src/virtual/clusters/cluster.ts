/** The interface of a cluster of a virtual device, and its view of the device that it belongs to. */
import type { StationBinding } from "../air/air-station.ts";
import type { SimulatedTime } from "../air/simulated-time.ts";
import type { AttributeValue } from "../devices/attributes.ts";

/** The decoded parameters of a command. */
export type CommandPayload = Readonly<Record<string, number>>;

/** A command that answers another. */
export interface CommandAnswer {
  readonly command: string;
  readonly payload: object;
}

/** A status (told by a default response), an answer of its own, or nothing more to say than that it is done. */
export type CommandOutcome = number | CommandAnswer | undefined;

/** `alone`: the command is for this device only, so that it may answer. */
export type CommandHandler = (endpoint: ClusterEndpoint, payload: CommandPayload, alone: boolean) => CommandOutcome;

export interface Cluster {
  readonly name: string; // as herdsman names it
  /** The attributes of every device with this cluster, when its profile says nothing else. */
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  /** These change all the time, all of them or some: they are kept with the next thing that is worth keeping. */
  readonly fleeting?: true | readonly string[];
  /** These are told with each change, however large a change was asked for: many meters tell each unit that they count. */
  readonly eager?: readonly string[];
  readonly commands?: Readonly<Record<string, CommandHandler>>;
  /** Checks a value that a client is about to write. A status refuses it. */
  readonly mayWrite?: (endpoint: ClusterEndpoint, attribute: string, value: AttributeValue) => number | undefined;
  /** A client has written the attribute. */
  readonly written?: (endpoint: ClusterEndpoint, attribute: string) => void;
  /** An attribute of this endpoint has changed, by a client or by itself. */
  readonly changed?: (endpoint: ClusterEndpoint, cluster: string, attribute: string) => void;
  /** The device is a member of the network from now on, or again. */
  readonly joined?: (endpoint: ClusterEndpoint) => void;
  /** The device has left the network, and is as it came from the factory. */
  readonly left?: (endpoint: ClusterEndpoint) => void;
  /** The coordinator has answered a question (`ask`): these are its attributes, by their numbers. */
  readonly answered?: (endpoint: ClusterEndpoint, cluster: number, values: Readonly<Record<number, unknown>>) => void;
  /** The device has power again: sets the starting values. */
  readonly powered?: (endpoint: ClusterEndpoint) => void;
}

/** The values that a scene keeps of one endpoint: in the order of the Zigbee tables, by cluster. */
export interface StoredScene {
  readonly group: number;
  readonly id: number;
  readonly endpoint: number;
  readonly name: string;
  readonly tenths: number; // of a second, that it takes
  readonly values: Readonly<Record<number, readonly number[]>>; // cluster → its extension field set
}

/** The device as a whole, as its clusters see it. */
export interface DeviceBody {
  readonly ieee: string;
  readonly time: SimulatedTime;
  readonly groups: Map<number, Set<number>>;
  readonly bindings: StationBinding[];
  scenes: StoredScene[];
  /** Commands that it does not carry out, "genOnOff.on" → the status that it answers instead. */
  readonly refusals: Map<string, number>;
  /** A device that sleeps listens for so long; 0: it may sleep again. */
  awake(milliseconds: number): void;
  /** Everything that can be written is again as it came from the factory. */
  reset(): void;
  /** Something has changed that outlives a restart. */
  note(): void;
}

/** One endpoint of a device, as its clusters see it. */
export interface ClusterEndpoint {
  readonly id: number;
  readonly device: DeviceBody;
  /** Without a name: whether the cluster is there at all. */
  has(cluster: string, attribute?: string): boolean;
  get(cluster: string, attribute: string): number; // 0 where there is none
  text(cluster: string, attribute: string): string;
  /** Changes those of these that the endpoint has; reports follow by themselves. */
  set(cluster: string, values: Readonly<Record<string, AttributeValue>>): void;
  /** The memory of the clusters of this endpoint beside their attributes; it outlives a restart. */
  readonly memory: Record<string, number>;
  /** Values set by hand, by "msTemperatureMeasurement.measuredValue", and until when (of the house's time) life leaves them alone. */
  readonly held: Map<string, { readonly text: string; readonly until: number }>;
  /** Movements under way, by the value that they change: a new one stops the one before. */
  readonly running: Map<string, () => void>;
  /** Sends a command of one of its clusters along the bindings; answers to how many. */
  say(cluster: string, command: string, payload: object): number;
  /** The same, to one device only. */
  tell(ieee: string, cluster: string, command: string, payload: object): void;
  /** Reads attributes of the coordinator. */
  ask(cluster: number, attributes: readonly number[]): void;
}
