/** The dialog of the gateway node: its radio, where clients reach it, its folder, its place; keys and backups. */
import { withScheme } from "../nodes/shared/addresses.ts";
import { NEWEST } from "../nodes/shared/versions.ts";
import { type EditedNode, fieldValue, isChecked, option, type Property } from "./editor.ts";
import { watchExamples } from "./example-house.ts";
import { showFaults } from "./faults.ts";
import { showBackups } from "./gateway/backups.ts";
import {
  baudRateFault,
  checked,
  degreesFault,
  hostFault,
  type NodeRedAt,
  ownPortFault,
  pathFault,
  portFault,
  powerFault,
  radioFault,
  spareFault,
  tellNodeRed,
} from "./gateway/checks.ts";
import { openFold, unfold } from "./gateway/folds.ts";
import { type BrokerTrouble, MQTT_DEFAULTS, saveMqtt, showMqtt, tellBroker } from "./gateway/mqtt.ts";
import { portTrouble, tryPorts } from "./gateway/own-ports.ts";
import { showPlace } from "./gateway/place.ts";
import { type MovePlan, sayPlan, showMove, showSpare } from "./gateway/stick-change.ts";
import { failureInSentences } from "./gateway/stick-failure.ts";
import { type AdminFailure, reasonOf, say, write } from "./gateway-dialog.ts";
import { showSecurity } from "./gateway-security.ts";
import { languageOfEditor } from "./panels-loader.ts";

interface Ports {
  readonly nodeRed: NodeRedAt;
  readonly free: readonly number[];
  readonly obstacle: string;
  readonly url: string;
  readonly push: string;
  readonly status: string;
  readonly mqtt?: BrokerTrouble;
}

interface Stick {
  readonly path: string;
  readonly label: string;
}

type StickAnswer =
  | { readonly ok: true; readonly plan?: MovePlan; readonly held?: number } // the channel of another program's network
  | { readonly ok: false; readonly reason: string };

interface Folder {
  readonly network: string;
  readonly modified: string;
}

const ADAPTERS = ["", "zstack", "ember", "deconz", "zigate", "zboss", "zoh"];
const CHANNELS = ["", "11", "15", "20", "25"];
const SIMULATED = ["zstack", "ember", "deconz"]; // the sticks that a virtual house can have
const FAILED = "fa-times";
const isStick = (radio: string) => !["", "virtual", "none"].includes(radio);

let stop = () => {}; // ends the background work of the open dialog

// ---- where clients reach it

function showClients(base: string): void {
  const field = $("#node-config-input-port");
  const hint = $("#zigbee-gateway-reached");
  let free: readonly number[] = [];
  let obstacle = "";
  const showObstacle = () =>
    void $("#zigbee-gateway-obstacle").prop("hidden", obstacle === "" || fieldValue(field).trim() !== "");
  $("#zigbee-gateway-choose").on("click", () => {
    const [port] = free;
    if (!port) return void hint.text(say("ports.none-free"));
    field.val(port).trigger("change");
    $("#zigbee-gateway-network").prop("open", true);
    hint.text(say("ports.chosen", { port }));
  });
  field.on("change input", showObstacle);
  const ownPorts = $("#node-config-input-port, #node-config-input-pushPort");
  $("#node-config-input-portAddress").on("change", () => void ownPorts.trigger("change"));
  $.getJSON(`${base}ports`).done((ports: Ports) => {
    ({ free, obstacle } = ports);
    tellNodeRed(ports.nodeRed);
    if (ports.mqtt) tellBroker(ports.mqtt);
    ownPorts.trigger("change");
    const isOnlyHere = obstacle === "loopback"; // which is enough to begin with
    if (obstacle !== "" && !isOnlyHere) $("#zigbee-gateway-clients").prop("open", true);
    $("#zigbee-gateway-only-here").text(isOnlyHere ? ` · ${say("ports.only-here")}` : "");
    $("#zigbee-gateway-obstacle-text").text(obstacle === "" ? "" : `${say(`obstacle.${obstacle}`)}.`);
    hint.text(ports.url === "" ? ports.status : say("ports.reached", { url: ports.url, push: ports.push }));
    showObstacle();
  });
}

// ---- its radio

interface ForRadio {
  readonly isTickMissing: boolean;
  readonly isForStick: boolean;
  readonly isNew: boolean;
}

/** The virtual house, none, the sticks that are plugged in, or an address that is typed. */
class RadioChoice {
  readonly #field = $("#node-config-input-radio");
  readonly #list = $("#zigbee-gateway-radio");
  readonly #path = $("#zigbee-gateway-path");
  readonly #answer = $("#zigbee-gateway-stick");
  readonly #test = $("#zigbee-gateway-test");
  readonly #discovery = $("#node-config-input-discovery");
  readonly #isTickMissing: boolean;
  readonly #was: string; // as it is saved; "" of a new one
  #sticks: readonly Stick[] | undefined; // not told yet
  #wasStick: boolean | undefined;

