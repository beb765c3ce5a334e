/** The way of the panels to a phone: their address as a code for its camera, and how they become an app there. */
import { usePanelHost } from "../../hooks.ts";
import { say } from "../../texts.ts";
import { Address } from "../address.tsx";
import { qrCode } from "./qr-code.ts";

const QUIET = 4; // modules of white around the code
const PAGE = "zigbee-gateway/";

export function Phone() {
  const { kind } = usePanelHost();
  const { protocol, host, hostname, pathname } = location;
  const url = new URL(kind === "page" ? "./" : PAGE, `${protocol}//${host}${pathname}`).href;
  const isHereOnly = /^(localhost|127\.|\[::1\])/.test(hostname);
  return (
    <section class="zg-section" aria-labelledby="zg-phone">
      <h2 id="zg-phone">{say("gateway.phone.title")}</h2>
      <div class="zg-phone">
        {!isHereOnly && <Code text={url} />}
        <div>
          <p class="zg-hint">{say(isHereOnly ? "gateway.phone.here-only" : "gateway.phone.about")}</p>
          {!isHereOnly && <Address url={url} />}
        </div>
      </div>
    </section>
  );
}

/** Dark on white also in the dark: many cameras read nothing else. */
function Code({ text }: { readonly text: string }) {
  const rows = qrCode(text);
  if (!rows) return null;
  const width = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  return (
    <svg class="zg-code" viewBox={`0 0 ${width} ${width}`} role="img" aria-label={say("gateway.phone.code")}>
      <path fill="#fff" d={`M0 0h${width}v${width}H0z`} />
      <path d={path.join("")} shape-rendering="crispEdges" />
    </svg>
  );
}
