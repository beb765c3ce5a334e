/** Why there is no connection to a broker, by the errors of Node.js, of TLS and of the broker itself. */

/** `login`: the broker does not let us in; `protocol`: it speaks another version; `tls`: it is about TLS, and no more is known. */
export type Obstacle =
  | "address"
  | "name"
  | "silent"
  | "no-tls" //               it speaks without
  | "certificate-unknown" //  no authority that we trust has signed the broker's
  | "certificate-name" //     the broker's is for another name
  | "certificate-time" //     the broker's is valid at another time
  | "certificate-asked" //    the broker wants one of ours, or another one
  | "certificate-file" //     ours, its key, or that of the authority cannot be read
  | "tls"
  | "login"
  | "protocol"
  | "refused"
  | "lost";

/** Of the answer to a connect: by MQTT 3.1.1, and by MQTT 5. */
const PROTOCOL_CODES: readonly unknown[] = [1, 132];
const LOGIN_CODES: readonly unknown[] = [4, 5, 134, 135];
const LONGEST = 200; // characters of a reason

/** By the names of the codes of errors; the first that fits. */
const WORDS: readonly (readonly [RegExp, Obstacle])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, "name"],
  [/^ERR_INVALID_URL$/, "address"],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH/, "certificate-name"],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, "certificate-time"],
  [/SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE/, "certificate-unknown"],
  [/_ALERT_.*(CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE)/, "certificate-asked"],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/, "no-tls"],
  [/^ERR_OSSL_/, "certificate-file"],
  [/TLS|SSL|CERT|EPROTO/, "tls"],
  [/^(ECONNRESET|EPIPE)$/, "lost"],
];
const HANGS_UP_AT_TLS = /before secure TLS connection/;

export function obstacleOf(error: unknown): Obstacle {
  const { code, message = "" } = error as { readonly code?: unknown; readonly message?: string };
  if (typeof code === "number") {
    if (PROTOCOL_CODES.includes(code)) return "protocol";
    return LOGIN_CODES.includes(code) ? "login" : "refused";
  }
  if (HANGS_UP_AT_TLS.test(message)) return "no-tls";
  const word = String(code ?? "");
  return WORDS.find(([form]) => form.test(word))?.[1] ?? "silent";
}

/** One short line: a message of OpenSSL has its source files in it. */
export function reasonOf(error: unknown): string {
  const { reason, message } = error as { readonly reason?: unknown; readonly message?: unknown };
  const text = typeof reason === "string" && reason !== "" ? reason : String(message ?? error);
  return (text.split("\n")[0] ?? "").slice(0, LONGEST);
}
