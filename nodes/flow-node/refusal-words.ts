/** What the gateway refuses, as people read it below a node and in a panel: who or what it is about, by its name, and what to do about it. */
import { idOf } from "../../src/model/addresses.ts";
import { field } from "../../src/model/definitions.ts";
import type { ApiError, ErrorName } from "../../src/model/errors.ts";
import { withoutKeys } from "../../src/model/keys.ts";
import { SLEEPS } from "../../src/model/radio/orders.ts";
import { type Address, type Resource, SECTIONS } from "../../src/model/resource.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";
import { nameOf as nameOfResource } from "../messages/change-messages.ts";
import { filled, nameOf as nameOfMember, wordingIn } from "../messages/value-words.ts";
import { quoted } from "./node-error.ts";

/** By which sentence each is told; these two are those of a radio, whoever asked it. */
const OF_RADIO: readonly string[] = ["radio-down", "busy"];
const SENTENCES: Readonly<Record<ErrorName, string>> = {
  ...{ unauthorized: "forbidden", foreignPage: "forbidden", linkButtonNotPressed: "forbidden" },
  ...{ badJson: "object", badTransitions: "week", notScheduled: "week" },
  ...{ notFound: "nobody", noneSuch: "nobody", notInScene: "not-in-scene", noMethod: "method" },
  ...{ missing: "nothing", incomplete: "incomplete", unfit: "incomplete", missingOne: "missing", missingIn: "missing" },
  ...{
    unknown: "unknown",
    invalid: "value",
    invalidLength: "value",
    badRandom: "time",
    noPlace: "place",
    takes: "takes",
  },
  ...{ readOnly: "fixed", notSettable: "fixed", ownedByFlow: "of-flow", duplicate: "twice" },
  ...{ tooMany: "full", groupsFull: "full", sensorsFull: "full", rulesFull: "full", schedulesFull: "full" },
  ...{ deviceGroupsFull: "groups-full", off: "off", unreachable: "silent", noAnswer: "silent", disabled: "disabled" },
  ...{ refused: "refused", typeNotCreatable: "virtual-only", badCondition: "condition", badAction: "action" },
  ...{ keyGoesOut: "key", internal: "trouble", failed: "trouble", noTouchlink: "touchlink", touching: "touching" },
  ...{ notCancellable: "too-late", notConnected: "radio-down", busyNow: "busy", radioBusy: "busy", busy: "busy" },
};

const TIMES: readonly unknown[] = ["time", "localtime"]; // of a schedule
const LONGEST_NAME = 32; // letters
const isSo = ([, value]: readonly [string, unknown]) => Boolean(value);

/** One sentence, in the language that is spoken below nodes, or in that of a panel. */
export function refusalWords(runtime: GatewayRuntime, language?: string): (error: ApiError) => string {
  const { gateway, radio } = runtime.opened;
  const { store } = gateway;
  return ({ error, address, details: [first, second, third] }) => {
    const wording = wordingIn(language ?? runtime.language);
    const about = aboutOf(address);
    const resource = store.get(about.address);
    const name = resource ? nameOfResource(resource) : withoutKeys(about.address);
    const member = error === "notSettable" ? idOf(address as Address) : quoted(first ?? "");
    const range = error === "invalid" && resource ? rangeOf(resource, about.section, member) : undefined;
    const isTime = error === "invalid" && address === "/schedules" && TIMES.includes(first);
    const isNoTime = error === "missingOne" && address === "/schedules";
    const isOfNobody = error === "unknown" && !resource;
    const isLong = error === "invalid" && typeof second === "string" && second.length > LONGEST_NAME;
    const isTouching = OF_RADIO.includes(SENTENCES[error]) && radio.isAway();
    const isAsleep = error === "noAnswer" && String(first).startsWith(SLEEPS);
    const [exact] =
      Object.entries({
        touching: isTouching,
        asleep: isAsleep,
        time: isTime,
        "no-time": isNoTime,
        range,
        "unknown-here": isOfNobody,
        long: isLong,
      }).find(isSo) ?? [];
    const sentence = exact ?? SENTENCES[error];
    return filled(wording.text(`refused.${sentence}`) ?? sentence, {
      name,
      address: withoutKeys(error === "noneSuch" ? member : address),
      member: nameOfMember(member, wording),
      value: second === undefined ? "" : quoted(second),
      takes: quoted(third ?? ""),
      reason: member,
      range: range ?? "",
      where: about.section && resource ? `${name} (${nameOfMember(idOf(address as Address), wording)})` : name,
    });
  };

  function rangeOf(resource: Resource, section: string, member: string): string | undefined {
    const known = SECTIONS.find((each) => each === section);
    const { min, max, kind } = (known && field(store.definition(resource), known, member)) ?? {};
    const isNumber = kind === "int" || kind === "num";
    return isNumber && min !== undefined && max !== undefined ? `${min} … ${max}` : undefined;
  }
}

/** Of what a radio that is busy, or is not there, lets nobody do. */
export function troubleWords({ opened, language }: GatewayRuntime, code: "busy" | "radio-down"): string {
  return wordingIn(language).text(`refused.${opened.radio.isAway() ? "touching" : code}`) ?? code;
}

/** "/lights/3" and "state" of "/lights/3/state/bri". */
function aboutOf(address: string): { readonly address: Address; readonly section: string } {
  const [whole, scene] = [/^\/[a-z]+\/[^/]+/.exec(address)?.[0], /^\/groups\/[^/]+\/scenes\/[^/]+/.exec(address)?.[0]];
  const own = (scene ?? whole ?? address) as Address;
  return { address: own, section: address.slice(own.length).split("/")[1] ?? "" };
}
