/** The config node: it has a gateway, from the moment its constructor returns. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodeAPI } from "node-red";
import type { Log } from "../src/model/ports.ts";
import type { Stop } from "../src/model/resource.ts";
import { type OpenGateway, type OpenOptions, open } from "../src/open.ts";

import { serveAdmin } from "./admin/api.ts";
import { Adoption } from "./gateway/adoption.ts";
import type { GatewayNode } from "./gateway/attach.ts";
import { begin } from "./gateway/begin.ts";
import { countingErrors } from "./gateway/errors-told.ts";
import { clearLeftBehind, type Deploy } from "./gateway/left-behind.ts";
import { Mount } from "./gateway/mount.ts";
import { Running, type Say } from "./gateway/running.ts";
import { type GatewayDef, type Wanted, wantedOf } from "./gateway/settings.ts";
import { isDeclaring } from "./messages/declared.ts";

interface Secrets {
  readonly password?: string;
}

export default function (RED: NodeAPI): void {
  registerGateway(RED, open);
}

/** `open` makes the gateway of a node: tests give a fake one. */
export function registerGateway(RED: NodeAPI, open: (options: OpenOptions) => OpenGateway): void {
  const mount = new Mount(RED);
  const adoption = new Adoption((run) => on(RED, "flows:stopped", run));
  const say: Say = (key, values = {}) => RED._(`zigbee-gateway.${key}`, values);
  let home: string | undefined;
  const homeOf = () => {
    home ??= join(RED.settings.userDir ?? mkdtempSync(join(tmpdir(), "node-red-")), "zigbee-gateway");
    return home;
  };

  const take = (wanted: Wanted): Running | undefined => {
    const { nodeId, print, wishes } = wanted;
    const folder = join(homeOf(), wanted.folder);
    const { log, told } = countingErrors(logOf(RED, wanted), Date.now);
    return adoption.take({ nodeId, print, folder }, ({ free, ...room }) => {
      const shared = (): number => mount.portOf(running);
      const declares = (owner: string) => isDeclaring(RED, nodeId, owner);
      const sharedIsLocal = mount.obstacle === "loopback";
      const hostPorts = () => mount.ports;
      const server = { sharedPort: shared, sharedPath: mount.prefix, sharedIsLocal, hostPorts, taken: mount.taken };
      const opened = open({ ...wishes, ...server, folder, log, free, declares });
      const hasOwnPort = wishes.port > 0;
      const running: Running = new Running(opened, {
        mount,
        say,
        hasOwnPort,
        complain: log.error,
        errors: told,
        ...room,
        onDeploy: (begins, ends) =>
          onDeploy(RED, begins, (deploy) => {
            ends();
            void clearLeftBehind(RED, nodeId, running, deploy, log.error);
          }),
      });
      return running;
    });
  };

  function Gateway(this: GatewayNode, saved: GatewayDef): void {
    const def = begin(RED, this, saved);
    const wanted = wantedOf(def, (this.credentials as Secrets | undefined)?.password ?? "");
    const running = "member" in wanted ? undefined : take(wanted);
    if (!running) {
      const { network } = wanted as Wanted;
      this.refusal = "member" in wanted ? say("refusal.invalid", { ...wanted }) : say("refusal.folder", { network });
      this.error(this.refusal);
      return;
    }
    this.running = running;
    this.on("close", (removed: boolean, done: () => void) => {
      adoption.leave(running, removed).then(done, done);
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
function logOf({ log }: NodeAPI, { name, nodeId }: Wanted): Log {
  const line = (text: string) => `[zigbee-gateway:${name || nodeId}] ${text}`;
  return {
    info: (text) => log.info(line(text)),
    warn: (text) => log.warn(line(text)),
    error: (text) => log.error(line(text)),
  };
}
