/** Who is in the house, but not in the network: strangers, and those that left. */

import { useNote } from "../hooks.ts";
import { openingWish, SPANS } from "../pairing/opening.ts";
import { say } from "../texts.ts";
import { Fault, useAct } from "../widgets/acting.tsx";
import { Button, Empty } from "../widgets/widgets.tsx";
import type { Station } from "./house.ts";
import type { LiveVirtual } from "./live.ts";

export interface OutsideProps {
  readonly stations: readonly Station[];
  readonly isOpen: boolean;
  readonly live: LiveVirtual;
}

export function Outside({ stations, isOpen, live: { turn } }: OutsideProps) {
  const act = useAct();
  const note = useNote();
  /** Whoever is outside comes by itself when the network is opened. */
  const bringIn = async ({ mac, name }: Station) => {
    const { method, address, body } = openingWish(SPANS[0]);
    const isComing = isOpen ? await turn(mac, { join: true }) : (await act.wish(method, address, body)) !== undefined;
    if (isComing) note(say("virtual.coming", { name }));
  };
  return (
    <section class="zg-section" aria-labelledby="zg-virtual-outside">
      <h2 id="zg-virtual-outside">{say("virtual.outside")}</h2>
      {stations.length === 0 && <Empty>{say("virtual.outside-none")}</Empty>}
      {stations.some(canCome) && <p class="zg-hint">{say("virtual.bring-in-about")}</p>}
      <ul class="zg-outside">
        {stations.map((station) => (
          <li key={station.mac}>
            <div>
              <div>{station.name}</div>
              {!canCome(station) && <div class="zg-dim">{say("virtual.shy")}</div>}
            </div>
            {canCome(station) && (
              <Button
                icon="pair"
                label={say("virtual.bring-in-named", { name: station.name })}
                onClick={() => bringIn(station)}
              >
                {say("virtual.bring-in")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Fault act={act} />
    </section>
  );
}

function canCome({ role }: Station): boolean {
  return role !== "shy";
}
