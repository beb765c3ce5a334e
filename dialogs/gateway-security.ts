/** Keys and the link window in the dialog of the gateway node. */
import { fieldValue } from "./editor.ts";
import { type AdminFailure, askFirst, reasonOf, say, write } from "./gateway-dialog.ts";
import { languageOfEditor } from "./panels-loader.ts";

interface Key {
  readonly prefix: string;
  readonly name: string;
  readonly created: string;
  readonly lastUsed: string;
}

interface Told {
  readonly keys: readonly Key[];
  readonly seconds: number;
  readonly zone: string; // of the gateway; "": it has none
}

const EVERY = 1000; // milliseconds
const WINDOW = 60; //   seconds
const CALM = 5; //      seconds between two looks while the link window is closed

// ---- the link window

class LinkWindow {
  readonly #button = $("#zigbee-gateway-link");
  readonly #text = $("#zigbee-gateway-link-text");
  #left: number; // seconds
  #letIn = ""; //    the name of the program that got its key

  constructor(base: string, seconds: number, changed: () => void) {
    this.#left = seconds;
    const turn = () => {
      const wanted = this.isOpen ? 0 : WINDOW;
      this.#button.prop("disabled", true);
      write("POST", `${base}unlock`, { seconds: wanted })
        .done(() => {
          this.#left = wanted;
          if (this.isOpen) this.#letIn = "";
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

  tellLetIn(name: string): void {
    this.#letIn = name;
    this.#show();
  }

  tick(): void {
    if (!this.isOpen) return;
    this.#left -= 1;
    this.#show();
  }

  #show(): void {
    this.#button.find("span").text(say(this.isOpen ? "link.close" : "link.open"));
    const open = this.isOpen ? say("link.left", { seconds: this.#left }) : "";
    this.#text.text(this.#letIn === "" ? open : say("link.let-in", { name: this.#letIn }));
  }
}

// ---- keys

function showKeys(base: string, { keys, zone }: Told, changed: () => void): void {
  const table = $(".zigbee-gateway-keys");
  const body = table.find("tbody").empty();
  table.prop("hidden", keys.length === 0);
  $("#zigbee-gateway-keys-text").text(keys.length === 0 ? say("keys.none") : "");
  for (const { prefix, name, created, lastUsed } of keys) {
    const row = $("<tr>").attr("data-key", prefix).appendTo(body);
    $("<td>").text(name).appendTo(row);
    $("<td>")
      .append($("<code>").text(`${prefix}…`))
      .appendTo(row);
    for (const [name, when] of [
      ["created", localTime(created, zone)],
      ["used", sayUsed({ created, lastUsed }, zone)],
    ] as const)
      $("<td>").addClass(`zigbee-gateway-when zigbee-gateway-${name}`).text(when).appendTo(row);
    const revoke = () =>
      write("DELETE", `${base}keys/${encodeURIComponent(prefix)}`)
        .done(() => {
          tellKeyFault("");
          hideRevoked(prefix);
        })
        .fail((failure: AdminFailure) => void RED.notify($("<p>").text(reasonOf(failure)), "error"))
        .always(changed);
    $('<button type="button" class="red-ui-button red-ui-button-small">')
      .text(say("keys.revoke"))
      .attr("aria-label", `${say("keys.revoke")}: ${name}`)
      .on("click", () => askFirst(say("keys.sure", { name }), say("keys.no"), say("keys.yes"), revoke))
      .appendTo($("<td>").appendTo(row));
  }
}

/** In the rows that are there: a table that is drawn anew loses the focus. */
function showUses({ keys, zone }: Told): void {
  for (const key of keys)
    $(`.zigbee-gateway-keys tr[data-key="${CSS.escape(key.prefix)}"] .zigbee-gateway-used`).text(sayUsed(key, zone));
}

/** Clients are told of a key that was only made that it was used then. */
function sayUsed({ created, lastUsed }: Pick<Key, "created" | "lastUsed">, zone: string): string {
  return lastUsed === created ? say("keys.unused") : localTime(lastUsed, zone);
}

/** The key that was just made is shown no longer than it is valid. */
function hideRevoked(prefix: string): void {
  if (!isOwn(prefix)) return;
  $("#zigbee-gateway-key").val("");
  $("#zigbee-gateway-key-row").prop("hidden", true);
  $("#zigbee-gateway-key-hint").text(say("keys.own-hint"));
}

/** Of the key that was just made here. */
function isOwn(prefix: string): boolean {
  return fieldValue($("#zigbee-gateway-key")).startsWith(prefix);
}

/** By the clock of the gateway, as the list of its backups. */
function localTime(text: string, zone: string): string {
  if (!text) return "";
  const date = new Date(`${text}Z`);
  const form = { dateStyle: "short", timeStyle: "short", ...(zone && { timeZone: zone }) } as const;
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleString(languageOfEditor(), form);
}

/** "": none, any more. */
function tellKeyFault(text: string): void {
  $("#zigbee-gateway-key-name").toggleClass("input-error", text !== "");
  $("#zigbee-gateway-key-fault").text(text);
}

/** A key for a program that cannot ask for one: shown this once. */
function showOwnKey(base: string, changed: () => void): void {
  const [name, key, hint] = [$("#zigbee-gateway-key-name"), $("#zigbee-gateway-key"), $("#zigbee-gateway-key-hint")];
  let once = "";
  const make = () => {
    const asked = fieldValue(name).trim();
    if (asked === "") {
      tellKeyFault(say("keys.nameless"));
      return void name.trigger("focus");
    }
    name.val("");
    tellKeyFault("");
    write("POST", `${base}keys`, { name: asked })
      .done(([{ success }]: readonly [{ readonly success: { readonly username: string } }]) => {
        key.val(success.username);
        $("#zigbee-gateway-key-row").prop("hidden", false);
        once = say("keys.once", { name: asked });
        hint.text(once);
        changed();
      })
      .fail((failure: AdminFailure) => {
        name.val(asked);
        tellKeyFault(reasonOf(failure));
      });
  };
  name.on("input", () => tellKeyFault(""));
  name.off("keydown").on("keydown", (event) => {
    if (event.key !== "Enter" || event.originalEvent?.isComposing) return;
    event.preventDefault();
    make();
  });
  $("#zigbee-gateway-key-make").off("click").on("click", make);
  $("#zigbee-gateway-key-copy")
    .off("click")
    .on("click", () => copy(key, (isDone) => hint.text(isDone ? say("keys.copied") : once)));
}

/** A page that does not come by https has no clipboard: then the browser copies the marked text as by hand. */
function copy(field: JQuery, done: (isDone: boolean) => void): void {
  field.trigger("focus").trigger("select");
  const byHand = () => done(document.execCommand("copy"));
  if (navigator.clipboard) navigator.clipboard.writeText(String(field.val())).then(() => done(true), byHand);
  else byHand();
}

/** Shows keys and the link window until it is stopped. */
export function showSecurity(base: string): () => void {
  let link: LinkWindow | undefined;
  let shown = "";
  let known: ReadonlySet<string> | undefined; // prefixes
  const load = () => {
    $.getJSON(`${base}keys`)
      .done((told: Told) => {
        const { keys, seconds } = told;
        link ??= new LinkWindow(base, seconds, load);
        const got = keys.find(({ prefix }) => known?.has(prefix) === false && !isOwn(prefix));
        if (got && link.isOpen) link.tellLetIn(got.name);
        known = new Set(keys.map(({ prefix }) => prefix));
        const now = JSON.stringify([...known]);
        if (now === shown) return showUses(told);
        shown = now;
        showKeys(base, told, load);
      })
      .fail((failure) => {
        $("#zigbee-gateway-link").prop("disabled", true).find("span").text(say("link.open"));
        $("#zigbee-gateway-link-text").text(reasonOf(failure));
      });
  };
  load();
  showOwnKey(base, load);
  let seconds = 0;
  const timer = setInterval(() => {
    if (!link) return; // the gateway does not run
    link.tick();
    seconds += 1;
    if (link.isOpen || ($("#zigbee-gateway-clients").prop("open") && seconds % CALM === 0)) load();
  }, EVERY);
  return () => clearInterval(timer);
}
