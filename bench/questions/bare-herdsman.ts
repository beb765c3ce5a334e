/** The control of the radio's measurements: zigbee-herdsman alone on a simulated stick, with its tasks over IPC. */
import { join } from "node:path";
import process from "node:process";
import herdsman from "zigbee-herdsman";
import { given } from "../inside.ts";

interface Given {
  readonly folder: string;
  readonly port: number;
  readonly stick: "zstack" | "ember" | "deconz";
  readonly network: { panID: number; extendedPanID: number[]; networkKey: number[]; channelList: number[] };
}

/** A private part of herdsman. */
interface DeconzController {
  readonly adapter: { joinPermitted: boolean };
}

const { folder, port, network, stick } = given<Given>();
const quiet = () => {};
herdsman.setLogger({ debug: quiet, info: quiet, warning: quiet, error: quiet });
const controller = new herdsman.Controller({
  network,
  serialPort: { path: `tcp://127.0.0.1:${port}`, adapter: stick },
  databasePath: join(folder, "database.db"),
  databaseBackupPath: join(folder, "database.db.backup"),
  backupPath: join(folder, "coordinator_backup.json"),
  adapter: { disableLED: true },
  acceptJoiningDeviceHandler: async () => true,
});
const now = () => performance.timeOrigin + performance.now();
const tell = (message: unknown) => void process.send?.(message);
const lights = () => [...controller.getDevicesIterator(({ type }) => type === "Router")];

controller.on(
  "deviceInterview",
  ({ status }: { status: string }) => status === "successful" && tell({ met: lights().length }),
);
await controller.start();
process.on("message", async (wish: { open?: number; light?: boolean; remotes?: true }) => {
  if (wish.open !== undefined) {
    // Else a device that joins at once would never be known to it: ours is told the same.
    if (stick === "deconz") (controller as unknown as DeconzController).adapter.joinPermitted = true;
    await controller.permitJoin(wish.open);
  }
  if (wish.remotes) {
    const ours = controller.getDevicesByType("Coordinator")[0]?.getEndpoint(1);
    for (const { modelID, endpoints } of controller.getDevicesIterator())
      if (modelID?.includes("remote") && ours) await endpoints[0]?.bind("genOnOff", ours);
    controller.on("message", ({ type }: { type: string }) => {
      if (type.startsWith("command")) void lights()[0]?.getEndpoint(1)?.command("genOnOff", "on", {});
    });
    tell({ obeys: now() });
  }
  if (wish.light === undefined) return;
  const sent = now();
  lights()[0]
    ?.getEndpoint(1)
    ?.command("genOnOff", wish.light ? "on" : "off", {});
  tell({ sent });
});
tell({ up: now() });
