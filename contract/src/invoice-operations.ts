import { z } from 'zod';
import { Money } from './amount.ts';
import { Empty, Id, listInput, listOutput, optionalDay, optionalLines, optionalText, text } from './common.ts';
import { faultCode } from './fault.ts';
import { MAX_MONEY } from './money.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { MAX_TAX_RATE, INVOICE_STATES, invoiceAmounts, MAX_INVOICE_LINES } from './subscription-kinds.ts';

/** A bill from one organisation to another. It is never changed: errors are corrected by a credit note. */
export const Invoice = z.object({
  id: Id,
  subscriptionId: Id,
  /** Numbered without gaps for each billing organisation. */
  number: z.number().int(),
  /** The billed organisation, with its name on that day. */
  organisationId: Id,
  organisationName: z.string(),
  issuerId: Id,
  issuerName: z.string(),
  day: z.iso.date(),
  dueDay: z.iso.date(),
  /** The billed period. */
  fromDay: z.iso.date(),
  untilDay: z.iso.date(),
  currency: z.string(),
  /** In the smallest unit of `currency`, like all amounts. */
  net: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  paid: z.number().int(),
  /**
   * The part of the total that credit notes cancelled. If more was paid than remains, the difference has to be repaid.
   */
  credited: z.number().int(),
  state: z.enum(INVOICE_STATES),
  /** For an invoice that was cancelled before credit notes existed. */
  cancelReason: z.string().nullable(),
  note: z.string().nullable(),
  /** True if the caller belongs to the billing organisation. */
  mayChange: z.boolean(),
});
export type Invoice = z.infer<typeof Invoice>;

const whole = (least: number, most: number) =>
  z
    .number(faultCode('enter-number'))
    .int(faultCode('enter-whole-number'))
    .min(least, faultCode('at-least'))
    .max(most, faultCode('at-most'));

