/**
 * Commands that a node has answered before their devices had them: it tells once what became of the latest one to each resource, as soon as
 * that is known. What an older one became no longer matters.
 */
import type { DeliveryResult } from "../../src/model/devices.ts";
import { lightsOf } from "../../src/model/lights/groups.ts";
import type { Address, Cause, Resource } from "../../src/model/resource.ts";
import type { GatewayRuntime, Translate } from "../gateway/runtime.ts";
import { nameOf } from "../messages/change-messages.ts";
import { isGroup } from "../messages/light-words.ts";
import { filled, wordingIn } from "../messages/value-words.ts";
import { codeOf } from "./confirmation.ts";
import type { LateNews } from "./input.ts";
import { NodeError } from "./node-error.ts";

interface SentCommand {
  readonly cause: Cause;
  readonly of: Resource; // named in the error: the scene of a group, say
  readonly news: LateNews;
  readonly lost: string[]; // the sentence for each light of a group that does not have it
}

export interface SentCommands {
  /** `to`: a light or a group. To be called before the command: its end may come at once. */
  readonly begin: (to: Resource, of: Resource, cause: Cause, news: LateNews) => void;
  /** The gateway has refused it: nothing was sent. */
  readonly refused: (to: Resource, cause: Cause) => void;
  readonly heard: (runtime: GatewayRuntime, result: DeliveryResult) => void;
}

/** `say` knows a sentence for each code of an error. */
export function sentCommands(say: Translate): SentCommands {
  const latest = new Map<Address, SentCommand>();
  return {
    begin: ({ address }, of, cause, news) => latest.set(address, { cause, of, news, lost: [] }),
    refused: ({ address }, cause) => {
      if (latest.get(address)?.cause === cause) latest.delete(address);
    },
    heard: (runtime, { address, cause, failure }) => {
      const [to, sent] = [...latest].find(([, each]) => each.cause === cause) ?? [];
      if (!to || !sent || failure === "asleep") return; // a sleeper hears it when it wakes
      if (address !== to) {
        const light = runtime.opened.gateway.store.get(address);
        if (failure !== undefined && light) sent.lost.push(sentenceFor(failure, light, runtime, say));
        return;
      }
      latest.delete(to);
      const lost = lostIn(sent.lost, to, runtime);
      if (failure !== undefined)
        sent.news.failed(new NodeError(codeOf(failure), sentenceFor(failure, sent.of, runtime, say)));
      else if (lost !== undefined) sent.news.lacked(lost);
    },
  };
}

/** "2 of 3 did not answer"; of one light alone also its name. */
function lostIn([first, ...more]: readonly string[], to: Address, { opened, language }: GatewayRuntime) {
  const { store } = opened.gateway;
  const group = store.get(to);
  const some = wordingIn(language).text("refused.some-silent");
  if (more.length === 0 || !group || some === undefined) return first;
  return filled(some, { lost: more.length + 1, count: lightsOf(store, group).length });
}

/** "Lamp does not answer: does it have power?" */
function sentenceFor(
  failure: NonNullable<DeliveryResult["failure"]>,
  of: Resource,
  { language }: GatewayRuntime,
  say: Translate,
): string {
  const [code, name] = [codeOf(failure), nameOf(of)];
  const silent = wordingIn(language).text("refused.silent");
  const isSilentLight = code === "unreachable" && of.address.startsWith("/lights/");
  return isSilentLight && silent !== undefined ? filled(silent, { name }) : say(`error.${code}`, { name });
}

/** Of a light, or of some light of a group: a command wants it so, and the device has not confirmed it yet. */
export function isOnItsWay({ opened }: GatewayRuntime, light: Resource): boolean {
  const { isDesired, store } = opened.gateway;
  const members = isGroup(light) ? lightsOf(store, light) : [light];
  return members.some(({ address, state }) => isDesired(address, "state", Object.keys(state)));
}
