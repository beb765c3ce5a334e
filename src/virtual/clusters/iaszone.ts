/** IAS zone: an alarm device enrols with its CIE (control and indicating equipment), and tells it when its zone changes. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint } from "./cluster.ts";

const CLUSTER = "ssIasZone";
const NOBODY = "0x0000000000000000";
const UNENROLLED_ID = 0xff;
const ENROLLED = 0; // as the answer's code
const MOTION = 0x000d; // as the type of a zone
const MOVES = 60; // seconds from a motion until it is over

/** The bits of the zone's status, as controls name them. */
export const ZONE_BITS = {
  alarm1: 0x0001,
  alarm2: 0x0002,
  tamper: 0x0004,
  battery: 0x0008,
  supervision: 0x0010,
  restore: 0x0020,
  trouble: 0x0040,
  mains: 0x0080,
  test: 0x0100,
  defect: 0x0200,
} as const;

export const IAS_ZONE: Cluster = {
  name: CLUSTER,
  attributes: { zoneState: 0, zoneStatus: 0, iasCieAddr: NOBODY, zoneId: UNENROLLED_ID },
  commands: {
    enrollRsp: (endpoint, { enrollrspcode, zoneid = 0 }) => {
      if (endpoint.text(CLUSTER, "iasCieAddr") === NOBODY) return STATUS.NOT_AUTHORIZED;
      if (enrollrspcode === ENROLLED) endpoint.set(CLUSTER, { zoneState: 1, zoneId: zoneid });
      return undefined;
    },
    initNormalOpMode: () => undefined,
    initTestMode: (endpoint, { testModeDuration = 0 }) => {
      const { time } = endpoint.device;
      setZone(endpoint, { test: true });
      endpoint.running.get("test")?.();
      endpoint.running.set(
        "test",
        time.later(testModeDuration * 1000, () => setZone(endpoint, { test: false })),
      );
      return undefined;
    },
  },
  written: (endpoint, attribute) => {
    if (attribute !== "iasCieAddr") return;
    endpoint.set(CLUSTER, { zoneState: 0, zoneId: UNENROLLED_ID });
    const payload = { zonetype: endpoint.get(CLUSTER, "zoneType"), manucode: 0 };
    endpoint.tell(endpoint.text(CLUSTER, "iasCieAddr"), CLUSTER, "enrollReq", payload);
  },
  /** A person who moved when the house was closed has gone meanwhile: no timer would end the alarm any more. */
  joined: (endpoint) => {
    if (isMotion(endpoint) && !endpoint.running.has("motion")) setZone(endpoint, { alarm1: false });
  },
  changed: (endpoint, cluster, attribute) => {
    if (cluster !== CLUSTER || attribute !== "zoneStatus") return;
    endMotion(endpoint);
    if (endpoint.get(CLUSTER, "zoneState") === 0) return;
    const zonestatus = endpoint.get(CLUSTER, "zoneStatus");
    const payload = { zonestatus, extendedstatus: 0, zoneID: endpoint.get(CLUSTER, "zoneId"), delay: 0 };
    endpoint.tell(endpoint.text(CLUSTER, "iasCieAddr"), CLUSTER, "statusChangeNotification", payload);
  },
  left: (endpoint) => endpoint.set(CLUSTER, { zoneState: 0, zoneId: UNENROLLED_ID }),
};

function isMotion(endpoint: ClusterEndpoint): boolean {
  const isAlarmed = (endpoint.get(CLUSTER, "zoneStatus") & ZONE_BITS.alarm1) !== 0;
  return isAlarmed && endpoint.get(CLUSTER, "zoneType") === MOTION;
}

/** A motion sensor ends its alarm by itself; a door stays open, and water stays. */
function endMotion(endpoint: ClusterEndpoint): void {
  const { running, device } = endpoint;
  if (isMotion(endpoint) && running.has("motion")) return; // another bit has changed
  running.get("motion")?.();
  running.delete("motion");
  if (!isMotion(endpoint)) return;
  running.set(
    "motion",
    device.time.later(MOVES * 1000, () => setZone(endpoint, { alarm1: false })),
  );
}

/** Some bits of the zone's status become on or off; the others stay. */
export function setZone(endpoint: ClusterEndpoint, bits: { readonly [bit in keyof typeof ZONE_BITS]?: boolean }): void {
  let zoneStatus = endpoint.get(CLUSTER, "zoneStatus");
  for (const [bit, on] of Object.entries(bits)) {
    const mask = ZONE_BITS[bit as keyof typeof ZONE_BITS];
    zoneStatus = on ? zoneStatus | mask : zoneStatus & ~mask;
  }
  endpoint.set(CLUSTER, { zoneStatus });
}
