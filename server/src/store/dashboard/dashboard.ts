import { FIGURE_SUMS, type DashboardFigure } from '@milepost/contract/dashboard-figures';
import type { DashboardSums } from '@milepost/contract/dashboard-operations';
import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { countAlarms, countSilent } from './attention.ts';
import { readHours, readUntilNow } from './day-course.ts';
import { addDays, precedingRange, type DayRange, dayCount } from './day-range.ts';
import { momentsOf, type OwnClock } from './own-clock.ts';
import { countFaults } from './faulty-vehicles.ts';
import {
  sumVehicles,
  EMPTY_SUMS,
  readDaySums,
  readSecondsByEngineSource,
  isKnownBy,
  readVehicleSums,
} from './vehicle-sums.ts';

type Dashboard = OperationOutput<Operations['get-dashboard']>;
type Weekdays = OperationOutput<Operations['get-dashboard-weekdays']>;

/** The number of vehicles at each end of a ranking. */
const RANKED = 5;
const WEEKS = 4;

interface DashboardParams {
  range: DayRange;
  clock: OwnClock;
  groupId?: number | undefined;
  by: DashboardFigure;
  now: Date;
}

/** The figures of a range of days. Reads day totals, trips and alarms, never positions. */
export async function readDashboard(
  db: Queryable,
  scope: Scope,
  { range, clock, groupId, by, now }: DashboardParams,
): Promise<Dashboard> {
  const moments = await momentsOf(db, range, clock.timeZone);
  const unfinished = range.from === clock.today;
  const { timeZone } = clock;
  const earlierDays = unfinished ? null : precedingRange(range);
  const [vehicles, earlier, engineBy, series, alarms, { reporting, vehicles: fleet, ...silent }, faults, known] =
    await Promise.all([
      readVehicleSums(db, scope, { ...range, timeZone, groupId }),
      earlierDays && readVehicleSums(db, scope, { ...earlierDays, timeZone, groupId }),
      readSecondsByEngineSource(db, scope, { ...range, timeZone, groupId }),
      readSeries(db, scope, { groupId, range, moments, timeZone }),
      countAlarms(db, scope, groupId, { ...moments, timeZone }),
      countSilent(db, scope, groupId, now),
      countFaults(db, scope, groupId),
      earlierDays && isKnownBy(db, scope, groupId, earlierDays.from),
    ]);
  const key = FIGURE_SUMS[by];
  const ranked = vehicles.toSorted((a, b) => b[key] - a[key]);
  const top = ranked.filter((vehicle) => vehicle[key] > 0).slice(0, RANKED);
  return {
    days: toDays(range, clock, moments),
    vehicles: fleet,
    reporting,
    sums: sumVehicles(vehicles),
    engineBy,
    before: known && earlier ? sumVehicles(earlier) : null,
    young: known === false,
    series,
    top,
    // No vehicle appears at both ends.
    bottom: ranked.slice(top.length).slice(-RANKED).toReversed(),
    alarms,
    silent,
    faults,
  };
}

/** A range in the format for browsers. */
const toDays = (range: DayRange, { today, timeZone }: OwnClock, moments: { start: Date; end: Date }) => ({
  ...range,
  start: moments.start.toISOString(),
  end: moments.end.toISOString(),
  today,
  timeZone,
});

interface SeriesParams {
  groupId: number | undefined;
  range: DayRange;
  moments: { start: Date; end: Date };
  timeZone: string;
}

async function readSeries(
  db: Queryable,
  scope: Scope,
  { groupId, range, moments, timeZone }: SeriesParams,
): Promise<Dashboard['series']> {
  if (range.from === range.to) {
    const hours = await readHours(db, scope, groupId, moments);
    return { step: 'hour', rows: hours.map(({ at, ...hour }) => ({ at: at.toISOString(), ...hour })) };
  }
  const days = Array.from({ length: dayCount(range) }, (_, index) => addDays(range.from, index));
  const sums = new Map((await readDaySums(db, scope, { days, timeZone, groupId })).map((row) => [row.day, row]));
  const rows = days.map((day) => {
    const { distanceM, drivingS, idleS, unseenS } = sums.get(day) ?? EMPTY_SUMS;
    return { at: day, distanceM, drivingS, idleS, unseenS };
  });
  return { step: 'day', rows };
}

/** Today, or an earlier day, compared with the same weekday of the four weeks before. */
export async function readWeekdays(
  db: Queryable,
  scope: Scope,
  { clock, groupId, now, day }: { clock: OwnClock; groupId?: number | undefined; now: Date; day?: string | undefined },
): Promise<Weekdays> {
  const first = day !== undefined && day < clock.today ? day : clock.today;
  const days = Array.from({ length: WEEKS + 1 }, (_, weeks) => addDays(first, -7 * weeks));
  const [whole, until] = await Promise.all([
    readDaySums(db, scope, { days, timeZone: clock.timeZone, groupId }),
    readUntilNow(db, scope, groupId, { days, timeZone: clock.timeZone, now }),
  ]);
  return {
    now: now.toISOString(),
    timeZone: clock.timeZone,
    over: first < clock.today,
    days: days.map((each) => ({
      day: each,
      known: whole.some((row) => row.day === each && row.heard),
      untilNow: sumsOf(until, each),
      whole: sumsOf(whole, each),
    })),
  };
}

function sumsOf(rows: readonly (DashboardSums & { day: string; heard?: boolean })[], wanted: string): DashboardSums {
  const { day: _, heard: __, ...sums } = rows.find(({ day }) => day === wanted) ?? { day: wanted, ...EMPTY_SUMS };
  return sums;
}
