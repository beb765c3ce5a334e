/** The picture of a scene: a disc in the colors of its lights. */
import { blendOf } from "../home/tiles.ts";
import { Icon } from "../widgets/icons.tsx";

interface SceneLookProps {
  readonly colors: readonly string[] | undefined; // undefined: not read yet
  readonly isOn: boolean;
}

export function SceneLook({ colors, isOn }: SceneLookProps) {
  const [first] = colors ?? [];
  return (
    <span class="zg-scene-look" style={colors && first ? { "--zg-look": blendOf(colors) } : {}}>
      {colors && !first && <Icon name="scene" />}
      {isOn && (
        <span class="zg-scene-mark">
          <Icon name="good" />
        </span>
      )}
    </span>
  );
}
