/** All models of which the virtual house can have devices. */
import type { DeviceProfile } from "./device-profile.ts";
import { LIGHTS } from "./light-profiles.ts";
import { REMOTES } from "./remote-profiles.ts";
import { SENSORS } from "./sensor-profiles.ts";

export const PROFILES: Readonly<Record<string, DeviceProfile>> = { ...LIGHTS, ...SENSORS, ...REMOTES };
