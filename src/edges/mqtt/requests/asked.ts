/** A request: its members, the devices and groups that it names, the parts that carry it out, and its refusal. */
import type { Bus } from "../../../core/bus.ts";
import type { Store } from "../../../core/store.ts";
import type { Clock } from "../../../model/ports.ts";
import type { Radio } from "../../../model/radio/radio-port.ts";
import type { Command, Perform, Values } from "../../../model/resource.ts";
import type { MqttDevice, MqttGroup, MqttHouse } from "../mqtt-house.ts";
import { BY_MQTT, refusalsIn } from "../set-commands.ts";

export interface RequestParts {
  readonly house: MqttHouse;
  readonly store: Store;
  readonly bus: Bus;
  readonly radio: Radio;
  readonly clock: Clock;
  readonly perform: Perform;
  /** Home Assistant is to name its entities after the new name. */
  readonly renamed: (subject: MqttDevice | MqttGroup) => void;
  /** A device reports otherwise than before. */
  readonly rewired: () => void;
}

/** Answers the data of the response; throws a Refusal. */
export type RequestHandler = (asked: Asked, parts: RequestParts) => Promise<Values>;

/** One sentence of why it was not done. */
export class Refusal extends Error {}

/** The members of a request, and the devices and groups that they name. */
export class Asked {
  readonly body: Values;
  readonly #parts: RequestParts;

  constructor(body: Values, parts: RequestParts) {
    this.body = body;
    this.#parts = parts;
  }

  text(member: string): string {
    const value = this.body[member];
    if (typeof value !== "string" && typeof value !== "number") throw new Refusal(`${member} is missing`);
    return String(value);
  }

  device(member = "id"): MqttDevice {
    const found = this.#parts.house.find(this.text(member));
    if (!found || "group" in found) throw new Refusal(`there is no device ${this.text(member)}`);
    return found.device;
  }

  endpoint(member: string): string | undefined {
    const found = this.#parts.house.find(this.text(member));
    return found && "device" in found ? found.endpoint : undefined;
  }

  group(member = "id"): MqttGroup {
    const found = this.#parts.house.find(this.text(member));
    if (!found || "device" in found) throw new Refusal(`there is no group ${this.text(member)}`);
    return found.group;
  }

  /** Through the one door; a refusal there ends the request. Answers the body of the reply. */
  async perform(command: Command): Promise<unknown> {
    const { status, body } = await this.#parts.perform(command, BY_MQTT);
    const [refusal] = refusalsIn(body);
    if (refusal !== undefined || status >= 400) throw new Refusal(refusal ?? `it was refused with ${status}`);
    return body;
  }
}
