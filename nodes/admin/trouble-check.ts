/** What the doctor has told of devices, for "Is everything all right?": those that have the same trouble are one sentence. */
import type { Resource, Values } from "../../src/model/resource.ts";
import type { HealthCheck } from "./checks.ts";

const MOST = 5; // sentences
const MAC_LENGTH = 23; // characters

export const troubles: HealthCheck = ({ opened }) => {
  const { store } = opened.gateway;
  const ill = store.list("/devices").filter(({ attr }) => attr.trouble && attr.disabled !== true);
  const alive = ill.filter(
    ({ attr }) => attr.gone !== true || hasParts(store.list("/lights"), store.list("/sensors"), attr),
  );
  if (alive.length === 0) return { ok: true, says: "none" };
  const groups = new Map<string, Resource[]>();
  for (const device of alive) {
    const { kind, by = "" } = device.attr.trouble as Values;
    const key = `${kind} ${by}`;
    groups.set(key, [...(groups.get(key) ?? []), device]);
  }
  const found = [...groups.values()].slice(0, MOST).flatMap((all) => {
    const { trouble } = all[0]?.attr ?? {};
    const byname = nameOf(store.get(`/devices/${(trouble as Values).by}`));
    return [{ trouble, names: all.map((device) => nameOf(device)), byname }];
  });
  const blamed = alive.flatMap(({ attr }) => store.get(`/devices/${(attr.trouble as Values).by}`) ?? []);
  const named = [...new Set([...blamed, ...alive])].slice(0, MOST);
  const isAir = alive.some(({ attr }) => (attr.trouble as Values).kind === "channel-busy");
  return {
    ok: false,
    says: "found",
    values: {
      found,
      names: named.map((device) => nameOf(device)),
      uniqueids: named.map(({ attr }) => String(attr.uniqueid)),
    },
    cure: isAir ? "channel" : "device",
  };
};

/** One that left still stands where its lights and sensors are; one that was deleted does not. */
function hasParts(lights: readonly Resource[], sensors: readonly Resource[], { uniqueid }: Values): boolean {
  return [...lights, ...sensors].some(({ attr }) => String(attr.uniqueid).slice(0, MAC_LENGTH) === uniqueid);
}

function nameOf(device: Resource | undefined): string {
  return String(device?.attr.name || device?.attr.uniqueid || "");
}