  constructor(base: string, { isTickMissing, isForStick, isNew }: ForRadio) {
    this.#isTickMissing = isTickMissing;
    this.#was = isNew ? "" : fieldValue(this.#field) || "virtual";
    this.#test.on("click", () => this.#ask(base));
    this.#list.on("change", () => this.#show());
    this.#path.on("input", () => this.#show(true));
    this.#path.on("change", () => {
      this.#path.val(withScheme(fieldValue(this.#path).trim()));
      this.#show();
    });
    if (isForStick) this.#field.val("other");
    this.#fill();
    this.#look(base, isForStick);
    $("#zigbee-gateway-look").on("click", () => this.#look(base, true));
  }

  /** Which sticks are plugged in: a user who plugs in a stick while the dialog is open means that stick. */
  #look(base: string, isForStick: boolean): void {
    $("#zigbee-gateway-look").prop("disabled", true);
    $.getJSON(`${base}sticks`)
      .done((found: readonly Stick[]) => {
        const isOpen = fieldValue(this.#field) === "other" || (this.#sticks?.length === 0 && !this.#isStick);
        this.#sticks = found;
        const [first] = found;
        if (isForStick && isOpen && first) this.#field.val(first.path);
        this.#fill();
      })
      .always(() => void $("#zigbee-gateway-look").prop("disabled", false));
  }

  get #isStick(): boolean {
    return isStick(fieldValue(this.#field) || "virtual");
  }

  #fill(): void {
    const saved = fieldValue(this.#field) || "virtual";
    this.#list.empty();
    option(this.#list, "virtual", say("radio.virtual"));
    for (const stick of this.#sticks ?? []) option(this.#list, stick.path, stick.label);
    option(this.#list, "other", say("radio.other"));
    option(this.#list, "none", say("radio.none"));
    const options = this.#list.find("option").get() as HTMLOptionElement[];
    const isListed = options.some(({ value }) => value === saved);
    this.#list.val(isListed ? saved : "other");
    if (!isListed) this.#path.val(saved);
    this.#show();
  }

  /** A half-typed path is not wrong yet. */
  #show(isTyping = false): void {
    const isOther = fieldValue(this.#list) === "other";
    this.#field.val((isOther && fieldValue(this.#path).trim()) || fieldValue(this.#list)).trigger("change");
    const radio = fieldValue(this.#field);
    const fault = isOther ? pathFault(fieldValue(this.#path).trim()) : undefined;
    const isTold = fault !== undefined && !isTyping;
    this.#path.toggleClass("input-error", isTold);
    $("#zigbee-gateway-path-hint").text(isTold ? say(`error.${fault}`) : "");
    $("#zigbee-gateway-path-row").prop("hidden", !isOther);
    $("#zigbee-gateway-stick-rows").prop("hidden", !this.#isStick);
    $("#zigbee-gateway-simulated").prop("hidden", radio !== "virtual");
    $("#zigbee-gateway-no-stick").prop("hidden", this.#sticks?.length !== 0 || !this.#isStick);
    this.#test.prop("disabled", !this.#isStick || (isOther && radio === "other") || fault !== undefined);
    this.#answer.text("");
    $("#zigbee-gateway-radio-hint").text(
      [...(this.#isStick ? [] : [say(`hint.${radio}`)]), ...this.#sayExchange(radio)].join(" "),
    );
    this.#showDiscovery();
  }

  /** The virtual house has a folder of its own: devices of one of the two are not in the other. */
  #sayExchange(radio: string): readonly string[] {
    if (this.#was === "virtual" && this.#isStick) return [say("exchange.to-stick")];
    return radio === "virtual" && isStick(this.#was) ? [say("exchange.to-virtual")] : [];
  }

  /** With a stick it is found by programs, the virtual house is not: but a tick that was set otherwise stays. */
  #showDiscovery(): void {
    const isTicked = isChecked(this.#discovery);
    const isUsual = isTicked === this.#wasStick || (this.#wasStick === undefined && this.#isTickMissing);
    if (isUsual) this.#discovery.prop("checked", this.#isStick).trigger("change");
    this.#wasStick = this.#isStick;
  }

  #ask(base: string): void {
    const fieldOf = (name: string) => fieldValue($(`#node-config-input-${name}`));
    const asked = { path: fieldValue(this.#field), adapter: fieldOf("adapter"), baudRate: fieldOf("baudRate") };
    this.#test.prop("disabled", true);
    this.#tell("fa-spinner fa-spin", say("stick.testing"));
    const answered = (icon: string, text: string) => {
      if (asked.path === fieldValue(this.#field)) this.#tell(icon, text);
      this.#test.prop("disabled", !this.#isStick);
    };
    const failed = (text: string) => answered(FAILED, text);
    write("POST", `${base}test-stick`, asked)
      .done((said: StickAnswer) =>
        said.ok
          ? answered("fa-check", [say("stick.good", said), ...sayMeaning(said)].join(" "))
          : failed(failureInSentences(said.reason, asked.path)),
      )
      .fail((failure: AdminFailure) => failed(reasonOf(failure)));
  }

  #tell(icon: string, text: string): void {
    this.#answer.empty().append($("<i>").addClass(`fa ${icon}`), document.createTextNode(` ${text}`));
    this.#answer.toggleClass("zigbee-gateway-trouble", icon === FAILED);
  }
}

function sayMeaning({ plan, held }: Extract<StickAnswer, { ok: true }>): readonly string[] {
  if (held !== undefined) return [say("stick.held", { channel: held })];
  return plan ? sayPlan(plan) : [];
}

function fillLine({ adapter, channel, stick }: EditedNode): void {
  const adapters = $("#node-config-input-adapter");
  for (const name of ADAPTERS) option(adapters, name, say(`adapter.${name || "auto"}`));
  const channels = $("#node-config-input-channel");
  for (const number of CHANNELS) option(channels, number, number || say("channel.kept"));
  const simulated = $("#node-config-input-stick");
  for (const name of SIMULATED) option(simulated, name, say(`adapter.${name}`));
  simulated.val(String(stick || "zstack"));
  $("#zigbee-gateway-simulated").prop("open", fieldValue(simulated) !== "zstack");
  adapters.val(adapter === "auto" ? "" : String(adapter ?? "")); // the list was empty when it was filled in
  channels.val(String(channel ?? ""));
}

// ---- its folder

function newNetwork(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function showFolders(base: string, { id, network }: EditedNode): void {
  const field = $("#node-config-input-network").empty();
  const isNew = !RED.nodes.node(id);
  const usual = isNew ? newNetwork() : id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
  const own = String(network || usual);
  option(field, own, isNew ? say("folder.new") : say("folder.own", { network: own }));
  if (!isNew) option(field, newNetwork(), say("folder.new"));
  field.val(own);
  $.getJSON(`${base}folders`).done((folders: readonly Folder[]) => {
    for (const { network, modified } of folders) {
      if (network === own) continue;
      option(
        field,
        network,
        say("folder.lost", { network, date: new Date(modified).toLocaleDateString(languageOfEditor()) }),
      );
    }
  });
}

// ---- the dialog

const DEFAULTS: Readonly<Record<string, Property>> = {
  version: { value: NEWEST },
  name: { value: "" },
  network: { value: "", validate: (value: string) => value === "" || /^[A-Za-z0-9_-]{1,64}$/.test(value) },
  radio: checked(radioFault, "virtual"),
  stick: { value: "zstack" },
  adapter: { value: "" },
  channel: { value: "" },
  baudRate: checked(baudRateFault),
  rtscts: { value: false },
  power: checked(powerFault),
  spare: checked(spareFault),
  spareForced: { value: false },
  port: checked(ownPortFault),
  pushPort: checked(ownPortFault),
  portAddress: checked(hostFault),
  pushKey: { value: false },
  foreignPages: { value: false },
  localCalls: { value: false },
  announceHost: checked(hostFault),
  announcePort: checked(portFault),
  announcePushPort: checked(portFault),
  discovery: { value: false },
  latitude: checked(degreesFault("latitude", 90)),
  longitude: checked(degreesFault("longitude", 180)),
  timezone: { value: "" },
  ...MQTT_DEFAULTS,
};

const FAULTS = {
  prefix: "node-config-input",
  hint: "zigbee-gateway-hint",
  elsewhere: ["radio", "network", "latitude", "longitude"],
  trouble: (name: string, text: string) => {
    const trouble = portTrouble(name, text);
    return trouble === "" ? "" : say(`error.${trouble}`);
  },
} as const;

RED.nodes.registerType("zigbee-gateway", {
  category: "config",
  hasUsers: false, // it works without a flow node: the editor does not call it unused
  color: "#D8BFD8",
  defaults: DEFAULTS,
  credentials: { password: { type: "password" }, mqttUser: { type: "text" }, mqttPassword: { type: "password" } },
  icon: "zigbee-gateway.svg",
  paletteLabel() {
    return this._("zigbee-gateway.label.palette");
  },
  label() {
    return this.name || this._("zigbee-gateway.label.gateway");
  },
  oneditprepare() {
    const base = `zigbee-gateway/${encodeURIComponent(this.id)}/`;
    zigbeeGateway.bringUp(this, "node-config-input");
    fillLine(this);
    new RadioChoice(base, {
      isTickMissing: this.discovery === undefined,
      isForStick: zigbeeGateway.gatewayDialog.forStick,
      isNew: !RED.nodes.node(this.id),
    });
    showClients(base);
    showFolders(base, this);
    showMove(base, String(this.stick || "zstack"));
    showMqtt(base, this);
    showFaults(this, DEFAULTS, FAULTS);
    unfold();
    tryPorts(base);
    openFold(zigbeeGateway.gatewayDialog.fold);
    Object.assign(zigbeeGateway.gatewayDialog, { forStick: false, fold: "" });
    const stops = [showPlace(base, this.id), showSecurity(base), showSpare(base), showBackups(this.id)];
    stop = () => {
      for (const end of stops) end();
    };
  },
  oneditsave() {
    zigbeeGateway.keep(this);
    saveMqtt();
    stop();
  },
  oneditcancel: () => stop(),
  oneditdelete: () => stop(),
});

watchExamples();
