/** A simulated ConBee or RaspBee behind a TCP port, as a serial bridge would show it. */
import type { NetworkCredentials } from "../../air/network-credentials.ts";
import type { DecodedFrame, FrameCounters } from "../../air/traffic.ts";
import { HostConnection } from "../host-connection.ts";
import type { SendRefusal, StickOptions, VirtualStick } from "../virtual-stick.ts";
import { answerTo } from "./commands.ts";
import { ConBee } from "./conbee.ts";
import { FIRMWARES, type Generation } from "./generations.ts";
import { factoryNew, preformed, type SavedConBee } from "./memory.ts";
import { COMMAND, createParser, RESULT, toBytes } from "./serial-frame.ts";

export interface DeconzOptions extends StickOptions<SavedConBee> {
  readonly generation?: Generation;
}

const FACTORY_IEEE = "0x00212effff000001";

export async function openDeconz(options: DeconzOptions): Promise<DeconzStick> {
  const stick = new DeconzStick(options);
  await stick.listen();
  return stick;
}

export class DeconzStick implements VirtualStick {
  readonly family = "deconz";
  readonly #conbee: ConBee;
  readonly #host: HostConnection;

  constructor({ network, saved, preformed: facts, ieee, port = 0, generation = "ConBee II" }: DeconzOptions) {
    this.#host = new HostConnection({
      port,
      connected: () =>
        createParser((frame) => {
          const answer = answerTo(this.#conbee, frame);
          if (answer) this.#host.send(toBytes(answer));
        }),
      soon: (run) => network.hostTime.later(0, run),
    });
    this.#conbee = new ConBee({
      network,
      firmware: FIRMWARES[generation],
      memory: saved ?? (facts ? preformed(facts) : factoryNew(ieee ?? FACTORY_IEEE)),
      tell: (status) => {
        const data = Buffer.of(status, 0);
        this.#host.send(toBytes({ command: COMMAND.STATUS_CHANGED, sequence: 0, result: RESULT.SUCCESS, data }));
      },
      restarted: () => this.#host.drop(),
    });
  }

  listen(): Promise<void> {
    return this.#host.listen();
  }

  get port(): number {
    return this.#host.port;
  }

  get ieee(): string {
    return this.#conbee.memory.ieee;
  }

  get identity(): NetworkCredentials | undefined {
    return this.#conbee.identity;
  }

  get channel(): number {
    return this.identity?.channel ?? 0;
  }

  get frameCounter(): number {
    return this.#conbee.memory.counter;
  }

  /** As their hashes: the codes themselves are never told to such a stick. */
  get installCodes(): ReadonlyMap<string, string> {
    return new Map(Object.entries(this.#conbee.memory.linkKeys));
  }

  get counters(): FrameCounters {
    return this.#conbee.radio.air.counters;
  }

  get air(): readonly DecodedFrame[] {
    return this.#conbee.radio.air.heard();
  }

  dropLink(): void {
    this.#host.drop();
  }

  powerCycle(): void {
    this.#host.drop();
    this.#conbee.powerCycle();
  }

  /** On a real one the USB device goes and comes. */
  reboot(): void {
    this.powerCycle();
  }

  mute(on: boolean): void {
    this.#host.mute(on);
  }

  refuse(on: boolean): void {
    this.#host.refuse(on);
  }

  garbage(bytes: Uint8Array): void {
    this.#host.garbage(bytes);
  }

  busy(requests: number, how: SendRefusal = "buffer-full"): void {
    this.#conbee.radio.busy(requests, how);
  }

  /** No firmware of this family does. */
  knowsInterPan(): void {}

  /** What becomes of the next requests is never told. */
  loseConfirms(requests: number): void {
    this.#conbee.transmission.loseConfirms(requests);
  }

  /** No slot is free, and none gets free. */
  fillSlots(on: boolean): void {
    this.#conbee.transmission.fill(on);
  }

  /** It leaves its network by itself. */
  leaveNetwork(): void {
    this.#conbee.leaveNetwork();
  }

  save(): SavedConBee {
    return this.#conbee.save();
  }

  close(): Promise<void> {
    this.#conbee.close();
    return this.#host.close();
  }
}
