/** The panels, in their order: a row here, and it has its tab. */
import type { ComponentType } from "preact";
import { Devices } from "./devices.tsx";
import type { House } from "./house.ts";
import type { IconName } from "./icons.tsx";
import { Keys } from "./keys.tsx";
import { Overview } from "./overview.tsx";

export interface Panel {
  readonly id: string; // its title is the text `tab.<id>`
  readonly icon: IconName;
  readonly component: ComponentType;
  readonly shownIf?: (house: House) => boolean;
}

export const PANELS: readonly Panel[] = [
  { id: "overview", icon: "house", component: Overview },
  { id: "devices", icon: "light", component: Devices },
  { id: "keys", icon: "key", component: Keys },
];
