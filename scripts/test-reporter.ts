/** The report of a process of tests to the one that started it: a line of JSON for each failure, and one that counts. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

export type Told =
  | { readonly failure: string }
  | { readonly passed: number; readonly failed: number; readonly skipped: number; readonly processor?: number };

export default async function* report(events: AsyncIterable<TestEvent>): AsyncIterable<string> {
  for await (const { type, data } of events) {
    if (type === "test:fail") {
      const { name, file = "", details } = data;
      if (!isParent(details.error))
        yield line({ failure: `${relative(".", file)}: ${name}\n${inspect(details.error.cause ?? details.error)}` });
    }
    if (type === "test:summary" && data.file === undefined) {
      const { passed, tests, skipped, todo } = data.counts;
      const counts = { passed, failed: tests - passed - skipped - todo, skipped: skipped + todo };
      const processor = processorTime();
      yield line({ ...counts, ...(processor !== undefined && { processor }) });
    }
  }
}

/** Seconds that this process and those that it has outlived have worked, where the system tells. */
export function processorTime(): number | undefined {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    const ticks = fields.slice(11, 15).map(Number); // of its own and of its children, in user and system mode
    return ticks.reduce((sum, each) => sum + each, 0) / 100;
  } catch {
    return undefined;
  }
}

/** A test or a suite that fails only because a test in it failed, which was told already. */
function isParent(error: Error): boolean {
  return (error as { failureType?: string }).failureType === "subtestsFailed";
}

function line(told: Told): string {
  return `${JSON.stringify(told)}\n`;
}
