/** Moves a house in and takes it back, again and again, until it is killed. */
import process from "node:process";
import { finishRestore, stageRestore, stageUndo } from "../../src/edges/disk/restore.ts";

const [folder = "", text = "{}"] = process.argv.slice(2);
const { records, radio } = JSON.parse(text);
process.send?.("ready");
for (;;) {
  await stageRestore(folder, { records, radio, about: {}, made: "2026-01-01T00:00:00.000Z", dataVersion: 1 });
  await finishRestore(folder);
  await stageUndo(folder);
  await finishRestore(folder);
}
