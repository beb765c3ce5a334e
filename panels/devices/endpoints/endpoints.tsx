/** A part for users who know Zigbee: clusters with their bindings and reports, and the console. */
import type { JSX } from "preact";
import { useApi, useQuery } from "../../hooks.ts";
import { perform } from "../../perform.ts";
import { say, saySpan } from "../../texts.ts";
import { Badge, Button, Empty, Fault } from "../../widgets/widgets.tsx";
import { clusterName, targetName } from "../binding-targets.ts";
import { useTargets } from "../bindings.tsx";
import { AttributeConsole } from "./console.tsx";
import { type ClusterRow, clusterRows, isSetUp } from "./wiring.ts";

export function ClustersOf({ mac }: { readonly mac: string }) {
  return <OfEndpoints mac={mac} show={(rows) => <Clusters rows={rows} />} />;
}

export function ConsoleOf({ mac }: { readonly mac: string }) {
  return <OfEndpoints mac={mac} show={(rows) => <AttributeConsole mac={mac} rows={rows} />} />;
}

interface OfEndpointsProps {
  readonly mac: string;
  readonly show: (rows: readonly ClusterRow[]) => JSX.Element;
}

function OfEndpoints({ mac, show }: OfEndpointsProps) {
  const api = useApi();
  const { answer, again } = useQuery(
    () => perform(api, { method: "GET", address: `/devices/${mac}/endpoints` }),
    [api, mac],
  );
  if (!answer) return <Empty>{say("app.loading")}</Empty>;
  if (answer.refusal !== undefined)
    return (
      <>
        <Fault>{answer.refusal}</Fault>
        <Button onClick={again}>{say("do.again")}</Button>
      </>
    );
  return show(clusterRows(answer.reply?.body));
}

// ---- the clusters: the targets of their bindings, and their configured reports

function Clusters({ rows }: { readonly rows: readonly ClusterRow[] }) {
  const { house, targets } = useTargets();
  const endpoints = [...new Set(rows.map(({ endpoint }) => endpoint))];
  return (
    <>
      <p class="zg-hint">{say("devices.clusters.about")}</p>
      {endpoints.map((endpoint) => {
        const own = rows.filter((row) => row.endpoint === endpoint);
        return (
          <section key={endpoint} class="zg-part">
            <h4>{say("devices.clusters.endpoint", { endpoint })}</h4>
            <ul class="zg-clusters">
              {own.filter(isSetUp).map((row) => (
                <li key={`${row.side} ${row.id}`}>
                  <strong>{clusterName(row.name)}</strong>
                  {row.bound.length > 0 && (
                    <span>
                      {say("devices.clusters.bound", {
                        names: row.bound.map((target) => targetName(target, targets, house.devices)).join(", "),
                      })}
                    </span>
                  )}
                  {row.reported.map(({ attribute, least, most, change }) => (
                    <span key={attribute}>
                      {say(change > 0 ? "devices.clusters.reports-change" : "devices.clusters.reports", {
                        ...{ attribute, change },
                        ...{ least: saySpan(least), most: saySpan(most) },
                      })}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
            <ul class="zg-chips" aria-label={say("devices.clusters.others")}>
              {own
                .filter((row) => !isSetUp(row))
                .map((row) => (
                  <li key={`${row.side} ${row.id}`}>
                    <Badge>{say(`devices.clusters.${row.side}`, { name: clusterName(row.name), id: row.id })}</Badge>
                  </li>
                ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
