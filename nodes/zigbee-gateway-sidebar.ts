/** The plugin behind the sidebar and its page: it serves what they ask, as long as Node-RED runs. */
import type { NodeAPI } from "node-red";
import { servePanels } from "./panels/api.ts";

export default function (RED: NodeAPI): void {
  servePanels(RED);
}
