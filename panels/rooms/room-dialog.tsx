/** A new room, or one that is there: its name, and a tick for each device, saved all at once. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { CommandError, useCommands, useOnce } from "../commands.tsx";
import { type HouseDevice, renameCommands } from "../devices/house-devices.ts";
import { iconOf, kindOf } from "../devices/kinds.ts";
import {
  type Candidate,
  candidatesFor,
  foundCandidates,
  lightsOf,
  memberCommands,
  type RoomOrGroup,
  roomFinder,
  withRoom,
} from "../devices/rooms.ts";
import { useHouse, useHouseDevices, useLive, useNote, useRead } from "../hooks.ts";
import { madeId } from "../perform.ts";
import { say, sayList } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { NameField, SearchField, Tick } from "../widgets/fields.tsx";
import { Icon } from "../widgets/icons.tsx";
import { sorted } from "../widgets/rows.ts";
import { Button, Empty } from "../widgets/widgets.tsx";
import { type LostScene, useLostScenes } from "./lost-scenes.ts";
import { useMovedNote } from "./moved-note.ts";
import { useTakenRoom } from "./taken.ts";

interface RoomDialogProps {
  readonly room?: RoomOrGroup; // undefined: a new one
  readonly startsAt?: "name" | "devices"; // where the user begins
  readonly aside?: ComponentChildren; // as in `Dialog`
  readonly onClose: () => void;
  readonly onMade?: (id: string) => void;
}

const FEW = 12; // devices need no search

export function RoomDialog(props: RoomDialogProps) {
  const { room, startsAt = "name", aside, onClose } = props;
  const form = useStart(startsAt);
  const { name, setName, called, fault, candidates, ticked, tick, isReady, commands, save } = useMembers(props);
  const [typed, setTyped] = useState("");
  const shown = foundCandidates(candidates, typed);
  const chosen = candidates.filter(ticked).length;
  return (
    <Dialog
      title={room ? say("rooms.edit", { room: room.name }) : say("rooms.new")}
      no={say("do.cancel")}
      aside={aside}
      onClose={onClose}
      actions={
        <>
          {called === "" && <span class="zg-hint zg-dialog-missing">{say("rooms.nameless")}</span>}
          <Button kind="primary" icon="good" isDisabled={!isReady} onClick={save}>
            {say("do.save")}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        class="zg-members-form"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return; // with two fields no browser takes it for the end
          event.preventDefault();
          if (isReady) void save();
        }}
      >
        <NameField label={say(room ? "devices.name" : "rooms.name")} value={name} fault={fault} onType={setName} />
        <h3>{say("rooms.members")}</h3>
        {candidates.length > FEW && (
          <SearchField
            label={say("rooms.search")}
            placeholder={say("rooms.search-hint")}
            value={typed}
            onType={setTyped}
          />
        )}
        <p class="zg-hint" role="status">
          {say(chosen === 0 && room?.isRoom !== false ? "rooms.tick" : "rooms.chosen", { count: chosen })}
        </p>
        <div class="zg-ticks-frame" style={{ "--rows": candidates.length }}>
          {shown.length === 0 && (
            <Empty>{say(typed.trim() === "" ? "devices.none" : "devices.not-found", { typed })}</Empty>
          )}
          <Ticks {...{ shown, ticked, tick, room }} />
        </div>
        <CommandError of={commands} />
      </form>
    </Dialog>
  );
}

/** The element that the user begins at gets the focus: without it the field of the name would, and on a phone the keyboard would come up. */
function useStart(startsAt: "name" | "devices") {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (startsAt === "devices") form.current?.querySelector<HTMLElement>("[type=checkbox]")?.focus();
  }, [startsAt]);
  return form;
}

interface TicksProps {
  readonly shown: readonly Candidate[];
  readonly ticked: (candidate: Candidate) => boolean;
  readonly tick: (candidate: Candidate) => void;
  readonly room: RoomOrGroup | undefined;
}

function Ticks({ shown, ticked, tick, room }: TicksProps) {
  return (
    <ul class="zg-ticks" aria-label={say("rooms.members")}>
      {shown.map((candidate) => (
        <li key={candidate.device.key}>
          <Tick isOn={ticked(candidate)} onChange={() => tick(candidate)}>
            <CandidateName
              candidate={candidate}
              moves={ticked(candidate) && (room?.isRoom ?? true)}
              leaves={candidate.isMember && !ticked(candidate) ? room : undefined}
            />
          </Tick>
        </li>
      ))}
    </ul>
  );
}

interface CandidateNameProps {
  readonly candidate: Candidate;
  readonly moves: boolean; // out of the room where it is now
  readonly leaves: RoomOrGroup | undefined; // where it was
}

function CandidateName({ candidate: { device, elsewhere, isMember }, moves, leaves }: CandidateNameProps) {
  const rooms = sayList(elsewhere.map(({ name }) => name));
  return (
    <>
      <Icon name={iconOf(kindOf(device))} />
      <span class="zg-tick-name">
        {device.name}{" "}
        {rooms !== "" && <span class="zg-dim">{say(moves ? "rooms.moves-from" : "rooms.now-in", { rooms })}</span>}
        {rooms === "" && !isMember && <span class="zg-dim">{say("rooms.now-nowhere")}</span>}
        {moves && elsewhere.map((room) => <LostPlaces key={room.id} device={device} room={room} />)}
        {leaves && <span class="zg-dim">{say("rooms.leaves")}</span>}
        {leaves && <LostPlaces device={device} room={leaves} />}
      </span>
    </>
  );
}

