import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { inTransaction } from '../../store/database.ts';
import { insertInvoice } from '../../store/subscriptions/change-invoices.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let seller: TestBrowser;
let customer: TestBrowser;
let subscriptionId: number;
let customerId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  const sellerId = await addOrganisation(database, 'Reseller');
  customerId = await addOrganisation(database, 'Company', sellerId);
  const { grants } = ADMINISTRATOR;
  await addUser(database, { username: 'seller', password: 'pass-word', organisationId: sellerId, grants });
  await addUser(database, { username: 'customer', password: 'pass-word', organisationId: customerId, grants });
  seller = await fixture.signedIn('seller', 'pass-word');
  customer = await fixture.signedIn('customer', 'pass-word');
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'plans', 'subscriptions', 'invoices', 'payments', 'credit_notes');
  await fixture.database.query('UPDATE organisations SET last_invoice = 0, last_credit_note = 0');
  const plan = (await seller.call('save-plan', { name: 'Fleet', price: 24_995, months: 1 })).plan?.id;
  const agreed = { organisationId: customerId, planId: plan, fromDay: '2026-01-31', vehicleLimit: 3 };
  subscriptionId = (await seller.call('save-subscription', agreed)).subscription?.id ?? 0;
});

const LINE = { text: 'Fleet', quantity: 3, unitPrice: 24_995, taxRate: 1800 };
const input = (more: Record<string, unknown> = {}) => ({
  subscriptionId,
  day: '2026-01-31',
  dueDay: '2026-02-14',
  fromDay: '2026-01-31',
  untilDay: '2026-02-27',
  lines: [LINE],
  ...more,
});
const issue = (more: Record<string, unknown> = {}) => seller.call('create-invoice', input(more));
const issued = async (more: Record<string, unknown> = {}) => {
  const { invoice, ...rest } = await issue(more);
  if (!invoice) throw new Error(JSON.stringify(rest));
  return invoice;
};
const pay = (invoiceId: number, amount: number, more: Record<string, unknown> = {}) =>
  seller.call('record-payment', { invoiceId, amount, day: '2026-02-01', reference: 'UPI 1', ...more });

const listed = async (wanted: Record<string, unknown>) =>
  (await seller.call('get-invoice-list', wanted)).rows?.map(({ number }) => number);

const draft = async () => (await seller.call('get-invoice-draft', { subscriptionId })) ?? {};

