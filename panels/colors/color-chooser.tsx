/**
 * Chooses a color for lamps: a white by its temperature, or a color by hue and saturation, as far as the lamp can. How
 * bright it is stands elsewhere.
 */
import { useRef, useState } from "preact/hooks";
import { hexOfMired, hexOfState } from "../../src/model/lights/color.ts";
import { type Spot, spotOf } from "../../src/model/lights/color-words.ts";
import { KELVINS, kelvinOf, miredOf } from "../../src/model/units.ts";
import { sayMember } from "../devices/values/words.ts";
import { say } from "../texts.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Button, Slider } from "../widgets/widgets.tsx";
import {
  type ChosenColor,
  colorOf,
  hexOfSpot,
  isAlike,
  kelvinsAlong,
  type LampColors,
  namedColors,
  namedWhites,
  type Swatch,
  sayHue,
  sayWarmth,
  sayWhite,
  whiteOf,
  whiteStrip,
} from "./lamp-colors.ts";
import { usePaced } from "./paced.ts";

interface ColorChooserProps {
  readonly can: LampColors;
  readonly chosen: ChosenColor | undefined;
  /** Called at each move, also while a slider is dragged. */
  readonly onChoose: (chosen: ChosenColor) => unknown;
}

export function ColorChooser({ can: { whites, colors }, chosen, onChoose }: ColorChooserProps) {
  const [shown, show] = useState<"white" | "color" | undefined>(undefined);
  const isWhite =
    !colors ||
    (whites !== undefined && (shown ? shown === "white" : chosen?.xy === undefined && chosen?.hue === undefined));
  const before = useRef<ChosenColor | undefined>(undefined); // a strip was touched, which knows no value of the other kind
  const takeBack = () => {
    if (before.current) onChoose(before.current);
  };
  return (
    <div
      class="zg-chooser"
      onPointerDown={() => {
        before.current = chosen;
      }}
    >
      {whites && colors && (
        <div class="zg-actions">
          <Button isPressed={isWhite} onClick={() => show("white")}>
            {say("colors.whites")}
          </Button>
          <Button isPressed={!isWhite} onClick={() => show("color")}>
            {say("devices.color")}
          </Button>
        </div>
      )}
      <div class="zg-chooser-sides">
        {whites && (
          <div class={isWhite ? "" : "zg-away"}>
            <WhiteStrip {...{ whites, chosen, onChoose }} onCancel={takeBack} />
          </div>
        )}
        {colors && (
          <div class={isWhite ? "zg-away" : ""}>
            <ColorStrips words={colors} {...{ chosen, onChoose }} onCancel={takeBack} />
          </div>
        )}
      </div>
    </div>
  );
}

interface StripProps extends Omit<ColorChooserProps, "can"> {
  readonly onCancel: () => void;
}

interface WhiteStripProps extends StripProps {
  readonly whites: NonNullable<LampColors["whites"]>;
}

function WhiteStrip({ whites, chosen, onChoose, onCancel }: WhiteStripProps) {
  const ends = whiteStrip(whites);
  const kelvin = typeof chosen?.ct === "number" ? kelvinOf(chosen.ct) : undefined;
  const choose = (value: number) => onChoose(whiteOf(value, whites));
  return (
    <>
      <Slider
        label={say("devices.white")}
        value={kelvin}
        {...ends}
        {...wordsFor(chosen)}
        step={KELVINS}
        show={(exact) => sayWhite(Math.round(exact / KELVINS) * KELVINS)}
        unit=" K"
        isTyped
        says={sayWarmth}
        track={track(kelvinsAlong(ends).map((each) => hexOfMired(miredOf(each))))}
        onMove={choose}
        onCancel={onCancel}
        onChange={choose}
      />
      <Swatches of={namedWhites(whites)} chosen={chosen} onChoose={onChoose} />
    </>
  );
}

const DEGREES = 3; // of hue: the smallest step that eyes see
const PERCENTS = 2;
const SIXTHS = [0, 60, 120, 180, 240, 300, 360] as const;
const START: Spot = { degrees: 30, percent: 100 };
const HALF = 70; // per cent, where an untouched handle stands: from an end it could not be moved to that end

interface ColorStripsProps extends StripProps {
  readonly words: "xy" | "hue";
}

