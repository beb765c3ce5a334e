/** Addresses as people enter them for the gateway, as far as their form tells: of this machine, of a stick, of a broker. Pure. */
const MOST_PORT = 65_535;
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const NAME = new RegExp(`^(?:${LABEL}\\.)*${LABEL}\\.?$`);
const LONGEST_NAME = 253;
const SERIAL = /^(\/\P{Cc}{1,400}|COM\d{1,3})$/u;
const OF_NETWORK =
  /^(?:tcp|socket):\/\/[^\s/:]+:\d+\/?$|^(?:tcp|socket):\/\/\[[^\s/\]]+\]:\d+\/?$|^mdns:\/\/[^\s/]{1,253}\/?$/;

/** 0 is none, as older flows have it. */
export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= MOST_PORT;
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

/** An address without a port, or a name; of several words, the last one of a name begins with a letter. */
export function isHost(text: string): boolean {
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  if (bare.includes(":")) return /^[\da-f:.]+$/i.test(bare) && URL.canParse(`http://[${bare}]/`);
  if (bare !== text || text.length > LONGEST_NAME || !NAME.test(text)) return false;
  const words = text.replace(/\.$/, "").split(".");
  const isNumber = /^\d/.test(words.at(-1) ?? "") && (words.length > 1 || /^\d+$/.test(text));
  return !isNumber || isIpv4(text);
}

/** Whether an address with a port has one that cannot be. */
export function hasWrongPort(address: string): boolean {
  const [, port] =
    /^(?:[a-z]+:\/\/)?(?:[^\s/:@]*(?::[^\s/@]*)?@)?(?:\[[^\s/\]]*\]|[^\s/:]+):(\d+)(?:\/|$)/i.exec(address) ?? [];
  return port !== undefined && (!isPort(port) || Number(port) === 0);
}

/** A serial port, or an address in the network. */
export function isStickAddress(text: string): boolean {
  return SERIAL.test(text) || (OF_NETWORK.test(text) && !hasWrongPort(text));
}

/** Adds the scheme for a user who knows only the address of an adapter: "192.0.2.9:6638" → "tcp://192.0.2.9:6638". */
export function withScheme(text: string): string {
  const [, host = ""] = /^(\[[^\s/\]]+\]|[^\s/:]+):\d+\/?$/.exec(text) ?? [];
  return host !== "" && isHost(host) ? `tcp://${text}` : text;
}
