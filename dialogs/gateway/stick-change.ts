/** Another stick for the same network, in the gateway's dialog: the effects of a change, and the spare stick that takes over by itself. */
import { fieldValue, option } from "../editor.ts";
import { type AdminFailure, askFirst, reasonOf, say, write } from "../gateway-dialog.ts";

/** As the runtime tells it. */
export interface MovePlan {
  readonly isRefused: boolean;
  readonly devices: number;
  readonly sleepers: number;
  readonly keepsAddress: boolean;
  readonly keyed: number | null;
}

interface SpareState {
  readonly active?: string; // absent: no spare is at work
  readonly other: string;
  readonly isReady: boolean;
  readonly stale: readonly string[];
  readonly asks: boolean;
  readonly hangs: boolean;
}

const EVERY = 3000; // milliseconds

/** The effects of the choice of this stick, one sentence a line. */
export function sayPlan(plan: MovePlan): readonly string[] {
  const { isRefused, devices, sleepers, keepsAddress, keyed } = plan;
  if (isRefused) return [say("move.refused")];
  const lines = [say("move.plan", { devices, sleepers })];
  if (!keepsAddress) lines.push(say("move.address"));
  if (keyed === null) lines.push(say("move.keyed-unknown"));
  else if (keyed > 0) lines.push(say("move.keyed", { keyed }));
  return [...lines, say("move.go")];
}

/** Another simulated stick needs no test. */
export function showMove(base: string, own: string): void {
  const field = $("#node-config-input-stick");
  const hint = $("#zigbee-gateway-move");
  field.on("change", () => {
    hint.text("");
    const adapter = fieldValue(field);
    if (adapter === own) return;
    $.getJSON(`${base}move-plan`, { adapter }).done((plan: MovePlan | Record<string, never>) => {
      if ("devices" in plan && fieldValue(field) === adapter)
        hint.text(
          sayPlan(plan as MovePlan)
            .slice(0, -1)
            .join(" "),
        );
    });
  });
}

/** Ends with the dialog. */
export function showSpare(base: string): () => void {
  const state = $("#zigbee-gateway-spare-state");
  const button = $("#zigbee-gateway-takeover");
  const show = (spare: SpareState) => {
    $("#zigbee-gateway-takeover-row").prop("hidden", spare.active === undefined);
    button.prop("disabled", !spare.isReady);
    state.text(spare.active === undefined ? "" : sayState(spare));
  };
  const load = () => void $.getJSON(`${base}spare`).done(show);
  const fail = (failure: AdminFailure) => void state.text(reasonOf(failure));
  const takeOver = () => {
    button.prop("disabled", true);
    state.text(say("spare.exchanging"));
    write("POST", `${base}spare`).done(show).fail(fail);
  };
  button.on("click", () => askFirst(say("spare.sure"), say("spare.no"), say("spare.yes"), takeOver));
  $.getJSON(`${base}sticks`).done((found: readonly { readonly path: string; readonly label: string }[]) => {
    const radio = fieldValue($("#node-config-input-radio"));
    for (const { path, label } of found) if (path !== radio) option($("#zigbee-gateway-spares"), path, label);
  });
  load();
  const timer = setInterval(load, EVERY);
  return () => clearInterval(timer);
}

function sayState({ active = "", other, isReady, asks, hangs, stale }: SpareState): string {
  const names = { active, other };
  if (asks) return say("spare.asks", names);
  if (hangs) return say("spare.hangs", names);
  if (stale.includes(other)) return say("spare.stale", names);
  return say(isReady ? "spare.ready" : "spare.missing", names);
}
