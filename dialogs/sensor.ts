/** The dialog of the sensor node: a sensor that is there, or a virtual one that the node declares, and the values that it tells. */
import { sensorName } from "../nodes/shared/called.ts";
import { forPeople, scaleOfUnit } from "../src/model/units.ts";
import { fieldValue, isChecked, option, type Say } from "./editor.ts";
import { write } from "./gateway-dialog.ts";
import { pathOf, type Resource, type ResourceType } from "./gateway-queries.ts";
import type { MembersProps } from "./parts.ts";

const { pick, declares, part, ticks, listed, isSeconds, isPicked } = zigbeeGateway;
const MEMBERS = "#zigbee-gateway-sensor-members";
/** The types that a node can declare, without CLIP. */
const VIRTUAL = [
  "Alarm",
  "Battery",
  "CarbonMonoxide",
  "Consumption",
  "Fire",
  "GenericFlag",
  "GenericStatus",
  "Humidity",
  "LightLevel",
  "OpenClose",
  "Power",
  "Presence",
  "Pressure",
  "Temperature",
  "Vibration",
  "Water",
];
/** Payloads that a flow might send to types that take a number. */
const EXAMPLES: Readonly<Record<string, string>> = {
  Battery: "80",
  Consumption: "12.5",
  GenericStatus: "1",
  Humidity: "48",
  LightLevel: "120",
  Power: "60",
  Pressure: "1013",
  Temperature: "21.5",
};
const UNASKED = ["lastupdated"];
/** The settings that a sensor reports by itself. */
const TOLD_TOO = ["battery", "lowbattery", "tampered", "reachable"];

/** Possible values of a sensor; all other members are true or false. */
const SAYS: Readonly<Record<string, number>> = {
  airquality: 120,
  battery: 80,
  consumption: 12.5,
  current: 200,
  humidity: 48,
  lightlevel: 120,
  lux: 120,
  power: 60,
  pressure: 1013,
  status: 1,
  temperature: 21.5,
  voltage: 230,
};

type Values = Readonly<Record<string, unknown>>;

/** One value is the payload itself, and says its unit; several are an object. */
function messageOf(members: readonly string[], now: Values, units: ResourceType["units"]): string {
  const said = members.map((name) => JSON.stringify(now[name] ?? SAYS[name] ?? true));
  if (members.length === 1) {
    const counted = units?.[`state/${members[0]}`] ?? units?.[`config/${members[0]}`] ?? "";
    const unit = scaleOfUnit(counted)?.unit ?? counted;
    return `→ msg.payload = ${said[0]}${unit === "" ? "" : `, msg.unit = ${JSON.stringify(unit)}`}`;
  }
  return `→ msg.payload = { ${members.map((name, index) => `${name}: ${said[index]}`).join(", ")} }`;
}

/** The sensor's present values, in units for people. */
async function valuesNow(
  gateway: string,
  { address, type }: Resource,
  types: readonly ResourceType[],
): Promise<Values> {
  const { units = {} } = types.find((each) => each.type === type) ?? {};
  const answer: { readonly body?: Readonly<Record<string, Values>> } = await write("POST", pathOf(gateway, "perform"), {
    method: "GET",
    address,
  });
  const inUnits = (section: string) =>
    Object.entries(answer.body?.[section] ?? {}).map(([name, value]) => [
      name,
      forPeople(name, units[`${section}/${name}`] ?? "", value),
    ]);
  return Object.fromEntries([...inUnits("config"), ...inUnits("state")]);
}

/** The values of the sensor that is chosen, as soon as they are known; `heard` is called then. */
class ValuesNow {
  values: Values = {};
  readonly #heard: () => void;
  #asked = "";

  constructor(heard: () => void) {
    this.#heard = heard;
  }

