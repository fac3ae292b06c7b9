import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

const ALL = ['view', 'create', 'edit', 'delete'] as const;

let fixture: HttpFixture;
let boss: TestBrowser;
let limited: TestBrowser;
let outsider: TestBrowser;
let vehicleId: number;
let vendorId: number;
let planId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  const organisationId = await addOrganisation(database, 'Company');
  const elsewhere = await addOrganisation(database, 'Elsewhere');
  const grants = {
    vehicles: ALL,
    maintenance: ALL,
    contacts: ALL,
    expenses: ALL,
    'expense-approval': ['view', 'edit'],
    'audit-log': ['view'],
  } as const;
  const person = { password: 'pass-word', organisationId, grants };
  await addUser(database, { ...person, username: 'boss' });
  await addUser(database, { ...person, username: 'stranger', organisationId: elsewhere });
  boss = await fixture.signedIn('boss', 'pass-word');
  outsider = await fixture.signedIn('stranger', 'pass-word');
  vehicleId = (await boss.call('save-vehicle', { registration: 'SBA 1234' })).vehicle?.id ?? 0;
  const otherId = (await boss.call('save-vehicle', { registration: 'OTHER 1' })).vehicle?.id ?? 0;
  vendorId = (await boss.call('save-contact', { kind: 'workshop', name: 'Taller Rambla' })).contact?.id ?? 0;
  const limitedId = await addUser(database, { ...person, username: 'limited' });
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [limitedId, [otherId]]);
  limited = await fixture.signedIn('limited', 'pass-word');
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'service_plans', 'work_orders', 'expenses');
  const plan = { task: 'Oil', everyMonths: 1, leadDays: 7, allVehicles: true, countedFrom: day(-60) };
  planId = (await boss.call('save-service-plan', plan)).plan?.id ?? 0;
});

