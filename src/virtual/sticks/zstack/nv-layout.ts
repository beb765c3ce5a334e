/** How the stick's memory lays out its records: numbers of two and four bytes at even places, the whole of even length. */

type NvType = "u8" | "u16" | "u32" | number; // a number: so many bytes
type NvFields = Readonly<Record<string, NvType>>;
type NvValues<F extends NvFields> = { [Name in keyof F]: F[Name] extends number ? Buffer : number };

interface NvLayout<F extends NvFields> {
  readonly length: number;
  /** A field that is not given is zero. */
  pack(values: Partial<NvValues<F>>): Buffer;
  unpack(bytes: Buffer): NvValues<F>;
}

const WIDTH = { u8: 1, u16: 2, u32: 4 } as const;

function layout<const F extends NvFields>(fields: F): NvLayout<F> {
  let length = 0;
  const places = Object.entries(fields).map(([name, kind]) => {
    const width = typeof kind === "number" ? kind : WIDTH[kind];
    if (kind === "u16" || kind === "u32") length += length % 2;
    length += width;
    return { name, kind, width, offset: length - width };
  });
  length += length % 2;
  return {
    length,
    pack: (values) => {
      const bytes = Buffer.alloc(length);
      for (const { name, width, offset } of places) {
        const value = values[name];
        if (Buffer.isBuffer(value)) bytes.set(value.subarray(0, width), offset);
        else if (typeof value === "number") bytes.writeUIntLE(value, offset, width);
      }
      return bytes;
    },
    unpack: (bytes) => {
      const values = places.map(({ name, kind, width, offset }) => [
        name,
        typeof kind === "number" ? bytes.subarray(offset, offset + width) : bytes.readUIntLE(offset, width),
      ]);
      return Object.fromEntries(values) as NvValues<F>;
    },
  };
}

/** The network information base: the stick's role and its network. */
export const NIB = layout({
  sequence: "u8",
  passiveAckTimeout: "u8",
  broadcastRetries: "u8",
  maxChildren: "u8",
  maxDepth: "u8",
  maxRouters: "u8",
  neighbours: "u8",
  broadcastTime: "u8",
  constantCost: "u8",
  routeRetries: "u8",
  routes: "u8",
  secureAll: "u8",
  securityLevel: "u8",
  symmetricLinks: "u8",
  capabilities: "u8",
  persistence: "u16",
  protocol: "u8",
  routeDiscoveryTime: "u8",
  routeExpiryTime: "u8",
  address: "u16",
  channel: "u8",
  coordinator: "u16",
  coordinatorIeee: 8,
  panid: "u16",
  state: "u8",
  channels: "u32", // a mask
  beaconOrder: "u8",
  superframeOrder: "u8",
  scanDuration: "u8",
  batteryLife: "u8",
  routerAddresses: "u32",
  endDeviceAddresses: "u32",
  depth: "u8",
  extendedpanid: 8,
  keyLoaded: "u8",
  spare: 36, // two keys and two bytes
  linkStatusPeriod: "u8",
  routerAgeLimit: "u8",
  multicast: "u8",
  concentrator: "u8",
  concentratorTime: "u8",
  concentratorRadius: "u8",
  allFresh: "u8",
  manager: "u16",
  transmissions: "u16",
  updateId: "u8",
});

export const KEY = layout({ sequence: "u8", key: 16 });
export const ADDRESS_ROW = layout({ user: "u8", address: "u16", ieee: 8 });
export const LINK_KEY_ROW = layout({ sent: "u32", heard: "u32", ieee: 8, attributes: "u8", kind: "u8", shift: "u8" });
export const APS_KEY_ROW = layout({ key: 16, sent: "u32", heard: "u32" });
export const FRAME_COUNTER_ROW = layout({ counter: "u32", extendedpanid: 8 });
export const SECURITY_ROW = layout({ row: "u16", key: "u16", authentication: "u8" });
