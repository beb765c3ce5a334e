/** The rows that dialogs share: a template names them, as `<zigbee-tick name="facts">`, and they are written out here. Pure. */
const COMMON = "node-red-contrib-zigbee-gateway/zigbee-gateway:zigbee-gateway.row";
const TICK = "width: auto; margin: 0 6px 0 0";

type Attributes = Readonly<Record<string, string>>;
type Row = (at: string, attributes: Attributes) => string;

const words = (key: string, attribute = "") => `data-i18n="${attribute && `[${attribute}]`}${key}"`;
const span = (key: string) => `<span ${words(key)}></span>`;
const label = (icon: string, key: string, target = "", more = "") =>
  `<label${target && ` for="${target}"`}${more}><i class="fa fa-${icon}"></i> ${span(key)}</label>`;
const row = (content: string, more = "") => `<div class="form-row"${more}>${content}</div>`;
const hidden = (name: string) => `<input type="hidden" id="node-input-${name}">`;
const hint = (more: string) => `<div class="zigbee-gateway-row-hint"${more}></div>`;
const tick = (id: string, key: string) =>
  `<label for="${id}" class="zigbee-gateway-tick"><input type="checkbox" id="${id}" style="${TICK}">${span(key)}</label>`;
const number = (
  name: string,
  { mode = "decimal", width = "100", placeholder = "", example = "", more = "" }: Attributes,
) => {
  const shown = placeholder ? ` placeholder="${placeholder}"` : example && ` ${words(example, "placeholder")}`;
  const id = `node-input-${name}`;
  return `<input type="text" inputmode="${mode}" id="${id}" style="width: ${width}px"${shown}${more}> ${span(`${COMMON}.seconds`)}`;
};

/** By their names in a template; `at` is the type of the node. */
const ROWS: Readonly<Record<string, Row>> = {
  gateway: () =>
    row(`${label("server", `${COMMON}.gateway`, "node-input-gateway")} <input type="text" id="node-input-gateway">`),
  name: () => row(`${label("tag", `${COMMON}.name`, "node-input-name")} <input type="text" id="node-input-name">`),
  /** One that is there is picked: where this field stands comes the picker. */
  resource: (at, { icon = "", label: name = "" }) => {
    const field = `<input type="text" id="${at}-resource" aria-describedby="${at}-hint">`;
    return (
      row(`${label(icon, `${at}.label.${name}`, `${at}-resource`)} ${field}`, ` id="${at}-picked"`) +
      hint(` id="${at}-hint" role="status"`)
    );
  },
  /** `none` is how it is called when nothing of it is chosen. */
  choice: (at, { name = "", icon = "", none = "", options = "", kinds = "" }) => {
    const all = [...(none ? [["", none]] : []), ...options.split(" ").map((option) => [option, option])];
    const lines = all.map(([value, key]) => `<option value="${value}" ${words(`${at}.${name}.${key}`)}></option>`);
    const list = `<select id="node-input-${name}" style="width: 70%">${lines.join("")}</select>`;
    const more = kinds && ` data-kinds="${kinds}"`;
    return row(`${label(icon, `${at}.label.${name}`, `node-input-${name}`)} ${list}`, more);
  },
  tick: (at, { name = "" }) => row(tick(`node-input-${name}`, `${at}.label.${name}`)),
  seconds: (at, { name = "", icon = "", wide = "", example = "", ...more }) => {
    const title = label(icon, `${at}.label.${name}`, `node-input-${name}`, wide && ' style="width: auto"');
    return row(`${title} ${number(name, { ...more, example: example && `${at}.${example}` })}`);
  },
  /** Ticks for names that the dialog knows only from the gateway. */
  ticks: (at, { name = "", icon = "" }) => {
    const key = `${at}.label.${name}`;
    const place = `<span id="${at}-${name}" class="zigbee-gateway-ticks" role="group" ${words(key, "aria-label")}></span>`;
    return row(`${label(icon, key)} ${place}${hidden(name)}`) + hint(` ${words(`${at}.hint.${name}`)}`);
  },
  /** A sentence on the purpose of the node. */
  about: (at) => `<p class="zigbee-gateway-about" ${words(`${at}.hint.about`)}></p>`,
  /** Rows that few users need, up to `end`: folded up as long as none of them is set. */
  more: (at) => `<details class="zigbee-gateway-more" id="${at}-more"><summary ${words(`${COMMON}.more`)}></summary>`,
  end: () => "</details>",
  /** The answer waits for the device. */
  confirm: (at) => {
    const deadline = { width: "60", more: ` ${words(`${at}.label.deadline`, "aria-label")}` };
    const amount = `<span class="zigbee-gateway-amount">${number("deadline", deadline)}</span>`;
    return row(`${tick("node-input-confirm", `${at}.label.confirm`)} ${amount}`);
  },
  /** A second output, for changes that come by themselves. */
  facts: (at) =>
    row(tick("node-input-facts", `${at}.label.facts`) + hidden("outputs")) +
    row(tick(`${at}-foreign`, `${at}.label.foreign`), ` id="${at}-own"`),
  /** An input, and a first output for its answers; `explained` where its words are not plain. */
  asks: (at, { explained = "" }) =>
    row(tick(`${at}-asks`, `${at}.label.asks`) + hidden("inputs") + hidden("outputs")) +
    (explained && hint(` ${words(`${at}.hint.asks`)}`)),
  /** Makes one of its own, or follows one that is there. */
  declares: (at, { value = "" }) => {
    const options = [
      [value, "declared"],
      ["", "picked"],
    ].map(([option, key]) => `<option value="${option}" ${words(`${at}.what.${key}`)}></option>`);
    const list = `<select id="node-input-declares" style="width: 70%">${value ? options.join("") : ""}</select>`;
    return row(`${label("magic", `${at}.label.what`, "node-input-declares")} ${list}`);
  },
  /** The name of the declared resource, and of the node itself, too: `declares` hides the other name then. */
  called: (_, { longest = "" }) => {
    const field = `<input type="text" id="node-input-declaredName" maxlength="${longest}">`;
    return row(`${label("tag", `${COMMON}.name`, "node-input-declaredName")} ${field}`);
  },
};

/** A template with all its rows, behind the name and the gateway; and which kinds of rows it has. */
export function expanded(
  type: string,
  template: string,
): { readonly html: string; readonly kinds: ReadonlySet<string> } {
  const kinds = new Set<string>();
  const [called = ""] = /<zigbee-called[^>]*>/.exec(template) ?? []; // another name: it stands in the place of the node's own
  const html = `<zigbee-name>${called}<zigbee-gateway>${template.replace(called, "")}`.replace(
    /<zigbee-(\w+)([^>]*)>/g,
    (_, kind: string, given: string) => {
      kinds.add(kind);
      const attributes = [...given.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
      const write = ROWS[kind];
      if (!write) throw new Error(`${type}: there is no row ${kind}`);
      return write(type, Object.fromEntries(attributes));
    },
  );
  return { html: `<div class="zigbee-gateway-dialog">${html}</div>`, kinds };
}
