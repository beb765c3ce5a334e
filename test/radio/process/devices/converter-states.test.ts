/** The converters' memory is kept, but not the press of a button. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { ConverterStates } from "../../../../src/radio/process/devices/converter-states.ts";
import { temporaryFolder } from "../../../support/radio-process.ts";

const IEEE = "0x0017880100000001";

test("merged, kept over a restart, and forgotten", (t) => {
  const path = file(t);
  const first = new ConverterStates(path, broken);
  const notes = first.of(IEEE);
  first.merge(IEEE, { state: "ON", brightness: 7, action: "toggle", action_group: 5, far: Number.NaN });
  assert.equal(notes, first.of(IEEE), "always the same object");
  assert.deepEqual(notes, { state: "ON", brightness: 7, far: Number.NaN });
  first.close();
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), { [IEEE]: { state: "ON", brightness: 7, far: null } });

  const second = new ConverterStates(path, broken);
  assert.equal(second.of(IEEE).state, "ON");
  second.forget(IEEE);
  second.close();
  assert.deepEqual(new ConverterStates(path, broken).of(IEEE), {});
});

test("of a color that was told in other words, those that are known stay: the converters carry them on", (t) => {
  const states = new ConverterStates(file(t), broken);
  states.merge(IEEE, { color: { x: 0.3, y: 0.3, hue: 10, saturation: 5 } });
  const { color } = states.of(IEEE);
  states.merge(IEEE, { color: { x: 0.5, y: 0.4 }, gradient: ["#ff0000", "#00ff00"] });
  states.merge(IEEE, { gradient: ["#0000ff"] });
  assert.deepEqual(states.of(IEEE), { color: { x: 0.5, y: 0.4, hue: 10, saturation: 5 }, gradient: ["#0000ff"] });
  assert.deepEqual(color, { x: 0.3, y: 0.3, hue: 10, saturation: 5 }, "what was given out is left as it was");
  states.close();
});

for (const torn of ["", "{", "[]", "7", '{"0x00": 5}']) {
  test(`a file that cannot be read is no reason not to start: ${torn}`, (t) => {
    assert.deepEqual(new ConverterStates(file(t, torn), broken).of("0x00"), {});
  });
}

function file(t: TestContext, text?: string): string {
  const { path, write, remove } = temporaryFolder();
  t.after(remove);
  if (text !== undefined) write("states.json", text);
  return join(path, "states.json");
}

function broken(error: unknown): void {
  throw error;
}
