/** The panels, in their order: a row here, and it has its tab. */
import type { ComponentType } from "preact";
import { Automation } from "./automation/automation.tsx";
import { Devices } from "./devices/devices.tsx";
import type { House } from "./devices/house.ts";
import { Events } from "./events/events.tsx";
import { Keys } from "./keys.tsx";
import { Network } from "./network/network.tsx";
import { Overview } from "./overview.tsx";
import { Pairing } from "./pairing/pairing.tsx";
import { Virtual } from "./virtual/virtual.tsx";
import type { IconName } from "./widgets/icons.tsx";

export interface Panel {
  readonly id: string; // its title is the text `tab.<id>`
  readonly icon: IconName;
  readonly component: ComponentType;
  readonly shownIf?: (house: House) => boolean;
}

export const PANELS: readonly Panel[] = [
  { id: "overview", icon: "house", component: Overview },
  { id: "devices", icon: "light", component: Devices },
  { id: "pairing", icon: "pair", component: Pairing },
  { id: "network", icon: "network", component: Network },
  { id: "automation", icon: "rule", component: Automation },
  { id: "events", icon: "event", component: Events },
  { id: "keys", icon: "key", component: Keys },
  { id: "virtual", icon: "virtual", component: Virtual, shownIf: ({ isVirtual }) => isVirtual },
];
