/**
 * The content of report `number` of a device: distinct from all its other reports, and reproducible for comparison.
 */
export interface Report {
  time: Date;
  lat: number;
  lon: number;
  speedKph: number;
  courseDeg: number;
  odometerM: number;
}

/** One report per second from here on, so that a device's reports differ in their time. */
export interface ReportPlan {
  /** The epoch milliseconds of report 0; a whole second, since GT06 has no finer resolution. */
  startsAt: number;
  /**
   * Each vehicle circles around its own point in this box, degrees; by default they drive up and down long streets.
   */
  scatter?: Box;
  /**
   * The seconds between reports; by default one, and vehicles never stop. Otherwise they drive for half an hour and
   * stop for a quarter.
   */
  intervalS?: number;
}

export interface Box {
  south: number;
  west: number;
  height: number;
  width: number;
}

/** The degrees of each step: about 11 m. */
const STEP = 0.0001;
const TURN = 400;

/** Drives up and down a street, a different one for each device. */
export function reportOf(plan: ReportPlan, imei: string, number: number): Report {
  if (plan.scatter) return circling(plan, plan.scatter, imei, number);
  if (plan.intervalS) return withStops(plan, plan.intervalS, imei, number);
  const street = Number(imei.slice(-5));
  const phase = number % (2 * TURN);
  const along = phase < TURN ? phase : 2 * TURN - phase;
  return {
    time: new Date(plan.startsAt + number * 1000),
    lat: -34.9 + along * STEP,
    lon: -56.2 + (street % 1000) * STEP,
    speedKph: 30 + (number % 40),
    courseDeg: phase < TURN ? 0 : 180,
    odometerM: number * 11,
  };
}

const DRIVES_S = 1800;
const STANDS_S = 900;

/**
 * Drives up and down the same street at 40 km/h, with one stop in every three quarters of an hour, at a different time
 * for each device.
 */
function withStops(plan: ReportPlan, intervalS: number, imei: string, number: number): Report {
  const street = Number(imei.slice(-5));
  const second = number * intervalS + street * 7;
  const since = second % (DRIVES_S + STANDS_S);
  const drivenS = Math.floor(second / (DRIVES_S + STANDS_S)) * DRIVES_S + Math.min(since, DRIVES_S);
  const phase = drivenS % (2 * TURN);
  const along = phase < TURN ? phase : 2 * TURN - phase;
  return {
    time: new Date(plan.startsAt + number * intervalS * 1000),
    lat: -34.9 + along * STEP,
    lon: -56.2 + (street % 1000) * STEP,
    speedKph: since < DRIVES_S ? 40 : 0,
    courseDeg: phase < TURN ? 0 : 180,
    odometerM: drivenS * 11,
  };
}

/** The seconds for one round of a block, and its radius in degrees: some 8 m/s. */
const ROUND_S = 60;
const RADIUS = 0.0007;

/**
 * Drives round a block; its position in the box follows from the IMEI (a low-discrepancy sequence, so without
 * clusters).
 */
function circling(plan: ReportPlan, box: Box, imei: string, number: number): Report {
  const index = Number(imei.slice(-5));
  const angle = ((number + index) / ROUND_S) * 2 * Math.PI;
  return {
    time: new Date(plan.startsAt + number * 1000),
    lat: box.south + box.height * ((index * 0.7548776662) % 1) + RADIUS * Math.sin(angle),
    lon: box.west + box.width * ((index * 0.5698402909) % 1) + RADIUS * Math.cos(angle),
    speedKph: 30 + (index % 40),
    courseDeg: Math.floor(((360 - (angle * 180) / Math.PI) % 360) + 360) % 360,
    odometerM: number * 8,
  };
}
