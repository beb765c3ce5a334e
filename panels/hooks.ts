/** The hooks that every panel uses: the house and its changes, the API, notes, the time. */
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { ChangeNotice, FlowNodes } from "../src/model/admin-api.ts";
import type { Api } from "./api.ts";
import { devicesIn, type HouseDevice } from "./devices/house-devices.ts";
import { plainType } from "./devices/kinds.ts";
import { type KeyNames, type PressName, pressNamesIn } from "./devices/values/key-names.ts";
import type { Canvas } from "./flow/canvas.ts";
import type { HouseState } from "./house.ts";
import type { LiveHouse } from "./live-house.ts";
import { ownPlaces, type Path, type Place, type Places } from "./place.ts";
import type { NamedHouse } from "./resource-names.ts";
import { say } from "./texts.ts";

/** The editor around the sidebar. */
export interface Editor {
  /** The flow that is open; undefined: there is none. */
  readonly canvas: () => Canvas | undefined;
  /** Adds nodes to it, where they say, as one step that can be undone. */
  readonly importNodes: (nodes: readonly object[]) => void;
  /** Opens the dialog of a gateway node, and one of its folds; without an id that of a new one. */
  readonly editGateway: (id?: string, fold?: string) => void;
  /** Adds the virtual house; true: it was deployed at once, as nothing else waits for that. */
  readonly bringHouse: () => boolean;
  /** There is a gateway node that was never deployed, or a change of it. */
  readonly awaitsDeploy: () => boolean;
  /** Shows a node of the flows; a dialog that is open keeps it from that. */
  readonly reveal: (node: string) => void;
  /** Gives the focus to the flow. */
  readonly focus: () => void;
}

/** Where the panels are shown, and what is possible only there. */
export interface PanelHost {
  readonly kind: "sidebar" | "page";
  readonly editor?: Editor; // of the sidebar only
  readonly tellHealth?: (bad: number) => void; // how many things are not as they should be
}

/** How long a note is shown, in milliseconds: longer for an error, and for a result that a user waited for and may not look at. */
export const NOTE_SHOWN = { good: 4_000, bad: 10_000, lasting: 20_000 } as const;
export type NoteKind = keyof typeof NOTE_SHOWN;
/** A button that a note offers as long as it is shown. */
export interface NoteAction {
  readonly label: string;
  readonly run: () => unknown;
}
export type Note = (text: string, kind?: NoteKind, action?: NoteAction) => void;

export const LiveContext = createContext<LiveHouse | undefined>(undefined);
export const PanelHostContext = createContext<PanelHost>({ kind: "page" });
export const NoteContext = createContext<Note>(() => {});
export const PlacesContext = createContext<Places>(ownPlaces());

export function useLive(): LiveHouse {
  const live = useContext(LiveContext);
  if (!live) throw new Error("no gateway is open here");
  return live;
}

export function useApi(): Api {
  return useLive().api;
}

export const usePanelHost = (): PanelHost => useContext(PanelHostContext);
export const useNote = (): Note => useContext(NoteContext);

/** Renders the component again. */
export function useRedraw(): () => void {
  const [, count] = useReducer((times: number, _: undefined) => times + 1, 0);
  return useCallback(() => count(undefined), []);
}

/** The place where the user is, and the way to another one: `go(["devices", mac])`. */
export function usePlace(): readonly [place: Place, go: (path: Path, gateway?: string) => void] {
  const places = useContext(PlacesContext);
  const redraw = useRedraw();
  useEffect(() => places.on(redraw), [places]);
  const go = useCallback(
    (path: Path, gateway?: string) => places.go({ path, ...(gateway === undefined ? {} : { gateway }) }),
    [places],
  );
  return [places.now, go];
}

/** The thing that is opened in a panel, as its address says; `undefined` closes it. */
export function useOpened(panel: string): readonly [opened: string | undefined, open: (what?: string) => void] {
  const [{ path }, go] = usePlace();
  const open = useCallback((what?: string) => go(what === undefined ? [panel] : [panel, what]), [go, panel]);
  return [path[0] === panel ? path[1] : undefined, open];
}

