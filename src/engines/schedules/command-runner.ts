/** Runs the command of a schedule, while the key that it names is valid. A failure is logged and harms no other schedule. */
import { GATEWAY } from "../../model/addresses.ts";
import { type ActionResult, begun, firstRefusal } from "../../model/automation/rule-engine.ts";
import { type CommandTarget, EDITORS_KEY, targetOf } from "../../model/automation/schedule-command.ts";
import { wordsOf } from "../../model/errors.ts";
import { withoutKeys } from "../../model/keys.ts";
import { type Address, type Command, isObject, type Reply, type Resource, type Stop } from "../../model/resource.ts";
import type { EngineParts } from "../engine.ts";

type CommandRunnerParts = Pick<EngineParts, "store" | "bus" | "clock" | "log" | "perform"> & {
  /** Is told the results of each run. */
  readonly ran: (schedule: Address, actions: readonly ActionResult[]) => void;
};

/** How it ended, if not well. */
type Failure = Partial<Pick<ActionResult, "status" | "error" | "refusal">>;

const PATIENCE = 60_000; // milliseconds in which a radio may come up after a start
const NOT_CONNECTED = 950;
const NO_ROOM = / 951$/; // the same words for a queue that is full and for no radio

export class CommandRunner {
  readonly #parts: CommandRunnerParts;
  readonly #radio: ReturnType<typeof firstRadio>;
  readonly #warned = new Map<Address, string>(); // why the last one was not done: a timer that fails each second is told once

  constructor(parts: CommandRunnerParts) {
    this.#parts = parts;
    this.#radio = firstRadio(parts.bus, parts.clock);
  }

  run(schedule: Resource): void {
    const { address, attr } = schedule;
    const { command } = attr;
    if (!isObject(command)) return void this.#parts.ran(address, []); // the schedule belongs to a flow, which does the rest
    const target = targetOf(command.address);
    const wish = { address: target?.address ?? String(command.address), method: "PUT", body: command.body };
    const action = begun(wish as Command);
    const told = (failure: Failure = { status: 200 }) => this.#parts.ran(address, [{ ...action, ...failure }]);
    this.#perform(address, target, command.body).then(told, (error) => {
      const why = `its command failed: ${wordsOf(error)}`;
      this.#warn(address, why);
      told({ error: why });
    });
  }

  stop(): void {
    this.#radio.stop();
  }

  /** Resolves to why it was not done; undefined: it was. */
  async #perform(address: Address, target: CommandTarget | undefined, body: unknown): Promise<Failure | undefined> {
    const { store, perform } = this.#parts;
    if (!target) return this.#warn(address, "its command cannot be read: nothing was done");
    const isValid = target.key === EDITORS_KEY || store.get(`/config/whitelist/${target.key}`) !== undefined;
    if (!isValid) return this.#warn(address, `the key ${target.key} in its command is revoked: nothing was done`);
    const wish = { method: "PUT", address: target.address, body } as const;
    const ask = () => perform(wish, { by: address, depth: 0 });
    let reply = await ask();
    if (needsRadio(reply) && (await this.#radio.comesUp())) reply = await ask();
    const refusal = refusalIn(reply);
    if (refusal === undefined) this.#warned.delete(address);
    else this.#warn(address, `PUT ${target.address}: ${refusal}`);
    return refusal === undefined ? undefined : { error: refusal, ...firstRefusal(reply) };
  }

  #warn(address: Address, why: string): Failure {
    if (this.#warned.get(address) !== why) this.#parts.log.warn(withoutKeys(`${address}: ${why}`));
    this.#warned.set(address, why);
    return { error: withoutKeys(why) };
  }
}

/** A schedule that is due at the start is due before the radio is up. */
function firstRadio(bus: EngineParts["bus"], clock: EngineParts["clock"]) {
  const waiting: ((isUp: boolean) => void)[] = [];
  let isOver = false;
  const end = (isUp: boolean) => {
    if (isOver) return;
    isOver = true;
    hearing();
    timer();
    for (const tell of waiting.splice(0)) tell(isUp);
  };
  const hearing: Stop = bus.on(({ resource, values }) => {
    if (resource.address === GATEWAY && values.event === "radio-up") end(true);
  });
  const timer = clock.after(PATIENCE, () => end(false));
  return {
    /** Kept with true once, when that was still to come. */
    comesUp: () => new Promise<boolean>((resolve) => (isOver ? resolve(false) : waiting.push(resolve))),
    stop: () => end(false),
  };
}

/** The command was refused as a whole because the radio is down. */
function needsRadio({ body }: Reply): boolean {
  const items: readonly unknown[] = Array.isArray(body) ? body : [];
  const errors = items.map((item) => (isObject(item) && isObject(item.error) ? item.error : {}));
  return (
    errors.length > 0 &&
    errors.every(({ type, description }) => type === NOT_CONNECTED || NO_ROOM.test(String(description)))
  );
}

function refusalIn({ status, body }: Reply): string | undefined {
  const items: readonly unknown[] = Array.isArray(body) ? body : [];
  const faults = items.flatMap((item) => (isObject(item) && isObject(item.error) ? [item.error] : []));
  if (faults[0]) return String(faults[0].description);
  return status >= 400 ? `answered with ${status}` : undefined;
}
