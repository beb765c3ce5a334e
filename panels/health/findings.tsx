/** The findings of "Is everything all right?", each with its sentence, and its cures as buttons. */
import { useState } from "preact/hooks";
import type { CheckResult } from "../../src/model/admin-api.ts";
import { readTrouble } from "../../src/model/doctor/wording.ts";
import type { Values } from "../../src/model/resource.ts";
import { downloadFile } from "../browser.ts";
import { useApi, useLive, useNote, usePanelHost, usePlace, useQuery } from "../hooks.ts";
import { sayFailure } from "../perform.ts";
import type { Path } from "../place.ts";
import { say, sayNames } from "../texts.ts";
import { Icon, type IconName } from "../widgets/icons.tsx";
import { lazy } from "../widgets/lazy.tsx";
import { Button } from "../widgets/widgets.tsx";
import { copyText } from "./clipboard.ts";
import { badFindings, type Cure, curesOf, isByHand } from "./cures.ts";
import { sayCure, sayFinding } from "./finding-in-words.ts";
import { reportOf } from "./report.ts";
import { useHealth } from "./use-health.tsx";

/** The bad findings; none where all is right. A narrow screen shows only their number until a click: else they would fill it. */
export function Attention() {
  const { health } = useHealth();
  const [isOpen, open] = useState(false);
  const bad = health ? badFindings(health) : [];
  const battery = health?.findings.find(
    ({ check, ok, cure }) => check === "batteries" && ok === null && cure !== undefined,
  );
  return (
    <>
      {bad.length > 0 && (
        <section class="zg-section zg-attention" aria-labelledby="zg-attention">
          <div class="zg-attention-head">
            <h2 id="zg-attention">{sayBad(bad)}</h2>
            <Button onClick={() => open(!isOpen)}>{say(isOpen ? "health.hide" : "health.show")}</Button>
          </div>
          <div class={isOpen ? "" : "zg-attention-folded"}>
            <Findings findings={bad} isBrief />
          </div>
        </section>
      )}
      {battery && <BatteryNote finding={battery} />}
    </>
  );
}

/** One that is not heard is named at once. */
function sayBad(bad: readonly CheckResult[]): string {
  const [{ check = "", values = {} } = {}] = bad;
  const found = Array.isArray(values.found) ? (values.found as readonly Values[]) : [];
  const isLost = found.length > 0 && found.every(({ trouble }) => readTrouble(trouble)?.lost === true);
  if (bad.length > 1 || check !== "troubles" || !isLost) return say("health.bad", { count: bad.length });
  const names = found.flatMap((each) => (Array.isArray(each.names) ? each.names.map(String) : []));
  return say("health.says.silent.silent", { names: sayNames(names, 0) });
}

/** The batteries to buy: one line, which takes no more room, as a purchase can wait. */
function BatteryNote({ finding }: { readonly finding: CheckResult }) {
  const [, go] = usePlace();
  const words = sayFinding(finding);
  return (
    <div class="zg-battery-note">
      <Icon name="battery" />
      <p>
        {`${words} `}
        <Button kind="link" onClick={() => go(PLACES.batteries ?? [])}>
          {say("health.do.batteries")}
        </Button>
      </p>
    </div>
  );
}

interface FindingsProps {
  readonly findings: readonly CheckResult[];
  readonly isBrief?: boolean; // where buttons tell the cure, no sentence repeats it
}

export function Findings({ findings, isBrief = false }: FindingsProps) {
  return (
    <ul class="zg-health">
      {findings.map((finding) => (
        <FindingView key={finding.check} finding={finding} isBrief={isBrief} />
      ))}
    </ul>
  );
}

