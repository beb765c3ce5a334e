/**
 * The gateway's own ports, tried while its dialog is open: the runtime tells of each whether it could listen there. A port that it cannot
 * have is no fault of the node, as it may be free at any time.
 */
import { isPort } from "../../nodes/shared/addresses.ts";
import { fieldValue } from "../editor.ts";
import { write } from "../gateway-dialog.ts";

interface Tried {
  readonly trouble: "" | "used" | "rights";
}

const FIELDS = ["port", "pushPort"].map((name) => `#node-config-input-${name}`).join(", ");
const ADDRESS = "#node-config-input-portAddress";
const PAUSE = 700; // milliseconds without a letter: what is half typed is not tried

let troubles = new Map<string, string>(); // by port and address
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Of a port that was tried: the key of the sentence; "" where nothing is known against it. */
export function portTrouble(name: string, text: string): string {
  return ["port", "pushPort"].includes(name) ? (troubles.get(keyOf(text)) ?? "") : "";
}

/** `tried` of a field tells that its trouble is known now. */
export function tryPorts(base: string): void {
  troubles = new Map();
  const attempt = () => {
    clearTimeout(waiting);
    for (const field of $(FIELDS).get() as HTMLInputElement[]) attemptOne(base, $(field));
  };
  $(FIELDS)
    .add(ADDRESS)
    .on("change", attempt)
    .on("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(attempt, PAUSE);
    });
  attempt();
}

function attemptOne(base: string, field: JQuery): void {
  const port = fieldValue(field).trim();
  if (!isPort(port) || Number(port) === 0 || field.hasClass("input-error")) return;
  const key = keyOf(port);
  write("POST", `${base}try-port`, { port: Number(port), address: fieldValue($(ADDRESS)).trim() }).done(
    ({ trouble }: Tried) => {
      troubles.set(key, trouble);
      field.trigger("tried");
    },
  );
}

function keyOf(port: string): string {
  return `${port.trim()} ${fieldValue($(ADDRESS)).trim()}`;
}
