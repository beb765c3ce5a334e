/** After another stick took the network over: how many devices report to it already. */
import type { Values } from "../../src/model/resource.ts";
import { useHouse } from "../hooks.ts";
import { say } from "../texts.ts";

export function Moving() {
  const job = useHouse(({ jobs }) =>
    Object.values(jobs).find(({ does, status }) => does === "move" && status === "running"),
  );
  if (!job) return null;
  const { done, total } = (job.progress ?? {}) as Values;
  const count = { done: Number(done), total: Number(total) };
  return (
    <section class="zg-section" aria-label={say("jobs.does.move")}>
      <progress class="zg-progress" max={count.total} value={count.done} aria-label={say("jobs.does.move")} />
      <p role="status">{say("network.moving", count)}</p>
    </section>
  );
}
