import type { DaySums, EngineBy } from '@milepost/contract/fact-routes';
import { readOwnClock } from './dashboard/own-clock.ts';
import type { Queryable } from './database.ts';
import { dayRows } from './day-rows.ts';
import { addEngineBy } from './engine-by.ts';
import { type FactRange, type PlaceAt, readAlarmFacts, readMotion, readVisits } from './facts/read-facts.ts';
import type { Scope } from './scope.ts';
import { readDayTotals } from './timeline-days.ts';
import { totalsOf } from './timeline-totals.ts';

/** What a vehicle did in a range of some hours that ends now, and what holds at its end. */
export async function readVehicleDay(
  db: Queryable,
  scope: Scope,
  { vehicleId, from, to, alarms: withAlarms }: { vehicleId: number; from: Date; to: Date; alarms: boolean },
  placeAt: PlaceAt,
) {
  const range: FactRange = { vehicleIds: [vehicleId], from, to };
  const [motion, visits, alarms, dayTotals] = await Promise.all([
    readMotion(db, scope, range, placeAt),
    readVisits(db, scope, range),
    withAlarms ? readAlarmFacts(db, scope, range) : [],
    readDayTotals(db, scope, range),
  ]);
  return {
    totals: dayTotals.get(vehicleId) ?? totalsOf(motion, { from: from.getTime(), to: to.getTime() }),
    lastStop: motion.stops.at(-1) ?? null,
    visits: visits.filter(({ end }) => end === null),
    alarms: alarms.filter(({ clearedAt }) => clearedAt === null),
  };
}

const DAYS = dayRows({
  whose: 'v.id = $1 AND v.organisation_id = ANY($2)',
  within: (day) => `${day} > $3::date - $4::int AND ${day} <= $3::date`,
  days: `SELECT $3::date - n AS day FROM generate_series(0, $4::int - 1) n`,
  zone: '$5',
});

const float8 = (column: string) => [column, 'float8'];

const SUMS = [
  ...['distance_m', 'trip_s', 'trip_idle_s', 'stop_s', 'unseen_s', 'idle_s', 'engine_s', 'engine_known_s'].map(float8),
  ...['tow_m', 'tow_s', 'max_kph'].map(float8),
  ...['tows', 'trips', 'overspeeds', 'alarms'].map((column) => [column, 'int']),
].map(([column = '', type = '']) => {
  const sum = column === 'max_kph' ? 'max' : 'sum';
  return `coalesce(${sum}(d.${column}), 0)::${type} AS "${camel(column)}"`;
});

/**
 * Totals of a vehicle by day of the caller's organisation, of the last `days` days, newest first; days of which nothing
 * is known have none. Where two devices were in it on one day, their sums.
 */
export async function readVehicleDays(
  db: Queryable,
  scope: Scope,
  { vehicleId, days }: { vehicleId: number; days: number },
  now: Date,
): Promise<{ timeZone: string; today: string; days: DaySums[] }> {
  const { timeZone, today } = await readOwnClock(db, scope, now);
  const { rows } = await db.query<Omit<DaySums, 'engineBy'> & { engineBys: EngineBy[] }>(
    `SELECT d.day::text AS day, ${SUMS.join(', ')}, json_agg(d.engine_by) AS "engineBys" FROM (${DAYS}) d GROUP BY d.day ORDER BY d.day DESC`,
    [vehicleId, scope.organisationIds, today, days, timeZone],
  );
  const sums = rows.map(({ engineBys, ...row }) => ({ ...row, engineBy: addEngineBy(engineBys) }));
  return { timeZone, today, days: sums };
}

function camel(column: string) {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
