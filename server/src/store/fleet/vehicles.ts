import type { ListedVehicle, Vehicle } from '@milepost/contract/vehicle-operations';
import { MAX_BULK_RECORDS } from '@milepost/contract/bulk-kinds';
import type { MOVED_CHOICES } from '@milepost/contract/vehicle-kinds';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { foundPage, type Page, type PageRequest, pageSql } from '../page.ts';
import { onlyRow } from '../rows.ts';
import { andEveryWord, devicesFound, driversFound } from '../search/found-by-words.ts';
import { expiredSince, loadGaps } from '../subscriptions/expiry.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andOwn, ownFilter } from '../own-fields/own-values.ts';
import { readMeterValues } from './meters.ts';
import { movedSql } from './moved-vehicles.ts';
import { REPORTED_AT, toVehicle, VEHICLE_COLUMNS, VEHICLE_TABLES, type VehicleRow } from './vehicle-rows.ts';

const MAX_TAGS = 500;
const NO_METERS = { odometerM: null, engineHoursS: null };

const SORTS = {
  registration: 'lower(v.registration)',
  groupName: 'lower(g.name)',
  driverName: 'lower(usual.name)',
  type: 'v.type',
  status: 'v.status',
  year: 'v.year',
  lastHeardAt: REPORTED_AT,
};

/** The joins that a sort order needs. */
const SORTED: Readonly<Record<string, string>> = {
  groupName: 'LEFT JOIN vehicle_groups g ON g.id = v.group_id',
  driverName: `LEFT JOIN driver_assignments a ON a.vehicle_id = v.id AND a.to_time IS NULL AND a.source = 'usual'
    LEFT JOIN drivers usual ON usual.id = a.driver_id`,
  lastHeardAt: `LEFT JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL
    LEFT JOIN device_states s ON s.device_id = i.device_id`,
};

/**
 * SQL: a word is found in a field of the vehicle, in the name of its group, or in a field of its usual driver or
 * device.
 */
const hasWord = (pattern: string): string[] => [
  `v.words LIKE ${pattern}`,
  `v.group_id IN (SELECT g.id FROM vehicle_groups g WHERE search_words(g.name) LIKE ${pattern})`,
  `v.id IN (SELECT a.vehicle_id FROM driver_assignments a
     WHERE a.to_time IS NULL AND a.source = 'usual' AND a.driver_id IN (${driversFound(pattern)})
     UNION ALL SELECT i.vehicle_id FROM installations i
     WHERE i.removed_at IS NULL AND i.device_id IN (${devicesFound(pattern)}))`,
];

/** The filters of the list in addition to the search. */
export interface VehicleFilter {
  groupId?: number | undefined;
  status?: string | undefined;
  tag?: string | null;
  /** Whether to include vehicles that moved to another organisation; left out: without them. */
  moved?: (typeof MOVED_CHOICES)[number] | undefined;
  own?: { id: number; value: string | boolean } | undefined;
}

export async function listVehicles(
  db: Queryable,
  scope: Scope,
  request: PageRequest & VehicleFilter,
): Promise<Page<ListedVehicle>> {
  const { ids, total } = await findVehicles(db, scope, request);
  // The other columns are only joined for the page.
  const [shown, meters, gaps] = await Promise.all([
    vehiclesOf(db, scope, ids),
    readMeterValues(db, ids),
    loadGaps(db, { vehicleIds: ids }),
  ]);
  const now = Date.now();
  const rows = shown.map((row) => ({
    ...toVehicle(row),
    ...(meters.get(row.id) ?? NO_METERS),
    expired: expiredSince(gaps.get(row.id) ?? [], now) !== null,
  }));
  return { rows, total };
}

/** The ids of a page, and their total. */
async function findVehicles(
  db: Queryable,
  scope: Scope,
  request: PageRequest & VehicleFilter,
): Promise<{ ids: number[]; total: number }> {
  const { where, values } = whereOf(scope, request);
  const { sort, search } = request;
  const from = `vehicles v ${SORTED[sort] ?? ''}`;
  // With the tie-breaker in the direction of the sort, one index serves both directions.
  const tie = request.direction === 'desc' ? 'id DESC' : 'id';
  const order = { nulls: sort !== 'registration' };
  if (search.trim() === '') {
    const [page, count] = await Promise.all([
      db.query<{ id: number }>(
        `SELECT v.id FROM ${from} WHERE ${where} ${pageSql(request, SORTS, `v.${tie}`, order)}`,
        values,
      ),
      db.query<{ total: number }>(`SELECT count(*)::int AS total FROM vehicles v WHERE ${where}`, values),
    ]);
    return { ids: page.rows.map(({ id }) => id), total: onlyRow(count).total };
  }
  const found = (sorted: string) => `SELECT v.id, ${sorted} AS sorted FROM ${from} WHERE ${where}`;
  return foundPage(db, request, { sorts: SORTS, found, values, ...order });
}

