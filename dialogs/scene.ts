/** The dialog of the scene node: a room or group, and the action of each message on its scenes. */
import { type EditedNode, fieldValue, type SavedChoice, type Say } from "./editor.ts";
import { type AdminFailure, reasonOf, write } from "./gateway-dialog.ts";
import { type Model, pathOf, type Resource, type Scene } from "./gateway-queries.ts";

const { pick, part, isSeconds, isPicked } = zigbeeGateway;
const STEPS = ["next", "previous"];
const PLACE = "#zigbee-gateway-scene-scenes";

interface SceneChoice {
  scene: string; // its id, or a step
  sceneName: string;
}

interface Performed {
  readonly status: number;
  readonly body: unknown;
  readonly told?: readonly string[]; // the refusals, as people say them
}

/** The reply of a command; a refusal fails with its sentence. */
function perform(gateway: string, method: string, address: string, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    write("POST", pathOf(gateway, "perform"), { method, address, body })
      .done(({ status, body: said, told = [] }: Performed) => {
        if (status < 400 && told.length === 0) resolve(said);
        else reject(new Error(told.join("; ") || String(status)));
      })
      .fail((failure: AdminFailure) => reject(new Error(reasonOf(failure))));
  });
}

/**
 * The scenes of the chosen group, and the choices that are no scene of its own, all in sight. A saved scene stays, also when it is not
 * there now. The user can try a scene, and make one from the present state of the lights.
 */
class SceneChoices {
  readonly chosen: SceneChoice;
  readonly #say: Say;
  readonly #does: () => string;
  readonly #trouble = $("#zigbee-gateway-scene-trouble");
  readonly #live = part<{ readonly address: string }>($("#zigbee-gateway-scene-live")[0] as HTMLElement, "scene");
  #group: Resource | undefined;
  #gateway = "";
  #scenes: readonly Scene[] = [];
  #isById = true; // of the group of another house the names count
  #isForMessage: boolean; // the user has left the scene to the message
  #toReplace = ""; //         the name of a scene: asked whether it is to be replaced

  constructor(node: Partial<SceneChoice> & SavedChoice, say: Say, does: () => string) {
    const { scene = "", sceneName = "", address = "" } = node;
    this.#isForMessage = scene === "" && address !== "";
    this.chosen = { scene, sceneName };
    this.#say = say;
    this.#does = does;
    $("#zigbee-gateway-scene-make").on("click", () => void this.#make());
    $("#zigbee-gateway-scene-new").on("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation(); // the editor would close the dialog
      void this.#make();
    });
  }

