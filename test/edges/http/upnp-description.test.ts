/** description.xml: the members that Home Assistant, homebridge and Hue apps read, and when it is served. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { UpnpDevice } from "../../../src/edges/http/http.ts";
import { descriptionXml } from "../../../src/edges/http/upnp-description.ts";
import { KEY, openHttp } from "../../support/http.ts";

const DESCRIBED: UpnpDevice = {
  name: "Home",
  bridgeid: "00212EFFFF0A1B2C",
  uuid: "8e1f0a52-1c2d-4e3f-a4b5-c6d7e8f90a1b",
  host: "192.0.2.7",
  base: "http://192.0.2.7:1880/nr/",
};

test("the members of the description", () => {
  assert.equal(
    descriptionXml(DESCRIBED),
    `<?xml version="1.0" encoding="UTF-8"?>
<root xmlns="urn:schemas-upnp-org:device-1-0">
  <specVersion>
    <major>1</major>
    <minor>0</minor>
  </specVersion>
  <URLBase>http://192.0.2.7:1880/nr/</URLBase>
  <device>
    <deviceType>urn:schemas-upnp-org:device:Basic:1</deviceType>
    <friendlyName>Home (192.0.2.7)</friendlyName>
    <manufacturer>Royal Philips Electronics</manufacturer>
    <manufacturerURL>http://www.dresden-elektronik.de</manufacturerURL>
    <modelDescription>Philips hue compatible Zigbee gateway</modelDescription>
    <modelName>Philips hue bridge 2015</modelName>
    <modelNumber>BSB002</modelNumber>
    <serialNumber>00212E0A1B2C</serialNumber>
    <UDN>uuid:8e1f0a52-1c2d-4e3f-a4b5-c6d7e8f90a1b</UDN>
  </device>
</root>
`,
  );
});

test("a name is text, also with XML in it", () => {
  const name = `</friendlyName><x a="1">'&amp;\u0000\u000b\ud800\uffff 😀`;
  assert.match(
    descriptionXml({ ...DESCRIBED, name }),
    /<friendlyName>&lt;\/friendlyName&gt;&lt;x a=&quot;1&quot;&gt;&apos;&amp;amp; 😀 \(192\.0\.2\.7\)<\/friendlyName>/,
  );
});

test("it is served to every client that asks, as XML, beside the API", async () => {
  const house = await openHttp({ upnpDescription: (used) => ({ ...DESCRIBED, host: used ?? "" }) });
  const expected = descriptionXml({ ...DESCRIBED, host: "127.0.0.1" }); // where it came in
  for (const path of ["/description.xml", "/description.xml?x=1", "//description.xml"]) {
    const { status, headers, text } = await house.ask("GET", path);
    assert.deepEqual([status, headers["content-type"], text], [200, "application/xml", expected]);
    assert.equal(headers["content-length"], String(Buffer.byteLength(text)));
  }
  const head = await house.ask("HEAD", "/description.xml");
  assert.deepEqual([head.status, head.headers["content-type"], head.text], [200, "application/xml", ""]);
  assert.equal(house.heard.length, 0);
  for (const [method, path] of [
    ["POST", "/description.xml"],
    ["GET", "/description.xml/more"],
    ["GET", "/x/description.xml"],
  ] as const) {
    assert.equal((await house.ask(method, path)).text, "passed:", "somebody else's");
  }
  assert.equal(
    (await house.ask("GET", `/api/${KEY}/description.xml`)).headers["content-type"],
    "application/json; charset=utf-8",
  );
  await house.close();
});

test("a flow's own page of that name goes first; while nothing is known, that is said", async () => {
  const house = await openHttp({ upnpDescription: () => DESCRIBED, hasOwnRoute: () => true });
  assert.equal((await house.ask("GET", "/description.xml")).text, "passed:");
  await house.close();
  const early = await openHttp({ opening: () => Promise.reject(new Error("no folder")) });
  const { status, headers } = await early.ask("GET", "/description.xml");
  assert.deepEqual([status, headers["content-type"]], [503, "application/json; charset=utf-8"]);
  await early.close();
});

test("a description that fails is told in the log, and answered with an error", async () => {
  const upnpDescription = () => {
    throw new Error("no networks");
  };
  const house = await openHttp({ upnpDescription, errors: /description\.xml: it failed: Error: no networks/ });
  const { status, headers, text } = await house.ask("GET", "/description.xml");
  assert.deepEqual([status, headers["content-type"]], [500, "application/json; charset=utf-8"]);
  assert.match(text, /see the log/);
  await house.close();
});
