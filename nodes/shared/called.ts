/** The label of a node without a name of its own. Pure. */

/** "Hall motion · Temperature": several sensors of a device have its name. */
export function sensorName(name: string, measures: string): string {
  const isSaid = measures === "" || name === "" || name.toLowerCase().includes(measures.toLowerCase());
  return isSaid ? name : `${name} · ${measures}`;
}
