/** The dialog of the request node: a request to the API, put together by a task, or by hand; and the API's answer to it now. */
import { meantBy } from "../src/model/meant-address.ts";
import { type EditedNode, fieldValue, isEnvironment, type SavedChoice, type Say } from "./editor.ts";
import { type AdminFailure, reasonOf, write } from "./gateway-dialog.ts";
import { type Model, NO_MODEL, pathOf, type Resource } from "./gateway-queries.ts";
import { type Body, TaskFields } from "./request/task-fields.ts";
import { addressFor, fits, resourceIn, TASKS, taskIn, taskOf } from "./request/tasks.ts";

const { follow, picker } = zigbeeGateway;
const COLLECTIONS = ["/config", "/sensors", "/lights", "/groups", "/rules", "/schedules", "/resourcelinks"];
const SECTIONS = ["config", "state", "action"];
const SHOWN = 4000; // letters of an answer
const NOBODY: Required<SavedChoice> = { address: "", uniqueid: "", resourceName: "", house: "" };
const BY_MESSAGE = "message"; // among the tasks: it says all itself
const at = (name: string) => $(`#zigbee-gateway-request-${name}`);
const field = (name: string) => $(`#node-input-${name}`);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** As it stands there while it is typed: the field itself has it only later. */
const bodyText = () => field("body").typedInput("value");
const isJsonTyped = () => fieldValue(field("bodyType")) === "json";
const hasBody = (method: string) => !["GET", "DELETE"].includes(method);

/** The body that stands there, where it is an object; undefined: the message has it, or it is none. */
function bodyThere(): Body | undefined {
  const body: unknown = isJsonTyped() && isJson(bodyText()) ? JSON.parse(bodyText()) : undefined;
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : undefined;
}

/** The request of the node, as it stands in the fields. */
class Asking {
  readonly #say: Say;
  #model: Model = NO_MODEL;
  #gateway = "";
  #trouble = "";
  #isFilling = false;
  #tries = 0; // an answer is shown of the last one alone
  #tried: string | undefined; // the request of that try
  #isFoldChosen = false; // by hand: then it stays as it is
  readonly #picker: ReturnType<typeof picker>;
  readonly #fields: TaskFields;

