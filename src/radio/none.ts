/** No radio at all: everything that needs one says so, everything else works. */
import { type Radio, RadioError } from "../model/radio.ts";

export function noRadio(): Radio {
  const refuse = async () => {
    throw new RadioError("radio-down", "no radio is set in the gateway node");
  };
  return {
    missing: true,
    up: false,
    network: undefined,
    virtual: undefined,
    hasRoom: () => false,
    order: refuse,
    permitJoin: refuse,
    installCode: refuse,
    away: false,
    touchlink: refuse,
    describe: refuse,
    setOptions: () => {},
    setZone: () => {},
    backup: refuse,
    hear: () => () => {},
    start: async () => {},
    stop: async () => {},
  };
}
