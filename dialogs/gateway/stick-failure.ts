/** Why a stick cannot be used, as the runtime tells it for logs and statuses, in sentences: its address stands above it in the dialog. Pure. */

/** "tcp://192.0.2.9:6638: nobody listens there: check its port" → "Nobody listens there. Check its port." */
export function failureInSentences(reason: string, path: string): string {
  const own = `${path}: `;
  const [what = "", ...cure] = (reason.startsWith(own) ? reason.slice(own.length) : reason).split(": ");
  return [what, cure.join(": ")].flatMap((part) => (part === "" ? [] : sentence(part))).join(" ");
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");
}
