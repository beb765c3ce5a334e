/** What rules can ask, as the gateway tells. */

/** What a rule can ask of a type of resource, as the gateway tells. */
export interface RuleItem {
  readonly item: string; // "state/presence"
  readonly kind?: string;
  readonly operators: readonly string[];
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
}

export interface RuleItems {
  readonly takes: Readonly<Record<string, string>>; // what each operator is given
  readonly types: Readonly<Record<string, readonly RuleItem[]>>;
}
