import {
  MAX_OWN_ROWS,
  OWN_RUN_DAYS,
  type OwnBill,
  type OwnDocument,
  type OwnRun,
} from '@milepost/contract/my-day-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { DOCUMENT_COLUMNS, documentsIn, DOCUMENT_EXISTS_SQL } from '../documents/document-rows.ts';
import { countUpTo, type Page, type PageRequest, pageSql } from '../page.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import { driversOf } from './own-driver.ts';

type RunRow = Omit<OwnRun, 'startsAt' | 'endsAt'> & { startsAt: Date; endsAt: Date };

/** The runs of a driver from yesterday on, next first. */
export async function readOwnRuns(db: Queryable, driverId: number): Promise<OwnRun[]> {
  const { rows } = await db.query<RunRow>(
    `SELECT u.id, r.name AS route, u.day::text, u.starts_at AS "startsAt", u.ends_at AS "endsAt", u.state,
            v.registration AS vehicle,
            (SELECT count(*)::int FROM route_run_stops s WHERE s.run_id = u.id AND s.skip_reason IS NULL) AS stops
     FROM route_runs u JOIN routes r ON r.id = u.route_id JOIN organisations o ON o.id = u.organisation_id
       LEFT JOIN vehicles v ON v.id = u.vehicle_id
     WHERE u.driver_id = $1 AND u.day BETWEEN (now() AT TIME ZONE o.time_zone)::date - 1
       AND (now() AT TIME ZONE o.time_zone)::date + ${OWN_RUN_DAYS}
     ORDER BY u.starts_at, u.id LIMIT ${MAX_OWN_ROWS}`,
    [driverId],
  );
  return rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() }));
}

/** @throws AppError `not-found` for a run with another driver */
export async function requireOwnRun(db: Queryable, scope: Scope, userId: number, id: number): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM route_runs u WHERE u.id = $1 AND u.organisation_id = ANY($2) AND u.driver_id IN (${driversOf('$3')})`,
    [id, scope.organisationIds, userId],
  );
  if (rowCount !== 1) throw new AppError('not-found', 'no-run');
}

/** The documents of a driver that have not been renewed, first to expire first. */
export async function readOwnDocuments(db: Queryable, scope: Scope, driverId: number): Promise<OwnDocument[]> {
  const { rows } = await db.query<OwnDocument>(
    `SELECT id, kind, number, valid_until AS "validUntil", state
     FROM (SELECT ${DOCUMENT_COLUMNS} FROM ${documentsIn('$1')}
           WHERE d.driver_id = $2 AND d.organisation_id = ANY($1) AND ${DOCUMENT_EXISTS_SQL} AND NOT d.renewed) own
     ORDER BY valid_until NULLS LAST, id LIMIT ${MAX_OWN_ROWS}`,
    [scope.organisationIds, driverId],
  );
  return rows;
}

/** SQL: true when an expense `e` was entered by the user, or has the user as its driver. */
export const isOwnBill = (expense: string, user: string): string =>
  `(${expense}.created_by = ${user} OR ${expense}.driver_id IN (${driversOf(user)}))`;

const BILL = `e.id, e.kind, e.state, e.reason, v.registration, e.amount, e.currency, e.day::text, e.quantity, e.note`;
const BILLS = 'expenses e LEFT JOIN vehicles v ON v.id = e.vehicle_id';

/** A page of the bills of a user. */
export async function listOwnBills(
  db: Queryable,
  scope: Scope,
  userId: number,
  request: PageRequest,
): Promise<Page<OwnBill>> {
  const values: unknown[] = [scope.organisationIds, userId];
  const where = `e.organisation_id = ANY($1) AND e.deleted_at IS NULL AND ${isOwnBill('e', '$2::int')}${andFound(request.search, 'e.words', values)}`;
  const tie = `e.id ${request.direction === 'desc' ? 'DESC' : 'ASC'}`;
  const [page, count] = await Promise.all([
    db.query<OwnBill>(
      `SELECT ${BILL} FROM ${BILLS} WHERE ${where} ${pageSql(request, { day: 'e.day' }, tie, { nulls: false })}`,
      values,
    ),
    countUpTo(db, request, `expenses e WHERE ${where}`, values),
  ]);
  return { rows: page.rows, ...count };
}

export async function getOwnBill(db: Queryable, userId: number, id: number): Promise<OwnBill> {
  return onlyRow(
    await db.query<OwnBill>(`SELECT ${BILL} FROM ${BILLS} WHERE e.id = $1 AND ${isOwnBill('e', '$2::int')}`, [
      id,
      userId,
    ]),
  );
}

/** The present day, the time zone and the currency of an organisation. */
export async function readToday(
  db: Queryable,
  organisationId: number,
): Promise<{ today: string; timeZone: string; currency: string }> {
  return onlyRow(
    await db.query<{ today: string; timeZone: string; currency: string }>(
      `SELECT (now() AT TIME ZONE time_zone)::date::text AS today, time_zone AS "timeZone", currency
       FROM organisations WHERE id = $1`,
      [organisationId],
    ),
  );
}
