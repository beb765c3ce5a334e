/** Home: the house by its rooms, with the findings that need attention on top; or the page of one room. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Values } from "../../src/model/resource.ts";
import { useNotedSend } from "../commands.tsx";
import { isLit } from "../devices/availability.ts";
import type { HouseDevice } from "../devices/house-devices.ts";
import { iconOf, kindOf } from "../devices/kinds.ts";
import { EditableName } from "../devices/name-form.tsx";
import { type RoomOrGroup, roomFinder } from "../devices/rooms.ts";
import { sayState } from "../devices/values/words.ts";
import { FlowDialog } from "../flow/flow-dialog.tsx";
import { Attention, SettingsButton } from "../health/findings.tsx";
import {
  useApi,
  useHouse,
  useHouseDevices,
  useNote,
  useOpened,
  usePanelHost,
  usePlace,
  useQuery,
  useUnanswered,
} from "../hooks.ts";
import { radioState } from "../house.ts";
import { FocusClaim } from "../kept-focus.ts";
import { type ApiCommand, perform } from "../perform.ts";
import { roomIcon } from "../rooms/look.ts";
import { RoomPage } from "../rooms/room.tsx";
import { RoomDialog } from "../rooms/room-dialog.tsx";
import { RoomSwitch } from "../rooms/room-switch.tsx";
import { SceneButtons } from "../rooms/scenes.tsx";
import { useTakenRoom } from "../rooms/taken.ts";
import { say } from "../texts.ts";
import { Foldaway } from "../widgets/foldaway.tsx";
import { Icon } from "../widgets/icons.tsx";
import { Button, Gone } from "../widgets/widgets.tsx";
import { Climate, DeviceLines, newsOf } from "./lines.tsx";
import { OrderDialog } from "./room-order.tsx";
import {
  allOffCommands,
  backOnCommands,
  firstStep,
  homeSections,
  inColumns,
  isSilent,
  litIn,
  type Section,
  wholeSection,
} from "./sections.ts";
import { Tiles } from "./tile.tsx";

export function Home() {
  const [opened, open] = useOpened("home");
  const devices = useHouseDevices();
  const { groups, resourcelinks } = useHouse((house) => ({ groups: house.groups, resourcelinks: house.resourcelinks }));
  const sections = useMemo(() => homeSections(devices, { groups, resourcelinks }), [devices, groups, resourcelinks]);
  const top = useRef<HTMLDivElement>(null);
  useReturn(top, opened);
  if (opened === undefined) return <Rooms top={top} devices={devices} sections={sections} />;
  const section = sections.find(({ room }) => room?.id === opened);
  if (!section?.room)
    return (
      <Gone back={say("rooms.back")} onBack={() => open()}>
        {say("rooms.gone")}
      </Gone>
    );
  const silent = silentIn(section.room, devices, roomFinder({ groups, resourcelinks }));
  return (
    <RoomPage
      key={opened}
      section={{ ...wholeSection(section, devices), room: section.room }}
      silent={silent}
      onBack={() => open()}
    />
  );
}

/** When the user comes back from a room, its name gets the focus: the button that had it is gone. */
function useReturn(top: { readonly current: HTMLDivElement | null }, opened: string | undefined): void {
  const last = useRef(opened);
  useEffect(() => {
    if (opened === undefined && last.current !== undefined)
      top.current
        ?.querySelector<HTMLElement>(`[data-room="${CSS.escape(last.current)}"]`)
        ?.focus({ preventScroll: true });
    last.current = opened;
  }, [opened]);
}

const MARGIN = 8; // pixels above the card that comes into sight

/** A user who made a room sees it, as its card may stand far below; unless the user does something else before it is there. */
function useNewRoom(top: { readonly current: HTMLDivElement | null }): (id: string) => void {
  const claim = useMemo(() => new FocusClaim(document), []);
  useEffect(() => {
    const own = claim.take((id) => top.current?.querySelector<HTMLElement>(`[data-room="${CSS.escape(id)}"]`));
    const [panel, card] = [own?.closest(".zg-panel"), own?.closest(".zg-room")];
    if (panel && card) panel.scrollTop += card.getBoundingClientRect().top - panel.getBoundingClientRect().top - MARGIN;
    own?.focus({ preventScroll: true });
  });
  useEffect(() => claim.drop, [claim]);
  return (id) => claim.await(id);
}

function silentIn(
  room: RoomOrGroup,
  devices: readonly HouseDevice[],
  roomsOf: ReturnType<typeof roomFinder>,
): readonly HouseDevice[] {
  return devices.filter((device) => isSilent(device) && roomsOf(device).some(({ id }) => id === room.id));
}

interface RoomsProps {
  readonly top: { readonly current: HTMLDivElement | null };
  readonly devices: readonly HouseDevice[];
  readonly sections: readonly Section[];
}

