import type { Assignment } from '@milepost/contract/assignment-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { andEveryWord, driversFound, vehiclesFound } from '../search/found-by-words.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andSeenDriver } from './driver-rows.ts';

const COLUMNS = `a.id, a.driver_id AS "driverId", d.name AS "driverName", a.vehicle_id AS "vehicleId", v.registration,
  a.from_time AS from, a.to_time AS to, a.source, a.note, a.version, a.override - 'causes' AS override`;
const TABLES = `driver_assignments a JOIN drivers d ON d.id = a.driver_id JOIN vehicles v ON v.id = a.vehicle_id`;
const SORTS = { from: 'a.from_time', driver: 'lower(d.name)', registration: 'lower(v.registration)' };

type Row = Omit<Assignment, 'from' | 'to'> & { from: Date; to: Date | null };

const toAssignment = (row: Row): Assignment => ({
  ...row,
  from: row.from.toISOString(),
  to: row.to?.toISOString() ?? null,
});

export interface AssignmentRequest extends PageRequest {
  driverId?: number | undefined;
  vehicleId?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The assignments of visible vehicles, except those without a duration. */
export async function listAssignments(
  db: Queryable,
  scope: Scope,
  request: AssignmentRequest,
): Promise<Page<Assignment>> {
  const { driverId, vehicleId, from, to, search, sort } = request;
  const values: unknown[] = [scope.organisationIds, driverId ?? null, vehicleId ?? null, from ?? null, to ?? null];
  const where = `v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)}
    AND ($2::int IS NULL OR a.driver_id = $2) AND ($3::int IS NULL OR a.vehicle_id = $3)
    AND (a.to_time IS NULL OR (a.to_time > a.from_time AND a.to_time > coalesce($4::timestamptz, '-infinity')))
    AND a.from_time < coalesce($5::timestamptz, 'infinity')
    ${andEveryWord(search, values, (pattern) => [
      `a.driver_id IN (${driversFound(pattern)})`,
      `a.vehicle_id IN (${vehiclesFound(pattern)})`,
      `a.words LIKE ${pattern}`,
    ])}`;
  const tables = 'driver_assignments a JOIN vehicles v ON v.id = a.vehicle_id';
  const tie = `a.id ${request.direction === 'desc' ? 'DESC' : 'ASC'}`;
  const [page, count] = await Promise.all([
    // The ids of the page are selected first, so that names are only joined for its rows.
    db.query<Row>(
      `SELECT ${COLUMNS} FROM ${TABLES} JOIN (SELECT a.id, row_number() OVER () AS place FROM (
         SELECT a.id FROM ${sort === 'driver' ? TABLES : tables} WHERE ${where}
         ${pageSql(request, SORTS, tie, { nulls: false })}) a) page ON page.id = a.id ORDER BY page.place`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${tables} WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map(toAssignment), total: count.rows[0]?.total ?? 0 };
}

/**
 * A manual assignment, not the usual driver of a vehicle.
 * @throws AppError `not-found` if its vehicle or driver is not visible
 */
export async function getAssignment(db: Queryable, scope: Scope, id: number): Promise<Assignment> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE a.id = $1 AND a.source = 'assignment' AND v.organisation_id = ANY($2)
       AND v.deleted_at IS NULL${andSeen(scope)}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-assignment');
  return toAssignment(rows[0]);
}

const OFFERED = 50;
type Choice = { id: number; name: string };

/** The drivers and vehicles that can be assigned. */
export async function listAssignmentChoices(
  db: Queryable,
  scope: Scope,
  wanted: { driver: string; vehicle: string; driverId?: number | undefined; vehicleId?: number | undefined },
) {
  const [drivers, vehicles] = await Promise.all([
    db.query<Choice & { total: number }>(
      `SELECT d.id, d.name, count(*) OVER ()::int AS total FROM drivers d
       WHERE d.organisation_id = ANY($1) AND d.deleted_at IS NULL${andSeenDriver(scope)}
         AND (d.id = $3 OR ${everyWordIn('$2', 'd.name', 'd.number')})
       ORDER BY d.id = $3 DESC NULLS LAST, lower(d.name), d.id LIMIT ${OFFERED}`,
      [scope.organisationIds, searchPatterns(wanted.driver), wanted.driverId ?? null],
    ),
    db.query<Choice & { total: number }>(
      `SELECT v.id, v.registration AS name, count(*) OVER ()::int AS total FROM vehicles v
       WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)}
         AND (v.id = $3 OR (v.moved_at IS NULL AND ${everyWordIn('$2', registrationOf('v'))}))
       ORDER BY v.id = $3 DESC NULLS LAST, lower(v.registration), v.id LIMIT ${OFFERED}`,
      [scope.organisationIds, searchPatterns(wanted.vehicle), wanted.vehicleId ?? null],
    ),
  ]);
  const toRef = ({ id, name }: Choice): Choice => ({ id, name });
  return {
    drivers: drivers.rows.map(toRef),
    driversTotal: drivers.rows[0]?.total ?? 0,
    vehicles: vehicles.rows.map(toRef),
    vehiclesTotal: vehicles.rows[0]?.total ?? 0,
  };
}
