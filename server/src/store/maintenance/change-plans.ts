import type { VehicleType } from '@milepost/contract/vehicle-operations';
import { fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { noPlan } from './plan-rows.ts';
import { refreshDues } from './refresh-dues.ts';

export interface PlanFields {
  task: string;
  everyM: number | null;
  everyEngineS: number | null;
  everyMonths: number | null;
  leadM: number | null;
  leadEngineS: number | null;
  leadDays: number;
  allVehicles: boolean;
  vehicleIds: readonly number[];
  groupIds: readonly number[];
  types: readonly VehicleType[];
  countedFrom: string;
  note: string | null;
}

export interface PlanInput extends PlanFields {
  id?: number | undefined;
  version?: number | undefined;
}

/**
 * Adds a plan of the caller's organisation, or changes one of the scope, and computes its dues.
 * @throws AppError `not-found`, `invalid` at a field, `conflict` if somebody else saved it meanwhile
 * @returns its id
 */
export const savePlan = (database: Database, scope: Scope, actor: Actor, input: PlanInput): Promise<number> =>
  inTransaction(database, (db) => savePlanIn(db, scope, actor, input));

/** The same in the caller's transaction. */
export async function savePlanIn(db: Queryable, scope: Scope, actor: Actor, input: PlanInput): Promise<number> {
  const before = input.id === undefined ? null : await lockPlan(db, scope, input.id, false);
  if (before) await checkVersion(db, 'service-plan', before.id, input.version);
  const organisationId = before?.organisationId ?? scope.organisationId;
  await checkTargets(db, organisationId, input);
  const id = await audited(db, actor, saving('service-plan', before?.id), () =>
    before ? updatePlan(db, before.id, input) : insertPlan(db, organisationId, input),
  );
  if (!before) await checkQuota(db, 'service-plan', organisationId);
  await refreshDues(db, id);
  return id;
}

/** Hides a plan, or restores a hidden one. @throws AppError `not-found` */
export function setPlanDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return inTransaction(database, async (db) => {
    await lockPlan(db, scope, id, !deleted);
    await setDeleted(db, actor, 'service-plan', id, deleted);
    await refreshDues(db, id);
  });
}

/** Locks the row until the transaction ends. */
export async function lockPlan(
  db: Queryable,
  scope: Scope,
  id: number,
  deleted: boolean,
): Promise<{ id: number; organisationId: number }> {
  const { rows } = await db.query<{ id: number; organisationId: number }>(
    `SELECT id, organisation_id AS "organisationId" FROM service_plans
     WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3 FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noPlan();
  return rows[0];
}

/** @throws AppError `invalid` for a vehicle or group that the organisation does not have */
async function checkTargets(db: Queryable, organisationId: number, { vehicleIds, groupIds }: PlanInput): Promise<void> {
  const { rows } = await db.query<{ vehicles: number; groups: number }>(
    `SELECT (SELECT count(*)::int FROM vehicles WHERE id = ANY($2) AND organisation_id = $1 AND deleted_at IS NULL) AS vehicles,
            (SELECT count(*)::int FROM vehicle_groups WHERE id = ANY($3) AND organisation_id = $1) AS groups`,
    [organisationId, vehicleIds, groupIds],
  );
  if ((rows[0]?.vehicles ?? 0) < new Set(vehicleIds).size) throw fieldError('invalid', { vehicleIds: 'no-vehicle' });
  if ((rows[0]?.groups ?? 0) < new Set(groupIds).size) throw fieldError('invalid', { groupIds: 'no-group' });
}

/** A plan for all vehicles lists none. */
function fieldValues(input: PlanFields): unknown[] {
  const { task, everyM, everyEngineS, everyMonths, leadM, leadEngineS, leadDays, allVehicles, countedFrom, note } =
    input;
  const { vehicleIds, groupIds, types } = allVehicles ? { vehicleIds: [], groupIds: [], types: [] } : input;
  return [
    task,
    everyM,
    everyEngineS,
    everyMonths,
    leadM,
    leadEngineS,
    leadDays,
    allVehicles,
    vehicleIds,
    groupIds,
    types,
    countedFrom,
    note,
  ];
}

export async function insertPlan(db: Queryable, organisationId: number, input: PlanFields): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO service_plans (organisation_id, task, every_m, every_engine_s, every_months, lead_m, lead_engine_s,
       lead_days, all_vehicles, vehicle_ids, group_ids, types, counted_from, note)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
    [organisationId, ...fieldValues(input)],
  );
  return onlyRow(made).id;
}

async function updatePlan(db: Queryable, id: number, input: PlanFields): Promise<number> {
  await db.query(
    `UPDATE service_plans SET task = $2, every_m = $3, every_engine_s = $4, every_months = $5, lead_m = $6,
       lead_engine_s = $7, lead_days = $8, all_vehicles = $9, vehicle_ids = $10, group_ids = $11, types = $12,
       counted_from = $13, note = $14, version = version + 1, updated_at = now() WHERE id = $1`,
    [id, ...fieldValues(input)],
  );
  return id;
}