function FindingView({ finding, isBrief }: { readonly finding: CheckResult; readonly isBrief: boolean }) {
  const { check, ok, cure } = finding;
  const kind = ok === null ? "unknown" : ok ? "good" : "bad";
  const cures = curesOf(finding);
  return (
    <li class={`zg-found zg-tone-${kind}`}>
      <Icon name={kind === "bad" ? "warn" : kind} />
      <div>
        <strong>{say(`health.check.${check}`)}</strong> <span class="zg-hidden">{say(`health.${kind}-one`)}</span>
        <div>{sayFinding(finding)}</div>
        {cure && check !== "troubles" && !(isBrief && cures.length > 0 && !isByHand(finding)) && (
          <div class="zg-cure">{sayCure(finding)}</div>
        )}
        {cures.length > 0 && (
          <div class="zg-actions">
            {cures.map((each) => (
              <CureButton key={keyOf(each)} cure={each} />
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

function keyOf(cure: Cure): string {
  if (cure.opens === "device") return cure.mac;
  return cure.opens === "rule" ? cure.address : cure.opens;
}

const ICONS: Readonly<Record<Cure["opens"], IconName>> = {
  device: "next",
  rule: "next",
  devices: "light",
  batteries: "battery",
  pairing: "pair",
  network: "network",
  channels: "network",
  events: "event",
  settings: "edit",
  place: "edit",
  backup: "down",
  report: "copy",
  again: "refresh",
};

/** Of panels that have another name, or where something is opened in them. */
const PLACES: Readonly<Record<string, Path>> = {
  batteries: ["devices", "batteries"],
  channels: ["network", "channels"],
};

const BY_SUN = "W127/sunset"; // its times come with the place from where it is seen

function CureButton({ cure }: { readonly cure: Cure }) {
  const [, go] = usePlace();
  const download = useBackupDownload();
  const copy = useReport();
  const { look } = useHealth();
  const icon = ICONS[cure.opens];
  if (cure.opens === "settings") return <SettingsButton fold={cure.fold} />;
  if (cure.opens === "place") return <PlaceCure />;
  if (cure.opens === "device" || cure.opens === "rule") {
    const path = cure.opens === "device" ? ["devices", cure.mac] : ["automation", cure.address];
    return (
      <Button icon={icon} label={say(`health.do.${cure.opens}`, { name: cure.name })} onClick={() => go(path)}>
        {cure.name}
      </Button>
    );
  }
  const acts: Readonly<Record<string, () => unknown>> = { backup: () => download(), report: copy, again: look };
  const { opens } = cure;
  return (
    <Button icon={icon} onClick={acts[opens] ?? (() => go(PLACES[opens] ?? [opens]))}>
      {say(`health.do.${opens}`)}
    </Button>
  );
}

const PlaceFields = lazy(
  () => import("../automation/editor/place-fields.tsx"),
  (module) => module.PlaceFields,
);

/** Town and time zone, right here. */
function PlaceCure() {
  const api = useApi();
  const { look } = useHealth();
  const [isOpen, open] = useState(false);
  const { answer } = useQuery(async () => (isOpen ? api.nextTimes(BY_SUN, "local", {}) : undefined), [api, isOpen]);
  const done = () => {
    open(false);
    void look();
  };
  return (
    <>
      <Button icon={ICONS.place} isPressed={isOpen} onClick={() => open(!isOpen)}>
        {say("health.do.place")}
      </Button>
      {isOpen && answer && <PlaceFields {...(answer.place ? { place: answer.place } : {})} onSet={done} />}
    </>
  );
}

/** The settings of the gateway are a dialog of the editor: from the page it is only the way there. `fold`: the part that is open in it. */
export function SettingsButton({ fold }: { readonly fold?: string | undefined }) {
  const { editor } = usePanelHost();
  const { id } = useApi();
  if (!editor)
    return (
      <a class="zg-button" href="../" target="_blank" rel="noreferrer">
        {say("health.do.editor")}
      </a>
    );
  return (
    <Button icon="edit" onClick={() => editor.editGateway(id, fold)}>
      {say("health.do.settings")}
    </Button>
  );
}

/** A backup that is made now, or one that was kept. */
export function useBackupDownload(): (name?: string) => Promise<void> {
  const api = useApi();
  const note = useNote();
  const { look } = useHealth();
  return async (name) => {
    try {
      const file = await api.backup(name);
      downloadFile(file);
      note(say("backups.downloaded", { name: file.name }));
      void look();
    } catch (error) {
      note(sayFailure(error), "bad");
    }
  };
}

/** The report into the clipboard. */
export function useReport(): () => Promise<void> {
  const live = useLive();
  const note = useNote();
  const { health } = useHealth();
  return async () => {
    const isDone = live.house && health && (await copyText(reportOf(health, live.house)));
    note(say(isDone ? "health.copied" : "health.not-copied"), isDone ? "good" : "bad");
  };
}
