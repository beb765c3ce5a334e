/**
 * The kit that the dialogs of our nodes share: each dialog names its rows in its template, adds its own parts, and gets all else here. The
 * gateway node loads it, before the first dialog, and it stands as `zigbeeGateway` in the editor's page.
 */
import { CALLED, NAMES_TOPIC, type NewNames } from "../nodes/shared/live-names.ts";
import { migrated, NEWEST } from "../nodes/shared/versions.ts";
import {
  type ConfigNode,
  type EditedNode,
  fieldValue,
  isChecked,
  isEnvironment,
  type NodeType,
  type Property,
  type Say,
} from "./editor.ts";
import { showFaults } from "./faults.ts";
import { asker, follow, say as ofGateway } from "./gateway-queries.ts";
import { languageOfEditor, tellLanguage } from "./panels-loader.ts";
import { endParts, part, pressHearer } from "./parts.ts";
import { type PickerOptions, picker } from "./picker.ts";
import { expanded } from "./rows.ts";

type DialogKit = typeof KIT;

declare global {
  const zigbeeGateway: DialogKit;
  interface Window {
    zigbeeGateway: DialogKit;
  }
}

/** A dialog's description of its node. The hooks get the function that says its texts. */
interface Dialog
  extends Omit<NodeType, "category" | "oneditprepare" | "oneditsave" | "inputs" | "outputs" | "defaults"> {
  readonly defaults: NodeType["defaults"];
  readonly inputs: number;
  readonly outputs: number;
  /** Keys of its outputs' labels, of which the first is for answers where an input can be had. */
  readonly outputNames?: readonly string[];
  /** The label of the node as long as it has no name. */
  readonly called?: (node: EditedNode) => string | undefined;
  oneditprepare?(this: EditedNode, say: Say): void;
  oneditsave?(this: EditedNode): void;
}

/** A validator with two parameters may answer a sentence. */
function isSeconds(value: unknown, _?: unknown): boolean | string {
  const text = String(value ?? "").trim();
  return /^(\d+([.,]\d+)?)?$/.test(text) || isEnvironment(text) || ofGateway("error.seconds");
}

/**
 * The editor marks a node without a resource, except where a message names one or the node makes one itself; and not before its gateway
 * was deployed, because the user can pick none until then.
 */
function isPicked(this: EditedNode, address: unknown): boolean {
  const isNew = RED.nodes.node(String(this.gateway))?.changed === true;
  return Boolean(address) || Boolean(this.declares) || this.target === "message" || isNew;
}

/** Numbers stand in the dialog as people write them, with a comma where their language has one; they are kept with a point. */
function writeDecimals(from: "." | ",", to: "." | ","): void {
  for (const field of $("#dialog-form input[inputmode=decimal]").get() as HTMLInputElement[])
    if (/^\s*\d+[.,]\d+\s*$/.test(field.value)) field.value = field.value.trim().replace(from, to);
}

function hasDecimalComma(): boolean {
  return (0.5).toLocaleString(languageOfEditor()).includes(",");
}

/** After the deploy of its gateway a node has to have a resource: before that the user could not pick one. */
function markUnpicked(): void {
  RED.nodes.eachNode((node) => {
    if (node.type.startsWith("zigbee-gateway-")) RED.editor.validateNode(node);
    return true;
  });
  RED.view.redraw();
}

const some = (value: unknown): Property => ({ value });

/** The properties that each kind of row saves. */
const SAVED: Readonly<Record<string, () => Readonly<Record<string, Property>>>> = {
  gateway: () => ({
    version: some(NEWEST),
    name: some(""),
    gateway: { value: "", type: "zigbee-gateway", required: true },
  }),
  resource: () => ({ address: some(""), uniqueid: some(""), resourceName: some(""), house: some("") }),
  called: () => ({ declaredName: some("") }),
  confirm: () => ({ confirm: some(false), deadline: { value: "5", validate: isSeconds } }),
  facts: () => ({ facts: some(false), own: some(false), outputs: some(1) }),
  asks: () => ({ inputs: some(0), outputs: some(1) }),
};

// ---- versions

/** Fills in the properties that an older node lacks. The dialog keeps a property without a field for the end. */
function bringUp(node: EditedNode, prefix = "node-input"): void {
  const { changes, newer } = migrated(node);
  const unsaid: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    const field = $(`#${prefix}-${name}`);
    if (field.length === 0) unsaid[name] = value;
    else if (field.attr("type") === "checkbox") field.prop("checked", value === true);
    else field.val(value as string);
  }
  node.unsaid = unsaid;
  if (newer === undefined) return;
  const form = $(`#${prefix}-name`).closest("form");
  const text = RED._("node-red-contrib-zigbee-gateway/zigbee-gateway:zigbee-gateway.version.opened");
  $('<div class="form-tips zigbee-gateway-newer" role="status">').text(text).prependTo(form);
}

