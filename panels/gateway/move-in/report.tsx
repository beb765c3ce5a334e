/** What a move would bring: how much of each, what of it needs a look, and each device with its new name. */
import type { Values } from "../../../src/model/resource.ts";
import { say, sayList } from "../../texts.ts";
import { Badge, Fold } from "../../widgets/widgets.tsx";
import { type MoveNote, saidNotes } from "./move-notes.ts";

interface ShownDevice {
  readonly ieee: string;
  readonly before: string;
  readonly name: string;
  readonly vendor: string;
  readonly model: string;
  readonly resources: readonly { readonly family: string; readonly id: string }[];
}

export interface MoveReport {
  readonly source: { readonly print: string; readonly program: string };
  readonly network: { readonly channel: number | null };
  readonly stick: { readonly verdict: string; readonly notes: readonly MoveNote[] };
  readonly totals: Readonly<Record<string, readonly [comes: number, of: number]>>;
  readonly devices: readonly ShownDevice[];
  readonly notes: readonly MoveNote[];
}

const COUNTED = ["devices", "groups", "scenes", "rules", "schedules", "keys"] as const;
const TONES: Readonly<Record<string, "good" | "warn" | "bad">> = {
  resume: "good",
  restore: "good",
  rare: "warn",
  refused: "bad",
};

export function reportIn({ result }: Values): MoveReport | undefined {
  return ((result ?? {}) as { readonly report?: MoveReport }).report;
}

export function Report({ report }: { readonly report: MoveReport }) {
  const { devices, totals, stick } = report;
  const names = new Map(devices.map(({ ieee, name, before }) => [ieee, name || before]));
  const nameOf = (about: string) => names.get(about) ?? about;
  const notes = saidNotes(report.notes, nameOf);
  const ofStick = saidNotes(stick.notes, nameOf);
  return (
    <>
      <table class="zg-moving-totals">
        <caption>{say("moving.comes")}</caption>
        <tbody>
          {COUNTED.filter((name) => (totals[name]?.[1] ?? 0) > 0).map((name) => (
            <tr key={name}>
              <th scope="row">{say(`moving.parts.${name}`)}</th>
              <td>{say("moving.of", { comes: totals[name]?.[0] ?? 0, all: totals[name]?.[1] ?? 0 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <Badge tone={TONES[stick.verdict] ?? "plain"}>{say("moving.network")}</Badge>{" "}
        {say(`moving.verdict.${stick.verdict}`)} {ofStick.map(({ text }) => text).join(" ")}
      </p>
      {notes.length > 0 && (
        <ul class="zg-moving-notes">
          {notes.map(({ text, about }) => (
            <li key={text}>
              {text}
              {about.length > 0 && <span class="zg-dim"> {sayList(about)}</span>}
            </li>
          ))}
        </ul>
      )}
      <Fold title={say("moving.each")}>
        <ul class="zg-moving-devices">
          {devices.map(({ ieee, before, name, vendor, model, resources }) => (
            <li key={ieee}>
              <span>{name || before || ieee}</span>
              <span class="zg-dim">
                {`${vendor} ${model}`.trim()} · {resources.map(({ family, id }) => `/${family}/${id}`).join(", ")}
              </span>
            </li>
          ))}
        </ul>
      </Fold>
    </>
  );
}
