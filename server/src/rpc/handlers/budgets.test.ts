import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRecurringExpenses } from '../../store/expenses/book-recurring.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

const ALL = ['view', 'create', 'edit', 'delete'] as const;

let fixture: HttpFixture;
let boss: TestBrowser;
let clerk: TestBrowser;
let organisationId: number;
let vehicleId: number;
let otherId: number;
let groupId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  organisationId = await addOrganisation(database, 'Company');
  const person = { password: 'pass-word', organisationId };
  const vehicles = { vehicles: ALL, drivers: ALL, expenses: ALL } as const;
  await addUser(database, {
    ...person,
    username: 'boss',
    grants: { ...vehicles, 'expense-approval': ['view', 'edit'] },
  });
  await addUser(database, { ...person, username: 'clerk', grants: vehicles });
  boss = await fixture.signedIn('boss', 'pass-word');
  clerk = await fixture.signedIn('clerk', 'pass-word');
  groupId = (await boss.call('save-group', { name: 'North' })).group?.id ?? 0;
  vehicleId = (await boss.call('save-vehicle', { registration: 'SBA 1234', groupId })).vehicle?.id ?? 0;
  otherId = (await boss.call('save-vehicle', { registration: 'OTHER 1' })).vehicle?.id ?? 0;
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'expenses', 'budgets', 'recurring_expenses');
});

const spend = async (more: Record<string, unknown>) => {
  const input = { kind: 'toll', vehicleId, amount: 100, day: '2026-02-10', submit: true, ...more };
  const { expense, ...rest } = await clerk.call('save-expense', input);
  if (!expense) throw new Error(JSON.stringify(rest));
  return expense;
};
const saveBudget = (more: Record<string, unknown>, who = boss) =>
  who.call('save-budget', { amount: 1000, firstMonth: '2026-01-01', ...more });
const budgets = async (month: string, who = clerk) =>
  (await who.call('get-budget-list', { month })).rows?.map(({ kind, registration, groupName, spent, left }) => [
    registration ?? groupName ?? 'all',
    kind,
    spent,
    left,
  ]);

const idsOfGroup = async (id: number) =>
  (
    await clerk.call('get-expense-list', {
      page: 1,
      pageSize: 50,
      sort: 'day',
      direction: 'asc',
      search: '',
      groupId: id,
    })
  ).rows?.map((row) => row.id);

