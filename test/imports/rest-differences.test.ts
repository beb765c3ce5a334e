/** The answers to a client of deCONZ before and after a move, member by member; all that differs stands in the guide. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ForeignHouse } from "../../src/imports/inventory.ts";
import { familyOf } from "../../src/model/addresses.ts";
import { type Address, isObject, type Values } from "../../src/model/resource.ts";
import { offlineFacts } from "../../src/radio/process/devices/offline-facts.ts";
import { fakeDisk, house as fakeHouse, fakeRadio, settle } from "../support/fakes.ts";
import { house, planFiles, readFiles } from "../support/houses.ts";

const GUIDE = join(import.meta.dirname, "../../docs/guide/moving-in.md");

/** Do not come at all: a virtual sensor of an unknown type, and a schedule whose time is over. */
const ABSENT = ["/sensors/106", "/schedules/5"];

test("the differences are those of the guide, and no others", async () => {
  const { foreign, after } = await movedHouse(house("deconz"));
  const [found, absent] = [new Set<string>(), new Set<string>()];
  let same = 0;
  for (const [address, before] of shownBefore(foreign)) {
    const now = await after(address);
    if (!now) absent.add(address);
    else
      for (const [path, value] of membersOf(before))
        if (JSON.stringify(memberAt(now, path)) === JSON.stringify(value)) same += 1;
        else found.add(`${familyOf(address)} ${path}`);
  }
  assert.deepEqual([...absent].toSorted(), ABSENT.toSorted());
  assert.deepEqual([...found].toSorted(), inGuide().toSorted());
  assert.ok(
    readFileSync(GUIDE, "utf8").includes(`${same} members of its resources are the same`),
    `${same} are the same`,
  );
});

/** "lights name": of each row of the table. */
function inGuide(): readonly string[] {
  const [, table = ""] = readFileSync(GUIDE, "utf8").split("### What a client reads otherwise");
  return [...table.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].flatMap(([, family = "", members = ""]) =>
    [...members.matchAll(/`([^`]+)`/g)].map(([, member]) => `${family} ${member}`),
  );
}

async function movedHouse(files: ReadonlyMap<string, Uint8Array>) {
  const foreign = readFiles(files);
  const { records } = await planFiles(files, { allKeys: true });
  const radio = fakeRadio();
  const disk = fakeDisk(records.map(({ address, json }) => [address, json ?? ""] as const));
  const home = await fakeHouse({ disk, radio });
  radio.rise(await offlineFacts(foreign.devices.map(({ line }) => line)));
  await settle();
  const after = async (address: Address) => {
    const { status, body } = await home.ask("GET", address);
    return status === 200 ? (body as Values) : undefined;
  };
  return { foreign, after };
}

/** As deCONZ has it in its database, and shows it. */
function shownBefore({
  resources,
  groups,
  rules,
  schedules,
  links,
}: ForeignHouse): readonly (readonly [Address, Values])[] {
  return [
    ...resources
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ family, id, type, uniqueid, name, attr, config, state }) => {
        const shown = { ...attr, type, name, ...(uniqueid !== "" && { uniqueid }), config, state };
        return [`/${family}/${id}` as Address, shown] as const;
      }),
    ...groups.map(
      ({ number, name, lights, attr }) =>
        [`/groups/${number}` as Address, { ...attr, name, lights: lights ?? [] }] as const,
    ),
    ...(["rules", "schedules", "resourcelinks"] as const).flatMap((family) =>
      ({ rules, schedules, resourcelinks: links })[family].map(
        ({ id, body }) => [`/${family}/${id}` as Address, body] as const,
      ),
    ),
  ];
}

/** One level of the members in sections: a list or an object within is one value. */
function membersOf(values: Values): readonly (readonly [path: string, value: unknown])[] {
  return Object.entries(values).flatMap(([name, value]) =>
    ["config", "state"].includes(name) && isObject(value)
      ? Object.entries(value).map(([member, each]) => [`${name}/${member}`, each] as const)
      : [[name, value] as const],
  );
}

function memberAt(values: Values, path: string): unknown {
  const [name = "", member] = path.split("/");
  const value = values[name];
  return member === undefined ? value : isObject(value) ? value[member] : undefined;
}
