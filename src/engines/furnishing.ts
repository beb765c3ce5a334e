/** A house comes furnished: its rooms, groups and scenes are made once, by the commands of any client, and its past is told. From then on they are the user's. */
import { GATEWAY, idOf } from "../model/addresses.ts";
import { wordsOf } from "../model/errors.ts";
import { HISTORY, type MeasuredMember, PAST_LISTENER } from "../model/history/ports.ts";
import { ROOM_SENSORS } from "../model/lights/groups.ts";
import type { GroupFacts, Ieee, PastFacts, SceneFacts } from "../model/radio/device-facts.ts";
import { FURNISHING } from "../model/radio/radio-port.ts";
import type { Address, Method, Resource, Stop } from "../model/resource.ts";
import { BY_GATEWAY, type EngineParts } from "./engine.ts";

type Answer = readonly { readonly success?: { readonly id?: unknown }; readonly error?: unknown }[];

export class Furnishing {
  readonly #parts: EngineParts;
  #isUnderWay = false;
  #isStopped = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  start(): Stop {
    const stop = this.#parts.engines.offer(FURNISHING, { isUnderWay: () => this.#isUnderWay });
    return () => {
      this.#isStopped = true;
      stop();
    };
  }

  /**
   * Told at each start of the radio. The start completes the groups that an ended process left undone, and makes no group twice. `tellPast`
   * asks for the past of the house.
   */
  furnish(groups: readonly GroupFacts[], tellPast: () => Promise<readonly PastFacts[]>): void {
    const { store, log } = this.#parts;
    if (this.#isUnderWay || store.get(GATEWAY)?.attr.furnished === true) return;
    this.#isUnderWay = true;
    this.#makeAll(groups, tellPast)
      .catch((error) => log.warn(`/groups: those of the virtual house were not made: ${wordsOf(error)}`))
      .finally(() => {
        this.#isUnderWay = false;
      });
  }

  async #makeAll(groups: readonly GroupFacts[], tellPast: () => Promise<readonly PastFacts[]>): Promise<void> {
    const { store, clock } = this.#parts;
    for (const group of groups) {
      if (this.#isStopped) return;
      await this.#make(group);
    }
    store.patch(GATEWAY, "attr", { furnished: true }, BY_GATEWAY);
    const past = await tellPast().catch(() => []);
    if (past.length === 0) return;
    await this.#givePast(past);
    store.patch(GATEWAY, "attr", { past: clock.now() }, BY_GATEWAY);
  }

  /** Past values of a device are given to each of its resources that has the member: all parts of a sensor have the one battery. */
  async #givePast(courses: readonly PastFacts[]): Promise<void> {
    const { engines, store } = this.#parts;
    const groups = new Map(store.list("/groups").map((group) => [group.attr.name, group]));
    const past = courses.flatMap(({ device, group, member, values }) => {
      const [section = "state", name = ""] = member.split("/") as ["state" | "config", string];
      const known = device === undefined ? [groups.get(group) ?? []].flat() : this.#partsOf(device);
      const own = known.filter((resource) => resource[section][name] !== undefined);
      return own.map(({ address }) => ({ address, member: member as MeasuredMember, values }));
    });
    await engines.find(HISTORY)?.tellPast(past);
    engines.find(PAST_LISTENER)?.tellPast(past);
  }

  #partsOf(ieee: Ieee): readonly Resource[] {
    return ["/sensors", "/lights"].flatMap((collection) => this.#resourcesOf(collection as Address, ieee));
  }

  async #make({ name, isRoom, devices, scenes }: GroupFacts): Promise<void> {
    const type = isRoom ? "Room" : "LightGroup";
    const lights = devices.flatMap((ieee) => this.#resourcesOf("/lights", ieee));
    const known = this.#parts.store.list("/groups").find(({ attr }) => attr.name === name && attr.type === type);
    const members = lights.map(({ address }) => idOf(address));
    const id = known ? idOf(known.address) : await this.#say("POST", "/groups", { name, type, lights: members });
    if (isRoom) await this.#putSensors(`/groups/${id}`, name, devices);
    for (const scene of scenes) await this.#makeScene(`/groups/${id}`, scene);
  }

  /** A device that has a light is in the room with that. */
  async #putSensors(room: Address, name: string, devices: readonly Ieee[]): Promise<void> {
    const without = devices.filter((ieee) => this.#resourcesOf("/lights", ieee).length === 0);
    const sensors = without.flatMap((ieee) => this.#resourcesOf("/sensors", ieee)).map(({ address }) => address);
    const isMade = ({ attr }: Resource) =>
      attr.classid === ROOM_SENSORS.classid && Array.isArray(attr.links) && attr.links[0] === room;
    if (sensors.length === 0 || this.#parts.store.list("/resourcelinks").some(isMade)) return;
    await this.#say("POST", "/resourcelinks", { name, ...ROOM_SENSORS, links: [room, ...sensors] });
  }

  /** No light moves: the scene is stored first, and then gets the states of its lights. */
  async #makeScene(group: Address, { name, lights }: SceneFacts): Promise<void> {
    const id = await this.#say("POST", `${group}/scenes`, { name });
    for (const [ieee, does] of Object.entries(lights))
      for (const { address } of this.#resourcesOf("/lights", ieee))
        await this.#say("PUT", `${group}/scenes/${id}${address}/state`, does);
  }

  #resourcesOf(collection: Address, ieee: Ieee): readonly Resource[] {
    const { store } = this.#parts;
    const mac = store.list("/devices").find(({ attr }) => attr.ieee === ieee)?.attr.uniqueid;
    return store.list(collection).filter(({ attr }) => String(attr.uniqueid).startsWith(`${mac}-`));
  }

  /** Answers the id of the new resource. */
  async #say(method: Method, address: Address, body: object): Promise<string> {
    const answer = (await this.#parts.perform({ method, address, body }, BY_GATEWAY)).body as Answer;
    const refusal = answer.find(({ error }) => error !== undefined);
    if (refusal) throw new Error(`${method} ${address}: ${JSON.stringify(refusal.error)}`);
    return String(answer[0]?.success?.id);
  }
}
