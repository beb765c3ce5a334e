/** Attribute reporting of a virtual device: it tells the values that were configured, as often as was configured, along its bindings. */
import { Zcl } from "zigbee-herdsman";
import type { SimulatedTime } from "../air/simulated-time.ts";
import type { Attribute, AttributeValue } from "./attributes.ts";
import { STATUS } from "./zcl.ts";

/** Seconds between two reports, and how much of a change is worth one. */
interface ReportConfiguration {
  readonly min: number;
  readonly max: number; // 0: only changes
  readonly change?: number;
}

export interface SavedReport extends ReportConfiguration {
  readonly endpoint: number;
  readonly cluster: string;
  readonly attribute: string;
}

interface WatchedAttribute {
  readonly attribute: Attribute;
  readonly configuration: ReportConfiguration;
  told: { readonly value: AttributeValue; readonly at: number } | undefined;
  isNew: boolean;
  stop: () => void;
}

const OFF = 0xffff; // as `max`: no reports at all
const NEVER = Number.POSITIVE_INFINITY;

/** `send` gets attributes of one cluster of one endpoint, and of one manufacturer. */
export class Reporter {
  readonly #time: SimulatedTime;
  readonly #send: (attributes: readonly Attribute[]) => void;
  readonly #watched = new Map<Attribute, WatchedAttribute>();
  readonly #due = new Set<Attribute>();
  #stopFlush: (() => void) | undefined;

  constructor(time: SimulatedTime, send: (attributes: readonly Attribute[]) => void) {
    this.#time = time;
    this.#send = send;
  }

  /** Answers a status of the ZCL. */
  configure(attribute: Attribute, configuration: ReportConfiguration): number {
    const { min, max } = configuration;
    if (max === OFF) {
      this.#watched.get(attribute)?.stop();
      this.#watched.delete(attribute);
      return STATUS.SUCCESS;
    }
    if (max !== 0 && max < min) return STATUS.INVALID_VALUE;
    this.#watch(attribute, configuration, undefined); // its first report comes at once
    return STATUS.SUCCESS;
  }

  restore(attribute: Attribute, configuration: ReportConfiguration): void {
    this.#watch(attribute, configuration, { value: attribute.value, at: this.#time.now() });
  }

  configurationOf(attribute: Attribute): ReportConfiguration | undefined {
    return this.#watched.get(attribute)?.configuration;
  }

  /** The attribute has another value now. Eager: it is told, however large a change was asked for. */
  changed(attribute: Attribute, isEager = false): void {
    const watched = this.#watched.get(attribute);
    if (!watched) return;
    const isNew = isEager || isWorthReporting(attribute, watched);
    if (isNew === watched.isNew) return;
    watched.isNew = isNew;
    this.#plan(watched);
  }

  /** A user who has set a value by hand looks whether it arrives: it is reported now, regardless of the agreed interval. */
  tell(attribute: Attribute): void {
    const watched = this.#watched.get(attribute);
    if (!watched || watched.told?.value === attribute.value) return;
    watched.stop();
    this.#report(watched);
  }

  save(): SavedReport[] {
    return [...this.#watched.values()].map(({ attribute: { endpoint, cluster, name }, configuration }) => ({
      endpoint,
      cluster,
      attribute: name,
      ...configuration,
    }));
  }

  /** Nothing is reported any more; the configuration is still known. */
  stop(): void {
    for (const watched of this.#watched.values()) watched.stop();
    this.#stopFlush?.();
    this.#stopFlush = undefined;
    this.#due.clear();
  }

  /** Nothing is reported any more, and all that was configured is forgotten. */
  clear(): void {
    this.stop();
    this.#watched.clear();
  }

  #watch(attribute: Attribute, configuration: ReportConfiguration, told: WatchedAttribute["told"]): void {
    this.#watched.get(attribute)?.stop();
    const watched = { attribute, configuration, told, isNew: told === undefined, stop: () => {} };
    this.#watched.set(attribute, watched);
    this.#plan(watched);
  }

  #plan(watched: WatchedAttribute): void {
    watched.stop();
    const { min, max } = watched.configuration;
    const last = watched.told?.at ?? NEVER * -1;
    const at = Math.min(watched.isNew ? last + min * 1000 : NEVER, max > 0 ? last + max * 1000 : NEVER);
    const wait = Math.max(0, at - this.#time.now());
    watched.stop = at === NEVER ? () => {} : this.#time.later(wait, () => this.#report(watched));
  }

  #report(watched: WatchedAttribute): void {
    watched.told = { value: watched.attribute.value, at: this.#time.now() };
    watched.isNew = false;
    this.#due.add(watched.attribute);
    this.#stopFlush ??= this.#time.later(0, () => this.#flush());
    this.#plan(watched);
  }

  /** Reports that are due at the same moment travel together. */
  #flush(): void {
    this.#stopFlush = undefined;
    const bundles = new Map<string, Attribute[]>();
    for (const attribute of this.#due) {
      const key = `${attribute.endpoint}/${attribute.cluster}/${attribute.manufacturer}`;
      bundles.set(key, [...(bundles.get(key) ?? []), attribute]);
    }
    this.#due.clear();
    for (const attributes of bundles.values()) this.#send(attributes);
  }
}

function isWorthReporting({ type, value }: Attribute, { configuration, told }: WatchedAttribute): boolean {
  if (!told) return true;
  if (typeof value !== "number" || typeof told.value !== "number" || !Zcl.Utils.isAnalogDataType(type)) {
    return value !== told.value;
  }
  const difference = Math.abs(value - told.value);
  return difference > 0 && difference >= (configuration.change ?? 0);
}
