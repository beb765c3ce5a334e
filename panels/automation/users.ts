/** Who uses a rule or a schedule. Pure. */
import type { FlowNodes } from "../../src/model/admin-api.ts";
import type { NamedHouse } from "../resource-names.ts";

/** As causes are named: "/rules/3", "flow:<node id>". */
export function usersOf(
  { rules }: Pick<NamedHouse, "rules">,
  flowNodes: FlowNodes,
  address: string,
): readonly string[] {
  const switchers = Object.entries(rules).filter(([, { actions }]) => {
    const all = Array.isArray(actions) ? (actions as readonly { readonly address?: unknown }[]) : [];
    return all.some((action) => action.address === address || String(action.address).startsWith(`${address}/`));
  });
  const followers = Object.entries(flowNodes).filter(([, { follows }]) => follows === address);
  return [...switchers.map(([id]) => `/rules/${id}`), ...followers.map(([id]) => `flow:${id}`)];
}
