/** A virtual strip of Hue: how it takes a gradient, and its own report of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stand } from "../../support/virtual-device.ts";

const STRIP = "gradient strip";
const CLUSTER = "manuSpecificPhilips2";
const SIGNIFY = 0x100b;
const COLORS = "0d300000000e1f5eb4d3d856b30e1800";

function strip() {
  const one = stand(STRIP);
  const tell = (hex: string) =>
    one.status({
      ...{ cluster: CLUSTER, command: "multiColor", manufacturer: SIGNIFY },
      payload: { data: Buffer.from(hex, "hex") },
    });
  const shown = () => {
    const answer = one.ask({
      ...{ cluster: CLUSTER, command: "read", isGlobal: true, manufacturer: SIGNIFY },
      payload: [{ attrId: 2 }],
    });
    const [record] = (answer?.payload ?? []) as { attrData: Buffer }[];
    return record?.attrData.toString("hex");
  };
  const command = (cluster: string, name: string, payload: object) =>
    assert.equal(one.status({ cluster, command: name, payload }), 0);
  command("genOnOff", "on", {});
  return { ...one, tell, shown, command };
}

test("it shows a gradient, and tells it beside how bright it is; the first color is the one of the standard cluster", () => {
  const { tell, shown, get } = strip();
  assert.equal(tell(`50010400${COLORS}`), 0);
  assert.match(shown() ?? "", new RegExp(`^4b0101fe.{8}${COLORS}$`));
  const near = (attribute: string) => Math.round((get("lightingColorCtrl", attribute, 11) / 65_535) * 1000) / 1000;
  assert.deepEqual([near("currentX"), near("currentY")], [0.691, 0.304]);
});

test("on, level and color come along; without parameters it has as many segments as colors", () => {
  const { tell, shown, get, command } = strip();
  command("genOnOff", "off", {});
  assert.equal(tell(`50010400${COLORS}`), 0);
  assert.match(shown() ?? "", /^0f0000/, "off it takes no notice");
  assert.equal(tell(`03010164${COLORS.slice(0, -4)}`), 0);
  assert.equal(get("genOnOff", "onOff", 11), 1);
  assert.match(shown() ?? "", new RegExp(`^4b010164.{8}${COLORS}$`));
});

test("any other color ends it; a level does not", () => {
  const { tell, shown, command } = strip();
  tell(`50010400${COLORS}`);
  command("genLevelCtrl", "moveToLevel", { level: 9, transtime: 0 });
  assert.match(shown() ?? "", /^4b010109/);
  command("lightingColorCtrl", "moveToColor", { colorx: 1000, colory: 2000, transtime: 0 });
  assert.equal(shown(), "0b000109e803d007");
  command("lightingColorCtrl", "moveToColorTemp", { colortemp: 300, transtime: 0 });
  assert.match(shown() ?? "", /^0f0001092c01/);
});

test("a value that is no gradient is refused", () => {
  const { tell, shown } = strip();
  const before = shown();
  for (const wrong of [
    "50010400",
    "5001040004000000001800",
    "500104000d300000000e1f5e",
    `5001040022a0000000${"0e1f5e".repeat(10)}5000`,
  ])
    assert.notEqual(tell(wrong), 0, wrong);
  assert.equal(shown(), before);
});