const NAMELESS = "Zigbee gateway"; // the gateway's own name until a user gives it one

function Rooms({ top, devices, sections }: RoomsProps) {
  const [isMaking, make] = useState(false);
  const [isFlowMade, makeFlow] = useState(false);
  const [isMoving, move] = useState(false);
  const { editor } = usePanelHost();
  const rooms = sections.flatMap(({ room }) => room ?? []);
  const name = useHouse(({ config }) => String(config.name));
  const isEmpty = devices.every(({ isVirtual }) => isVirtual);
  const isMovingIn = useIsMovingIn(rooms.length);
  const isThere = !isEmpty && !isMovingIn;
  const lookAt = useNewRoom(top);
  const unanswered = useUnanswered();
  const isFirstFlow = useIsFirstFlow(editor !== undefined);
  const flowButton = (
    <Button icon="flow" label={say("pairing.flow.make")} onClick={() => makeFlow(true)}>
      {say("pairing.flow.make")}
    </Button>
  );
  return (
    <div class="zg-home" ref={top}>
      <div class="zg-home-head">
        <div>
          <h2>{name === NAMELESS ? say("tab.home") : name}</h2>
          {isThere && <p class="zg-dim">{sayHouse(sections, unanswered)}</p>}
        </div>
        {isThere && (
          <div class="zg-actions">
            <AllOff sections={sections} />
            <Button icon="plus" label={say("rooms.new")} onClick={() => make(true)}>
              {say("rooms.new")}
            </Button>
            {editor && (isFirstFlow ? <div class="zg-home-flow">{flowButton}</div> : flowButton)}
            {rooms.length > 1 && (
              <Foldaway icon="more" label={say("home.do-more")}>
                <Button icon="sort" onClick={() => move(true)}>
                  {say("home.order")}
                </Button>
              </Foldaway>
            )}
          </div>
        )}
      </div>
      <Alarms devices={devices} />
      <Attention />
      {isMovingIn ? (
        <MovingIn count={devices.filter(({ isVirtual }) => !isVirtual).length} />
      ) : isEmpty ? (
        <EmptyHouse />
      ) : (
        <Columns sections={sections} />
      )}
      {isMaking && <RoomDialog onClose={() => make(false)} onMade={lookAt} />}
      {isMoving && <OrderDialog rooms={rooms} onClose={() => move(false)} />}
      {isFlowMade && editor && <FlowDialog editor={editor} devices={[]} onClose={() => makeFlow(false)} />}
    </div>
  );
}

/** Whether no flow uses a device yet: then the button that makes one has its words where it is narrow, too. */
function useIsFirstFlow(isInEditor: boolean): boolean {
  const api = useApi();
  const { answer } = useQuery(async () => (isInEditor ? api.flowNodes() : undefined), [api, isInEditor]);
  return answer !== undefined && Object.values(answer).every(({ address = "" }) => address === "");
}

const LOOKS_EVERY = 700; // milliseconds

/** Whether the virtual house has not made its rooms yet: until then everything would stand in none. */
function useIsMovingIn(rooms: number): boolean {
  const api = useApi();
  const { isVirtual, radio } = useHouse((house) => ({ isVirtual: house.isVirtual, radio: radioState(house) }));
  const [isUnderWay, tell] = useState<boolean | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const { reply } = await perform(api, { method: "GET", address: "/virtual" });
      if (isGone) return;
      const now = reply?.status === 200 ? (reply.body as Values).complete === false : undefined;
      tell(now);
      if (now !== false) timer = setTimeout(look, LOOKS_EVERY);
    };
    if (isVirtual) void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [api, isVirtual]);
  return isVirtual && (isUnderWay ?? (rooms === 0 && radio !== "down"));
}

function MovingIn({ count }: { readonly count: number }) {
  return (
    <div class="zg-home-empty" role="status">
      <Icon name="house" />
      <p>{say("home.moving-in", { count })}</p>
    </div>
  );
}

function EmptyHouse() {
  const [, go] = usePlace();
  const state = useHouse((house) => ({ radio: radioState(house), reason: String(house.gateway.reason ?? "") }));
  const { text, opens } = firstStep(state.radio, state.reason);
  return (
    <div class="zg-home-empty">
      <Icon name="house" />
      <p>{say("home.none")}</p>
      <p class="zg-dim">{text}</p>
      {opens === "settings" ? (
        <SettingsButton />
      ) : (
        <Button icon="pair" kind="primary" onClick={() => go(["pairing"])}>
          {say("home.pair")}
        </Button>
      )}
    </div>
  );
}

