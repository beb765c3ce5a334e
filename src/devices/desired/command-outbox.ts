/**
 * Commands to a siren or a lock with a battery that may sleep just then. The command stands in `config.pending`, beside settings that
 * wait, until the device has it, and is sent again when the device is heard: for a minute, as no user wants a door to be opened, or a siren
 * to sound, long after that was desired. No command waits over a restart.
 */
import type { DeviceCommand } from "../../model/devices.ts";
import type { RadioFailure } from "../../model/radio/orders.ts";
import type { Address, Stop, Values } from "../../model/resource.ts";
import type { DevicesContext } from "../devices-context.ts";
import { type Device, type ResourceOwner, resourcesOf } from "../inventory/device-registry.ts";
import { COMMANDED, MAY_BE_REPEATED, type Outbox } from "./outbox.ts";

const LONGEST = 60_000; // milliseconds

interface WaitingCommand {
  readonly device: Address;
  readonly command: DeviceCommand;
  readonly giveUp: Stop;
  isUnderway: boolean;
}

type Send = (command: DeviceCommand) => Promise<RadioFailure | undefined>;

export class CommandOutbox {
  readonly #context: Pick<DevicesContext, "store" | "clock" | "log">;
  readonly #outbox: Outbox;
  readonly #send: Send;
  readonly #waiting = new Map<Address, WaitingCommand>();

  /** `send` never rejects. */
  constructor(context: Pick<DevicesContext, "store" | "clock" | "log">, outbox: Outbox, send: Send) {
    this.#context = context;
    this.#outbox = outbox;
    this.#send = send;
  }

  /** The command is sent now. Answers whether its device may sleep: then `end` is to be called with how that ended. */
  begin(owner: ResourceOwner | undefined, command: DeviceCommand): boolean {
    const { address } = command.resource;
    const mayWait = owner?.device.facts.sleepy && COMMANDED.includes(owner.resource.planned.type);
    if (!mayWait || command.section !== "state") return false;
    this.#waiting.get(address)?.giveUp();
    const names = Object.keys(command.values);
    const giveUp = this.#context.clock.after(LONGEST, () => {
      this.#context.log.warn(`${address}: ${names.join(", ")}: it was not heard for a minute`);
      this.#remove(address);
    });
    const device = owner.device.address;
    this.#waiting.set(address, { device, command, giveUp, isUnderway: true });
    this.#outbox.showCommands(address, device, names);
    return true;
  }

  end(command: DeviceCommand, failure: RadioFailure | undefined): void {
    const { address } = command.resource;
    const own = this.#waiting.get(address);
    if (own?.command !== command) return;
    own.isUnderway = false;
    if (!MAY_BE_REPEATED.includes(failure)) this.#remove(address);
  }

  heard(device: Device): void {
    if (this.#waiting.size === 0) return;
    for (const { address } of device.resources) {
      const own = this.#waiting.get(address);
      if (!own || own.isUnderway) continue;
      own.isUnderway = true;
      void this.#send(own.command).then((failure) => this.end(own.command, failure));
    }
  }

  /** The device has reported the desired state: a door that a user locks after that is not unlocked once more. */
  reported(address: Address, state: Values): void {
    const { values } = this.#waiting.get(address)?.command ?? {};
    if (values && Object.keys(values).some((name) => Object.hasOwn(state, name) && state[name] === values[name]))
      this.#remove(address);
  }

  start(): Stop {
    const { store } = this.#context;
    for (const device of store.list("/devices"))
      for (const { address, type, config } of resourcesOf(store, device))
        if (COMMANDED.includes(type) && Array.isArray(config.pending))
          this.#outbox.showCommands(address, device.address, []); // no command waits over a restart
    return () => {
      for (const { giveUp } of this.#waiting.values()) giveUp();
      this.#waiting.clear();
    };
  }

  #remove(address: Address): void {
    const own = this.#waiting.get(address);
    own?.giveUp();
    this.#waiting.delete(address);
    if (own) this.#outbox.showCommands(address, own.device, []);
  }
}