  follow(gateway: string, one: Resource | undefined, types: readonly ResourceType[]): void {
    const asked = `${gateway} ${one?.address ?? ""}`;
    if (asked === this.#asked) return;
    [this.#asked, this.values] = [asked, {}];
    if (!one) return;
    const tell = (values: Values) => {
      if (asked !== this.#asked) return;
      this.values = values;
      this.#heard();
    };
    valuesNow(gateway, one, types).then(tell, () => {}); // then an example stands there
  }
}

/** The message names the sensor beside the value. */
function originOf({ address, name = "" }: Resource): string {
  return `\n  msg.topic = ${JSON.stringify(address)}\n  msg.data.name = ${JSON.stringify(name)}`;
}

/** The message as it is now, or as it might be. */
function tellMessage(
  sent: readonly string[],
  now: Values,
  units: ResourceType["units"],
  one: Resource | undefined,
  say: Say,
): void {
  const isShown = sent.length > 0 && fieldValue($("#node-input-units")) === "human";
  const isKnown = sent.every((name) => (now[name] ?? null) !== null);
  const message = messageOf(sent, now, units);
  const text = (isKnown ? message : `${message} (${say("hint.example")})`) + (one ? originOf(one) : "");
  $("#zigbee-gateway-sensor-message").prop("hidden", !isShown).text(text);
}

/** One that is there, or one of the virtual ones; Node-RED has filled in its value while the list was still empty. */
function fillKinds(saved: string, say: Say): void {
  const list = $("#node-input-declares").empty();
  option(list, "", say("what.picked"));
  const group = $("<optgroup>").attr("label", say("what.virtual"));
  group.appendTo(list);
  for (const kind of VIRTUAL) option(group, `CLIP${kind}`, say(`kind.${kind}`));
  list.val(saved);
}

/** The payloads for its input, and its outputs. */
function tellInput(declared: string, say: Say): void {
  const example = EXAMPLES[declared.replace("CLIP", "")];
  const sends = example === undefined ? say("hint.flag") : say("hint.number", { example });
  $("#zigbee-gateway-sensor-send").text(`${sends} ${say("hint.outputs")}`);
}

/** The members that the sensor measures, the settings that it also reports by itself, and those that few users need. */
function namesOf(one: Pick<Resource, "members"> | undefined) {
  const { state = [], config = [] } = one?.members ?? {};
  const measured = state.filter((name) => !UNASKED.includes(name));
  const told = config.filter((name) => !state.includes(name));
  const names = [...measured, ...told.filter((name) => TOLD_TOO.includes(name))];
  return { measured, names, rare: told.filter((name) => !TOLD_TOO.includes(name)) };
}

/** A virtual sensor always has an input; any other as the user wants it. `isOwn`: what is ticked when the dialog opens is the user's own wish. */
function forcedTick(tick: JQuery, isOwn: boolean): (isForced: boolean) => void {
  let [wasForced, isWanted, isWish] = [false, false, isOwn];
  return (isForced) => {
    if (isForced && !wasForced) [isWanted, isWish] = [isWish && isChecked(tick), true];
    if (isForced !== wasForced) tick.prop("checked", isForced || isWanted);
    wasForced = isForced;
    tick.prop("disabled", isForced);
  };
}

let measures = ""; // the choice in the open dialog

zigbeeGateway.registerType("zigbee-gateway-sensor", {
  color: "#B8DDB0",
  defaults: {
    address: { value: "", validate: isPicked },
    declares: { value: "" },
    measures: { value: "" },
    members: { value: "" },
    units: { value: "human" },
    when: { value: "change" },
    held: { value: "", validate: isSeconds },
    initial: { value: false },
    reachable: { value: false },
  },
  inputs: 0,
  outputs: 1,
  icon: "zigbee-gateway-sensor.svg",
  outputNames: ["answer", "facts"],
  called(node) {
    const { declares, declaredName } = node;
    return declares
      ? declaredName || node._(`zigbee-gateway-sensor.kind.${declares.replace("CLIP", "")}`)
      : sensorName(node.resourceName ?? "", String(node.measures ?? ""));
  },
  oneditprepare(say) {
    fillKinds(this.declares ?? "", say);
    measures = String(this.measures ?? "");
    const members = $("#node-input-members");
    const asSaved = () => ticks(MEMBERS, listed(fieldValue(members)), members, (name) => name);
    const inWords = part<MembersProps>($(MEMBERS)[0] as HTMLElement, "members", asSaved);
    let types: readonly ResourceType[] = [];
    let sensor: Resource | undefined;
    let gateway = "";
    let hasSensor = (this.address ?? "") !== "";
    const now = new ValuesNow(() => showMembers(false));
    const force = forcedTick($("#zigbee-gateway-sensor-asks"), !this.declares);
    const list = declares(this, (isVirtual) => {
      force(isVirtual);
      tellInput(fieldValue($("#node-input-declares")), say);
    });
    const row = $(MEMBERS).closest(".form-row");
    const showMembers = (isNew: boolean) => {
      const isVirtual = fieldValue(list) !== "";
      row.add(row.next()).toggle(isVirtual || hasSensor); // of nothing there are no values
      const one = isVirtual ? types.find(({ type }) => type === fieldValue(list)) : sensor;
      const { measured, names, rare } = namesOf(one);
      if (isNew) members.val(measured[0] ?? "");
      const chosen = listed(fieldValue(members));
      const sent = chosen.length > 0 ? chosen : measured;
      const type = isVirtual ? fieldValue(list) : sensor?.type;
      const { units } = types.find((each) => each.type === type) ?? {};
      tellMessage(sent, isVirtual ? {} : now.values, units, isVirtual ? undefined : sensor, say);
      inWords.show(gateway, {
        address: isVirtual ? "" : (sensor?.address ?? ""),
        ...{ names, rare },
        chosen: listed(fieldValue(members)),
        label: say("label.members"),
        onChange: (chosen) => {
          members.val(chosen.join(","));
          showMembers(false);
        },
      });
    };
    let kind = fieldValue(list);
    list.on("change", () => {
      if (fieldValue(list) === kind) return; // the editor only says that it is filled
      kind = fieldValue(list);
      showMembers(true);
    });
    $("#node-input-units").on("change", () => showMembers(false));
    asSaved();
    pick(this, {
      kind: "sensors",
      fits: ({ family, type }) => family === "sensors" && !/Switch$/.test(type),
      changed: (one, byHand, model, id) => {
        [sensor, types, gateway] = [one, model.types, id];
        if (one || byHand) measures = one?.measures ?? "";
        if (byHand) hasSensor = one !== undefined;
        now.follow(gateway, one, types);
        showMembers(byHand);
      },
    });
  },
  oneditsave() {
    this.measures = measures;
  },
});
