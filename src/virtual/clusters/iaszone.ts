/** IAS zone: an alarm device enrols with whoever watches it, and tells that one when its zone changes. */
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint } from "./cluster.ts";

const CLUSTER = "ssIasZone";
const NOBODY = "0x0000000000000000";
const UNENROLLED_ID = 0xff;
const ENROLLED = 0; // as the answer's code

/** The bits of the zone's status, as knobs name them. */
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
    enrollRsp: (spot, { enrollrspcode, zoneid = 0 }) => {
      if (spot.text(CLUSTER, "iasCieAddr") === NOBODY) return STATUS.NOT_AUTHORIZED;
      if (enrollrspcode === ENROLLED) spot.set(CLUSTER, { zoneState: 1, zoneId: zoneid });
      return undefined;
    },
    initNormalOpMode: () => undefined,
    initTestMode: (spot, { testModeDuration = 0 }) => {
      const { pace } = spot.body;
      setZone(spot, { test: true });
      spot.running.get("test")?.();
      spot.running.set(
        "test",
        pace.later(testModeDuration * 1000, () => setZone(spot, { test: false })),
      );
      return undefined;
    },
  },
  written: (spot, attribute) => {
    if (attribute !== "iasCieAddr") return;
    spot.set(CLUSTER, { zoneState: 0, zoneId: UNENROLLED_ID });
    const payload = { zonetype: spot.get(CLUSTER, "zoneType"), manucode: 0 };
    spot.tell(spot.text(CLUSTER, "iasCieAddr"), CLUSTER, "enrollReq", payload);
  },
  changed: (spot, cluster, attribute) => {
    if (cluster !== CLUSTER || attribute !== "zoneStatus" || spot.get(CLUSTER, "zoneState") === 0) return;
    const zonestatus = spot.get(CLUSTER, "zoneStatus");
    const payload = { zonestatus, extendedstatus: 0, zoneID: spot.get(CLUSTER, "zoneId"), delay: 0 };
    spot.tell(spot.text(CLUSTER, "iasCieAddr"), CLUSTER, "statusChangeNotification", payload);
  },
  left: (spot) => spot.set(CLUSTER, { zoneState: 0, zoneId: UNENROLLED_ID }),
};

/** Some bits of the zone's status become on or off; the others stay. */
export function setZone(spot: ClusterEndpoint, bits: { readonly [bit in keyof typeof ZONE_BITS]?: boolean }): void {
  let zoneStatus = spot.get(CLUSTER, "zoneStatus");
  for (const [bit, on] of Object.entries(bits)) {
    const mask = ZONE_BITS[bit as keyof typeof ZONE_BITS];
    zoneStatus = on ? zoneStatus | mask : zoneStatus & ~mask;
  }
  spot.set(CLUSTER, { zoneStatus });
}
