/** The values in the dialog of a rule: how each kind of them looks, and its controls. */
import { bitOf, WEEKDAYS, withSeconds } from "../nodes/shared/clock-times.ts";
import { clockText, daysText, delayText, EVERY_DAY, readSpan, secondsOfClock } from "../src/model/time/time-grammar.ts";
import { fieldValue, type Say } from "./editor.ts";
import { pathOf, type RemoteButtons } from "./gateway-queries.ts";

/** What a rule can ask of a resource, as the gateway tells. */
export interface RuleItem {
  readonly item: string; // "state/presence"
  readonly kind?: string;
  readonly operators: readonly string[];
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
}

export interface Choice {
  readonly value: string;
  readonly text: string;
  readonly group?: string;
}

interface ValueContext {
  readonly item?: string;
  readonly asked?: Pick<RuleItem, "min" | "max" | "unit"> | undefined;
  readonly say: Say;
  readonly presses?: ((field: JQuery) => void) | undefined;
}

interface ValueKind {
  readonly form: RegExp; //   what it must look like
  readonly usual: string; // what it is at first
  readonly show: (place: JQuery, value: string, write: (value: string) => void, context: ValueContext) => void;
}

export type ValueKindName = "bool" | "number" | "delay" | "span" | "text" | "nothing";

const UNITS = { hours: 3600, minutes: 60, seconds: 1 } as const;
const LONGEST_DELAY = 86_399;
/** On and off are what switches have; of all else it is or is not so. */
const SWITCHED: readonly (string | undefined)[] = ["on", "any_on", "all_on"];
const stepOf = (time: string) => (time.endsWith(":00") ? 60 : 1); // seconds are shown where there are some

export const select = (label: string): JQuery => $("<select>").attr("aria-label", label);
export const input = (type: string, label: string): JQuery => $("<input>").attr({ type, "aria-label": label });

/** What was saved stays, also when it is not among the choices. */
export function fill(list: JQuery, choices: readonly Choice[], saved: string | undefined): string {
  list.empty();
  const option = (parent: JQuery, value: string, text: string) => $("<option>").val(value).text(text).appendTo(parent);
  const groups = new Map([["", list]]);
  for (const { value, text, group = "" } of choices) {
    const parent = groups.get(group) ?? ($("<optgroup>").attr("label", group) as JQuery).appendTo(list);
    groups.set(group, parent);
    option(parent, value, text);
  }
  const isKnown = choices.some(({ value }) => value === saved);
  if (saved && !isKnown) option(list, saved, saved);
  list.val(saved || choices[0]?.value || "");
  return fieldValue(list);
}

function showBool(place: JQuery, value: string, write: (value: string) => void, { item = "", say }: ValueContext) {
  const kind = SWITCHED.includes(item.split("/").at(-1)) ? "switched" : "so";
  const list = select(say("row.value")).appendTo(place);
  const choices = ["true", "false"].map((each) => ({ value: each, text: say(`${kind}.${each}`) }));
  fill(list, choices, value);
  list.on("change", () => write(fieldValue(list)));
}

function showDelay(place: JQuery, value: string, write: (value: string) => void, { say }: ValueContext) {
  const seconds = secondsOfClock(value.slice(2));
  const whole = Object.entries(UNITS).find(([, each]) => seconds > 0 && seconds % each === 0);
  const unit = (whole?.[0] ?? "seconds") as keyof typeof UNITS;
  const field = input("number", say("row.value")).attr({ min: 0, step: "any" }).appendTo(place);
  field.val(seconds / UNITS[unit]);
  const units = select(say("row.unit")).appendTo(place);
  const choices = Object.keys(UNITS).map((each) => ({ value: each, text: say(`unit.${each}`) }));
  fill(units, choices, unit);
  const change = () => {
    const total = Math.round((Number(field.val()) || 0) * UNITS[fieldValue(units) as keyof typeof UNITS]);
    write(delayText(Math.min(total, LONGEST_DELAY)));
  };
  field.on("change input", change);
  units.on("change", change);
}

