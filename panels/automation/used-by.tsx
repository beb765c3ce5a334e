/** Who would miss a rule or a schedule: rules that switch it, and flow nodes that follow it. */
import type { FlowNodes } from "../../src/model/admin-api.ts";
import { type NamedHouse, sayCause } from "../resource-names.ts";
import { say } from "../texts.ts";
import { EmphasizedText, Empty } from "../widgets/widgets.tsx";
import { usersOf } from "./users.ts";

export interface UsedByProps {
  readonly address: string;
  readonly house: NamedHouse;
  readonly flowNodes: FlowNodes;
}

export function UsedBy({ address, house, flowNodes }: UsedByProps) {
  const users = usersOf(house, flowNodes, address);
  return (
    <section class="zg-section" aria-labelledby="zg-used-by">
      <h3 id="zg-used-by">{say("automation.used-by")}</h3>
      {users.length === 0 && <Empty>{say("automation.used-by-none")}</Empty>}
      {users.length > 0 && (
        <ul>
          {users.map((user) => (
            <li key={user}>
              <EmphasizedText text={sayCause(house, user, flowNodes)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