const LineInput = z.object({
  text: text(200),
  quantity: whole(1, 1_000_000),
  unitPrice: Money,
  /** In hundredths of a per cent: 1800 is 18%. */
  taxRate: whole(0, MAX_TAX_RATE),
});
export const InvoiceLine = z.object({
  text: z.string(),
  quantity: z.number().int(),
  unitPrice: z.number().int(),
  taxRate: z.number().int(),
  net: z.number().int(),
  tax: z.number().int(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** Cancels all or part of an invoice. Like the invoice, it is never changed. */
export const CreditNote = z.object({
  id: Id,
  /** Numbered without gaps for each billing organisation, separately from invoices. */
  number: z.number().int(),
  day: z.iso.date(),
  reason: z.string(),
  net: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  lines: z.array(InvoiceLine),
});
export type CreditNote = z.infer<typeof CreditNote>;

export const Payment = z.object({
  id: Id,
  day: z.iso.date(),
  /** Negative: a repayment. */
  amount: z.number().int(),
  reference: z.string(),
});
export type Payment = z.infer<typeof Payment>;

const chosenDay = optionalDay.refine((day) => day !== null, faultCode('choose-day')).transform((day) => day ?? '');

/** The parts of an invoice other than its amounts: addresses, tax numbers, terms. */
const details = {
  organisationDetails: optionalLines(500),
  issuerDetails: optionalLines(500),
  note: optionalLines(2000),
};

const Lines = z
  .array(LineInput)
  .min(1, faultCode('at-least-entries'))
  .max(MAX_INVOICE_LINES)
  .refine(
    (lines) => {
      // Each factor is a safe integer, but their product has to be checked before it is used.
      if (lines.some(({ quantity, unitPrice }) => quantity * unitPrice > MAX_MONEY)) return false;
      const { net, tax } = invoiceAmounts(lines);
      return net + tax <= MAX_MONEY;
    },
    { error: faultCode('amount-large') },
  );

/** The files issued with an invoice. */
const MAX_PAPERS = 20;

const InvoiceInput = z
  .object({
    subscriptionId: Id,
    day: chosenDay,
    dueDay: chosenDay,
    fromDay: chosenDay,
    untilDay: chosenDay,
    lines: Lines,
    ...details,
    /** Files issued with it: they stay as they were billed. */
    fileIds: z.array(Id).max(MAX_PAPERS, faultCode('choose-at-most')).default([]),
  })
  .refine(({ day, dueDay }) => dueDay >= day, { error: faultCode('not-before-start'), path: ['dueDay'] })
  .refine(({ fromDay, untilDay }) => untilDay >= fromDay, { error: faultCode('not-before-start'), path: ['untilDay'] });

const subscriptions = grant('subscriptions');
const detail = z.object({
  invoice: Invoice,
  organisationDetails: z.string().nullable(),
  issuerDetails: z.string().nullable(),
  lines: z.array(InvoiceLine),
  creditNotes: z.array(CreditNote),
  payments: z.array(Payment),
  paymentsTotal: z.number().int(),
});

export const invoiceOperations = {
  'get-invoice-list': operation({
    summary: 'Lists invoices, a page at a time.',
    access: subscriptions('view'),
    limited: 'denied',
    input: listInput(['day', 'number', 'organisation', 'dueDay', 'total']).extend({
      state: z.enum(INVOICE_STATES).optional(),
      subscriptionId: Id.optional(),
    }),
    output: listOutput(Invoice),
  }),
  'get-invoice-by-id': operation({
    summary: 'Returns one invoice with its credit notes and payments.',
    access: subscriptions('view'),
    limited: 'denied',
    subject: 'invoice',
    errors: [404],
    bounds: {
      'lines[]': 'MAX_LINES of the contract, which an invoice can have',
      'creditNotes[]': 'MAX_CREDIT_NOTES of the contract, which the store refuses to go beyond',
      'creditNotes[].lines[]': 'MAX_LINES of the contract, which a credit note can have',
      'payments[]': 10000,
    },
    ...ID_INPUT,
    output: detail,
  }),
  'get-invoice-draft': operation({
    summary:
      'Returns the draft of the next invoice of a subscription: the period after the last one billed, at its price. The last period ends with the subscription and is billed by its days.',
    access: subscriptions('view'),
    limited: 'denied',
    errors: [404, 409],
    example: { subscriptionId: 999_999 },
    input: z.object({ subscriptionId: Id }),
    output: z.object({
      organisationName: z.string(),
      currency: z.string(),
      day: z.iso.date(),
      dueDay: z.iso.date(),
      fromDay: z.iso.date(),
      untilDay: z.iso.date(),
      planName: z.string(),
      quantity: z.number().int(),
      unitPrice: z.number().int(),
      /** The number of billed days, and the days of a whole period. */
      days: z.number().int(),
      ofDays: z.number().int(),
      taxRate: z.number().int(),
      organisationDetails: z.string().nullable(),
      issuerDetails: z.string().nullable(),
    }),
  }),
  'create-invoice': operation({
    summary: 'Creates an invoice.',
    access: subscriptions('create'),
    limited: 'denied',
    audit: 'invoice',
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: {
      subscriptionId: 999_999,
      day: '2026-01-01',
      dueDay: '2026-01-15',
      fromDay: '2026-01-01',
      untilDay: '2026-01-31',
      lines: [{ text: 'Fleet', quantity: 1, unitPrice: 100, taxRate: 1800 }],
    },
    input: InvoiceInput,
    output: z.object({ invoice: Invoice }),
  }),
  'create-credit-note': operation({
    summary:
      'Credits an invoice in part or as a whole, at each tax rate no more than what is left. The period of a fully credited invoice can be billed again.',
    access: subscriptions('create'),
    limited: 'denied',
    audit: 'credit-note',
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: {
      invoiceId: 999_999,
      day: '2026-01-01',
      reason: 'Wrong price',
      lines: [{ text: 'Fleet', quantity: 1, unitPrice: 100, taxRate: 0 }],
    },
    bounds: { 'creditNote.lines[]': 'MAX_LINES of the contract, which a credit note can have' },
    input: z.object({ invoiceId: Id, day: chosenDay, reason: text(200), lines: Lines }),
    output: z.object({ invoice: Invoice, creditNote: CreditNote }),
  }),
  'record-payment': operation({
    summary: 'Records a payment of an invoice, or a refund.',
    access: subscriptions('create'),
    limited: 'denied',
    audit: 'payment',
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: { invoiceId: 999_999, day: '2026-01-01', amount: 100 },
    input: z.object({
      invoiceId: Id,
      day: chosenDay,
      amount: Money.min(1, faultCode('at-least')),
      /** A repayment to the customer, as far as more was paid than remains after credit notes. */
      back: z.boolean().default(false),
      /**
       * The open amount that the caller saw, negative if a repayment is due; if another payment was recorded meanwhile,
       * this one is refused.
       */
      seenOpen: z.number().int().min(-MAX_MONEY).max(MAX_MONEY).optional(),
      reference: optionalText(100).transform((reference) => reference ?? ''),
    }),
    output: z.object({ invoice: Invoice, paymentId: Id }),
  }),
  'delete-payment': operation({
    summary: 'Deletes a payment that was recorded by mistake; `restore-payment` undoes it.',
    access: subscriptions('delete'),
    limited: 'denied',
    subject: 'payment',
    audit: 'payment',
    errors: [404, 409],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'restore-payment': operation({
    summary: 'Restores a deleted payment.',
    access: subscriptions('delete'),
    limited: 'denied',
    subject: 'payment',
    audit: 'payment',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    ...ID_INPUT,
    output: Empty,
  }),
};
