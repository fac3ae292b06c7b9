import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { lockInvoice } from './change-invoices.ts';
import { noRecord } from './plans.ts';

export interface PaymentInput {
  invoiceId: number;
  day: string;
  /** In the smallest unit of the invoice's currency. */
  amount: number;
  /** A repayment. */
  back?: boolean | undefined;
  /** The open amount that the caller saw; left out: not checked. */
  seenOpen?: number | undefined;
  reference: string;
}

/**
 * Records a payment of an invoice, or a repayment.
 * @throws AppError `not-found`, `denied` for people who did not issue it, `conflict` if it is cancelled or another
 * payment was recorded meanwhile, `invalid` if it exceeds the open amount
 * @returns its id
 */
export function recordPayment(database: Database, scope: Scope, actor: Actor, input: PaymentInput): Promise<number> {
  return inTransaction(database, async (db) => {
    const { open } = await lockInvoice(db, scope, input.invoiceId);
    // Prevents two people from recording the same transfer.
    if (input.seenOpen !== undefined && input.seenOpen !== open) throw new AppError('conflict', 'payment-meanwhile');
    if (input.back && input.amount > -open) throw fieldError('invalid', { amount: 'payment-back-most' });
    if (!input.back && input.amount > open) throw fieldError('invalid', { amount: 'payment-most' });
    return audited(db, actor, { subject: 'payment', id: null, action: 'create' }, () => insertPayment(db, input));
  });
}

export async function insertPayment(db: Queryable, input: PaymentInput): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO payments (organisation_id, invoice_id, day, amount, currency, reference)
     SELECT organisation_id, id, $2, $3, currency, $4 FROM invoices WHERE id = $1 RETURNING id`,
    [input.invoiceId, input.day, input.back ? -input.amount : input.amount, input.reference],
  );
  await sumPayments(db, input.invoiceId);
  return onlyRow(made).id;
}

/** Cancels a payment, or records it again. @throws AppError as `recordPayment`, `conflict` if it was repaid */
export function setPaymentDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ invoiceId: number; amount: number }>(
      `SELECT invoice_id AS "invoiceId", amount FROM payments
       WHERE id = $1 AND organisation_id = ANY($2) AND invoice_id IS NOT NULL AND (deleted_at IS NOT NULL) = $3`,
      [id, scope.organisationIds, !deleted],
    );
    if (!rows[0]) throw noRecord();
    const { invoiceId, amount } = rows[0];
    const { paid, open } = await lockInvoice(db, scope, invoiceId);
    if (!deleted && amount > 0 && amount > open) throw fieldError('conflict', { amount: 'payment-most' });
    if (!deleted && amount < 0 && amount < open) throw fieldError('conflict', { amount: 'payment-back-most' });
    if (deleted && amount > paid) throw new AppError('conflict', 'payment-back');
    await setDeleted(db, actor, 'payment', id, deleted);
    await sumPayments(db, invoiceId);
  });
}

/** Writes the paid total of an invoice, which is locked, so that lists need not sum it. */
async function sumPayments(db: Queryable, invoiceId: number): Promise<void> {
  await db.query(
    `UPDATE invoices SET paid = (SELECT coalesce(sum(amount), 0) FROM payments WHERE invoice_id = $1 AND deleted_at IS NULL)
     WHERE id = $1`,
    [invoiceId],
  );
}
