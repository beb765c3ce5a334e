/** What a node is called that nobody named. Pure. */

/** "Hall motion · Temperature": several sensors of a device have its name. */
export function sensorName(name: string, measures: string): string {
  const isSaid = measures === "" || name === "" || name.toLowerCase().includes(measures.toLowerCase());
  return isSaid ? name : `${name} · ${measures}`;
}
