/** Which troubles are told: those that last, and whose cause is more than possible. Pure but for its memory. */
import type { Trouble, TroubleKind } from "../../model/doctor/troubles.ts";

const LOST_FOR = 3; // looks, a minute apart: its parent may be missed a little later than the device itself
const FAILING_FOR = 15;
const WELL_FOR = 15;
const NO_ALARM: readonly TroubleKind[] = ["asleep"];

interface Candidate {
  readonly kind: TroubleKind;
  readonly by: string | undefined;
  looks: number;
}

/** `null`: it is over. */
type ToldTrouble = Trouble | null;

export class Alarms {
  readonly #told = new Map<string, Pick<Trouble, "kind" | "by" | "lost">>();
  readonly #candidates = new Map<string, Candidate>();
  readonly #well = new Map<string, number>();

  /** It was told before the gateway was started. */
  remember(uniqueid: string, trouble: Pick<Trouble, "kind" | "by" | "lost">): void {
    this.#told.set(uniqueid, trouble);
  }

  forget(uniqueid: string): void {
    for (const each of [this.#told, this.#candidates, this.#well]) each.delete(uniqueid);
  }

  /** The trouble to tell of a device now, after a look that found this; undefined: nothing new. */
  look(uniqueid: string, found: readonly Trouble[]): ToldTrouble | undefined {
    const [first] = found;
    const over = this.back(uniqueid, found);
    if (over !== undefined) return over;
    const trouble = first && isAlarming(first) ? first : undefined;
    return trouble ? this.#ill(uniqueid, trouble) : this.#isOver(uniqueid);
  }

  isLost(uniqueid: string): boolean {
    return this.#told.get(uniqueid)?.lost === true;
  }

  /** A lost device that is heard again is well at once, whatever frames to it were lost until then. */
  back(uniqueid: string, [first]: readonly Trouble[]): ToldTrouble | undefined {
    if (!this.isLost(uniqueid) || first?.lost) return undefined;
    this.forget(uniqueid);
    return null;
  }

  #ill(uniqueid: string, trouble: Trouble): ToldTrouble | undefined {
    this.#well.delete(uniqueid);
    const { kind, by } = trouble;
    const known = this.#candidates.get(uniqueid);
    const candidate = known?.kind === kind && known.by === by ? known : { kind, by, looks: 0 };
    candidate.looks += 1;
    this.#candidates.set(uniqueid, candidate);
    const told = this.#told.get(uniqueid);
    if (told?.kind === kind && told.by === by && told.lost === trouble.lost) return undefined;
    if (candidate.looks < (trouble.lost ? LOST_FOR : FAILING_FOR)) return undefined;
    this.#told.set(uniqueid, trouble);
    return trouble;
  }

  /** What was no loss has to stay away for a while. */
  #isOver(uniqueid: string): ToldTrouble | undefined {
    this.#candidates.delete(uniqueid);
    if (!this.#told.has(uniqueid)) return undefined;
    const looks = (this.#well.get(uniqueid) ?? 0) + 1;
    this.#well.set(uniqueid, looks);
    if (looks < WELL_FOR) return undefined;
    this.forget(uniqueid);
    return null;
  }
}

function isAlarming({ kind, certainty, lost }: Trouble): boolean {
  return !NO_ALARM.includes(kind) && (lost || certainty !== "possible");
}
