/** The place of the user: written as an address and read again, with any text in it; and remembered in the sidebar. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hashOf, ownPlaces, placeOf } from "../../panels/place.ts";

test("an address tells the panel, the resource that is opened, and the gateway of several", () => {
  assert.deepEqual(placeOf("#/devices/00%3A17"), { path: ["devices", "00:17"] });
  assert.deepEqual(placeOf("#/automation/%2Frules%2F3?gateway=barn"), {
    path: ["automation", "/rules/3"],
    gateway: "barn",
  });
  assert.equal(hashOf({ path: ["home", "3"] }), "#/home/3");
  assert.equal(hashOf({ path: ["home"], gateway: "a&b" }), "#/home?gateway=a%26b");
});

test("nothing, and an address that cannot be read, is the first panel", () => {
  for (const hash of ["", "#", "#/", "#/%E0%A4%A", "#//3"]) assert.deepEqual(placeOf(hash), { path: ["home"] });
});

test("every place is read as it was written", () => {
  const word = fc.string({ minLength: 1, unit: "grapheme" });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.option(word, { nil: undefined }), (path, gateway) => {
      const place = { path, ...(gateway === undefined ? {} : { gateway }) };
      assert.deepEqual(placeOf(hashOf(place)), place);
    }),
  );
});

test("the sidebar remembers: the gateway stays until another is named, and a listener is told", () => {
  const places = ownPlaces();
  let told = 0;
  const stop = places.on(() => {
    told += 1;
  });
  places.go({ path: ["devices"], gateway: "barn" });
  places.go({ path: ["home", "3"] });
  assert.deepEqual(places.now, { path: ["home", "3"], gateway: "barn" });
  stop();
  places.rename(["home", "4"]);
  assert.deepEqual(places.now, { path: ["home", "4"], gateway: "barn" });
  places.go({ path: ["home"] });
  assert.equal(told, 2);
  assert.deepEqual(places.cameFrom, ["home", "4"]);
  places.back();
  assert.deepEqual([places.now.path, places.cameFrom], [["home", "4"], undefined]);
});
