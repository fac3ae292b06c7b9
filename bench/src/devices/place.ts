/** What report `number` of a device says: distinct from all its other reports, and computable again for comparison. */
export interface Report {
  time: Date;
  lat: number;
  lon: number;
  speedKph: number;
  courseDeg: number;
  odometerM: number;
}

/** A report for each second from here on, so that a device's reports differ in their time. */
export interface ReportPlan {
  /** Epoch milliseconds of report 0; a whole second, since GT06 keeps no more. */
  startsAt: number;
  /** Vehicles move each about a place of its own in this box, degrees; left out: up and down long streets. */
  scatter?: Box;
  /** Seconds between reports; left out: one, and vehicles never stand. Else they drive half an hour, and stand a quarter. */
  intervalS?: number;
}

export interface Box {
  south: number;
  west: number;
  height: number;
  width: number;
}

/** Degrees for each step: about 11 m. */
const STEP = 0.0001;
const TURN = 400;

/** Drives up and down a street, a new one for each device. */
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

/** Up and down the same street at 40 km/h, with a stop in each three quarters of an hour, at another time for each device. */
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

/** Seconds for one round of a block, and its radius in degrees: some 8 m/s. */
const ROUND_S = 60;
const RADIUS = 0.0007;

/** Drives round a block, whose place in the box follows from the IMEI (a low-discrepancy sequence: no clumps). */
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
