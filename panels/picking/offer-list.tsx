/** The list below a field in which a resource is chosen: each row with its name, its kind and room, and its present value. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useCommands } from "../commands.tsx";
import { say } from "../texts.ts";
import { Icon, type IconName } from "../widgets/icons.tsx";
import type { Offer } from "./offers.ts";

export interface OtherChoice {
  readonly value: string;
  readonly text: string;
  readonly icon?: IconName;
  readonly isLast?: boolean; // stands behind the resources: few want it
}

interface OfferListProps {
  readonly id: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly offers: readonly Offer[]; // family by family
  readonly others: readonly OtherChoice[];
  readonly value: string;
  readonly active: string | undefined;
  readonly moved: readonly string[]; // are marked
  readonly hint: string;
  readonly isHinted: boolean;
  readonly empty: string;
  readonly onChoose: (value: string) => void;
}

export function optionId(list: string, value: string): string {
  return `${list}-${value.replaceAll("/", "-") || "none"}`;
}

const MOST = 200; // rows: to reach others, the user types a part of the name

export function OfferList(props: OfferListProps) {
  const { id, offers, others, empty, isHinted, hint } = props;
  const list = useRef<HTMLDivElement>(null);
  const place = usePlace(props.field, list);
  const shown = offers.slice(0, MOST);
  const families = [...new Set(shown.map(({ family }) => family))];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click into it must not take the focus from the field
    <div
      ref={list}
      popover="manual"
      class="zg-pick-place"
      style={place}
      onMouseDown={(event) => event.preventDefault()}
    >
      {isHinted && (
        <p class="zg-pick-hint">
          <Icon name="event" />
          <span>{hint}</span>
        </p>
      )}
      <div id={`${id}-list`} role="listbox" class="zg-pick-list" aria-label={say("pick.list")}>
        <OtherRows {...props} others={others.filter(({ isLast }) => !isLast)} />
        {families.map((family) => (
          // biome-ignore lint/a11y/useSemanticElements: in a list box no fieldset is allowed
          <div key={family} role="group" aria-label={say(`pick.family.${family}`)}>
            {families.length > 1 && (
              <p class="zg-pick-family" aria-hidden="true">
                {say(`pick.family.${family}`)}
              </p>
            )}
            {shown
              .filter((offer) => offer.family === family)
              .map((offer) => (
                <Row
                  key={offer.address}
                  {...props}
                  {...offer}
                  value={offer.address}
                  offer={offer}
                  isChosen={props.value === offer.address}
                />
              ))}
          </div>
        ))}
        <OtherRows {...props} others={others.filter(({ isLast }) => isLast)} />
      </div>
      <p class="zg-pick-empty" role="status">
        {offers.length === 0 ? empty : offers.length > MOST ? say("pick.more", { count: offers.length - MOST }) : ""}
      </p>
    </div>
  );
}

function OtherRows({ others, ...props }: OfferListProps) {
  return (
    <>
      {others.map(({ value, text, icon = "next" }) => (
        <Row key={value} {...props} value={value} name={text} icon={icon} isChosen={props.value === value} />
      ))}
    </>
  );
}

interface RowProps {
  readonly id: string; // of the list
  readonly value: string;
  readonly name: string;
  readonly icon: IconName;
  readonly offer?: Offer;
  readonly active: string | undefined;
  readonly moved: readonly string[];
  readonly isChosen: boolean;
  readonly onChoose: (value: string) => void;
}

function Row({ id, value, name, icon, offer, active, moved, isChosen, onChoose }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  const isActive = active === value;
  const hasMoved = moved.includes(value);
  useEffect(() => {
    if (isActive || hasMoved) row.current?.scrollIntoView({ block: "nearest" });
  }, [isActive, hasMoved]);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const about = offer?.about.join(" · ");
  const now = hasMoved ? say("pick.now") : offer?.value;
  const looks = `${isActive ? " zg-pick-active" : ""}${hasMoved ? " zg-pick-moved" : ""}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys for its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active row
    <div
      id={optionId(id, value)}
      ref={row}
      role="option"
      class={`zg-pick-row${looks}`}
      aria-selected={isChosen}
      data-address={value}
      onClick={() => onChoose(value)}
    >
      <Icon name={icon} />
      <span class="zg-pick-words">
        <span class="zg-pick-name">{name}</span>
        {offer && (
          <span class="zg-pick-what" title={about}>
            {about}
          </span>
        )}
      </span>
      {offer && (
        <span class={`zg-pick-now${offer.isAway ? " zg-fault" : ""}`} title={now}>
          {now}
        </span>
      )}
      {offer?.blink && <BlinkSpot offer={offer} />}
    </div>
  );
}

/** For the mouse only: an option holds no button. By keyboard it is chosen first, then it blinks by the button beside the field. */
function BlinkSpot({ offer: { name, blink } }: { readonly offer: Offer }) {
  const commands = useCommands();
  return (
    <span
      class="zg-pick-spot"
      aria-hidden="true"
      title={say("pick.blink-named", { name })}
      onClick={(event) => {
        event.stopPropagation();
        if (blink) void commands.send("PUT", blink.address, blink.body);
      }}
    >
      <Icon name="sun" />
    </span>
  );
}

const LEAST_HIGH = 220; // pixels: with less below the field the list stands above it, if there is more room
const MOST_HIGH = 340;
const LEAST_WIDE = 420; // where the window is that wide, and of a panel where that is
const MARGIN = 8;

/**
 * Below the field, or above it; over all else, so that nothing is pushed away by a list that opens. It goes where the field goes:
 * dialogs of the editor slide in with it.
 */
function usePlace(
  field: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLDivElement | null>,
): Record<string, string> {
  const [place, setPlace] = useState<Record<string, string>>({ visibility: "hidden" });
  useLayoutEffect(() => {
    let before = "";
    let frame = 0;
    const measure = () => {
      frame = requestAnimationFrame(measure);
      if (list.current) raise(list.current);
      const box = field.current?.getBoundingClientRect();
      if (!box) return;
      const now = [box.left, box.top, box.width, box.height, innerWidth, innerHeight].join();
      if (now === before) return;
      before = now;
      const below = innerHeight - box.bottom - MARGIN;
      const above = box.top - MARGIN;
      const isAbove = below < LEAST_HIGH && above > below;
      const room = roomOf(field.current);
      const width = Math.min(Math.max(box.width, LEAST_WIDE), room.right - room.left - 2 * MARGIN);
      const left = Math.max(room.left + MARGIN, Math.min(box.left, room.right - width - MARGIN));
      setPlace({
        left: `${left}px`,
        width: `${width}px`,
        maxHeight: `${Math.min(MOST_HIGH, isAbove ? above : below)}px`,
        ...(isAbove ? { bottom: `${innerHeight - box.top + 2}px` } : { top: `${box.bottom + 2}px` }),
      });
    };
    measure();
    return () => cancelAnimationFrame(frame);
  }, [field, list]);
  return place;
}

/** A list of the sidebar stays in it, and does not cover the flow, as one of an own dialog does; of one of the editor only the part that it has of the panels is known. */
function roomOf(field: Element | null): { readonly left: number; readonly right: number } {
  const panel = field?.closest("dialog") ?? field?.closest(".zg:not(.zg-in-dialog)");
  return panel?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
}

/** Above all that the editor has on the screen. A dialog is built before it is shown: it cannot be raised yet. */
function raise(list: HTMLElement): void {
  const isKnown = "showPopover" in list; // to this browser
  if (isKnown && list.isConnected && !list.matches(":popover-open")) list.showPopover();
}
