/** The questions before a scene is kept anew, which lists what it will remember, and before it is deleted. */
import { UsesInWords } from "../devices/uses/uses.tsx";
import { say } from "../texts.ts";
import { Question } from "../widgets/dialog.tsx";
import { LightsNow } from "./lights-now.tsx";

interface SceneQuestionProps {
  readonly address: string;
  readonly name: string;
  readonly about: "keep" | "drop";
  readonly onYes: () => unknown;
  readonly onClose: () => void;
}

export function SceneQuestion({ address, name, about, onYes, onClose }: SceneQuestionProps) {
  const [, , group = ""] = address.split("/");
  const isDrop = about === "drop";
  return (
    <Question
      title={say(isDrop ? "rooms.drop-scene" : "rooms.keep-as", { name })}
      yes={say(isDrop ? "do.delete" : "do.save")}
      isDangerous={isDrop}
      onYes={onYes}
      onClose={onClose}
    >
      <p>{say(isDrop ? "rooms.drop-scene-sure" : "rooms.keep-sure", { name })}</p>
      {isDrop ? <UsesInWords used={[address]} /> : <LightsNow group={group} />}
    </Question>
  );
}
