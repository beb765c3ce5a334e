/** The values in the dialog of a rule: how each kind of them looks, and its controls. They live in the editor. */
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]; // bits 64 to 1
const EVERY_DAY = 127;
const UNITS = { hours: 3600, minutes: 60, seconds: 1 };
const LONGEST_DELAY = 86_399;
/** On and off are what switches have; of all else it is or is not so. */
const SWITCHED = ["on", "any_on", "all_on"];
const two = (number) => String(Math.floor(number)).padStart(2, "0");
const clockOf = (seconds) => [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(two).join(":");
const secondsOf = (clock) => clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
const stepOf = (time) => (time.endsWith(":00") ? 60 : 1); // seconds are shown where there are some
export const select = (label) => $("<select>").attr("aria-label", label);
export const input = (type, label) => $("<input>").attr({ type, "aria-label": label });

/** What was saved stays, also when it is not among the choices. */
export function fill(list, choices, saved) {
  list.empty();
  const option = (parent, value, text) => $("<option>").val(value).text(text).appendTo(parent);
  const groups = new Map([["", list]]);
  for (const { value, text, group = "" } of choices) {
    if (!groups.has(group)) groups.set(group, $("<optgroup>").attr("label", group).appendTo(list));
    option(groups.get(group), value, text);
  }
  const isKnown = choices.some(({ value }) => value === saved);
  if (saved && !isKnown) option(list, saved, saved);
  list.val(saved || choices[0]?.value || "");
  return list.val() ?? "";
}

/** How each kind of value is asked for: what it must look like, what it is at first, and its controls. */
export const VALUES = {
  bool: {
    form: /^(true|false)$/,
    usual: "true",
    show: (place, value, write, { item, say }) => {
      const kind = SWITCHED.includes(item.split("/").at(-1)) ? "switched" : "so";
      const list = select(say("row.value")).appendTo(place);
      fill(
        list,
        ["true", "false"].map((each) => ({ value: each, text: say(`${kind}.${each}`) })),
        value,
      );
      list.on("change", () => write(list.val()));
    },
  },
  number: {
    form: /^-?\d+(\.\d+)?$/,
    usual: "",
    show: (place, value, write, { asked = {}, say, presses }) => {
      const { min, max, unit = "" } = asked;
      const field = input("number", say("row.value")).attr({ step: "any", min, max }).val(value).appendTo(place);
      field.on("change input", () => write(field.val()));
      $("<span>").text(unit).appendTo(place);
      presses?.(field);
    },
  },
  delay: {
    form: /^PT\d\d:\d\d:\d\d$/,
    usual: "PT00:05:00",
    show: (place, value, write, { say }) => {
      const seconds = secondsOf(value.slice(2));
      const [unit] = Object.entries(UNITS).find(([, each]) => seconds > 0 && seconds % each === 0) ?? ["seconds"];
      const field = input("number", say("row.value")).attr({ min: 0, step: "any" }).appendTo(place);
      field.val(seconds / UNITS[unit]);
      const units = select(say("row.unit")).appendTo(place);
      fill(
        units,
        Object.keys(UNITS).map((each) => ({ value: each, text: say(`unit.${each}`) })),
        unit,
      );
      const change = () => {
        const total = Math.round((Number(field.val()) || 0) * UNITS[units.val()]);
        write(`PT${clockOf(Math.min(total, LONGEST_DELAY))}`);
      };
      field.on("change input", change);
      units.on("change", change);
    },
  },
  span: {
    form: /^(W\d{1,3}\/)?T\d\d:\d\d:\d\d\/T\d\d:\d\d:\d\d$/,
    usual: "T08:00:00/T22:00:00",
    show: (place, value, write, { say }) => {
      const [, days, from, to] = /^(?:W(\d+)\/)?T([\d:]+)\/T([\d:]+)$/.exec(value);
      const clock = (name, time) =>
        input("time", say(`row.${name}`))
          .attr("step", stepOf(time))
          .val(time);
      const [begin, end] = [clock("from", from), clock("to", to)];
      const week = $('<span class="button-group" role="group">').attr("aria-label", say("row.days"));
      const bits = () =>
        week
          .find(".selected")
          .get()
          .reduce((sum, day) => sum + $(day).data("bit"), 0);
      const full = (time) => (time.length === 5 ? `${time}:00` : time);
      const change = () => {
        const times = [begin, end].map((field) => `T${full(field.val())}`).join("/");
        write(bits() === EVERY_DAY ? times : `W${String(bits()).padStart(3, "0")}/${times}`);
      };
      const press = (day, isOn) => day.toggleClass("selected", isOn).attr("aria-pressed", String(isOn));
      for (const [index, name] of DAYS.entries()) {
        const bit = 64 >> index;
        const day = $('<button type="button" class="red-ui-button toggle">').data("bit", bit).appendTo(week);
        day.text(say(`day.${name}.short`)).attr("aria-label", say(`day.${name}.long`));
        press(day, (Number(days ?? EVERY_DAY) & bit) !== 0).on("click", () => {
          press(day, !day.hasClass("selected"));
          change();
        });
      }
      for (const field of [begin, end]) field.on("change", change);
      place.append(begin, $("<span>").text("–"), end, week);
    },
  },
  text: {
    form: /./,
    usual: "",
    show: (place, value, write, { say }) => {
      const field = input("text", say("row.value")).val(value).appendTo(place);
      field.on("change input", () => write(field.val()));
    },
  },
  nothing: { form: /^$/, usual: "", show: () => {} },
};

/** Which of them; of what the gateway does not tell now, what was saved is shown as it is. */
export function kindOf(takes, asked) {
  if (takes !== "number") return takes ?? "text";
  if (!asked) return "text";
  return asked.kind === "bool" ? "bool" : "number";
}

/** What the buttons of a remote send, as proposals. */
export function proposePresses(field, gateway, uniqueid) {
  const path = `zigbee-gateway/${encodeURIComponent(gateway)}/buttons/${encodeURIComponent(uniqueid)}`;
  $.getJSON(path).done(({ values = {}, buttons = {} }) => {
    const list = $("<datalist>").attr("id", `${uniqueid}-presses`).insertAfter(field);
    for (const [code, { button, action }] of Object.entries(values)) {
      $("<option>")
        .val(code)
        .text(`${buttons[button]?.name ?? button}, ${action}`)
        .appendTo(list);
    }
    field.attr("list", list.attr("id"));
  });
}
