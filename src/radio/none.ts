/** No radio at all: everything that needs one says so, everything else works. */
import type { Radio } from "../model/ports.ts";

export function noRadio(): Radio {
  const refuse = async () => {
    throw new Error("no radio is set in the gateway node");
  };
  return {
    missing: true,
    up: false,
    firmware: "0x26780700", // clients take all zeros for "not ready yet"
    permitJoin: refuse,
    hear: () => () => {},
    start: async () => {},
    stop: async () => {},
  };
}
