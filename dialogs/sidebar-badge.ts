/**
 * The mark at our tab in the editor's sidebar: how many things are not as they should be. The panels tell it while they are loaded; before
 * that, the gateways are asked from here.
 */
const FIRST_LOOK = 15_000; // milliseconds after the flows were loaded or deployed: a gateway that starts is not ill
const EVERY = 600_000;
const BADGE = "zigbee-gateway-badge";

interface Health {
  readonly findings: readonly { readonly ok: boolean | null }[];
}

export interface SidebarBadge {
  /** The count that the panels have found: from then on the badge does not ask by itself. */
  show(bad: number): void;
  stop(): void;
}

/** `tab` is its id; `wordsFor` names it for screen readers. */
export function sidebarBadge(tab: string, wordsFor: (bad: number) => string): SidebarBadge {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let areThePanelsLoaded = false;
  const look = async () => {
    const bad = await badOfAll();
    if (!areThePanelsLoaded) {
      mark(tab, bad, wordsFor(bad));
      plan(EVERY);
    }
  };
  const plan = (after: number) => {
    clearTimeout(timer);
    if (!areThePanelsLoaded) timer = setTimeout(() => void look(), after);
  };
  const lookSoon = () => plan(FIRST_LOOK);
  RED.events.on("runtime-state", lookSoon);
  RED.events.on("deploy", lookSoon);
  lookSoon();
  return {
    show: (bad) => {
      areThePanelsLoaded = true;
      clearTimeout(timer);
      mark(tab, bad, wordsFor(bad));
    },
    stop: () => {
      areThePanelsLoaded = true;
      clearTimeout(timer);
      RED.events.off("runtime-state", lookSoon);
      RED.events.off("deploy", lookSoon);
    },
  };
}

async function badOfAll(): Promise<number> {
  const ids: string[] = [];
  RED.nodes.eachConfig(({ id, type }) => {
    if (type === "zigbee-gateway") ids.push(id);
    return true;
  });
  const all = await Promise.all(ids.map(badOf));
  return all.reduce((sum, bad) => sum + bad, 0);
}

/** A gateway that does not run, or a user who may not see it: the badge knows no faults, so it marks none. */
async function badOf(id: string): Promise<number> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const asked = $.getJSON(`zigbee-gateway/${encodeURIComponent(id)}/health`, { now: Date.now(), zone });
  const health = await Promise.resolve<Health | undefined>(asked).catch(() => undefined);
  return health?.findings.filter(({ ok }) => ok === false).length ?? 0;
}

/** Node-RED 5 has a button in a bar; before, a tab, and a small button for when there is no room for tabs. */
function mark(tab: string, bad: number, words: string): void {
  const places = `button[data-tab-id="${tab}"], #red-ui-tab-${tab}-link-button, #red-ui-tab-${tab} > a`;
  for (const place of document.querySelectorAll(places)) {
    place.querySelector(`.${BADGE}`)?.remove();
    place.setAttribute("aria-label", words);
    if (bad === 0) continue;
    const badge = document.createElement("span");
    badge.className = BADGE;
    badge.setAttribute("aria-hidden", "true");
    badge.textContent = String(bad);
    place.append(badge);
  }
}
