/** Commands for lights, and scenes, of which the air has not told yet how they ended: the gateway answers at once, a device only when it has heard. */
import type { Delivered } from "../src/model/admin-api.ts";
import type { Reply } from "../src/model/resource.ts";
import type { Api } from "./api.ts";
import { errorsIn } from "./perform.ts";
import { say, sayNames } from "./texts.ts";

const LATE = 1_000; // milliseconds: a user does not mind a shorter wait
const LATE_IN_GROUP = 3_000; // no light answers a group's frame: a second after it they are asked,
const LATE_AFTER_EACH = 500; // one after the other
const LOST = 30_000; // milliseconds: a command without an outcome by then never gets one
const OUTCOME_SHOWN = 10_000;
const STATE_OF_LIGHT = /^(\/lights\/[^/]+)\/state$/;
const OF_GROUP = /^(\/groups\/([^/]+)(?:\/scenes\/[^/]+)?)\/(?:action|recall)$/; // the group or the scene, and the id of the group
const SILENT: readonly unknown[] = ["unreachable", "timeout"];

interface UnansweredListener {
  /** The lights that a group tells something. */
  readonly membersOf: (group: string) => readonly string[];
  /** Whether a light shines, as far as it is known. */
  readonly isOn: (address: string) => boolean;
  /** A light, a scene or a group began or ceased to be waited for. */
  readonly changed: () => void;
  /** A light did not answer the last command of the panels. */
  readonly silent: (address: string) => void;
}

/** A command for the lights of a group; it has ended when each of them has, those too that it had nothing to tell. */
interface GroupCommand {
  readonly told: string; // the scene, or the group
  readonly members: readonly string[];
  lights: readonly string[]; // that have not ended
  silent: readonly string[]; // that did not answer
}

/** The answers of the lights to a scene that the panels recalled, so far. */
export interface SceneAnswers {
  readonly count: number;
  readonly waiting: readonly string[];
  readonly silent: readonly string[];
}

/** The commands of the panels to a light that have not ended yet: all together, as people want the last one. */
interface Wait {
  out: number; //        commands
  isSilent: boolean; //  the light did not answer the command that ended last
  readonly wasOn: boolean; // before it was told anything of it
  timer?: ReturnType<typeof setTimeout>;
}

export class Unanswered {
  readonly #listener: UnansweredListener;
  readonly #waits = new Map<string, Wait>();
  #late: ReadonlyMap<string, boolean> = new Map();
  readonly #groups = new Map<string, readonly GroupCommand[]>(); // by the address of the group, the oldest first
  readonly #recalled = new Map<string, GroupCommand>(); // by scenes: the last recall of each, until its outcome was shown

  constructor(listener: UnansweredListener) {
    this.#listener = listener;
  }

  /** Lights without an answer for too long, and whether each shone before; another map whenever that changes. */
  get late(): ReadonlyMap<string, boolean> {
    return this.#late;
  }

  answersOf(scene: string): SceneAnswers | undefined {
    const recall = this.#recalled.get(scene);
    return recall && { count: recall.members.length, waiting: recall.lights, silent: recall.silent };
  }

  /** The same API, whose commands for lights are watched. */
  watched(api: Api): Api {
    const perform: Api["perform"] = async (method, address, body) => {
      const takeBack = method === "PUT" ? this.#tell(address) : () => {};
      let reply: Reply | undefined;
      try {
        reply = await api.perform(method, address, body);
        return reply;
      } finally {
        if (!reply || errorsIn(reply) !== undefined) takeBack(); // nothing was sent
      }
    };
    return { ...api, perform };
  }

  hear(delivered: readonly Delivered[]): void {
    for (const { address, failure } of delivered) {
      const [command] = this.#groups.get(address) ?? [];
      this.#strike(address, SILENT.includes(failure));
      if (command) this.#endGroup(address, command);
      else this.#endOne(address, SILENT.includes(failure));
    }
  }

