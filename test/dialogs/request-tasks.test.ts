/** The tasks that the request node's dialog offers: which address and body each makes, and by which a saved node is known again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressFor, chosenIn, fits, TASKS, taskIn, taskOf, valuesOf } from "../../dialogs/request/tasks.ts";

const LAMP = { address: "/lights/3", family: "lights", members: { state: ["on", "bri"] } };
const CLIMATE = {
  address: "/sensors/5",
  family: "sensors",
  members: { state: ["lastupdated", "dewpoint", "temperature"] },
};
const REMOTE = { address: "/sensors/7", family: "sensors", members: { state: ["buttonevent", "lastupdated"] } };
const ROOM = { address: "/groups/1", family: "groups" };
const HALL = { address: "/groups/2", family: "groups", scenes: [{ id: "4", name: "Evening" }] };

const made: [task: string, of: typeof LAMP | typeof ROOM | undefined, address: string | undefined][] = [
  ["lights", undefined, "/lights"],
  ["one", CLIMATE, "/sensors/5"],
  ["history", CLIMATE, "/sensors/5/history?member=temperature&step=hour"],
  ["history", REMOTE, undefined],
  ["light", LAMP, "/lights/3/state"],
  ["light", undefined, undefined],
  ["light", ROOM, undefined],
  ["group", ROOM, "/groups/1/action"],
  ["scene", HALL, "/groups/2/scenes/4/recall"],
  ["scene", ROOM, undefined],
  ["room", undefined, "/groups"],
  ["rename", LAMP, "/lights/3"],
  ["permit", undefined, "/config"],
];
for (const [name, of, address] of made)
  test(`${name} of ${of?.address ?? "nobody"} is ${address ?? "not known yet"}`, () => {
    const task = taskOf(name);
    assert.ok(task);
    assert.equal(addressFor(task, of), address);
    if (address) assert.equal(taskIn(task.method, address), name, "and is known again");
  });

const known: [method: string, address: string, task: string | undefined][] = [
  ["GET", "/lights/00:15:8d:00:02:00:00:01-01", "one"],
  ["GET", "/sensors/5/history?member=humidity&step=day", "history"],
  ["GET", "/sensors/5/history", undefined],
  ["GET", "/sensors/5/state", undefined],
  ["PUT", "/lights", undefined],
  ["POST", "/lights/3", undefined],
  ["", "/lights", undefined],
  ["GET", "", undefined],
];
for (const [method, address, task] of known)
  test(`${method} ${address} is ${task ?? "something else"}`, () => assert.equal(taskIn(method, address), task));

test("a further choice stands in the address, and is read from it again", () => {
  const address = addressFor(TASKS.history, CLIMATE, { member: "dewpoint", step: "" });
  assert.equal(address, "/sensors/5/history?member=dewpoint&step=hour");
  assert.deepEqual({ ...chosenIn(TASKS.history, address ?? "") }, { member: "dewpoint", step: "hour" });
  assert.deepEqual(chosenIn(TASKS.light, "/lights/3/state"), {});
  assert.equal(chosenIn(TASKS.light, "/groups/3/state"), undefined);
});

test("the value that most people want comes first; a remote has none", () => {
  assert.deepEqual(valuesOf(CLIMATE), ["temperature", "dewpoint"]);
  assert.equal(fits(TASKS.history, REMOTE), false);
  assert.equal(fits(TASKS.one, REMOTE), true);
  assert.equal(taskOf("toString"), undefined);
});
