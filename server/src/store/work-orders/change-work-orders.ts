import type { WorkOrderState } from '@milepost/contract/maintenance-kinds';
import { fault } from '@milepost/contract/fault';
import { priceOf } from '@milepost/contract/money';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { requireHere } from '../fleet/moved-vehicles.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { markOutOfService, readOutOfService } from './mark-out-of-service.ts';
import { putBackInService } from './off-road.ts';
import { andSeenOrder, noOrder } from './work-order-rows.ts';
import { isContactSeen } from '../contacts/contacts.ts';

export interface WorkTask {
  text: string;
  planId: number | null;
  done: boolean;
}

export interface WorkPart {
  name: string;
  quantity: number;
  price: number;
}

export interface OrderFields {
  title: string;
  state: Exclude<WorkOrderState, 'done'>;
  vehicleId: number;
  vendorId: number | null;
  tasks: readonly WorkTask[];
  parts: readonly WorkPart[];
  labourHours: number | null;
  labourCost: number | null;
  outFrom: string | null;
  outTo: string | null;
  note: string | null;
}

export interface OrderInput extends Omit<OrderFields, 'vehicleId'> {
  id?: number | undefined;
  vehicleId: number | null;
  currency: string | null;
  version?: number | undefined;
}

export interface StoredOrder {
  id: number;
  organisationId: number;
  vehicleId: number;
  state: WorkOrderState;
  currency: string;
  expenseId: number | null;
}

/** The cost of parts and labour, in the smallest unit of the currency. */
export const costOf = ({ parts, labourCost }: Pick<OrderFields, 'parts' | 'labourCost'>): number =>
  parts.reduce((sum, { quantity, price }) => sum + priceOf(quantity, price), labourCost ?? 0);

/**
 * Adds a work order, or changes one of the scope that is not completed; its organisation cannot change.
 * @throws AppError `not-found`, `invalid` at a field, `conflict` if it is completed or somebody else saved it meanwhile
 * @returns its id
 */
export function saveWorkOrder(database: Database, scope: Scope, actor: Actor, input: OrderInput): Promise<number> {
  return inTransaction(database, async (db) => {
    const before = input.id === undefined ? null : await lockOrder(db, scope, input.id, false);
    if (before) await checkVersion(db, 'work-order', before.id, input.version);
    if (before?.state === 'done') throw new AppError('conflict', 'work-order-done');
    const { organisationId, currency: own } = await checkHolder(db, scope, input);
    if (input.vehicleId !== null) await requireHere(db, [input.vehicleId], { former: before?.vehicleId });
    if (before && before.organisationId !== organisationId) throw fieldError('invalid', { vehicleId: 'no-vehicle' });
    const currency = input.currency ?? before?.currency ?? own;
    if (currency !== own && currency !== before?.currency) {
      throw fieldError('invalid', { labourCost: fault('other-currency', { currency: own }) });
    }
    const fields = { ...input, vehicleId: input.vehicleId ?? 0, currency };
    const out = before && (await readOutOfService(db, before.id));
    const id = await audited(db, actor, saving('work-order', before?.id), () =>
      before ? updateOrder(db, before.id, fields) : insertOrder(db, organisationId, fields, actor.userId),
    );
    const after = await readOutOfService(db, id);
    await markOutOfService(db, out, after);
    if (after === null || after.vehicleId !== out?.vehicleId) await putBackInService(db, actor, id);
    return id;
  });
}

/**
 * Hides a work order, or restores a hidden one.
 * @throws AppError `not-found`, `conflict` for a completed one
 * @returns its organisation
 */
export function setWorkOrderDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<number> {
  return inTransaction(database, async (db) => {
    const { state, organisationId } = await lockOrder(db, scope, id, !deleted);
    if (state === 'done') throw new AppError('conflict', 'work-order-done');
    const out = await readOutOfService(db, id);
    await setDeleted(db, actor, 'work-order', id, deleted);
    await markOutOfService(db, out, await readOutOfService(db, id));
    if (deleted) await putBackInService(db, actor, id);
    return organisationId;
  });
}

/** Locks the row until the transaction ends. @throws AppError `not-found` */
export async function lockOrder(db: Queryable, scope: Scope, id: number, deleted: boolean): Promise<StoredOrder> {
  const { rows } = await db.query<StoredOrder>(
    `SELECT w.id, w.organisation_id AS "organisationId", w.vehicle_id AS "vehicleId", w.state, w.currency,
            w.expense_id AS "expenseId"
     FROM work_orders w WHERE w.id = $1 AND w.organisation_id = ANY($2) AND (w.deleted_at IS NOT NULL) = $3
       ${andSeenOrder(scope)} FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noOrder();
  return rows[0];
}

/**
 * The organisation of the vehicle and its currency. @throws AppError `invalid` at a record that does not exist or is
 * not visible
 */
async function checkHolder(
  db: Queryable,
  scope: Scope,
  { vehicleId, vendorId, tasks }: OrderInput,
): Promise<{ organisationId: number; currency: string }> {
  const { rows } = await db.query<{ organisationId: number; currency: string }>(
    `SELECT v.organisation_id AS "organisationId", o.currency FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
     WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`,
    [vehicleId, scope.organisationIds],
  );
  const [vehicle] = rows;
  if (!vehicle) throw fieldError('invalid', { vehicleId: 'no-vehicle' });
  if (!(await isContactSeen(db, scope, vendorId))) throw fieldError('invalid', { vendorId: 'no-contact' });
  const planIds = [...new Set(tasks.flatMap(({ planId }) => planId ?? []))];
  const plans = await db.query(
    'SELECT FROM service_plans WHERE id = ANY($1) AND organisation_id = $2 AND deleted_at IS NULL',
    [planIds, vehicle.organisationId],
  );
  if (plans.rowCount !== planIds.length) throw fieldError('invalid', { tasks: 'no-service-plan' });
  return vehicle;
}

type Written = OrderFields & { currency: string };

const fieldValues = (written: Written): unknown[] => [
  written.vehicleId,
  written.title,
  written.state,
  written.vendorId,
  JSON.stringify(written.tasks),
  JSON.stringify(written.parts),
  written.labourHours,
  written.labourCost,
  costOf(written),
  written.currency,
  written.outFrom,
  written.outTo,
  written.note,
];

export async function insertOrder(
  db: Queryable,
  organisationId: number,
  written: Written,
  userId: number | null,
): Promise<number> {
  // Serialised, so that numbers have no gaps and no duplicates.
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('work_orders'), $1)`, [organisationId]);
  const made = await db.query<{ id: number }>(
    `INSERT INTO work_orders (organisation_id, created_by, number, vehicle_id, title, state, vendor_id, tasks, parts,
       labour_hours, labour_cost, cost, currency, out_from, out_to, note)
     SELECT $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
     FROM work_orders WHERE organisation_id = $1 RETURNING id`,
    [organisationId, userId, ...fieldValues(written)],
  );
  return onlyRow(made).id;
}

async function updateOrder(db: Queryable, id: number, written: Written): Promise<number> {
  await db.query(
    `UPDATE work_orders SET vehicle_id = $2, title = $3, state = $4, vendor_id = $5, tasks = $6, parts = $7,
       labour_hours = $8, labour_cost = $9, cost = $10, currency = $11, out_from = $12, out_to = $13, note = $14,
       version = version + 1, updated_at = now() WHERE id = $1`,
    [id, ...fieldValues(written)],
  );
  return id;
}
