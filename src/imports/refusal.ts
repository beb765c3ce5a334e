/** Why nothing can be brought over: a word for programs, its subject, and the sentence that `words` makes of both. */
import { inWords, type Note, type NoteCode, type NoteValues } from "./words.ts";

export class ImportRefusal extends Error {
  readonly code: NoteCode;
  readonly values: NoteValues;
  readonly notes: readonly Note[]; // all of it, where there are several reasons

  constructor(code: NoteCode, values: NoteValues = {}, more: readonly Note[] = []) {
    const notes = [{ code, values }, ...more];
    super(notes.map(inWords).join(". "));
    this.code = code;
    this.values = values;
    this.notes = notes;
  }
}

/** One refusal with all of these reasons; nothing happens without any. */
export function refuseFor([first, ...more]: readonly Note[]): void {
  if (first) throw new ImportRefusal(first.code, first.values, more);
}
