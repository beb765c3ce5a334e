/** The virtual house behind a simulated stick, as the radio process has it. It is built elsewhere, and given to it. */
import type { Ieee } from "../../../model/radio.ts";
import type { Stop, Values } from "../../../model/resource.ts";
import type { RadioSettings } from "../../protocol.ts";
import { Refusal } from "../end-reasons.ts";
import { type Files, textIn, write } from "./network-files.ts";
import type { NetworkNumbers } from "./network-identity.ts";

export interface House {
  readonly port: number; // of its stick, on 127.0.0.1
  /** All its devices have joined once. */
  readonly isComplete: boolean;
  readonly complete: Promise<void>;
  /** The interview of a device has ended, well or not: the next one may come. */
  met(ieee: Ieee): void;
  look(): Values;
  turn(ieee: Ieee | undefined, knobs: Values): Values;
  /** Something that must be saved has changed. */
  onChange(listener: () => void): Stop;
  /** Everything that must outlive the process, as JSON. */
  save(): unknown;
  close(): Promise<void>;
}

export interface HouseOptions {
  readonly names: { readonly panID: number; readonly extendedPanID: number[]; readonly networkKey: number[] };
  readonly channel: number;
  readonly saved: unknown; // undefined: a new one
  readonly life: boolean; // things happen by themselves
}

export type OpenHouse = (options: HouseOptions) => Promise<House>;

export interface KeptHouse {
  readonly house: House;
  /** On the disk when it returns. */
  keep(): void;
  close(): Promise<void>;
}

const LATER = 10_000; // milliseconds between two writes of what changed

export async function moveIn(
  open: OpenHouse,
  { channel, life }: RadioSettings,
  { panid, extendedpanid, key }: NetworkNumbers,
  files: Files,
  broken: (error: unknown) => void,
): Promise<KeptHouse> {
  const names = { panID: panid, extendedPanID: [...extendedpanid], networkKey: [...key] };
  const house = await open({ names, channel, saved: saved(files), life: life ?? true });
  let timer: NodeJS.Timeout | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    write(files.virtual, JSON.stringify(house.save()));
  };
  const later = () => {
    try {
      keep();
    } catch (error) {
      broken(error);
    }
  };
  const stopHearing = house.onChange(() => {
    timer ??= setTimeout(later, LATER).unref();
  });
  keep();
  return {
    house,
    keep,
    close: async () => {
      stopHearing();
      await house.close();
      keep();
    },
  };
}

function saved(files: Files): unknown {
  const text = textIn(files.virtual);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(`${files.virtual} cannot be read: put a copy of it back, or remove the folder for a new house`);
  }
}
