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
} as const satisfies Readonly<Record<string, PhaseRow>>;

interface PhaseRow {
  readonly status: number;
  readonly rising?: number;
  readonly setting?: number;
}

export type SunPhase = keyof typeof PHASES;

/** A place on earth, in degrees; north and east are positive. */
export interface GeoPosition {
  readonly latitude: number;
  readonly longitude: number;
}

/** A solar day, from nadir to nadir. */
interface SolarDay {
  readonly times: ReadonlyMap<SunPhase, number>; // instants to the second, in their order; none where the sun misses the height
  readonly solarNoon: number;
  readonly nadir: number;
  readonly highest: number; // where the sun stands at its noon, in degrees
}

const DAY = 86_400_000;
const DEGREE = Math.PI / 180;
const J2000 = Date.UTC(2000, 0, 1, 12); // astronomers count days from here
const LAG = 0.0009; // of a day: then it is noon in Greenwich by their clock, which is a minute ahead of ours; a minute does no harm

/** The solar day whose noon is the nearest to this instant. */
export function solarDayAround(instant: number, spot: GeoPosition): SolarDay {
  return solarDay(Math.round((instant - J2000) / DAY - LAG + spot.longitude / 360), spot);
}

/** The solar day in which this instant lies. */
export function solarDayOf(instant: number, spot: GeoPosition): SolarDay {
  const near = solarDayAround(instant, spot);
  if (instant < near.nadir) return neighbour(near, -1, spot);
  const next = neighbour(near, 1, spot);
  return instant < next.nadir ? near : next;
}

/** So many days later. */
export function neighbour({ solarNoon }: SolarDay, days: number, spot: GeoPosition): SolarDay {
  return solarDayAround(solarNoon + days * DAY, spot);
}

function solarDay(count: number, { latitude, longitude }: GeoPosition): SolarDay {
  const day = count + LAG - longitude / 360; // its noon, if the earth went evenly
  const anomaly = 357.5291 + 0.98560028 * day;
  const centre = 1.9148 * sine(anomaly) + 0.02 * sine(2 * anomaly) + 0.0003 * sine(3 * anomaly);
  const ecliptic = anomaly + centre + 180 + 102.9372;
  const solarNoon = J2000 + (day + 0.0053 * sine(anomaly) - 0.0069 * sine(2 * ecliptic)) * DAY;
  const declination = Math.asin(sine(ecliptic) * sine(23.4397)) / DEGREE;
  /** How long before and after its noon the sun stands so high; NaN if it never does. */
  const away = (height: number) => {
    const cosine = (sine(height) - sine(latitude) * sine(declination)) / (sine(90 - latitude) * sine(90 - declination));
    return (Math.acos(cosine) / (2 * Math.PI)) * DAY;
  };
  const turns = Object.entries(PHASES) as [SunPhase, PhaseRow][];
  const times = turns.map(([phase, { rising, setting }]): [SunPhase, number] => {
    if (rising !== undefined) return [phase, wholeSecond(solarNoon - away(rising))];
    if (setting !== undefined) return [phase, wholeSecond(solarNoon + away(setting))];
    return [phase, wholeSecond(phase === "nadir" ? solarNoon - DAY / 2 : solarNoon)];
  });
  return {
    times: new Map(times.filter(([, time]) => !Number.isNaN(time))),
    solarNoon: wholeSecond(solarNoon),
    nadir: wholeSecond(solarNoon - DAY / 2),
    highest: 90 - Math.abs(latitude - declination),
  };
}

function wholeSecond(instant: number): number {
  return Math.floor(instant / 1000) * 1000;
}

function sine(degrees: number): number {
  return Math.sin(degrees * DEGREE);
}
