/** The dialog of the event node: which changes of what become messages. */
import { type EditedNode, fieldValue, isChecked, option, type Say } from "./editor.ts";
import { type Choice, choiceOf, exampleOf, isOf, NAMED, tells, WISHES, wishIn } from "./event/wishes.ts";
import type { Resource, ResourceType } from "./gateway-queries.ts";
import type { MembersProps } from "./parts.ts";

const { pick, part, listed } = zigbeeGateway;
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  family: [
    "sensors",
    "lights",
    "groups",
    "scenes",
    "rules",
    "schedules",
    "resourcelinks",
    "jobs",
    "devices",
    "config",
    "gateway",
    NAMED,
  ],
  section: ["state", "config", "attr", "action"],
  event: ["changed", "added", "deleted"],
  cause: ["rest", "flow", "radio", "clock", "rules", "schedules", "editor", "gateway"],
};

/** Of `panels/events/event-preview.tsx`. */
interface PreviewProps {
  readonly choice: Readonly<Record<string, string | boolean>>;
  readonly isWithin: boolean;
  readonly families: Readonly<Record<string, string>>; // by types
  readonly units: Readonly<Record<string, ResourceType["units"]>> | undefined; // by types; undefined: as the API counts
  readonly example: string; // of a message, as long as there was none
}

/** What was saved stays, also when this list does not know it. */
function fill(name: string, values: readonly string[], saved: unknown, say: Say): void {
  const list = $(`#node-input-${name}`).empty();
  const kept = typeof saved === "string" ? saved : "";
  option(list, "", say("any"));
  for (const value of values) option(list, value, say(`${name}.${value}`));
  if (kept && !values.includes(kept)) option(list, kept);
  list.val(kept);
}

/** Proposes what is there; answers it, too. */
function fillMembers(types: readonly ResourceType[], resource: Resource | undefined): readonly string[] {
  const family = fieldValue($("#node-input-family"));
  const section = fieldValue($("#node-input-section"));
  const kinds = resource ? [resource] : types.filter((type) => isOf(family, type.family));
  const names = kinds.flatMap(({ members = {} }) =>
    section ? (members[section] ?? []) : Object.values(members).flat(),
  );
  const list = $("#zigbee-gateway-event-members").empty();
  const sorted = [...new Set(names)].sort();
  for (const name of sorted) $("<option>").val(name).appendTo(list);
  return sorted;
}

// ---- what people want to hear

const OWN = "own"; // chosen by hand
const wishes = () => $("#zigbee-gateway-event-wish");

function chosenBy(read: (name: keyof Choice) => unknown): Choice {
  const text = (name: keyof Choice) => String(read(name) ?? "").trim();
  return { family: text("family"), section: text("section"), member: text("member"), event: text("event") };
}

function fillWishes(node: EditedNode, say: Say): void {
  for (const wish of [...WISHES, OWN]) option(wishes(), wish, say(`wish.${wish}`));
  wishes().val(wishIn(chosenBy((name) => node[name])) ?? OWN);
}

/** Whoever chooses by hand begins with what was chosen. */
function takeWish(): void {
  const choice = choiceOf(fieldValue(wishes()));
  for (const [name, value] of Object.entries(choice ?? {})) $(`#node-input-${name}`).val(value);
}

function isMeant({ family, members }: Resource): boolean {
  const wanted = fieldValue($("#node-input-family"));
  if (family === "groups") return wanted !== "gateway";
  const choice = choiceOf(fieldValue(wishes()));
  return isOf(wanted, family) && (!choice || tells(choice, members));
}

/** Another wish, another choice of what it can be about. */
function followWish({ picker }: EditedNode, chosen: () => Resource | undefined): void {
  const show = () => {
    const wish = fieldValue(wishes());
    $("#zigbee-gateway-event-own").toggle(wish === OWN);
    $("#zigbee-gateway-event-picked").toggle(wish !== "gateway"); // there is one
  };
  const refill = () => {
    const one = chosen();
    if (picker && one && !isMeant(one)) Object.assign(picker.chosen, NOBODY);
    picker?.refill();
  };
  wishes().on("change", () => {
    takeWish();
    show();
    refill();
  });
  $("#node-input-family").on("change", refill);
  show();
}

// ---- a room, and what is in it

const NOBODY = { address: "", uniqueid: "", resourceName: "", house: "" };
const WITHIN = "#node-input-within";
const MEASURED = "#node-input-measured";

