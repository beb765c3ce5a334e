/** Looking for new devices (interface 3 and 4.1, wire 3.9, automation 5, rows 160 to 166). */
import assert from "node:assert/strict";
import type { Address } from "../../src/model/resource.ts";
import { clip, fakeDisk, fakeRadio, house, settle } from "../support/fakes.ts";
import { contract, created, inShort, overHttp, seen } from "../support/transports.ts";

const NEW: Address = "/sensors/new";
const BEGUN = [200, { "/sensors": "Searching for new devices", "/sensors/duration": 60 }];
const onAir = () => ({ radio: fakeRadio(true) });

contract(
  "B4, 160: a body of nothing starts a search",
  async ({ ask, radio }) => {
    assert.deepEqual(await seen(ask, NEW), { lastscan: "none" });
    for (const body of [undefined, {}, null]) assert.deepEqual(inShort(await ask("POST", "/sensors", body)), BEGUN);
    assert.deepEqual(await seen(ask, NEW), { lastscan: "active" });
    assert.deepEqual(radio.opened, [60, 60, 60]);
    const { permitjoin, permitjoinfull } = await seen(ask, "/config");
    assert.deepEqual([permitjoin, permitjoinfull], [60, 60]);
  },
  onAir,
);

overHttp(
  "a blank body starts a search, whatever its type",
  async ({ raw, key }) => {
    for (const body of ["", " \n"]) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const response = await raw(`/api/${key}/sensors`, { method: "POST", headers, body });
      assert.equal(response.status, 200);
    }
  },
  onAir,
);

contract(
  "without the radio the network is closed, and closing it is nothing to be warned of",
  async ({ ask, radio, log }) => {
    assert.deepEqual(inShort(await ask("PUT", "/config", { permitjoin: 0 })), [200, { "/config/permitjoin": 0 }]);
    await settle();
    assert.deepEqual([radio.opened, log.lines], [[], []]);
  },
);

contract("without the radio: 503", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("POST", "/sensors")), [503, [950, "/sensors"]]);
  assert.deepEqual(await seen(ask, NEW), { lastscan: "none" });
});

contract(
  "165: a body that says something is no search",
  async ({ ask }) => {
    assert.deepEqual(inShort(await ask("POST", "/sensors", { name: "x" })), [400, [5, "/sensors"]]);
    assert.deepEqual(await seen(ask, NEW), { lastscan: "none" });
  },
  onAir,
);

contract(
  "what appears is found, until the search ends; then its start is told, and the finds stay",
  async ({ ask, clock, store }) => {
    await created(ask, "/sensors", clip("CLIPAlarm", { name: "early" }));
    await settle();
    clock.advance(0.4);
    await ask("POST", "/sensors");
    await created(ask, "/sensors", clip("CLIPAlarm", { name: "Door" }));
    store.put({ ...store.get("/sensors/1"), address: "/sensors/9" } as never, { by: "radio", depth: 0 });
    await settle();
    const finds = { "2": { name: "Door" }, "9": { name: "early" } };
    assert.deepEqual(await seen(ask, NEW), { ...finds, lastscan: "active" });
    clock.advance(59);
    assert.equal((await seen(ask, NEW)).lastscan, "active");
    clock.advance(1);
    assert.deepEqual(await seen(ask, NEW), { ...finds, lastscan: "2026-03-01T12:00:00" });
    await created(ask, "/sensors", clip("CLIPAlarm", { name: "late" }));
    await settle();
    assert.deepEqual(await seen(ask, NEW), { ...finds, lastscan: "2026-03-01T12:00:00" });
    await ask("POST", "/sensors");
    assert.deepEqual(await seen(ask, NEW), { lastscan: "active" }, "a new search begins with nothing");
  },
  onAir,
);

contract(
  "what is deleted is no find any more",
  async ({ ask }) => {
    await ask("POST", "/sensors");
    for (const name of ["Door", "Window"]) await created(ask, "/sensors", clip("CLIPAlarm", { name }));
    await settle();
    await ask("DELETE", "/sensors/1");
    await settle();
    assert.deepEqual(await seen(ask, NEW), { "2": { name: "Window" }, lastscan: "active" });
  },
  onAir,
);

contract(
  "a search while one goes on starts its time again and keeps its finds and its start",
  async ({ ask, clock }) => {
    await ask("POST", "/sensors");
    await created(ask, "/sensors", clip("CLIPAlarm", { name: "Door" }));
    await settle();
    clock.advance(40);
    await ask("POST", "/sensors");
    clock.advance(59);
    assert.equal((await seen(ask, NEW)).lastscan, "active");
    clock.advance(1);
    assert.deepEqual(await seen(ask, NEW), { "1": { name: "Door" }, lastscan: "2026-03-01T12:00:00" });
  },
  onAir,
);

contract(
  "its length is a setting",
  async ({ ask, radio, clock }) => {
    await ask("PUT", "/config", { networkopenduration: 300 });
    const reply = inShort(await ask("POST", "/sensors"));
    assert.deepEqual(reply[1], { "/sensors": "Searching for new devices", "/sensors/duration": 300 });
    assert.deepEqual(radio.opened, [300]);
    const { permitjoin, permitjoinfull } = await seen(ask, "/config");
    assert.deepEqual([permitjoin, permitjoinfull], [254, 300]);
    clock.advance(100);
    const later = await seen(ask, "/config");
    assert.deepEqual([later.permitjoin, later.permitjoinfull], [200, 200]);
    clock.advance(200);
    assert.equal((await seen(ask, "/config")).permitjoin, 0);
  },
  onAir,
);

contract(
  "163: permitjoin opens for as long as it says, and searches",
  async ({ ask, radio, clock }) => {
    assert.deepEqual(inShort(await ask("PUT", "/config", { permitjoin: 120 })), [200, { "/config/permitjoin": 120 }]);
    assert.deepEqual(radio.opened, [120]);
    clock.advance(119);
    assert.equal((await seen(ask, NEW)).lastscan, "active");
    assert.equal((await seen(ask, "/config")).permitjoin, 1);
    clock.advance(1);
    assert.equal((await seen(ask, NEW)).lastscan, "2026-03-01T12:00:00");
  },
  onAir,
);

contract(
  "162: permitjoin 0 ends the search for everyone",
  async ({ ask, radio, clock }) => {
    await ask("POST", "/sensors");
    clock.advance(10);
    assert.deepEqual(inShort(await ask("PUT", "/config", { permitjoin: 0 })), [200, { "/config/permitjoin": 0 }]);
    assert.deepEqual(radio.opened, [60, 0]);
    assert.deepEqual(await seen(ask, NEW), { lastscan: "2026-03-01T12:00:00" });
    assert.equal((await seen(ask, "/config")).permitjoin, 0);
  },
  onAir,
);

contract(
  "a search is no news on the push channel, and a restart knows of none",
  async ({ ask, heard, store, disk, stop }) => {
    await ask("POST", "/sensors");
    await settle();
    assert.deepEqual(
      heard.filter(({ resource }) => store.definition(resource).push === "changes"),
      [],
    );
    await stop();
    const after = await house({ disk: fakeDisk(disk.records), radio: fakeRadio(true) });
    assert.deepEqual(await seen(after.ask, NEW), { lastscan: "none" });
    assert.equal((await seen(after.ask, "/config")).permitjoin, 0);
    await after.stop();
  },
  onAir,
);

contract("166: no Daylight sensor while nobody said where we are", async ({ ask }) => {
  assert.deepEqual(await seen(ask, "/sensors"), {});
});
