/** The uses of a device, a rule or a schedule: each opens with a click, and the panel lists them again before it removes a device. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Use, Uses } from "../../../src/model/admin-api.ts";
import type { Api } from "../../api.ts";
import { useApi, useHouse, useLive, useNamedHouse, usePanelHost, usePlace, useQuery } from "../../hooks.ts";
import type { ResourcesById } from "../../house.ts";
import { say } from "../../texts.ts";
import { Icon, type IconName } from "../../widgets/icons.tsx";
import { Button, Empty } from "../../widgets/widgets.tsx";
import { eachUse, firstUses, keyOfUse, pathOf, sayUse } from "./uses-in-words.ts";

const ICONS = {
  flow: "flow",
  rule: "rule",
  schedule: "clock",
  scene: "scene",
  group: "house",
  binding: "network",
} as const satisfies Record<Use["by"], IconName>;

/** Asked again whenever a rule, schedule or group that may use the devices changes. Undefined: no answer yet. */
export function useUses(keys: readonly string[]): readonly Use[] | undefined {
  const api = useApi();
  const live = useLive();
  const { rules, schedules, groups } = useHouse((house) => ({
    rules: definitionsIn(house.rules, ["conditions", "actions", "name"]),
    schedules: definitionsIn(house.schedules, ["command", "name"]),
    groups: definitionsIn(house.groups, ["lights", "scenes", "devicemembership", "name"]),
  }));
  const asked = keys.join();
  const { answer } = useQuery(() => api.uses(keys), [api, asked, rules, schedules, groups]);
  const before = beforeOf(api);
  if (answer) before.set(asked, answer);
  const told = answer ?? before.get(asked);
  return useMemo(() => told && eachUse(told, live.house?.rules ?? {}), [told, live]);
}

const lastTold = new WeakMap<Api, Map<string, Uses>>();

/** The last answer of a gateway: a user who comes back sees it at once, and nothing moves. */
function beforeOf(api: Api): Map<string, Uses> {
  const before = lastTold.get(api) ?? new Map<string, Uses>();
  lastTold.set(api, before);
  return before;
}

const known = new WeakMap<ResourcesById, string>();

/** The definitions of a family as a text: a lamp that is switched changes the state of its groups, and nothing here. */
function definitionsIn(family: ResourcesById, members: readonly string[]): string {
  const text =
    known.get(family) ??
    JSON.stringify(Object.entries(family).map(([id, view]) => [id, ...members.map((member) => view[member])]));
  known.set(family, text);
  return text;
}

interface UsedByProps {
  readonly used: readonly string[]; // keys of devices, or addresses
  readonly hasRooms?: boolean; //      its rooms and groups are told beside
}

export function UsedBy({ used, hasRooms = false }: UsedByProps) {
  const house = useNamedHouse();
  const uses = useUses(used)?.filter(({ by }) => !hasRooms || by !== "group");
  return (
    <section class="zg-section" aria-labelledby="zg-uses">
      <h3 id="zg-uses">{say("devices.uses.title")}</h3>
      {!uses && <div class="zg-uses-awaited" />}
      {uses?.length === 0 && <Empty>{say("devices.uses.none")}</Empty>}
      {uses && uses.length > 0 && (
        <ul class="zg-uses">
          {uses.map((use) => (
            <li key={keyOfUse(use)}>
              <Icon name={ICONS[use.by]} />
              <OpenUse use={use}>{sayUse(house, use)}</OpenUse>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Flow nodes stand in the editor: around the sidebar, or on another page. */
function OpenUse({ use, children }: { readonly use: Use; readonly children: ComponentChildren }) {
  const { editor } = usePanelHost();
  const [, go] = usePlace();
  const { node } = use;
  if (node !== undefined && editor) return <Button onClick={() => editor.reveal(node)}>{children}</Button>;
  if (node !== undefined) return <a href={`../#node/${encodeURIComponent(node)}`}>{children}</a>;
  const path = pathOf(use);
  return path ? <Button onClick={() => go(path)}>{children}</Button> : <span>{children}</span>;
}

/** Before devices, a room or a scene are removed; nothing where nothing uses them. */
export function UsesInWords({ used }: Pick<UsedByProps, "used">) {
  const house = useNamedHouse();
  const uses = useUses(used);
  const { told, more } = firstUses(uses ?? []);
  if (told.length === 0) return null;
  return (
    <div class="zg-used">
      <p>{say("devices.uses.before-removal")}</p>
      <ul>
        {told.map((use) => (
          <li key={keyOfUse(use)}>{sayUse(house, use)}</li>
        ))}
        {more > 0 && <li class="zg-dim">{say("devices.uses.more", { count: more })}</li>}
      </ul>
    </div>
  );
}
