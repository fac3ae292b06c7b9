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
}

/** Degrees for each step: about 11 m. */
const STEP = 0.0001;
const TURN = 400;

/** Drives up and down a street, a new one for each device. */
export function reportOf(plan: ReportPlan, imei: string, number: number): Report {
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
