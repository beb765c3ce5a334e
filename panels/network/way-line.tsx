/** The way from the stick to a device, hop by hop, each with its link; and the fate of the messages on it. */
import { useMemo } from "preact/hooks";
import { isObject, type Values } from "../../src/model/resource.ts";
import type { Api } from "../api.ts";
import { useApi, useQuery } from "../hooks.ts";
import type { Graph } from "../map/graph.ts";
import { say, sayMoment, sayNumber, utc } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { type NodeNames, nodeName, strengthOf } from "./links.ts";
import { type ToldVias, wayTo } from "./way.ts";

interface WayLineProps {
  readonly mac: string;
  readonly graph: Graph;
  readonly names: NodeNames;
  readonly onChoose: (mac: string) => void;
}

export function WayLine({ mac, graph, names, onChoose }: WayLineProps) {
  const api = useApi();
  const { answer } = useQuery(() => askWay(api, mac), [api, mac]);
  const way = useMemo(() => wayTo(mac, graph, answer?.vias ?? {}), [mac, graph, answer]);
  const { sent, retried, lost, since } = answer?.deliveries ?? {};
  return (
    <>
      {way && (
        <p class="zg-way">
          <span>{say(way.isLikely ? "network.way.likely" : "network.way.told")}</span>
          {way.hops.map(({ mac: hop, quality }) => (
            <span key={hop} class="zg-way-hop">
              <span class={`zg-way-link zg-link-${quality === undefined ? "unknown" : strengthOf(quality)}`}>
                <Icon name="next" />
                {quality !== undefined && sayNumber(quality)}
              </span>
              {hop === mac ? (
                <strong>{nodeName(names, hop)}</strong>
              ) : (
                <button type="button" class="zg-way-name" onClick={() => onChoose(hop)}>
                  {nodeName(names, hop)}
                </button>
              )}
            </span>
          ))}
        </p>
      )}
      {Number(sent) > 0 && (
        <p class="zg-hint">{say("network.way.sent", { sent, retried, lost, time: sayMoment(utc(since)) })}</p>
      )}
    </>
  );
}

/** Asks for the device, and for its next hop: that one is reached by a way of its own. */
async function askWay(api: Api, mac: string): Promise<{ readonly vias: ToldVias; readonly deliveries: Values }> {
  const deliveriesOf = async (each: string): Promise<Values> => {
    const { status, body } = await api.perform("GET", `/devices/${each}`);
    return status === 200 && isObject(body) && isObject(body.deliveries) ? body.deliveries : {};
  };
  const deliveries = await deliveriesOf(mac);
  const via = typeof deliveries.via === "string" ? deliveries.via : undefined;
  const further = via === undefined ? undefined : (await deliveriesOf(via)).via;
  const vias = { [mac]: via, ...(via !== undefined && typeof further === "string" ? { [via]: further } : {}) };
  return { vias, deliveries };
}
