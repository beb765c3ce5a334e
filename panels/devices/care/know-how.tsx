/** What is known of a model beyond its values: how it is reset, and where more is written about it. */
import type { KindOfDevice } from "../../../src/model/sensor-fields.ts";
import { say } from "../../texts.ts";
import type { HouseDevice } from "../house-devices.ts";
import { publicNameOf, resetWayOf } from "./reset-ways.ts";

export function KnowHow({ device: { info }, kind }: { readonly device: HouseDevice; readonly kind: KindOfDevice }) {
  const way = resetWayOf({ info, kind });
  const page = publicNameOf(info);
  if (!way && !page) return null;
  return (
    <section class="zg-section" aria-labelledby="zg-know-how">
      <h3 id="zg-know-how">{say("devices.reset-how.title")}</h3>
      {way && <p>{say(`devices.reset-how.${way}`)}</p>}
      {page && (
        <p>
          <a href={say("devices.page-at", { model: page })} target="_blank" rel="noreferrer noopener">
            {say(way ? "devices.page" : "devices.page-reset", { model: String(info.productid) })}
          </a>
        </p>
      )}
    </section>
  );
}