/** Back to Home or the page of a room from which the user came, with the words for it; undefined: the user came from elsewhere. */
export function useWayHome(): { readonly words: string; readonly back: () => void } | undefined {
  const places = useContext(PlacesContext);
  const [panel, id] = places.cameFrom ?? [];
  const name = useHouse(({ groups }) => (id === undefined ? undefined : groups[id]?.name));
  if (panel !== "home" || (id !== undefined && name === undefined)) return undefined;
  const words = id === undefined ? say("rooms.back") : say("rooms.back-to", { room: String(name) });
  return { words, back: () => places.back() };
}

/** Selects a part of the house; the component renders again only when that part changes. */
export function useHouse<T>(select: (house: HouseState) => T): T {
  const live = useLive();
  const { house } = live;
  if (!house) throw new Error("the house is not loaded yet");
  const redraw = useRedraw();
  const value = select(house);
  const last = useRef({ select, value });
  last.current = { select, value };
  useEffect(() => {
    const compare = () => {
      if (live.house && !isSame(last.current.select(live.house), last.current.value)) redraw();
    };
    compare(); // what changed between drawing and now
    return live.on(compare);
  }, [live]);
  return value;
}

/** All devices, with their resources. */
export function useHouseDevices(): readonly HouseDevice[] {
  const { devices, lights, sensors } = useHouse(({ devices, lights, sensors }) => ({ devices, lights, sensors }));
  return useMemo(() => devicesIn({ devices, lights, sensors }), [devices, lights, sensors]);
}

/** Whether one of these lights was told something here a while ago and has not answered yet. */
export function useIsUnanswered(addresses: readonly string[]): boolean {
  const live = useLive();
  const redraw = useRedraw();
  const isUnanswered = addresses.some((address) => live.unanswered.has(address));
  useEffect(
    () =>
      live.on(() => {
        if (addresses.some((address) => live.unanswered.has(address)) !== isUnanswered) redraw();
      }),
    [live, addresses.join(" "), isUnanswered],
  );
  return isUnanswered;
}

/** All unanswered lights, and whether each shone before: until a light answers, its state is no more than a wish. */
export function useUnanswered(): ReadonlyMap<string, boolean> {
  const live = useLive();
  const redraw = useRedraw();
  const { unanswered } = live;
  useEffect(
    () =>
      live.on(() => {
        if (live.unanswered !== unanswered) redraw();
      }),
    [live, unanswered],
  );
  return unanswered;
}

/** How often the house was loaded: again after each break, and when the panels were hidden, as no change is told meanwhile. */
export function useLoads(): number {
  const live = useLive();
  const redraw = useRedraw();
  const { loads } = live;
  useEffect(() => {
    const compare = () => {
      if (live.loads !== loads) redraw();
    };
    compare(); // what changed between drawing and now
    return live.on(compare);
  }, [live, loads]);
  return loads;
}

/** Calls the listener with each change while the component is mounted. */
export function useChanges(listener: (news: readonly ChangeNotice[]) => void): void {
  const live = useLive();
  const last = useRef(listener);
  last.current = listener;
  useEffect(() => live.onChanges((news) => last.current(news)), [live]);
}

/** Asks once, and again when a dependency changes. */
export function useQuery<T>(
  ask: () => Promise<T>,
  depends: readonly unknown[],
): { answer: T | undefined; again: () => void } {
  const [answer, setAnswer] = useState<T | undefined>(undefined);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    ask().then(
      (value) => isCurrent && setAnswer(value),
      () => isCurrent && setAnswer(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [...depends, turn]);
  return { answer, again: useCallback(() => setTurn((count) => count + 1), []) };
}

/** The answer of GET at an address, asked again when the resource or a dependency changes; undefined: no answer yet. */
export function useRead<T>(address: string, depends: readonly unknown[] = []): T | undefined {
  const api = useApi();
  const ask = async () => {
    const { status, body } = await api.perform("GET", address);
    return status === 200 ? (body as T) : undefined;
  };
  return useQuery(ask, [api, address, ...depends]).answer;
}

/**
 * The flow nodes by their ids: asked for again whenever there are other owners ("flow:<id>"), since a deploy has brought them; until that is
 * answered a new owner is some flow, not one that is gone. Undefined: not told yet.
 */
export function useFlowNodes(owners: readonly unknown[]): FlowNodes | undefined {
  const api = useApi();
  const asked = owners.join();
  const ask = async () => ({ asked, nodes: await api.flowNodes() });
  const { answer } = useQuery(ask, [api, asked]);
  return useMemo(
    () => answer && (answer.asked === asked ? answer.nodes : withNew(owners, answer.nodes)),
    [answer, asked],
  );
}

function withNew(owners: readonly unknown[], nodes: FlowNodes): FlowNodes {
  const some = { name: say("names.who.flow"), kind: "", flow: "" };
  return { ...Object.fromEntries(owners.map((owner) => [String(owner).replace(/^flow:/, ""), some])), ...nodes };
}

/** In which the gateway's clock goes. */
export function useZone(): string | undefined {
  return useHouse(({ config }) => (config.timezone === undefined ? undefined : String(config.timezone)));
}

/** The time, updated while `isOn`. */
export function useNow(every = 1_000, isOn = true): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isOn) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every, isOn]);
  return now;
}

