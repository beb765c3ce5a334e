/** Whether a device has really done its command. */
import type { RadioFailure } from "../../src/model/radio/orders.ts";
import type { Address, Cause, Resource, Stop } from "../../src/model/resource.ts";
import type { GatewayRuntime, Translate } from "../gateway/runtime.ts";
import { nameOf } from "../messages/change-messages.ts";
import { awaitWithin } from "./debounce.ts";
import { type ErrorCode, NodeError } from "./node-error.ts";

interface Confirmation {
  /** Answers the members of a group that did not hear the command; rejected when no device did, or no verdict came in time. */
  readonly ended: (say: Translate) => Promise<readonly string[]>;
  readonly stop: Stop;
}

/** By the failure of the radio; a failure that is missing here means that the device does not answer. */
const CODES: Readonly<Partial<Record<RadioFailure, ErrorCode>>> = {
  refused: "unsupported",
  unsupported: "unsupported",
  invalid: "invalid",
  busy: "busy",
  "radio-down": "radio-down",
};

/** Listens from before the wish on. */
export function awaitConfirmation(
  { opened }: GatewayRuntime,
  light: Resource,
  cause: Cause,
  seconds: number,
): Confirmation {
  const { onDelivery, store } = opened.gateway;
  const lost: string[] = [];
  const verdict = awaitWithin<ErrorCode | "done">(seconds, (hear) =>
    onDelivery(({ address, cause: whose, failure }) => {
      if (whose !== cause) return;
      if (address === light.address) hear(failure === undefined ? "done" : codeOf(failure));
      else if (failure !== undefined) lost.push(nameOf(store.get(address) ?? light));
    }),
  );
  return {
    stop: verdict.stop,
    ended: async (say) => {
      const code = (await verdict.heard) ?? "timeout";
      if (code === "done") return lost.map((name) => say("error.unreachable", { name }));
      throw new NodeError(code, say(`error.${code}`, { name: nameOf(light) }));
    },
  };
}

interface Confirmations {
  /** Answers the outcome for each light of the scene: a code where the light failed, or where no verdict came in time. */
  readonly ended: () => Promise<(light: Address) => ErrorCode | undefined>;
  readonly stop: Stop;
}

/** For a scene: each light has its own verdict, and the group has the last one. A light with nothing to do has none. */
export function awaitConfirmations(
  { opened }: GatewayRuntime,
  group: Address,
  cause: Cause,
  seconds: number,
): Confirmations {
  const failures = new Map<Address, ErrorCode | undefined>();
  const all = awaitWithin<true>(seconds, (hear) =>
    opened.gateway.onDelivery(({ address, cause: whose, failure }) => {
      if (whose !== cause) return;
      failures.set(address, failure && codeOf(failure));
      if (address === group) hear(true);
    }),
  );
  return {
    stop: all.stop,
    ended: async () => {
      const isWhole = (await all.heard) === true;
      return (light) => (isWhole || failures.has(light) ? failures.get(light) : "timeout");
    },
  };
}

export function codeOf(failure: RadioFailure): ErrorCode {
  return CODES[failure] ?? "unreachable";
}
