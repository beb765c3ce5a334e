/** A slow digest of a secret that is too short to be guarded by a fast one: trying all keys of ten digits would take a thief lifetimes. */
import { scrypt } from "node:crypto";

const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;
const BYTES = 32;

export function stretchedDigest(secret: string, salt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, BYTES, COST, (error, digest) => (error ? reject(error) : resolve(digest.toString("hex"))));
  });
}
