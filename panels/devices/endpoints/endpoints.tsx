/** What only those want to see who know Zigbee: clusters with what is bound and reported, and the console. */
import type { JSX } from "preact";
import { useApi, useQuery } from "../../hooks.ts";
import { perform } from "../../perform.ts";
import { say } from "../../texts.ts";
import { Button, Empty, Fault } from "../../widgets/widgets.tsx";
import { Clusters } from "./clusters.tsx";
import { AttributeConsole } from "./console.tsx";
import { type ClusterRow, clusterRows } from "./wiring.ts";

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