function showSpan(place: JQuery, value: string, write: (value: string) => void, { say }: ValueContext) {
  const { days = EVERY_DAY, from, to } = readSpan(value) ?? {};
  const clock = (name: string, seconds: number | undefined) => {
    const time = seconds === undefined ? "" : clockText(seconds);
    return input("time", say(`row.${name}`))
      .attr("step", stepOf(time))
      .val(time);
  };
  const [begin, end] = [clock("from", from), clock("to", to)];
  const week = $('<span class="button-group" role="group">').attr("aria-label", say("row.days"));
  const bits = () =>
    week
      .find(".selected")
      .get()
      .reduce((sum, day) => sum + Number($(day).data("bit")), 0);
  const change = () => {
    const times = [begin, end].map((field) => `T${withSeconds(fieldValue(field))}`).join("/");
    write(bits() === EVERY_DAY ? times : `W${daysText(bits())}/${times}`);
  };
  const press = (day: JQuery, isOn: boolean) => day.toggleClass("selected", isOn).attr("aria-pressed", String(isOn));
  for (const [weekday, name] of WEEKDAYS.entries()) {
    const bit = bitOf(weekday);
    const day: JQuery = $('<button type="button" class="red-ui-button toggle">').data("bit", bit);
    day
      .appendTo(week)
      .text(say(`day.${name}.short`))
      .attr("aria-label", say(`day.${name}.long`));
    press(day, (days & bit) !== 0).on("click", () => {
      press(day, !day.hasClass("selected"));
      change();
    });
  }
  for (const field of [begin, end]) field.on("change", change);
  place.append(begin, $("<span>").text("–"), end, week);
}

export const VALUES: Readonly<Record<ValueKindName, ValueKind>> = {
  bool: { form: /^(true|false)$/, usual: "true", show: showBool },
  number: {
    form: /^-?\d+(\.\d+)?$/,
    usual: "",
    show: (place, value, write, { asked = {}, say, presses }) => {
      const { min = null, max = null, unit = "" } = asked;
      const field = input("number", say("row.value")).attr({ step: "any", min, max }).val(value).appendTo(place);
      field.on("change input", () => write(fieldValue(field)));
      $("<span>").text(unit).appendTo(place);
      presses?.(field);
    },
  },
  delay: { form: /^PT\d\d:\d\d:\d\d$/, usual: "PT00:05:00", show: showDelay },
  span: {
    form: /^(W\d{1,3}\/)?T\d\d:\d\d:\d\d\/T\d\d:\d\d:\d\d$/,
    usual: "T08:00:00/T22:00:00",
    show: showSpan,
  },
  text: {
    form: /./,
    usual: "",
    show: (place, value, write, { say }) => {
      const field = input("text", say("row.value")).val(value).appendTo(place);
      field.on("change input", () => write(fieldValue(field)));
    },
  },
  nothing: { form: /^$/, usual: "", show: () => {} },
};

/** Which of them; of what the gateway does not tell now, what was saved is shown as it is. */
export function kindOf(takes: string | undefined, asked: RuleItem | undefined): ValueKindName {
  if (takes !== "number") return (takes ?? "text") as ValueKindName;
  if (!asked) return "text";
  return asked.kind === "bool" ? "bool" : "number";
}

/** What the buttons of a remote send, as proposals. */
export function proposePresses(field: JQuery, gateway: string, uniqueid: string): void {
  $.getJSON(pathOf(gateway, "buttons", uniqueid)).done(({ values = {}, buttons = {} }: RemoteButtons) => {
    const id = `${uniqueid}-presses`;
    const list = $("<datalist>").attr("id", id).insertAfter(field);
    for (const [code, { button, action }] of Object.entries(values)) {
      $("<option>")
        .val(code)
        .text(`${buttons[button]?.name ?? button}, ${action}`)
        .appendTo(list);
    }
    field.attr("list", id);
  });
}
