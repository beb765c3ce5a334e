/** The main module of the radio's own process. It is forked by src/radio/port.ts, and speaks src/radio/protocol.ts. */
import { runRadioProcess } from "./radio/process/lifecycle.ts";
import type { FormerHouse, SavedHouse } from "./virtual/house/saved-house.ts";

runRadioProcess(async ({ saved, ...options }) => {
  const { openVirtualHouse } = await import("./virtual/index.ts");
  return await openVirtualHouse({ ...options, saved: saved as SavedHouse | FormerHouse | undefined });
});
