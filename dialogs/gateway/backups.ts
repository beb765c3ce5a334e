/** Backups in the dialog of the gateway node: as in its panel, while the dialog is open. */
import { say } from "../gateway-dialog.ts";
import { loadPanels, type ShownPart, surroundings } from "../panels-loader.ts";

/** A gateway that is not deployed yet has no backups. Ends when the dialog does, not with the dialog of a node below it. */
export function showBackups(id: string): () => void {
  const place = $("#zigbee-gateway-backups").text(say("live.not-running"))[0] as HTMLElement;
  let shown: ShownPart<object> | undefined;
  let isGone = !RED.nodes.node(id);
  const mount = async () => {
    const panels = await loadPanels();
    if (!isGone) shown = panels.mountPart(place, "backups", { ...surroundings(), gatewayId: id }, {});
  };
  if (!isGone) mount().catch(() => {}); // without the panels it can be neither taken nor put back
  return () => {
    isGone = true;
    shown?.unmount();
  };
}
