/** Where the sun stands: the phases of a solar day, by the sunrise equation; good to a minute or two wherever it rises steeply. */

/** In their order: the code that clients know, and the height in degrees at which the sun is then, rising or setting. */
export const PHASES = {
  nadir: { status: 100 },
  nightEnd: { status: 110, rising: -18 },
  nauticalDawn: { status: 120, rising: -12 },
  dawn: { status: 130, rising: -6 },
  sunriseStart: { status: 140, rising: -0.833 },
  sunriseEnd: { status: 150, rising: -0.3 },
  goldenHour1: { status: 160, rising: 6 },
  solarNoon: { status: 170 },
  goldenHour2: { status: 180, setting: 6 },
  sunsetStart: { status: 190, setting: -0.3 },
  sunsetEnd: { status: 200, setting: -0.833 },
  dusk: { status: 210, setting: -6 },
  nauticalDusk: { status: 220, setting: -12 },
  nightStart: { status: 230, setting: -18 },
} as const satisfies Readonly<Record<string, Turn>>;

interface Turn {
  readonly status: number;
  readonly rising?: number;
  readonly setting?: number;
}

export type Phase = keyof typeof PHASES;

/** A solar day, from nadir to nadir. The instants of its phases; none where the sun stays above or below that height. */
export interface SolarDay {
  readonly times: ReadonlyMap<Phase, number>; // in the order of the phases
  readonly solarNoon: number;
  readonly nadir: number;
  readonly highest: number; // the sun at its noon, in degrees
}

const DAY = 86_400_000;
const DEGREE = Math.PI / 180;
const J2000 = Date.UTC(2000, 0, 1, 12); // astronomers count days from here
const LAG = 0.0009; // of a day, by which their clocks are ahead of ours

/** The solar day whose noon is the nearest to this instant. */
export function solarDayAround(instant: number, latitude: number, longitude: number): SolarDay {
  return solarDay(Math.round((instant - J2000) / DAY - LAG + longitude / 360), latitude, longitude);
}

/** The solar day in which this instant lies. */
export function solarDayOf(instant: number, latitude: number, longitude: number): SolarDay {
  const near = solarDayAround(instant, latitude, longitude);
  if (instant < near.nadir) return neighbour(near, -1, latitude, longitude);
  const next = neighbour(near, 1, latitude, longitude);
  return instant < next.nadir ? near : next;
}

export function neighbour({ solarNoon }: SolarDay, days: number, latitude: number, longitude: number): SolarDay {
  return solarDayAround(solarNoon + days * DAY, latitude, longitude);
}

function solarDay(count: number, latitude: number, longitude: number): SolarDay {
  const day = count + LAG - longitude / 360; // its noon, if the earth went evenly
  const anomaly = 357.5291 + 0.98560028 * day;
  const centre = 1.9148 * sine(anomaly) + 0.02 * sine(2 * anomaly) + 0.0003 * sine(3 * anomaly);
  const ecliptic = anomaly + centre + 180 + 102.9372;
  const solarNoon = J2000 + (day + 0.0053 * sine(anomaly) - 0.0069 * sine(2 * ecliptic)) * DAY;
  const nadir = solarNoon - DAY / 2;
  const declination = Math.asin(sine(ecliptic) * sine(23.4397)) / DEGREE;
  /** How long before and after its noon the sun stands so high; NaN if it never does. */
  const away = (height: number) => {
    const cosine = (sine(height) - sine(latitude) * sine(declination)) / (sine(90 - latitude) * sine(90 - declination));
    return (Math.acos(cosine) / (2 * Math.PI)) * DAY;
  };
  const turns = Object.entries(PHASES) as [Phase, Turn][];
  const times = turns.map(([phase, { rising, setting }]): [Phase, number] => {
    if (rising !== undefined) return [phase, solarNoon - away(rising)];
    if (setting !== undefined) return [phase, solarNoon + away(setting)];
    return [phase, phase === "nadir" ? nadir : solarNoon];
  });
  return {
    times: new Map(times.filter(([, time]) => !Number.isNaN(time))),
    solarNoon,
    nadir,
    highest: 90 - Math.abs(latitude - declination),
  };
}

function sine(degrees: number): number {
  return Math.sin(degrees * DEGREE);
}