/** The same, or an array or object of the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  const [left, right] = [Object.entries(one), other as Readonly<Record<string, unknown>>];
  return left.length === Object.keys(right).length && left.every(([key, value]) => Object.is(value, right[key]));
}

/**
 * The house for sentences: it changes only when a name changes, so that values that change render no sentence again.
 */
export function useNamedHouse(): NamedHouse {
  const live = useLive();
  const names = useHouse((house) => namesIn(house));
  const keyNames = useKeyNames();
  return useMemo(() => ({ ...(live.house as NamedHouse), ...(keyNames && { keyNames }) }), [live, names, keyNames]);
}

/** The same with all else that there is, where no more than its present names, rooms and members matter. */
export function useWholeHouse(): HouseState {
  return useNamedHouse() as HouseState;
}

const NO_NAMES = {};

/** All names in one text, cached for families that did not change. */
function namesIn({ lights, sensors, groups, rules, schedules, formerNames = NO_NAMES }: NamedHouse): string {
  const texts = [lights, sensors, groups, rules, schedules].map((family) => textOf(family, namesOf));
  return [...texts, textOf(formerNames, Object.entries)].join("\n");
}

function namesOf(family: NamedHouse["lights"]): unknown {
  return Object.entries(family).map(([id, { name, type, scenes }]) => [id, name, type, scenes]);
}

const known = new WeakMap<object, string>();

function textOf<Named extends object>(own: Named, names: (own: Named) => unknown): string {
  const text = known.get(own) ?? JSON.stringify(names(own));
  known.set(own, text);
  return text;
}

// ---- the keys of remotes

/** The names of the keys of all remotes; undefined until the gateway has told them. */
export function useKeyNames(): KeyNames | undefined {
  const api = useApi();
  const remotes = useHouse(({ sensors }) => remotesIn(sensors));
  return useQuery(() => keyNamesOf(api, remotes), [api, remotes]).answer;
}

const knownRemotes = new WeakMap<object, string>();

/** A line for each remote, "5 00:15:8d:…-01-0006": the text changes only where remotes come or go. */
function remotesIn(sensors: HouseState["sensors"]): string {
  const found = knownRemotes.get(sensors);
  if (found !== undefined) return found;
  const text = Object.entries(sensors)
    .filter(([, { type, uniqueid }]) => plainType(String(type)) === "Switch" && typeof uniqueid === "string")
    .map(([id, { uniqueid }]) => `${id} ${uniqueid}`)
    .join("\n");
  knownRemotes.set(sensors, text);
  return text;
}

/** The names are asked for once, for all that show them. */
const askedKeys = new WeakMap<Api, { readonly remotes: string; readonly names: Promise<KeyNames> }>();

function keyNamesOf(api: Api, remotes: string): Promise<KeyNames> {
  const known = askedKeys.get(api);
  if (known?.remotes === remotes) return known.names;
  const names = askKeyNames(api, remotes).catch((): KeyNames => {
    askedKeys.delete(api); // until the next request, presses are named by their numbers
    return {};
  });
  askedKeys.set(api, { remotes, names });
  return names;
}

/** The gateway is asked about one remote after the other. */
async function askKeyNames(api: Api, remotes: string): Promise<KeyNames> {
  const names: Record<string, readonly PressName[]> = {};
  for (const line of remotes.split("\n").filter(Boolean)) {
    const [id = "", uniqueid = ""] = line.split(" ");
    const { status, body } = await api.perform("GET", `/devices/${uniqueid}/state/buttonevent/introspect`);
    if (status === 200) names[`/sensors/${id}`] = pressNamesIn(body);
  }
  return names;
}
