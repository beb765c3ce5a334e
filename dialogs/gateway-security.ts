/** Keys, the link window, and backups in the dialog of the gateway node. */
import { type AdminFailure, askFirst, reasonOf, say, write } from "./gateway-dialog.ts";

interface Key {
  readonly prefix: string;
  readonly name: string;
  readonly created: string;
  readonly lastUsed: string;
}

const EVERY = 1000; // milliseconds
const WINDOW = 60; //   seconds

// ---- the link window

class LinkWindow {
  readonly #button = $("#zigbee-gateway-link");
  readonly #text = $("#zigbee-gateway-link-text");
  #left: number; // seconds

  constructor(base: string, seconds: number, changed: () => void) {
    this.#left = seconds;
    const turn = () => {
      const wanted = this.isOpen ? 0 : WINDOW;
      this.#button.prop("disabled", true);
      write("POST", `${base}unlock`, { seconds: wanted })
        .done(() => {
          this.#left = wanted;
          this.#show();
          changed();
        })
        .fail((failure: AdminFailure) => void this.#text.text(reasonOf(failure)))
        .always(() => void this.#button.prop("disabled", false));
    };
    this.#button.prop("disabled", false).off("click").on("click", turn);
    this.#show();
  }

  get isOpen(): boolean {
    return this.#left > 0;
  }

  tick(): void {
    if (!this.isOpen) return;
    this.#left -= 1;
    this.#show();
  }

  #show(): void {
    this.#button.find("span").text(say(this.isOpen ? "link.close" : "link.open"));
    this.#text.text(this.isOpen ? say("link.left", { seconds: this.#left }) : "");
  }
}

// ---- keys

function showKeys(base: string, keys: readonly Key[], changed: () => void): void {
  const table = $(".zigbee-gateway-keys");
  const body = table.find("tbody").empty();
  table.prop("hidden", keys.length === 0);
  $("#zigbee-gateway-keys-text").text(keys.length === 0 ? say("keys.none") : "");
  for (const { prefix, name, created, lastUsed } of keys) {
    const row = $("<tr>").appendTo(body);
    $("<td>").text(name).appendTo(row);
    $("<td>")
      .append($("<code>").text(`${prefix}…`))
      .appendTo(row);
    for (const time of [created, lastUsed])
      $("<td>").addClass("zigbee-gateway-when").text(localTime(time)).appendTo(row);
    const revoke = () =>
      write("DELETE", `${base}keys/${encodeURIComponent(prefix)}`)
        .fail((failure: AdminFailure) => void RED.notify($("<p>").text(reasonOf(failure)), "error"))
        .always(changed);
    $('<button type="button" class="red-ui-button red-ui-button-small">')
      .text(say("keys.revoke"))
      .attr("aria-label", `${say("keys.revoke")}: ${name}`)
      .on("click", () => askFirst(say("keys.sure", { name }), say("keys.no"), say("keys.yes"), revoke))
      .appendTo($("<td>").appendTo(row));
  }
}

function localTime(text: string): string {
  if (!text) return "";
  const date = new Date(`${text}Z`);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleString(undefined, { dateStyle: "short", timeStyle: "short" });
}

/** Shows keys and the link window until it is stopped. */
export function showSecurity(base: string): () => void {
  let link: LinkWindow | undefined;
  let shown = "";
  const load = () => {
    $.getJSON(`${base}keys`)
      .done(({ keys, seconds }: { readonly keys: readonly Key[]; readonly seconds: number }) => {
        link ??= new LinkWindow(base, seconds, load);
        if (JSON.stringify(keys) === shown) return; // a list that is redrawn loses the focus
        shown = JSON.stringify(keys);
        showKeys(base, keys, load);
      })
      .fail((failure) => {
        $("#zigbee-gateway-link").prop("disabled", true).find("span").text(say("link.open"));
        $("#zigbee-gateway-link-text").text(reasonOf(failure));
      });
  };
  load();
  const timer = setInterval(() => {
    if (!link?.isOpen) return;
    link.tick();
    load();
  }, EVERY);
  return () => clearInterval(timer);
}

// ---- backups

/** As the runtime tells it. */
interface BackupReport {
  readonly made: string;
  readonly name: string;
  readonly isOwn: boolean;
  readonly hasNetwork: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly lost: readonly string[];
}

const PACKED = { method: "POST", processData: false, contentType: "application/gzip" };
const MOST_NAMED = 5;

export function showBackup(base: string): void {
  const hint = (text: string) => void $("#zigbee-gateway-backup-text").text(text);
  const fail = (failure: AdminFailure) => hint(reasonOf(failure));
  const file = $<HTMLInputElement>("#zigbee-gateway-file");
  const restore = (data: File) => {
    hint(say("backup.reading"));
    $.ajax({ ...PACKED, url: `${base}restore`, data })
      .done(() => {
        hint(say("backup.done"));
        const headers = { "Node-RED-Deployment-Type": "reload" };
        $.ajax({ method: "POST", url: "flows", headers, contentType: "application/json", data: "{}" });
      })
      .fail(fail);
  };
  $("#zigbee-gateway-download").on("click", () => {
    $.ajax({ url: `${base}backup`, xhrFields: { responseType: "blob" } })
      .done((bytes: Blob, _: unknown, jqXHR: JQuery.jqXHR) => save(bytes, nameIn(jqXHR)))
      .fail(fail);
  });
  $("#zigbee-gateway-restore").on("click", () => void file.val("").trigger("click"));
  file.on("change", () => {
    const chosen = file[0]?.files?.[0];
    if (!chosen) return;
    hint(say("backup.reading"));
    $.ajax({ ...PACKED, url: `${base}restore/look`, data: chosen })
      .done((report: BackupReport) => {
        hint(say("backup.hint"));
        askFirst(consequences(report), say("backup.no"), say("backup.yes"), () => restore(chosen));
      })
      .fail(fail);
  });
}

/** What comes back, what is lost, and what stays. */
function consequences({ made, name, isOwn, hasNetwork, counts, lost }: BackupReport): readonly string[] {
  const time = new Date(made).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const counted = Object.entries(counts).filter(([, number]) => number > 0);
  const things = counted.map(([kind, number]) => say(`backup.count.${kind}`, { number }));
  const more = lost.length - MOST_NAMED;
  const names = lost.slice(0, MOST_NAMED).join(", ");
  return [
    say("backup.sure", { name, made: time }),
    say("backup.back", { things: things.join(" · ") }),
    say(hasNetwork ? "backup.back-network" : "backup.back-more"),
    lost.length === 0
      ? say("backup.lost-none")
      : more > 0
        ? say("backup.lost-more", { names, more })
        : say("backup.lost", { names }),
    say(isOwn ? "backup.stays" : "backup.stays-other"),
  ];
}

function nameIn(jqXHR: JQuery.jqXHR): string {
  const header = jqXHR.getResponseHeader("Content-Disposition") ?? "";
  return /filename="([^"]+)"/.exec(header)?.[1] ?? "zigbee-gateway.backup.gz";
}

function save(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  $("<a>").attr({ href: url, download: name })[0]?.click();
  setTimeout(() => URL.revokeObjectURL(url), EVERY);
}
