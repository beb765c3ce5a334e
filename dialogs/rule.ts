/** The dialog of the rule node: its conditions and actions, and below them what they say, in words. */
import { type EditedNode, fieldValue } from "./editor.ts";
import { isChosen } from "./gateway-queries.ts";
import { loadPanels, type ShownRule, surroundings } from "./panels-loader.ts";
import { ruleRows } from "./rule-rows.ts";

const { pick, declares, isSeconds } = zigbeeGateway;
const MOST = 8; // of each, as the API has it
const SOON = 250; // milliseconds after the last touch

type Row = Readonly<Record<string, string | undefined>>;

// ---- what is whole

function isJson(text: string | undefined): boolean {
  try {
    return typeof JSON.parse(text || "{}") === "object";
  } catch {
    return false;
  }
}

function isWholeCondition({ address, item, operator, value }: Row): boolean {
  return Boolean(address && item && operator) && (operator === "dx" || Boolean(value));
}

function isWholeAction({ address, does, value, url }: Row): boolean {
  if (!address || !does) return false;
  if (does === "webhook") return /^https?:\/\/./.test(url ?? "") && isJson(value);
  if (does === "body" || does === "config") return isJson(value);
  return !["brightness", "kelvin", "scene"].includes(does) || Boolean(value);
}

function areConditions(this: EditedNode, rows: readonly Row[] = []): boolean {
  return this.declares === "" || (rows.length > 0 && rows.length <= MOST && rows.every(isWholeCondition));
}

function areActions(this: EditedNode, rows: readonly Row[] = []): boolean {
  return this.declares === "" || (rows.length <= MOST && rows.every(isWholeAction));
}

// ---- what they say

interface ReadOf {
  readonly gatewayId: string;
  rule: ShownRule | undefined;
}

/** Shows below the rows what they say, in words, and what the rule did of late. */
class RuleReading {
  readonly #place: HTMLElement;
  readonly #dialog: JQuery;
  readonly #asked: () => unknown;
  readonly #gateway = $("#node-input-gateway");
  readonly #touched = new MutationObserver(() => this.#soon()); // rows come, go and change places
  #shown: ReadOf | undefined;
  #timer: number | undefined;
  #isGone = false;

  /** `asked` answers what is to be read. */
  constructor(place: HTMLElement, dialog: JQuery, asked: () => unknown) {
    [this.#place, this.#dialog, this.#asked] = [place, dialog, asked];
    for (const list of dialog.find("ol").get()) this.#touched.observe(list, { childList: true, subtree: true });
    dialog.on("input.reading change.reading", () => this.#soon());
    this.#gateway.on("change.reading", () => this.#soon());
    this.#soon();
  }

  stop(): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
    this.#touched.disconnect();
    this.#dialog.off(".reading");
    this.#gateway.off(".reading");
    this.#leave();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#show().catch(() => {}), SOON); // without it the dialog is whole, too
  }

  async #show(): Promise<void> {
    const gatewayId = fieldValue(this.#gateway);
    if (this.#shown?.gatewayId === gatewayId) {
      this.#shown.rule?.show(this.#asked());
      return;
    }
    this.#leave();
    const own: ReadOf = { gatewayId, rule: undefined };
    this.#shown = own;
    if (!isChosen(gatewayId)) return;
    const { readRule } = await loadPanels();
    if (this.#isGone || this.#shown !== own) return;
    own.rule = readRule(this.#place, { ...surroundings(), gatewayId });
    own.rule.show(this.#asked());
  }

  #leave(): void {
    this.#shown?.rule?.unmount();
    this.#shown = undefined;
  }
}

// ---- the dialog

interface OpenDialog {
  readonly conditions: () => readonly unknown[];
  readonly actions: () => readonly unknown[];
  readonly reading: RuleReading;
}

let open: OpenDialog | undefined;

zigbeeGateway.registerType("zigbee-gateway-rule", {
  color: "#E8C4B8",
  defaults: {
    declares: { value: "Rule" },
    conditions: { value: [], validate: areConditions },
    actions: { value: [], validate: areActions },
    periodic: { value: "", validate: isSeconds },
  },
  inputs: 0,
  outputs: 1,
  icon: "zigbee-gateway-rule.svg",
  outputNames: ["answer", "fires"],
  oneditprepare(say) {
    const conditions = ruleRows("conditions", "#zigbee-gateway-rule-conditions", this.conditions, say);
    const actions = ruleRows("actions", "#zigbee-gateway-rule-actions", this.actions, say);
    pick(this, { kind: "rules", fits: ({ family }) => family === "rules" });
    declares(this);
    const isDeclared = () => fieldValue($("#node-input-declares")) !== "";
    const declared = () => ({ rows: { conditions: conditions(), actions: actions() }, owner: `flow:${this.id}` });
    const followed = () => ({ address: this.picker?.chosen.address });
    const place = $("#zigbee-gateway-rule-reading")[0] as HTMLElement;
    const asked = () => (isDeclared() ? declared() : followed());
    open = { conditions, actions, reading: new RuleReading(place, $("#dialog-form"), asked) };
  },
  oneditcancel() {
    open?.reading.stop();
  },
  oneditdelete() {
    open?.reading.stop();
  },
  oneditsave() {
    open?.reading.stop();
    this.conditions = open?.conditions();
    this.actions = open?.actions();
  },
});
