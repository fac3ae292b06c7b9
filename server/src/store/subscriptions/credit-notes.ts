import type { CreditNote } from '@milepost/contract/invoice-routes';
import { MOST_CREDIT_NOTES } from '@milepost/contract/subscription-kinds';
import type { Queryable } from '../database.ts';

/** The credit notes of a visible invoice, oldest first. */
export async function listCreditNotes(db: Queryable, invoiceId: number): Promise<CreditNote[]> {
  const { rows } = await db.query<CreditNote>(
    `SELECT n.id, n.number, n.day::text, n.reason, n.net, n.tax, n.net + n.tax AS total,
            (SELECT jsonb_agg(jsonb_build_object('text', l.text, 'quantity', l.quantity, 'unitPrice', l.unit_price,
               'taxRate', l.tax_rate, 'net', l.net, 'tax', l.tax) ORDER BY l.position)
             FROM credit_note_lines l WHERE l.credit_note_id = n.id) AS lines
     FROM credit_notes n WHERE n.invoice_id = $1 ORDER BY n.number LIMIT ${MOST_CREDIT_NOTES}`,
    [invoiceId],
  );
  return rows;
}
