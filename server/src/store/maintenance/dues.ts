import type { ServiceLimit, ServiceState } from '@milepost/contract/maintenance-kinds';
import type { ServiceDue } from '@milepost/contract/maintenance-operations';
import type { Queryable } from '../database.ts';
import type { DuePart, DueRequest } from '../due/due-list.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import {
  andSeenService,
  SERVICE_DUES_IN_SCOPE_SQL,
  VEHICLE_EXISTS_SQL,
  JOIN_PLAN,
  DUE_STATE_SQL,
  JOIN_VEHICLE,
  STATE,
  LOCAL_DATES_IN_SCOPE_SQL,
} from './plan-rows.ts';

const SORTS = { dueOn: 'd.due_on', registration: 'lower(v.registration)', task: 'lower(p.task)' };
/** The joins that a sort order needs. */
const SORTED: Readonly<Record<string, string>> = { registration: JOIN_VEHICLE, task: JOIN_PLAN };

const COLUMNS = `d.id, d.plan_id AS "planId", p.task, d.vehicle_id AS "vehicleId", v.registration, ${STATE} AS state,
  d.due_on::text AS "dueOn", d.due_on - o.today AS "daysLeft", d.due_by AS "dueBy", p.every_m - d.used_m AS "leftM",
  p.every_engine_s - d.used_engine_s AS "leftEngineS", p.lead_m AS "leadM", p.lead_engine_s AS "leadEngineS",
  p.lead_days AS "leadDays", d.used_m AS "usedM", d.used_engine_s AS "usedEngineS",
  d.per_day_m AS "perDayM", d.per_day_engine_s AS "perDayEngineS", d.last_day::text AS "lastDay",
  o.today::text AS today,
  d.counted_at AS "countedAt"`;

export interface DueFilter {
  state?: ServiceState | undefined;
  vehicleId?: number | undefined;
  planId?: number | undefined;
}

export async function listServiceDues(
  db: Queryable,
  scope: Scope,
  request: PageRequest & DueFilter,
): Promise<Page<ServiceDue>> {
  const { state, vehicleId, planId } = request;
  const values: unknown[] = [scope.organisationIds, vehicleId ?? null, planId ?? null];
  const where = `d.organisation_id = ANY($1) AND ${VEHICLE_EXISTS_SQL}${andSeenService(scope)} AND ($2::int IS NULL OR d.vehicle_id = $2)
    AND ($3::int IS NULL OR d.plan_id = $3) AND ${state === undefined ? 'true' : DUE_STATE_SQL[state]}${andFound(request.search, 'd.words', values)}`;
  const dues = state === undefined ? 'service_dues d' : SERVICE_DUES_IN_SCOPE_SQL;
  const tie = `d.id ${request.direction === 'desc' ? 'DESC' : 'ASC'}`;
  const [page, count] = await Promise.all([
    db.query<Omit<ServiceDue, 'countedAt'> & { countedAt: Date }>(
      // The page is selected first: plan and vehicle are only joined for its rows, unless the sort order needs them.
      `SELECT ${COLUMNS} FROM ${SERVICE_DUES_IN_SCOPE_SQL} ${JOIN_PLAN} ${JOIN_VEHICLE}
       JOIN (SELECT d.id, row_number() OVER () AS place
             FROM (SELECT d.id FROM ${dues} ${SORTED[request.sort] ?? ''} WHERE ${where}
                   ${pageSql(request, SORTS, tie, { nulls: request.sort === 'dueOn' })}) d) page ON page.id = d.id
       ORDER BY page.place`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${dues} WHERE ${where}`, values),
  ]);
  return {
    rows: page.rows.map((row) => ({ ...row, countedAt: row.countedAt.toISOString() })),
    total: onlyRow(count).total,
  };
}

/** Overdue and soon due services, for the list of all due records. */
export async function listDueServices(db: Queryable, scope: Scope, request: DueRequest): Promise<DuePart> {
  const where = `d.organisation_id = ANY($1) AND ${VEHICLE_EXISTS_SQL}${andSeenService(scope)}
    AND ($2::int IS NULL OR d.vehicle_id = $2) AND d.due_on IS NOT NULL
    AND (d.due_on < current_date + 2 OR d.soon_on < current_date + 2) AND (${DUE_STATE_SQL.overdue} OR ${DUE_STATE_SQL.soon})`;
  const values = [scope.organisationIds, request.vehicleId ?? null];
  const [first, count] = await Promise.all([
    db.query<DueServiceRow>(
      `SELECT d.id, d.vehicle_id AS "vehicleId", p.task, v.registration AS "holderName", d.due_on::text AS "dueOn",
              d.due_on - o.today AS "daysLeft", d.due_by AS "dueBy"
       FROM (SELECT d.* FROM ${SERVICE_DUES_IN_SCOPE_SQL} WHERE ${where} ORDER BY d.due_on, d.id LIMIT ${request.most}) d
       JOIN ${LOCAL_DATES_IN_SCOPE_SQL} o ON o.id = d.organisation_id JOIN service_plans p ON p.id = d.plan_id
       JOIN vehicles v ON v.id = d.vehicle_id ORDER BY d.due_on, d.id`,
      values,
    ),
    db.query<{ total: number; overdue: number }>(
      `SELECT count(*)::int AS total, count(*) FILTER (WHERE ${DUE_STATE_SQL.overdue})::int AS overdue
       FROM ${SERVICE_DUES_IN_SCOPE_SQL} WHERE ${where}`,
      values,
    ),
  ]);
  return { rows: first.rows.map((row) => ({ kind: 'service', ...row })), ...onlyRow(count) };
}

interface DueServiceRow {
  id: number;
  vehicleId: number;
  task: string;
  holderName: string;
  dueOn: string;
  daysLeft: number;
  dueBy: ServiceLimit;
}
