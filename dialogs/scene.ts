/** The dialog of the scene node: a group, and one of its scenes. */
import { type EditedNode, fieldValue, option, type Say } from "./editor.ts";
import type { Model, Resource, Scene } from "./gateway-queries.ts";

const { pick, isSeconds } = zigbeeGateway;
const STEPS = ["next", "previous"];

interface SceneChoice {
  scene: string; // its id, or a step
  sceneName: string;
}

/** The scenes of the chosen group, and what is no scene of its own. What was saved stays, also when it is not there now. */
class ScenePicker {
  readonly chosen: SceneChoice;
  readonly #list = $("#zigbee-gateway-scene-scene");
  readonly #say: Say;
  readonly #isToRecall: () => boolean;
  #scenes: readonly Scene[] = [];
  #isById = true; // of the group of another house the names count

  constructor({ scene = "", sceneName = "" }: Partial<SceneChoice>, say: Say, isToRecall: () => boolean) {
    this.chosen = { scene, sceneName };
    this.#say = say;
    this.#isToRecall = isToRecall;
    this.#list.on("change", () => {
      const value = fieldValue(this.#list);
      if (value === "saved") return;
      const sceneName = this.#scenes.find(({ id }) => id === value)?.name ?? "";
      Object.assign(this.chosen, { scene: value, sceneName });
    });
  }

  fill(): void {
    const { scene, sceneName } = this.chosen;
    const say = this.#say;
    this.#list.empty();
    option(this.#list, "", say("scene.message"));
    for (const step of STEPS) if (this.#isToRecall() || scene === step) option(this.#list, step, say(`scene.${step}`));
    for (const { id, name } of this.#scenes) option(this.#list, id, name);
    const saved = this.#scenes.find(({ id, name }) => (this.#isById ? id === scene : name === sceneName));
    const isScene = scene !== "" && !STEPS.includes(scene);
    if (isScene && !saved) option(this.#list, "saved", say("scene.gone", { name: sceneName || scene }));
    this.#list.val(isScene ? (saved?.id ?? "saved") : scene);
  }

  show(group: Resource | undefined, house: string, model: Model, isOther: boolean): void {
    this.#scenes = group?.scenes ?? [];
    this.#isById = !house || house === model.house;
    if (isOther && !STEPS.includes(this.chosen.scene)) Object.assign(this.chosen, { scene: "", sceneName: "" });
    this.fill();
  }
}

let scenes: ScenePicker | undefined; // of the dialog that is open

zigbeeGateway.registerType("zigbee-gateway-scene", {
  color: "#D5C6E6",
  defaults: {
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
  called: (node: EditedNode) =>
    [node.resourceName || (node.sceneName && node._("zigbee-gateway-scene.label.palette")), node.sceneName]
      .filter(Boolean)
      .join(": "),
  oneditprepare(say) {
    const does = $("#node-input-does");
    const own = new ScenePicker(this as Partial<SceneChoice>, say, () => fieldValue(does) === "recall");
    scenes = own;
    pick(this, {
      kind: "groups",
      fits: ({ family }) => family === "groups",
      changed: (group, byHand, model) => own.show(group, byHand ? "" : (this.house ?? ""), model, byHand),
    });
    does.on("change", () => own.fill());
  },
  oneditsave() {
    Object.assign(this, scenes?.chosen);
  },
});