  clear(): void {
    this.#groups.clear();
    this.#recalled.clear();
    for (const address of [...this.#waits.keys()]) this.#end(address);
  }

  /** Returns a function that takes the wait back. */
  #tell(address: string): () => void {
    const [, light] = STATE_OF_LIGHT.exec(address) ?? [];
    const [, told, id = ""] = OF_GROUP.exec(address) ?? [];
    if (light !== undefined) this.#leaveScenes([light]);
    if (light !== undefined) this.#begin(light, LATE);
    if (light !== undefined) return () => this.#endOne(light);
    if (told === undefined) return () => {};
    const group = `/groups/${id}`;
    const members = this.#listener.membersOf(id);
    const command: GroupCommand = { told, members, lights: members, silent: [] };
    this.#leaveScenes(members);
    if (told !== group) this.#recalled.set(told, command);
    const patience = LATE_IN_GROUP + LATE_AFTER_EACH * Math.max(0, command.lights.length - 1);
    for (const each of [...command.lights, told]) this.#begin(each, patience);
    if (told !== group) this.#listener.changed(); // there will be something to tell of it
    this.#groups.set(group, [...(this.#groups.get(group) ?? []), command]);
    return () => {
      this.#forget(command);
      this.#endGroup(group, command);
    };
  }

  /** Told something else, these lights have no scene any more: its outcome is no news. */
  #leaveScenes(lights: readonly string[]): void {
    for (const recall of [...this.#recalled.values()])
      if (recall.members.some((each) => lights.includes(each))) this.#forget(recall);
  }

  #endGroup(group: string, command: GroupCommand): void {
    const others = (this.#groups.get(group) ?? []).filter((each) => each !== command);
    this.#groups.set(group, others);
    const { lights } = command;
    command.lights = []; // the command has ended for these lights, too: its outcome is told
    for (const address of [...lights, command.told]) this.#endOne(address);
    if (this.#recalled.get(command.told) !== command) return;
    this.#listener.changed();
    setTimeout(() => this.#forget(command), OUTCOME_SHOWN);
  }

  #forget(command: GroupCommand): void {
    if (this.#recalled.get(command.told) !== command) return;
    this.#recalled.delete(command.told);
    this.#listener.changed();
  }

  /** Of several commands the oldest has ended for this light. */
  #strike(light: string, isSilent: boolean): void {
    const all = [...this.#groups.values()].flat();
    const command = all.find(({ lights }) => lights.includes(light));
    if (!command) return;
    command.lights = command.lights.filter((each) => each !== light);
    if (isSilent) command.silent = [...command.silent, light];
    if (this.#recalled.get(command.told) === command) this.#listener.changed();
  }

  #begin(address: string, patience: number): void {
    const wasOn = this.#listener.isOn(address);
    const wait = this.#waits.get(address) ?? { out: 0, isSilent: false, wasOn };
    this.#waits.set(address, wait);
    wait.out += 1;
    this.#watch(address, wait, patience);
  }

  #watch(address: string, wait: Wait, patience: number): void {
    clearTimeout(wait.timer);
    const late = () => {
      this.#late = new Map([...this.#late, [address, wait.wasOn]]);
      this.#watch(address, wait, LOST);
      this.#listener.changed();
    };
    const isLate = this.#late.has(address);
    wait.timer = isLate ? setTimeout(() => this.#end(address, wait.isSilent), LOST) : setTimeout(late, patience);
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
    clearTimeout(this.#waits.get(address)?.timer);
    this.#waits.delete(address);
    for (const [group, commands] of this.#groups)
      this.#groups.set(
        group,
        commands.filter(({ told }) => told !== address),
      );
    const recall = this.#recalled.get(address);
    if (recall && recall.lights.length > 0) this.#forget(recall); // no report will tell how the recall ended
    if (this.#late.has(address)) {
      this.#late = new Map([...this.#late].filter(([each]) => each !== address));
      this.#listener.changed();
    }
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
