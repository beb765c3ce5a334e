/** The dialog of the schedule node: a time put together by controls, and the next times that come of it. */
import { bitOf, twoDigits, WEEKDAYS, withSeconds } from "../nodes/shared/clock-times.ts";
import {
  clockText,
  daysText,
  PATTERN_KINDS,
  type PatternParts,
  patternParts,
  secondsOfClock,
  textOfParts,
} from "../src/model/time/time-grammar.ts";
import { type EditedNode, fieldValue, isEnvironment, option, type Say } from "./editor.ts";
import { isChosen, pathOf, type Resource } from "./gateway-queries.ts";

const { pick, declares } = zigbeeGateway;

/** Parts of a time, named as the controls are. */
type TimeParts = { readonly [Part in keyof PatternParts]-?: string } & { readonly text: string };

interface NextTimes {
  readonly times: readonly NextTime[];
  readonly trouble?: string;
}

/** On the wall clock of the gateway. */
interface NextTime {
  readonly local: string;
  readonly until?: string;
}

const USUAL = "W127/T07:00:00";
const PAUSE = 200; // milliseconds without a change until the gateway is asked
const UNITS_OF_SPAN = ["hours", "minutes", "seconds"];
/** What a text says nothing about. */
const UNSAID: TimeParts = {
  days: "127",
  clock: "07:00:00",
  at: "",
  span: "00:10:00",
  times: "",
  event: "sunset",
  offset: "",
  random: "",
  text: "",
};

function written(kind: string, parts: TimeParts): string {
  const known = PATTERN_KINDS.find((each) => each === kind);
  return known ? textOfParts(known, parts) : parts.text;
}

/** What no control can show stays as it is, as text. */
function read(text: string): { readonly kind: string } & Partial<TimeParts> {
  const { random = "", ...parts } = patternParts(text) ?? { kind: "text", text };
  return { ...parts, random } as { readonly kind: string } & Partial<TimeParts>;
}

// ---- controls

const control = (name: string) => $(`#zigbee-gateway-schedule-${name}`);

/** What the controls say, as parts of the text. */
function gathered(): TimeParts {
  const seconds = (name: string, each: number) => Math.round((Number(control(name).val()) || 0) * each);
  const offset = seconds("offset", 60);
  const random = seconds("random", 60);
  const days = control("days").find(".selected").get();
  const times = fieldValue(control("times"));
  return {
    days: daysText(days.reduce((bits, day) => bits + Number($(day).data("bit")), 0)),
    clock: withSeconds(fieldValue(control("clock"))),
    at: withSeconds(fieldValue(control("at")), 16),
    span: UNITS_OF_SPAN.map((name) => twoDigits(control(name).val())).join(":"),
    times: times && twoDigits(times),
    event: fieldValue(control("event")),
    offset: offset === 0 ? "" : fieldValue(control("side")) + clockText(offset),
    random: random === 0 ? "" : clockText(random),
    text: fieldValue(control("text")).trim(),
  };
}

/** The other way round; what the text says nothing about gets what is usual. */
function show({ kind, ...said }: ReturnType<typeof read>): void {
  const known = Object.entries(said).filter(([, value]) => value !== undefined);
  const parts: TimeParts = { ...UNSAID, ...Object.fromEntries(known) };
  const { days, offset, random } = parts;
  control("kind").val(kind);
  const buttons = control("days").find("button");
  buttons.each((_, day) => press($(day), (Number(days) & Number($(day).data("bit"))) !== 0));
  control("clock").val(parts.clock);
  control("at").val(parts.at);
  for (const [index, part] of parts.span.split(":").entries()) control(UNITS_OF_SPAN[index] ?? "").val(Number(part));
  control("times").val(Number(parts.times) || "");
  control("event").val(parts.event);
  control("side").val(offset[0] === "+" ? "+" : "-");
  control("offset").val(secondsOfClock(offset.slice(1) || "00:00:00") / 60);
  control("random").val(secondsOfClock(random || "00:00:00") / 60 || "");
  control("text").val(parts.text);
}

function press(day: JQuery, isSet: boolean): void {
  day.toggleClass("selected", isSet).attr("aria-pressed", String(isSet));
}

function fillControls(say: Say): void {
  const planned = { value: "planned", label: say("label.planned"), hasValue: false };
  const types = ["bool", planned, "str", "num", "json", "flow", "global", "env"];
  $("#node-input-payload").typedInput({ default: "bool", types, typeField: "#node-input-payloadType" });
  for (const kind of [...PATTERN_KINDS, "text"]) option(control("kind"), kind, say(`kind.${kind}`));
  for (const [weekday, name] of WEEKDAYS.entries()) {
    const day = $('<button type="button" class="red-ui-button toggle">').data("bit", bitOf(weekday));
    day
      .text(say(`day.${name}.short`))
      .attr("aria-label", say(`day.${name}.long`))
      .appendTo(control("days"));
  }
}