  show(group: Resource | undefined, house: string, model: Model, isOther: boolean, gateway: string): void {
    [this.#group, this.#gateway, this.#scenes] = [group, gateway, group?.scenes ?? []];
    this.#isById = !house || house === model.house;
    if (isOther && !STEPS.includes(this.chosen.scene)) this.#chooseFirst();
    this.fill();
  }

  /** Of a room that is chosen anew: a button that is wired to the node names no scene. */
  #chooseFirst(): void {
    const mayBe = this.#does() === "recall" && !this.#isForMessage;
    const { id = "", name = "" } = (mayBe ? this.#scenes[0] : undefined) ?? {};
    Object.assign(this.chosen, { scene: id, sceneName: name });
  }

  /** A user who has found the group by one of its scenes means that scene. */
  find(typed: string): void {
    const isFound = ({ name = "" }: { readonly name?: string }) => name.toLowerCase().includes(typed.toLowerCase());
    const [one, ...more] = this.#scenes.filter(isFound);
    if (!one || more.length > 0 || (this.#group && isFound(this.#group))) return;
    Object.assign(this.chosen, { scene: one.id, sceneName: one.name });
    this.fill();
  }

  fill(): void {
    const { scene, sceneName } = this.chosen;
    const say = this.#say;
    const isScene = scene !== "" && !STEPS.includes(scene);
    const saved = this.#saved();
    const place = $(PLACE).empty();
    const choice = (value: string, text: string, look = "") => this.#choice(place, value, text, look);
    for (const { id, name } of this.#scenes) choice(id, name, "zigbee-gateway-chip-main");
    const name = sceneName || scene;
    if (isScene && !saved)
      choice("saved", this.#gateway === "" ? name : say("scene.gone", { name }), "zigbee-gateway-chip-main");
    for (const step of STEPS) if (this.#does() === "recall" || scene === step) choice(step, say(`scene.${step}`));
    choice("", say("scene.message"));
    const value = isScene ? (saved?.id ?? "saved") : scene;
    place.find("input").each((_, input) => void $(input).prop("checked", $(input).val() === value));
    $("#zigbee-gateway-scene-new, #zigbee-gateway-scene-make").prop("disabled", !this.#group);
    $("#zigbee-gateway-scene-about").text(say(this.#group ? "new.about" : "new.no-room"));
    this.#told();
  }

  #saved(): Scene | undefined {
    const { scene, sceneName } = this.chosen;
    return this.#scenes.find(({ id, name }) => (this.#isById ? id === scene : name === sceneName));
  }

  #choice(place: JQuery, value: string, text: string, look: string): void {
    const input: JQuery = $('<input type="radio" name="zigbee-gateway-scene-choice">').val(value);
    input.on("change", () => {
      this.#trouble.text("");
      if (value === "saved") return;
      const sceneName = this.#scenes.find(({ id }) => id === value)?.name ?? "";
      Object.assign(this.chosen, { scene: value, sceneName });
      this.#isForMessage = value === "";
      this.#told();
    });
    $("<label>").addClass(`zigbee-gateway-chip ${look}`).append(input, $("<span>").text(text)).appendTo(place);
  }

  /** The action of each message, as a sentence. */
  #told(): void {
    const { scene, sceneName } = this.chosen;
    const saved = this.#saved();
    const which = STEPS.includes(scene) ? scene : scene === "" ? "message" : "scene";
    const names = { scene: saved?.name ?? sceneName, group: this.#group?.name ?? "" };
    const key = which === "scene" ? `reads.${this.#does()}` : `reads.${which}`;
    $("#zigbee-gateway-scene-reads").text(this.#group || which === "message" ? this.#say(key, names) : "");
    const address = this.#group && saved ? `${this.#group.address}/scenes/${saved.id}` : "";
    this.#live.show(address ? this.#gateway : "", { address });
  }

  /** A new scene is as the lights are now. It is chosen at once. */
  async #make(): Promise<void> {
    const field = $("#zigbee-gateway-scene-new");
    const name = fieldValue(field).trim();
    const group = this.#group;
    if (!group) return;
    if (name === "") return this.#ask("new.no-name");
    const isKnown = this.#scenes.some((scene) => scene.name === name);
    if (isKnown && this.#toReplace !== name) {
      this.#toReplace = name;
      return this.#ask("new.exists", name);
    }
    this.#toReplace = "";
    const said = await this.#done(perform(this.#gateway, "POST", `${group.address}/scenes`, { name }));
    const id = (said as [{ success?: { id?: string } }] | undefined)?.[0]?.success?.id;
    if (id === undefined || group !== this.#group) return;
    this.#scenes = [...this.#scenes.filter((scene) => scene.name !== name), { id: String(id), name }];
    this.#isById = true;
    Object.assign(this.chosen, { scene: String(id), sceneName: name });
    field.val("");
    this.fill();
  }

  /** Below the field, which has the cursor. */
  #ask(key: string, name = ""): void {
    this.#trouble.text(this.#say(key, { name }));
    $("#zigbee-gateway-scene-new").trigger("focus");
  }

  async #done(work: Promise<unknown>): Promise<unknown> {
    this.#trouble.text("");
    return work.catch((error: Error) => void this.#trouble.text(error.message));
  }
}

let scenes: SceneChoices | undefined; // of the dialog that is open

zigbeeGateway.registerType("zigbee-gateway-scene", {
  color: "#D5C6E6",
  defaults: {
    address: { value: "", validate: isPicked },
    target: { value: "" },
    does: { value: "recall" },
    scene: { value: "" },
    sceneName: { value: "" },
    transition: { value: "", validate: isSeconds },
  },
  inputs: 1,
  outputs: 1,
  icon: "zigbee-gateway-scene.svg",
  outputNames: ["answer", "called"],
  called: (node: EditedNode) => {
    const step = STEPS.find((each) => each === node.scene);
    const scene = node.sceneName || (step && node._(`zigbee-gateway-scene.label.${step}`));
    const group = node.resourceName || (scene && node._("zigbee-gateway-scene.label.palette"));
    return [group, scene].filter(Boolean).join(": ");
  },
  oneditprepare(say) {
    const does = $("#node-input-does");
    const own = new SceneChoices(this as Partial<SceneChoice> & SavedChoice, say, () => fieldValue(does));
    scenes = own;
    pick(this, {
      kind: "groups",
      fits: ({ family, isBare, address }) => family === "groups" && (!isBare || address === this.address), // nothing in it has a scene
      wordsOf: ({ scenes = [] }) => scenes.map(({ name }) => name).join("\n"),
      changed: (group, byHand, model, gateway, { typed } = {}) => {
        own.show(group, byHand ? "" : (this.house ?? ""), model, byHand, gateway);
        if (typed) own.find(typed);
      },
    });
    does.on("change", () => own.fill());
  },
  oneditsave() {
    Object.assign(this, scenes?.chosen);
  },
});
