import { fault } from '@milepost/contract/fault';
import { lineAmounts, MAX_CREDIT_NOTES } from '@milepost/contract/subscription-kinds';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { type InvoiceInput, lockInvoice } from './change-invoices.ts';

interface CreditNoteInput extends Pick<InvoiceInput, 'day' | 'lines'> {
  invoiceId: number;
  reason: string;
}

type Line = InvoiceInput['lines'][number] & { net: number; tax: number };

/**
 * Issues a credit note with the next number of the seller.
 * @throws AppError `not-found`, `denied` for people who did not issue the invoice, `conflict` if it is cancelled,
 * `invalid` for more than is left of it
 * @returns its id
 */
export function createCreditNote(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: CreditNoteInput,
): Promise<number> {
  return inTransaction(database, async (db) => {
    await lockInvoice(db, scope, input.invoiceId);
    const { older, notes } = onlyRow(
      await db.query<{ older: boolean; notes: number }>(
        `SELECT i.day > $2::date AS older, (SELECT count(*)::int FROM credit_notes WHERE invoice_id = i.id) AS notes
         FROM invoices i WHERE i.id = $1`,
        [input.invoiceId, input.day],
      ),
    );
    if (older) throw fieldError('invalid', { day: 'credit-before-invoice' });
    if (notes >= MAX_CREDIT_NOTES)
      throw new AppError('conflict', fault('most-credit-notes', { most: MAX_CREDIT_NOTES }));
    const lines = fitted(input.lines, await readLeft(db, input.invoiceId));
    return audited(db, actor, { subject: 'credit-note', id: null, action: 'create' }, () => insert(db, input, lines));
  });
}

interface Left {
  net: number;
  tax: number;
}

/** The remaining amounts of an invoice by tax rate. */
async function readLeft(db: Queryable, invoiceId: number): Promise<Map<number, Left>> {
  const { rows } = await db.query<Left & { rate: number }>(
    `SELECT tax_rate AS rate, sum(net)::bigint AS net, sum(tax)::bigint AS tax FROM (
       SELECT tax_rate, net, tax FROM invoice_lines WHERE invoice_id = $1
       UNION ALL
       SELECT l.tax_rate, -l.net, -l.tax FROM credit_note_lines l JOIN credit_notes n ON n.id = l.credit_note_id
       WHERE n.invoice_id = $1) lines GROUP BY tax_rate`,
    [invoiceId],
  );
  return new Map(rows.map(({ rate, ...left }) => [rate, left]));
}

/**
 * The lines with their amounts. The taxes of several parts, each rounded separately, can add up to more or less than
 * that of the whole: at each rate, the last lines compensate for it, so that a full cancellation leaves nothing. No
 * line is negative.
 */
function fitted(lines: CreditNoteInput['lines'], left: ReadonlyMap<number, Left>): Line[] {
  const amounts = lines.map((line) => ({ ...line, ...lineAmounts(line) }));
  if (amounts.every(({ net, tax }) => net + tax === 0)) throw fieldError('invalid', { lines: 'credit-nothing' });
  for (const [rate, ofRate] of Map.groupBy(amounts, ({ taxRate }) => taxRate)) {
    const rest = left.get(rate) ?? { net: 0, tax: 0 };
    const net = ofRate.reduce((sum, line) => sum + line.net, 0);
    const tax = ofRate.reduce((sum, line) => sum + line.tax, 0);
    if (net > rest.net) throw fieldError('invalid', { lines: 'credit-most' });
    let off = (net === rest.net ? rest.tax : Math.min(tax, rest.tax)) - tax;
    for (const line of ofRate.toReversed()) {
      const change = Math.max(off, -line.tax);
      line.tax += change;
      off -= change;
    }
  }
  return amounts;
}

/** Reserves the number by locking the seller's row, like an invoice. */
async function insert(db: Queryable, input: CreditNoteInput, lines: readonly Line[]): Promise<number> {
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0);
  const made = await db.query<{ id: number }>(
    `WITH issuer AS (UPDATE organisations SET last_credit_note = last_credit_note + 1
                     WHERE id = (SELECT issuer_id FROM invoices WHERE id = $1) RETURNING id, last_credit_note)
     INSERT INTO credit_notes (invoice_id, issuer_id, number, day, reason, net, tax)
     SELECT $1, issuer.id, issuer.last_credit_note, $2, $3, $4, $5 FROM issuer RETURNING id`,
    [input.invoiceId, input.day, input.reason, net, tax],
  );
  const { id } = onlyRow(made);
  for (const [position, line] of lines.entries()) {
    await db.query(
      `INSERT INTO credit_note_lines (credit_note_id, position, text, quantity, unit_price, tax_rate, net, tax)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, position, line.text, line.quantity, line.unitPrice, line.taxRate, line.net, line.tax],
    );
  }
  await db.query('UPDATE invoices SET credited = credited + $2 WHERE id = $1', [input.invoiceId, net + tax]);
  return id;
}
