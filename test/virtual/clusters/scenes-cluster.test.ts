/** Scenes and groups: which endpoints are members, the kept state, its recall, and full tables. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { setScenes } from "../../../src/virtual/clusters/scenes-cluster.ts";
import { type Stand, stand } from "../../support/virtual-device.ts";

const { Status } = Zcl;
const GROUP = 5;

interface Told {
  readonly status: number;
  readonly scenelist?: number[];
  readonly capacity?: number;
  readonly grouplist?: number[];
  readonly extensionfieldsets?: { clstId: number; extField: number[] }[];
}

function member(model = "extended color light"): Stand & { scene(command: string, more?: object): Told } {
  const device = stand(model);
  device.ask({ cluster: "genGroups", command: "add", payload: { groupid: GROUP, groupname: "" } });
  return {
    ...device,
    scene: (command, more = {}) =>
      device.ask({ cluster: "genScenes", command, payload: { groupid: GROUP, sceneid: 1, ...more } })?.payload as Told,
  };
}

const group = ({ ask }: Stand, command: string, payload: object = {}) =>
  ask({ cluster: "genGroups", command, payload })?.payload as Told;

test("a light becomes a member, knows of it, and is none any more", () => {
  const light = stand("dimmable light");
  assert.equal(group(light, "view", { groupid: 7 }).status, Status.NOT_FOUND);
  assert.equal(group(light, "add", { groupid: 7, groupname: "" }).status, Status.SUCCESS);
  assert.equal(group(light, "add", { groupid: 7, groupname: "" }).status, Status.DUPLICATE_EXISTS);
  group(light, "add", { groupid: 8, groupname: "" });
  assert.equal(group(light, "view", { groupid: 7 }).status, Status.SUCCESS);
  assert.deepEqual(group(light, "getMembership", { groupcount: 0, grouplist: [] }).grouplist, [7, 8]);
  assert.deepEqual(group(light, "getMembership", { groupcount: 2, grouplist: [8, 9] }).grouplist, [8]);
  assert.equal(group(light, "remove", { groupid: 7 }).status, Status.SUCCESS);
  assert.equal(group(light, "remove", { groupid: 7 }).status, Status.NOT_FOUND);
  assert.deepEqual([...light.device.groups], [[8, new Set([1])]]);
  assert.equal(group(light, "add", { groupid: 0, groupname: "" }).status, Status.INVALID_VALUE);
  assert.deepEqual(group(light, "getMembership", { groupcount: 1, grouplist: [9] }).grouplist, []);
  group(light, "removeAll");
  assert.equal(light.device.groups.size, 0);
});

test("a group is joined while identifying, and only then", () => {
  const light = stand("dimmable light");
  const add = () =>
    light.ask({
      cluster: "genGroups",
      command: "addIfIdentifying",
      payload: { groupid: 7, groupname: "" },
      to: { broadcast: 0xfffd },
    });
  add();
  assert.equal(light.device.groups.size, 0);
  light.ask({ cluster: "genIdentify", command: "identify", payload: { identifytime: 5 } });
  add();
  assert.equal(light.device.groups.size, 1);
});

test("there is room for 32 groups", () => {
  const light = stand("dimmable light");
  for (let groupid = 1; groupid <= 32; groupid += 1) group(light, "add", { groupid, groupname: "" });
  assert.equal(group(light, "add", { groupid: 33, groupname: "" }).status, Status.INSUFFICIENT_SPACE);
  assert.equal(group(light, "getMembership", { groupcount: 0, grouplist: [] }).capacity, 0);
});

test("a scene is stored, seen, and brings everything back in its time", () => {
  const light = member();
  const set = (onOff: number, currentLevel: number, currentX: number) => {
    const place = light.device.clusterEndpoints.get(11);
    place?.set("genOnOff", { onOff });
    place?.set("genLevelCtrl", { currentLevel });
    place?.set("lightingColorCtrl", { currentX, currentY: 20_000, enhancedColorMode: 1, colorMode: 1 });
  };
  set(1, 200, 30_000);
  assert.equal(light.scene("store").status, Status.SUCCESS);
  const sets = light.scene("view").extensionfieldsets ?? [];
  assert.deepEqual(
    sets.map(({ clstId, extField }) => [clstId, extField[0]]),
    [
      [6, 1],
      [8, 200],
      [0x0300, 30_000],
    ],
  );
  assert.deepEqual([light.get("genScenes", "count"), light.get("genScenes", "sceneValid")], [1, 1]);
  set(0, 100, 20_000);
  assert.equal(light.get("genScenes", "sceneValid"), 0, "it does not look like that any more");
  const recall = {
    cluster: "genScenes",
    command: "recall",
    payload: { groupid: GROUP, sceneid: 1, transitionTime: 10 },
  };
  assert.equal(light.status(recall), Status.SUCCESS);
  assert.equal(light.get("genOnOff", "onOff"), 1);
  light.time.advance(500);
  assert.deepEqual(
    [light.get("genLevelCtrl", "currentLevel"), light.get("lightingColorCtrl", "currentX")],
    [150, 25_000],
  );
  light.time.advance(2000);
  assert.deepEqual(
    [light.get("genLevelCtrl", "currentLevel"), light.get("lightingColorCtrl", "currentX")],
    [200, 30_000],
  );
  assert.deepEqual([light.get("genScenes", "currentScene"), light.get("genScenes", "sceneValid")], [1, 1]);
  light.device.clusterEndpoints.get(11)?.set("genLevelCtrl", { remainingTime: 3 });
  assert.equal(light.get("genScenes", "sceneValid"), 1, "that is no part of it");
  set(1, 100, 30_000);
  assert.equal(light.get("genScenes", "sceneValid"), 0);
});

const COLORS: readonly (readonly [says: string, command: string, payload: object, mode: number])[] = [
  ["a point", "moveToColor", { colorx: 20_000, colory: 21_000, transtime: 0 }, 1],
  ["a temperature", "moveToColorTemp", { colortemp: 400, transtime: 0 }, 2],
  ["a hue", "enhancedMoveToHueAndSaturation", { enhancehue: 9_000, saturation: 99, transtime: 0 }, 3],
  ["all of them in turn", "colorLoopSet", { updateflags: 7, action: 2, direction: 1, time: 30, starthue: 0 }, 3],
];
for (const [says, command, payload, mode] of COLORS)
  test(`a scene brings a color back in the words that it was named in: ${says}`, () => {
    const light = member();
    light.ask({ cluster: "genOnOff", command: "on" });
    light.ask({ cluster: "lightingColorCtrl", command, payload });
    const told = mode === 2 ? "colorTemperature" : "currentX";
    const names = ["enhancedColorMode", told, "currentY", "currentSaturation", "colorLoopActive", "colorLoopTime"];
    const seen = () => names.map((name) => light.get("lightingColorCtrl", name));
    const before = seen();
    assert.equal(before[0], mode);
    light.scene("store");
    light.ask({
      cluster: "lightingColorCtrl",
      command: "colorLoopSet",
      payload: { updateflags: 1, action: 0, direction: 0, time: 0, starthue: 0 },
    });
    light.ask({
      cluster: "lightingColorCtrl",
      command: "moveToColor",
      payload: { colorx: 9, colory: 9, transtime: 0 },
    });
    light.ask({ cluster: "lightingColorCtrl", command: "moveToColorTemp", payload: { colortemp: 153, transtime: 0 } });
    light.ask({ cluster: "genScenes", command: "recall", payload: { groupid: GROUP, sceneid: 1, transitionTime: 0 } });
    const isLoop = command === "colorLoopSet";
    assert.deepEqual(isLoop ? [seen()[0], seen()[4], seen()[5]] : seen(), isLoop ? [3, 1, 30] : before);
  });

test("a lamp that knows only temperatures takes the one that is nearest to a color", () => {
  const light = member("color temperature light");
  light.ask({ cluster: "genOnOff", command: "on" });
  const fields = [29_000, 26_500, 0, 0, 0, 0, 0];
  light.scene("add", {
    transtime: 0,
    scenename: "",
    extensionfieldsets: [{ clstId: 0x0300, len: 11, extField: fields }],
  });
  light.ask({ cluster: "genScenes", command: "recall", payload: { groupid: GROUP, sceneid: 1, transitionTime: 0 } });
  const mired = light.get("lightingColorCtrl", "colorTemperature") as number;
  assert.ok(mired > 320 && mired < 370, String(mired));
});

test("a scene at once is there at once, also during a fade", () => {
  const light = member();
  light.ask({ cluster: "genOnOff", command: "on" });
  light.scene("store");
  light.ask({ cluster: "genLevelCtrl", command: "moveToLevel", payload: { level: 10, transtime: 50 } });
  light.ask({ cluster: "genOnOff", command: "onWithTimedOff", payload: { ctrlbits: 0, ontime: 50, offwaittime: 0 } });
  light.scene("recall", { transitionTime: 0 });
  light.time.advance(60_000);
  assert.deepEqual([light.get("genLevelCtrl", "currentLevel"), light.get("genOnOff", "onOff")], [254, 1]);
  assert.equal(light.get("genScenes", "sceneValid"), 1);
});

test("a scene that is dark fades before it is off", () => {
  const light = member("dimmable light");
  light.scene("store");
  light.ask({ cluster: "genOnOff", command: "on" });
  light.scene("recall", { transitionTime: 10 });
  light.time.advance(500);
  assert.equal(light.get("genOnOff", "onOff"), 1);
  light.time.advance(500);
  assert.equal(light.get("genOnOff", "onOff"), 0);
});

test("scenes are added from outside, counting in seconds, or in tenths", () => {
  const light = member();
  const extensionfieldsets = [
    { clstId: 6, len: 1, extField: [1] },
    { clstId: 8, len: 1, extField: [42] },
  ];
  const payload = { groupid: GROUP, transtime: 2, scenename: "evening", extensionfieldsets };
  light.scene("add", { ...payload, sceneid: 1 });
  light.scene("enhancedAdd", { ...payload, sceneid: 2 });
  const seen = (command: string, sceneid: number) => {
    const { transtime, scenename } = light.scene(command, { sceneid }) as unknown as {
      transtime: number;
      scenename: string;
    };
    return [transtime, scenename];
  };
  assert.deepEqual(
    [seen("view", 1), seen("enhancedView", 1)],
    [
      [2, "evening"],
      [20, "evening"],
    ],
  );
  assert.deepEqual(
    [seen("view", 2), seen("enhancedView", 2)],
    [
      [0, "evening"],
      [2, "evening"],
    ],
  );
  light.scene("store", { sceneid: 2 });
  assert.deepEqual(seen("enhancedView", 2), [2, "evening"], "storing anew keeps name and time");
  light.scene("recall", { sceneid: 1 });
  light.time.advance(2000);
  assert.deepEqual([light.get("genOnOff", "onOff"), light.get("genLevelCtrl", "currentLevel")], [1, 42]);
});

const unknown: [what: string, command: string, more: object, status: number][] = [
  ["of a group to which it does not belong", "store", { groupid: 9 }, Status.INVALID_FIELD],
  [
    "added to such a group",
    "add",
    { groupid: 9, transtime: 0, scenename: "", extensionfieldsets: [] },
    Status.INVALID_FIELD,
  ],
  ["seen in such a group", "view", { groupid: 9 }, Status.INVALID_FIELD],
  ["that there is not", "view", {}, Status.NOT_FOUND],
  ["that there is not, removed", "remove", {}, Status.NOT_FOUND],
  ["removed from such a group", "remove", { groupid: 9 }, Status.INVALID_FIELD],
  ["all removed from such a group", "removeAll", { groupid: 9 }, Status.INVALID_FIELD],
  ["counted in such a group", "getSceneMembership", { groupid: 9 }, Status.INVALID_FIELD],
  [
    "copied that there is not",
    "copy",
    { mode: 0, groupidfrom: GROUP, sceneidfrom: 1, groupidto: GROUP, sceneidto: 2 },
    Status.NOT_FOUND,
  ],
  [
    "copied to such a group",
    "copy",
    { mode: 0, groupidfrom: GROUP, sceneidfrom: 1, groupidto: 9, sceneidto: 2 },
    Status.INVALID_FIELD,
  ],
];
for (const [what, command, more, status] of unknown) {
  test(`a scene ${what}: ${Status[status]}`, () => assert.equal(member().scene(command, more).status, status));
}

test("a scene that cannot be recalled says so", () => {
  const { status } = member();
  const recall = (groupid: number) =>
    status({ cluster: "genScenes", command: "recall", payload: { groupid, sceneid: 1 } });
  assert.deepEqual([recall(GROUP), recall(9)], [Status.NOT_FOUND, Status.INVALID_FIELD]);
});

test("scenes are counted, copied and removed", () => {
  const light = member();
  group(light, "add", { groupid: 6, groupname: "" });
  for (const sceneid of [1, 2]) light.scene("store", { sceneid });
  const list = (groupid: number) => light.scene("getSceneMembership", { groupid }).scenelist;
  assert.deepEqual(list(GROUP), [1, 2]);
  const copy = { groupidfrom: GROUP, sceneidfrom: 1, groupidto: 6, sceneidto: 9 };
  assert.equal(light.scene("copy", { ...copy, mode: 0 }).status, Status.SUCCESS);
  assert.deepEqual(list(6), [9]);
  light.scene("copy", { ...copy, mode: 1 });
  assert.deepEqual(list(6), [9, 1, 2]);
  light.scene("remove", { groupid: 6, sceneid: 9 });
  assert.equal(light.scene("copy", { ...copy, groupidfrom: 6, mode: 0, sceneidfrom: 9 }).status, Status.NOT_FOUND);
  light.scene("removeAll", { groupid: GROUP });
  assert.deepEqual([list(GROUP), list(6), light.get("genScenes", "count")], [[], [1, 2], 2]);
  group(light, "remove", { groupid: 6 });
  assert.deepEqual(light.device.scenes, [], "they go with their group");
});

test("there is room for 32 scenes", () => {
  const light = member();
  for (let sceneid = 1; sceneid <= 32; sceneid += 1)
    assert.equal(light.scene("store", { sceneid }).status, Status.SUCCESS);
  assert.equal(light.scene("store", { sceneid: 33 }).status, Status.INSUFFICIENT_SPACE);
  assert.equal(light.scene("store", { sceneid: 32 }).status, Status.SUCCESS, "anew is not more");
  assert.equal(
    light.scene("copy", { mode: 0, groupidfrom: GROUP, sceneidfrom: 1, groupidto: GROUP, sceneidto: 40 }).status,
    Status.INSUFFICIENT_SPACE,
  );
  assert.equal(light.scene("getSceneMembership").capacity, 0);
});

test("a light with little room, and lights that lie", () => {
  const light = member();
  const [place] = light.device.clusterEndpoints.values();
  assert.ok(place);
  const level = () => light.get("genLevelCtrl", "currentLevel");
  const add = (sceneid: number, bri: number) =>
    light.scene("add", {
      ...{ sceneid, transtime: 0, scenename: "" },
      extensionfieldsets: [{ clstId: 8, len: 1, extField: [bri] }],
    }).status;
  const recall = () =>
    light.status({ cluster: "genScenes", command: "recall", payload: { groupid: GROUP, sceneid: 1 } });
  setScenes(place, { room: 1 });
  assert.deepEqual([add(1, 50), add(2, 50)], [Status.SUCCESS, Status.INSUFFICIENT_SPACE]);
  setScenes(place, { lie: "ignores" });
  assert.deepEqual([recall(), level()], [Status.SUCCESS, 254]);
  setScenes(place, { lie: "strays" });
  assert.deepEqual([recall(), level()], [Status.SUCCESS, 1]);
  setScenes(place, { lie: "forgets" });
  assert.equal(add(1, 99), Status.SUCCESS);
  setScenes(place, { lie: "none" });
  assert.deepEqual([recall(), level()], [Status.SUCCESS, 50]);
});

test("a light that is turned on while a scene lets it fade out stays on", () => {
  const light = member();
  light.scene("add", {
    ...{ transtime: 2, scenename: "" },
    extensionfieldsets: [{ clstId: 6, len: 1, extField: [0] }],
  });
  for (const [cluster, command, payload] of [
    ["genOnOff", "on", {}],
    ["genLevelCtrl", "moveToLevelWithOnOff", { level: 70, transtime: 0 }],
  ] as const) {
    light.ask({ cluster: "genOnOff", command: "on", payload: {} });
    light.ask({ cluster: "genScenes", command: "recall", payload: { groupid: GROUP, sceneid: 1 } });
    light.time.advance(500);
    light.ask({ cluster, command, payload });
    light.time.advance(5_000);
    assert.equal(light.get("genOnOff", "onOff"), 1, command);
  }
});

test("a blind goes where its scene was", () => {
  const blind = member("window covering");
  blind.device.clusterEndpoints.get(1)?.set("closuresWindowCovering", { currentPositionLiftPercentage: 40 });
  blind.scene("store");
  blind.device.clusterEndpoints.get(1)?.set("closuresWindowCovering", { currentPositionLiftPercentage: 0 });
  blind.scene("recall");
  assert.equal(blind.get("closuresWindowCovering", "currentPositionLiftPercentage"), 40);
});
