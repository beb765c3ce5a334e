/** The virtual house behind a simulated stick, kept on the disk. The simulation is built elsewhere, and given to the radio process. */
import type { DeviceLabel, GroupFacts, Ieee, PastFacts } from "../../../model/radio/device-facts.ts";
import type { Stop, Values } from "../../../model/resource.ts";
import { extendedPanIdFor } from "../../coordinator-dialects.ts";
import { writeDurably } from "../../durable-file.ts";
import type { NetworkRecord } from "../../network-record.ts";
import type { RadioSettings } from "../../protocol.ts";
import { ExplainedError } from "../end-reasons.ts";
import { type NetworkFiles, readText } from "./network-files.ts";

export interface SimulatedHouse {
  readonly port: number; // of its stick, on 127.0.0.1
  readonly adapter: NonNullable<RadioSettings["stick"]>;
  /** All its devices have joined once. */
  readonly isComplete: boolean;
  readonly complete: Promise<void>;
  /** How it is furnished, once all are in. */
  readonly furnished: readonly GroupFacts[];
  /** The interview of a device has ended, well or not: the next device may join. */
  interviewed(ieee: Ieee, isKnown: boolean): void;
  labelOf(ieee: Ieee): DeviceLabel | undefined;
  inspect(): Values;
  /** The made-up past of the house: the two months before now. */
  past(): readonly PastFacts[];
  apply(ieee: Ieee | undefined, controls: Values): Values;
  /** Something that must be saved has changed. */
  onChange(listener: () => void): Stop;
  /** Everything that must outlive the process, as JSON. */
  save(): unknown;
  close(): Promise<void>;
}

interface SimulatedHouseOptions {
  readonly names: { readonly panID: number; readonly extendedPanID: number[]; readonly networkKey: number[] };
  readonly channel: number;
  readonly stick: RadioSettings["stick"];
  readonly saved: unknown; // undefined: a new one
  readonly life: boolean | undefined; // things happen by themselves; undefined: as they did
}

export type OpenSimulatedHouse = (options: SimulatedHouseOptions) => Promise<SimulatedHouse>;

const FIRST_STICK = "zstack";
const SAVED_AFTER = 10_000; // milliseconds from a change to its write

export class PersistentHouse {
  readonly simulation: SimulatedHouse;
  readonly #path: string;
  readonly #stopListening: Stop;
  #timer: NodeJS.Timeout | undefined;

  constructor(simulation: SimulatedHouse, path: string, broken: (error: unknown) => void) {
    this.simulation = simulation;
    this.#path = path;
    const saveLater = () => {
      try {
        this.save();
      } catch (error) {
        broken(error);
      }
    };
    this.#stopListening = simulation.onChange(() => {
      this.#timer ??= setTimeout(saveLater, SAVED_AFTER).unref();
    });
    this.save();
  }

  /** On the disk when it returns. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    writeDurably(this.#path, JSON.stringify(this.simulation.save()));
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.simulation.close();
    this.save();
  }
}

export async function openPersistentHouse(
  open: OpenSimulatedHouse,
  { channel, life, stick }: RadioSettings,
  record: NetworkRecord,
  files: NetworkFiles,
  broken: (error: unknown) => void,
): Promise<PersistentHouse> {
  const { panid, key } = record;
  const extendedPanID = [...extendedPanIdFor(stick ?? FIRST_STICK, record)]; // as its firmware takes it
  const names = { panID: panid, extendedPanID, networkKey: [...Buffer.from(key, "hex")] };
  const simulation = await open({ names, channel, stick, saved: savedIn(files), life });
  return new PersistentHouse(simulation, files.virtual, broken);
}

function savedIn(files: NetworkFiles): unknown {
  const text = readText(files.virtual);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ExplainedError(
      `${files.virtual} cannot be read: put a copy of it back, or remove the folder for a new house`,
    );
  }
}
