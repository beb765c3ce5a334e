/**
 * Certificates of brokers and clients that exist for the tests alone, made with openssl and valid until 2120: an authority, those it has
 * signed, and one that no authority has signed. Certificate and key of one name stand in one file.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../fixtures/certificates");

/** `elsewhere` is for another name, `expired` was valid until 2021, `self-signed` is its own authority. */
export type CertificateName = "authority" | "broker" | "elsewhere" | "expired" | "self-signed" | "client";

export function certificatePath(name: CertificateName): string {
  return join(FOLDER, `${name}.pem`);
}

export function certificate(name: CertificateName): string {
  return readFileSync(certificatePath(name), "utf8");
}

/** For a server or a client: `cert` and `key` of TLS are looked for in the same text. */
export function certified(name: CertificateName): { readonly cert: string; readonly key: string } {
  return { cert: certificate(name), key: certificate(name) };
}

/** Those of the client in one file, as other programs hand them out. */
export const CLIENT_PFX = { pfx: readFileSync(join(FOLDER, "client.p12")), passphrase: "secret" };
