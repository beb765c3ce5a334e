/** The app: the choice of a gateway, the state of the connection, notes, and the panels. */
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { AdminApiError, type AdminEndpoint, type AdminFailure, type GatewayRow, gateways, openApi } from "./api.ts";
import { HealthWatch } from "./health/use-health.tsx";
import {
  type Editor,
  LiveContext,
  NOTE_SHOWN,
  type Note,
  type NoteAction,
  NoteContext,
  type NoteKind,
  type PanelHost,
  PanelHostContext,
  PlacesContext,
  useNote,
  usePlace,
  useRedraw,
} from "./hooks.ts";
import { type LiveHouse, type LiveState, openHouse } from "./live-house.ts";
import type { Places } from "./place.ts";
import { Tabs } from "./tabs.tsx";
import { say } from "./texts.ts";
import { silenceInWords } from "./unanswered.ts";
import { Options } from "./widgets/fields.tsx";
import { Badge, Button, Empty } from "./widgets/widgets.tsx";

interface AppProps {
  readonly door: AdminEndpoint;
  readonly home: PanelHost;
  readonly places: Places;
  readonly isSeen: boolean; //               while the panels are hidden, no stream is open
  readonly deployCount: number; //                  another number after each deploy
}

const AGAIN = 10_000; // milliseconds until the list of gateways is loaded again
const SOON = 1_500; //   while one starts
const LONGEST_START = 60_000; // then something is in its way

export function App(props: AppProps) {
  return (
    <PanelHostContext.Provider value={props.home}>
      <PlacesContext.Provider value={props.places}>
        <Gateways {...props} />
      </PlacesContext.Provider>
    </PanelHostContext.Provider>
  );
}

function Gateways({ door, home, isSeen, deployCount }: AppProps) {
  const [rows, setRows] = useState<readonly GatewayRow[] | undefined>(undefined);
  const [trouble, setTrouble] = useState<AdminFailure | undefined>(undefined);
  const [{ gateway: wanted, path }, go] = usePlace();
  const reload = useCallback(async () => {
    try {
      setRows(await gateways(door));
      setTrouble(undefined);
    } catch (error) {
      const why = error instanceof AdminApiError ? error.reason : "failed";
      setTrouble(why);
      if (why === "refused") setRows(undefined); // any other failure may pass: the panels stay
    }
  }, [door]);
  const row = rows?.find(({ id }) => id === wanted) ?? rows?.find(({ isRunning }) => isRunning) ?? rows?.[0];
  const isThere = row?.isRunning === true;
  const isSettled = isThere && trouble === undefined;
  const isStarting = useStarting(row?.isStarting === true);
  useEffect(() => {
    if (!isSeen) return;
    void reload();
    if (isSettled) return;
    const timer = setInterval(() => void reload(), isStarting ? SOON : AGAIN);
    return () => clearInterval(timer);
  }, [reload, isSeen, isSettled, isStarting, deployCount]);

  return (
    <Notes>
      {rows && rows.length > 1 && (
        <GatewayChoice rows={rows} chosen={row?.id} onChoose={(id) => go(path.slice(0, 1), id)} />
      )}
      {isThere ? (
        <Gateway key={row.id} door={door} row={row} isSeen={isSeen} reload={reload} />
      ) : isStarting ? (
        <Empty>{say("app.starting")}</Empty>
      ) : (
        <GatewayProblem trouble={trouble} row={row} isKnown={rows !== undefined} home={home} reload={reload} />
      )}
    </Notes>
  );
}

/** Whether it starts; no longer than that takes. */
function useStarting(isStarting: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    setOverdue(false);
    if (!isStarting) return;
    const timer = setTimeout(() => setOverdue(true), LONGEST_START);
    return () => clearTimeout(timer);
  }, [isStarting]);
  return isStarting && !isOverdue;
}

