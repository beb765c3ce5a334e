/** What those in the network are called, by their MAC addresses. Pure. */

export type Names = Readonly<Record<string, string>>;

export function nameOf(names: Names, mac: string): string {
  return names[mac] ?? mac;
}
