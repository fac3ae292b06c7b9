import { fault } from '@milepost/contract/fault';
import { fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { noRecord } from './plans.ts';

export interface PlanFields {
  name: string;
  /** In the smallest unit of the currency. */
  price: number;
  months: number;
  note: string | null;
}

interface PlanInput extends PlanFields {
  id?: number | undefined;
  organisationId?: number | undefined;
  currency?: string | undefined;
  version?: number | undefined;
}

/**
 * Adds a plan, or changes one of the scope; its organisation cannot change.
 * @throws AppError `not-found`, `invalid` at the price in another currency, `conflict`
 * @returns its id
 */
export function savePlan(database: Database, scope: Scope, actor: Actor, input: PlanInput): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const before = input.id === undefined ? null : await lockPlan(db, scope, input.id, false);
      if (before) await checkVersion(db, 'plan', before.id, input.version);
      const organisationId = before?.organisationId ?? organisationOf(scope, input.organisationId);
      const currency = await currencyFor(db, organisationId, input.currency, before?.currency);
      return audited(db, actor, saving('plan', before?.id), async () => {
        if (!before) {
          const id = await insertPlan(db, organisationId, { ...input, currency });
          await checkQuota(db, 'plan', organisationId);
          return id;
        }
        await db.query(
          `UPDATE plans SET name = $2, price = $3, currency = $4, months = $5, note = $6, version = version + 1,
             updated_at = now() WHERE id = $1`,
          [before.id, input.name, input.price, currency, input.months, input.note],
        );
        return before.id;
      });
    }),
  );
}

export async function insertPlan(
  db: Queryable,
  organisationId: number,
  { name, price, currency, months, note }: PlanFields & { currency: string },
): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO plans (organisation_id, name, price, currency, months, note) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [organisationId, name, price, currency, months, note],
  );
  return onlyRow(made).id;
}

/** Hides a plan, or restores a hidden one. @throws AppError as `savePlan` */
export function setPlanDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await lockPlan(db, scope, id, !deleted);
      await setDeleted(db, actor, 'plan', id, deleted);
    }),
  );
}

/** Locks the row until the transaction ends. */
async function lockPlan(db: Queryable, scope: Scope, id: number, deleted: boolean) {
  const { rows } = await db.query<{ id: number; organisationId: number; currency: string }>(
    `SELECT id, organisation_id AS "organisationId", currency FROM plans
     WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3 FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noRecord();
  return rows[0];
}

/** @throws AppError `invalid` for a currency that is neither the organisation's nor the plan's former one */
async function currencyFor(
  db: Queryable,
  organisationId: number,
  given: string | undefined,
  before: string | undefined,
): Promise<string> {
  const found = await db.query<{ currency: string }>('SELECT currency FROM organisations WHERE id = $1', [
    organisationId,
  ]);
  const own = onlyRow(found).currency;
  if (given === undefined || given === own || given === before) return given ?? own;
  throw fieldError('invalid', { price: fault('other-currency', { currency: own }) });
}
