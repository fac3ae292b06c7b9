import { fault } from '@milepost/contract/fault';
import { invoiceAmounts, lineAmounts } from '@milepost/contract/subscription-kinds';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { linkFiles } from '../files/link-files.ts';
import type { Viewer } from '../files/records.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { lockSubscription } from './change-subscriptions.ts';
import { BILLS, OPEN } from './invoice-rows.ts';
import { noRecord } from './plans.ts';

interface Line {
  text: string;
  quantity: number;
  unitPrice: number;
  taxRate: number;
}

export interface InvoiceInput {
  subscriptionId: number;
  day: string;
  dueDay: string;
  fromDay: string;
  untilDay: string;
  lines: readonly Line[];
  organisationDetails: string | null;
  issuerDetails: string | null;
  note: string | null;
}

/**
 * Issues an invoice with the next number of the seller, with its files. No day of a subscription is billed twice, and
 * none after its last.
 * @throws AppError `not-found`, `denied` for people who do not sell it, `invalid` for days after its last, `conflict`
 * if the time is billed already
 * @returns its id
 */
export function createInvoice(
  database: Database,
  viewer: Viewer,
  actor: Actor,
  input: InvoiceInput & { fileIds: readonly number[] },
): Promise<number> {
  return inTransaction(database, async (db) => {
    await lockSubscription(db, viewer.scope, input.subscriptionId, false);
    const ended = await db.query('SELECT FROM subscriptions WHERE id = $1 AND until_day < $2::date', [
      input.subscriptionId,
      input.untilDay,
    ]);
    if (ended.rowCount) throw fieldError('invalid', { untilDay: 'after-subscription' });
    const billed = await db.query<{ number: number }>(
      `SELECT i.number FROM invoices i WHERE i.subscription_id = $1 AND ${BILLS}
         AND daterange(i.from_day, i.until_day, '[]') && daterange($2, $3, '[]') ORDER BY i.number LIMIT 1`,
      [input.subscriptionId, input.fromDay, input.untilDay],
    );
    if (billed.rows[0]) {
      throw fieldError('conflict', { fromDay: fault('invoice-overlaps', { number: String(billed.rows[0].number) }) });
    }
    const entry = { subject: 'invoice', id: null, action: 'create' } as const;
    const id = await audited(db, actor, entry, () => insertInvoice(db, input));
    if (input.fileIds.length > 0) {
      await linkFiles(db, viewer, actor, { recordKind: 'invoice', recordId: id }, input.fileIds);
    }
    return id;
  });
}

/** Reserves the number by locking the seller's row: concurrent transactions wait, so that there are no gaps. */
export async function insertInvoice(db: Queryable, input: InvoiceInput): Promise<number> {
  const { net, tax } = invoiceAmounts(input.lines);
  const made = await db.query<{ id: number }>(
    `WITH sold AS (SELECT * FROM subscriptions WHERE id = $1),
     issuer AS (UPDATE organisations SET last_invoice = last_invoice + 1 WHERE id = (SELECT seller_id FROM sold)
                RETURNING id, name, last_invoice)
     INSERT INTO invoices (subscription_id, organisation_id, organisation_name, organisation_details, issuer_id,
       issuer_name, issuer_details, number, day, due_day, from_day, until_day, currency, net, tax, note)
     SELECT sold.id, o.id, o.name, $2, issuer.id, issuer.name, $3, issuer.last_invoice, $4, $5, $6, $7, sold.currency,
       $8, $9, $10
     FROM sold JOIN organisations o ON o.id = sold.organisation_id, issuer RETURNING id`,
    [
      input.subscriptionId,
      input.organisationDetails,
      input.issuerDetails,
      input.day,
      input.dueDay,
      input.fromDay,
      input.untilDay,
      net,
      tax,
      input.note,
    ],
  );
  const { id } = onlyRow(made);
  for (const [position, line] of input.lines.entries()) {
    const amounts = lineAmounts(line);
    await db.query(
      `INSERT INTO invoice_lines (invoice_id, position, text, quantity, unit_price, tax_rate, net, tax)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, position, line.text, line.quantity, line.unitPrice, line.taxRate, amounts.net, amounts.tax],
    );
  }
  return id;
}

/**
 * Locks an invoice until the transaction ends.
 * @throws AppError `not-found`, `denied` for people who did not issue it, `conflict` if it is cancelled
 * @returns the paid and the open amount, negative if a repayment is due
 */
export async function lockInvoice(db: Queryable, scope: Scope, id: number): Promise<{ paid: number; open: number }> {
  const { rows } = await db.query<{ issuerId: number; paid: number; open: number; cancelled: boolean }>(
    `SELECT issuer_id AS "issuerId", paid, ${OPEN} AS open, cancelled_at IS NOT NULL AS cancelled FROM invoices i
     WHERE id = $1 AND organisation_id = ANY($2) FOR UPDATE`,
    [id, scope.organisationIds],
  );
  const [invoice] = rows;
  if (!invoice) throw noRecord();
  if (!scope.organisationIds.includes(invoice.issuerId)) throw new AppError('denied', 'sellers-only');
  if (invoice.cancelled) throw new AppError('conflict', 'invoice-cancelled');
  return { paid: invoice.paid, open: invoice.open };
}
