/** How a radio process is kept running: fakes of its lives, and time that moves by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RadioError } from "../../src/model/radio/orders.ts";
import type { RadioEvent } from "../../src/model/radio/radio-port.ts";
import { type SupervisedLink, Supervisor } from "../../src/radio/supervisor.ts";
import { type FakeClock, fakeClock, NETWORK, settle } from "../support/fakes.ts";

interface Life extends SupervisedLink {
  readonly hear: (event: RadioEvent) => void;
  readonly ends: string[]; // why it was to end
  fails(reason: string): void; // to start
  loses(reason: string): void;
  goes(): void;
}

interface Stage {
  readonly supervisor: Supervisor;
  readonly clock: FakeClock;
  readonly lives: Life[];
  readonly told: string[];
}

function stage(): Stage {
  const clock = fakeClock();
  const lives: Life[] = [];
  const told: string[] = [];
  const supervisor = new Supervisor({
    clock,
    open: (hear) => {
      lives.push(life(hear));
      return lives.at(-1) as Life;
    },
    startRequest: () => ({ type: "start", settings: { path: "virtual", channel: 11, folder: "" }, options: {} }),
    hear: (event) => told.push(event.kind === "down" ? event.reason : event.kind),
  });
  return { supervisor, clock, lives, told };
}

function life(hear: (event: RadioEvent) => void): Life {
  let failed: (error: RadioError) => void = () => {};
  let lose: (reason: string) => void = () => {};
  let goes = () => {};
  const ends: string[] = [];
  const lost = new Promise<string>((resolve) => {
    lose = resolve;
  });
  const gone = new Promise<void>((resolve) => {
    goes = resolve;
  });
  const end = (reason: string) => {
    ends.push(reason);
    lose(reason);
  };
  return {
    request: () => new Promise((_, reject) => (failed = reject)),
    notify: () => {},
    end,
    lost,
    gone,
    hear,
    ends,
    fails: (reason) => failed(new RadioError("radio-down", reason)),
    loses: (reason) => lose(reason),
    goes,
  };
}

const UP: RadioEvent = { kind: "up", network: NETWORK, devices: [] };

test("it is started again soon, then ever more seldom, and says why only when that changes", async () => {
  const { supervisor, clock, lives, told } = stage();
  void supervisor.start();
  await settle();
  for (const seconds of [1, 1, 2, 2, 3, 3, 5, 5, 5, 10, 10, 10, 30, 30, 30]) {
    const tries = lives.length;
    lives.at(-1)?.fails("it is not there");
    await settle();
    clock.advance(60);
    assert.equal(lives.length, tries, "not before the process is gone");
    lives.at(-1)?.goes();
    await settle();
    clock.advance(seconds - 0.001);
    assert.equal(lives.length, tries);
    clock.advance(0.001);
    assert.equal(lives.length, tries + 1, `after ${seconds} s`);
  }
  assert.deepEqual(told, ["it is not there"]);
  await lose(lives, "another program has it open");
  assert.deepEqual(told, ["it is not there", "another program has it open"]);
  clock.advance(30);
  lives.at(-1)?.hear(UP);
  assert.equal(supervisor.link, lives.at(-1));
  clock.advance(59);
  await lose(lives, "another program has it open");
  assert.deepEqual(told.slice(2), ["up", "another program has it open"], "a new loss is told, whatever its reason");
  const tries = lives.length;
  clock.advance(2);
  assert.equal(lives.length, tries, "it was not up for long enough");
  clock.advance(1);
  assert.equal(lives.length, tries + 1, "but it was up: the stick is there");
  await lose(lives, "another program has it open");
  clock.advance(4);
  assert.equal(lives.length, tries + 1, "nor is it now");
  clock.advance(1);
  lives.at(-1)?.hear(UP);
  clock.advance(60);
  await lose(lives, "pulled out");
  clock.advance(1);
  assert.equal(lives.length, tries + 3, "a minute of peace makes it impatient again");
});

test("after a minute of life it is back within seconds, however long it was away and how often it was killed", async () => {
  for (const away of [3, 8, 20, 45]) {
    const { supervisor, clock, lives } = stage();
    void supervisor.start();
    await settle();
    for (let time = 0; time < 100; time += 1) {
      lives.at(-1)?.hear(UP);
      clock.advance(1);
      await lose(lives, "killed");
      clock.advance(3);
      await settle();
      assert.equal(lives.length, time + 2, `killed ${time + 1} times, and tried again within 3 s`);
    }
    lives.at(-1)?.hear(UP);
    clock.advance(60);
    const lost = clock.uptime();
    await lose(lives, "pulled out");
    while (clock.uptime() - lost < away * 1000) {
      const tries = lives.length;
      clock.advance(0.5);
      await settle();
      if (lives.length > tries) await lose(lives, "it is not there");
    }
    const tries = lives.length;
    const back = clock.uptime();
    while (lives.length === tries) clock.advance(0.5);
    assert.ok(
      clock.uptime() - back <= 10_000,
      `away for ${away} s, tried again ${clock.uptime() - back} ms after that`,
    );
    await Promise.race([supervisor.stop(), settle()]);
  }
});

test("start is kept after the first attempt, however it ends, and twice does no harm", async () => {
  const { supervisor, lives, clock, told } = stage();
  let isOver = false;
  const started = Promise.all([supervisor.start(), supervisor.start()]).then(() => {
    isOver = true;
  });
  await settle();
  assert.equal(isOver, false);
  assert.equal(supervisor.process, lives[0]);
  assert.equal(supervisor.link, undefined);
  lives[0]?.fails("no");
  await started;
  assert.equal(lives.length, 1);
  lives[0]?.goes();
  await settle();
  const stopped = supervisor.stop();
  await stopped;
  await supervisor.stop();
  clock.advance(100);
  assert.equal(lives.length, 1, "nothing is started after a stop");
  void supervisor.start();
  await settle();
  await lose(lives, "no");
  assert.deepEqual(told, ["no", "no"], "whoever starts it anew wants to know");
});

test("a stop ends an attempt at once, and the next start waits for its end", async () => {
  const { supervisor, lives, told } = stage();
  const started = supervisor.start();
  await settle();
  const stopped = supervisor.stop();
  await started;
  const again = supervisor.start();
  await settle();
  assert.deepEqual(lives[0]?.ends, ["the radio was stopped"]);
  assert.equal(lives.length, 1, "the first is still there");
  lives[0]?.goes();
  await stopped;
  await settle();
  assert.equal(lives.length, 2);
  lives[1]?.hear(UP);
  await again;
  assert.deepEqual(told, ["up"], "nobody had lost anything");
  void supervisor.stop();
  await settle();
  assert.deepEqual(told, ["up", "the radio was stopped"]);
});

test("a start that was called off is not begun, and a former life is not heard", async () => {
  const { supervisor, lives, told, clock } = stage();
  await Promise.all([supervisor.start(), supervisor.stop(), supervisor.start(), supervisor.stop()]);
  assert.equal(lives.length, 0);
  void supervisor.start();
  await settle();
  lives[0]?.hear(UP);
  await lose(lives, "pulled out");
  clock.advance(1);
  lives[0]?.hear(UP);
  assert.equal(supervisor.link, undefined);
  assert.deepEqual(told, ["up", "pulled out"]);
});

test("an exchange goes on with the process that was loaded for it; one without need is ended", async () => {
  const { supervisor, lives, clock } = stage();
  void supervisor.start();
  await settle();
  lives[0]?.hear(UP);
  supervisor.prepare();
  supervisor.prepare();
  assert.equal(lives.length, 2);
  lives[1]?.hear(UP);
  assert.equal(supervisor.link, lives[0], "it is not asked for anything yet");
  const exchanged = supervisor.exchange("another stick", async () => {});
  lives[0]?.goes();
  await exchanged;
  assert.deepEqual([lives.length, lives[0]?.ends], [2, ["another stick"]]);
  assert.equal(supervisor.process, lives[1]);
  lives[1]?.hear(UP);
  await lose(lives, "pulled out");
  supervisor.prepare();
  clock.advance(1);
  assert.equal(lives.length, 4, "whoever tries the same stick again leaves it alone");
  lives[3]?.hear(UP);
  assert.deepEqual(lives[2]?.ends, ["it is not needed"]);
  lives[2]?.goes();
  supervisor.prepare();
  let isOver = false;
  const stopped = supervisor.stop().then(() => {
    isOver = true;
  });
  await settle();
  lives[3]?.goes();
  await settle();
  assert.deepEqual([isOver, lives[4]?.ends], [false, ["it is not needed"]]);
  lives[4]?.goes();
  await stopped;
});

test("a stick that is back is retried at once", async () => {
  const { supervisor, lives, clock } = stage();
  supervisor.retry();
  void supervisor.start();
  await settle();
  for (let left = 10; left > 0; left -= 1) {
    await lose(lives, "it is not there");
    clock.advance(30);
  }
  await lose(lives, "it is not there");
  const tries = lives.length;
  supervisor.retry();
  supervisor.retry();
  assert.equal(lives.length, tries + 1);
  await lose(lives, "not yet");
  clock.advance(1);
  assert.equal(lives.length, tries + 2, "and it is tried often again");
  const stopped = supervisor.stop();
  await lose(lives, "stopped");
  await stopped;
  supervisor.retry();
  assert.equal(lives.length, tries + 2);
});

async function lose(lives: readonly Life[], reason: string): Promise<void> {
  lives.at(-1)?.loses(reason);
  lives.at(-1)?.goes();
  await settle();
}
