import type { Trip } from '@milepost/contract/fact-operations';
import type { TimelineRow } from '@milepost/contract/timeline-operations';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import type { Queryable } from '../database.ts';
import type { PlaceAt } from '../../places/places.ts';
import { readAlarmFacts, readMotion, readVisits } from '../facts/read-facts.ts';
import { DRIVER_NOW } from '../drivers/who-drove.ts';
import { readSilences } from '../facts/silence.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { movedSql } from '../fleet/moved-vehicles.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { andSeen, type Scope } from '../scope.ts';
import { bandsOf } from './bands.ts';
import { readDayTotals } from './day-totals.ts';
import { readUnknownOfCutStops } from './cut-stops.ts';
import { spanTotals } from './span-totals.ts';
import { readUnknownOfStops } from './unknown-of-stops.ts';

const SORTS = { registration: 'lower(v.registration)', groupName: 'lower(g.name)' };

interface VehicleLine {
  id: number;
  registration: string;
  type: VehicleType;
  groupName: string | null;
  driverName: string | null;
  moved: TimelineRow['moved'];
}

export interface TimelineRequest extends PageRequest {
  from: Date;
  to: Date;
  groupId?: number | undefined;
  /** Only these vehicles. */
  vehicleIds?: readonly number[] | undefined;
}

/** The facts of each vehicle. */
function byVehicle<Fact extends { vehicleId: number }>(facts: readonly Fact[]): (vehicleId: number) => Fact[] {
  const found = Map.groupBy(facts, ({ vehicleId }) => vehicleId);
  return (vehicleId) => found.get(vehicleId) ?? [];
}

/** A page of vehicles with their activity in the range. */
export async function readTimeline(
  db: Queryable,
  scope: Scope,
  request: TimelineRequest,
  placeAt: PlaceAt,
): Promise<Page<TimelineRow>> {
  const { rows, total } = await listLines(db, scope, request);
  const { from, to } = request;
  const range = { vehicleIds: rows.map(({ id }) => id), from, to };
  const [motion, visits, alarms, days, silences] = await Promise.all([
    readMotion(db, scope, range, placeAt),
    readVisits(db, scope, range),
    readAlarmFacts(db, scope, range),
    readDayTotals(db, scope, range),
    readSilences(db, scope, range.vehicleIds),
  ]);
  const unknownSpans = await readUnknownOfStops(db, motion.stops, range);
  const unknownStops = await readUnknownOfCutStops(db, motion.stops, range);
  const [tripsOf, stopsOf, idlesOf, towsOf, visitsOf, alarmsOf] = [
    byVehicle(motion.trips),
    byVehicle(motion.stops),
    byVehicle(motion.idles),
    byVehicle(motion.tows),
    byVehicle(visits),
    byVehicle(alarms),
  ];
  const span = { from: from.getTime(), to: to.getTime() };
  return {
    total,
    rows: rows.map((line) => {
      const { id } = line;
      const facts = { trips: tripsOf(id), stops: stopsOf(id), idles: idlesOf(id), tows: towsOf(id) };
      const silence = silences.get(id);
      const isSilent = silence && silence[0] < span.to && silence[1] > span.from;
      return {
        ...line,
        driverName: namesOf(facts.trips) ?? line.driverName,
        bands: bandsOf(facts, isSilent ? silence : undefined, unknownSpans),
        visits: visitsOf(id),
        alarms: alarmsOf(id),
        totals: spanTotals(facts, span, { stored: days.get(id), silence, unknownInStops: unknownStops }),
      };
    }),
  };
}

/** The drivers of these trips, in order of their first trip; null if none is known. */
function namesOf(trips: readonly Pick<Trip, 'drivers'>[]): string | null {
  const names = new Set(trips.flatMap(({ drivers }) => drivers.map(({ name }) => name)));
  return names.size === 0 ? null : [...names].join(', ');
}

async function listLines(db: Queryable, scope: Scope, request: TimelineRequest): Promise<Page<VehicleLine>> {
  const tables = `vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN driver_assignments a ON a.vehicle_id = v.id AND a.to_time IS NULL AND a.source = 'usual'
    LEFT JOIN drivers usual ON usual.id = a.driver_id`;
  const where = `v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)} AND ($2::int IS NULL OR v.group_id = $2)
    AND ($3::int[] IS NULL OR v.id = ANY($3)) AND ($3::int[] IS NOT NULL OR v.moved_at IS NULL OR v.moved_at > $5)
    AND ${everyWordIn('$4', registrationOf('v'), 'v.make', 'v.model', 'g.name', 'usual.name')}`;
  const values = [
    scope.organisationIds,
    request.groupId ?? null,
    request.vehicleIds ?? null,
    searchPatterns(request.search),
    request.from,
  ];
  const [page, count] = await Promise.all([
    db.query<VehicleLine>(
      `SELECT v.id, v.registration, v.type, g.name AS "groupName", dr.name AS "driverName", ${movedSql('v', '$1')} AS moved
       FROM (SELECT v.id FROM ${tables} WHERE ${where} ${pageSql(request, SORTS, 'v.id')}) p
       JOIN vehicles v ON v.id = p.id LEFT JOIN vehicle_groups g ON g.id = v.group_id ${DRIVER_NOW}
       ${pageSql({ ...request, page: 1 }, SORTS, 'v.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${tables} WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}
