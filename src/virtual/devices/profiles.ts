/** All models of which the virtual house can have devices. */
import type { Profile } from "./profile.ts";
import { LIGHTS } from "./profiles-lights.ts";
import { REMOTES } from "./profiles-remotes.ts";
import { SENSORS } from "./profiles-sensors.ts";

export const PROFILES: Readonly<Record<string, Profile>> = { ...LIGHTS, ...SENSORS, ...REMOTES };
