/** The verdict on the network: whether every device has a good way, and for each device without one the reason and the cure. */
import { sayTrouble } from "../devices/care/trouble-in-words.ts";
import { usePlace } from "../hooks.ts";
import { say, sayNames } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { Badge, Button } from "../widgets/widgets.tsx";
import { illRows, type NetworkRow, sayWeakest } from "./device-rows.ts";
import { type NodeNames, nodeName } from "./links.ts";

interface VerdictProps {
  readonly rows: readonly NetworkRow[];
  readonly names: NodeNames;
}

const MOST = 5; // the list below has them all

export function NetworkVerdict({ rows, names }: VerdictProps) {
  const { count, ill, unknown } = illRows(rows);
  if (count === 0) return null;
  const lost = ill.filter(({ isMissed }) => isMissed);
  const first = [...lost, ...ill.filter(({ isMissed }) => !isMissed)];
  const isWell = ill.length === 0;
  return (
    <section class="zg-section" aria-label={say("network.verdict.title")}>
      <p role="status" class={`zg-verdict zg-tone-${isWell ? "good" : "bad"}`}>
        <Icon name={isWell ? "good" : "warn"} />
        {say(`network.verdict.${isWell ? "good" : "some"}`, { count, good: count - ill.length })}
      </p>
      {isWell && <p>{sayWeakest(rows)}</p>}
      {unknown.length > 0 && <p>{say("network.verdict.unknown", { names: namesOf(unknown) })}</p>}
      {!isWell && (
        <ul class="zg-network-ill">
          {first.slice(0, MOST).map((row) => (
            <Ill key={row.mac} row={row} names={names} />
          ))}
        </ul>
      )}
      {first.length > MOST && <p class="zg-hint">{say("network.map.more", { count: first.length - MOST })}</p>}
    </section>
  );
}

function namesOf(rows: readonly NetworkRow[]): string {
  return sayNames(
    rows.slice(0, MOST).map(({ name }) => name),
    Math.max(0, rows.length - MOST),
  );
}

interface IllProps extends Omit<VerdictProps, "rows"> {
  readonly row: NetworkRow;
}

function Ill({ row, names }: IllProps) {
  const [, go] = usePlace();
  const { mac, name, isMissed, trouble } = row;
  const { cause, cure } = wordsFor(row, names);
  const { by } = trouble ?? {};
  return (
    <li>
      <strong>{name}</strong>{" "}
      <Badge tone={isMissed ? "bad" : "warn"}>
        {say(isMissed ? "devices.unreachable" : trouble ? "network.verdict.ill" : "network.weak")}
      </Badge>
      <div>{cause}</div>
      <div class="zg-cure">{cure}</div>
      <div class="zg-actions">
        <Button icon="next" label={`${say("network.open")}: ${name}`} onClick={() => go(["devices", mac])}>
          {say("network.open")}
        </Button>
        {by !== undefined && by !== mac && (
          <Button
            icon="next"
            label={say("health.do.device", { name: nodeName(names, by) })}
            onClick={() => go(["devices", by])}
          >
            {nodeName(names, by)}
          </Button>
        )}
        {trouble?.kind === "channel-busy" && (
          <Button icon="network" onClick={() => go(["network", "channels"])}>
            {say("health.do.channels")}
          </Button>
        )}
      </div>
    </li>
  );
}

function wordsFor({ isMissed, trouble, quality = 0, way }: NetworkRow, names: NodeNames) {
  if (trouble) return sayTrouble(trouble, (mac) => nodeName(names, mac));
  if (isMissed) return { cause: say("doctor.says.unknown"), cure: say("doctor.cure.unknown") };
  const along = way === "" ? "" : ` (${way})`;
  return { cause: `${say("doctor.says.link-weak", { link: quality })}${along}`, cure: say("doctor.cure.link-weak") };
}