function ColorStrips({ words, chosen, onChoose, onCancel }: ColorStripsProps) {
  const own = useRef<{ readonly spot: Spot; readonly made: ChosenColor } | undefined>(undefined);
  const isColor = chosen !== undefined && chosen.ct === undefined;
  /** A color that is nearly white tells little of its hue: the user's own choice is more exact. */
  const known = own.current && isAlike(own.current.made, chosen) ? own.current.spot : undefined;
  const spot = known ?? (isColor ? spotOf(chosen) : START);
  const choose = (next: Spot) => {
    const made = colorOf(next, words);
    own.current = { spot: next, made };
    onChoose(made);
  };
  const turnTo = (degrees: number) => choose({ degrees, percent: spot.percent || START.percent });
  const saturate = (percent: number) => choose({ ...spot, percent });
  return (
    <>
      <Slider
        label={sayMember("hue", "state")}
        value={isColor ? spot.degrees : undefined}
        min={0}
        max={360}
        start={START.degrees}
        {...wordsFor(chosen)}
        step={DEGREES}
        show={(degrees) => sayHue({ ...spot, degrees })}
        track={track(SIXTHS.map((degrees) => hexOfSpot({ degrees, percent: 100 })))}
        onMove={turnTo}
        onCancel={onCancel}
        onChange={turnTo}
      />
      <Slider
        label={sayMember("sat", "state")}
        value={isColor ? spot.percent : undefined}
        min={0}
        max={100}
        start={HALF}
        {...wordsFor(chosen)}
        step={PERCENTS}
        unit=" %"
        isTyped
        track={track([0, 100].map((percent) => hexOfSpot({ ...spot, percent })))}
        onMove={saturate}
        onCancel={onCancel}
        onChange={saturate}
      />
      <Swatches of={namedColors(words)} chosen={chosen} onChoose={onChoose} />
    </>
  );
}

/** A lamp that has not told its color yet; one that shows a white has told. */
function wordsFor(chosen: ChosenColor | undefined): { readonly unknown?: string } {
  return chosen === undefined ? { unknown: say("devices.unknown") } : {};
}

function track(hexes: readonly string[]): string {
  return `linear-gradient(to right, ${hexes.join(", ")})`;
}

interface SwatchesProps extends Omit<ColorChooserProps, "can"> {
  readonly of: readonly Swatch[];
}

function Swatches({ of, chosen, onChoose }: SwatchesProps) {
  return (
    <div class="zg-swatches">
      {of.map((each) => (
        <button
          key={each.name}
          type="button"
          class="zg-swatch"
          style={{ "--zg-swatch": hexOfChosen(each.chosen) }}
          aria-label={each.name}
          title={each.name}
          aria-pressed={isAlike(each.chosen, chosen)}
          onClick={() => onChoose(each.chosen)}
        />
      ))}
    </div>
  );
}

export function hexOfChosen(chosen: ChosenColor): string {
  return typeof chosen.ct === "number" ? hexOfMired(chosen.ct) : hexOfState(chosen);
}

/** For a lamp that follows while the user drags. */
export function LiveColors({ onChoose, chosen, can }: ColorChooserProps) {
  const [ahead, move] = usePaced(onChoose);
  return <ColorChooser can={can} chosen={ahead ?? chosen} onChoose={move} />;
}

interface ColorButtonProps extends ColorChooserProps {
  readonly label: string;
  readonly class?: string; // absent: it has the color that is chosen
  readonly hint?: string; //  below the chooser: what the color does not reach
}

/** Opens the chooser, where there is no room for it. */
export function ColorButton({ label, class: look, hint, ...chooser }: ColorButtonProps) {
  const [isOpen, open] = useState(false);
  const color = chooser.chosen && hexOfChosen(chooser.chosen);
  return (
    <>
      <button
        type="button"
        class={look ?? (chooser.can.colors ? "zg-swatch" : "zg-swatch zg-swatch-white")}
        style={color === undefined ? {} : { "--zg-swatch": color }}
        aria-label={label}
        aria-haspopup="dialog"
        title={label}
        onClick={() => open(true)}
      />
      {isOpen && (
        <Dialog title={label} onClose={() => open(false)}>
          <LiveColors {...chooser} />
          {hint && <p class="zg-hint zg-chooser-hint">{hint}</p>}
        </Dialog>
      )}
    </>
  );
}