type ShownRow = VehicleRow & Pick<Vehicle, 'moved'>;

/** These vehicles, in this order. */
async function vehiclesOf(db: Queryable, scope: Scope, ids: readonly number[]): Promise<ShownRow[]> {
  const { rows } = await db.query<ShownRow>(
    `SELECT ${VEHICLE_COLUMNS}, ${movedSql('v', '$2')} AS moved FROM ${VEHICLE_TABLES} WHERE v.id = ANY($1)
     ORDER BY array_position($1::int[], v.id)`,
    [ids, scope.organisationIds],
  );
  return rows;
}

/** The ids of the vehicles that match a filter; one more than the limit of a bulk change if there are too many. */
export async function listVehicleIds(
  db: Queryable,
  scope: Scope,
  filter: VehicleFilter & { search: string },
): Promise<number[]> {
  const { where, values } = whereOf(scope, filter);
  const { rows } = await db.query<{ id: number }>(
    `SELECT v.id FROM vehicles v WHERE ${where} ORDER BY v.id LIMIT ${MAX_BULK_RECORDS + 1}`,
    values,
  );
  return rows.map(({ id }) => id);
}

const MOVED_SQL = { without: ' AND v.moved_at IS NULL', with: '', only: ' AND v.moved_at IS NOT NULL' } as const;

/**
 * The condition and values of a filter. Every word of the search can match any field, and a plate with or without its
 * spaces.
 */
function whereOf(scope: Scope, { search, groupId, status, tag, own, moved }: VehicleFilter & { search: string }) {
  const values: unknown[] = [scope.organisationIds, groupId ?? null, status ?? null, tag ?? null, ownFilter(own)];
  const where = `v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)} AND ($2::int IS NULL OR v.group_id = $2)
    AND ($3::text IS NULL OR v.status = $3) AND ($4::text IS NULL OR $4 = ANY(v.tags))${andOwn('v', 5)}${MOVED_SQL[moved ?? 'without']}
    ${andEveryWord(search, values, hasWord)}`;
  return { where, values };
}

/** @throws AppError `not-found` outside the scope or removed */
export async function getVehicle(db: Queryable, scope: Scope, id: number): Promise<Vehicle> {
  const { rows } = await db.query<ShownRow>(
    `SELECT ${VEHICLE_COLUMNS}, ${movedSql('v', '$2')} AS moved FROM ${VEHICLE_TABLES}
     WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noVehicle();
  return toVehicle(rows[0]);
}

/**
 * Locks the row of a vehicle until the transaction ends, and returns its organisation.
 * @param also `moved`: also accepts a vehicle that moved to another organisation, whose past alone is here
 * @throws AppError `not-found` outside the scope or deleted, `conflict` for one that moved
 */
export async function lockVehicle(
  db: Queryable,
  scope: Scope,
  id: number,
  also: { moved: boolean } = { moved: false },
): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number; moved: boolean }>(
    `SELECT organisation_id, moved_at IS NOT NULL AS moved FROM vehicles
     WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL${andSeen(scope, 'id')} FOR UPDATE`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noVehicle();
  if (rows[0].moved && !also.moved) throw new AppError('conflict', 'vehicle-moved');
  return rows[0].organisation_id;
}

export function noVehicle(): AppError {
  return new AppError('not-found', 'no-vehicle');
}

/** True when any vehicle moved to another organisation. */
export async function hasMoved(db: Queryable, scope: Scope): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM vehicles v WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL AND v.moved_at IS NOT NULL${andSeen(scope)} LIMIT 1`,
    [scope.organisationIds],
  );
  return rowCount === 1;
}

/** The tags of vehicles by name, as many as fit into a list of options. */
export async function listTags(db: Queryable, scope: Scope): Promise<string[]> {
  const { rows } = await db.query<{ tag: string }>(
    `SELECT DISTINCT tag FROM vehicles v, unnest(v.tags) tag
     WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)} ORDER BY tag LIMIT ${MAX_TAGS}`,
    [scope.organisationIds],
  );
  return rows.map(({ tag }) => tag);
}
