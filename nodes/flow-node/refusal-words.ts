/** The gateway's refusals, as people read them below a node and in a panel: the resource by its name, and the cure. */
import { idOf } from "../../src/model/addresses.ts";
import type { Refusal } from "../../src/model/automation/rule-engine.ts";
import { field } from "../../src/model/definitions.ts";
import type { ErrorName } from "../../src/model/errors.ts";
import { withoutKeys } from "../../src/model/keys.ts";
import { meantBy } from "../../src/model/meant-address.ts";
import { SLEEPS } from "../../src/model/radio/orders.ts";
import { type Address, type Resource, SECTIONS } from "../../src/model/resource.ts";
import { SCALES_OF_LAMPS, type Scale, scaleOfUnit } from "../../src/model/units.ts";
import type { GatewayRuntime } from "../gateway/runtime.ts";
import { nameOf as nameOfResource } from "../messages/change-messages.ts";
import { filled, nameOf as nameOfMember, wordingIn } from "../messages/value-words.ts";
import { quoted } from "./node-error.ts";

/** The sentence of each refusal; these two are the radio's own, for nodes and clients alike. */
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
export function refusalWords(runtime: GatewayRuntime, language?: string): (error: Refusal) => string {
  const { gateway, radio } = runtime.opened;
  const { store } = gateway;
  return ({ error, address, details: [first, second, third] }) => {
    const wording = wordingIn(language ?? runtime.language);
    const about = aboutOf(address);
    const resource = store.get(about.address);
    const name = resource ? nameOfResource(resource) : withoutKeys(about.address);
    const member = error === "notSettable" ? idOf(address as Address) : quoted(first ?? "");
    const limits = error === "invalid" && resource ? limitsOf(resource, about.section, member) : undefined;
    const write = (number: unknown) => (limits ? written(number, limits, language) : quoted(number));
    const range = limits && `${write(limits.min)} … ${write(limits.max)}`;
    const isTime = error === "invalid" && address === "/schedules" && TIMES.includes(first);
    const isNoTime = error === "missingOne" && address === "/schedules";
    const isOfNobody = error === "unknown" && !resource;
    const isLong = error === "invalid" && typeof second === "string" && second.length > LONGEST_NAME;
    const isTouching = OF_RADIO.includes(SENTENCES[error]) && radio.isAway();
    const isAsleep = error === "noAnswer" && String(first).startsWith(SLEEPS);
    const isNowhere = error === "noMethod" && second === "nowhere";
    const near = isNowhere || error === "notFound" ? meantBy(address) : undefined;
    const [exact] =
      Object.entries({
        touching: isTouching,
        asleep: isAsleep,
        "nowhere-near": near,
        nowhere: isNowhere,
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
      value: second === undefined ? "" : write(second),
      takes: quoted(third ?? ""),
      reason: member,
      range: range ?? "",
      near: withoutKeys(near ?? ""),
      where: about.section && resource ? `${name} (${nameOfMember(idOf(address as Address), wording)})` : name,
    });
  };

  function limitsOf(resource: Resource, section: string, member: string): Limits | undefined {
    const known = SECTIONS.find((each) => each === section);
    const { min, max, kind, unit = "" } = (known && field(store.definition(resource), known, member)) ?? {};
    const isNumber = kind === "int" || kind === "num";
    if (!isNumber || min === undefined || max === undefined) return undefined;
    return { min, max, scale: SCALES_OF_LAMPS[member] ?? scaleOfUnit(unit) };
  }
}

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly scale: Scale | undefined;
}

/** "30 °C" of 3000, as people count, in the language of the panel that asks; flows count as the API does. */
function written(value: unknown, { scale }: Limits, language: string | undefined): string {
  if (!scale || language === undefined || typeof value !== "number") return quoted(value);
  const style = { maximumFractionDigits: scale.digits };
  return `${new Intl.NumberFormat(language, style).format(scale.toHuman(value))} ${scale.unit}`;
}

/** The sentence for a command that fails because the radio is busy or away. */
export function troubleWords({ opened, language }: GatewayRuntime, code: "busy" | "radio-down"): string {
  return wordingIn(language).text(`refused.${opened.radio.isAway() ? "touching" : code}`) ?? code;
}

/** "/lights/3" and "state" of "/lights/3/state/bri". */
function aboutOf(address: string): { readonly address: Address; readonly section: string } {
  const [whole, scene] = [/^\/[a-z]+\/[^/]+/.exec(address)?.[0], /^\/groups\/[^/]+\/scenes\/[^/]+/.exec(address)?.[0]];
  const own = (scene ?? whole ?? address) as Address;
  return { address: own, section: address.slice(own.length).split("/")[1] ?? "" };
}
