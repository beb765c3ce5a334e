/** A radio process with the virtual house behind it, complete and quiet. */
import assert from "node:assert/strict";
import type { DeviceFacts, Ieee } from "../../src/model/radio/device-facts.ts";
import { isObject, type Values } from "../../src/model/resource.ts";
import type { RadioSettings } from "../../src/radio/protocol.ts";
import { forkRadio, type RadioProcess, temporaryFolder } from "./radio-process.ts";
import { STICK } from "./stick.ts";

export interface RadioHouse {
  readonly radio: RadioProcess; // the newest one
  readonly settings: RadioSettings;
  /** Those that have moved in, by the name of their profile. */
  readonly of: (profile: string) => Ieee;
  readonly facts: (ieee: Ieee) => Promise<DeviceFacts>;
  readonly station: (ieee: Ieee) => Promise<Station>;
  readonly apply: (ieee: Ieee | undefined, knobs: Values) => Promise<Values>;
  /** Ends the process, and starts another one on the files it left. */
  again(): Promise<void>;
  close(): Promise<void>;
}

export interface Station {
  readonly ieee: Ieee;
  readonly profile: string;
  readonly joined: boolean;
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, Values>>>>;
  readonly groups: Readonly<Record<string, readonly number[]>>;
  readonly bindings: readonly Values[];
  readonly reporting: readonly Values[];
}

/** The residents have moved in, and those that sleep are awake for a minute. */
export async function openHouse(): Promise<RadioHouse> {
  const folder = temporaryFolder();
  const settings: RadioSettings = { path: "virtual", stick: STICK, channel: 15, folder: folder.path, life: false };
  let radio = forkRadio();
  await radio.start(settings);
  await radio.heard("permit", ({ seconds }) => seconds === 0);

  const look = async () => (await radio.ask({ type: "inspect" })) as { readonly stations: readonly Station[] };
  const residents = new Map((await look()).stations.map(({ profile, ieee }) => [profile, ieee] as const).toReversed());
  return {
    get radio() {
      return radio;
    },
    settings,
    of: (profile) => {
      const ieee = residents.get(profile);
      assert.ok(ieee, profile);
      return ieee;
    },
    facts: async (ieee) => (await radio.ask({ type: "describe", ieee })) as DeviceFacts,
    station: async (ieee) => {
      const found = (await look()).stations.find((one) => one.ieee === ieee);
      assert.ok(found, ieee);
      return found;
    },
    apply: async (ieee, knobs) => {
      const answer = await radio.ask({ type: "apply", controls: knobs, ...(ieee !== undefined && { ieee }) });
      return isObject(answer) ? answer : {};
    },
    again: async () => {
      await radio.stop();
      radio = forkRadio();
      await radio.start(settings);
    },
    close: async () => {
      await radio.stop();
      folder.remove();
    },
  };
}
