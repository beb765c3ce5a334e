/** The quality of a link: a bar with its number, and its worth in a word. */
import { say, sayNumber } from "../texts.ts";
import { Badge } from "../widgets/widgets.tsx";
import { strengthOf } from "./links.ts";

const BEST = 255;

export function Quality({ quality }: { readonly quality: number }) {
  const strength = strengthOf(quality);
  return (
    <span class={`zg-quality zg-link-${strength}`}>
      <span class="zg-quality-bar" aria-hidden="true">
        <span style={{ width: `${(100 * quality) / BEST}%` }} />
      </span>
      <span>
        {say("network.of-best", { quality: sayNumber(quality) })}
        {strength !== "weak" && <span class="zg-dim">{` ${say(`network.${strength}`)}`}</span>}
      </span>
      {strength === "weak" && <Badge tone="bad">{say("network.weak")}</Badge>}
    </span>
  );
}