  constructor(say: Say) {
    this.#say = say;
    this.#fillTasks();
    this.#fields = new TaskFields(say, {
      body: (values) => this.#change(values),
      address: () => this.#write(this.#resource),
    });
    const address = resourceIn(fieldValue(field("address")));
    this.#picker = picker(
      { address },
      {
        list: at("resource"),
        hint: at("resource-hint"),
        fits: (resource) => fits(taskOf(this.#task) ?? TASKS.one, resource),
        changed: (resource, byHand) => {
          if (byHand) this.#write(resource);
        },
      },
    );
    at("task").on("change", () => this.#begin());
    field("address").on("input", () => this.#show()); // a half-typed address is no resource's yet
    for (const name of ["method", "address", "body"]) field(name).on("change", () => this.#typed());
    at("body").on("input", ".red-ui-typedInput-input", () => this.#show());
    at("raw")
      .find("summary")
      .on("click", () => {
        this.#isFoldChosen = true;
      });
    at("try").on("click", () => this.#try());
    follow((model, trouble, gateway) => {
      [this.#model, this.#trouble, this.#gateway] = [model, trouble, gateway];
      this.#fillAddresses();
      this.#show();
    });
    this.#typed();
    this.#fold();
  }

  /** The name of the resource that it asks now; the saved name where the gateway does not know the resource. */
  nameOf(saved: SavedChoice): string {
    const address = resourceIn(fieldValue(field("address")));
    const isSame = address !== "" && address === resourceIn(saved.address ?? "");
    return this.#resource?.name ?? (isSame ? (saved.resourceName ?? "") : "");
  }

  /** All of it, as one text. */
  get #asked(): string {
    return ["method", "address", "bodyType"].map((name) => fieldValue(field(name))).join(" ") + bodyText();
  }

  /** The answer belongs to another request. */
  #forget(): void {
    this.#tried = undefined;
    this.#tries += 1;
    at("answer").prop("hidden", true).text("");
  }

  get #task(): string {
    return fieldValue(at("task"));
  }

  #fold(): void {
    if (!this.#isFoldChosen) at("raw").prop("open", this.#task === "");
  }

  #fillTasks(): void {
    const list = at("task").empty();
    $("<option>").val("").text(this.#say("task.own")).appendTo(list);
    for (const kind of ["GET", "PUT", "POST"] as const) {
      const group = $("<optgroup>")
        .attr("label", this.#say(`tasks.${kind}`))
        .appendTo(list);
      for (const [name, { method }] of Object.entries(TASKS))
        if (method === kind)
          $("<option>")
            .val(name)
            .text(this.#say(`task.${name}`))
            .appendTo(group);
    }
    $("<option>")
      .val(BY_MESSAGE)
      .text(this.#say(`task.${BY_MESSAGE}`))
      .appendTo(list);
  }

  #fillAddresses(): void {
    const list = at("addresses").empty();
    const option = (address: string, name = "") => $("<option>").val(address).text(name).appendTo(list);
    for (const collection of COLLECTIONS) option(collection);
    for (const { address, name, members = {} } of this.#model.resources) {
      option(address, name);
      for (const section of SECTIONS) if (members[section]) option(`${address}/${section}`, name);
    }
  }

  /** A task that was chosen by hand. The chosen resource stays, where the task can be about it. */
  #begin(): void {
    const task = taskOf(this.#task);
    this.#forget();
    if (this.#task === BY_MESSAGE) {
      Object.assign(this.#picker.chosen, NOBODY);
      field("address").val("");
      field("method").val("").trigger("change");
    }
    if (this.#task === "" && fieldValue(field("method")) === "") field("method").val("GET").trigger("change");
    if (task) {
      this.#isFilling = true;
      field("method").val(task.method).trigger("change");
      if (task.body) this.#writeBody(task.body as Body);
      this.#isFilling = false;
      const one = this.#resource ?? this.#lost;
      if (task.of && addressFor(task, one) === undefined) Object.assign(this.#picker.chosen, NOBODY);
      this.#picker.refill();
      field("address").val("");
      this.#write(one);
    }
    this.#fold();
    this.#show();
  }

  get #resource(): Resource | undefined {
    const address = resourceIn(fieldValue(field("address"))) || this.#picker.chosen.address;
    return this.#model.resources.find((each) => each.address === address);
  }

  /** A resource that is not there now, by its address alone. */
  get #lost(): Pick<Resource, "address" | "family"> | undefined {
    const address = resourceIn(fieldValue(field("address"))) || this.#picker.chosen.address;
    return address === "" ? undefined : { address, family: address.split("/")[1] ?? "" };
  }

  /** The choices of the fields stay, where the task is still about the same resource. */
  #write(resource: Pick<Resource, "address" | "family"> | undefined): void {
    const task = taskOf(this.#task);
    const isSame = resource?.address === resourceIn(fieldValue(field("address")));
    if (task) field("address").val(addressFor(task, resource, isSame ? this.#fields.chosen : {}) ?? "");
    field("address").trigger("change");
  }

  #writeBody(body: Body): void {
    field("body").typedInput("type", "json").typedInput("value", JSON.stringify(body));
  }

  /** Some members of the body, and the others as they are. */
  #change(values: Body): void {
    this.#writeBody({ ...bodyThere(), ...values });
    this.#show();
  }

  /** The user has typed a field to its end. */
  #typed(): void {
    if (this.#isFilling) return;
    const [method, address] = [fieldValue(field("method")), fieldValue(field("address")).trim()];
    const isWaiting = address === "" && taskOf(this.#task)?.of !== undefined; // for a resource
    const isByMessage = method === "" && address === "";
    if (!isWaiting) at("task").val(isByMessage ? BY_MESSAGE : (taskIn(method, address) ?? ""));
    this.#follow(address);
    this.#show();
  }

  #show(): void {
    const [method, address] = [fieldValue(field("method")), fieldValue(field("address")).trim()];
    const task = taskOf(this.#task);
    field("address").attr("placeholder", this.#say(method === "" ? "placeholder.topic" : "placeholder.address"));
    at("body").toggle(hasBody(method));
    at("picked").toggle(task?.of !== undefined);
    const body = hasBody(method) ? bodyThere() : undefined;
    const isHalfTyped = hasBody(method) && isJsonTyped() && !body;
    if (!isHalfTyped) this.#fields.show({ task, asked: this.#resource, address, body });
    this.#tell(address);
    if (this.#tried !== undefined && this.#tried !== this.#asked) this.#forget();
    const hindrance = this.#hindrance(method, address);
    at("tries").toggle(this.#task !== BY_MESSAGE && this.#gateway !== "");
    at("try").prop("disabled", hindrance !== undefined);
    at("try-hint").text(hindrance ? this.#say(`untried.${hindrance}`) : "");
  }

  /** Why it cannot be tried as it stands there; undefined: it can. */
  #hindrance(method: string, address: string): string | undefined {
    const isOfOne = taskOf(this.#task)?.of !== undefined;
    if (isOfOne && address === "") return "nobody";
    if (!address.startsWith("/")) return address === "" || isEnvironment(address) ? "address" : "wrong";
    if (method === "") return "message";
    if (method === "DELETE") return "removes";
    if (!hasBody(method)) return undefined;
    if (!isJsonTyped()) return "message";
    if (this.#fields.isNameless) return "name";
    return this.#fields.isWrong || !isJson(bodyText()) ? "wrong" : undefined;
  }

  /** A user who has typed another address has chosen another resource. */
  #follow(typed: string): void {
    const address = resourceIn(typed);
    if (typed === "" || address === this.#picker.chosen.address) return;
    const { name = "", uniqueid = "" } = this.#resource ?? {};
    Object.assign(this.#picker.chosen, { address, uniqueid, resourceName: name, house: "" });
    this.#picker.refill();
  }

  /** The resource of the address, or that no resource has it, and the parts of a body that do not fit. */
  #tell(address: string): void {
    const say = this.#say;
    const one = this.#resource;
    const isUnknown = !one && /^\/(lights|sensors|groups)\/\d+/.test(address) && this.#model.resources.length > 0;
    const isPicked = taskOf(this.#task)?.of !== undefined; // the picker above names the resource
    const near = meantBy(address);
    const isNamed = one?.name && address && !isPicked;
    const isBare = address !== "" && !address.startsWith("/") && !isEnvironment(address);
    const fault = isBare ? "slash" : near ? "near" : isUnknown ? "nobody" : undefined;
    const isWrong = fault !== undefined;
    const whose = isNamed ? say("says.is", { name: one.name }) : "";
    at("hint")
      .text(fault ? say(`says.${fault}`, { address, near }) : whose)
      .toggleClass("zigbee-gateway-trouble", isWrong);
    field("address").attr("aria-invalid", String(isWrong));
    const isBroken = hasBody(fieldValue(field("method"))) && isJsonTyped() && !isJson(bodyText());
    if (isWrong || isBroken) at("raw").prop("open", true);
    at("body-hint").text(isBroken ? say("says.no-json") : "");
    const lacks = isPicked ? "" : this.#trouble; // else it stands below the picker
    at("task-hint").text(lacks || (this.#task === BY_MESSAGE ? say("says.message") : ""));
  }

  #try(): void {
    const [method, address] = [fieldValue(field("method")), fieldValue(field("address")).trim()];
    const asked = { method, address, ...(hasBody(method) && { body: JSON.parse(bodyText()) }) };
    const place = at("answer").prop("hidden", false).text("…");
    this.#tries += 1;
    this.#tried = this.#asked;
    const own = this.#tries;
    const show = (text: string) => {
      if (own !== this.#tries) return;
      place.text(text);
      place[0]?.scrollIntoView({ block: "nearest" }); // it may be below the edge
    };
    const answer: JQuery.jqXHR<{ status: number; body: unknown; told?: readonly string[] }> = write(
      "POST",
      pathOf(this.#gateway, "perform"),
      asked,
    );
    answer
      .done(({ status, body: payload, told = [] }) => {
        const text = JSON.stringify(payload, null, 2);
        const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
        show([...told, `msg.statusCode: ${status}`, `msg.payload: ${shown}`].join("\n"));
      })
      .fail((failure: AdminFailure) => show(reasonOf(failure)));
  }
}

/** As its status has it: without an address the message has to say it. Node-RED shows a sentence only of a validator with two parameters. */
function hasAddress(this: EditedNode, address: unknown, _: unknown): true | string {
  const list = field("method"); // of the dialog, while it is open
  const method = list.length > 0 ? fieldValue(list) : this.method;
  return !method || String(address ?? "").trim() !== "" || this._("zigbee-gateway-request.hint.address");
}

let asking: Asking | undefined; // of the dialog that is open

zigbeeGateway.registerType("zigbee-gateway-request", {
  color: "#A6BBCF",
  defaults: {
    method: { value: "" },
    address: { value: "", validate: hasAddress },
    resourceName: { value: "" },
    body: { value: "payload", validate: RED.validators.typedInput("bodyType") },
    bodyType: { value: "msg" },
    refusalIsError: { value: false },
  },
  inputs: 1,
  outputs: 1,
  icon: "zigbee-gateway-request.svg",
  outputNames: ["output"],
  called: (node) => {
    const { address = "", resourceName: name = "" } = node;
    const method = String(node.method ?? "");
    const task = taskIn(method, address);
    const isKnown = task !== undefined && (!taskOf(task)?.of || name !== "");
    return isKnown
      ? node._(`zigbee-gateway-request.called.${task}`, { name })
      : address && `${method} ${address}`.trim();
  },
  oneditprepare(say) {
    field("body").typedInput({ default: "msg", types: ["msg", "json"], typeField: "#node-input-bodyType" });
    asking = new Asking(say);
  },
  oneditsave() {
    this.resourceName = asking?.nameOf(this) ?? "";
  },
});
