/** The lists in the dialog of a rule: what is asked of which resource, and what is to be done. */
import { fieldValue, type Picker, type SavedChoice, type Say } from "./editor.ts";
import { type Resource, type Scene, say as sayOfAll } from "./gateway-queries.ts";
import { type Choice, fill, input, kindOf, proposePresses, type RuleItem, select, VALUES } from "./rule-values.ts";

/** A condition or an action, as it is saved, and its picker while it is shown. */
interface RuleRow extends SavedChoice {
  item?: string;
  operator?: string;
  value?: string;
  valueName?: string; // of a scene
  does?: string;
  method?: string;
  url?: string;
  picker?: Picker;
}

type SavedMember = "item" | "operator" | "value" | "valueName" | "does" | "method" | "url";

/** What a gateway says that rules may ask. */
interface RuleItems {
  readonly takes: Readonly<Record<string, string>>; // what each operator is given
  readonly types: Readonly<Record<string, readonly RuleItem[]>>;
  readonly clock?: RuleItem;
}

const ASKED = ["sensors", "lights", "groups"];
const DOES: Readonly<Record<string, readonly string[]>> = {
  lights: ["on", "off", "brightness", "kelvin", "body"],
  groups: ["on", "off", "toggle", "brightness", "kelvin", "scene", "body"],
  sensors: ["body", "config"],
  rules: ["enable", "disable", "body"],
  schedules: ["enable", "disable", "body"],
  webhook: ["webhook"],
};
/** Every deed that a row may have. */
export const DEEDS: readonly string[] = [...new Set(Object.values(DOES).flat())];
/** What a light must have for it. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  brightness: ["bri", "open", "lift"],
  kelvin: ["ct", "xy"],
};
const METHODS = ["POST", "GET", "PUT", "DELETE"];
const AMOUNTS: Readonly<Record<string, Pick<RuleItem, "min" | "max" | "unit">>> = {
  brightness: { min: 0, max: 100, unit: "%" },
  kelvin: { min: 1000, max: 10_000, unit: "K" },
};
const NOTHING: RuleItems = { takes: {}, types: {} };

let itemsOf: ((gateway: string) => JQuery.jqXHR<RuleItems>) | undefined; // asks the gateway that is chosen

function keeper(row: RuleRow, name: SavedMember): (value: string) => void {
  return (value) => {
    row[name] = value;
  };
}

const valuePlace = (): JQuery => $('<span class="zigbee-gateway-rule-value">');

// ---- conditions

class ConditionRow {
  readonly #row: RuleRow;
  readonly #say: Say;
  readonly #items: JQuery;
  readonly #operators: JQuery;
  readonly #place = valuePlace();
  #chosen: Resource | undefined;
  #seen = { takes: {} as RuleItems["takes"], asked: [] as readonly RuleItem[], gateway: "" };

  constructor(container: JQuery, row: RuleRow, say: Say) {
    [this.#row, this.#say] = [row, say];
    const resources = select(say("row.resource"));
    this.#items = select(say("row.item"));
    this.#operators = select(say("row.operator"));
    this.#items.on("change", () => this.#showOperators(true));
    this.#operators.on("change", () => this.#showValue());
    container.append(resources, this.#items, this.#operators, this.#place);
    row.picker = zigbeeGateway.picker(row, {
      list: resources,
      hint: $(),
      others: [{ address: "/config", family: "config", type: "", text: say("row.clock") }],
      fits: ({ family }) => ASKED.includes(family),
      changed: (one, byHand, _, gateway) => this.#choose(one, byHand, gateway),
    });
  }

  #choose(one: Resource | undefined, byHand: boolean, gateway: string): void {
    const hear = ({ takes, types, clock }: RuleItems) => {
      if (one !== this.#chosen) return;
      const known = one?.family === "config" ? (clock ? [clock] : []) : (types[one?.type ?? ""] ?? []);
      this.#seen = { takes, asked: known.filter((item) => hasItem(one, item)), gateway };
      const isEmpty = !one && !this.#row.item;
      this.#items.toggle(!isEmpty && one?.family !== "config"); // the clock has but one
      this.#operators.add(this.#place).toggle(!isEmpty);
      this.#showItems(byHand);
    };
    this.#chosen = one;
    if (!gateway) hear(NOTHING);
    else
      itemsOf?.(gateway)
        .done(hear)
        .fail(() => hear(NOTHING));
  }

  #showItems(byHand: boolean): void {
    const choices = this.#seen.asked.map(({ item }): Choice => {
      const [section = "", ...member] = item.split("/");
      const isMain = section === "state" || member.length === 0;
      return { value: item, text: member.join("/"), group: isMain ? "" : this.#say(`section.${section}`) };
    });
    const isMeant = !byHand || choices.some(({ value }) => value === this.#row.item);
    fill(this.#items, choices, isMeant ? this.#row.item : "");
    this.#showOperators(byHand);
  }

  #showOperators(byHand: boolean): void {
    const row = this.#row;
    row.item = fieldValue(this.#items);
    const names = this.#askedNow()?.operators ?? (row.operator ? [row.operator] : []);
    const isMeant = !byHand || (row.operator !== undefined && names.includes(row.operator));
    const choices = names.map((name) => ({ value: name, text: this.#say(`operator.${name.replace(" ", "-")}`) }));
    fill(this.#operators, choices, isMeant ? row.operator : "");
    this.#showValue();
  }

  #showValue(): void {
    const row = this.#row;
    row.operator = fieldValue(this.#operators);
    const asked = this.#askedNow();
    const { form, usual, show } = VALUES[kindOf(this.#seen.takes[row.operator], asked)];
    if (!form.test(row.value ?? "")) row.value = usual;
    const remote =
      row.item === "state/buttonevent" && !this.#chosen?.type.startsWith("CLIP") ? this.#chosen : undefined;
    const presses = remote && ((field: JQuery) => proposePresses(field, this.#seen.gateway, remote.uniqueid ?? ""));
    const context = { item: row.item ?? "", asked, say: this.#say, presses };
    show(this.#place.empty(), row.value ?? "", keeper(row, "value"), context);
  }

  #askedNow(): RuleItem | undefined {
    return this.#seen.asked.find(({ item }) => item === fieldValue(this.#items));
  }
}

function hasItem(one: Resource | undefined, { item }: RuleItem): boolean {
  const end = item.indexOf("/");
  return !one?.members || one.members[item.slice(0, end)]?.includes(item.slice(end + 1)) === true;
}

// ---- actions

class ActionRow {
  readonly #row: RuleRow;
  readonly #say: Say;
  readonly #deeds: JQuery;
  readonly #place = valuePlace();
  readonly #whole: JQuery = $('<div class="zigbee-gateway-rule-whole">');
  #chosen: Resource | undefined;
  #isByName = false; // in the group of another house scenes are known by their names

  constructor(container: JQuery, row: RuleRow, say: Say) {
    [this.#row, this.#say] = [row, say];
    const targets = select(say("row.target"));
    this.#deeds = select(say("row.does"));
    this.#deeds.on("change", () => {
      row.value = "";
      this.#showValue();
    });
    container.append(targets, this.#deeds, this.#place, this.#whole);
    row.picker = zigbeeGateway.picker(row, {
      list: targets,
      hint: $(),
      others: [{ address: "webhook", family: "webhook", type: "", text: say("row.webhook") }],
      fits: ({ family }) => Object.hasOwn(DOES, family),
      changed: (one, byHand, model) => this.#choose(one, byHand, model.house),
    });
  }

  #choose(one: Resource | undefined, byHand: boolean, houseNow: string): void {
    const row = this.#row;
    this.#chosen = one;
    const { house } = row.picker?.chosen ?? row;
    this.#isByName = Boolean(house) && house !== houseNow;
    const names = one ? (DOES[one.family] ?? []).filter((name) => takes(one, name)) : row.does ? [row.does] : [];
    const isMeant = !byHand || (row.does !== undefined && names.includes(row.does));
    if (!isMeant || (byHand && row.does === "scene")) row.value = ""; // a scene is one of its group
    const choices = names.map((name) => ({ value: name, text: this.#say(`does.${name}`) }));
    fill(this.#deeds, choices, isMeant ? row.does : "");
    this.#deeds.toggle(names.length > (one ? 1 : 0)); // a request is sent, whatever is said
    this.#showValue();
  }

  #showValue(): void {
    const does = fieldValue(this.#deeds);
    this.#row.does = does;
    this.#place.empty();
    this.#whole.empty();
    if (Object.hasOwn(AMOUNTS, does)) this.#showAmount(does);
    if (does === "scene") this.#showScenes();
    if (does === "webhook") this.#showWebhook();
    if (["body", "config", "webhook"].includes(does)) this.#showBody();
  }

  #showAmount(does: string): void {
    const row = this.#row;
    if (!VALUES.number.form.test(row.value ?? "")) row.value = "";
    const context = { asked: AMOUNTS[does], say: this.#say };
    VALUES.number.show(this.#place, row.value ?? "", keeper(row, "value"), context);
  }

  #showScenes(): void {
    const row = this.#row;
    const { value = "", valueName = "" } = row;
    const scenes: readonly Scene[] = this.#chosen?.scenes ?? [{ id: value, name: valueName }];
    const list = select(this.#say("row.scene")).appendTo(this.#place);
    const keep = () => {
      const picked = scenes.find(({ id }) => id === fieldValue(list));
      if (picked) Object.assign(row, { value: picked.id, valueName: picked.name });
    };
    const isPicked = /^\d+$/.test(value);
    const saved = scenes.find(({ id, name }) => (this.#isByName ? name === valueName : id === value));
    const choices: Choice[] = scenes.map(({ id, name }) => ({ value: id, text: name }));
    if (isPicked && !saved) choices.push({ value: "saved", text: sayOfAll("pick.gone", { name: valueName || value }) });
    fill(list, choices, isPicked ? (saved?.id ?? "saved") : "");
    list.on("change", keep);
    if (!isPicked) keep();
  }

  #showWebhook(): void {
    const [row, say] = [this.#row, this.#say];
    const methods = select(say("row.method")).appendTo(this.#place);
    const choices = METHODS.map((name) => ({ value: name, text: name }));
    row.method = fill(methods, choices, row.method);
    methods.on("change", () => keeper(row, "method")(fieldValue(methods)));
    const url = input("text", say("row.url")).attr("placeholder", "http://");
    url.val(row.url ?? "").appendTo(this.#place);
    url.on("change input", () => keeper(row, "url")(fieldValue(url).trim()));
  }

  #showBody(): void {
    const row = this.#row;
    row.value ||= "{}";
    const field = $('<input type="text">').attr("aria-label", this.#say("row.body")) as JQuery;
    field.val(row.value).appendTo(this.#whole);
    field.typedInput({ types: ["json"], default: "json" }).typedInput("width", "100%");
    field.on("change", () => keeper(row, "value")(field.typedInput("value")));
  }
}

function takes({ family, members }: Resource, does: string): boolean {
  const needs = NEEDS[does];
  return !needs || family === "groups" || needs.some((member) => members?.state?.includes(member));
}

// ---- lists

export type RulePart = "conditions" | "actions";

const ROW_OF = { conditions: ConditionRow, actions: ActionRow };
const SAVED: Readonly<Record<RulePart, readonly SavedMember[]>> = {
  conditions: ["item", "operator", "value"],
  actions: ["does", "value", "valueName", "method", "url"],
};

/** Fills a list with its rows; answers how they are when they are asked for. */
export function ruleRows(part: RulePart, place: string, saved: unknown, say: Say): () => readonly RuleRow[] {
  itemsOf ??= zigbeeGateway.asker<RuleItems>("rule-words");
  const Row = ROW_OF[part];
  const list = $(place).editableList({
    addButton: say(`add.${part}`),
    ariaLabel: say(`label.${part}`),
    removable: true,
    sortable: true,
    height: "auto",
    addItem: (container: JQuery, _: number, row: RuleRow) => {
      new Row(container.addClass("zigbee-gateway-rule-row"), row, say);
    },
  });
  for (const row of Array.isArray(saved) ? saved : []) list.editableList("addItem", { ...row });
  return () =>
    list
      .editableList("items")
      .get()
      .map((item) => savedRow($(item).data("data") as RuleRow, SAVED[part]));
}

function savedRow({ picker, ...row }: RuleRow, names: readonly SavedMember[]): RuleRow {
  const { address = "", uniqueid = "", resourceName = "", house = "" } = picker?.chosen ?? {};
  const said = names.flatMap((name) => (row[name] ? [[name, row[name]]] : []));
  return { address, uniqueid, resourceName, house, ...Object.fromEntries(said) };
}
