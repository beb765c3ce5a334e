/** A radio process on a simulated stick with a virtual network around it, all taken down when the test ends. */
import type { TestContext } from "node:test";
import { extendedPanIdFor } from "../../src/radio/coordinator-dialects.ts";
import type { RadioSettings } from "../../src/radio/protocol.ts";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import type { StickFamily, StickOptions, VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import { forkRadio, type RadioProcess, temporaryFolder } from "./radio-process.ts";
import { plugIn } from "./stick.ts";

export interface Stage {
  readonly radio: RadioProcess; // started, and perhaps not yet up
  readonly folder: string;
  readonly network: VirtualNetwork;
  readonly stick: VirtualStick;
  readonly settings: RadioSettings;
  /** Another process for the same network. */
  again(settings?: Partial<RadioSettings>): Promise<RadioProcess>;
}

export interface StageOptions {
  readonly preformed?: false; // a blank stick
  readonly frameCounter?: number; // frames that it has sent already
  readonly wait?: false; // not for it to be up
  readonly prepare?: (folder: string) => void;
  readonly open?: (options: StickOptions<object>) => Promise<VirtualStick>; // another stick than the one of the tests
}

export const NUMBERS = {
  panid: 0x1a2b,
  extendedpanid: [1, 2, 3, 4, 5, 6, 7, 8],
  networkKey: Array.from({ length: 16 }, (_, at) => at + 100),
};
export const CHANNEL = 15;

export async function stage(
  t: TestContext,
  { preformed, frameCounter = 0, wait, prepare, open = plugIn }: StageOptions = {},
): Promise<Stage> {
  const folder = temporaryFolder();
  const network = new VirtualNetwork({});
  const isBlank = preformed === false;
  const stick = await open({
    network,
    ...(!isBlank && { preformed: { ...NUMBERS, channel: CHANNEL, ieee: "0x00124b0000000001", frameCounter } }),
  });
  const settings: RadioSettings = {
    path: `tcp://127.0.0.1:${stick.port}`,
    adapter: stick.family,
    channel: CHANNEL,
    folder: folder.path,
  };
  if (!isBlank) folder.write("network.json", numbersInWriting(stick.family));
  prepare?.(folder.path);
  const all: RadioProcess[] = [];
  t.after(async () => {
    for (const one of all) await one.stop();
    await stick.close();
    network.close();
    folder.remove();
  });
  const again = async (changed: Partial<RadioSettings> = {}): Promise<RadioProcess> => {
    const radio = forkRadio();
    all.push(radio);
    const started = radio.start({ ...settings, ...changed });
    if (wait === false) started.catch(() => {});
    else
      await started.catch(async (error: Error) => {
        const { reason } = await radio.heard("down");
        throw new Error(`${error.message}: ${reason}`);
      });
    return radio;
  };
  return { radio: await again(), folder: folder.path, network, stick, settings, again };
}

function numbersInWriting(family: StickFamily): string {
  const hex = (bytes: readonly number[] | Uint8Array) => Buffer.from(bytes).toString("hex");
  const { panid, extendedpanid, networkKey } = NUMBERS;
  const onAir = extendedPanIdFor(family, { extendedpanid: hex(extendedpanid) });
  return JSON.stringify({ key: hex(networkKey), panid, extendedpanid: hex(onAir) });
}
