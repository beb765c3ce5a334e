/** The choices of a task besides its resource, each in a field of its own: a choice stands in the address, or in the body. */
import { briOf, percentOf } from "../../src/model/units.ts";
import { fieldValue, type Say } from "../editor.ts";
import { type Asked, chosenIn, type FieldName, STEPS, type Task, valuesOf } from "./tasks.ts";

export type Body = Readonly<Record<string, unknown>>;

/** The present request; the body is there where it is an object that stands in the dialog. */
interface Shown {
  readonly task: Task | undefined;
  readonly asked: Asked | undefined;
  readonly address: string;
  readonly body: Body | undefined;
}

interface Hears {
  /** Another body; undefined takes a member away. */
  body(values: Body): void;
  /** Another address, from the choices in the fields. */
  address(): void;
}

type Choices = readonly (readonly [value: string, text: string])[];

const IN_ADDRESS = ["scene", "member", "step"] as const;
const ALL: readonly FieldName[] = [...IN_ADDRESS, "power", "percent", "name"];
const at = (name: string) => $(`#zigbee-gateway-request-${name}`);
const powerOf = ({ on, toggle }: Body) => (toggle === true ? "toggle" : on === false ? "off" : "on");

export class TaskFields {
  readonly #say: Say;
  readonly #hears: Hears;
  #shown: Shown = { task: undefined, asked: undefined, address: "", body: undefined };

  constructor(say: Say, hears: Hears) {
    this.#say = say;
    this.#hears = hears;
    for (const name of ALL) at(`${name}-row`).hide();
    for (const name of IN_ADDRESS) at(name).on("change", () => hears.address());
    at("power").on("change", () => this.#switch());
    at("percent").on("input", () => this.#dim());
    at("name").on("input", () => hears.body({ name: fieldValue(at("name")) }));
  }

  /** Of those in the address. */
  get chosen(): Readonly<Record<string, string>> {
    return Object.fromEntries(IN_ADDRESS.map((name) => [name, fieldValue(at(name))]));
  }

  /** Something typed here is wrong, and told below its field. */
  get isWrong(): boolean {
    return this.#has("percent") && this.#isWrongLevel;
  }

  get isNameless(): boolean {
    return this.#has("name") && fieldValue(at("name")).trim() === "";
  }

  show(shown: Shown): void {
    this.#shown = shown;
    const { task, asked, address, body } = shown;
    for (const name of ALL) at(`${name}-row`).toggle(this.#has(name));
    const inAddress = (task && chosenIn(task, address)) ?? {};
    this.#fill(
      "scene",
      (asked?.scenes ?? []).map(({ id, name }) => [id, name]),
      inAddress.scene,
    );
    this.#fill(
      "member",
      valuesOf(asked ?? {}).map((name) => [name, name]),
      inAddress.member,
    );
    this.#fill(
      "step",
      STEPS.map((step) => [step, this.#say(`step.${step}`)]),
      inAddress.step,
    );
    const powers = task?.of?.includes("groups") ? ["on", "off", "toggle"] : ["on", "off"];
    this.#fill(
      "power",
      powers.map((power) => [power, this.#say(`power.${power}`)]),
      body && powerOf(body),
    );
    if (body) {
      this.#set("percent", typeof body.bri === "number" ? String(percentOf(body.bri)) : "");
      this.#set("name", typeof body.name === "string" ? body.name : "");
    }
    at("percent-hint").text(this.isWrong ? this.#say("says.percent") : "");
    at("percent").attr("aria-invalid", String(this.isWrong));
  }

  /** Whether the task asks for it now. */
  #has(name: FieldName): boolean {
    const { task, asked, body } = this.#shown;
    if (!task?.fields?.includes(name)) return false;
    if (name === "scene" || name === "member" || name === "step") return asked !== undefined;
    if (name !== "percent" || !body) return body !== undefined;
    const isDimmable = asked?.family !== "lights" || asked.members?.state?.includes("bri") !== false;
    return isDimmable && powerOf(body) === "on";
  }

  #fill(name: FieldName, choices: Choices, value = ""): void {
    const list = at(name).empty();
    const isKnown = value === "" || choices.some(([known]) => known === value);
    for (const [known, text] of isKnown ? choices : [...choices, [value, value] as const])
      $("<option>").val(known).text(text).appendTo(list);
    if (value !== "") list.val(value);
  }

  /** The dialog does not overwrite a field while the user types in it. */
  #set(name: FieldName, value: string): void {
    if (!at(name).is(":focus")) at(name).val(value);
  }

  get #isWrongLevel(): boolean {
    const field = at("percent")[0] as HTMLInputElement;
    const percent = Number(field.value);
    return field.validity.badInput || (field.value !== "" && !(percent >= 1 && percent <= 100));
  }

  /** One that is switched off, or over, has no brightness. */
  #switch(): void {
    const power = fieldValue(at("power"));
    const percent = fieldValue(at("percent"));
    const bri = power === "on" && percent !== "" ? briOf(Number(percent)) : undefined;
    this.#hears.body(
      power === "toggle" ? { on: undefined, toggle: true, bri } : { on: power === "on", toggle: undefined, bri },
    );
  }

  /** The node sends the typed value, also a wrong one: the dialog says so, and the gateway refuses it. */
  #dim(): void {
    const typed = fieldValue(at("percent"));
    this.#hears.body({ bri: typed === "" ? undefined : briOf(Number(typed)) });
  }
}
