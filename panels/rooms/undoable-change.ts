/** A change of a whole scene, with a note on it that takes it back, where all of the scene comes back. */
import { useNotedSend } from "../commands.tsx";
import { useApi, useLive, useNote } from "../hooks.ts";
import { type ApiCommand, perform } from "../perform.ts";
import { say } from "../texts.ts";
import type { restoringCommands, SceneView } from "./scene-undo.ts";

interface SceneChange {
  readonly does: () => Promise<unknown>; // undefined: refused
  readonly told: string;
  readonly back: typeof restoringCommands;
}

/** `address`: undefined of a scene that is new, which nothing takes back. True: it was done. */
export function useUndoableChange(
  name: string,
): (address: string | undefined, change: SceneChange) => Promise<boolean> {
  const api = useApi();
  const live = useLive();
  const noteUndoable = useUndoNote(name);
  return async (address, { does, told, back }) => {
    const reply = address === undefined ? undefined : (await perform(api, { method: "GET", address })).reply;
    const scene = reply?.status === 200 ? (reply.body as SceneView) : undefined;
    const commands = address && scene && live.house ? back(address, scene, live.house) : undefined;
    if ((await does()) === undefined) return false;
    noteUndoable(told, commands);
    return true;
  };
}

/** A note, which takes back what it tells by these commands; without them it only tells. */
function useUndoNote(name: string): (told: string, back?: readonly ApiCommand[]) => void {
  const note = useNote();
  const label = say("home.all-off-undo");
  const undo = useNotedSend(name);
  return (told, back) => {
    if (!back) return note(told);
    const run = async () => {
      for (const { method, address, body } of back) if (!(await undo(method, address, body))) return;
    };
    note(told, "lasting", { label, run });
  };
}
