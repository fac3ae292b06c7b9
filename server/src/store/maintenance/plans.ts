import type { ServicePlan } from '@milepost/contract/maintenance-operations';
import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Queryable } from '../database.ts';
import type { Ref } from '../fleet/groups.ts';
import { firstRows, type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { onlyRow } from '../rows.ts';
import { andHeldGroup, andSeen, type Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import { VEHICLE_EXISTS_SQL, noPlan, DUE_STATE_SQL, TODAYS } from './plan-rows.ts';

const refsSql = (from: string, where: string, name: string) =>
  `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.${name}) ORDER BY lower(n.${name}), n.id), '[]')
    FROM ${from} n WHERE ${where} AND n.organisation_id = p.organisation_id)`;

/** The number of vehicles of a plan, and of those at which it is overdue. */
const COUNTS = `LATERAL (SELECT count(*)::int AS "vehicleCount", count(*) FILTER (WHERE ${DUE_STATE_SQL.overdue})::int AS overdue
  FROM service_dues d WHERE d.plan_id = p.id AND ${VEHICLE_EXISTS_SQL}) counts`;

const COLUMNS = `p.id, p.organisation_id AS "organisationId", p.task, p.every_m AS "everyM",
  p.every_engine_s AS "everyEngineS", p.every_months AS "everyMonths", p.lead_m AS "leadM",
  p.lead_engine_s AS "leadEngineS", p.lead_days AS "leadDays", p.all_vehicles AS "allVehicles",
  ${refsSql('vehicles', 'n.id = ANY(p.vehicle_ids) AND n.deleted_at IS NULL', 'registration')} AS vehicles,
  ${refsSql('vehicle_groups', 'n.id = ANY(p.group_ids)', 'name')} AS groups, p.types,
  p.counted_from::text AS "countedFrom", p.note,
  counts."vehicleCount", counts.overdue, p.version`;
const TABLES = `service_plans p JOIN ${TODAYS} o ON o.id = p.organisation_id, ${COUNTS}`;

const SORTS = { task: 'lower(task)', vehicleCount: '"vehicleCount"', overdue: 'overdue' };

/** A page of plans. Their counts ignore the limit of the scope, so they are not for limited people. */
export async function listPlans(db: Queryable, scope: Scope, request: PageRequest): Promise<Page<ServicePlan>> {
  const values: unknown[] = [scope.organisationIds];
  const where = `p.organisation_id = ANY($1) AND p.deleted_at IS NULL${andFound(request.search, 'p.words', values)}`;
  const [page, count] = await Promise.all([
    db.query<ServicePlan>(
      `SELECT * FROM (SELECT ${COLUMNS} FROM ${TABLES} WHERE ${where}) found ${pageSql(request, SORTS, 'id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM service_plans p WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: onlyRow(count).total };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getPlan(db: Queryable, scope: Scope, id: number): Promise<ServicePlan> {
  const { rows } = await db.query<ServicePlan>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE p.id = $1 AND p.organisation_id = ANY($2) AND p.deleted_at IS NULL`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noPlan();
  return rows[0];
}

const SHOWN = 50;

/** The possible targets of a plan of the caller's organisation. */
export async function readPlanChoices(
  db: Queryable,
  scope: Scope,
  search: string,
): Promise<OperationOutput<Operations['get-service-plan-choices']>> {
  const [groups, vehicles, organisation] = await Promise.all([
    firstRows<Ref>(
      db,
      `SELECT id, name FROM vehicle_groups WHERE organisation_id = $1${andHeldGroup(scope, 'id')} ORDER BY lower(name), id`,
      [scope.organisationId],
    ),
    firstRows<Ref>(
      db,
      `SELECT v.id, v.registration AS name FROM vehicles v WHERE v.organisation_id = $1 AND v.deleted_at IS NULL
         ${andSeen(scope)} AND v.moved_at IS NULL AND ${everyWordIn('$2', registrationOf('v'))}
       ORDER BY lower(v.registration), v.id`,
      [scope.organisationId, searchPatterns(search)],
      SHOWN,
    ),
    db.query<{ today: string }>(
      'SELECT (now() AT TIME ZONE time_zone)::date::text AS today FROM organisations WHERE id = $1',
      [scope.organisationId],
    ),
  ]);
  return {
    groups: groups.rows,
    groupsTotal: groups.total,
    vehicles: vehicles.rows,
    vehiclesTotal: vehicles.total,
    ...onlyRow(organisation),
  };
}
