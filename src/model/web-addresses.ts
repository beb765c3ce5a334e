/** Web addresses, as rules call them; a name and a password that stand in one are for its owner only. */

const HIDDEN = "***";
const WITH_USER = /^https?:\/\/[^?#]*@/i;

export function isWebAddress(text: unknown): text is string {
  return typeof text === "string" && /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** The address as other clients may see it. An address without a user stays as it is, to the letter. */
export function withoutUser(text: string): string {
  if (!WITH_USER.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username === "" && url.password === "") return text;
  url.username = HIDDEN;
  url.password = "";
  return url.href;
}

/** A user may have been left out of the address. */
export function isWithoutUser(text: string): boolean {
  return WITH_USER.test(text) && URL.canParse(text) && new URL(text).username === HIDDEN;
}