describe('a budget', () => {
  test('of a group counts the expenses of its vehicles while they were in it, as the list of its expenses does', async () => {
    const south = (await boss.call('save-group', { name: 'South' })).group?.id ?? 0;
    await saveBudget({ groupId, amount: 500 });
    await saveBudget({ groupId: south, amount: 500 });
    const before = await spend({ amount: 100, day: '2026-02-14' });
    const after = await spend({ amount: 30, day: '2026-02-15' });
    await fixture.database.query('UPDATE vehicles SET group_id = $2 WHERE id = $1', [vehicleId, south]);
    await fixture.database.query(`UPDATE vehicle_group_changes SET at = '2026-02-15T12:00Z'`);
    expect(await budgets('2026-02-01')).toEqual([
      ['North', null, 100, 400],
      ['South', null, 30, 470],
    ]);
    expect([await idsOfGroup(groupId), await idsOfGroup(south)]).toEqual([[before.id], [after.id]]);
    await fixture.database.query('UPDATE vehicles SET group_id = $2 WHERE id = $1', [vehicleId, groupId]);
    await emptyTables(fixture.database, 'vehicle_group_changes');
  });

  test('of a month shows what was spent and what is left, by kind and vehicle, group or organisation', async () => {
    await saveBudget({});
    await saveBudget({ kind: 'toll', amount: 250 });
    await saveBudget({ groupId, amount: 500 });
    await saveBudget({ vehicleId, kind: 'toll', amount: 120 });
    await saveBudget({ vehicleId: otherId, amount: 90 });
    await spend({ amount: 100, day: '2026-02-01' });
    await spend({ amount: 40, day: '2026-02-28', kind: 'parking' });
    await spend({ amount: 7, vehicleId: otherId });
    // Expenses of other months, and a draft.
    await spend({ amount: 1, day: '2026-01-31' });
    await spend({ amount: 2, day: '2026-03-01' });
    await spend({ amount: 4, submit: false });
    expect(await budgets('2026-02-01')).toEqual([
      ['all', null, 147, 853],
      ['all', 'toll', 107, 143],
      ['North', null, 140, 360],
      ['OTHER 1', null, 7, 83],
      ['SBA 1234', 'toll', 100, 20],
    ]);
    await spend({ amount: 30 });
    expect((await budgets('2026-02-01'))?.at(-1)).toEqual(['SBA 1234', 'toll', 130, -10]);
  });

  test('applies from its first month to its last', async () => {
    await saveBudget({ firstMonth: '2026-02-01', lastMonth: '2026-03-01' });
    expect(await budgets('2026-01-01')).toEqual([]);
    expect(await budgets('2026-02-01')).toHaveLength(1);
    expect(await budgets('2026-03-01')).toHaveLength(1);
    expect(await budgets('2026-04-01')).toEqual([]);
  });

  test('is the only one for its subject in a month', async () => {
    await saveBudget({ kind: 'toll', lastMonth: '2026-03-01' });
    expect(await saveBudget({ kind: 'toll', firstMonth: '2026-03-01' })).toMatchObject({ code: 'budget-overlaps' });
    expect((await saveBudget({ kind: 'toll', firstMonth: '2026-04-01' })).status).toBe(200);
    expect((await saveBudget({ kind: 'fine' })).status).toBe(200);
    const first = (await boss.call('get-budget-list', { month: '2026-02-01' })).rows?.find(
      ({ kind }) => kind === 'toll',
    );
    const id = first?.id ?? 0;
    expect((await boss.call('delete-budget', { id })).status).toBe(200);
    expect((await saveBudget({ kind: 'toll', firstMonth: '2026-02-01', lastMonth: '2026-02-01' })).status).toBe(200);
    expect(await boss.call('restore-budget', { id })).toMatchObject({ status: 409, code: 'budget-overlaps' });
  });

  test.each([
    ['begins in the middle of a month', { firstMonth: '2026-01-02' }, { firstMonth: 'Choose a month.' }],
    ['ends before it begins', { lastMonth: '2025-12-01' }, { lastMonth: 'Must not be before the start.' }],
    ['is of a vehicle that there is not', { vehicleId: 999_999 }, { vehicleId: 'There is no such vehicle.' }],
    ['is of nothing', { amount: 0 }, { amount: 'Enter an amount.' }],
  ])('that %s is refused', async (_what, more, fields) => {
    expect((await saveBudget(more)).fields).toMatchObject(fields);
  });

  test('is set by people who approve expenses, seen by those who see them, and logged', async () => {
    expect((await saveBudget({}, clerk)).status).toBe(403);
    const id = (await saveBudget({ vehicleId })).budget?.id ?? 0;
    expect(await saveBudget({ id, vehicleId, amount: 5, version: 1 })).toMatchObject({ status: 200 });
    expect(await saveBudget({ id, vehicleId, amount: 6, version: 1 })).toMatchObject({ code: 'changed-meanwhile' });
    const { rows } = await fixture.database.query(
      `SELECT action, username, subject_name, after FROM audit_log WHERE subject = 'budget' AND subject_id = $1 ORDER BY id`,
      [String(id)],
    );
    expect(rows).toMatchObject([
      { action: 'create', username: 'boss', subject_name: 'SBA 1234' },
      { action: 'change', after: { amount: 5 } },
    ]);
  });
});

