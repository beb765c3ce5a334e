/** The outcome of a move: how much of each family comes, what needs a look, and each device with its new name. */
import type { Values } from "../../../src/model/resource.ts";
import { say, sayList } from "../../texts.ts";
import { Badge, Fold, Switch } from "../../widgets/widgets.tsx";
import { type MoveNote, saidNotes } from "./move-notes.ts";

interface ShownDevice {
  readonly ieee: string;
  readonly before: string;
  readonly name: string;
  readonly vendor: string;
  readonly model: string;
  readonly resources: readonly { readonly family: string; readonly id: string }[];
}

interface MoveReport {
  readonly source: { readonly print: string; readonly program: string };
  readonly network: { readonly channel: number | null };
  readonly stick: { readonly verdict: string; readonly notes: readonly MoveNote[] };
  readonly running: readonly MoveNote[];
  readonly back: readonly MoveNote[];
  readonly totals: Readonly<Record<string, readonly [comes: number, of: number]>>;
  readonly devices: readonly ShownDevice[];
  readonly notes: readonly MoveNote[];
}

const COUNTED = ["devices", "groups", "scenes", "rules", "schedules", "keys"] as const;
const WRITTEN = "running"; // its files are fresh: it may still run
const UNDENIABLE = "other-port"; // a program that has the stick open runs, even if the user says no
const TONES: Readonly<Record<string, "good" | "warn" | "bad">> = {
  resume: "good",
  restore: "good",
  rare: "warn",
  refused: "bad",
};

export function reportIn({ result }: Values): MoveReport | undefined {
  return ((result ?? {}) as { readonly report?: MoveReport }).report;
}

interface ReportProps {
  readonly report: MoveReport;
  readonly isGone: boolean; // the other program: the user says so
  readonly setGone: (isGone: boolean) => void;
}

export function Report({ report, isGone, setGone }: ReportProps) {
  const { devices, totals, stick, running, back } = report;
  const names = new Map(devices.map(({ ieee, name, before }) => [ieee, name || before]));
  const nameOf = (about: string) => names.get(about) ?? about;
  const isKnown = ({ code }: MoveNote) => code === WRITTEN && running.length > 0; // that it runs is said above
  const notes = saidNotes(
    report.notes.filter((note) => !isKnown(note)),
    nameOf,
  );
  const ofStick = saidNotes(stick.notes, nameOf);
  return (
    <>
      {running.length > 0 && <Running {...{ running, isGone, setGone }} />}
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
      {back.length > 0 && (
        <Fold title={say("moving.back")}>
          <Sentences notes={back} />
        </Fold>
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

/** The warning may come up while the user is further down. */
function inSight(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: "nearest" });
}

function Running({ running, isGone, setGone }: Pick<ReportProps, "isGone" | "setGone"> & Pick<MoveReport, "running">) {
  return (
    <section ref={inSight} class="zg-moving-running" role="alert" aria-labelledby="zg-moving-running">
      <h3 id="zg-moving-running">{say("moving.running")}</h3>
      <Sentences notes={running} />
      <p>{say("moving.running-hint", { go: say("moving.go") })}</p>
      {running.every(({ code }) => code !== UNDENIABLE) && (
        <Switch label={say("moving.gone")} isOn={isGone} onChange={setGone} />
      )}
    </section>
  );
}

/** Each for itself. */
export function Sentences({ notes }: { readonly notes: readonly MoveNote[] }) {
  const texts = notes.flatMap((note) => saidNotes([{ ...note, about: "" }], String).map(({ text }) => text));
  return (
    <ul class="zg-moving-notes">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
