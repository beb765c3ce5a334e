/** The helpers that the parts of the gateway node's dialog share: its texts, writes to the admin API, and questions. */
export { say } from "./gateway-queries.ts";

import { say } from "./gateway-queries.ts";

export type AdminFailure = Pick<JQuery.jqXHR, "status" | "responseJSON">;

/** The runtime's own sentence, where it has one. */
export function reasonOf({ status, responseJSON }: AdminFailure): string {
  const said: unknown = responseJSON?.text;
  if (status === 404 && !said) return say("live.not-running");
  if (status === 0) return say("live.unreachable");
  return typeof said === "string" ? said : say("live.failed");
}

export function write(method: "POST" | "DELETE", url: string, body: object = {}): JQuery.jqXHR {
  return $.ajax({ method, url, contentType: "application/json", data: JSON.stringify(body) });
}

export function askFirst(question: string, no: string, yes: string, act: () => void): void {
  const notice = RED.notify($("<p>").text(question), {
    type: "warning",
    modal: true,
    fixed: true,
    buttons: [
      { text: no, click: () => notice.close() },
      {
        text: yes,
        class: "primary",
        click: () => {
          notice.close();
          act();
        },
      },
    ],
  });
}
