/** The error of a node stands in the debug panel as one whole text, and a catch node can act on its code. */
import assert from "node:assert/strict";
import { test } from "node:test";
import nodeRed from "@node-red/util";
import { NodeError, Sentence } from "../../../nodes/flow-node/node-error.ts";

interface Shown {
  readonly msg: unknown;
  readonly format?: string;
}

const encodeObject = (nodeRed.util as unknown as { encodeObject: (message: Shown) => Shown }).encodeObject;
const TEXT = `a light does not understand "${"very ".repeat(20)}bright": take on, off, toggle, 0 to 100 or a colour`;

test("the debug panel shows the whole sentence, as it does with a text", () => {
  const { msg, format } = encodeObject({ msg: new Sentence(new NodeError("invalid", TEXT)) });
  assert.deepEqual([msg, format], [TEXT, `string[${TEXT.length}]`]);
});

test("a catch node finds the text, the code and the answer, where Node-RED looks for them", () => {
  const reply = { status: 400, body: [] };
  const own = new Sentence(new NodeError("invalid", TEXT, reply));
  assert.equal(String(own), TEXT);
  assert.ok(Object.hasOwn(own, "code") && Object.hasOwn(own, "cause"));
  assert.deepEqual([own.code, own.cause], ["invalid", reply]);
  assert.ok(!Object.hasOwn(new Sentence(new NodeError("busy", TEXT)), "cause"));
});
