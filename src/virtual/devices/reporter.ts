/** Reports: a device tells the values that it was asked to tell, as often as it was asked to, to whoever is bound. */
import { Zcl } from "zigbee-herdsman";
import type { SimulatedTime } from "../air/simulated-time.ts";
import type { Attribute, AttributeValue } from "./attributes.ts";
import { STATUS } from "./zcl.ts";

/** Seconds between two reports, and how much of a change is worth one. */
export interface ReportConfiguration {
  readonly min: number;
  readonly max: number; // 0: only changes
  readonly change?: number;
}

export interface SavedReport extends ReportConfiguration {
  readonly endpoint: number;
  readonly cluster: string;
  readonly attribute: string;
}

export interface Reporter {
  /** Answers a status of the ZCL. */
  configure(attribute: Attribute, rule: ReportConfiguration): number;
  restore(attribute: Attribute, rule: ReportConfiguration): void;
  ruleOf(attribute: Attribute): ReportConfiguration | undefined;
  /** It has another value now. */
  changed(attribute: Attribute): void;
  rules(): SavedReport[];
  /** Nothing is reported any more; what was configured is still known. */
  stop(): void;
  /** Nothing is reported any more, and all that was configured is forgotten. */
  clear(): void;
}

interface WatchedAttribute {
  readonly attribute: Attribute;
  readonly rule: ReportConfiguration;
  told: { readonly value: AttributeValue; readonly at: number } | undefined;
  isNews: boolean;
  stop: () => void;
}

const OFF = 0xffff; // as `max`: no reports at all
const NEVER = Number.POSITIVE_INFINITY;

/** `send` gets attributes of one cluster of one endpoint, and of one manufacturer. */
export function createReporter(pace: SimulatedTime, send: (attributes: readonly Attribute[]) => void): Reporter {
  const watched = new Map<Attribute, WatchedAttribute>();
  const due = new Set<Attribute>();
  let stopFlush: (() => void) | undefined;

  // What falls due at the same moment travels together.
  const flush = () => {
    stopFlush = undefined;
    const bundles = new Map<string, Attribute[]>();
    for (const attribute of due) {
      const key = `${attribute.endpoint}/${attribute.cluster}/${attribute.manufacturer}`;
      bundles.set(key, [...(bundles.get(key) ?? []), attribute]);
    }
    due.clear();
    for (const attributes of bundles.values()) send(attributes);
  };

  const tell = (watch: WatchedAttribute) => {
    watch.told = { value: watch.attribute.value, at: pace.now() };
    watch.isNews = false;
    due.add(watch.attribute);
    stopFlush ??= pace.later(0, flush);
    plan(watch);
  };

  const plan = (watch: WatchedAttribute) => {
    watch.stop();
    const { min, max } = watch.rule;
    const last = watch.told?.at ?? NEVER * -1;
    const at = Math.min(watch.isNews ? last + min * 1000 : NEVER, max > 0 ? last + max * 1000 : NEVER);
    watch.stop = at === NEVER ? () => {} : pace.later(Math.max(0, at - pace.now()), () => tell(watch));
  };

  const watch = (attribute: Attribute, rule: ReportConfiguration, told: WatchedAttribute["told"]) => {
    watched.get(attribute)?.stop();
    const fresh: WatchedAttribute = { attribute, rule, told, isNews: told === undefined, stop: () => {} };
    watched.set(attribute, fresh);
    plan(fresh);
  };

  const stop = () => {
    for (const watch of watched.values()) watch.stop();
    stopFlush?.();
    stopFlush = undefined;
    due.clear();
  };

  return {
    configure: (attribute, rule) => {
      if (rule.max === OFF) {
        watched.get(attribute)?.stop();
        watched.delete(attribute);
        return STATUS.SUCCESS;
      }
      if (rule.max !== 0 && rule.max < rule.min) return STATUS.INVALID_VALUE;
      watch(attribute, rule, undefined); // its first report comes at once
      return STATUS.SUCCESS;
    },
    restore: (attribute, rule) => watch(attribute, rule, { value: attribute.value, at: pace.now() }),
    ruleOf: (attribute) => watched.get(attribute)?.rule,
    changed: (attribute) => {
      const watch = watched.get(attribute);
      if (!watch) return;
      const isNews = isWorthTelling(attribute, watch);
      if (isNews === watch.isNews) return;
      watch.isNews = isNews;
      plan(watch);
    },
    rules: () =>
      [...watched.values()].map(({ attribute: { endpoint, cluster, name }, rule }) => ({
        endpoint,
        cluster,
        attribute: name,
        ...rule,
      })),
    stop,
    clear: () => {
      stop();
      watched.clear();
    },
  };
}

function isWorthTelling({ type, value }: Attribute, { rule, told }: WatchedAttribute): boolean {
  if (!told) return true;
  if (typeof value !== "number" || typeof told.value !== "number" || !Zcl.Utils.isAnalogDataType(type)) {
    return value !== told.value;
  }
  const difference = Math.abs(value - told.value);
  return difference > 0 && difference >= (rule.change ?? 0);
}
