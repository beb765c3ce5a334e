/** Moving in from another program, as handlers and nodes ask for it. */
import type { EnginePort } from "../engine-ports.ts";
import type { RunningJob } from "../jobs.ts";
import type { Cause } from "../resource.ts";

/** Which house, and how it is to come. */
export interface ImportWish {
  readonly source: { readonly path: string } | { readonly upload: string };
  readonly stick?: { readonly path?: string; readonly adapter?: string; readonly isSame?: boolean };
  readonly network?: "settings" | "backup"; // which counts, where its files are of two
  readonly allKeys?: boolean; // also those that were not used for long
  readonly areas?: boolean; //   rooms of Home Assistant become groups
  /** Not only a look: the house takes the place of the present one, at the next start. */
  readonly go?: boolean;
  readonly print?: string; //    of the files that were looked at before; they must be unchanged
  readonly mayBeRare?: boolean; // the stick may be of another family
  readonly isGone?: boolean; //    the other program, despite the signs that it still runs
}

export interface Imports {
  /** Undefined: another one is under way. */
  begin(wish: ImportWish, cause: Cause): RunningJob | undefined;
  /** Keeps what a browser has uploaded, until the next; answers how a wish names it. */
  keep(files: ReadonlyMap<string, Uint8Array>): string;
  /** The gateway of before the last move comes back at the next start; false: there is none. */
  undo(cause: Cause): Promise<boolean>;
}

export const IMPORTS: EnginePort<Imports> = { name: "imports" };
/** The names of the jobs of a move and of a mere look: a look takes no part in the way back. */
export const IMPORT = "import";
export const IMPORT_LOOK = "import-look";
