import { idsSql, type Scope } from '../scope.ts';

/** Invoices `i` with the present day of the customer `o`. */
export const INVOICE_TABLES = `invoices i
  JOIN (SELECT id, (now() AT TIME ZONE time_zone)::date AS today FROM organisations OFFSET 0) o ON o.id = i.organisation_id`;

/** SQL: true when an invoice `i` bills its period; a fully credited one does not. */
export const BILLS = 'i.cancelled_at IS NULL AND NOT (i.credited > 0 AND i.credited = i.net + i.tax)';

/** SQL of the open amount of an invoice `i`; negative: a repayment is due. */
export const OPEN = 'i.net + i.tax - i.credited - i.paid';

/** SQL of the state of an invoice `i`. */
export const INVOICE_STATE = `CASE WHEN i.cancelled_at IS NOT NULL THEN 'cancelled'
  WHEN i.credited > 0 AND i.credited = i.net + i.tax THEN 'credited'
  WHEN i.paid >= i.net + i.tax - i.credited THEN 'paid' WHEN i.due_day < o.today THEN 'overdue' ELSE 'open' END`;

export const invoiceColumns = (scope: Scope): string => `i.id, i.subscription_id AS "subscriptionId", i.number,
  i.organisation_id AS "organisationId", i.organisation_name AS "organisationName", i.issuer_id AS "issuerId",
  i.issuer_name AS "issuerName", i.day::text, i.due_day::text AS "dueDay", i.from_day::text AS "fromDay",
  i.until_day::text AS "untilDay", i.currency, i.net, i.tax, i.net + i.tax AS total, i.paid,
  i.credited,
  ${INVOICE_STATE} AS state, i.cancel_reason AS "cancelReason", i.note,
  i.issuer_id = ANY(${idsSql(scope.organisationIds)}) AS "mayChange"`;
