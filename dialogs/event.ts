/** The dialog of the event node: which changes of which resources become messages. */
import { type EditedNode, fieldValue, isChecked, option, type Say } from "./editor.ts";
import {
  type Choice,
  calledAfter,
  choiceOf,
  exampleOf,
  isOf,
  NAMED,
  TWO_SIDED,
  tells,
  WISHES,
  wishIn,
} from "./event/wishes.ts";
import type { Resource, ResourceType } from "./gateway-queries.ts";
import type { MembersProps } from "./parts.ts";

const { follow, pick, part, listed } = zigbeeGateway;
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

/** The saved value stays, also when this list does not know it. */
function fill(name: string, values: readonly string[], saved: unknown, say: Say): void {
  const list = $(`#node-input-${name}`).empty();
  const kept = typeof saved === "string" ? saved : "";
  option(list, "", say("any"));
  for (const value of values) option(list, value, say(`${name}.${value}`));
  if (kept && !values.includes(kept)) option(list, kept);
  list.val(kept);
}

/** Proposes the members that the resources have; answers them, too. */
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

// ---- the user's wish

const OWN = "own"; // chosen by hand
const SIDES: readonly string[] = ["", "true", "false"];
const wishes = () => $("#zigbee-gateway-event-wish");
const sides = () => $("#node-input-becomes");

function chosenBy(read: (name: keyof Choice) => unknown): Choice {
  const text = (name: keyof Choice) => String(read(name) ?? "").trim();
  return { family: text("family"), section: text("section"), member: text("member"), event: text("event") };
}

function fillWishes(node: EditedNode, say: Say): void {
  for (const wish of [...WISHES, OWN]) option(wishes(), wish, say(`wish.${wish}`));
  wishes().val(wishIn(chosenBy((name) => node[name])) ?? OWN);
}

/** Both sides of the wish, or one of them; for a choice by hand, the new value of a member. */
function showSides(say: Say): void {
  const wish = fieldValue(wishes());
  const of = TWO_SIDED.includes(wish) ? wish : OWN;
  const isAsked = of !== OWN || (wish === OWN && fieldValue($("#node-input-member")).trim() !== "");
  const [list, saved] = [sides(), fieldValue(sides())];
  list.empty();
  for (const side of SIDES) option(list, side, say(`becomes.${of}.${side || "any"}`));
  if (saved && !SIDES.includes(saved)) option(list, saved);
  list.val(isAsked ? saved : "");
  list.closest(".form-row").toggle(isAsked);
}

/** A user who chooses by hand begins with the last choice. */
function takeWish(): void {
  const choice = choiceOf(fieldValue(wishes()));
  sides().val("");
  for (const [name, value] of Object.entries(choice ?? {})) $(`#node-input-${name}`).val(value);
}

/** A room or group is where something is in it that can tell it. */
function isMeant({ family, members, name = "" }: Resource, all: readonly Resource[]): boolean {
  const wanted = fieldValue($("#node-input-family"));
  const choice = choiceOf(fieldValue(wishes()));
  const isOfHouse = wanted === "" || isOf(wanted, "groups") || wanted === "scenes";
  if (family === "groups" && isOfHouse) return true;
  if (family === "groups") return all.some((each) => each.rooms?.includes(name) && isMeant(each, []));
  return isOf(wanted, family) && (!choice || tells(choice, members));
}

