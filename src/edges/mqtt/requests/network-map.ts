/** The map of the network in the forms that clients ask for: plain data, Graphviz, PlantUML. */
import { macOf } from "../../../model/addresses.ts";
import type { RouteEntry } from "../../../model/radio/orders.ts";
import { isObject, type Values } from "../../../model/resource.ts";
import { readMinutes } from "../../../model/time/times.ts";
import { Refusal, type RequestParts } from "./asked.ts";

interface Node extends Values {
  readonly ieeeAddr: string;
  readonly friendlyName: string;
  readonly type: string;
  readonly networkAddress: number;
}

interface Link extends Values {
  readonly source: { readonly ieeeAddr: string; readonly networkAddress: number };
  readonly target: { readonly ieeeAddr: string; readonly networkAddress: number };
  readonly lqi: number;
}

const KINDS: Readonly<Record<string, string>> = {
  router: "Router",
  "end-device": "EndDevice",
  "green-power": "GreenPower",
};
const RELATIONS: Readonly<Record<string, number>> = { parent: 0, child: 1, sibling: 2 };
const UNRELATED = 3;

const FORMS: Readonly<Record<string, (nodes: readonly Node[], links: readonly Link[]) => unknown>> = {
  raw: (nodes, links) => ({ nodes, links }),
  graphviz,
  plantuml,
};

/** By address; undefined: it does not tell them. */
export type Routes = ReadonlyMap<string, readonly RouteEntry[] | undefined>;

interface Survey {
  readonly found: Values; // of each device that was asked the neighbors that it told, by its address
  readonly routes: Routes;
}

/** Whether a device that was asked for its neighbors did not tell them. */
export function isMute(found: Values, mac: string): boolean {
  const told = found[mac];
  return isObject(told) && told.error !== undefined;
}

export function networkMap(type: string, survey: Survey, parts: RequestParts): unknown {
  const form = Object.hasOwn(FORMS, type) ? FORMS[type] : undefined;
  if (!form) throw new Refusal("type is one of raw, graphviz and plantuml");
  const nodes = nodesOf(survey, parts);
  return form(nodes, linksOf(survey, nodes));
}

function nodesOf({ found, routes }: Survey, { house, radio }: RequestParts): readonly Node[] {
  const failedOf = (mac: string) => {
    const hidesRoutes = routes.has(mac) && routes.get(mac) === undefined;
    return [...(isMute(found, mac) ? ["lqi"] : []), ...(hidesRoutes ? ["routingTable"] : [])];
  };
  const { coordinator } = radio.network ?? {};
  const stick: readonly Node[] =
    coordinator === undefined
      ? []
      : [
          {
            ieeeAddr: coordinator,
            friendlyName: "Coordinator",
            type: "Coordinator",
            networkAddress: 0,
            failed: [],
            lastSeen: null,
          },
        ];
  const devices = house.devices.map(
    ({ ieee, mac, name, facts, resource }): Node => ({
      ...{ ieeeAddr: ieee, friendlyName: name, networkAddress: facts?.network ?? 0 },
      ...{ type: KINDS[String(resource.attr.kind)] ?? "Unknown", failed: failedOf(mac) },
      ...{ manufacturerName: facts?.manufacturername ?? "", modelID: facts?.modelid ?? "" },
      lastSeen: readMinutes(resource.attr.lastseen) || null,
      ...(facts?.definition
        ? {
            definition: {
              model: facts.definition.model,
              vendor: facts.definition.vendor,
              description: facts.definition.description,
              supports: "",
            },
          }
        : {}),
    }),
  );
  return [...stick, ...devices];
}

function linksOf({ found, routes }: Survey, nodes: readonly Node[]): readonly Link[] {
  const byMac = new Map(nodes.map((node) => [macOf(node.ieeeAddr), node]));
  return Object.entries(found).flatMap(([mac, told]): readonly Link[] => {
    const target = byMac.get(mac);
    const neighbours = isObject(told) && Array.isArray(told.neighbours) ? (told.neighbours as readonly Values[]) : [];
    return neighbours.flatMap(({ uniqueid, linkquality, relation, depth }): readonly Link[] => {
      const source = byMac.get(String(uniqueid));
      if (!source || !target) return [];
      const [from, to] = [source, target].map(({ ieeeAddr, networkAddress }) => ({ ieeeAddr, networkAddress }));
      return [
        {
          ...{ source: from as Link["source"], target: to as Link["target"], lqi: Number(linkquality), linkquality },
          ...{ sourceIeeeAddr: source.ieeeAddr, sourceNwkAddr: source.networkAddress },
          ...{ targetIeeeAddr: target.ieeeAddr, depth, routes: routesBy(source, routes.get(mac)) },
          relationship: RELATIONS[String(relation)] ?? UNRELATED,
        },
      ];
    });
  });
}

/** The routes of a router by way of this neighbor. */
function routesBy({ networkAddress }: Node, routes: readonly RouteEntry[] = []): readonly Values[] {
  return routes
    .filter(({ nextHop, status }) => nextHop === networkAddress && status === "active")
    .map(({ destination, nextHop, status }) => ({
      ...{ destinationAddress: destination, nextHopAddress: nextHop, status: status.toUpperCase() },
    }));
}

const SHAPES: Readonly<Record<string, string>> = { Coordinator: "doublecircle", Router: "box", EndDevice: "ellipse" };

function graphviz(nodes: readonly Node[], links: readonly Link[]): string {
  const text = (value: string) => JSON.stringify(value);
  return [
    "digraph G {",
    ...nodes.map(
      ({ ieeeAddr, friendlyName, type }) =>
        `  ${text(ieeeAddr)} [label=${text(friendlyName)}, shape=${SHAPES[type] ?? "ellipse"}];`,
    ),
    ...links.map(
      ({ source, target, lqi }) => `  ${text(source.ieeeAddr)} -> ${text(target.ieeeAddr)} [label="${lqi}"];`,
    ),
    "}",
  ].join("\n");
}

const CARDS: Readonly<Record<string, string>> = { Coordinator: "node", Router: "component", EndDevice: "card" };

function plantuml(nodes: readonly Node[], links: readonly Link[]): string {
  const named = (ieeeAddr: string) => `n${ieeeAddr.slice(2)}`;
  return [
    "@startuml",
    ...nodes.map(
      ({ ieeeAddr, friendlyName, type }) =>
        `${CARDS[type] ?? "card"} ${JSON.stringify(friendlyName.replaceAll('"', "'"))} as ${named(ieeeAddr)}`,
    ),
    ...links.map(({ source, target, lqi }) => `${named(source.ieeeAddr)} --> ${named(target.ieeeAddr)} : ${lqi}`),
    "@enduml",
  ].join("\n");
}
