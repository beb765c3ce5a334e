/** The preview below the rows of a rule node's dialog: the rule as a sentence, and its last evaluations. */
import { render } from "preact";
import { type AdminEndpoint, openApi, type RuleRows } from "../api.ts";
import { LiveContext, useApi, useHouse, useNamedHouse, useQuery } from "../hooks.ts";
import { openHouse } from "../live-house.ts";
import { say, speakIn } from "../texts.ts";
import { EmphasizedText } from "../widgets/widgets.tsx";
import { ruleOf, type ShownRule, sayRule } from "./rule-in-words.ts";
import { Trace } from "./trace.tsx";
import "./automation.css";

/** For a rule that the node declares: its rows and the node. For a rule that the node follows: its address. */
export interface PreviewedRule {
  readonly rows?: RuleRows;
  readonly owner?: string;
  readonly address?: string;
}

export interface RulePreviewOptions extends AdminEndpoint {
  readonly language: string;
  readonly gatewayId: string;
}

export interface RulePreview {
  show(asked: PreviewedRule): void;
  unmount(): void;
}

export function mountRulePreview(
  element: HTMLElement,
  { language, gatewayId, ...door }: RulePreviewOptions,
): RulePreview {
  const live = openHouse(openApi(door, gatewayId));
  let asked: PreviewedRule = {};
  let isReady = false;
  const draw = () => {
    if (!isReady || !live.house) return;
    render(
      <LiveContext.Provider value={live}>
        <PreviewText asked={asked} />
      </LiveContext.Provider>,
      element,
    );
  };
  const stop = live.on(() => {
    if (!element.hasChildNodes()) draw(); // the components update themselves from then on
  });
  element.classList.add("zg", "zg-reading");
  live.resume();
  void speakIn(element, door.base, language).then(() => {
    isReady = true;
    draw();
  });
  return {
    show: (next) => {
      asked = next;
      draw();
    },
    unmount: () => {
      stop();
      live.stop();
      isReady = false;
      render(null, element);
    },
  };
}

const NO_NODES = {};

function PreviewText({ asked }: { readonly asked: PreviewedRule }) {
  const rule = useRule(asked);
  const house = useNamedHouse();
  const { text, trouble } = useSentence(asked, rule);
  return (
    <>
      <p role="status" aria-live="polite" class={trouble === undefined ? undefined : "zg-hint"}>
        <EmphasizedText text={trouble ?? text} />
      </p>
      {rule && (
        <details class="zg-more">
          <summary>{say("automation.of-late")}</summary>
          <Trace rule={rule} house={house} flowNodes={NO_NODES} version={0} />
        </details>
      )}
    </>
  );
}

function useRule({ owner, address }: PreviewedRule): ShownRule | undefined {
  return useHouse(({ rules }) => {
    const found = Object.entries(rules).find(([id, view]) =>
      address === undefined ? owner !== undefined && view.owner === owner : `/rules/${id}` === address,
    );
    return found && ruleOf(...found);
  });
}

function useSentence(
  { rows }: PreviewedRule,
  rule: ShownRule | undefined,
): { readonly text: string; readonly trouble?: string } {
  const api = useApi();
  const house = useNamedHouse();
  const { answer } = useQuery(async () => rows && api.ruleOfRows(rows), [api, house, JSON.stringify(rows)]);
  if (!rows) return { text: rule ? sayRule(house, rule) : "" };
  if (!answer) return { text: "" };
  return "trouble" in answer ? { text: "", trouble: answer.trouble } : { text: sayRule(house, ruleOf("", answer)) };
}
