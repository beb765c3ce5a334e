/** The lights whose claims were undone, and how long each claim was shown: a room follows from its lights, and claims with them. */
import { membersOf } from "../../model/lights/groups.ts";
import type { Address, Resource } from "../../model/resource.ts";

type TimeSpan = readonly [from: number, to: number]; // milliseconds

const MOMENT = 1_000; // milliseconds: a room hears of its lights a little later

export class UndoneClaims {
  readonly #spans = new Map<Address, TimeSpan>(); // the last one of each light

  note(light: Address, span: TimeSpan): void {
    this.#spans.set(light, span);
  }

  /** Since when the shown state of a room may be a mere claim: before that, other lights of the room have carried out their commands. */
  since({ attr }: Resource, now: number): number {
    const spans = membersOf(attr).flatMap((id) => {
      const span = this.#spans.get(`/lights/${id}`);
      return span ? [span] : [];
    });
    let since = now;
    for (const [from, to] of spans.sort(([, one], [, other]) => other - one))
      if (to + MOMENT >= since) since = Math.min(since, from);
    return since;
  }
}
