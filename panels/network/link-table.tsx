/** The links of the network as a table: the lines of the map in words and numbers. */
import { useMemo, useState } from "preact/hooks";
import { say } from "../texts.ts";
import { type Column, Table } from "../widgets/table.tsx";
import { Empty, Switch } from "../widgets/widgets.tsx";
import { type NodeNames, nodeName, type RadioLink, strengthOf } from "./links.ts";
import { Quality } from "./quality.tsx";

interface LinkTableProps {
  readonly links: readonly RadioLink[];
  readonly names: NodeNames;
}

const MOST = 150; // rows at first: a large mesh has thousands of links

export function LinkTable({ links, names }: LinkTableProps) {
  const [isWeakOnly, setWeakOnly] = useState(false);
  const weak = useMemo(() => links.filter(({ quality }) => strengthOf(quality) === "weak"), [links]);
  const columns = useMemo(() => columnsFor(names), [names]);
  return (
    <>
      <p role="status">
        {say("network.count", { count: links.length })}{" "}
        {say(weak.length > 0 ? "network.weak-count" : "network.all-good", { count: weak.length })}
      </p>
      <Switch label={say("network.weak-only")} isOn={isWeakOnly} onChange={setWeakOnly} />
      {isWeakOnly && weak.length === 0 ? (
        <Empty>{say("network.no-weak")}</Empty>
      ) : (
        <div class="zg-links">
          <Table
            label={say("network.links")}
            columns={columns}
            rows={isWeakOnly ? weak : links}
            keyOf={({ key }) => key}
            sortedBy="quality"
            most={MOST}
          />
        </div>
      )}
    </>
  );
}

function columnsFor(names: NodeNames): readonly Column<RadioLink>[] {
  return [
    {
      id: "device",
      title: say("network.device"),
      show: ({ from }) => nodeName(names, from),
      sortBy: ({ from }) => nodeName(names, from),
    },
    {
      id: "neighbour",
      title: say("network.neighbour"),
      show: ({ to }) => nodeName(names, to),
      sortBy: ({ to }) => nodeName(names, to),
    },
    {
      id: "quality",
      title: say("network.quality"),
      show: ({ quality }) => <Quality quality={quality} />,
      sortBy: ({ quality }) => quality,
    },
    {
      id: "relation",
      title: say("network.relation"),
      show: ({ relation }) => say(`network.is.${relation}`),
      sortBy: ({ relation }) => say(`network.is.${relation}`),
    },
    {
      id: "depth",
      title: say("network.depth"),
      show: ({ depth }) => depth ?? "–",
      sortBy: ({ depth }) => depth,
      isNumber: true,
    },
  ];
}
