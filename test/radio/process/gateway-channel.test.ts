/** In how many pieces the gateway is told, and when: alone at once, in a storm the reports of a moment together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { GatewayChannel } from "../../../src/radio/process/gateway-channel.ts";
import type { ProcessMessage, ProcessMessages } from "../../../src/radio/protocol.ts";

const ANSWER: ProcessMessage = { type: "answer", id: 1, value: undefined };
const IEEE = "0x00158d0001abcdef";
let count = 0;
function heard(type: string): ProcessMessage {
  count += 1;
  const raw = { type, cluster: "genOnOff", data: { onOff: count }, group: 0, manufacturer: null };
  return { type: "event", event: { kind: "payload", ieee: IEEE, endpoint: 1, payload: { count }, raw } };
}
const report = () => heard("attributeReport");

function openChannel() {
  const pieces: (readonly ProcessMessage[])[] = [];
  let now = 0;
  let timer: { readonly due: number; readonly run: () => void } | undefined;
  const channel = new GatewayChannel({
    isOpen: () => true,
    now: () => now,
    post: (output: ProcessMessages, sent) => {
      pieces.push(output.type === "batch" ? output.messages : [output]);
      sent();
    },
    after: (milliseconds, run) => {
      const own = { due: now + milliseconds, run };
      timer = own;
      return () => {
        if (timer === own) timer = undefined;
      };
    },
  });
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    const due = timer && timer.due <= now ? timer : undefined;
    if (due) timer = undefined;
    due?.run();
    await nextTurn();
  };
  /** So many, one after the other. */
  const storm = async (count: number, apart: number) => {
    for (let told = 0; told < count; told += 1) {
      channel.send(report());
      await pass(apart);
    }
  };
  return { channel, pieces, pass, storm };
}

test("in a quiet house each is told in its own turn", async () => {
  const { pieces, storm } = openChannel();
  await storm(50, 20);
  assert.equal(pieces.length, 50);
});

test("messages of one turn go in one piece", async () => {
  const { channel, pieces, pass } = openChannel();
  const sent = [report(), report(), ANSWER];
  for (const message of sent) channel.send(message);
  await pass(0);
  assert.deepEqual(pieces, [sent]);
  await channel.sent;
});

test("while many come, those of a moment go in one piece, in their order, and none is left", async () => {
  const { pieces, pass, storm } = openChannel();
  await storm(400, 1);
  await pass(30);
  assert.equal(pieces.flat().length, 400);
  assert.ok(pieces.length < 400 / 10, `${pieces.length} pieces`);
  const told = pieces
    .flat()
    .map((each) => (each.type === "event" && each.event.kind === "payload" ? Number(each.event.payload.count) : 0));
  assert.deepEqual(
    told,
    told.toSorted((one, other) => one - other),
  );
});

test("an answer does not wait for others, and the events gathered before it go first", async () => {
  const { channel, pieces, pass, storm } = openChannel();
  await storm(100, 1);
  await pass(30);
  pieces.length = 0;
  const last = report();
  channel.send(last);
  await pass(0);
  assert.deepEqual(pieces, [], "it is gathered");
  channel.send(ANSWER);
  await pass(0);
  assert.deepEqual(pieces, [[last, ANSWER]]);
  await pass(30);
  assert.equal(pieces.length, 1);
});

test("a key that is pressed in a storm is told in its turn, after the events before it", async () => {
  const { channel, pieces, pass, storm } = openChannel();
  await storm(100, 1);
  await pass(30);
  pieces.length = 0;
  const last = report();
  const press = heard("commandToggle");
  channel.send(last);
  channel.send(press);
  await pass(0);
  assert.deepEqual(pieces, [[last, press]]);
});

test("after a storm each is told in its own turn again", async () => {
  const { pieces, pass, storm } = openChannel();
  await storm(400, 1);
  await pass(500);
  pieces.length = 0;
  await storm(10, 50);
  assert.equal(pieces.length, 10);
});

test("a channel that is told to flush waits for nothing", async () => {
  const { channel, pieces, pass, storm } = openChannel();
  await storm(100, 1);
  await pass(30);
  pieces.length = 0;
  channel.send(report());
  channel.flush();
  assert.equal(pieces.length, 1);
  await pass(30);
  assert.equal(pieces.length, 1);
});
