/** A device that takes the place of another one: it answers at its addresses, joins its groups, and the former one stays known for a day. */
import { type DeviceReplacement, REPLACEMENT_UNDO } from "../../model/devices.ts";
import { wordsOf } from "../../model/errors.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Address, Stop, Values } from "../../model/resource.ts";
import type { Outbox } from "../desired/outbox.ts";
import type { DevicesContext } from "../devices-context.ts";
import { type DeviceRemoval, FORGOTTEN } from "./client-edits.ts";
import { BY_RADIO, type Device, deviceAddress } from "./device-registry.ts";

/** As it stands with the former device, hidden. */
interface ReplacedBy {
  readonly ieee: Ieee;
  readonly at: number;
}

interface ReplacementParts extends DevicesContext {
  readonly outbox: Outbox;
  readonly removal: DeviceRemoval;
  /** The device's resources are at other addresses now, or it is back: it is told its groups, scenes and week again. */
  readonly renewed: (device: Device) => void;
  /** It is placed in the store anew. */
  readonly restore: (ieee: Ieee) => Promise<void>;
}

export class Replacement {
  readonly #parts: ReplacementParts;
  readonly #timers = new Map<Ieee, Stop>();

  constructor(parts: ReplacementParts) {
    this.#parts = parts;
  }

  start(): Stop {
    for (const { attr } of this.#parts.store.list("/devices"))
      if (attr.replacedby) this.#forgetLater(String(attr.ieee));
    return () => {
      for (const stop of this.#timers.values()) stop();
      this.#timers.clear();
    };
  }

  /** The store has it already. While the radio is down the next start finds each at its place. */
  takeOver({ former, newcomer, moved }: DeviceReplacement): void {
    const { outbox, registry, store, radio } = this.#parts;
    outbox.clear(deviceAddress(former));
    registry.drop(former);
    this.#forgetLater(former);
    const device = registry.get(newcomer);
    if (!device) return;
    outbox.clear(device.address);
    const options = store.get(device.address)?.attr.options;
    if (options) radio.setOptions(newcomer, options as Values);
    const at = (address: Address) => moved.get(address) ?? address;
    const resources = device.resources.map((resource) => ({ ...resource, address: at(resource.address) }));
    const present = resources.filter(({ address }) => store.get(address) !== undefined);
    const renewed = { ...device, resources: present };
    registry.set(renewed);
    this.#parts.renewed(renewed);
  }

  /** The store has both again as they were. */
  giveBack({ former, newcomer }: Pick<DeviceReplacement, "former" | "newcomer">): void {
    this.#stopTimer(former);
    for (const ieee of [newcomer, former]) {
      this.#parts.outbox.clear(deviceAddress(ieee));
      this.#parts.registry.drop(ieee);
      this.#parts.restore(ieee).catch((error) => {
        this.#parts.log.warn(`${deviceAddress(ieee)}: it is back at its place when the radio is: ${wordsOf(error)}`);
      });
    }
  }

  #forgetLater(former: Ieee): void {
    const { clock, store } = this.#parts;
    const { at } = (store.get(deviceAddress(former))?.attr.replacedby ?? { at: clock.now() }) as ReplacedBy;
    this.#stopTimer(former);
    const left = Math.max(0, at + REPLACEMENT_UNDO - clock.now());
    this.#timers.set(
      former,
      clock.after(left, () => this.#forget(former)),
    );
  }

  #forget(former: Ieee): void {
    const { removal, store } = this.#parts;
    this.#stopTimer(former);
    const address = deviceAddress(former);
    const by = store.get(address)?.attr.replacedby as ReplacedBy | undefined;
    if (!by) return; // it has joined again, or was taken back
    store.patch(address, "attr", { replacedby: undefined, ...FORGOTTEN }, BY_RADIO);
    store.patch(deviceAddress(by.ieee), "attr", { replaces: undefined }, BY_RADIO);
    removal.removeFromNetwork(former, true);
  }

  #stopTimer(former: Ieee): void {
    this.#timers.get(former)?.();
    this.#timers.delete(former);
  }
}