describe('an invoice', () => {
  test('sums up its lines and their tax, each rounded separately, and names seller and customer', async () => {
    const details = {
      organisationDetails: '1 Main Road\nPune',
      issuerDetails: 'GSTIN 27AAAPL1234C1ZV',
      note: 'Thanks',
    };
    // 3 × 249.95 = 749.85, with 18% = 134.973; 1 × 0.25, with 18% = 0.045: halves are rounded up.
    const lines = [LINE, { text: 'Fee', quantity: 1, unitPrice: 25, taxRate: 1800 }];
    const { id, ...invoice } = await issued({ lines, ...details });
    expect(invoice).toEqual({
      subscriptionId,
      number: 1,
      organisationId: customerId,
      organisationName: 'Company',
      issuerId: expect.any(Number),
      issuerName: 'Reseller',
      day: '2026-01-31',
      dueDay: '2026-02-14',
      fromDay: '2026-01-31',
      untilDay: '2026-02-27',
      currency: 'INR',
      net: 75_010,
      tax: 13_502,
      total: 88_512,
      paid: 0,
      credited: 0,
      state: 'overdue',
      cancelReason: null,
      note: 'Thanks',
      mayChange: true,
    });
    await fixture.database.query(`UPDATE organisations SET name = 'Company Ltd' WHERE id = $1`, [customerId]);
    const whole = await customer.call('get-invoice-by-id', { id });
    expect(whole).toMatchObject({
      invoice: { organisationName: 'Company', mayChange: false },
      organisationDetails: details.organisationDetails,
      issuerDetails: details.issuerDetails,
      lines: [
        { ...LINE, net: 74_985, tax: 13_497 },
        { text: 'Fee', net: 25, tax: 5 },
      ],
    });
    await fixture.database.query(`UPDATE organisations SET name = 'Company' WHERE id = $1`, [customerId]);
  });

  test('proposes the next period, and the tax, payment term and addresses of the last one', async () => {
    // A month that begins on the 31st ends with February.
    expect(await draft()).toMatchObject({
      organisationName: 'Company',
      planName: 'Fleet',
      fromDay: '2026-01-31',
      untilDay: '2026-02-27',
      quantity: 3,
      unitPrice: 24_995,
      taxRate: 0,
      currency: 'INR',
    });
    await issued({ dueDay: '2026-02-05', organisationDetails: 'Pune', issuerDetails: 'GSTIN 1' });
    const next = await draft();
    expect(next).toMatchObject({
      fromDay: '2026-02-28',
      // The third month begins on the 31st again.
      untilDay: '2026-03-30',
      taxRate: 1800,
      organisationDetails: 'Pune',
      issuerDetails: 'GSTIN 1',
    });
    expect(Date.parse(next.dueDay ?? '') - Date.parse(next.day ?? '')).toBe(5 * 86_400_000);
  });

  test('covers a year with twelve months that begin on the 31st, and continues by months from any other day', async () => {
    const ends: string[] = [];
    for (let month = 1; month <= 12; month += 1) {
      const { fromDay = '', untilDay = '' } = await draft();
      ends.push(untilDay.slice(5));
      await issued({ fromDay, untilDay });
    }
    expect(ends.join(' ')).toBe('02-27 03-30 04-29 05-30 06-29 07-30 08-30 09-29 10-30 11-29 12-30 01-30');
    await issued({ fromDay: '2027-01-31', untilDay: '2027-02-09' });
    expect(await draft()).toMatchObject({ fromDay: '2027-02-10', untilDay: '2027-03-09' });
  });

  test('ends with the subscription: its last days have their share of the price, and nothing can be billed after them', async () => {
    const planId = (await seller.call('save-plan', { name: 'Short', price: 10_000, months: 1 })).plan?.id;
    const agreed = { organisationId: customerId, planId, fromDay: '2026-03-01', untilDay: '2026-04-10' };
    const id = (await seller.call('save-subscription', agreed)).subscription?.id;
    const next = () => seller.call('get-invoice-draft', { subscriptionId: id });
    expect(await next()).toMatchObject({ untilDay: '2026-03-31', unitPrice: 10_000, days: 31, ofDays: 31 });
    const first = { subscriptionId: id, fromDay: '2026-03-01', untilDay: '2026-03-31' };
    await issued(first);
    // 10 of the 30 days of April: 100.00 × 10 / 30 = 33.333.
    const last = { fromDay: '2026-04-01', untilDay: '2026-04-10' };
    expect(await next()).toMatchObject({ ...last, unitPrice: 3333, days: 10, ofDays: 30 });
    expect((await issue({ ...first, ...last, untilDay: '2026-04-11' })).fields).toEqual({
      untilDay: 'The subscription ends before this day.',
    });
    await issued({ ...first, ...last });
    expect(await next()).toMatchObject({ status: 409, code: 'subscription-billed' });
    // Halves are rounded up: 1 of 0.25, half a month.
    const half = (await seller.call('save-plan', { name: 'Half', price: 25, months: 1 })).plan?.id;
    const until = { organisationId: customerId, planId: half, fromDay: '2026-04-01', untilDay: '2026-04-15' };
    const other = (await seller.call('save-subscription', until)).subscription?.id;
    expect((await seller.call('get-invoice-draft', { subscriptionId: other })).unitPrice).toBe(13);
  });

  test('has the next number of the seller, without gaps, however many are issued concurrently or refused', async () => {
    const { database } = fixture;
    const details = { organisationDetails: null, issuerDetails: null, note: null };
    const broken = inTransaction(database, async (db) => {
      await insertInvoice(db, { ...input(), lines: [LINE], ...details });
      throw new Error('broken off');
    });
    await expect(broken).rejects.toThrow('broken off');
    expect((await issued()).number).toBe(1);
    expect((await issue()).fields).toEqual({ fromDay: 'Invoice 1 already bills this period.' });
    const months = ['03', '04', '05', '06', '07', '08'];
    const spans = months.map((month) => ({ fromDay: `2026-${month}-01`, untilDay: `2026-${month}-28` }));
    const answers = await Promise.all([...spans, ...spans].map((span) => issue(span)));
    const numbers = answers.flatMap(({ invoice }) => invoice?.number ?? []);
    expect(numbers.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  test.each([
    ['is due before its day', { dueDay: '2026-01-30' }, { dueDay: 'Must not be before the start.' }],
    ['ends before it begins', { untilDay: '2026-01-30' }, { untilDay: 'Must not be before the start.' }],
    ['has a day that there is not', { day: '2026-02-30' }, { day: 'Choose a day.' }],
    ['has no lines', { lines: [] }, { lines: expect.any(String) }],
    ['has a line of nothing', { lines: [{ ...LINE, quantity: 0 }] }, { 'lines.0.quantity': 'Use 1 or more.' }],
    ['taxes more than all', { lines: [{ ...LINE, taxRate: 10_001 }] }, { 'lines.0.taxRate': expect.any(String) }],
    [
      'comes to more than an amount can be',
      { lines: [{ ...LINE, quantity: 1_000_000, unitPrice: 1_000_000_000_000 }] },
      { lines: 'This amount is too large.' },
    ],
  ])('is refused when it %s', async (_what, more, fields) => {
    expect(await issue(more)).toMatchObject({ status: 422, fields });
  });

  test('is found by number and customer, by its state, and in the palette', async () => {
    const { id } = await issued({ note: 'Montevideo fleet' });
    await issued({ fromDay: '2026-03-01', untilDay: '2026-03-28', dueDay: '2999-01-01' });
    expect(await listed({ sort: 'number' })).toEqual([1, 2]);
    expect(await listed({ state: 'overdue' })).toEqual([1]);
    expect(await listed({ state: 'open' })).toEqual([2]);
    expect(await listed({ search: 'company montevideo' })).toEqual([1]);
    expect((await customer.call('get-found-records', { search: 'montevideo' })).rows).toEqual([
      { kind: 'invoice', id, label: 'Company', note: '1 · 2026-01-31', moved: null },
    ]);
  });
});

const credit = (invoiceId: number, lines: readonly object[], more: Record<string, unknown> = {}) =>
  seller.call('create-credit-note', { invoiceId, day: '2026-02-03', reason: 'One bus less', lines, ...more });
const balance = async () => (await seller.call('get-subscription-by-id', { id: subscriptionId })).subscription?.balance;
const whole = (id: number) => seller.call('get-invoice-by-id', { id });

describe('a credit note', () => {
  test('reverses a part of an invoice, which stays as issued; the open amount and the balance follow', async () => {
    // 3 × 249.95 = 749.85, with 18% = 134.97; one of the three is 249.95 and 44.99 (44.991).
    const { id } = await issued();
    const before = await whole(id);
    const { invoice, creditNote } = await credit(id, [{ ...LINE, quantity: 1 }]);
    expect(creditNote).toEqual({
      id: expect.any(Number),
      number: 1,
      day: '2026-02-03',
      reason: 'One bus less',
      net: 24_995,
      tax: 4_499,
      total: 29_494,
      lines: [{ ...LINE, quantity: 1, net: 24_995, tax: 4_499 }],
    });
    expect(invoice).toEqual({ ...before.invoice, credited: 29_494 });
    const after = await whole(id);
    expect(after).toEqual({ ...before, invoice, creditNotes: [creditNote] });
    // 884.82 - 294.94
    expect(await balance()).toBe(58_988);
    expect((await customer.call('get-payment-data')).open).toEqual([{ currency: 'INR', amount: 58_988 }]);
    expect((await pay(id, 58_989)).fields).toEqual({ amount: 'This is more than is still open.' });
    expect((await pay(id, 58_988)).invoice).toMatchObject({ state: 'paid', paid: 58_988 });
    expect(await balance()).toBe(0);
    // The period of the invoice stays billed.
    expect((await issue()).fields).toEqual({ fromDay: 'Invoice 1 already bills this period.' });
    const { rows } = await seller.call('get-audit-list', { subject: 'credit-note' });
    expect(
      rows?.map(({ action, after: values }) => [action, values?.['number'], values?.['invoice'], values?.['net']]),
    ).toEqual([['create', '1', '1', 24_995]]);
  });

  test('for the whole invoice leaves nothing to pay, and its time can be billed again; payments are refunded', async () => {
    const { id, total } = await issued();
    const { paymentId } = await pay(id, 10_000);
    expect((await credit(id, [LINE])).invoice).toMatchObject({ state: 'credited', credited: total });
    expect(await balance()).toBe(-10_000);
    expect((await customer.call('get-payment-data')).open).toEqual([{ currency: 'INR', amount: -10_000 }]);
    expect(await draft()).toMatchObject({ fromDay: '2026-01-31' });
    expect((await issued()).number).toBe(2);
    expect((await pay(id, 1)).fields).toEqual({ amount: 'This is more than is still open.' });
    expect((await pay(id, 10_001, { back: true })).fields).toEqual({ amount: 'This is more than is to be repaid.' });
    const back = await pay(id, 10_000, { back: true, seenOpen: -10_000 });
    expect(back.invoice).toMatchObject({ paid: 0 });
    expect((await whole(id)).payments?.map(({ amount }) => amount)).toEqual([10_000, -10_000]);
    expect(await seller.call('delete-payment', { id: paymentId })).toMatchObject({ status: 409, code: 'payment-back' });
    await seller.call('delete-payment', { id: back.paymentId });
    expect((await seller.call('delete-payment', { id: paymentId })).status).toBe(200);
    expect((await seller.call('restore-payment', { id: back.paymentId })).status).toBe(409);
  });

  test('in parts sums up to the invoice to the last unit, and never to more at a rate', async () => {
    // Twice 0.25 at 18%: 0.045 each and 0.09 for both; the parts round to 0.05 and 0.05.
    const small = { text: 'Fee', quantity: 2, unitPrice: 25, taxRate: 1800 };
    const { id, total } = await issued({ lines: [small, { text: 'Card', quantity: 1, unitPrice: 40, taxRate: 0 }] });
    expect(total).toBe(50 + 9 + 40);
    const part = { ...small, quantity: 1 };
    expect((await credit(id, [part])).creditNote).toMatchObject({ net: 25, tax: 5 });
    expect((await credit(id, [{ ...part, unitPrice: 26 }])).fields).toEqual({
      lines: expect.stringContaining('more than'),
    });
    // Nothing was billed at 12%.
    expect((await credit(id, [{ ...part, taxRate: 1200 }])).fields).toEqual({ lines: expect.any(String) });
    expect((await credit(id, [part])).creditNote).toMatchObject({ net: 25, tax: 4, number: 2 });
    expect((await credit(id, [{ ...part, unitPrice: 0 }])).fields).toEqual({ lines: 'Credit more than 0.' });
    expect((await credit(id, [{ ...part, taxRate: 0, unitPrice: 40 }])).invoice).toMatchObject({ state: 'credited' });
  });

  test('reverses no line for less than nothing, though many parts round to more tax than the whole', async () => {
    // 0.30 at 18% is 0.05 of tax; ten parts of 0.03 are 0.01 each.
    const { id } = await issued({ lines: [{ text: 'Fee', quantity: 10, unitPrice: 3, taxRate: 1800 }] });
    const parts = Array.from({ length: 10 }, (_, at) => ({
      text: `Day ${at}`,
      quantity: 1,
      unitPrice: 3,
      taxRate: 1800,
    }));
    const { creditNote, invoice } = await credit(id, parts);
    expect(creditNote).toMatchObject({ net: 30, tax: 5 });
    expect(creditNote?.lines.map(({ tax }) => tax)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect(invoice).toMatchObject({ state: 'credited' });
  });

  test('is numbered separately from invoices, without gaps, and is not older than its invoice', async () => {
    const { id } = await issued();
    expect((await credit(id, [LINE], { day: '2026-01-30' })).fields).toEqual({
      day: 'A credit note cannot be dated before its invoice.',
    });
    const one = [{ ...LINE, quantity: 1 }];
    const answers = await Promise.all([credit(id, one), credit(id, one), credit(id, one), credit(id, one)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 422]);
    expect((await whole(id)).creditNotes?.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect((await issued()).number).toBe(2);
  });
});

/** The amount that the customer still has to pay. */
const stillOpen = async () => (await customer.call('get-payment-data')).open;

describe('a payment', () => {
  test('pays an invoice part by part, and never more than the open amount', async () => {
    const { id, total } = await issued();
    expect((await pay(id, 10_000)).invoice).toMatchObject({ paid: 10_000, state: 'overdue' });
    expect((await pay(id, total - 10_000 + 1)).fields).toEqual({ amount: 'This is more than is still open.' });
    const both = await Promise.all([pay(id, total - 10_000), pay(id, total - 10_000)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await customer.call('get-invoice-by-id', { id })).invoice).toMatchObject({ paid: total, state: 'paid' });
    const data = await customer.call('get-payment-data');
    expect(data.open).toEqual([]);
    expect(data.payments?.map(({ amount, currency, invoiceNumber }) => ({ amount, currency, invoiceNumber }))).toEqual([
      { amount: total - 10_000, currency: 'INR', invoiceNumber: 1 },
      { amount: 10_000, currency: 'INR', invoiceNumber: 1 },
    ]);
  });

  test('is revoked and recorded again, and the open amount follows', async () => {
    const { id, total } = await issued();
    const { paymentId } = await pay(id, 5000);
    expect(await stillOpen()).toEqual([{ currency: 'INR', amount: total - 5000 }]);
    await seller.call('delete-payment', { id: paymentId });
    expect(await stillOpen()).toEqual([{ currency: 'INR', amount: total }]);
    await seller.call('restore-payment', { id: paymentId });
    expect(await stillOpen()).toEqual([{ currency: 'INR', amount: total - 5000 }]);
    const { rows } = await seller.call('get-audit-list', { subject: 'payment', subjectId: String(paymentId) });
    expect(rows?.map(({ action }) => action)).toEqual(['create', 'delete', 'restore']);
  });

  test('of zero is refused', async () => {
    const { id } = await issued();
    expect((await pay(id, 0)).fields).toEqual({ amount: 'Use 1 or more.' });
  });
});

test('a customer reads its invoices and changes none of them', async () => {
  const { id } = await issued();
  const { paymentId } = await pay(id, 100);
  const calls = [
    ['create-invoice', input({ fromDay: '2026-05-01', untilDay: '2026-05-28' })],
    ['get-invoice-draft', { subscriptionId }],
    ['create-credit-note', { invoiceId: id, day: '2026-02-01', reason: 'No', lines: [LINE] }],
    ['record-payment', { invoiceId: id, day: '2026-02-01', amount: 1 }],
    ['delete-payment', { id: paymentId }],
  ] as const;
  for (const [name, given] of calls) {
    expect(await customer.call(name, given), name).toMatchObject({ status: 403, code: 'sellers-only' });
  }
  expect((await customer.call('get-invoice-list')).rows?.map((one) => [one.id, one.paid])).toEqual([[id, 100]]);
});
