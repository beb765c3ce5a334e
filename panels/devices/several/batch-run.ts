/** Carries out one task for several devices. A refusal of one device does not stop the others. Pure. */
import type { ApiCommand, CommandResult } from "../../perform.ts";

export interface BatchItem {
  readonly name: string;
  readonly commands: readonly ApiCommand[];
  /** One of the commands is enough: not each part of a device can be asked how it is. */
  readonly needsOne?: boolean;
}

export interface Refusal {
  readonly name: string;
  readonly reason: string;
}

interface BatchParts {
  readonly perform: (command: ApiCommand) => Promise<CommandResult>;
  readonly tell: (done: number) => void;
  readonly isStopped: () => boolean;
}

export async function runBatch(
  items: readonly BatchItem[],
  { perform, tell, isStopped }: BatchParts,
): Promise<readonly Refusal[]> {
  const refusals: Refusal[] = [];
  for (const [index, { name, commands, needsOne = false }] of items.entries()) {
    if (isStopped()) break;
    tell(index);
    const reasons = new Set<string>();
    let done = 0;
    for (const command of commands) {
      const { refusal } = await perform(command);
      if (refusal === undefined) done += 1;
      else reasons.add(refusal);
    }
    const isDone = needsOne ? done > 0 || commands.length === 0 : reasons.size === 0;
    if (!isDone) refusals.push({ name, reason: [...reasons].join("; ") });
  }
  return refusals;
}