/** Another wish, another choice of resources. */
function followWish(
  { picker }: EditedNode,
  chosen: () => Resource | undefined,
  fits: (one: Resource) => boolean,
): void {
  const show = () => {
    const wish = fieldValue(wishes());
    $("#zigbee-gateway-event-own").toggle(wish === OWN);
    $("#zigbee-gateway-event-picked").toggle(wish !== "gateway"); // there is one
  };
  const refill = () => {
    const one = chosen();
    if (picker && one && !fits(one)) Object.assign(picker.chosen, NOBODY);
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

// ---- a room, and its members

const NOBODY = { address: "", uniqueid: "", resourceName: "", house: "" };
const WITHIN = "#node-input-within";
const MEASURED = "#node-input-measured";

function isWithin(chosen: Resource | undefined): boolean {
  return chosen?.family === "groups" && isChecked($(WITHIN));
}

/** A user who picks a room means its members; where the node wants only lights or sensors, the room itself cannot be meant. */
function askWithin(chosen: Resource | undefined, byHand: boolean): void {
  const isGroup = chosen?.family === "groups";
  const isOthers = isGroup && !isOf(fieldValue($("#node-input-family")), "groups");
  if (byHand || isOthers) $(WITHIN).prop("checked", isGroup);
  $(WITHIN).prop("disabled", isOthers).closest(".form-row").toggle(isGroup);
}

/** The node leaves out measurements only of many resources, and where the user names no value. */
function askMeasured(chosen: Resource | undefined): void {
  const isOfOne = chosen !== undefined && !isWithin(chosen);
  $(MEASURED)
    .closest(".form-row")
    .toggle(!isOfOne && fieldValue($("#node-input-member")).trim() === "");
}

/** As the fields are now. */
function choiceNow(address = ""): PreviewProps["choice"] {
  const names = [...Object.keys(CHOICES), "member", "becomes"];
  const fields = Object.fromEntries(names.map((name) => [name, fieldValue($(`#node-input-${name}`))]));
  return { ...fields, address, measured: isChecked($(MEASURED)) };
}

function previewNow(types: readonly ResourceType[], chosen: Resource | undefined, address?: string): PreviewProps {
  const isRaw = fieldValue($("#node-input-units")) === "api";
  return {
    choice: choiceNow(address),
    isWithin: isWithin(chosen),
    families: Object.fromEntries(types.map((type) => [type.type, type.family])),
    units: isRaw ? undefined : Object.fromEntries(types.map((type) => [type.type, type.units])),
    example: isRaw ? "" : exampleOf(fieldValue(wishes()), fieldValue(sides())),
  };
}

zigbeeGateway.registerType("zigbee-gateway-event", {
  color: "#C0DEED",
  defaults: {
    family: { value: "" },
    section: { value: "" },
    member: { value: "" },
    becomes: { value: "" },
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
    const { resourceName, address, becomes } = node;
    const choice = chosenBy((name) => node[name]);
    const words = (key: string) => node._(`zigbee-gateway-event.${key}`);
    return calledAfter(resourceName || address || "", choice, becomes, words);
  },
  oneditprepare(say) {
    for (const [name, values] of Object.entries(CHOICES)) fill(name, values, this[name], say);
    fillWishes(this, say);
    option(sides(), String(this.becomes ?? ""));
    sides().val(String(this.becomes ?? ""));
    let types: readonly ResourceType[] = [];
    let chosen: Resource | undefined;
    let gateway = "";
    let all: readonly Resource[] = [];
    const fits = (one: Resource) => isMeant(one, all);
    const field = $("#node-input-member");
    const place = $("#zigbee-gateway-event-ticks");
    const ofOne = part<MembersProps>(place[0] as HTMLElement, "members");
    const live = part<PreviewProps>($("#zigbee-gateway-event-preview")[0] as HTMLElement, "event");
    const preview = () => {
      askMeasured(chosen);
      showSides(say);
      live.show(gateway, previewNow(types, chosen, this.picker?.chosen.address));
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
    follow((model) => {
      all = model.resources;
    });
    pick(this, {
      none: say("any"),
      fits,
      changed: (resource, byHand, model, now) => {
        [types, chosen, gateway] = [model.types, resource, now];
        askWithin(chosen, byHand);
        members();
      },
    });
    followWish(this, () => chosen, fits);
    $("#node-input-section, #node-input-within").on("change", members);
    $(`#node-input-event, #node-input-becomes, #node-input-cause, #node-input-units, ${MEASURED}`).on(
      "change",
      preview,
    );
    field.on("input", preview);
  },
});
