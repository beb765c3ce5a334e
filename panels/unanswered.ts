/** Commands for lights of which the air has not told yet how they ended: the gateway answers at once, a device only when it has heard. */
import type { Delivered } from "../src/model/admin-api.ts";
import type { Reply } from "../src/model/resource.ts";
import type { Api } from "./api.ts";
import { errorsIn } from "./perform.ts";
import { say, sayNames } from "./texts.ts";

const LATE = 1_000; // milliseconds: until then nobody waits
const LATE_IN_GROUP = 3_000; // no light answers a group's frame: a second after it they are asked,
const LATE_AFTER_EACH = 500; // one after the other
const LOST = 30_000; // by then it has ended, or nobody tells
const STATE_OF_LIGHT = /^(\/lights\/[^/]+)\/state$/;
const ACTION_OF_GROUP = /^\/groups\/([^/]+)\/action$/;
const SILENT: readonly unknown[] = ["unreachable", "timeout"];

interface UnansweredListener {
  /** The lights that a group tells something. */
  readonly membersOf: (group: string) => readonly string[];
  /** A light began or ceased to be waited for. */
  readonly changed: () => void;
  /** A light did not answer the last of what somebody told it here. */
  readonly silent: (address: string) => void;
}

/** What a light was told here and has not ended yet: all of it together, as people want the last of it. */
interface Wait {
  out: number; //        commands
  isSilent: boolean; //  the light did not answer what ended last
  isLate: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

export class Unanswered {
  readonly #listener: UnansweredListener;
  readonly #waits = new Map<string, Wait>();

  constructor(listener: UnansweredListener) {
    this.#listener = listener;
  }

  isLate(address: string): boolean {
    return this.#waits.get(address)?.isLate === true;
  }

  /** The same API, whose commands for lights are watched. */
  watched(api: Api): Api {
    const perform: Api["perform"] = async (method, address, body) => {
      const lights = method === "PUT" ? this.#toldBy(address) : [];
      const patience = STATE_OF_LIGHT.test(address) ? LATE : LATE_IN_GROUP + LATE_AFTER_EACH * (lights.length - 1);
      for (const light of lights) this.#begin(light, patience);
      let reply: Reply | undefined;
      try {
        reply = await api.perform(method, address, body);
        return reply;
      } finally {
        if (!reply || errorsIn(reply) !== undefined) for (const light of lights) this.#endOne(light); // nothing was sent
      }
    };
    return { ...api, perform };
  }

  hear(delivered: readonly Delivered[]): void {
    for (const { address, failure } of delivered) this.#endOne(address, SILENT.includes(failure));
  }

  clear(): void {
    for (const address of [...this.#waits.keys()]) this.#end(address);
  }

  #toldBy(address: string): readonly string[] {
    const [, light] = STATE_OF_LIGHT.exec(address) ?? [];
    const [, group] = ACTION_OF_GROUP.exec(address) ?? [];
    if (light !== undefined) return [light];
    return group === undefined ? [] : this.#listener.membersOf(group);
  }

  #begin(address: string, patience: number): void {
    const wait = this.#waits.get(address) ?? { out: 0, isSilent: false, isLate: false };
    this.#waits.set(address, wait);
    wait.out += 1;
    this.#watch(address, wait, patience);
  }

  #watch(address: string, wait: Wait, patience: number): void {
    clearTimeout(wait.timer);
    const late = () => {
      wait.isLate = true;
      this.#watch(address, wait, LOST);
      this.#listener.changed();
    };
    wait.timer = wait.isLate ? setTimeout(() => this.#end(address, wait.isSilent), LOST) : setTimeout(late, patience);
  }

  /** `isSilent`: as before where nothing was sent. */
  #endOne(address: string, isSilent?: boolean): void {
    const wait = this.#waits.get(address);
    if (!wait) return; // others told it something
    wait.out -= 1;
    wait.isSilent = isSilent ?? wait.isSilent;
    if (wait.out === 0) this.#end(address, wait.isSilent);
  }

  #end(address: string, isSilent = false): void {
    const wait = this.#waits.get(address);
    clearTimeout(wait?.timer);
    this.#waits.delete(address);
    if (wait?.isLate) this.#listener.changed();
    if (isSilent) this.#listener.silent(address);
  }
}

const TOGETHER = 10_000; // milliseconds
const MOST_NAMES = 3;

/** Lights that do not answer one soon after the other, as those of a room, are told of in one sentence. */
export function silenceInWords(): (name: string) => string {
  let names: readonly string[] = [];
  let last = 0;
  return (name) => {
    const before = Date.now() - last < TOGETHER ? names.filter((each) => each !== name) : [];
    names = [...before, name];
    last = Date.now();
    const more = Math.max(0, names.length - MOST_NAMES);
    return say("refusal.silent", { count: names.length, name: sayNames(names.slice(0, MOST_NAMES), more) });
  };
}