describe('amounts in totals and budgets', () => {
  test('are listed by the criteria by which they were counted', async () => {
    const toll = await spend({});
    const other = await spend({ vehicleId: otherId, kind: 'parking' });
    const none = await spend({ vehicleId: null });
    await spend({ amount: 3, submit: false });
    const listed = async (input: Record<string, unknown>) =>
      (await clerk.call('get-expense-list', { state: 'spent', ...input })).rows
        ?.map(({ id }) => id)
        .toSorted((a, b) => a - b);
    expect(await listed({})).toEqual([toll.id, other.id, none.id]);
    expect(await listed({ groupId })).toEqual([toll.id]);
    expect(await listed({ noVehicle: true })).toEqual([none.id]);
    expect(await listed({ kind: 'parking', firstDay: '2026-02-01', lastDay: '2026-02-28' })).toEqual([other.id]);
    const totals = await clerk.call('get-expense-totals', {
      by: 'vehicle',
      kind: 'parking',
      firstDay: '2026-02-01',
      lastDay: '2026-02-28',
    });
    expect(totals.rows).toMatchObject([{ of: 'OTHER 1', vehicleId: otherId, count: 1, amount: 100 }]);
  });
});

/** The date `days` days from today in the organisation's zone, which is UTC. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const saveRecurring = (more: Record<string, unknown> = {}) =>
  clerk.call('save-recurring-expense', {
    kind: 'lease',
    vehicleId,
    amount: 2_150_000,
    every: 'month',
    firstDay: day(0),
    ...more,
  });
const createRecurring = async (more: Record<string, unknown> = {}) => {
  const { recurring, ...rest } = await saveRecurring(more);
  if (!recurring) throw new Error(JSON.stringify(rest));
  return recurring;
};
const book = async () => (await bookRecurringExpenses(fixture.database, new AbortController().signal)).booked;
const bookedDays = async (recurringId: number) =>
  (await clerk.call('get-expense-list', { recurringId, direction: 'asc' })).rows?.map((expense) => expense.day);
const read = async (id: number) => (await clerk.call('get-recurring-expense-by-id', { id })).recurring;

describe('a recurring expense', () => {
  test('is booked once on its day, waits for approval as one of its maker, and shows its next day', async () => {
    const { id, nextDays } = await createRecurring({ every: 'week', tax: 10, note: 'Contract 7' });
    expect(nextDays).toEqual([day(0), day(7), day(14)]);
    expect(await book()).toBe(1);
    expect(await book()).toBe(0);
    const { rows } = await clerk.call('get-expense-list', { recurringId: id });
    expect(rows).toMatchObject([
      {
        kind: 'lease',
        vehicleId,
        amount: 2_150_000,
        tax: 10,
        note: 'Contract 7',
        day: day(0),
        state: 'submitted',
        mine: true,
      },
    ]);
    expect(await read(id)).toMatchObject({ booked: 1, state: 'running', nextDays: [day(7), day(14), day(21)] });
  });

  test('catches up on missed periods, each on its own day', async () => {
    const { id } = await createRecurring({ every: 'week', firstDay: day(-15) });
    expect(await book()).toBe(3);
    expect(await bookedDays(id)).toEqual([day(-15), day(-8), day(-1)]);
  });

  test('on the 31st is booked on the last day of shorter months, and on the 31st again', async () => {
    const { rows } = await fixture.database.query<{ days: string[] }>(
      `SELECT array_agg(recurring_day('2027-10-31', 'month', n)::text ORDER BY n) AS days FROM generate_series(0, 5) n`,
    );
    expect(rows[0]?.days).toEqual(['2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']);
    const from = async (every: string, first: string, on: string) =>
      (
        await fixture.database.query<{ day: string }>('SELECT recurring_day_from($1, NULL, $2, $3)::text AS day', [
          first,
          every,
          on,
        ])
      ).rows[0]?.day;
    expect(await from('month', '2024-01-31', '2026-02-28')).toBe('2026-02-28');
    expect(await from('month', '2024-01-31', '2026-03-01')).toBe('2026-03-31');
    expect(await from('quarter', '2024-01-31', '2026-05-01')).toBe('2026-07-31');
    expect(await from('year', '2024-02-29', '2027-03-01')).toBe('2028-02-29');
    expect(await from('week', '2024-01-01', '2026-02-10')).toBe('2026-02-16');
    expect(await from('week', '2026-01-05', '2020-01-01')).toBe('2026-01-05');
  });

  test('is not booked while it is paused, and the periods meanwhile are skipped', async () => {
    const { id } = await createRecurring({ every: 'week', firstDay: day(-8) });
    const pause = (paused: boolean) => clerk.call('pause-recurring-expense', { id, paused });
    expect((await pause(true)).recurring).toMatchObject({ state: 'paused', nextDays: [] });
    expect(await book()).toBe(0);
    expect((await pause(false)).recurring).toMatchObject({ state: 'running', nextDays: [day(6), day(13), day(20)] });
    expect(await book()).toBe(0);
  });

  test('of a removed vehicle is booked only for the days on which it existed', async () => {
    const id = (await boss.call('save-vehicle', { registration: 'GONE 1' })).vehicle?.id;
    const { id: series } = await createRecurring({ every: 'week', firstDay: day(-36), vehicleId: id });
    await boss.call('delete-vehicle', { id });
    await fixture.database.query(`UPDATE vehicles SET deleted_at = now() - interval '22 days' WHERE id = $1`, [id]);
    expect(await book()).toBe(0);
    expect((await boss.call('restore-vehicle', { id })).status).toBe(200);
    await book();
    // The expense recurs weekly since 36 days ago. The vehicle left after the booking 22 days ago, so 15, 8 and 1 days
    // ago it was gone.
    expect(await bookedDays(series)).toEqual([day(-36), day(-29), day(-22)]);
    expect(await read(series)).toMatchObject({ state: 'running', booked: 3, nextDays: [day(6), day(13), day(20)] });
  });

  test('ends after its last day, and continues from today when that is moved', async () => {
    const { id } = await createRecurring({ every: 'week', firstDay: day(-15), lastDay: day(-5) });
    expect(await book()).toBe(2);
    expect(await read(id)).toMatchObject({ state: 'ended', nextDays: [] });
    expect((await clerk.call('get-recurring-expense-list', { state: 'ended' })).total).toBe(1);
    const more = { id, every: 'week', firstDay: day(-15), lastDay: day(20) };
    expect(await createRecurring(more)).toMatchObject({ state: 'running', nextDays: [day(6), day(13), day(20)] });
  });

  test('is changed from its next day on: its schedule is fixed once it was booked', async () => {
    const { id } = await createRecurring({ every: 'week' });
    await book();
    expect((await saveRecurring({ id, every: 'month' })).fields).toMatchObject({
      every: 'It has already been booked. End this one and add another.',
    });
    expect((await saveRecurring({ id, every: 'week', firstDay: day(1) })).fields).toMatchObject({
      firstDay: 'It has already been booked. End this one and add another.',
    });
    expect(await createRecurring({ id, every: 'week', amount: 5 })).toMatchObject({
      nextDays: [day(7), day(14), day(21)],
    });
    expect((await clerk.call('get-expense-list', { recurringId: id })).rows).toMatchObject([{ amount: 2_150_000 }]);
  });

  test('is not booked again when the booked expense is deleted', async () => {
    const { id } = await createRecurring();
    await book();
    const expenseId = (await clerk.call('get-expense-list', { recurringId: id })).rows?.[0]?.id ?? 0;
    expect((await clerk.call('delete-expense', { id: expenseId })).status).toBe(200);
    expect(await book()).toBe(0);
  });

  test.each([
    ['costs another currency', { currency: 'USD' }, { amount: 'Your organisation uses INR.' }],
    ['ends before it begins', { lastDay: '2020-01-01' }, { lastDay: 'Must not be before the start.' }],
    ['is fuel', { kind: 'fuel' }, { kind: 'Fuel is billed by the litre and does not recur.' }],
    ['began years ago', { firstDay: '2020-01-01' }, { firstDay: 'Choose a later day.' }],
  ])('that %s is refused', async (_what, more, fields) => {
    expect((await saveRecurring(more)).fields).toMatchObject(fields);
  });

  test('is booked once when several processes do it concurrently', async () => {
    const { id } = await createRecurring({ every: 'week', firstDay: day(-200) });
    const counts = await Promise.all([book(), book(), book(), book()]);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(29);
    expect(new Set(await bookedDays(id)).size).toBe(29);
    expect((await read(id))?.booked).toBe(29);
  });
});
