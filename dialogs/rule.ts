/** The dialog of the rule node. Its rows are edited by the editor that the sidebar has, too: `panels/automation/editor`. */
import {
  countOfConditions,
  isWholeAction,
  isWholeCondition,
  MOST_PARTS,
  type RuleRows,
  usualRuleName,
} from "../src/model/automation/rule-rows.ts";
import { type EditedNode, fieldValue } from "./editor.ts";

const { pick, declares, part, isSeconds } = zigbeeGateway;

function areConditions(this: EditedNode, rows: RuleRows["conditions"] = []): boolean {
  const isEnough = rows.length > 0 && countOfConditions(rows) <= MOST_PARTS;
  return this.declares === "" || (isEnough && rows.every(isWholeCondition));
}

function areActions(this: EditedNode, rows: RuleRows["actions"] = []): boolean {
  return this.declares === "" || (rows.length <= MOST_PARTS && rows.every(isWholeAction));
}

/** Of `panels/automation/dialog-parts.tsx`. */
interface RuleProps {
  readonly rows?: RuleRows;
  readonly owner?: string;
  readonly address?: string;
  readonly onRows?: (rows: RuleRows) => void;
  readonly isSaved?: () => boolean;
}

let edited: () => RuleRows = () => ({ conditions: [], actions: [] });
let isSaved = false; // when the dialog is closed: the resources made for a rule that the user does not keep go again

function savedRows<Row>(rows: unknown): readonly Row[] {
  return Array.isArray(rows) ? rows : [];
}

function rowsIn({ conditions, actions }: Readonly<Record<string, unknown>>): RuleRows {
  return { conditions: savedRows(conditions), actions: savedRows(actions) };
}

zigbeeGateway.registerType("zigbee-gateway-rule", {
  color: "#E8C4B8",
  defaults: {
    declares: { value: "Rule" },
    conditions: { value: [], validate: areConditions },
    actions: { value: [], validate: areActions },
    periodic: { value: "", validate: isSeconds },
  },
  inputs: 0,
  outputs: 1,
  icon: "zigbee-gateway-rule.svg",
  outputNames: ["answer", "fires"],
  called: (node) => (node.declares ? node.declaredName || usualRuleName(rowsIn(node)) : node.resourceName),
  oneditprepare(say) {
    isSaved = false;
    const place = $("#zigbee-gateway-rule-editor");
    const wait = () => void place.text(say("hint.waits"));
    const editor = part<RuleProps>(place[0] as HTMLElement, "rule", wait);
    let rows = rowsIn(this);
    const propose = () => void $("#node-input-declaredName").attr("placeholder", usualRuleName(rows));
    const onRows = (next: RuleRows) => {
      rows = next;
      propose();
      show();
    };
    const show = () => {
      const isDeclared = fieldValue($("#node-input-declares")) !== "";
      $("#zigbee-gateway-rule-more").toggle(isDeclared);
      const { address = "" } = this.picker?.chosen ?? {};
      const props = isDeclared ? { rows, owner: `flow:${this.id}`, onRows, isSaved: () => isSaved } : { address };
      editor.show(fieldValue($("#node-input-gateway")), props);
    };
    wait();
    propose();
    pick(this, { kind: "rules", fits: ({ family }) => family === "rules", changed: () => show() });
    declares(this, show);
    $("#node-input-gateway").on("change", show);
    show();
    edited = () => rows;
  },
  oneditsave() {
    isSaved = true;
    Object.assign(this, edited());
  },
});
