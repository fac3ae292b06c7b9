import type { Plan } from '@milepost/contract/subscription-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import type { Scope } from '../scope.ts';

export const PLAN_COLUMNS = `p.id, p.organisation_id AS "organisationId", seller.name AS "organisationName", p.name,
  p.price, p.currency, p.months, p.note, p.version`;
export const PLAN_TABLES = 'plans p JOIN organisations seller ON seller.id = p.organisation_id';
const IS_SEEN = 'p.organisation_id = ANY($1) AND p.deleted_at IS NULL';

const SORTS = { name: 'lower(p.name)', organisation: 'lower(seller.name)', price: 'p.price', months: 'p.months' };

/** A page of the plans that the organisations of the scope sell. */
export async function listPlans(db: Queryable, scope: Scope, request: PageRequest): Promise<Page<Plan>> {
  const values = [scope.organisationIds, searchPatterns(request.search)];
  const where = `${IS_SEEN} AND ${everyWordIn('$2', 'p.name', 'seller.name', 'p.note')}`;
  const [page, count] = await Promise.all([
    db.query<Plan>(
      `SELECT ${PLAN_COLUMNS} FROM ${PLAN_TABLES} WHERE ${where} ${pageSql(request, SORTS, 'p.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${PLAN_TABLES} WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getPlan(db: Queryable, scope: Scope, id: number): Promise<Plan> {
  const { rows } = await db.query<Plan>(`SELECT ${PLAN_COLUMNS} FROM ${PLAN_TABLES} WHERE ${IS_SEEN} AND p.id = $2`, [
    scope.organisationIds,
    id,
  ]);
  if (!rows[0]) throw noRecord();
  return rows[0];
}

export const noRecord = (): AppError => new AppError('not-found', 'no-record');
