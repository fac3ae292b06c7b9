import { z } from 'zod';
import { Money } from './amount.ts';
import { Empty, Id, listInput, listOutput, optionalDay, optionalLines, optionalText, text } from './common.ts';
import { faultCode } from './fault.ts';
import { MOST_MONEY } from './money.ts';
import { grant, route } from './route.ts';
import { FULL_RATE, INVOICE_STATES, invoiceAmounts, MOST_LINES } from './subscription-kinds.ts';

/** What one organisation bills another. It is never changed: what is wrong is taken back by a credit note. */
export const Invoice = z.object({
  id: Id,
  subscriptionId: Id,
  /** Counted up without gaps by each that bills. */
  number: z.number().int(),
  /** Who is billed, as it was called that day. */
  organisationId: Id,
  organisationName: z.string(),
  issuerId: Id,
  issuerName: z.string(),
  day: z.iso.date(),
  dueDay: z.iso.date(),
  /** What time is billed. */
  fromDay: z.iso.date(),
  untilDay: z.iso.date(),
  currency: z.string(),
  /** In the smallest unit of `currency`, as all amounts. */
  net: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  paid: z.number().int(),
  /** Of the total, what credit notes took back. Where more is paid than is left, it is to be paid back. */
  credited: z.number().int(),
  state: z.enum(INVOICE_STATES),
  /** Of one that was cancelled before there were credit notes. */
  cancelReason: z.string().nullable(),
  note: z.string().nullable(),
  /** Whether the caller belongs to those who bill. */
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
  taxRate: whole(0, FULL_RATE),
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

/** What is taken back of an invoice, or all of it. It is never changed, as the invoice. */
export const CreditNote = z.object({
  id: Id,
  /** Counted up without gaps by each that bills, apart from invoices. */
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
  /** Less than nothing: it was paid back. */
  amount: z.number().int(),
  reference: z.string(),
});
export type Payment = z.infer<typeof Payment>;

const chosenDay = optionalDay.refine((day) => day !== null, faultCode('choose-day')).transform((day) => day ?? '');

/** What an invoice says besides its amounts: addresses, numbers of tax, terms. */
const details = {
  organisationDetails: optionalLines(500),
  issuerDetails: optionalLines(500),
  note: optionalLines(2000),
};

const Lines = z
  .array(LineInput)
  .min(1, faultCode('at-least-entries'))
  .max(MOST_LINES)
  .refine(
    (lines) => {
      // Each is a safe number by itself; what they come to has to be checked before it is reckoned with.
      if (lines.some(({ quantity, unitPrice }) => quantity * unitPrice > MOST_MONEY)) return false;
      const { net, tax } = invoiceAmounts(lines);
      return net + tax <= MOST_MONEY;
    },
    { error: faultCode('amount-large') },
  );

/** Files that an invoice is issued with. */
const MOST_PAPERS = 20;

const InvoiceInput = z
  .object({
    subscriptionId: Id,
    day: chosenDay,
    dueDay: chosenDay,
    fromDay: chosenDay,
    untilDay: chosenDay,
    lines: Lines,
    ...details,
    /** Papers that go with it: they stay as they were billed. */
    fileIds: z.array(Id).max(MOST_PAPERS, faultCode('choose-at-most')).default([]),
  })
  .refine(({ day, dueDay }) => dueDay >= day, { error: faultCode('not-before-start'), path: ['dueDay'] })
  .refine(({ fromDay, untilDay }) => untilDay >= fromDay, { error: faultCode('not-before-start'), path: ['untilDay'] });

const subscriptions = grant('subscriptions');
const invoiceId = z.object({ id: Id });
const detail = z.object({
  invoice: Invoice,
  organisationDetails: z.string().nullable(),
  issuerDetails: z.string().nullable(),
  lines: z.array(InvoiceLine),
  creditNotes: z.array(CreditNote),
  payments: z.array(Payment),
  paymentsTotal: z.number().int(),
});

export const invoiceRoutes = {
  'get-invoice-list': route({
    access: subscriptions('view'),
    limited: 'denied',
    input: listInput(['day', 'number', 'organisation', 'dueDay', 'total']).extend({
      state: z.enum(INVOICE_STATES).optional(),
      subscriptionId: Id.optional(),
    }),
    output: listOutput(Invoice),
  }),
  'get-invoice-by-id': route({
    access: subscriptions('view'),
    limited: 'denied',
    subject: 'invoice',
    example: { id: 999_999 },
    bounds: {
      'lines[]': 'MOST_LINES of the contract, which an invoice can have',
      'creditNotes[]': 'MOST_CREDIT_NOTES of the contract, which the store refuses to go beyond',
      'creditNotes[].lines[]': 'MOST_LINES of the contract, which a credit note can have',
      'payments[]': 10000,
    },
    input: invoiceId,
    output: detail,
  }),
  /**
   * What the next invoice of a subscription would say: the period that follows the last one billed, at its price. The last
   * one ends with the subscription, and has its days' share of the price.
   */
  'get-invoice-draft': route({
    access: subscriptions('view'),
    limited: 'denied',
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
      /** Days that are billed, and those of a whole period. */
      days: z.number().int(),
      ofDays: z.number().int(),
      taxRate: z.number().int(),
      organisationDetails: z.string().nullable(),
      issuerDetails: z.string().nullable(),
    }),
  }),
  'create-invoice': route({
    access: subscriptions('create'),
    limited: 'denied',
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
  /**
   * Takes back some of an invoice, or all of it: at each rate of tax no more than is left. One that is taken back whole
   * bills nothing any more, so that its time can be billed again.
   */
  'create-credit-note': route({
    access: subscriptions('create'),
    limited: 'denied',
    example: {
      invoiceId: 999_999,
      day: '2026-01-01',
      reason: 'Wrong price',
      lines: [{ text: 'Fleet', quantity: 1, unitPrice: 100, taxRate: 0 }],
    },
    bounds: { 'creditNote.lines[]': 'MOST_LINES of the contract, which a credit note can have' },
    input: z.object({ invoiceId: Id, day: chosenDay, reason: text(200), lines: Lines }),
    output: z.object({ invoice: Invoice, creditNote: CreditNote }),
  }),
  'record-payment': route({
    access: subscriptions('create'),
    limited: 'denied',
    example: { invoiceId: 999_999, day: '2026-01-01', amount: 100 },
    input: z.object({
      invoiceId: Id,
      day: chosenDay,
      amount: Money.min(1, faultCode('at-least')),
      /** It was paid back to the customer, as far as more is paid than credit notes left. */
      back: z.boolean().default(false),
      /** What was still open as it was seen, less than nothing where something is to be paid back; where another payment came meanwhile, this one is refused. */
      seenOpen: z.number().int().min(-MOST_MONEY).max(MOST_MONEY).optional(),
      reference: optionalText(100).transform((reference) => reference ?? ''),
    }),
    output: z.object({ invoice: Invoice, paymentId: Id }),
  }),
  /** Takes back a payment that was recorded by mistake; `restore-payment` undoes it. */
  'delete-payment': route({
    access: subscriptions('delete'),
    limited: 'denied',
    subject: 'payment',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'restore-payment': route({
    access: subscriptions('delete'),
    limited: 'denied',
    subject: 'payment',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
};
