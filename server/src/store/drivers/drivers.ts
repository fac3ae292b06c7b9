import type { Driver, DRIVER_STATES, LICENCE_STATES } from '@milepost/contract/driver-operations';
import { LICENCE_SOON_DAYS } from '@milepost/contract/licence-soon';
import { MAX_BULK_RECORDS } from '@milepost/contract/bulk-kinds';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { Ref } from '../fleet/groups.ts';
import { firstRows, type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import { andFound } from '../search/search-records.ts';
import type { Scope } from '../scope.ts';
import { andOwn, ownFilter } from '../own-fields/own-values.ts';
import { andSeenDriver, driverColumns } from './driver-rows.ts';

const SORTS = {
  name: 'lower(d.name)',
  number: 'upper(d.number)',
  licenceExpiresOn: 'd.licence_expires_on',
  hiredOn: 'd.hired_on',
};

/** SQL of the present day in the time zone of the driver's organisation. */
const TODAY = '(SELECT (now() AT TIME ZONE o.time_zone)::date FROM organisations o WHERE o.id = d.organisation_id)';
const PRESENT = `(d.left_on IS NULL OR d.left_on >= ${TODAY})`;
const STATES: Record<(typeof DRIVER_STATES)[number], string> = {
  present: ` AND ${PRESENT}`,
  left: ` AND NOT ${PRESENT}`,
  all: '',
};
const LICENCES: Record<(typeof LICENCE_STATES)[number], string> = {
  expired: ` AND d.licence_expires_on < current_date + 2 AND d.licence_expires_on < ${TODAY}`,
  // First an approximate condition, so that the organisation's day is only computed for few rows.
  soon: ` AND d.licence_expires_on BETWEEN current_date - 2 AND current_date + ${LICENCE_SOON_DAYS + 2}
    AND d.licence_expires_on >= ${TODAY} AND d.licence_expires_on < ${TODAY} + ${LICENCE_SOON_DAYS}`,
  missing: ' AND d.licence_expires_on IS NULL',
};

/** The filters of the list in addition to the search. */
export interface DriverFilter {
  groupId?: number | undefined;
  state: (typeof DRIVER_STATES)[number];
  licence?: (typeof LICENCE_STATES)[number] | undefined;
  own?: { id: number; value: string | boolean } | undefined;
}

/** A page of drivers. The search covers all fields, including tags and the present vehicle. */
export async function listDrivers(
  db: Queryable,
  scope: Scope,
  request: PageRequest & DriverFilter,
): Promise<Page<Driver>> {
  const { where, values } = whereOf(scope, request);
  const [page, count] = await Promise.all([
    // The ids of the page are selected first, so that the other columns are only computed for its rows.
    db.query<Driver>(
      `SELECT ${driverColumns(scope)} FROM (SELECT d.id FROM drivers d WHERE ${where} ${pageSql(request, SORTS, 'd.id')}) p
       JOIN drivers d ON d.id = p.id ${pageSql({ ...request, page: 1 }, SORTS, 'd.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM drivers d WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** The ids of the drivers that match a filter; one more than the limit of a bulk change if there are too many. */
export async function listDriverIds(
  db: Queryable,
  scope: Scope,
  filter: DriverFilter & { search: string },
): Promise<number[]> {
  const { where, values } = whereOf(scope, filter);
  const { rows } = await db.query<{ id: number }>(
    `SELECT d.id FROM drivers d WHERE ${where} ORDER BY d.id LIMIT ${MAX_BULK_RECORDS + 1}`,
    values,
  );
  return rows.map(({ id }) => id);
}

function whereOf(scope: Scope, { search, groupId, state, licence, own }: DriverFilter & { search: string }) {
  const values: unknown[] = [scope.organisationIds, groupId ?? null, ownFilter(own)];
  const where = `d.organisation_id = ANY($1) AND d.deleted_at IS NULL${andSeenDriver(scope)}${andFound(search, 'd.words', values)}
    AND ($2::int IS NULL OR $2 = ANY(d.group_ids))${STATES[state]}
    ${licence === undefined ? '' : LICENCES[licence]}${andOwn('d', 3)}`;
  return { where, values };
}

/** @throws AppError `not-found` outside the scope or removed */
export async function getDriver(db: Queryable, scope: Scope, id: number): Promise<Driver> {
  const { rows } = await db.query<Driver>(
    `SELECT ${driverColumns(scope)} FROM drivers d
     WHERE d.id = $1 AND d.organisation_id = ANY($2) AND d.deleted_at IS NULL${andSeenDriver(scope)}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noDriver();
  return rows[0];
}

/** The most drivers among the options of a field. */
const CHOICES = 50;

/** The options for a driver, including the chosen one; drivers who left are not offered. */
export async function listDriverChoices(
  db: Queryable,
  scope: Scope,
  { search, chosenId }: { search: string; chosenId?: number | undefined },
): Promise<Page<Ref>> {
  return firstRows<Ref>(
    db,
    `SELECT d.id, d.name FROM drivers d WHERE d.organisation_id = ANY($1) AND (d.id = $3 OR
       (d.deleted_at IS NULL AND ${PRESENT} AND ${everyWordIn('$2', 'd.name', 'd.number')}))${andSeenDriver(scope)}
     ORDER BY d.id = $3 DESC NULLS LAST, lower(d.name), d.id`,
    [scope.organisationIds, searchPatterns(search), chosenId ?? null],
    CHOICES,
  );
}

/** True when the driver belongs to the organisation and is not deleted. */
export async function isDriverOf(db: Queryable, organisationId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM drivers WHERE id = $1 AND organisation_id = $2 AND deleted_at IS NULL',
    [id, organisationId],
  );
  return rowCount === 1;
}

/** True when the driver is visible within the limit of the scope. */
export async function isDriverSeen(db: Queryable, scope: Scope, id: number): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM drivers d WHERE d.id = $1${andSeenDriver(scope)}`, [id]);
  return rowCount === 1;
}

/**
 * Locks the row of a driver until the transaction ends, and returns the driver's organisation.
 * @throws AppError `not-found` outside the scope or deleted
 */
export async function lockDriver(db: Queryable, scope: Scope, id: number): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    `SELECT d.organisation_id FROM drivers d WHERE d.id = $1 AND d.organisation_id = ANY($2) AND d.deleted_at IS NULL
       ${andSeenDriver(scope)} FOR UPDATE`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noDriver();
  return rows[0].organisation_id;
}

export const noDriver = () => new AppError('not-found', 'no-driver');
