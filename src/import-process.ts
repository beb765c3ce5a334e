/** The main module of the process that looks at another program's house: one question, one answer. */
import process from "node:process";
import { type ImportOptions, type ImportSource, lookAtHouse } from "./import-house.ts";
import { ImportRefusal } from "./imports/refusal.ts";

export interface ImportQuestion {
  readonly source: ImportSource;
  readonly options: ImportOptions;
}

process.once("message", (question: ImportQuestion) => {
  void answerTo(question).then((answer) => process.send?.(answer, () => process.exit(0)));
});

async function answerTo({ source, options }: ImportQuestion): Promise<object> {
  try {
    return { done: await lookAtHouse(source, options) };
  } catch (error) {
    if (error instanceof ImportRefusal) return { refused: { notes: error.notes, says: error.message } };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
