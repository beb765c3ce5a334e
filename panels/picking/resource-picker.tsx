/**
 * A field in which one resource is chosen: by looking (a list that tells of each its kind, its product, its room and its
 * present value), by typing (a name, a room, a kind, a product), or by finding: a light blinks, the remote that is pressed
 * chooses itself, and a device that was just moved or opened is marked.
 */
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useCommands } from "../commands.tsx";
import { useChanges, useHouse } from "../hooks.ts";
import { sayGoneName } from "../resource-names.ts";
import { say } from "../texts.ts";
import { Icon } from "../widgets/icons.tsx";
import { distance, holdsWords, IN_A_WORD, simple } from "../widgets/search.ts";
import { OfferList, type OtherChoice, optionId } from "./offer-list.tsx";
import { describer, inFamilies, isFound, type Offer, type OfferHouse } from "./offers.ts";
import { movedIn, type Press, pressesIn } from "./presses.ts";

interface ResourcePickerProps {
  readonly id?: string; //                        of its input, for a label outside
  readonly label?: string; //                     its name for screen readers, where there is no label outside
  readonly offered: readonly string[]; //         addresses
  readonly value: string; //                      the address that is chosen; "" for none
  readonly others?: readonly OtherChoice[]; //    are no resources: nothing at all, the clock, a web address
  readonly gone?: string; //                      the name of a chosen resource that is gone
  readonly isRemoved?: boolean; //                for good
  readonly fault?: string; //                     of the choice, until another one is made
  readonly empty?: string; //                     said where nothing is offered
  readonly kind?: string; //                      the only family on offer: "lights"
  readonly listens?: boolean | "always"; //       a press of a remote that is offered chooses it; always: also in place of another
  readonly startsOpen?: boolean;
  readonly isDoing?: boolean; //                  the resource takes a command: a move or a press does not find it
  readonly wordsOf?: (address: string) => string; // a search looks in these, too
  readonly nowOf?: (address: string, typed: string) => string; // in place of its main value; "": that is told
  readonly isLast?: (address: string) => boolean; // few want it here
  readonly onChoose: (value: string, press?: Press, typed?: string) => void;
}

/** All that a row tells of, but not of rules that fire or the clock. */
function houseOf({ devices, lights, sensors, groups, resourcelinks, rules, schedules }: OfferHouse): OfferHouse {
  return { devices, lights, sensors, groups, resourcelinks, rules, schedules };
}

export function ResourcePicker(props: ResourcePickerProps) {
  const { offered, value, listens, empty, kind, fault } = props;
  const noMatch = kind === undefined ? "pick.none-found" : `pick.no-match.${kind}`;
  const [id] = useState(nextId);
  const picker = usePicker(props);
  const press = usePressHint(listens === "always");
  const { isOpen, isSearch, chosen, found } = picker;
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const moved = useMoved(offered, isOpen);
  const noneFound = picker.others.length > 0 ? "" : say(noMatch, { typed: picker.typed.trim() });
  useEffect(() => {
    if (isOpen) field.current?.focus({ preventScroll: true });
  }, []);
  const leaves = useLeaves(isOpen);
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (root.current?.contains(relatedTarget as Node | null)) return;
    if (!isOpen || leaves()) picker.close();
    else field.current?.focus({ preventScroll: true });
  };
  return (
    <div class="zg-pick" ref={root} onFocusOut={leave}>
      <div class="zg-pick-field">
        <span class="zg-pick-icon" aria-hidden="true">
          <Icon name={isOpen ? "search" : (chosen?.icon ?? picker.other?.icon ?? "search")} />
        </span>
        <Combobox {...{ props, picker, id, field }} />
        {chosen && !isOpen && <BlinkButton offer={chosen} />}
      </div>
      <p id={`${id}-about`} class="zg-pick-about">
        {chosen && <About offer={chosen} />}
        {fault !== undefined && <span class="zg-fault">{fault}</span>}
        {!chosen && !isOpen && offered.length === 0 && empty}
      </p>
      {isOpen && (
        <OfferList
          {...{ id, field, value, moved }}
          offers={found}
          others={picker.others}
          active={picker.active}
          hint={listens ? press : say("pick.move")}
          empty={isSearch ? noneFound : (empty ?? say("pick.nothing"))}
          isHinted={
            listens !== "always" && // there it stands below the field
            (listens || (!props.isDoing && found.some(({ family, blink }) => family === "sensors" && !blink)))
          }
          onChoose={picker.choose}
        />
      )}
    </div>
  );
}

