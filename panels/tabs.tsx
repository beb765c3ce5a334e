/** The panels of a gateway behind their tabs: arrow keys go from tab to tab. */
import { Component, type ComponentChildren, type ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Devices } from "./devices/devices.tsx";
import { useHealth } from "./health/use-health.tsx";
import { Home } from "./home/home.tsx";
import { useHouse, usePanelHost, usePlace } from "./hooks.ts";
import type { HouseState } from "./house.ts";
import type { Path } from "./place.ts";
import { say } from "./texts.ts";
import { Icon, type IconName } from "./widgets/icons.tsx";
import { lazy } from "./widgets/lazy.tsx";
import { Button } from "./widgets/widgets.tsx";

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function Tabs() {
  const shown = useHouse((house) => PANELS.filter(({ shownIf }) => shownIf?.(house) ?? true));
  const [{ path }, go] = usePlace();
  const host = usePanelHost();
  const bar = useRef<HTMLDivElement>(null);
  const panel = shown.find(({ id }) => id === path[0]) ?? shown[0];
  const scroll = useScroll(panel?.id, path);
  useEffect(() => {
    if (panel && host.kind === "page") document.title = say("app.title", { panel: say(`tab.${panel.id}`) });
  }, [panel?.id, host.kind]);
  if (!panel) return null;
  const press = (event: KeyboardEvent) => {
    const to = shown[STEPS[event.key]?.(shown.indexOf(panel), shown.length) ?? -1];
    if (!to) return;
    event.preventDefault();
    go([to.id]);
    bar.current?.querySelector<HTMLElement>(`[data-tab="${to.id}"]`)?.focus();
  };
  const Content = panel.component;
  return (
    <>
      <div class="zg-tabs-frame">
        <div ref={bar} class="zg-tabs" role="tablist" aria-label={say("tab.all")} onKeyDown={press}>
          {shown.map((each) => (
            <Tab key={each.id} panel={each} isShown={each === panel} onShow={() => go([each.id])} />
          ))}
        </div>
      </div>
      <div
        key={panel.id}
        id="zg-panel"
        class={`zg-panel${panel.isWide ? " zg-wide" : ""}`}
        role="tabpanel"
        aria-labelledby={`zg-tab-${panel.id}`}
        {...scroll}
      >
        {host.kind === "page" && <h1 class="zg-page-head">{say(`tab.${panel.id}`)}</h1>}
        <ErrorBoundary>
          <Content />
        </ErrorBoundary>
      </div>
    </>
  );
}

interface TabProps {
  readonly panel: Panel;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function Tab({ panel: { id, icon, tellsHealth }, isShown, onShow }: TabProps) {
  const health = useHealth();
  const bad = tellsHealth ? health.bad : 0;
  const title = say(`tab.${id}`);
  const words = bad > 0 ? `${title}: ${say("health.bad", { count: bad })}` : title;
  return (
    <button
      type="button"
      role="tab"
      id={`zg-tab-${id}`}
      data-tab={id}
      aria-selected={isShown}
      aria-controls="zg-panel"
      aria-label={words}
      title={words}
      tabIndex={isShown ? 0 : -1}
      onClick={onShow}
    >
      <Icon name={icon} />
      <span class="zg-tab-word">{title}</span>
      {bad > 0 && <span class="zg-tab-badge" data-count={bad} />}
    </button>
  );
}

/** A user who comes back to a panel finds it where it was; a thing that is opened in it begins at its top. */
function useScroll(panel: string | undefined, path: Path) {
  const ref = useRef<HTMLDivElement>(null);
  const tops = useRef(new Map<string, number>());
  const isOpened = path.length > 1;
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollTop = isOpened ? 0 : (tops.current.get(panel ?? "") ?? 0);
  }, [panel, path.join("/")]);
  const onScroll = () => {
    if (!isOpened && panel && ref.current) tops.current.set(panel, ref.current.scrollTop);
  };
  return { ref, onScroll };
}

interface Panel {
  readonly id: string; // its title is the text `tab.<id>`
  readonly icon: IconName;
  readonly component: ComponentType;
  readonly tellsHealth?: boolean; // its tab has a badge that counts the bad findings
  readonly isWide?: boolean; // on the page it takes all of the width
  readonly shownIf?: (house: HouseState) => boolean;
}

const Pairing = lazy(
  () => import("./pairing/pairing.tsx"),
  (all) => all.Pairing,
);
const Network = lazy(
  () => import("./network/network.tsx"),
  (all) => all.Network,
);
const Automation = lazy(
  () => import("./automation/automation.tsx"),
  (all) => all.Automation,
);
const Events = lazy(
  () => import("./events/events.tsx"),
  (all) => all.Events,
);
const Gateway = lazy(
  () => import("./gateway/gateway.tsx"),
  (all) => all.Gateway,
);
const Virtual = lazy(
  () => import("./virtual/virtual.tsx"),
  (all) => all.Virtual,
);

const PANELS: readonly Panel[] = [
  { id: "home", icon: "house", component: Home, isWide: true, tellsHealth: true },
  { id: "devices", icon: "light", component: Devices },
  { id: "pairing", icon: "pair", component: Pairing },
  { id: "network", icon: "network", component: Network, isWide: true },
  { id: "automation", icon: "rule", component: Automation },
  { id: "events", icon: "event", component: Events },
  { id: "gateway", icon: "health", component: Gateway, isWide: true },
  { id: "virtual", icon: "virtual", component: Virtual, isWide: true, shownIf: ({ isVirtual }) => isVirtual },
];

interface BoundaryState {
  readonly fault: string | undefined;
}

class ErrorBoundary extends Component<{ readonly children: ComponentChildren }, BoundaryState> {
  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ fault: error instanceof Error ? error.message : String(error) });
  }

  override render() {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    return (
      <div class="zg-hindrance" role="alert">
        <p>{say("app.failed", { reason: fault })}</p>
        <Button onClick={() => this.setState({ fault: undefined })}>{say("do.again")}</Button>
      </div>
    );
  }
}
