/** An API key: its first digits are public and name it, the rest is the secret. */
export const PREFIX_LENGTH = 8;

export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}
