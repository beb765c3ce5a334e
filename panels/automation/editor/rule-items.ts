/** The items that rules can ask, as the gateway tells them. */

/** An item that a rule can ask of a type of resource, as the gateway tells it. */
export interface RuleItem {
  readonly item: string; // "state/presence"
  readonly kind?: string;
  readonly operators: readonly string[];
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
}

export interface RuleItems {
  readonly takes: Readonly<Record<string, string>>; // the kind of value that each operator takes
  readonly types: Readonly<Record<string, readonly RuleItem[]>>;
}
