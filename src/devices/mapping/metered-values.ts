/** The values of meters: power, energy, and the values beside both; of one phase or several. */
import type { MappingTable, MeasuredRow } from "./mapping-rows.ts";

/** The place of the sum beside three phases. */
export const SUM = 4;
const POWER = { type: "ZHAPower", clusters: ["0b04", "000c", "ef00"], near: ["0702"] } as const;
const ENERGY = {
  type: "ZHAConsumption",
  clusters: ["0702", "000c", "ef00"],
  member: "consumption",
  conversion: "Wh",
} as const;
const OTHER_ENERGY = { ...ENERGY, unless: ["energy"] } as const;

export const METERED: MappingTable<MeasuredRow> = {
  power: { ...POWER, member: "power", conversion: "W", expose: "numeric" },
  active_power: { ...POWER, member: "power", conversion: "W", units: ["W"], unless: ["power"] },
  total_power: [
    { ...POWER, member: "power", conversion: "W", unless: ["power"] },
    { ...POWER, member: "power", conversion: "W", place: SUM },
  ],
  power_factor: { ...POWER, member: "powerfactor", conversion: "percent", expose: "numeric" },
  total_power_factor: { ...POWER, member: "powerfactor", conversion: "percent", place: SUM },
  apparent_power: { ...POWER, member: "apparentpower", conversion: "integer" },
  power_apparent: { ...POWER, member: "apparentpower", conversion: "integer" },
  total_power_apparent: { ...POWER, member: "apparentpower", conversion: "integer", place: SUM },
  reactive_power: { ...POWER, member: "reactivepower", conversion: "integer", units: ["VAR", "var"] },
  power_reactive: { ...POWER, member: "reactivepower", conversion: "integer" },
  total_power_reactive: { ...POWER, member: "reactivepower", conversion: "integer", place: SUM },
  ac_frequency: { ...POWER, member: "frequency", conversion: "number" },
  rms_current: { ...POWER, member: "current", conversion: "mA", expose: "numeric", unless: ["current"] },
  current: { ...POWER, member: "current", conversion: "mA", expose: "numeric" },
  voltage: { ...POWER, member: "voltage", conversion: "V", units: ["V"] },
  rms_voltage: { ...POWER, member: "voltage", conversion: "V", units: ["V"], unless: ["voltage"] },
  mains_voltage: { ...POWER, member: "voltage", conversion: "V", units: ["V"], unless: ["voltage"] },
  energy: { ...ENERGY, expose: "numeric" },
  consumed_energy: OTHER_ENERGY,
  energy_consumed: OTHER_ENERGY,
  total_energy: [OTHER_ENERGY, { ...ENERGY, place: SUM }],
  energy_tier_1: OTHER_ENERGY,
  energy_tier_2: { ...ENERGY, member: "consumption_2" },
  current_summ_delivered: OTHER_ENERGY,
  current_tier1_summ_delivered: { ...ENERGY, unless: ["energy", "current_summ_delivered"] },
  current_tier2_summ_delivered: { ...ENERGY, member: "consumption_2" },
  ...Object.fromEntries(
    [3, 4, 5, 6].map((tier) => [`current_tier${tier}_summ_delivered`, { ...ENERGY, place: 2, member: tierOf(tier) }]),
  ),
  produced_energy: { ...ENERGY, member: "production" },
  energy_produced: { ...ENERGY, member: "production" },
  reverse_energy: { ...ENERGY, member: "production", unless: ["produced_energy", "energy_produced"] },
};

/** The suffix of a name → the phase of a meter. Each further phase has its own sensor, on a virtual endpoint. */
export const PHASES: readonly (readonly [end: string, phase: number])[] = [
  ["_phase_a", 1],
  ["_phase_b", 2],
  ["_phase_c", 3],
  ["_l1", 1],
  ["_l2", 2],
  ["_l3", 3],
  ["_a", 1],
  ["_b", 2],
  ["_c", 3],
];
/** Values that are sums over all phases. */
export const SUMS: readonly string[] = ["power", "energy", "current", "total_power", "total_energy"];
export const PHASED: readonly string[] = [
  "power",
  "current",
  "voltage",
  "energy",
  "produced_energy",
  "energy_produced",
  "power_factor",
  "power_apparent",
  "power_reactive",
];

/** Two tariffs share a sensor: those from the third on are a second sensor. */
function tierOf(tier: number): string {
  return tier === 3 ? "consumption" : `consumption_${tier - 2}`;
}
