import type { ListedVehicle, Vehicle } from '@milepost/contract/vehicle-routes';
import { MOST_BULK } from '@milepost/contract/bulk-kinds';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { expiredSince, loadGaps } from '../subscriptions/expiry.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andOwn, ownFilter } from '../own-fields/own-values.ts';
import { readMeterValues } from './meters.ts';
import { TOLD_AT, toVehicle, VEHICLE_COLUMNS, VEHICLE_TABLES, type VehicleRow } from './vehicle-rows.ts';

const MOST_TAGS = 500;
const NO_METERS = { odometerM: null, engineHoursS: null };

const SORTS = {
  registration: 'lower(v.registration)',
  groupName: 'lower(g.name)',
  driverName: 'lower(usual.name)',
  type: 'v.type',
  status: 'v.status',
  year: 'v.year',
  lastHeardAt: TOLD_AT,
};

/** Sorts by what belongs to a vehicle. */
const JOINED_SORTS: ReadonlySet<string> = new Set(['groupName', 'driverName', 'lastHeardAt']);

const SEARCHED = [
  registrationOf('v'),
  'v.make',
  'v.model',
  'g.name',
  'usual.name',
  'd.identity',
  'v.colour',
  'v.owner',
  "array_to_string(v.tags, ' ')",
];

/** What narrows the list besides the search. */
export interface VehicleFilter {
  groupId?: number | undefined;
  status?: string | undefined;
  tag?: string | null;
  own?: { id: number; value: string | boolean } | undefined;
}

export async function listVehicles(
  db: Queryable,
  scope: Scope,
  request: PageRequest & VehicleFilter,
): Promise<Page<ListedVehicle>> {
  const { tables, where, values } = whereOf(scope, request);
  const sorted = request.sort !== undefined && JOINED_SORTS.has(request.sort) ? VEHICLE_TABLES : tables;
  const [page, count] = await Promise.all([
    db.query<{ id: number }>(`SELECT v.id FROM ${sorted} WHERE ${where} ${pageSql(request, SORTS, 'v.id')}`, values),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${tables} WHERE ${where}`, values),
  ]);
  // What belongs to a vehicle is looked up for the page alone.
  const ids = page.rows.map(({ id }) => id);
  const [shown, meters, gaps] = await Promise.all([
    vehiclesOf(db, ids),
    readMeterValues(db, ids),
    loadGaps(db, { vehicleIds: ids }),
  ]);
  const now = Date.now();
  const rows = shown.map((row) => ({
    ...toVehicle(row),
    ...(meters.get(row.id) ?? NO_METERS),
    expired: expiredSince(gaps.get(row.id) ?? [], now) !== null,
  }));
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** These vehicles, in this order. */
async function vehiclesOf(db: Queryable, ids: readonly number[]): Promise<VehicleRow[]> {
  const { rows } = await db.query<VehicleRow>(
    `SELECT ${VEHICLE_COLUMNS} FROM ${VEHICLE_TABLES} WHERE v.id = ANY($1) ORDER BY array_position($1::int[], v.id)`,
    [ids],
  );
  return rows;
}

/** The vehicles of a filter, by id; one more than can be changed at once where there are too many. */
export async function listVehicleIds(
  db: Queryable,
  scope: Scope,
  filter: VehicleFilter & { search: string },
): Promise<number[]> {
  const { tables, where, values } = whereOf(scope, filter);
  const { rows } = await db.query<{ id: number }>(
    `SELECT v.id FROM ${tables} WHERE ${where} ORDER BY v.id LIMIT ${MOST_BULK + 1}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** Tables, condition and values of a filter: only a search looks at what belongs to the vehicles. */
function whereOf(scope: Scope, { search, groupId, status, tag, own }: VehicleFilter & { search: string }) {
  const patterns = searchPatterns(search);
  const isSearched = patterns.length > 0;
  const found = isSearched ? everyWordIn('$3', ...SEARCHED) : `$3::text[] = '{}'`;
  // A plate is found whether or not it is typed with its spaces.
  const where = `v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)} AND ($2::int IS NULL OR v.group_id = $2)
    AND ${found}
    AND ($4::text IS NULL OR v.status = $4) AND ($5::text IS NULL OR $5 = ANY(v.tags))${andOwn('v', 6)}`;
  const values = [scope.organisationIds, groupId ?? null, patterns, status ?? null, tag ?? null, ownFilter(own)];
  return { tables: isSearched ? VEHICLE_TABLES : 'vehicles v', where, values };
}

/** @throws AppError `not-found` outside the scope or removed */
export async function getVehicle(db: Queryable, scope: Scope, id: number): Promise<Vehicle> {
  const { rows } = await db.query<VehicleRow>(
    `SELECT ${VEHICLE_COLUMNS} FROM ${VEHICLE_TABLES}
     WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noVehicle();
  return toVehicle(rows[0]);
}

/**
 * The organisation of a vehicle, whose row is locked until the transaction ends.
 * @throws AppError `not-found` outside the scope or removed
 */
export async function lockVehicle(db: Queryable, scope: Scope, id: number): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    `SELECT organisation_id FROM vehicles WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL
       ${andSeen(scope, 'id')} FOR UPDATE`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noVehicle();
  return rows[0].organisation_id;
}

export function noVehicle(): AppError {
  return new AppError('not-found', 'no-vehicle');
}

/** Tags that vehicles have, by name, as far as anybody chooses from a list. */
export async function listTags(db: Queryable, scope: Scope): Promise<string[]> {
  const { rows } = await db.query<{ tag: string }>(
    `SELECT DISTINCT tag FROM vehicles v, unnest(v.tags) tag
     WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)} ORDER BY tag LIMIT ${MOST_TAGS}`,
    [scope.organisationIds],
  );
  return rows.map(({ tag }) => tag);
}