function isWithin(chosen: Resource | undefined): boolean {
  return chosen?.family === "groups" && isChecked($(WITHIN));
}

/** Of a room people mean what is in it; where only lights or sensors are wanted, nothing else can be meant. */
function askWithin(chosen: Resource | undefined, byHand: boolean): void {
  const isGroup = chosen?.family === "groups";
  const isOthers = isGroup && !isOf(fieldValue($("#node-input-family")), "groups");
  if (byHand || isOthers) $(WITHIN).prop("checked", isGroup);
  $(WITHIN).prop("disabled", isOthers).closest(".form-row").toggle(isGroup);
}

/** What is measured is left out only of many, and where no value is named. */
function askMeasured(chosen: Resource | undefined): void {
  const isOfOne = chosen !== undefined && !isWithin(chosen);
  $(MEASURED)
    .closest(".form-row")
    .toggle(!isOfOne && fieldValue($("#node-input-member")).trim() === "");
}

/** As the fields are now. */
function choiceNow(address = ""): PreviewProps["choice"] {
  const names = [...Object.keys(CHOICES), "member"];
  const fields = Object.fromEntries(names.map((name) => [name, fieldValue($(`#node-input-${name}`))]));
  return { ...fields, address, measured: isChecked($(MEASURED)) };
}

zigbeeGateway.registerType("zigbee-gateway-event", {
  color: "#C0DEED",
  defaults: {
    family: { value: "" },
    section: { value: "" },
    member: { value: "" },
    event: { value: "" },
    cause: { value: "" },
    within: { value: false },
    measured: { value: false },
    units: { value: "human" },
  },
  inputs: 0,
  outputs: 1,
  icon: "zigbee-gateway-event.svg",
  outputNames: ["answer", "output"],
  called: (node) => {
    const { resourceName, address, family } = node;
    const wish = wishIn(chosenBy((name) => node[name]));
    const what = wish === undefined ? family && `family.${family}` : wish !== WISHES[0] && `wish.${wish}`;
    return resourceName || address || (what ? node._(`zigbee-gateway-event.${what}`) : "");
  },
  oneditprepare(say) {
    for (const [name, values] of Object.entries(CHOICES)) fill(name, values, this[name], say);
    fillWishes(this, say);
    let types: readonly ResourceType[] = [];
    let chosen: Resource | undefined;
    let gateway = "";
    const field = $("#node-input-member");
    const place = $("#zigbee-gateway-event-ticks");
    const ofOne = part<MembersProps>(place[0] as HTMLElement, "members");
    const live = part<PreviewProps>($("#zigbee-gateway-event-preview")[0] as HTMLElement, "event");
    const preview = () => {
      askMeasured(chosen);
      const families = Object.fromEntries(types.map((type) => [type.type, type.family]));
      const isRaw = fieldValue($("#node-input-units")) === "api";
      const units = isRaw ? undefined : Object.fromEntries(types.map((type) => [type.type, type.units]));
      live.show(gateway, {
        choice: choiceNow(this.picker?.chosen.address),
        isWithin: isWithin(chosen),
        families,
        units,
        example: isRaw ? "" : exampleOf(fieldValue(wishes())),
      });
    };
    /** Of one resource they are few, and ticked; of many they are typed. */
    const members = () => {
      const one = isWithin(chosen) ? undefined : chosen;
      const proposed = fillMembers(types, one);
      const names = one ? proposed : [];
      const states = one?.members?.state ?? [];
      field.toggle(!one);
      place.toggle(one !== undefined);
      ofOne.show(gateway, {
        address: one?.address ?? "",
        names: names.filter((name) => states.includes(name)),
        rare: names.filter((name) => !states.includes(name)),
        chosen: listed(fieldValue(field)),
        label: say("label.member"),
        onChange: (ticked) => {
          field.val(ticked.join(","));
          members();
        },
      });
      preview();
    };
    pick(this, {
      none: say("any"),
      fits: isMeant,
      changed: (resource, byHand, model, now) => {
        [types, chosen, gateway] = [model.types, resource, now];
        askWithin(chosen, byHand);
        members();
      },
    });
    followWish(this, () => chosen);
    $("#node-input-section, #node-input-within").on("change", members);
    $(`#node-input-event, #node-input-cause, #node-input-units, ${MEASURED}`).on("change", preview);
    field.on("input", preview);
  },
});
