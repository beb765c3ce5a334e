/** Models with overrides: their buttons are numbered exactly so, and no other action contradicts. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { buildButtonMap } from "../../../src/devices/buttons/button-maps.ts";
import { allRemotes, type KnownRemote } from "../../support/actions.ts";

type Override = Readonly<Record<string, number | "release" | null>>;

const OVERRIDES = createRequire(import.meta.url)("../../../src/devices/data/button-overrides.json") as Readonly<
  Record<string, Override | string>
>;
const REMOTES = allRemotes();

for (const [name, own] of Object.entries(OVERRIDES)) {
  const override = (typeof own === "string" ? OVERRIDES[own] : own) as Override;
  test(name, () => {
    const given = { modelid: name, manufacturername: "", model: name, actions: Object.keys(override) };
    const known = REMOTES.filter(({ modelid, model }) => modelid === name || model === name);
    for (const remote of known.length > 0 ? known : [given]) check(remote, override);
  });
}

function check(remote: KnownRemote, override: Override): void {
  const { codes } = buildButtonMap(remote.actions, remote);
  assert.ok(Object.values(codes).every((code) => code !== null));
  for (const [word, code] of Object.entries(override)) assert.equal(codes[word] ?? null, code, word);
}

/** An unknown action never takes the number of a known button. */
test("an action without an override joins its button, or a further one", () => {
  const said = ["on", "off", "brightness_step_up", "brightness_step_down", "brightness_move_up", "recall_*"];
  const { codes } = buildButtonMap([...said, "color_loop_set"], {
    modelid: "902010/23",
    manufacturername: "",
    model: "",
  });
  assert.equal(codes.brightness_step_up, 1002);
  assert.equal(codes.brightness_move_up, 1001, "the same button as its step");
  assert.equal(codes.color_loop_set, 5002);
  assert.equal(codes["recall_*"], 6002);
});

test("an action with its place stands for the action alone, and the other way round", () => {
  const byEndpoint = buildButtonMap(["on_1", "off_1", "on", "brightness_stop_1"], {
    modelid: "ED-10011",
    manufacturername: "",
    model: "",
  }).codes;
  assert.equal(byEndpoint.on_1, 1002);
  assert.equal(byEndpoint.off_1, 2002);
  assert.equal(byEndpoint.on, undefined, "it always comes from some endpoint");
  const byPlace = buildButtonMap(["on", "hue_move"], {
    modelid: "Switch-LIGHTIFY",
    manufacturername: "",
    model: "",
  }).codes;
  assert.equal(byPlace.on, undefined);
  assert.equal(byPlace.on_1, 1002);
});

test("a model of one maker alone, and names that objects have anyway", () => {
  const codesOf = (modelid: string) => buildButtonMap(["on"], { modelid, manufacturername: "", model: "" }).codes;
  for (const name of ["constructor", "__proto__", "toString"]) assert.deepEqual(codesOf(name), { on: 1002 });
});