/** The date `days` days from today in the organisation's zone, which is UTC. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const save = (more: Record<string, unknown> = {}, who = boss) =>
  who.call('save-work-order', { title: 'Brakes and oil', vehicleId, ...more });
const made = async (more: Record<string, unknown> = {}) => {
  const { order, ...rest } = await save(more);
  if (!order) throw new Error(JSON.stringify(rest));
  return order;
};
const PARTS = [
  { name: 'Brake pad', quantity: 4, price: 25_000 },
  { name: 'Oil, litre', quantity: 7.5, price: 1_333 },
];
const tasks = () => [
  { text: 'Oil', planId, done: true },
  { text: 'Brake pads', planId: null, done: true },
];
const close = (id: number, more: Record<string, unknown> = {}, who = boss) =>
  who.call('close-work-order', { id, day: day(-1), ...more });
const expenses = async () => (await boss.call('get-expense-list', {})).rows ?? [];
const due = async () => (await boss.call('get-service-due-list', { vehicleId })).rows?.[0];

describe('a work order', () => {
  test('stores every field, is numbered, and adds up its costs', async () => {
    const fields = {
      title: 'Brakes and oil',
      vehicleId,
      vendorId,
      tasks: tasks(),
      parts: PARTS,
      labourHours: 3.5,
      labourCost: 70_000,
      currency: 'INR',
      outFrom: '2026-06-01T08:00:00.000Z',
      outTo: '2026-06-02T17:30:00.000Z',
      note: 'Ask for Ana',
    };
    expect(await made({ ...fields, state: 'inProgress' })).toEqual({
      ...fields,
      id: expect.any(Number),
      organisationId: expect.any(Number),
      number: 1,
      state: 'inProgress',
      registration: 'SBA 1234',
      vendorName: 'Taller Rambla',
      // 4 × 250.00 + 7.5 × 13.33 (99.975, rounded to 99.98) + 700.00
      cost: 100_000 + 9_998 + 70_000,
      doneOn: null,
      odometerM: null,
      billNumber: null,
      expenseId: null,
      madeBy: 'boss',
      version: 1,
    });
    expect((await made()).number).toBe(2);
    expect((await outsider.call('get-work-order-list', {})).rows).toEqual([]);
  });

  test('gets a unique number, however many are created concurrently', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => made()));
    expect(orders.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test.each([
    ['is of no vehicle', { vehicleId: null }, { vehicleId: 'Choose a vehicle.' }],
    ['is of a vehicle that there is not', { vehicleId: 999_999 }, { vehicleId: 'There is no such vehicle.' }],
    ['has no title', { title: ' ' }, { title: 'Enter a value.' }],
    ['counts in another currency', { labourCost: 5, currency: 'USD' }, { labourCost: 'Your organisation uses INR.' }],
    [
      'ends before it begins',
      { outFrom: '2026-06-02T08:00:00Z', outTo: '2026-06-01T08:00:00Z' },
      { outTo: 'Must be after the start.' },
    ],
    [
      'names a plan that there is not',
      { tasks: [{ text: 'Oil', planId: 999_999 }] },
      { tasks: 'There is no such service plan.' },
    ],
    ['names a vendor that there is not', { vendorId: 999_999 }, { vendorId: 'There is no such contact.' }],
  ])('that %s is refused', async (_what, more, fields) => {
    const answer = await save(more);
    expect(answer.status).toBe(422);
    expect(answer.fields).toMatchObject(fields);
  });

  test('is found by its number, vehicle, workshop, tasks and parts', async () => {
    const { id } = await made({ vendorId, tasks: tasks(), parts: PARTS });
    for (const search of ['WO-1', 'sba1234', 'rambla', 'brake pads', 'litre']) {
      expect(
        (await boss.call('get-work-order-list', { search })).rows?.map((row) => row.id),
        search,
      ).toEqual([id]);
      expect((await boss.call('get-found-records', { search })).rows, search).toContainEqual(
        expect.objectContaining({ kind: 'work-order', id, label: 'WO-1 · Brakes and oil' }),
      );
    }
    await boss.call('save-contact', { id: vendorId, kind: 'workshop', name: 'Taller Rambla Sur' });
    expect((await boss.call('get-work-order-list', { search: 'sur' })).total).toBe(1);
  });

  test('is neither seen nor changed from another organisation, nor by a person who sees other vehicles', async () => {
    const { id } = await made();
    for (const who of [outsider, limited]) {
      expect((await who.call('get-work-order-by-id', { id })).status).toBe(404);
      expect((await close(id, {}, who)).status).toBe(404);
      expect((await who.call('delete-work-order', { id })).status).toBe(404);
      expect((await who.call('get-work-order-list', {})).total).toBe(0);
      expect((await save({ id }, who)).status).toBe(404);
    }
  });

  test('that somebody else saved meanwhile is neither overwritten nor closed', async () => {
    const { id } = await made();
    await save({ id, version: 1, title: 'Brakes' });
    expect((await save({ id, version: 1, title: 'Oil' })).status).toBe(409);
    expect((await close(id, { version: 1 })).status).toBe(409);
  });
});

describe('closing', () => {
  test('books the cost, restarts the plan of a done task, and ends being out of service', async () => {
    const { id } = await made({
      vendorId,
      tasks: tasks(),
      parts: PARTS,
      labourCost: 70_000,
      outFrom: `${day(-2)}T08:00:00Z`,
    });
    expect(await due()).toMatchObject({ state: 'overdue', lastDay: null });
    const { order } = await close(id, { odometerM: 84_120_000, billNumber: 'R/17' });
    expect(order).toMatchObject({ state: 'done', doneOn: day(-1), odometerM: 84_120_000, billNumber: 'R/17' });
    expect(Date.now() - Date.parse(order?.outTo ?? '')).toBeLessThan(60_000);
    expect(await expenses()).toMatchObject([
      {
        id: order?.expenseId,
        kind: 'service',
        state: 'submitted',
        vehicleId,
        vendorId,
        amount: 179_998,
        day: day(-1),
        billNumber: 'R/17',
        odometerM: 84_120_000,
        note: 'WO-1 · Brakes and oil',
        madeBy: 'boss',
      },
    ]);
    expect(await due()).toMatchObject({ lastDay: day(-1) });
    const { rows } = await boss.call('get-service-record-list', { vehicleId });
    expect(rows).toMatchObject([{ planId, day: day(-1), odometerM: 84_120_000, workOrderId: id }]);
    // The odometer value is also stored as a reading of the vehicle, until the order is reopened.
    const meters = async () => (await boss.call('get-vehicle-meters', { vehicleId })).readings;
    expect(await meters()).toMatchObject([{ meter: 'odometer', value: 84_120_000, source: 'service', by: 'boss' }]);
    // The service record can only be removed together with its work order.
    const alone = await boss.call('delete-service-record', { id: rows?.[0]?.id });
    expect(alone.status).toBe(409);
    expect((await due())?.lastDay).toBe(day(-1));
    await boss.call('reopen-work-order', { id });
    expect(await meters()).toEqual([]);
  });

  test('is reverted completely by reopening, unless the expense is approved', async () => {
    const { id } = await made({ tasks: tasks(), parts: PARTS });
    const { order } = await close(id);
    await boss.call('decide-expenses', { ids: [order?.expenseId ?? 0], versions: [1], decision: 'approve' });
    const refused = await boss.call('reopen-work-order', { id });
    expect(refused.status).toBe(409);
    expect((await due())?.lastDay).toBe(day(-1));
    await boss.call('decide-expenses', { ids: [order?.expenseId ?? 0], decision: 'reopen' });
    const reopened = await boss.call('reopen-work-order', { id });
    expect(reopened.order).toMatchObject({ state: 'inProgress', doneOn: null, expenseId: null });
    expect(await expenses()).toEqual([]);
    expect(await due()).toMatchObject({ state: 'overdue', lastDay: null });
    // Repeating it any number of times gives one expense and one service.
    await close(id);
    expect(await expenses()).toHaveLength(1);
    expect((await boss.call('get-service-record-list', { vehicleId })).total).toBe(1);
  });

  test('costs once, whatever is deleted and restored: an expense from before it was reopened is not restored', async () => {
    const { id, number } = await made({ parts: PARTS });
    const first = (await close(id)).order?.expenseId;
    // Deleted by hand while the order is done, it can be restored.
    await boss.call('delete-expense', { id: first });
    expect((await boss.call('restore-expense', { id: first })).status).toBe(200);
    await boss.call('delete-expense', { id: first });
    await boss.call('reopen-work-order', { id });
    const reopened = await boss.call('restore-expense', { id: first });
    expect(reopened).toMatchObject({ status: 409, code: 'expense-of-order' });
    expect(reopened.message).toContain(`WO-${number}`);
    const second = (await close(id)).order?.expenseId;
    expect(await boss.call('restore-expense', { id: first })).toMatchObject({ status: 409, code: 'expense-of-order' });
    // 4 × 250.00 + 7.5 × 13.33
    expect((await expenses()).map((one) => [one.id, one.amount])).toEqual([[second, 109_998]]);
  });

  test('leaves the plans of undone tasks unchanged, and books nothing when nothing was paid', async () => {
    const { id } = await made({ tasks: [{ text: 'Oil', planId, done: false }] });
    expect((await close(id)).order).toMatchObject({ state: 'done', expenseId: null });
    expect(await expenses()).toEqual([]);
    expect((await due())?.lastDay).toBeNull();
  });

  test('requires an open order and a past day; a done one is changed only by reopening', async () => {
    const { id } = await made({ parts: PARTS });
    expect((await close(id, { day: day(2) })).fields).toEqual({ day: 'This day is in the future.' });
    expect((await boss.call('reopen-work-order', { id })).status).toBe(409);
    await close(id);
    expect((await expenses())[0]?.kind).toBe('repair');
    expect((await close(id)).status).toBe(409);
    expect((await save({ id, title: 'Other' })).status).toBe(409);
    expect((await boss.call('delete-work-order', { id })).status).toBe(409);
    const cancelled = await made({ state: 'cancelled' });
    expect((await close(cancelled.id)).status).toBe(409);
  });

  test('accepts no odometer that bills of other days contradict', async () => {
    const bill = { kind: 'fuel', vehicleId, amount: 5000, quantity: 40, submit: true };
    await boss.call('save-expense', { ...bill, day: day(-9), odometerM: 99_000_000 });
    await boss.call('save-expense', { ...bill, day: day(0), odometerM: 101_000_000 });
    const { id } = await made({ parts: PARTS });
    // A digit too many, and one too few.
    expect((await close(id, { odometerM: 1_000_000_000 })).fields).toEqual({
      odometerM: expect.stringContaining('101,000'),
    });
    expect((await close(id, { odometerM: 10_000_000 })).fields).toEqual({
      odometerM: expect.stringContaining('99,000'),
    });
    expect((await close(id, { odometerM: 100_000_000 })).status).toBe(200);
  });

  test('by two people concurrently books once', async () => {
    const { id } = await made({ parts: PARTS });
    const answers = await Promise.all([close(id), close(id), close(id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await expenses()).toHaveLength(1);
  });
});
