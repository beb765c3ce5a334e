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
import { languageOf, speak } from "./flow-node/language.ts";
import { liveNames } from "./flow-node/live-names.ts";
import { countingErrors } from "./gateway/errors-told.ts";
import {
  type GatewayDef,
  type GatewayNodeSettings,
  type GatewaySecrets,
  gatewaySettings,
} from "./gateway/gateway-settings.ts";
import { DeployHandover, type HandoverTerms } from "./gateway/handover.ts";
import { removeLeftFlags } from "./gateway/left-flags.ts";
import type { BrokerNode } from "./gateway/mqtt-settings.ts";
import { GatewayRuntime, type Translate } from "./gateway/runtime.ts";
import { offerScenesInFlows } from "./gateway/scenes-in-flows.ts";
import { ServerMount } from "./gateway/server-mount.ts";

export default function (RED: NodeAPI): void {
  registerGateway(RED, open);
}

type Open = (options: OpenOptions) => OpenGateway;

/** `open` makes the gateway of a node: tests give a fake one. */
export function registerGateway(RED: NodeAPI, open: Open): void {
  speak(RED);
  const host = new GatewayHost(RED, open);
  const { mount, adoption, say } = host;

  function Gateway(this: GatewayNode, saved: GatewayDef): void {
    const def = begin(RED, this, saved);
    const broker = RED.nodes.getNode(String(def.mqttBroker ?? "")) as BrokerNode | null | undefined;
    const settings = gatewaySettings(def, (this.credentials as GatewaySecrets | undefined) ?? {}, broker ?? undefined);
    const runtime = "member" in settings ? undefined : host.acquire(settings);
    if (!runtime) {
      const { network } = settings as GatewayNodeSettings;
      this.refusal =
        "member" in settings ? say("refusal.invalid", { ...settings }) : say("refusal.folder", { network });
      this.error(this.refusal);
      return;
    }
    this.runtime = runtime;
    this.on("close", (removed: boolean, done: () => void) => {
      adoption.release(runtime, removed).then(done, done);
    });
  }

  RED.nodes.registerType<GatewayNode, GatewayDef, object, GatewaySecrets>("zigbee-gateway", Gateway, {
    credentials: { password: { type: "password" }, mqttUser: { type: "text" }, mqttPassword: { type: "password" } },
  });
  serveAdmin({ RED, mount, adoption, dataFolder: () => host.dataFolder });
}

/** The parts that all gateway nodes of a Node-RED share: its server, the folder of their data, and the gateways that deploys hand over. */
class GatewayHost {
  readonly mount: ServerMount;
  readonly adoption: DeployHandover;
  readonly say: Translate;
  readonly #RED: NodeAPI;
  readonly #open: Open;
  readonly #names = new Map<string, string>(); // of gateways, by their nodes
  #dataFolder: string | undefined;

  constructor(RED: NodeAPI, open: Open) {
    this.#RED = RED;
    this.#open = open;
    this.mount = new ServerMount(RED);
    this.adoption = new DeployHandover((run) => on(RED, "flows:stopped", run));
    this.say = (key, values = {}) => RED._(`zigbee-gateway.${key}`, values);
  }

  get dataFolder(): string {
    this.#dataFolder ??= join(this.#RED.settings.userDir ?? mkdtempSync(join(tmpdir(), "node-red-")), "zigbee-gateway");
    return this.#dataFolder;
  }

  /** The gateway that this node had before the deploy, or a new one; undefined when another node has its folder. */
  acquire(settings: GatewayNodeSettings): GatewayRuntime | undefined {
    const { nodeId, print, name, wishes } = settings;
    const folder = join(this.dataFolder, settings.folder);
    const isRenamed = (this.#names.get(nodeId) ?? name) !== name;
    this.#names.set(nodeId, name);
    const runtime = this.adoption.acquire({ nodeId, print, folder }, (terms) => this.#start(settings, folder, terms));
    if (runtime && isRenamed) void runtime.loaded.then(() => runtime.opened.gateway.applySettings(wishes.settings));
    return runtime;
  }

  #start({ nodeId, wishes, ...more }: GatewayNodeSettings, folder: string, terms: HandoverTerms): GatewayRuntime {
    const { free: predecessorGone, ...handedOver } = terms;
    const [RED, mount] = [this.#RED, this.mount];
    const { log, told } = countingErrors(
      logOf(RED, () => this.#names.get(nodeId) || nodeId),
      Date.now,
    );
    const declares = (owner: string) => isDeclaring(RED, nodeId, owner);
    const server = {
      sharedPort: (): number => mount.portOf(runtime),
      sharedPath: mount.prefix,
      sharedIsLocal: mount.obstacle === "loopback",
      hostPorts: () => mount.ports,
      hasOwnRoute: mount.taken,
    };
    const stickFolder = join(this.dataFolder, more.stickFolder);
    const opened = this.#open({ ...wishes, ...server, folder, stickFolder, log, predecessorGone, declares });
    const names = liveNames(RED, nodeId, opened.gateway);
    const offered = offerScenesInFlows(RED, nodeId, opened.gateway);
    const runtime: GatewayRuntime = new GatewayRuntime(opened, {
      mount,
      say: this.say,
      language: () => languageOf(RED),
      hasOwnPort: wishes.port > 0,
      logError: log.error,
      errors: told,
      hourly: () => removeLeftFlags(RED, nodeId, runtime),
      ...handedOver,
      onDeploy: (begins, ends) => {
        const stop = onDeploy(RED, begins, (deploy) => {
          ends();
          names.tell();
          void removeOrphans(RED, nodeId, runtime, deploy, log.error);
          void removeLeftFlags(RED, nodeId, runtime);
        });
        return () => {
          stop();
          names.stop();
          offered();
        };
      },
    });
    return runtime;
  }
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

/** Node-RED's own log, with the gateway's name as it is then; the node itself comes and goes. */
function logOf({ log }: NodeAPI, nameNow: () => string): Log {
  const line = (text: string) => `[zigbee-gateway:${nameNow()}] ${text}`;
  return {
    info: (text) => log.info(line(text)),
    warn: (text) => log.warn(line(text)),
    error: (text) => log.error(line(text)),
  };
}
