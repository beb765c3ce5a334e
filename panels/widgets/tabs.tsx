/** The panels of a gateway behind their tabs: arrow keys go from tab to tab. */
import { useRef, useState } from "preact/hooks";
import { useHouse } from "../hooks.ts";
import { PANELS } from "../index.ts";
import { say } from "../texts.ts";
import { Fence } from "./fence.tsx";
import { Icon } from "./icons.tsx";

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function Tabs() {
  const shown = useHouse((house) => PANELS.filter(({ shownIf }) => shownIf?.(house) ?? true));
  const [chosen, setChosen] = useState(PANELS[0]?.id ?? "");
  const bar = useRef<HTMLDivElement>(null);
  const panel = shown.find(({ id }) => id === chosen) ?? shown[0];
  if (!panel) return null;
  const press = (event: KeyboardEvent) => {
    const to = shown[STEPS[event.key]?.(shown.indexOf(panel), shown.length) ?? -1];
    if (!to) return;
    event.preventDefault();
    setChosen(to.id);
    bar.current?.querySelector<HTMLElement>(`[data-tab="${to.id}"]`)?.focus();
  };
  const Content = panel.component;
  return (
    <>
      <div ref={bar} class="zg-tabs" role="tablist" aria-label={say("tab.all")} onKeyDown={press}>
        {shown.map(({ id, icon }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`zg-tab-${id}`}
            data-tab={id}
            aria-selected={id === panel.id}
            aria-controls="zg-panel"
            aria-label={say(`tab.${id}`)}
            title={say(`tab.${id}`)}
            tabIndex={id === panel.id ? 0 : -1}
            onClick={() => setChosen(id)}
          >
            <Icon name={icon} />
            <span class="zg-tab-word">{say(`tab.${id}`)}</span>
          </button>
        ))}
      </div>
      <div key={panel.id} id="zg-panel" class="zg-panel" role="tabpanel" aria-labelledby={`zg-tab-${panel.id}`}>
        <Fence>
          <Content />
        </Fence>
      </div>
    </>
  );
}
