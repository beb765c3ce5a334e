/** Measurements inside one process: started anew for each question, with the garbage collector at hand. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Runs `questions/<name>.ts` in a fresh process with a fresh folder; answers its message. */
export async function inside<Answer>(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  const folder = typeof given.folder === "string" ? given.folder : mkdtempSync(join(tmpdir(), "zigbee-bench-"));
  const child = fork(new URL(`questions/${name}.ts`, import.meta.url), [JSON.stringify({ ...given, folder })], {
    execArgv: ["--expose-gc"],
  });
  const [answer] = (await Promise.race([once(child, "message"), died(child, name)])) as [Answer];
  child.kill();
  if (given.folder === undefined) rmSync(folder, { recursive: true, force: true });
  return answer;
}

async function died(child: ReturnType<typeof fork>, name: string): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`${name} ended with ${code}`);
}

export function given<Given>(): Given {
  return JSON.parse(process.argv[2] ?? "{}") as Given;
}

export function answer(value: unknown): void {
  process.send?.(value);
}

/** Bytes on the heap when nothing is garbage. */
export function heap(): number {
  for (let round = 0; round < 4; round += 1) globalThis.gc?.();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}
