/** The same done with several devices, one after the other: the progress, and each refusal with its device. */
import { useRef, useState } from "preact/hooks";
import { useApi } from "../../hooks.ts";
import { type ApiCommand, perform } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Button } from "../../widgets/widgets.tsx";
import { type BatchItem, type Refusal, runBatch } from "./batch-run.ts";

interface Batch {
  readonly progress: { readonly done: number; readonly total: number } | undefined; // while it runs
  readonly refusals: readonly Refusal[];
  /** Answers how many were done; undefined: it was stopped, or is running. */
  readonly run: (items: readonly BatchItem[]) => Promise<number | undefined>;
  readonly stop: () => void;
}

export function useBatch(): Batch {
  const api = useApi();
  const [progress, setProgress] = useState<Batch["progress"]>(undefined);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const isStopped = useRef(false);
  const isRunning = useRef(false);
  const run = async (items: readonly BatchItem[]) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    isStopped.current = false;
    setRefusals([]);
    const found = await runBatch(items, {
      perform: (command: ApiCommand) => perform(api, command),
      tell: (done) => setProgress({ done, total: items.length }),
      isStopped: () => isStopped.current,
    });
    isRunning.current = false;
    setProgress(undefined);
    setRefusals(found);
    return isStopped.current ? undefined : items.length - found.length;
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { progress, refusals, run, stop };
}

export function BatchState({ of: { progress, refusals, stop } }: { readonly of: Batch }) {
  return (
    <div class="zg-batch" role="status" aria-live="polite">
      {progress && (
        <>
          <progress max={progress.total} value={progress.done} aria-label={say("devices.several.progress", progress)} />
          <span>{say("devices.several.progress", progress)}</span>
          <Button icon="stop" onClick={stop}>
            {say("devices.several.stop")}
          </Button>
        </>
      )}
      {refusals.length > 0 && (
        <ul class="zg-fault">
          {refusals.map(({ name, reason }) => (
            <li key={name}>{say("devices.several.refused", { name, reason })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
