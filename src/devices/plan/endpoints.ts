/** On which endpoint of a device a value lives. */
import type { DeviceFacts, EndpointFacts } from "../../model/radio.ts";

const GREEN_POWER_PROFILE = 0xa1e0;
const BASIC = 0;

export function hasCluster({ inputs, outputs }: EndpointFacts, cluster: string): boolean {
  const id = Number.parseInt(cluster, 16);
  return inputs.includes(id) || outputs.includes(id);
}

/** By the name that the expose gives; where that says nothing, by the clusters, best first. */
export function endpointFor(facts: DeviceFacts, name: string | undefined, clusters: readonly string[]): number {
  const named = name === undefined ? undefined : (facts.definition?.endpoints[name] ?? numbered(facts, name));
  return named ?? withCluster(facts, clusters) ?? mainEndpoint(facts);
}

/** The one that the device mostly is. */
export function mainEndpoint({ endpoints, definition }: DeviceFacts): number {
  const real = endpoints.filter(({ profile }) => profile !== GREEN_POWER_PROFILE);
  const first = real.find(({ inputs }) => inputs.some((id) => id !== BASIC)) ?? real[0] ?? endpoints[0];
  return definition?.endpoints.default ?? first?.id ?? 1;
}

export function withCluster({ endpoints }: DeviceFacts, clusters: readonly string[]): number | undefined {
  for (const cluster of clusters) {
    const id = Number.parseInt(cluster, 16);
    const found =
      endpoints.find(({ inputs }) => inputs.includes(id)) ?? endpoints.find(({ outputs }) => outputs.includes(id));
    if (found) return found.id;
  }
  return undefined;
}

/** "3" and "l3": only when there is such an endpoint; Tuya's devices have names for what lives on their first one. */
function numbered({ endpoints }: DeviceFacts, name: string): number | undefined {
  const number = Number(/^[a-z]*(\d+)$/i.exec(name)?.[1]);
  return endpoints.some(({ id }) => id === number) ? number : undefined;
}