/** The saved node is one of this version. */
function keep(node: EditedNode): void {
  Object.assign(node, node.unsaid, { version: NEWEST });
  delete node.unsaid;
}

// ---- its gateway

/** A new node belongs to the only gateway there is. Where there are several gateways, or the node is imported, the user chooses. */
function choosesOnlyGateway(node: EditedNode): void {
  if (node.gateway || RED.nodes.node(node.id)) return;
  const found: ConfigNode[] = [];
  RED.nodes.eachConfig((each) => {
    const isNear = !each.z || each.z === node.z;
    if (each.type === "zigbee-gateway" && isNear && !each.d) found.push(each);
    return true;
  });
  if (found.length === 1) node.gateway = found[0]?.id ?? "";
}

// ---- rows that few users need

/** No row with a set value is out of sight. */
function unfoldWhatIsSet(node: EditedNode, defaults: NodeType["defaults"]): void {
  const more = $(`#${node.type}-more`);
  const isSet = Object.entries(defaults).some(([name, { value }]) => {
    const field = more.find(`#node-input-${name}[type!="hidden"]`);
    if (field.length === 0 || (node[name] === undefined && fieldValue(field) === "")) return false; // an older node says nothing of it
    return field.attr("type") === "checkbox"
      ? isChecked(field) !== (value === true)
      : fieldValue(field) !== String(value);
  });
  more.prop("open", isSet || isChecked(more.find(`#${node.type}-asks:enabled`)));
}

// ---- inputs and outputs

/** Facts are the last output; where answers come or go before it, its wires move along. */
function keepAnswers(node: EditedNode, asks: boolean): void {
  const had = Number(node.inputs) > 0;
  const moved = asks && !had ? { 0: 1, answer: 0 } : !asks && had ? { 0: -1, 1: 0 } : {};
  $("#node-input-inputs").val(asks ? 1 : 0);
  $("#node-input-outputs").val(asks === had ? (asks ? 2 : 1) : JSON.stringify(moved));
}

interface Behaviour {
  readonly open?: (node: EditedNode) => void;
  readonly save: (node: EditedNode) => void;
}

/** The work of a row when its dialog opens, and when the user saves it. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  resource: { save: ({ picker }) => picker?.save() },
  called: {
    save: () => {
      if (fieldValue($("#node-input-declares")) !== "") $("#node-input-name").val("");
    },
  },
  asks: {
    open: ({ type, inputs }) => void $(`#${type}-asks`).prop("checked", Number(inputs) > 0),
    save: (node) => keepAnswers(node, isChecked($(`#${node.type}-asks`))),
  },
  facts: {
    open: ({ type, own }) => {
      const facts = $("#node-input-facts");
      const show = () => void $(`#${type}-own`).toggle(isChecked(facts));
      facts.on("change", show);
      $(`#${type}-foreign`).prop("checked", !own);
      show();
    },
    save: (node) => {
      node.own = !isChecked($(`#${node.type}-foreign`));
      $("#node-input-outputs").val(isChecked($("#node-input-facts")) ? 2 : 1);
    },
  },
};

/** The field of the row `resource`. Where the user has picked nothing yet, it opens with the dialog: a new node lacks its resource. */
function pick(node: EditedNode, options: Omit<PickerOptions, "list" | "hint">): void {
  const row = { list: `#${node.type}-resource`, hint: `#${node.type}-hint` };
  node.picker = picker(node, { ...row, opens: options.none === undefined && !node.declares, ...options });
}

/** The list of resources that a node declares, or follows: the choice shows its half of the dialog. */
function declares(node: EditedNode, changed: (isDeclared: boolean) => void = () => {}): JQuery {
  const list = $("#node-input-declares");
  const show = () => {
    const isDeclared = fieldValue(list) !== "";
    $(`#${node.type}-declared`).toggle(isDeclared);
    $(`#${node.type}-picked`).toggle(!isDeclared);
    const [own, called] = [$("#node-input-name"), $("#node-input-declaredName")];
    own.closest(".form-row").toggle(!isDeclared); // one name is enough
    called.closest(".form-row").toggle(isDeclared);
    if (isDeclared && fieldValue(called) === "") called.val(fieldValue(own));
    changed(isDeclared);
  };
  list.on("change", show);
  show();
  return list;
}

// ---- nodes

/** A node has the name of the resource that it declares; an older node may have another name besides. */
function ownName({ name, declares, declaredName }: EditedNode): string {
  return declares && declaredName ? "" : (name ?? "");
}

function declaredOrPicked({ declares, declaredName, resourceName }: EditedNode): string | undefined {
  return declares ? declaredName : resourceName;
}

const FAULTS = { prefix: "node-input", hint: "zigbee-gateway-row-hint", elsewhere: ["body"] } as const;

