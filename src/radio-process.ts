/** What runs in the radio's own process. It is forked by src/radio/port.ts, and speaks src/radio/protocol.ts. */
import { live } from "./radio/process/lifecycle.ts";
import type { SavedHouse } from "./virtual/index.ts";

live(async ({ saved, ...options }) => {
  const { openVirtualHouse } = await import("./virtual/index.ts");
  return await openVirtualHouse({ ...options, ...(saved !== undefined && { saved: saved as SavedHouse }) });
});
