/** Does what a schedule commands, while the key that it names is still good. Whatever becomes of it harms nobody. */
import { wordsOf } from "../../model/errors.ts";
import { withoutKeys } from "../../model/keys.ts";
import { type Address, isObject, type Reply, type Resource, type Stop } from "../../model/resource.ts";
import { targetOf } from "../../model/schedule-command.ts";
import type { EngineParts } from "../engine.ts";

export interface Runner {
  readonly run: (schedule: Resource) => void;
  readonly stop: Stop;
}

const PATIENCE = 60_000; // milliseconds in which a radio may come up after a start
const NOT_CONNECTED = 950;
const NO_ROOM = / 951$/; // the same words for a queue that is full and for no radio

export function runner({
  store,
  bus,
  clock,
  log,
  perform,
}: Pick<EngineParts, "store" | "bus" | "clock" | "log" | "perform">): Runner {
  const radio = firstRadio(bus, clock);
  const said = new Map<Address, string>(); // why the last one was not done; a timer that fails each second says it once
  const say = (address: Address, why: string) => {
    if (said.get(address) !== why) log.warn(withoutKeys(`${address}: ${why}`));
    said.set(address, why);
  };
  const attempt = async ({ address, attr: { command } }: Resource): Promise<void> => {
    if (!isObject(command)) return; // a flow's: what it does is in the flow
    const target = targetOf(command.address);
    if (!target) return say(address, "its command cannot be read: nothing was done");
    const isGood = store.get(`/config/whitelist/${target.key}`) !== undefined;
    if (!isGood) return say(address, `the key ${target.key} in its command is revoked: nothing was done`);
    const wish = { method: "PUT", address: target.address, body: command.body } as const;
    const ask = () => perform(wish, { by: address, depth: 0 });
    let reply = await ask();
    if (needsRadio(reply) && (await radio.comesUp())) reply = await ask();
    const refusal = refusalIn(reply);
    if (refusal === undefined) said.delete(address);
    else say(address, `PUT ${target.address}: ${refusal}`);
  };
  const run = (schedule: Resource) => {
    attempt(schedule).catch((error) => say(schedule.address, `its command failed: ${wordsOf(error)}`));
  };
  return { run, stop: radio.stop };
}

/** What was due at the start is due before the radio is up. */
function firstRadio(bus: EngineParts["bus"], clock: EngineParts["clock"]) {
  const waiting: ((isNew: boolean) => void)[] = [];
  let isOver = false;
  const end = (isUp: boolean) => {
    if (isOver) return;
    isOver = true;
    heard();
    timer();
    for (const tell of waiting.splice(0)) tell(isUp);
  };
  const heard = bus.on(({ resource, values }) => {
    if (resource.address === "/gateway" && values.event === "radio-up") end(true);
  });
  const timer = clock.after(PATIENCE, () => end(false));
  return {
    /** Kept with true once, when that was still to come. */
    comesUp: () => new Promise<boolean>((resolve) => (isOver ? resolve(false) : waiting.push(resolve))),
    stop: () => end(false),
  };
}

/** Nothing of it was done, and for want of the radio. */
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
