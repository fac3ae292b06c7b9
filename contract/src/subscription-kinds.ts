// This file does not import zod, because the browser offers its values as filters.

/** The state of a subscription today: expired, expiring soon, running, or not begun. */
export const SUBSCRIPTION_STATES = ['expired', 'due', 'running', 'coming'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** A subscription expires soon from this many days before its last one on. */
export const RUNS_OUT_DAYS = 30;
/** The days before the last one on which people are reminded. */
export const RUN_OUT_REMINDER_DAYS: readonly number[] = [30, 7, 1, 0];

/** The state of an invoice today. */
export const INVOICE_STATES = ['overdue', 'open', 'paid', 'credited', 'cancelled'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** The most credit notes of one invoice. */
export const MAX_CREDIT_NOTES = 50;

/** The most lines of one invoice, and the most vehicles listed in a subscription. */
export const MAX_INVOICE_LINES = 30;
export const MAX_COVERED_VEHICLES = 5000;

/** The highest tax rate, in hundredths of a per cent. */
export const MAX_TAX_RATE = 10_000;

/** The amounts of an invoice line in the smallest unit: its tax is rounded separately, halves up. */
export function lineAmounts(line: { quantity: number; unitPrice: number; taxRate: number }): {
  net: number;
  tax: number;
} {
  const net = line.quantity * line.unitPrice;
  return { net, tax: Number((BigInt(net) * BigInt(line.taxRate) + BigInt(MAX_TAX_RATE / 2)) / BigInt(MAX_TAX_RATE)) };
}

/** The amounts of an invoice. */
export function invoiceAmounts(lines: readonly { quantity: number; unitPrice: number; taxRate: number }[]): {
  net: number;
  tax: number;
} {
  const amounts = lines.map(lineAmounts);
  return {
    net: amounts.reduce((sum, { net }) => sum + net, 0),
    tax: amounts.reduce((sum, { tax }) => sum + tax, 0),
  };
}
