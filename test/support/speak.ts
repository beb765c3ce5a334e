/** The words of the panels, as tests hear them. Test files share a process, and these words: each test begins with `speakEnglish`. */
import { setTexts } from "../../panels/texts.ts";
import { ENGLISH, textOf } from "./locales.ts";

const trees = new Map<string, Parameters<typeof setTexts>[0]>();

export function speak(language: string): void {
  const tree = trees.get(language) ?? JSON.parse(textOf(language, "zigbee-gateway-panels.json"));
  trees.set(language, tree);
  setTexts(tree, language);
}

export const speakEnglish = () => speak(ENGLISH);
