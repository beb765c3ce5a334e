/** The measurements of one file, in a process of its own: code that others have loaded is not in their way. */
import process from "node:process";
import type { Bench, Result } from "./goals.ts";
import { given } from "./inside.ts";

export interface Question {
  readonly file: string;
  readonly wanted: readonly string[]; // goals; none: all
  readonly long: boolean;
}

const { file, wanted, long } = given<Question>();
const { benches }: { readonly benches: readonly Bench[] } = await import(`./${file}.ts`);
const isWanted = (goal: string) => wanted.length === 0 || wanted.includes(goal);
for (const { goals, run } of benches) {
  if (!goals.some(isWanted)) continue;
  for (const result of await run(long)) if (isWanted(result.goal)) await tell(result);
}
process.exit(0);

function tell(result: Result): Promise<void> {
  return new Promise((resolve) => process.send?.(result, () => resolve()));
}
