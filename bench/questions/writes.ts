/** P17: acknowledged writes of 16 at a time; ours, and a bare nedb-promises loop with the same batching and one sync per batch. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import Datastore from "nedb-promises";
import { answer, given } from "../inside.ts";
import { ask, gatewayIn, sensor } from "./parts.ts";

const WRITERS = 16;
const { folder, milliseconds } = given<{ folder: string; milliseconds: number }>();

const gateway = gatewayIn(folder);
for (let turn = 1; turn <= WRITERS; turn += 1) await ask(gateway, "POST", "/sensors", sensor(turn));
const control = await openControl();
const rounds: { ours: number; control: number }[] = [];
for (let round = 0; round < 6; round += 1) {
  const ours = await rate((writer, turn) => ask(gateway, "PUT", `/sensors/${writer}`, { name: `Name ${turn}` }));
  const bare = await rate((writer, turn) => control(writer, turn));
  if (round > 0) rounds.push({ ours, control: bare });
}
answer(rounds);
await gateway.stop();

async function rate(write: (writer: number, turn: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + milliseconds;
  let done = 0;
  const loop = async (writer: number) => {
    while (performance.now() < end) {
      await write(writer, done);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => loop(writer + 1)));
  return done / (milliseconds / 1000);
}

async function openControl(): Promise<(writer: number, turn: number) => Promise<void>> {
  const filename = join(folder, "control.nedb");
  const store = Datastore.create({ filename });
  await store.load();
  const file = await open(filename, "a");
  let waiting: { writer: number; json: string; done: () => void }[] = [];
  let busy = false;
  const flush = async () => {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await Promise.all(
        batch.map(({ writer, json }) =>
          store.update({ _id: `/sensors/${writer}` }, { _id: `/sensors/${writer}`, json }, { upsert: true }),
        ),
      );
      await file.datasync();
      for (const { done } of batch) done();
    }
    busy = false;
  };
  return (writer, turn) =>
    new Promise<void>((done) => {
      const json = JSON.stringify({
        type: "CLIPTemperature",
        attr: { ...sensor(writer), name: `Name ${turn}` },
        config: { on: true },
        state: {},
      });
      waiting.push({ writer, json, done });
      if (!busy) queueMicrotask(() => (busy ? undefined : flush()));
    });
}
