/** A stick with EmberZNet and its host on a TCP line, without herdsman: questions as bytes, and all that it tells by itself. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import type { TestContext } from "node:test";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { type ByteWriter, write } from "../../src/virtual/devices/bytes.ts";
import { type AshFrame, ashBytes, createAshParser } from "../../src/virtual/sticks/ember/ash-framing.ts";
import { type EmberOptions, type EmberStick, openEmber } from "../../src/virtual/sticks/ember/ember-stick.ts";

export const PREFORMED = {
  panid: 0x1a62,
  extendedpanid: [1, 2, 3, 4, 5, 6, 7, 8],
  channel: 15,
  networkKey: Array.from({ length: 16 }, (_, index) => index),
  ieee: "0x0ceff6fffe112233",
};

export interface EmberHost {
  readonly stick: EmberStick;
  readonly network: VirtualNetwork;
  readonly control: number[]; // frames of the line other than data
  readonly told: { readonly id: number; readonly parameters: string }[];
  /** Its answer in hex; "unknown" when the stick does not know the command. */
  ask(id: number, parameters?: ByteWriter): Promise<string>;
  /** Waits until so many of this kind were told. */
  tells(id: number, count?: number): Promise<string[]>;
  reset(): Promise<void>;
}

const DATA = 0x80; // not in the first byte
const TOLD = 0x10;
const RESET_ACK = 0xc1;
const UNKNOWN = 0x58;

/** Reset once, and asked for its version. */
export async function emberHost(t: TestContext, options: Partial<EmberOptions> = {}): Promise<EmberHost> {
  const network = options.network ?? new VirtualNetwork({ timeScale: 0.01 });
  const stick = await openEmber({ preformed: PREFORMED, ...options, network });
  const socket = connect(stick.port, "127.0.0.1");
  t.after(async () => {
    socket.destroy();
    await stick.close();
    network.close();
  });
  await once(socket, "connect");
  let [sent, heard, sequence] = [0, 0, 0];
  const answers: Buffer[] = [];
  const host: EmberHost = {
    ...{ stick, network, control: [], told: [] },
    ask: async (id, parameters = write()) => {
      sequence = (sequence + 1) % 0x100;
      say(write().u8(sequence, 0, 1).u16(id).bytes(parameters.done()).done());
      await until(() => answers.length > 0, `the answer to 0x${id.toString(16)}`);
      const answer = answers.shift() ?? assert.fail();
      assert.equal(answer[0], sequence);
      const answered = answer.readUInt16LE(3);
      if (answered === UNKNOWN) return "unknown";
      assert.equal(answered, id);
      return answer.subarray(5).toString("hex");
    },
    tells: async (id, count = 1) => {
      const found = () => host.told.filter((one) => one.id === id);
      await until(() => found().length >= count, `what is told as 0x${id.toString(16)}`);
      return found().map(({ parameters }) => parameters);
    },
    reset: async () => {
      [sent, heard] = [0, 0];
      host.control.length = 0;
      socket.write(Buffer.concat([Buffer.of(0x1a), ashBytes({ control: 0xc0, data: Buffer.alloc(0) })]));
      await until(() => host.control.includes(RESET_ACK), "its start");
    },
  };
  const say = (frame: Buffer) => {
    socket.write(ashBytes({ control: (sent << 4) | heard, data: frame }));
    sent = (sent + 1) % 8;
  };
  const hear = ({ control, data }: AshFrame) => {
    if (control & DATA) {
      host.control.push(control);
      return;
    }
    heard = ((control >> 4) + 1) % 8;
    socket.write(ashBytes({ control: 0x80 | heard, data: Buffer.alloc(0) }));
    if (((data[1] ?? 0) & TOLD) === 0) answers.push(data);
    else host.told.push({ id: data.readUInt16LE(3), parameters: data.subarray(5).toString("hex") });
  };
  socket.on(
    "data",
    createAshParser(hear, () => assert.fail("it spoke nonsense")),
  );
  await host.reset();
  return host;
}

/** In its network, with an endpoint of its own. */
export async function startedHost(t: TestContext, options: Partial<EmberOptions> = {}): Promise<EmberHost> {
  const host = await emberHost(t, options);
  await host.ask(0x02, write().u8(1).u16(0x0104, 0x65).u8(1, 1, 0).u16(0));
  await host.ask(0x17, write().u16(3));
  await host.tells(0x19);
  host.told.length = 0;
  return host;
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo(); await new Promise((resolve) => setTimeout(resolve, 2)))
    assert.ok(Date.now() < end, `in vain: ${what}`);
}
