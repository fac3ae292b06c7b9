// Without zod: the browser offers them as filters.

/** How a subscription stands today: run out, running out soon, running, or not begun. */
export const SUBSCRIPTION_STATES = ['expired', 'due', 'running', 'coming'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** So many days before its last one a subscription runs out soon. */
export const RUNS_OUT_DAYS = 30;
/** So many days before the last one people are reminded. */
export const RUN_OUT_REMINDER_DAYS: readonly number[] = [30, 7, 1, 0];

/** How an invoice stands today. */
export const INVOICE_STATES = ['overdue', 'open', 'paid', 'credited', 'cancelled'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** Most credit notes of one invoice. */
export const MOST_CREDIT_NOTES = 50;

/** Most lines of one invoice, and most vehicles that a subscription names. */
export const MOST_LINES = 30;
export const MOST_COVERED = 5000;

/** Highest rate of tax, in hundredths of a per cent. */
export const FULL_RATE = 10_000;

/** What a line of an invoice comes to, in the smallest unit: its tax is rounded by itself, halves up. */
export function lineAmounts(line: { quantity: number; unitPrice: number; taxRate: number }): {
  net: number;
  tax: number;
} {
  const net = line.quantity * line.unitPrice;
  return { net, tax: Number((BigInt(net) * BigInt(line.taxRate) + BigInt(FULL_RATE / 2)) / BigInt(FULL_RATE)) };
}

/** What an invoice comes to. */
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
