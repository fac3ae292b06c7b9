import { RUNS_OUT_DAYS } from '@milepost/contract/subscription-kinds';
import type { Queryable } from '../database.ts';
import type { DuePart, DueRequest } from '../due/due-list.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { coverableSql, SUBSCRIPTION_TABLES } from './subscription-rows.ts';

/** An organisation whose subscription expired longer ago no longer counts as a customer. */
const OVER_DAYS = 30;

/** Subscriptions that have expired or will soon, and that no later one for every vehicle follows. */
export async function listDueSubscriptions(db: Queryable, scope: Scope, request: DueRequest): Promise<DuePart> {
  if (scope.limit !== null) return { rows: [], total: 0, overdue: 0 };
  const where = `s.organisation_id = ANY($1) AND s.deleted_at IS NULL
    AND s.until_day BETWEEN o.today - ${OVER_DAYS} AND o.today + ${RUNS_OUT_DAYS}
    AND NOT EXISTS (SELECT FROM subscriptions later WHERE later.organisation_id = s.organisation_id
      AND later.deleted_at IS NULL AND later.all_vehicles AND (later.until_day > s.until_day OR later.until_day IS NULL))
    AND ($2::int IS NULL OR EXISTS (SELECT FROM (${coverableSql('s.organisation_id')}) own
      WHERE own.id = $2 AND (s.all_vehicles OR own.id = ANY(s.vehicle_ids))))`;
  const values = [scope.organisationIds, request.vehicleId ?? null];
  const [first, count] = await Promise.all([
    db.query<{ id: number; about: string; holderName: string; dueOn: string; daysLeft: number }>(
      `SELECT s.id, p.name AS about, o.name AS "holderName", s.until_day::text AS "dueOn",
              s.until_day - o.today AS "daysLeft"
       FROM ${SUBSCRIPTION_TABLES} WHERE ${where} ORDER BY s.until_day, s.id LIMIT ${request.most}`,
      values,
    ),
    db.query<{ total: number; overdue: number }>(
      `SELECT count(*)::int AS total, count(*) FILTER (WHERE s.until_day < o.today)::int AS overdue
       FROM ${SUBSCRIPTION_TABLES} WHERE ${where}`,
      values,
    ),
  ]);
  return { rows: first.rows.map((row) => ({ kind: 'subscription', ...row })), ...onlyRow(count) };
}