// ---- next times

/** What the wall clock of the house shows, in the words of whoever reads it. */
function inWords({ local, until }: NextTime): string {
  const words = (wall: string, style: Intl.DateTimeFormatOptions) =>
    new Date(`${wall}Z`).toLocaleString(undefined, { timeZone: "UTC", ...style });
  const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  const day = { weekday: "short", year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const begin = words(local, { ...day, ...clock });
  return until ? `${begin} – ${words(until, clock)}` : begin;
}

/** Asks the gateway for the next times of a pattern, or of a schedule that is there; only the newest question counts. */
function nextTimes(say: Say): (gateway: string, question: object | undefined) => void {
  const place = control("next");
  let timer: number | undefined;
  let newest = 0;
  return (gateway, question) => {
    clearTimeout(timer);
    newest += 1;
    const number = newest;
    const tell = (...lines: readonly string[]) => {
      if (number !== newest) return;
      const shown = lines.map((line) => $("<div>").text(line));
      place.removeClass("zigbee-gateway-schedule-asking").empty().append(shown);
    };
    if (!isChosen(gateway) || !question) return tell();
    place.addClass("zigbee-gateway-schedule-asking"); // what it shows is of before
    timer = window.setTimeout(() => {
      $.getJSON(pathOf(gateway, "times"), { ...question, ...undeployedPlace(gateway) })
        .done(({ times, trouble }: NextTimes) =>
          times.length > 0 ? tell(...times.map(inWords)) : tell(say(`next.${trouble || "never"}`)),
        )
        .fail(({ status }) => tell(say(status === 404 ? "next.deploy" : "next.unasked")));
    }, PAUSE);
  };
}

/** What somebody has just entered in the dialog of the gateway, which does not know it before the next deploy. */
function undeployedPlace(gateway: string): object {
  const node = RED.nodes.node(gateway);
  if (node?.changed !== true) return {};
  const { latitude, longitude, timezone } = node;
  return { latitude, longitude, timezone };
}

// ---- the dialog

function isTime(this: EditedNode, value: unknown): boolean {
  const text = String(value ?? "");
  return this.declares === "" || read(text).kind !== "text" || isEnvironment(text);
}

zigbeeGateway.registerType("zigbee-gateway-schedule", {
  color: "#E6D3A8",
  defaults: {
    declares: { value: "Schedule" },
    time: { value: USUAL, validate: isTime },
    zone: { value: "local" },
    begins: { value: "deploy" },
    afterwards: { value: "kept" },
    payload: { value: "true" },
    payloadType: { value: "bool" },
  },
  inputs: 0,
  outputs: 1,
  icon: "zigbee-gateway-schedule.svg",
  outputNames: ["answer", "fires"],
  oneditprepare(say) {
    fillControls(say);
    const field = (name: string) => $(`#node-input-${name}`);
    const [time, zone, begins] = [field("time"), field("zone"), field("begins")];
    begins.on("input", () => {
      if (fieldValue(begins) === "message") control("asks").prop("checked", true);
    });
    const ask = nextTimes(say);
    let picked: Resource | undefined;
    const refresh = () => {
      const kind = fieldValue(control("kind"));
      control("declared")
        .find("[data-kinds]")
        .each((_, row) => void $(row).toggle((row.dataset.kinds ?? "").split(" ").includes(kind)));
      const isLocal = fieldValue(zone) === "local" || kind === "sun";
      const pattern = { time: fieldValue(time), zone: isLocal ? "local" : "utc" };
      const isDeclared = fieldValue(field("declares")) !== "";
      ask(fieldValue(field("gateway")), isDeclared ? pattern : picked && { of: picked.id });
    };
    const write = () => {
      const kind = fieldValue(control("kind"));
      const parts = gathered();
      if (kind !== "text") control("text").val(written(kind, parts));
      time.val(written(kind, parts));
      refresh();
    };
    show(read(fieldValue(time) || USUAL));
    control("declared").find("[id^=zigbee-gateway-schedule-]").on("change input", write);
    control("days").on("click", "button", ({ currentTarget }) => {
      const day = $(currentTarget as HTMLElement);
      press(day, !day.hasClass("selected"));
      write();
    });
    $("#node-input-gateway, #node-input-zone").on("change", refresh);
    pick(this, {
      kind: "schedules",
      fits: ({ family }) => family === "schedules",
      changed: (resource) => {
        picked = resource;
        refresh();
      },
    });
    declares(this, refresh);
  },
});
