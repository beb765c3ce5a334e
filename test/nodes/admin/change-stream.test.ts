/** The line of a panel: how commands end on air, and a reader that does not read while its gateway stops. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { streamChanges } from "../../../nodes/admin/change-stream.ts";
import type { GatewayRuntime } from "../../../nodes/gateway/runtime.ts";

/** A write behind the end is an error that Node.js throws where no listener takes it. */
class Line extends EventEmitter {
  readonly written: string[] = [];
  takes = true;
  writableEnded = false;
  destroyed = false;
  writeHead(): void {}
  write(text: string): boolean {
    assert.ok(!this.writableEnded, "written behind the end");
    this.written.push(text);
    return this.takes;
  }
  end(): void {
    this.writableEnded = true;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

function stopping() {
  const [hearers, lookers] = [new Set<(change: unknown) => void>(), new Set<() => void>()];
  const into =
    <T>(all: Set<T>) =>
    (one: T) => {
      all.add(one);
      return () => all.delete(one);
    };
  const deliveries = new Set<(result: object) => void>();
  const askers = new Set<() => void>();
  const settlers = new Set<(numbers: readonly number[]) => void>();
  const gateway = { store: {}, onDelivery: into(deliveries) };
  const running = {
    isStopped: false,
    now: 0,
    onStatus: into(lookers),
    events: { on: into(hearers), onPast: into(askers), onSettled: into(settlers), desired: [7] },
    opened: { gateway },
  };
  const stop = () => {
    running.isStopped = true;
    for (const look of [...lookers]) look();
  };
  const concluded = (result: object) => {
    for (const hear of [...deliveries]) hear(result);
  };
  const settled = (...numbers: number[]) => {
    for (const hear of [...settlers]) hear(numbers);
  };
  const changed = (change: object) => {
    for (const hear of [...hearers]) hear(change);
  };
  const count = () => hearers.size + lookers.size + deliveries.size + askers.size + settlers.size;
  return { running: running as unknown as GatewayRuntime, stop, count, concluded, settled, changed };
}

test("a reader that has gone to sleep when its gateway stops is written to no more, and let go", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { running, stop, count } = stopping();
  const line = new Line();
  assert.ok(streamChanges(running, line as unknown as ServerResponse));
  t.mock.timers.tick(20_000);
  assert.equal(line.written.at(-1), ": still here\n\n");
  const before = line.written.length;
  stop();
  assert.ok(line.writableEnded);
  assert.equal(count(), 0, "it hears nothing any more");
  t.mock.timers.tick(29_999);
  assert.deepEqual([line.written.length, line.destroyed], [before, false], "it may still read what was written");
  t.mock.timers.tick(1);
  assert.ok(line.destroyed);
});

test("how commands end on air is told, several at once, and only the part that panels need", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { running, concluded } = stopping();
  const line = new Line();
  streamChanges(running, line as unknown as ServerResponse);
  concluded({ address: "/lights/1", cause: { by: "editor", depth: 0 } });
  concluded({ address: "/lights/2", cause: { by: "rest:abcd", depth: 0 }, failure: "timeout" });
  const before = line.written.length;
  t.mock.timers.tick(100);
  assert.deepEqual(line.written.slice(before), [
    'data: {"delivered":[{"address":"/lights/1"},{"address":"/lights/2","failure":"timeout"}]}\n\n',
  ]);
  t.mock.timers.tick(1_000);
  assert.equal(line.written.length, before + 1, "once");
});

test("a reader learns which changes no device has confirmed yet, and that a wish has ended after the change that took it back", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { running, settled, changed } = stopping();
  const line = new Line();
  streamChanges(running, line as unknown as ServerResponse);
  assert.deepEqual(line.written, ['data: {"hello":{"at":0,"desired":[7]}}\n\n']);
  settled(7, 8);
  changed({ address: "/config", values: { name: "Home" }, undo: true });
  t.mock.timers.tick(100);
  assert.match(String(line.written[1]), /"undo":true/);
  assert.deepEqual(line.written.slice(2), ['data: {"settled":[7,8]}\n\n']);
});

test("how commands end waits for a reader that does not take the bytes written so far; the newest ends stay", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { running, concluded } = stopping();
  const line = new Line();
  line.takes = false;
  streamChanges(running, line as unknown as ServerResponse);
  const before = line.written.length;
  for (let light = 1; light <= 1_200; light += 1) concluded({ address: `/lights/${light}` });
  t.mock.timers.tick(10_000);
  assert.equal(line.written.length, before, "it has not taken the first word yet");
  line.takes = true;
  line.emit("drain");
  const { delivered } = JSON.parse(String(line.written[before]).replace("data: ", ""));
  assert.deepEqual([delivered.length, delivered[0].address], [1_000, "/lights/201"]);
});