interface GatewayChoiceProps {
  readonly rows: readonly GatewayRow[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

function GatewayChoice({ rows, chosen, onChoose }: GatewayChoiceProps) {
  return (
    <label class="zg-choice">
      <span>{say("app.gateway")}</span>
      <select value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        <Options
          of={rows.map(({ id, name }) => [
            id,
            rows.some((other) => other.id !== id && other.name === name) ? `${name} (${id})` : name,
          ])}
        />
      </select>
    </label>
  );
}

interface GatewayProblemProps {
  readonly trouble: AdminFailure | undefined;
  readonly row: GatewayRow | undefined;
  readonly isKnown: boolean;
  readonly home: PanelHost;
  readonly reload: () => Promise<void>;
}

/** Why there is nothing to see, and what to do. */
function GatewayProblem({ trouble, row, isKnown, home, reload }: GatewayProblemProps) {
  if (!trouble && !isKnown) return <Empty>{say("app.loading")}</Empty>;
  if (trouble === "refused")
    return (
      <div class="zg-hindrance" role="alert">
        <p>{say("app.refused")}</p>
        {home.kind === "page" && <a href="../">{say("app.log-in")}</a>}
        <Button onClick={reload}>{say("do.again")}</Button>
      </div>
    );
  if (!trouble && !row && home.editor?.awaitsDeploy()) return <Empty>{say("app.first-waits")}</Empty>;
  return (
    <div class="zg-hindrance" role="alert">
      <p>{trouble ? say(`trouble.${trouble}`) : row ? row.status.text || say("app.closed") : say("app.none")}</p>
      {!trouble && !row && home.editor ? (
        <FirstGateway editor={home.editor} />
      ) : (
        <>
          {!trouble && !row && <p class="zg-hint">{say("app.none-cure")}</p>}
          <Button onClick={reload}>{say("do.again")}</Button>
        </>
      )}
    </div>
  );
}

function FirstGateway({ editor }: { readonly editor: Editor }) {
  const note = useNote();
  return (
    <>
      <p class="zg-hint">{say("app.first")}</p>
      <div class="zg-actions">
        <Button
          icon="virtual"
          kind="primary"
          onClick={() => {
            if (editor.bringHouse()) note(say("app.first-comes")); // else it says itself that it waits
          }}
        >
          {say("app.first-house")}
        </Button>
        <Button icon="pair" onClick={() => editor.editGateway()}>
          {say("app.first-stick")}
        </Button>
      </div>
    </>
  );
}

interface GatewayProps {
  readonly door: AdminEndpoint;
  readonly row: GatewayRow;
  readonly isSeen: boolean;
  readonly reload: () => Promise<void>;
}

function Gateway({ door, row, isSeen, reload }: GatewayProps) {
  const [live, setLive] = useState<LiveHouse | undefined>(undefined);
  const redraw = useRedraw();
  const note = useNote();
  useEffect(() => {
    const own = openHouse(openApi(door, row.id));
    const sayIt = silenceInWords();
    own.onSilence((address) => {
      const light = own.house?.lights[address.slice("/lights/".length)];
      if (light) note(sayIt(String(light.name)), "bad");
    });
    let before = "";
    const stop = own.on(() => {
      const now = `${own.state} ${own.house !== undefined}`;
      if (now !== before) redraw();
      if (now !== before && (own.state === "refused" || own.state === "not-running")) void reload();
      before = now;
    });
    setLive(own);
    return () => {
      stop();
      own.stop();
    };
  }, [door, row.id, reload, note]);
  useEffect(() => {
    if (!live) return;
    if (isSeen) live.resume();
    else live.pause();
  }, [live, isSeen]);
  if (!live?.house) return <Empty>{say(waitingText(live?.state))}</Empty>;
  return (
    <LiveContext.Provider value={live}>
      <div class="zg-line" role="status" aria-live="polite">
        {live.state !== "live" && <Badge tone="warn">{say("app.broken")}</Badge>}
      </div>
      <HealthWatch isSeen={isSeen}>
        <Tabs />
      </HealthWatch>
    </LiveContext.Provider>
  );
}

function waitingText(state: LiveState = "loading"): string {
  return state === "loading" || state === "live"
    ? "app.loading"
    : state === "broken"
      ? "app.broken"
      : `trouble.${state}`;
}

interface ShownNote {
  readonly text: string;
  readonly kind: NoteKind;
  readonly action: NoteAction | undefined;
}

/** The newest note alone; beside a new error stay older notes with an action. */
function Notes({ children }: { readonly children: ComponentChildren }) {
  const [shown, setShown] = useState<readonly ShownNote[]>([]);
  const [{ path }] = usePlace();
  const panel = path[0];
  useEffect(() => setShown((now) => now.filter(({ kind }) => kind !== "good")), [panel]); // a success is no news in another panel
  const note: Note = useCallback((text, kind = "good", action) => {
    setShown((now) => [{ text, kind, action }, ...now.filter((each) => kind === "bad" && each.action !== undefined)]);
  }, []);
  const end = useCallback((one: ShownNote) => setShown((now) => now.filter((each) => each !== one)), []);
  return (
    <NoteContext.Provider value={note}>
      {children}
      <div class="zg-notes" role="status" aria-live="polite">
        <div>
          {shown.map((one) => (
            <NoteLine key={one.text} note={one} onEnd={end} />
          ))}
        </div>
      </div>
    </NoteContext.Provider>
  );
}

const STAYS = 2_000; // milliseconds

/** It stays while the mouse or the focus is on one of its buttons. */
function NoteLine({ note, onEnd }: { readonly note: ShownNote; readonly onEnd: (note: ShownNote) => void }) {
  const { text, kind, action } = note;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const end = () => {
      if (box.current?.matches(":hover, :focus-within")) timer = setTimeout(end, STAYS);
      else onEnd(note);
    };
    let timer = setTimeout(end, NOTE_SHOWN[kind]);
    return () => clearTimeout(timer);
  }, [note]);
  const act = () => {
    onEnd(note);
    return action?.run();
  };
  return (
    <div class={`zg-note zg-tone-${kind === "bad" ? "bad" : "good"}`} ref={box}>
      <span>{text}</span>
      {action && <Button onClick={act}>{action.label}</Button>}
      <Button icon="bad" label={say("do.dismiss")} onClick={() => onEnd(note)} />
    </div>
  );
}
