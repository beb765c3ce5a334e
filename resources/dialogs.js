/**
 * What the dialogs of our nodes share: each of them names its rows in its template and says what is its own, and gets all else here.
 * It lives in the editor, and is there before the first dialog.
 */
import { asker, follow, say } from "./dialog-gateway.js";
import { picker } from "./dialog-picker.js";
import { expanded } from "./dialog-rows.js";
import { listed, ticks } from "./dialog-ticks.js";
import { migrated, NEWEST } from "./dialog-versions.js";

const isSeconds = (value) => {
  const text = String(value ?? "").trim();
  return /^(\d+([.]\d+)?)?$/.test(text) || /^\$\{[^}]+\}$/.test(text);
};

/** What each kind of row saves. */
const SAVED = {
  gateway: () => ({
    version: { value: NEWEST },
    name: { value: "" },
    gateway: { value: "", type: "zigbee-gateway", required: true },
  }),
  resource: () => ({
    address: { value: "" },
    uniqueid: { value: "" },
    resourceName: { value: "" },
    house: { value: "" },
  }),
  called: () => ({ declaredName: { value: "" } }),
  confirm: () => ({ confirm: { value: false }, deadline: { value: "5", validate: isSeconds } }),
  facts: () => ({ facts: { value: false }, own: { value: false }, outputs: { value: 1 } }),
  asks: () => ({ inputs: { value: 0 }, outputs: { value: 1 } }),
};

// ---- versions

/** Fills in what an older node does not say yet. What has no field of its own is kept for the end. */
function bringUp(node, prefix = "node-input") {
  const { changes, newer } = migrated(node);
  node.unsaid = {};
  for (const [name, value] of Object.entries(changes)) {
    const field = $(`#${prefix}-${name}`);
    if (field.length === 0) node.unsaid[name] = value;
    else if (field.attr("type") === "checkbox") field.prop("checked", value);
    else field.val(value);
  }
  if (newer === undefined) return;
  const first = $(`#${prefix}-name`).closest("form");
  $('<div class="form-tips zigbee-gateway-newer" role="status">').text(say("version.opened")).prependTo(first);
}

/** What is saved is what this version knows. */
function keep(node) {
  Object.assign(node, node.unsaid, { version: NEWEST });
  delete node.unsaid;
}

// ---- inputs and outputs

/** Facts are the last output; where answers come or go before it, its wires move along. */
function keepAnswers(node, asks) {
  const had = Number(node.inputs) > 0;
  const moved = asks && !had ? { 0: 1, answer: 0 } : !asks && had ? { 0: -1, 1: 0 } : {};
  $("#node-input-inputs").val(asks ? 1 : 0);
  $("#node-input-outputs").val(asks === had ? (asks ? 2 : 1) : JSON.stringify(moved));
}

/** What a row does while its dialog is open, and when that is saved. */
const LIVING = {
  resource: { keep: ({ picker }) => picker.save() },
  asks: {
    open: ({ type, inputs }) => $(`#${type}-asks`).prop("checked", Number(inputs) > 0),
    keep: (node) => keepAnswers(node, $(`#${node.type}-asks`).prop("checked")),
  },
  facts: {
    open: ({ type, own }) => {
      const facts = $("#node-input-facts");
      const show = () => $(`#${type}-own`).toggle(facts.prop("checked"));
      facts.on("change", show);
      $(`#${type}-foreign`).prop("checked", !own);
      show();
    },
    keep: (node) => {
      node.own = !$(`#${node.type}-foreign`).prop("checked");
      $("#node-input-outputs").val($("#node-input-facts").prop("checked") ? 2 : 1);
    },
  },
};

/** The list of the row `resource`. */
function pick(node, wanted) {
  node.picker = picker(node, { list: `#${node.type}-resource`, hint: `#${node.type}-hint`, ...wanted });
}

/** The list of what a node makes or follows, by which half of its dialog is there. */
function declares(node, changed = () => {}) {
  const list = $("#node-input-declares");
  const show = () => {
    const isDeclared = list.val() !== "";
    $(`#${node.type}-declared`).toggle(isDeclared);
    $(`#${node.type}-picked`).toggle(!isDeclared);
    changed(isDeclared);
  };
  list.on("change", show);
  show();
  return list;
}

// ---- nodes

/**
 * Registers a node. `outputNames` are the keys of its outputs' labels, of which the first is for answers where an input can be had;
 * `called` answers what the node is called as long as it has no name; the hooks are given what says its texts.
 */
function registerType(type, own) {
  const template = $(`script[data-template-name="${type}"]`)[0];
  const { html, kinds } = expanded(type, template.textContent);
  template.textContent = html;
  const shared = Object.entries(SAVED).flatMap(([kind, saved]) => (kinds.has(kind) ? Object.entries(saved()) : []));
  const living = Object.entries(LIVING).flatMap(([kind, life]) => (kinds.has(kind) ? life : []));
  const text = (node, key, values) => node._(`${type}.${key}`, values);
  const called = own.called ?? (({ declares, declaredName, resourceName }) => (declares ? declaredName : resourceName));
  RED.nodes.registerType(type, {
    category: "zigbee",
    paletteLabel() {
      return text(this, "label.palette");
    },
    label() {
      return this.name || called.call(this, this) || text(this, "label.palette");
    },
    labelStyle() {
      return this.name ? "red-ui-flow-node-label-italic" : "";
    },
    inputLabels() {
      return text(this, "label.input");
    },
    outputLabels(index) {
      const isMute = kinds.has("asks") && !(Number(this.inputs) > 0);
      return text(this, `label.${own.outputNames[isMute ? index + 1 : index]}`);
    },
    ...own,
    defaults: { ...Object.fromEntries(shared), ...own.defaults },
    oneditprepare() {
      bringUp(this);
      for (const { open } of living) open?.(this);
      own.oneditprepare?.call(this, (key, values) => text(this, key, values));
    },
    oneditsave() {
      own.oneditsave?.call(this);
      for (const life of living) life.keep(this);
      keep(this);
    },
  });
}

/** For the dialogs. */
window.zigbeeGateway = { registerType, bringUp, keep, asker, follow, pick, picker, ticks, listed, declares, isSeconds };
