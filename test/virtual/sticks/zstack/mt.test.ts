/** The stick answers an unknown command with an error. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SUBSYSTEM, TYPE } from "../../../../src/virtual/sticks/zstack/unpi.ts";
import { answerMt } from "../../../../src/virtual/sticks/zstack/zstack-stick.ts";
import { AF, open, SYS } from "../../../support/virtual-stick.ts";

test("an unknown command is answered so", () => {
  const { stick } = open();
  const answer = (subsystem: number, command: number, data = "") =>
    answerMt({ type: TYPE.SREQ, subsystem, command, data: Buffer.from(data, "hex") }, stick);
  for (const [subsystem, command, data, code] of [
    [3, 0, "", 1],
    [SYS, 0x77, "", 2],
    [SYS, 0x13, "21", 4],
  ] as const) {
    assert.deepEqual(answer(subsystem, command, data), {
      type: TYPE.SRSP,
      subsystem: SUBSYSTEM.ERROR,
      command: 0,
      data: Buffer.of(code, 0x20 | subsystem, command),
    });
  }
  assert.equal(answerMt({ type: TYPE.AREQ, subsystem: AF, command: 0, data: Buffer.alloc(0) }, stick), undefined);
  assert.equal(answerMt({ type: TYPE.SRSP, subsystem: SYS, command: 1, data: Buffer.alloc(0) }, stick), undefined);
});