/** Registers a flow node with its dialog. */
function registerType(type: string, own: Dialog): void {
  const template = $(`script[data-template-name="${type}"]`)[0] as HTMLElement;
  const { html, kinds } = expanded(type, template.textContent ?? "");
  template.textContent = html;
  const shared = Object.entries(SAVED).flatMap(([kind, saved]) => (kinds.has(kind) ? Object.entries(saved()) : []));
  const behaviours = Object.entries(BEHAVIOURS).flatMap(([kind, behaviour]) => (kinds.has(kind) ? behaviour : []));
  const text = (node: EditedNode, key: string, values?: Readonly<Record<string, unknown>>) =>
    node._(`${type}.${key}`, values);
  const { called = declaredOrPicked, outputNames = [], oneditprepare, oneditsave, ...rest } = own;
  const { oneditcancel, oneditdelete } = own;
  const defaults = { ...Object.fromEntries(shared), ...own.defaults };
  RED.nodes.registerType(type, {
    category: "zigbee",
    paletteLabel() {
      return text(this, "label.palette");
    },
    label() {
      return ownName(this) || calledNow(this, called) || text(this, "label.palette");
    },
    labelStyle() {
      return ownName(this) ? "red-ui-flow-node-label-italic" : "";
    },
    inputLabels() {
      return text(this, "label.input");
    },
    outputLabels(index) {
      const isMute = kinds.has("asks") && !(Number(this.inputs) > 0);
      return text(this, `label.${outputNames[isMute ? index + 1 : index]}`);
    },
    ...rest,
    defaults,
    onadd() {
      choosesOnlyGateway(this);
    },
    oneditprepare() {
      endParts();
      bringUp(this);
      for (const { open } of behaviours) open?.(this);
      oneditprepare?.call(this, (key, values) => text(this, key, values));
      showFaults(this, defaults, FAULTS);
      unfoldWhatIsSet(this, defaults);
      if (hasDecimalComma()) writeDecimals(".", ",");
    },
    oneditsave() {
      writeDecimals(",", ".");
      oneditsave?.call(this);
      for (const { save } of behaviours) save(this);
      keep(this);
      endParts();
    },
    oneditcancel() {
      oneditcancel?.call(this);
      endParts();
    },
    oneditdelete() {
      oneditdelete?.call(this);
      endParts();
    },
  });
}

const KIT = {
  ...{ registerType, bringUp, keep, asker, follow, pick, picker, part, pressHearer },
  ...{ ticks, listed, declares, isSeconds, isPicked },
  gatewayDialog: { forStick: false, fold: "" }, // set by the caller that opens it: for a new stick, or for one of its folds
};
window.zigbeeGateway = KIT;
hearNames();
RED.events.on("deploy", markUnpicked);
tellLanguage();

// ---- ticks whose names one hidden field keeps, with commas

function listed(text: unknown): string[] {
  return String(text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Ticks for all names that there are, and for those ticked before; the field holds the names in the order of the ticks. */
function ticks(place: string, names: readonly string[], field: JQuery, textOf: (name: string) => string): void {
  const box = $(place).empty();
  for (const name of new Set([...names, ...listed(fieldValue(field))])) {
    const id = `${place.slice(1)}-${name}`;
    const tick = $('<input type="checkbox" style="width: auto; margin: 0">').attr("id", id);
    tick.prop("checked", listed(fieldValue(field)).includes(name)).on("change", () => {
      const others = listed(fieldValue(field)).filter((each) => each !== name);
      field.val((isChecked(tick) ? [...others, name] : others).join(",")).trigger("change");
    });
    const label = $('<label class="zigbee-gateway-tick">').attr("for", id);
    label.append(tick, document.createTextNode(textOf(name))).appendTo(box);
  }
}

// ---- labels that follow when a device, a group or a scene is renamed

const heard = new Map<string, NewNames>(); // by gateway

function hearNames(): void {
  RED.comms.subscribe(`${NAMES_TOPIC}/#`, (topic, told) => {
    const before = heard.get(topic) ?? {};
    const now = told as NewNames;
    heard.set(topic, now);
    for (const id of new Set([...Object.keys(before), ...Object.keys(now)])) {
      const node = RED.nodes.node(id);
      if (node) Object.assign(node, { dirty: true, resize: true }); // it is drawn again; not: it was changed
    }
    RED.view.redraw();
  });
}

/** The text of its label. A node that got another device, or other rows, since the last deploy takes its label from these. */
function calledNow(node: EditedNode, called: NonNullable<Dialog["called"]>): string | undefined {
  const own = called(node);
  for (const names of heard.values()) {
    const { [CALLED]: usual, ...others } = names[node.id] ?? {};
    if (usual && usual[0] === own) return usual[1];
    const fresh = Object.entries(others).filter(([name, [saved]]) => node[name] === saved);
    const seen = fresh.map(([name, [, now]]) => [name, { value: now }]);
    if (seen.length > 0) return called(Object.create(node, Object.fromEntries(seen))); // to assign them would write to the node itself
  }
  return own;
}
