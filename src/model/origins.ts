/**
 * The page behind a request: a browser tells its site in `Origin`, and in `Host` the name by which it has come here. Programs send no
 * Origin; those that do name an address of the house. A foreign page has a name of the internet, and so has one that came by DNS rebinding.
 */
export interface Asking {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
}

/** Names that no site of the internet can have; routers and multicast DNS give them out. */
const LOCAL_NAME = /^([^.]+|.+\.(local|localhost|localdomain|lan|home|internal|intranet|home\.arpa|fritz\.box))$/;
const LONGEST = 100; // characters of a header from outside
const IPV4 = /^\d+(\.\d+){3}$/; //   as a URL has it
const PRIVATE_IPV4 = /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./;
const PRIVATE_IPV6 = /^\[(::1|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/;

/** `own`: names that the user gave this gateway, or its machine has. */
export function isForeign({ origin, host }: Asking, own: readonly string[]): boolean {
  const name = host === undefined ? undefined : nameIn(`http://${host}`);
  const isOurs = (each: string) => LOCAL_NAME.test(each) || own.some((mine) => mine.toLowerCase() === each);
  if (host !== undefined && (name === undefined || !(isAddress(name) || isOurs(name)))) return true;
  if (origin === undefined || isOfProgram(origin)) return false;
  const from = /^https?:/i.test(origin) ? nameIn(origin) : undefined;
  return from === undefined || !(from === name || isPrivate(from) || (!isAddress(from) && isOurs(from)));
}

/** For the log: the refused name or page, and the setting that lets it in. An unknown name may well be the user's own. */
export function refusedInWords({ origin, host }: Asking, isForeignName: boolean): string {
  return isForeignName
    ? `${quoted(host)} is no name of this house: entered as Host in the gateway's dialog, it is`
    : `${quoted(origin)} is the page of another site: a tick in the gateway's dialog lets it in`;
}

/** Of an app or an extension that a user installed: no page of the internet has such a scheme. */
function isOfProgram(origin: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(origin) && !/^(https?|wss?|ftp|data|blob):/i.test(origin);
}

function nameIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") || undefined : undefined;
}

/** No name server can point an address elsewhere. */
function isAddress(name: string): boolean {
  return IPV4.test(name) || name.startsWith("[");
}

function isPrivate(name: string): boolean {
  return (IPV4.test(name) && PRIVATE_IPV4.test(name)) || PRIVATE_IPV6.test(name);
}

function quoted(text = ""): string {
  return JSON.stringify(text.slice(0, LONGEST));
}