/** The keys of the virtual house are in the sidebar, beside the dialog of a node; a dialog of the panels covers them. */
export function usePressHint(isCovered: boolean): string {
  const isVirtual = useHouse((house) => house.isVirtual);
  if (!isVirtual) return say("pick.press");
  const tab = say("tab.virtual");
  return isCovered ? say("pick.press-virtual", { tab }) : `${say("pick.press")} ${say("pick.press-sidebar", { tab })}`;
}

type Picker = ReturnType<typeof usePicker>;

/** The offer with that name; or else a choice that is no resource, and has that word: "dark" is the sky rather than a "darker" key. */
function nearestOf(found: readonly Offer[], others: readonly OtherChoice[], typed: string): string | undefined {
  const isNear = (text: string) => distance(text, typed) < IN_A_WORD;
  const [one] = found;
  const other = others.find(({ text }) => isNear(text));
  if (one && (isNear(one.name) || !other)) return one.address;
  return (other ?? others[0])?.value;
}

/** The choice, the offers that fit the search, and the functions that open and close the list. */
function usePicker(props: ResourcePickerProps) {
  const { offered, value, others = NONE, listens, startsOpen, wordsOf, nowOf, isLast, onChoose } = props;
  const house = useHouse(houseOf);
  const describe = useMemo(() => describer(house), [house]);
  const [isOpen, setOpen] = useState(startsOpen === true);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState<string | undefined>(undefined);
  const offers = useMemo(
    () => (isOpen ? offered.flatMap((address) => describe(address) ?? []) : []),
    [isOpen, offered, describe],
  );
  const isSearch = typed.trim() !== "";
  const isMeant = (offer: Offer) => isFound(offer, typed, wordsOf?.(offer.address) ?? "");
  const tells = (offer: Offer) => withValue(offer, nowOf?.(offer.address, typed));
  const found = inFamilies(isSearch ? offers.filter(isMeant).map(tells) : offers, typed, isLast);
  const shownOthers = isSearch ? others.filter(({ text }) => holdsWords(simple(text), typed)) : others;
  const first = isSearch ? nearestOf(found, shownOthers, typed) : undefined; // the row that Enter would take is marked
  const close = () => {
    setOpen(false);
    setTyped("");
    setActive(undefined);
  };
  const choose = (address: string, press?: Press) => {
    close();
    onChoose(address, press, typed.trim());
  };
  useChanges((news) => {
    if (!listens || !(isOpen || value === "" || listens === "always")) return;
    const press = pressesIn(news, (address) => offered.includes(address)).at(-1);
    if (press) choose(press.address, press);
  });
  return {
    ...{ isOpen, isSearch, typed, found, setOpen, setTyped, setActive, close, choose },
    active: active ?? first,
    chosen: value === "" ? undefined : withValue(describe(value), nowOf?.(value, "")),
    other: others.find((each) => each.value === value),
    others: shownOthers,
  };
}

function withValue<Told extends Offer | undefined>(offer: Told, value = ""): Told {
  return offer === undefined || offer.isAway || value === "" ? offer : { ...offer, value };
}

