import type { ExpenseKind } from '@milepost/contract/expense-kinds';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { requireHere } from '../fleet/moved-vehicles.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { andHeldGroup, andSeen, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { lockBudget } from './budgets.ts';

interface BudgetInput {
  id?: number | undefined;
  kind: ExpenseKind | null;
  vehicleId: number | null;
  groupId: number | null;
  amount: number;
  firstMonth: string;
  lastMonth: string | null;
  version?: number | undefined;
}

/**
 * Adds a budget, or changes one of the scope; its organisation, and with it the currency, cannot change.
 * @throws AppError `not-found`, `invalid` at a field, `conflict` if another budget exists for the same target and
 * month, or if somebody else saved it meanwhile
 * @returns its id
 */
export function saveBudget(database: Database, scope: Scope, actor: Actor, input: BudgetInput): Promise<number> {
  return inTransaction(database, async (db) => {
    const before = input.id === undefined ? null : await lockBudget(db, scope, input.id, false);
    if (input.id !== undefined) await checkVersion(db, 'budget', input.id, input.version);
    const organisationId = await organisationFor(db, scope, input, before?.organisationId);
    if (input.vehicleId !== null) await requireHere(db, [input.vehicleId], { former: before?.vehicleId });
    if (before && before.organisationId !== organisationId) throw fieldError('invalid', { vehicleId: 'no-vehicle' });
    const id = await audited(db, actor, saving('budget', input.id), async () => {
      const { id: own, kind, vehicleId, groupId, amount, firstMonth, lastMonth } = input;
      const values = [kind, vehicleId, groupId, amount, firstMonth, lastMonth];
      if (own === undefined) {
        const made = await db.query<{ id: number }>(
          `INSERT INTO budgets (organisation_id, currency, kind, vehicle_id, group_id, amount, first_month, last_month)
           SELECT id, currency, $2, $3, $4, $5, $6, $7 FROM organisations WHERE id = $1 RETURNING id`,
          [organisationId, ...values],
        );
        return onlyRow(made).id;
      }
      await db.query(
        `UPDATE budgets SET kind = $2, vehicle_id = $3, group_id = $4, amount = $5, first_month = $6, last_month = $7,
           version = version + 1, updated_at = now() WHERE id = $1`,
        [own, ...values],
      );
      return own;
    });
    await requireAlone(db, organisationId, id);
    if (!before) await checkQuota(db, 'budget', organisationId);
    return id;
  });
}

/** Hides a budget, or restores a hidden one. @throws AppError as `saveBudget` */
export function setBudgetDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return inTransaction(database, async (db) => {
    const { organisationId } = await lockBudget(db, scope, id, !deleted);
    await setDeleted(db, actor, 'budget', id, deleted);
    if (!deleted) await requireAlone(db, organisationId, id);
  });
}

/** The organisation of the vehicle or group; otherwise unchanged, or the caller's. */
async function organisationFor(
  db: Queryable,
  scope: Scope,
  { vehicleId, groupId }: BudgetInput,
  before: number | undefined,
): Promise<number> {
  if (vehicleId === null && groupId === null) {
    // A budget of the whole organisation covers more than a limited person sees.
    if (scope.limit !== null) throw fieldError('invalid', { vehicleId: 'choose-vehicle' });
    return before ?? scope.organisationId;
  }
  const { rows } = await db.query<{ organisationId: number }>(
    vehicleId === null
      ? `SELECT g.organisation_id AS "organisationId" FROM vehicle_groups g
         WHERE g.id = $1 AND g.organisation_id = ANY($2)${andHeldGroup(scope, 'g.id')}`
      : `SELECT v.organisation_id AS "organisationId" FROM vehicles v
         WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`,
    [vehicleId ?? groupId, scope.organisationIds],
  );
  if (!rows[0]) {
    throw fieldError('invalid', vehicleId === null ? { groupId: 'group-unavailable' } : { vehicleId: 'no-vehicle' });
  }
  return rows[0].organisationId;
}

/** @throws AppError `conflict` if another budget has the same target and month */
async function requireAlone(db: Queryable, organisationId: number, id: number): Promise<void> {
  // Serialised, so that two transactions cannot both find no other budget.
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('budgets'), $1)`, [organisationId]);
  const { rowCount } = await db.query(
    `SELECT FROM budgets b JOIN budgets x ON x.organisation_id = b.organisation_id AND x.id <> b.id
       AND x.deleted_at IS NULL AND x.kind IS NOT DISTINCT FROM b.kind
       AND x.vehicle_id IS NOT DISTINCT FROM b.vehicle_id AND x.group_id IS NOT DISTINCT FROM b.group_id
       AND x.first_month <= coalesce(b.last_month, 'infinity') AND coalesce(x.last_month, 'infinity') >= b.first_month
     WHERE b.id = $1`,
    [id],
  );
  if (rowCount) throw new AppError('conflict', 'budget-overlaps');
}
