/** The devices of the network beside the map: the quality of their links, changes, and, opened, all links of a device in words. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { usePlace } from "../hooks.ts";
import type { Graph, MapLink } from "../map/graph.ts";
import { say } from "../texts.ts";
import { SearchField } from "../widgets/fields.tsx";
import { Icon, type IconName } from "../widgets/icons.tsx";
import { holdsWords, simple } from "../widgets/search.ts";
import { Badge, Button, Empty, type Tone } from "../widgets/widgets.tsx";
import type { LinkChange, NetworkChanges } from "./changes.ts";
import { filteredRows, type NetworkRow, otherEnd, type RowFilter } from "./device-rows.ts";
import { type NodeNames, nodeName, strengthOf } from "./links.ts";
import { Quality } from "./quality.tsx";
import { WayLine } from "./way-line.tsx";

interface DeviceListProps {
  readonly graph: Graph;
  readonly rows: readonly NetworkRow[];
  readonly changes: NetworkChanges;
  readonly names: NodeNames;
  readonly chosen: string | undefined;
  readonly onChoose: (mac: string | undefined) => void;
}

const FILTERS: readonly RowFilter[] = ["all", "missed", "weak", "changed"];
const MOST = 100; // rows at first
const FEW = 8; //    that need no search

export function NetworkDeviceList({ graph, rows, changes, names, chosen, onChoose }: DeviceListProps) {
  const [filter, setFilter] = useState<RowFilter>("all");
  const [typed, type] = useState("");
  const [pages, setPages] = useState(1);
  const fitting = filteredRows(rows, filter).filter(({ name }) => holdsWords(simple(name), typed));
  const shown = fitting.slice(0, Math.max(pages * MOST, 1 + fitting.findIndex(({ mac }) => mac === chosen)));
  return (
    <>
      <fieldset class="zg-actions zg-network-filter" aria-label={say("network.filter")}>
        {FILTERS.map((each) => (
          <Button key={each} isPressed={each === filter} onClick={() => setFilter(each)}>
            {say(`network.show.${each}`, { count: filteredRows(rows, each).length })}
          </Button>
        ))}
      </fieldset>
      {rows.length > FEW && <SearchField label={say("network.search")} value={typed} onType={type} />}
      {fitting.length === 0 && <Empty>{say(typed === "" ? `network.show.no-${filter}` : "network.show.none")}</Empty>}
      <ul class="zg-network-rows">
        {shown.map((row) => (
          <Row
            key={row.mac}
            row={row}
            isOpen={row.mac === chosen}
            onOpen={() => onChoose(row.mac === chosen ? undefined : row.mac)}
          >
            <WayLine {...{ graph, names }} mac={row.mac} onChoose={onChoose} />
            <Links graph={graph} names={names} changes={changes} mac={row.mac} />
          </Row>
        ))}
      </ul>
      {shown.length < fitting.length && (
        <Button icon="more" onClick={() => setPages(pages + 1)}>
          {say("table.more", { count: fitting.length - shown.length })}
        </Button>
      )}
    </>
  );
}

const ICONS: Readonly<Record<NetworkRow["role"], IconName>> = {
  coordinator: "radio",
  router: "network",
  "end-device": "device",
  gone: "minus",
};

interface RowProps {
  readonly row: NetworkRow;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly children: ComponentChildren;
}

function Row({ row, isOpen, onOpen, children }: RowProps) {
  const { mac, name, role, way, quality, change, isMissed } = row;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <li ref={item} data-row={mac}>
      <button type="button" aria-expanded={isOpen} onClick={onOpen}>
        <Icon name={ICONS[role]} />
        <span class="zg-network-name">
          {name}
          <span class="zg-dim">{role === "end-device" && way !== "" ? way : say(`network.role.${role}`)}</span>
        </span>
        {isMissed && <Badge tone="bad">{say("devices.unreachable")}</Badge>}
        {change && <ChangeBadge change={change} />}
        {quality !== undefined && <Quality quality={quality} />}
      </button>
      {isOpen && <div class="zg-network-links">{children}</div>}
    </li>
  );
}

const TONES: Readonly<Record<LinkChange, Tone>> = { new: "good", better: "good", gone: "warn", worse: "warn" };

function ChangeBadge({ change }: { readonly change: LinkChange }) {
  return <Badge tone={TONES[change]}>{say(`network.change.${change}`)}</Badge>;
}

interface LinksProps {
  readonly graph: Graph;
  readonly names: NodeNames;
  readonly changes: NetworkChanges;
  readonly mac: string;
}

const MOST_LINKS = 8;

/** All links of a device, the best first, then the links of the former survey that are gone. Changed links are not folded away. */
function Links({ graph: { nodes, links }, names, changes, mac }: LinksProps) {
  const [, go] = usePlace();
  const [isAll, showAll] = useState(false);
  const own = links.filter(({ ends }) => ends.includes(mac)).reverse();
  const lost = [...changes.links].flatMap(([key, change]) => {
    const ends = key.split(" ");
    return change === "gone" && ends.includes(mac) ? [ends[0] === mac ? ends[1] : ends[0]] : [];
  });
  const shown = own.filter(({ key }, index) => isAll || index < MOST_LINKS || changes.links.has(key));
  const isDevice = nodes.some((node) => node.mac === mac && node.role !== "coordinator");
  return (
    <>
      {own.length + lost.length === 0 && <p class="zg-hint">{say("network.map.alone")}</p>}
      <ul>
        {shown.map((link) => (
          <li key={link.key} class={`zg-map-detail zg-link-${strengthOf(link.quality)}`}>
            {sayLink(link, mac, names)} <LinkMark change={changes.links.get(link.key)} />
          </li>
        ))}
        {lost.map((other = "") => (
          <li key={other} class="zg-map-detail">
            {nodeName(names, other)} <LinkMark change="gone" />
          </li>
        ))}
      </ul>
      <div class="zg-actions">
        {shown.length < own.length && (
          <Button icon="more" onClick={() => showAll(true)}>
            {say("network.map.more", { count: own.length - shown.length })}
          </Button>
        )}
        {isDevice && (
          <Button icon="next" onClick={() => go(["devices", mac])}>
            {say("network.open")}
          </Button>
        )}
      </div>
    </>
  );
}

function LinkMark({ change }: { readonly change: LinkChange | undefined }) {
  return change ? <ChangeBadge change={change} /> : null;
}

function sayLink(link: MapLink, mac: string, names: NodeNames): string {
  const isFirst = link.ends[0] === mac;
  const [hears, heard] = isFirst ? link.heard : [link.heard[1], link.heard[0]];
  const way = hears === undefined ? "link-heard" : heard === undefined ? "link-hears" : "link";
  return say(`network.map.${way}`, { name: nodeName(names, otherEnd(link, mac)), hears, heard });
}
