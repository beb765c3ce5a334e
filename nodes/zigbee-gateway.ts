/** The config node: it has a gateway, from the moment its constructor returns. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodeAPI } from "node-red";
import type { Log } from "../src/model/ports.ts";
import type { Stop } from "../src/model/resource.ts";
import { type OpenGateway, type OpenOptions, open } from "../src/open.ts";

import { serveAdmin } from "./admin/api.ts";
import { type Deploy, isDeclaring, removeOrphans } from "./flow-node/declaration.ts";
import { begin, type GatewayNode } from "./flow-node/flow-node.ts";
import { countingErrors } from "./gateway/errors-told.ts";
import { type GatewayDef, type GatewaySettings, gatewaySettings } from "./gateway/gateway-settings.ts";
import { DeployHandover } from "./gateway/handover.ts";
import { GatewayRuntime, type Translate } from "./gateway/runtime.ts";
import { ServerMount } from "./gateway/server-mount.ts";

interface Secrets {
  readonly password?: string;
}

export default function (RED: NodeAPI): void {
  registerGateway(RED, open);
}

/** `open` makes the gateway of a node: tests give a fake one. */
export function registerGateway(RED: NodeAPI, open: (options: OpenOptions) => OpenGateway): void {
  const mount = new ServerMount(RED);
  const adoption = new DeployHandover((run) => on(RED, "flows:stopped", run));
  const say: Translate = (key, values = {}) => RED._(`zigbee-gateway.${key}`, values);
  let home: string | undefined;
  const homeOf = () => {
    home ??= join(RED.settings.userDir ?? mkdtempSync(join(tmpdir(), "node-red-")), "zigbee-gateway");
    return home;
  };

  const take = (wanted: GatewaySettings): GatewayRuntime | undefined => {
    const { nodeId, print, wishes } = wanted;
    const folder = join(homeOf(), wanted.folder);
    const { log, told } = countingErrors(logOf(RED, wanted), Date.now);
    return adoption.acquire({ nodeId, print, folder }, ({ free: predecessorGone, ...room }) => {
      const shared = (): number => mount.portOf(runtime);
      const declares = (owner: string) => isDeclaring(RED, nodeId, owner);
      const sharedIsLocal = mount.obstacle === "loopback";
      const hostPorts = () => mount.ports;
      const server = {
        sharedPort: shared,
        sharedPath: mount.prefix,
        sharedIsLocal,
        hostPorts,
        hasOwnRoute: mount.taken,
      };
      const opened = open({ ...wishes, ...server, folder, log, predecessorGone, declares });
      const hasOwnPort = wishes.port > 0;
      const runtime: GatewayRuntime = new GatewayRuntime(opened, {
        mount,
        say,
        hasOwnPort,
        logError: log.error,
        errors: told,
        ...room,
        onDeploy: (begins, ends) =>
          onDeploy(RED, begins, (deploy) => {
            ends();
            void removeOrphans(RED, nodeId, runtime, deploy, log.error);
          }),
      });
      return runtime;
    });
  };

  function Gateway(this: GatewayNode, saved: GatewayDef): void {
    const def = begin(RED, this, saved);
    const wanted = gatewaySettings(def, (this.credentials as Secrets | undefined)?.password ?? "");
    const runtime = "member" in wanted ? undefined : take(wanted);
    if (!runtime) {
      const { network } = wanted as GatewaySettings;
      this.refusal = "member" in wanted ? say("refusal.invalid", { ...wanted }) : say("refusal.folder", { network });
      this.error(this.refusal);
      return;
    }
    this.runtime = runtime;
    this.on("close", (removed: boolean, done: () => void) => {
      adoption.release(runtime, removed).then(done, done);
    });
  }

  RED.nodes.registerType<GatewayNode, GatewayDef, object, Secrets>("zigbee-gateway", Gateway, {
    credentials: { password: { type: "password" } },
  });
  serveAdmin({ RED, mount, adoption, dataFolder: homeOf });
}

function onDeploy(RED: NodeAPI, begins: () => void, ends: (deploy: Deploy) => void): Stop {
  const stops = [on(RED, "flows:stopping", begins), on(RED, "flows:started", ends)];
  return () => {
    for (const stop of stops) stop();
  };
}

function on({ events }: NodeAPI, event: string, run: (deploy: Deploy) => void): Stop {
  events.on(event, run);
  return () => events.off(event, run);
}

/** Node-RED's own log, with the gateway's name; the node itself comes and goes. */
function logOf({ log }: NodeAPI, { name, nodeId }: GatewaySettings): Log {
  const line = (text: string) => `[zigbee-gateway:${name || nodeId}] ${text}`;
  return {
    info: (text) => log.info(line(text)),
    warn: (text) => log.warn(line(text)),
    error: (text) => log.error(line(text)),
  };
}