/** Nothing is drawn before the width is known: a large house is drawn once. */
function Columns({ sections }: { readonly sections: readonly Section[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const own = frame.current;
    if (!own) return;
    const measure = () => setWidth(own.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(own);
    return () => watch.disconnect();
  }, []);
  return (
    <div class="zg-home-rooms" ref={frame}>
      {width > 0 &&
        inColumns(sections, width).map((column) => (
          <div key={column[0]?.key}>
            {column.map((section) => (
              <RoomCard key={section.key} section={section} />
            ))}
          </div>
        ))}
    </div>
  );
}

/** "3 lights are on · 1 is open": the question of a user who leaves. */
function sayHouse(sections: readonly Section[], unanswered: ReadonlyMap<string, boolean>): string {
  const lit = litIn(sections, unanswered);
  const open = new Set<string>();
  for (const { readings } of sections)
    for (const { device } of readings)
      if (device.resources.some(({ state }) => state.open === true)) open.add(device.key);
  const lights = say(lit.size === 0 ? "home.dark" : "home.lit", { count: lit.size });
  return open.size === 0 ? lights : `${lights} · ${say("home.open", { count: open.size })}`;
}

/** One touch on the way out. In the dark it is idle, and says so when it is touched: a disabled button would lose the focus. */
function AllOff({ sections }: { readonly sections: readonly Section[] }) {
  const send = useNotedSend(say("home.all-off"));
  const note = useNote();
  const unanswered = useUnanswered();
  if (!sections.some(({ handled }) => handled.some(({ kind }) => kind === "light"))) return null;
  const sendAll = (commands: readonly ApiCommand[]) =>
    Promise.all(commands.map(({ method, address, body }) => send(method, address, body)));
  const turnOff = async () => {
    const back = backOnCommands(sections); // before they are off
    const replies = await sendAll(allOffCommands(sections));
    if (replies.length === 0) note(sayHouse(sections, unanswered));
    else if (!replies.includes(undefined))
      note(say("home.all-off-told", { count: back.length }), "lasting", {
        label: say("home.all-off-undo"),
        run: () => sendAll(back),
      });
  };
  return (
    <Button icon="off" label={say("home.all-off")} isIdle={allOffCommands(sections).length === 0} onClick={turnOff}>
      {say("home.all-off")}
    </Button>
  );
}

function Alarms({ devices }: { readonly devices: readonly HouseDevice[] }) {
  const [, go] = usePlace();
  const alarms = devices.filter((device) => newsOf(device) === "alarm");
  return (
    <div role="alert" aria-label={say("home.alarms")}>
      {alarms.length > 0 && (
        <ul class="zg-alarms">
          {alarms.map((device) => (
            <li key={device.key}>
              <button type="button" onClick={() => go(["devices", device.key])}>
                <Icon name={iconOf(kindOf(device))} />
                <strong>{device.name}</strong>
                <span>{sayState(device)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

// ---- a room

function RoomCard({ section }: { readonly section: Section }) {
  const { room, scenes, handled, climate, readings, switched } = section;
  const unanswered = useUnanswered();
  const isShining = switched.some((resource) => isLit(resource, unanswered));
  const isEmpty = handled.length + climate.length + readings.length === 0;
  const isElsewhere = isEmpty && room?.isRoom === false;
  const hasSwitch = room !== undefined && switched.length > 0; // it stays beside the name, independent of the parts below
  return (
    <section class={`zg-room${isShining ? " zg-room-lit" : ""}`} aria-label={room?.name ?? say("devices.no-room")}>
      <div class="zg-room-head">
        <span class="zg-room-icon">
          <Icon name={room ? roomIcon(room) : "device"} />
        </span>
        <div class="zg-room-title">
          <RoomName section={section} />
          {isElsewhere && <p class="zg-dim">{say("home.elsewhere")}</p>}
          {hasSwitch && <Climate readings={climate} />}
        </div>
        {!hasSwitch && <Climate readings={climate} />}
        {room && hasSwitch && <RoomSwitch room={room} section={section} />}
      </div>
      {room && <SceneButtons room={room} scenes={scenes} />}
      {handled.length > 0 && <Tiles tiles={handled} />}
      {readings.length > 0 && <DeviceLines lines={readings} />}
      {room?.isRoom && isEmpty && <p class="zg-dim">{say("rooms.empty")}</p>}
    </section>
  );
}

function RoomName({ section: { room } }: { readonly section: Section }) {
  const [, go] = usePlace();
  const taken = useTakenRoom(room?.id);
  if (!room) return <h3>{say("devices.no-room")}</h3>;
  return (
    <EditableName
      level="h3"
      name={room.name}
      renamings={(name) => [{ address: `/groups/${room.id}`, name: name.trim() }]}
      fault={taken}
    >
      <button type="button" class="zg-room-name" data-room={room.id} onClick={() => go(["home", room.id])}>
        {room.name}
        <Icon name="next" />
      </button>
    </EditableName>
  );
}
