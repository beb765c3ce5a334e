/**
 * `node scripts/first-paint.ts [devices]`: how long the page takes from its address to a painted Home, in a browser that has nothing of it
 * yet, and how long a touch takes until the tile shows it. Five times each; the house is invented, all else is real.
 */
import process from "node:process";
import type { Browser, Route } from "playwright-core";
import { openBrowser } from "../test/support/browser.ts";
import { flowNode, gatewayNode, nodeRed, TAB } from "../test/support/node-red.ts";

const COUNT = Number(process.argv[2] ?? 300);
const ROOMS = 20;
const TIMES = 5;

const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
const mac = (number: number) =>
  `00:00:00:00:00:00:${(number >> 8).toString(16).padStart(2, "0")}:${(number & 255).toString(16).padStart(2, "0")}`;
const isLight = (number: number) => number % 3 !== 0;
const table = (own: readonly number[], make: (number: number) => object) =>
  Object.fromEntries(own.map((number) => [String(number), make(number)]));

/** Two lamps and a climate sensor in turn, in twenty rooms. */
function invented(): object {
  const room = (number: number) => number % ROOMS;
  const rooms = Array.from({ length: ROOMS }, (_, index) => index);
  const [lamps, sensors] = [numbers.filter(isLight), numbers.filter((number) => !isLight(number))];
  return {
    devices: Object.fromEntries(
      numbers.map((number) => [mac(number), { uniqueid: mac(number), name: `Device ${number}`, vendor: "V" }]),
    ),
    lights: table(lamps, (number) => ({
      ...{ name: `Lamp ${number}`, type: "Extended color light", uniqueid: `${mac(number)}-01`, config: {} },
      state: { on: number % 2 === 0, bri: 100, colormode: "xy", xy: [0.4, 0.4], reachable: true },
    })),
    sensors: table(sensors, (number) => ({
      ...{ name: `Door ${number}`, type: "ZHAOpenClose", uniqueid: `${mac(number)}-01-0500` },
      ...{ state: { open: number % 2 === 0 }, config: { reachable: true, battery: 80 } },
    })),
    groups: table(
      rooms.map((index) => index + 1),
      (id) => ({
        ...{ name: `Room ${id}`, type: "Room", scenes: [{ id: "1", name: "Evening" }] },
        lights: lamps.filter((number) => room(number) === id - 1).map(String),
      }),
    ),
    resourcelinks: table(rooms, (index) => ({
      ...{ classid: 27_110, description: "sensors of a room" },
      links: [
        `/groups/${index + 1}`,
        ...sensors.filter((each) => room(each) === index).map((each) => `/sensors/${each}`),
      ],
    })),
  };
}

const withHouse = async (route: Route) => {
  const body = await (await route.fetch()).json();
  await route.fulfill({ json: { ...body, ...invented() } });
};

async function once(browser: Browser, url: string): Promise<{ paint: number; touch: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.route("**/house", withHouse);
  await page.route("**/perform", (route) =>
    setTimeout(() => void route.fulfill({ json: { status: 200, body: [] } }), 1_000),
  );
  await page.goto(`${url}/zigbee-gateway/`);
  const times = await page.evaluate(async () => {
    const painted = () =>
      new Promise<number>((tell) => requestAnimationFrame(() => setTimeout(() => tell(performance.now()))));
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((wake) => setTimeout(wake, 1));
      return painted();
    };
    const paint = await until(() => document.querySelector(".zg-tile") !== null);
    await new Promise((wake) => setTimeout(wake, 1_000)); // all is quiet
    const face = document.querySelector<HTMLElement>(".zg-tile-face[aria-checked=false]");
    const start = performance.now();
    face?.click();
    const shown = await until(() => face?.getAttribute("aria-checked") === "true");
    return { paint, touch: shown - start };
  });
  await context.close();
  return times;
}

const house = await nodeRed({
  flow: [
    TAB,
    gatewayNode("gw", { announceHost: "127.0.0.1" }),
    flowNode("ask", "zigbee-gateway-request", { gateway: "gw" }),
  ],
});
await house.status("ask", /ready/);
const browser = await openBrowser();
for (let turn = 1; turn <= TIMES; turn += 1) {
  const { paint, touch } = await once(browser, house.adminUrl);
  console.log(`${COUNT} devices: painted after ${paint.toFixed(0)} ms, a touch is shown after ${touch.toFixed(0)} ms`);
}
await browser.close();
await house.stop();
process.exit();
