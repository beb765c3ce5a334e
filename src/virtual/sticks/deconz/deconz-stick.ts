/** A simulated ConBee or RaspBee behind a TCP port, as a serial bridge would show it. */
import { HostConnection } from "../host-connection.ts";
import { type StickOptions, VirtualStick } from "../virtual-stick.ts";
import { answerTo } from "./commands.ts";
import { ConBee } from "./conbee.ts";
import { FIRMWARES, type Generation } from "./generations.ts";
import { type ConBeeMemory, factoryNew, preformed } from "./memory.ts";
import { COMMAND, createParser, RESULT, toBytes } from "./serial-frame.ts";

export interface DeconzOptions extends StickOptions<ConBeeMemory> {
  readonly generation?: Generation;
}

export type DeconzStick = VirtualStick<ConBee>;

const FACTORY_IEEE = "0x00212effff000001";

export async function openDeconz(options: DeconzOptions): Promise<DeconzStick> {
  const { network, saved, preformed: facts, ieee = FACTORY_IEEE, port = 0, generation = "ConBee II" } = options;
  const conbee: ConBee = new ConBee({
    network,
    firmware: FIRMWARES[generation],
    memory: saved ?? (facts ? preformed(facts) : factoryNew(ieee)),
    tell: (status) => {
      const data = Buffer.of(status, 0);
      host.send(toBytes({ command: COMMAND.STATUS_CHANGED, sequence: 0, result: RESULT.SUCCESS, data }));
    },
    restarted: () => host.drop(),
  });
  const host: HostConnection = new HostConnection({
    port,
    connected: () =>
      createParser((frame) => {
        const answer = answerTo(conbee, frame);
        if (answer) host.send(toBytes(answer));
      }),
    soon: (run) => network.hostTime.later(0, run),
  });
  await host.listen();
  return new VirtualStick("deconz", conbee, host);
}
