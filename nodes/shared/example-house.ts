/**
 * The gateway of the examples: the virtual house, for a user who has no gateway yet. Examples name it and do not bring it along, so that
 * the editor can give them the gateway that is there (`dialogs/example-house.ts`).
 */
import { EXAMPLE_PLACE } from "../../src/model/time/example-place.ts";
import { NEWEST } from "./versions.ts";

export const EXAMPLE_HOUSE = {
  id: "5d0c7a1be2f30001",
  type: "zigbee-gateway",
  version: NEWEST,
  name: "Example house",
  network: "example",
  radio: "virtual",
  adapter: "",
  channel: "",
  baudRate: "",
  rtscts: false,
  port: "",
  pushPort: "",
  portAddress: "",
  pushKey: false,
  foreignPages: false,
  localCalls: false,
  announceHost: "",
  announcePort: "",
  announcePushPort: "",
  discovery: false,
  latitude: String(EXAMPLE_PLACE.latitude),
  longitude: String(EXAMPLE_PLACE.longitude),
  timezone: "",
} as const;
