import { WRITTEN_SUM_NAMES } from '@milepost/contract/day-sums';
import { type DaySums, type SecondsByEngineSource, EngineSource } from '@milepost/contract/fact-operations';
import { readOwnClock } from '../dashboard/own-clock.ts';
import type { Queryable } from '../database.ts';
import { DAY_SUMS, type DaySum } from '@milepost/tracking/day-sums';
import { dayRows } from './day-rows.ts';
import type { PlaceAt } from '../../places/places.ts';
import { type FactRange, readAlarmFacts, readMotion, readVisits } from '../facts/read-facts.ts';
import { readSilences } from '../facts/silence.ts';
import { columnOf } from '../facts/fact-tables.ts';
import { overlapping } from '../facts/overlapping.ts';
import { andSeen, type Scope } from '../scope.ts';
import { readDayTotals } from './day-totals.ts';
import { readUnknownOfCutStops } from './cut-stops.ts';
import { spanTotals } from './span-totals.ts';

/** The activity of a vehicle in a range of some hours up to now, and its state at the end. */
export async function readVehicleDay(
  db: Queryable,
  scope: Scope,
  { vehicleId, from, to, alarms: withAlarms }: { vehicleId: number; from: Date; to: Date; alarms: boolean },
  placeAt: PlaceAt,
) {
  const range: FactRange = { vehicleIds: [vehicleId], from, to };
  const [motion, visits, alarms, dayTotals, silences] = await Promise.all([
    readMotion(db, scope, range, placeAt),
    readVisits(db, scope, range),
    withAlarms ? readAlarmFacts(db, scope, range) : [],
    readDayTotals(db, scope, range),
    readSilences(db, scope, [vehicleId]),
  ]);
  const span = { from: from.getTime(), to: to.getTime() };
  const unknownStops = await readUnknownOfCutStops(db, motion.stops, range);
  const silence = silences.get(vehicleId);
  return {
    totals: spanTotals(motion, span, { stored: dayTotals.get(vehicleId), silence, unknownInStops: unknownStops }),
    lastStop: motion.stops.at(-1) ?? null,
    visits: visits.filter(({ end }) => end === null),
    alarms: alarms.filter(({ clearedAt }) => clearedAt === null),
  };
}

const daysSql = (scope: Scope) =>
  dayRows({
    subjectSql: `v.id = $1 AND v.organisation_id = ANY($2)${andSeen(scope)}`,
    within: (day) => `${day} > $3::date - $4::int AND ${day} <= $3::date`,
    days: `SELECT $3::date - n AS day FROM generate_series(0, $4::int - 1) n`,
    zone: '$5',
  });

/** The displayed sums are a subset of those that tracking computes. */
const writtenSums: readonly DaySum[] = WRITTEN_SUM_NAMES;
const SUMS = writtenSums.map((name) => {
  const type = DAY_SUMS[name] === 'count' ? 'int' : 'float8';
  return `coalesce(${name === 'maxKph' ? 'max' : 'sum'}(d.${columnOf(name)}), 0)::${type} AS "${name}"`;
});

/** The trips that began before the day `d.day` and continued into it. */
const TRIPS_BEFORE = `
  (SELECT count(*)::int
   FROM (SELECT $1::int AS id, day_begins(d.day, $5) AS a0, day_begins(d.day + 1, $5) AS b0) v
   CROSS JOIN LATERAL ${overlapping('trips', { from: 'v.a0', to: 'v.b0' })} f WHERE f.started_at < v.a0)`;

/**
 * The totals of a vehicle by day of the caller's organisation, over the last `days` days, newest first; days without
 * data are missing. If two devices were in it on one day, they are summed.
 */
export async function readVehicleDays(
  db: Queryable,
  scope: Scope,
  { vehicleId, days }: { vehicleId: number; days: number },
  now: Date,
): Promise<{ timeZone: string; today: string; days: DaySums[] }> {
  const { timeZone, today } = await readOwnClock(db, scope, now);
  const { rows } = await db.query<Omit<DaySums, 'engineBy'> & { engineBys: SecondsByEngineSource[] }>(
    `SELECT d.day::text AS day, ${SUMS.join(', ')}, ${TRIPS_BEFORE} AS "tripsBefore", json_agg(d.engine_by) AS "engineBys"
     FROM (${daysSql(scope)}) d GROUP BY d.day ORDER BY d.day DESC`,
    [vehicleId, scope.organisationIds, today, days, timeZone],
  );
  const sums = rows.map(({ engineBys, ...row }) => ({ ...row, engineBy: addEngineBy(engineBys) }));
  return { timeZone, today, days: sums };
}

/** Sums seconds by engine source. */
function addEngineBy(all: readonly SecondsByEngineSource[]): SecondsByEngineSource {
  const sum: SecondsByEngineSource = {};
  for (const one of all) {
    for (const source of EngineSource.options) {
      const seconds = one[source];
      if (seconds !== undefined) sum[source] = (sum[source] ?? 0) + seconds;
    }
  }
  return sum;
}
