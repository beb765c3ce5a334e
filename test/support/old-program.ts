/**
 * The program that a house came from, as its stick and its devices see one: zigbee-herdsman as it is, with that program's own files, in a process
 * of its own. Tells its devices, and switches lamps on, one after the other.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Controller, setLogger } from "zigbee-herdsman";

type HerdsmanOptions = ConstructorParameters<typeof Controller>[0];

interface OldProgramTask {
  readonly options: Pick<
    HerdsmanOptions,
    "network" | "serialPort" | "databasePath" | "databaseBackupPath" | "backupPath"
  >;
  readonly lamps: readonly string[]; // ieee
}

interface OldProgramAnswer {
  readonly began: string; // "resumed": its stick is in its network
  readonly devices: number;
  readonly deaf: readonly string[]; // lamps that did not answer
}

const ON_OFF = 6;
const IS_CHILD = "old-program";

export async function startOldProgram(task: OldProgramTask): Promise<OldProgramAnswer> {
  const child = fork(fileURLToPath(import.meta.url), [IS_CHILD], { execArgv: [] });
  const ended = once(child, "exit");
  try {
    child.send(task);
    const [answer] = await Promise.race([once(child, "message"), ended.then(() => [{ failed: "it ended" }])]);
    if ("failed" in answer) throw new Error(answer.failed);
    return answer as OldProgramAnswer;
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

async function run({ options, lamps }: OldProgramTask): Promise<OldProgramAnswer> {
  setLogger({ debug() {}, info() {}, warning() {}, error() {} });
  const more = { adapter: { disableLED: false }, acceptJoiningDeviceHandler: async () => true };
  const controller = new Controller({ ...options, ...more });
  const began = await controller.start();
  const deaf: string[] = [];
  for (const ieee of lamps) {
    const endpoint = controller.getDeviceByIeeeAddr(ieee)?.endpoints.find((each) => each.supportsInputCluster(ON_OFF));
    if (!endpoint || !(await isDone(endpoint.command("genOnOff", "on", {})))) deaf.push(ieee);
  }
  return { began, devices: controller.getDevices().length - 1, deaf };
}

async function isDone(answer: Promise<unknown>): Promise<boolean> {
  return await answer.then(
    () => true,
    () => false,
  );
}

if (process.argv[2] === IS_CHILD)
  process.once("message", async (task) => {
    const answer = await run(task as OldProgramTask).catch((error) => ({ failed: String(error?.stack ?? error) }));
    process.send?.(answer, () => process.exit());
  });