interface LostPlacesProps {
  readonly device: HouseDevice;
  readonly room: RoomOrGroup;
}

/** A light that leaves a room leaves its scenes. */
function LostPlaces({ device, room }: LostPlacesProps) {
  const all = useRead<Readonly<Record<string, SceneSummary>>>(`/groups/${room.id}/scenes`) ?? {};
  const own = lightsOf([device]);
  const left = Object.values(all).filter(({ lights }) => lights.some((id) => own.includes(id)));
  const scenes = sayList(left.map(({ name }) => name));
  return left.length > 0 && <span class="zg-dim">{say("rooms.leaves-scenes", { scenes })}</span>;
}

interface SceneSummary {
  readonly name: string;
  readonly lights: readonly string[];
}

/** The ticks and the name, until they are saved. */
function useMembers({ room, onClose, onMade }: RoomDialogProps) {
  const live = useLive();
  const note = useNote();
  const commands = useCommands();
  const all = useHouseDevices();
  const { groups, resourcelinks } = useHouse((house) => ({ groups: house.groups, resourcelinks: house.resourcelinks }));
  const [name, setName] = useState(room?.name ?? "");
  const [turned, setTurned] = useState<readonly string[]>([]); // whose tick is other than it was
  const [made, setMade] = useState<RoomOrGroup | undefined>(undefined); // saving again makes no second room
  const candidates = useMemo(() => {
    const devices = sorted(all, (device: HouseDevice) => device.name);
    return candidatesFor(room, devices, roomFinder({ groups, resourcelinks }));
  }, [room?.id, Object.keys(groups).length]); // the list stays as it is while the user ticks
  const isTurned = ({ device }: Candidate) => turned.includes(device.key);
  const ticked = (candidate: Candidate) => candidate.isMember !== isTurned(candidate);
  const tick = ({ device: { key } }: Candidate) =>
    setTurned((keys) => (keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]));
  const called = name.trim();
  const changed = candidates.filter(isTurned);
  const put = changed.filter(({ isMember }) => !isMember).map(({ device }) => device);
  const taken = changed.filter(({ isMember }) => isMember).map(({ device }) => device);

  const tellMoved = useMovedNote();
  const lostScenes = useLostScenes();
  const move = moveOf(changed, room?.isRoom ?? true);
  const tell = (into: RoomOrGroup, lost: readonly LostScene[]) => {
    const text = say(room ? "rooms.saved" : "rooms.made", { room: into.name });
    if (move.names.length + move.taken.length === 0) note(text);
    else tellMoved({ text, ...move, before: { groups, resourcelinks }, lost, made: room ? undefined : into.id });
  };

  const make = async (): Promise<RoomOrGroup | undefined> => {
    const body = { name: called, type: "Room", lights: lightsOf(put) };
    const reply = await commands.send("POST", "/groups", body);
    if (!reply) return undefined;
    const own: RoomOrGroup = { id: madeId(reply), name: body.name, isRoom: true, lights: body.lights };
    setMade(own);
    return own;
  };
  const saveAll = async () => {
    const into = room ?? made ?? (await make());
    if (!into || !live.house) return;
    const house = withRoom(live.house, into.id, into.name, into.lights);
    const own = { ...into, name: called };
    const renamings = called === into.name ? [] : [{ address: `/groups/${into.id}`, name: called }];
    const all = [...renameCommands(renamings), ...memberCommands(into.id, { put, taken }, house)];
    const left = [...new Set([...move.from.map(({ id }) => id), into.id])];
    const lost = await lostScenes(left, lightsOf(move.devices), groups);
    if (!(await commands.sendAll(all))) return;
    tell(own, lost);
    onClose();
    if (!room) onMade?.(into.id);
  };
  const [save, isSaving] = useOnce(saveAll);
  const faultOf = useTakenRoom((room ?? made)?.id);
  const fault = isSaving ? undefined : faultOf(name); // the stream may tell of a room before it is known here as the one that was made
  const isReady = called !== "" && fault === undefined && (!room || changed.length > 0 || called !== room.name);
  return { name, setName, called, fault, candidates, ticked, tick, isReady, commands, save };
}

/** What leaves another room for this one, as a device is in one room and in many groups; and what the user takes out of it. */
function moveOf(changed: readonly Candidate[], isRoom: boolean) {
  const coming = changed.filter(({ isMember, elsewhere }) => !isMember && isRoom && elsewhere.length > 0);
  const leaving = changed.filter(({ isMember }) => isMember);
  return {
    from: coming.flatMap(({ elsewhere }) => elsewhere),
    names: coming.map(({ device }) => device.name),
    taken: leaving.map(({ device }) => device.name),
    devices: changed.map(({ device }) => device),
  };
}