interface ComboboxProps {
  readonly props: ResourcePickerProps;
  readonly picker: Picker;
  readonly id: string; // of the picker
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The name of the choice; while the list is open, the text of the search. */
function Combobox({ props, picker, id, field }: ComboboxProps) {
  const { isOpen, typed, active, chosen, other } = picker;
  const name = chosen?.name ?? (props.gone ? sayGoneName(props.gone, props.isRemoved === true) : (other?.text ?? ""));
  const keys = pickerKeys(picker);
  return (
    <input
      id={props.id ?? `${id}-input`}
      ref={field}
      type="text"
      role="combobox"
      autocomplete="off"
      spellcheck={false}
      aria-label={props.label}
      aria-autocomplete="list"
      aria-expanded={isOpen}
      aria-controls={isOpen ? `${id}-list` : undefined}
      aria-activedescendant={isOpen && active !== undefined ? optionId(id, active) : undefined}
      aria-describedby={`${id}-about`}
      aria-invalid={props.fault !== undefined || undefined}
      data-value={props.value}
      placeholder={isOpen ? say("pick.search") : say(props.listens ? "pick.press-or-choose" : "pick.choose")}
      value={isOpen ? typed : name}
      onClick={() => picker.setOpen(true)}
      onInput={(event) => {
        picker.setOpen(true);
        picker.setTyped(isOpen ? event.currentTarget.value : ((event as InputEvent).data ?? "")); // in place of the name
        picker.setActive(undefined);
      }}
      onKeyDown={(event) => keys(event)}
    />
  );
}

let count = 0;

/** A dialog holds several, each a root of its own: within one alone the ids of hooks are not told apart. */
function nextId(): string {
  count += 1;
  return `zg-pick-${count}`;
}

const THEFTS = 4; // so often the focus comes back by itself: a user is not held fast, even if another script moves the focus

/**
 * Whether the focus goes because the user clicked or pressed a key since the list opened: the editor gives it to its own first button,
 * twice, when a dialog has slid in.
 */
function useLeaves(isOpen: boolean): () => boolean {
  const left = useRef(THEFTS);
  useEffect(() => {
    if (isOpen) left.current = THEFTS;
  }, [isOpen]);
  useEffect(() => {
    const touch = () => {
      left.current = 0;
    };
    for (const what of TOUCHES) addEventListener(what, touch, true);
    return () => {
      for (const what of TOUCHES) removeEventListener(what, touch, true);
    };
  }, []);
  return () => {
    left.current -= 1;
    return left.current < 0;
  };
}

const TOUCHES = ["pointerdown", "keydown"] as const;

const NONE: readonly OtherChoice[] = [];

function About({ offer: { about, value } }: { readonly offer: Offer }) {
  return (
    <>
      <span>{about.join(" · ")}</span>
      {value && <strong>{value}</strong>}
    </>
  );
}

function BlinkButton({ offer: { name, blink } }: { readonly offer: Offer }) {
  const commands = useCommands();
  if (!blink) return null;
  return (
    <button
      type="button"
      class="zg-button zg-plain zg-pick-find"
      aria-label={say("pick.blink-named", { name })}
      title={commands.error ?? say("pick.blink-named", { name })}
      onClick={() => void commands.send("PUT", blink.address, blink.body)}
    >
      <Icon name={commands.error === undefined ? "sun" : "warn"} />
    </button>
  );
}

const FRESH = 4_000; // milliseconds for which a moved device is marked

/** The devices that reported a touch just now, while the list is open. */
function useMoved(offered: readonly string[], isOn: boolean): readonly string[] {
  const [moved, setMoved] = useState<readonly string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useChanges((news) => {
    const now = isOn ? movedIn(news, (address) => offered.includes(address)) : [];
    if (now.length === 0) return;
    setMoved(now);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setMoved([]), FRESH);
  });
  useEffect(() => {
    if (!isOn) setMoved([]); // it is no news when the list opens again
  }, [isOn]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return moved;
}

/** Escape and Enter belong to the list while it is open: the editor ends its dialogs by the same keys. */
function pickerKeys({ isOpen, others, found, active, setOpen, setActive, choose, close }: Picker) {
  const around = (isLast: boolean) =>
    others.filter((each) => (each.isLast ?? false) === isLast).map(({ value }) => value);
  const listed = [...around(false), ...found.map(({ address }) => address), ...around(true)];
  const step = (by: number) => () => {
    if (!isOpen) return setOpen(true);
    const at = active === undefined ? -1 : listed.indexOf(active);
    const next = at < 0 && by < 0 ? listed.length - 1 : at + by;
    setActive(listed[(next + listed.length) % Math.max(1, listed.length)]);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: step(1),
    ArrowUp: step(-1),
    ...(isOpen ? { Escape: close, Enter: () => (active === undefined ? step(1)() : choose(active)) } : {}),
  };
  return (event: KeyboardEvent) => {
    const act = Object.hasOwn(keys, event.key) && !event.ctrlKey ? keys[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}
