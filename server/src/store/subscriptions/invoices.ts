import type { CreditNote, Invoice, InvoiceLine, Payment } from '@milepost/contract/invoice-operations';
import { type InvoiceState, MAX_CREDIT_NOTES } from '@milepost/contract/subscription-kinds';
import type { Queryable } from '../database.ts';
import { firstRows, type Page, type PageRequest, pageSql } from '../page.ts';
import type { Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import { INVOICE_STATE, INVOICE_TABLES, invoiceColumns } from './invoice-rows.ts';
import { noRecord } from './plans.ts';

/** Invoices of customers in the scope: the seller can be above it. */
const IS_SEEN = 'i.organisation_id = ANY($1)';

const SORTS = {
  day: 'i.day',
  number: 'i.number',
  organisation: 'lower(i.organisation_name)',
  dueDay: 'i.due_day',
  total: 'i.net + i.tax',
};

interface InvoiceRequest extends PageRequest {
  state?: InvoiceState | undefined;
  subscriptionId?: number | undefined;
}

/** A page of invoices. Every word of the search can match number, names, address or note. */
export async function listInvoices(db: Queryable, scope: Scope, request: InvoiceRequest): Promise<Page<Invoice>> {
  const values: unknown[] = [scope.organisationIds, request.state ?? null, request.subscriptionId ?? null];
  const where = `${IS_SEEN} AND ($2::text IS NULL OR ${INVOICE_STATE} = $2)
    AND ($3::int IS NULL OR i.subscription_id = $3)${andFound(request.search, 'i.words', values)}`;
  const [page, count] = await Promise.all([
    db.query<Invoice>(
      `SELECT ${invoiceColumns(scope)} FROM ${INVOICE_TABLES} WHERE ${where} ${pageSql(request, SORTS, 'i.id', { nulls: false })}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${INVOICE_TABLES} WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` outside the scope */
export async function getInvoice(db: Queryable, scope: Scope, id: number): Promise<Invoice> {
  const { rows } = await db.query<Invoice>(
    `SELECT ${invoiceColumns(scope)} FROM ${INVOICE_TABLES} WHERE ${IS_SEEN} AND i.id = $2`,
    [scope.organisationIds, id],
  );
  if (!rows[0]) throw noRecord();
  return rows[0];
}

/** An invoice with all its details, credit notes and payments. @throws AppError as `getInvoice` */
export async function getInvoiceDetails(db: Queryable, scope: Scope, id: number) {
  const invoice = await getInvoice(db, scope, id);
  const [details, lines, creditNotes, payments] = await Promise.all([
    db.query<{ organisationDetails: string | null; issuerDetails: string | null }>(
      `SELECT organisation_details AS "organisationDetails", issuer_details AS "issuerDetails"
       FROM invoices WHERE id = $1`,
      [id],
    ),
    db.query<InvoiceLine>(
      `SELECT text, quantity, unit_price AS "unitPrice", tax_rate AS "taxRate", net, tax
       FROM invoice_lines WHERE invoice_id = $1 ORDER BY position`,
      [id],
    ),
    listCreditNotes(db, id),
    firstRows<Payment>(
      db,
      `SELECT id, day::text, amount, reference FROM payments WHERE invoice_id = $1 AND deleted_at IS NULL
       ORDER BY day, id`,
      [id],
    ),
  ]);
  const { organisationDetails = null, issuerDetails = null } = details.rows[0] ?? {};
  return {
    invoice,
    organisationDetails,
    issuerDetails,
    lines: lines.rows,
    creditNotes,
    payments: payments.rows,
    paymentsTotal: payments.total,
  };
}

/** The credit notes of a visible invoice, oldest first. */
async function listCreditNotes(db: Queryable, invoiceId: number): Promise<CreditNote[]> {
  const { rows } = await db.query<CreditNote>(
    `SELECT n.id, n.number, n.day::text, n.reason, n.net, n.tax, n.net + n.tax AS total,
            (SELECT jsonb_agg(jsonb_build_object('text', l.text, 'quantity', l.quantity, 'unitPrice', l.unit_price,
               'taxRate', l.tax_rate, 'net', l.net, 'tax', l.tax) ORDER BY l.position)
             FROM credit_note_lines l WHERE l.credit_note_id = n.id) AS lines
     FROM credit_notes n WHERE n.invoice_id = $1 ORDER BY n.number LIMIT ${MAX_CREDIT_NOTES}`,
    [invoiceId],
  );
  return rows;
}
