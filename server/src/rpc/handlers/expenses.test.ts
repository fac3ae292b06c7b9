import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addFile } from '../../testing/add-file.ts';
import { addTracked, insertDay } from '../../testing/insert-facts.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

const ALL = ['view', 'create', 'edit', 'delete'] as const;

let fixture: HttpFixture;
let boss: TestBrowser;
let clerk: TestBrowser;
let organisationId: number;
let clerkId: number;
let vehicleId: number;
let otherId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  organisationId = await addOrganisation(database, 'Company');
  const person = { password: 'pass-word', organisationId };
  const vehicles = { vehicles: ALL, drivers: ALL, contacts: ALL } as const;
  await addUser(database, {
    ...person,
    username: 'boss',
    grants: { ...vehicles, expenses: ALL, 'expense-approval': ['view', 'edit'] },
  });
  await addUser(database, {
    ...person,
    username: 'deputy',
    grants: { 'expense-approval': ['view', 'edit'] },
  });
  clerkId = await addUser(database, { ...person, username: 'clerk', grants: { ...vehicles, expenses: ALL } });
  boss = await fixture.signedIn('boss', 'pass-word');
  clerk = await fixture.signedIn('clerk', 'pass-word');
  vehicleId = (await boss.call('save-vehicle', { registration: 'SBA 1234' })).vehicle?.id ?? 0;
  otherId = (await boss.call('save-vehicle', { registration: 'OTHER 1' })).vehicle?.id ?? 0;
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'expenses', 'contacts');
});

/** The date `days` days from today in the organisation's zone, which is UTC. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const save = (more: Record<string, unknown> = {}, who = clerk) =>
  who.call('save-expense', { kind: 'toll', vehicleId, amount: 12_050, day: day(-1), submit: true, ...more });
const made = async (more: Record<string, unknown> = {}, who = clerk) => {
  const { expense, ...rest } = await save(more, who);
  if (!expense) throw new Error(JSON.stringify(rest));
  return expense;
};
/** The present versions. */
const versionsOf = async (ids: readonly number[]) => {
  const { rows } = await fixture.database.query<{ id: number; version: number }>('SELECT id, version FROM expenses');
  return ids.map((id) => rows.find((row) => row.id === id)?.version ?? 1);
};
const decide = async (ids: readonly number[], decision: string, reason?: string, who = boss) =>
  who.call('decide-expenses', { ids, versions: await versionsOf(ids), decision, reason });
const listed = async (input: Record<string, unknown>, who = boss) =>
  (await who.call('get-expense-list', input)).rows?.map(({ id }) => id);

const totals = async (by: string) =>
  (await boss.call('get-expense-totals', { by, firstDay: '2026-01-01', lastDay: '2026-12-31' })).rows?.map(
    ({ of, count, amount }) => [of, count, amount],
  );

const driver = async (name: string) => (await boss.call('save-driver', { name })).driver?.id ?? 0;

test('a new expense proposes the driver of the vehicle on its day: assigned, else the usual driver, else none', async () => {
  const [ana, ben] = [await driver('Ana'), await driver('Ben')];
  const { database } = fixture;
  await database.query(
    `INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, to_time, source)
     VALUES ($1, $2, '2026-03-02T00:00:00Z', NULL, 'usual'), ($1, $3, '2026-03-03T06:00:00Z', '2026-03-03T20:00:00Z', 'assignment')`,
    [vehicleId, ana, ben],
  );
  const whoDrove = async (on: string, id = vehicleId) =>
    (await clerk.call('get-expense-choices', { vehicleId: id, day: on })).whoDrove;
  expect(await whoDrove('2026-03-01')).toBeNull();
  expect(await whoDrove('2026-03-02')).toEqual({ id: ana, name: 'Ana', source: 'usual' });
  // Ben had it for 14 of the 24 hours.
  expect(await whoDrove('2026-03-03')).toEqual({ id: ben, name: 'Ben', source: 'assignment' });
  expect(await whoDrove('2026-03-03', otherId)).toBeNull();
  expect((await clerk.call('get-expense-choices', { vehicleId })).whoDrove).toBeNull();
  await database.query('DELETE FROM driver_assignments');
});

describe('an expense', () => {
  test('stores every field and its bill', async () => {
    const driverId = (await boss.call('save-driver', { name: 'Ana Silva' })).driver?.id ?? 0;
    const vendor = (await clerk.call('name-vendor', { name: 'Ancap Centro' })).vendor;
    expect(vendor).toEqual({ id: expect.any(Number), name: 'Ancap Centro' });
    expect((await clerk.call('name-vendor', { name: 'ANCAP centro' })).vendor).toEqual(vendor);
    const fileId = await addFile(fixture, { organisationId, userId: clerkId }, 'bill.txt');
    const fields = {
      kind: 'fuel',
      vehicleId,
      driverId,
      vendorId: vendor?.id,
      amount: 1_250_050,
      tax: 225_000,
      currency: 'INR',
      billNumber: 'B/77',
      day: day(-1),
      odometerM: 84_120_000,
      quantity: 41.25,
      fullTank: true,
      missedFill: true,
      note: 'Two cans\ntoo',
    };
    const { expense } = await clerk.call('save-expense', { ...fields, submit: true, fileIds: [fileId] });
    expect(expense).toEqual({
      id: expect.any(Number),
      organisationId,
      ...fields,
      state: 'submitted',
      reason: null,
      registration: 'SBA 1234',
      driverName: 'Ana Silva',
      vendorName: 'Ancap Centro',
      madeBy: 'clerk',
      decidedBy: null,
      mine: true,
      own: [],
      duplicate: null,
      placeCheck: null,
      tankCheck: null,
      recurringId: null,
      version: 1,
    });
    const files = await clerk.call('get-file-list', { recordKind: 'expense', recordId: expense?.id });
    expect(files.rows?.map(({ id }) => id)).toEqual([fileId]);
  });

  test.each([
    ['costs another currency', { currency: 'USD' }, { amount: 'Your organisation uses INR.' }],
    ['costs nothing', { amount: 0 }, { amount: 'Enter an amount.' }],
    ['has more tax than amount', { tax: 12_051 }, { tax: 'The tax is more than the amount.' }],
    ['is of a day to come', { day: day(2) }, { day: 'This day is in the future.' }],
    ['is of a vehicle that there is not', { vehicleId: 999_999 }, { vehicleId: 'There is no such vehicle.' }],
    ['is fuel without litres', { kind: 'fuel' }, { quantity: 'Enter the litres.' }],
    ['is fuel of no vehicle', { kind: 'fuel', quantity: 4, vehicleId: null }, { vehicleId: 'Choose a vehicle.' }],
  ])('that %s is refused', async (_what, more, fields) => {
    const answer = await save(more);
    expect(answer.status).toBe(422);
    expect(answer.fields).toMatchObject(fields);
  });

  test('with an odometer that goes back, or beyond a later bill, is refused', async () => {
    await made({ day: day(-10), odometerM: 100_000_000 });
    await made({ day: day(-2), odometerM: 101_000_000 });
    const at = async (days: number, odometerM: number) => (await save({ day: day(days), odometerM })).fields;
    expect(await at(-5, 99_000_000)).toMatchObject({ odometerM: expect.stringContaining('An earlier bill') });
    expect(await at(-5, 102_000_000)).toMatchObject({ odometerM: expect.stringContaining('A later bill') });
    expect(await at(-5, 100_500_000)).toBeUndefined();
  });

  test("is not blocked by another person's draft with a wrong odometer", async () => {
    await made({ day: day(-3), odometerM: 900_000_000, submit: false }, boss);
    const { id } = await made({ day: day(-1), odometerM: 100_000_000 });
    // The draft itself is not accepted.
    const [draft] = (await boss.call('get-expense-list', { state: 'draft' })).rows ?? [];
    const submitted = await save({ id: draft?.id, day: day(-3), odometerM: 900_000_000 }, boss);
    expect(submitted.fields).toMatchObject({ odometerM: expect.stringContaining('A later bill') });
    expect((await boss.call('get-expense-by-id', { id })).expense?.odometerM).toBe(100_000_000);
  });

  test('with an odometer further from another bill than anybody drives is refused', async () => {
    await made({ day: day(-10), odometerM: 50_580_000 });
    const at = async (days: number, odometerM: number) => (await save({ day: day(days), odometerM })).fields;
    // A digit too many. At 3,000 km a day, the ten days and the day itself allow 33,000 km.
    expect(await at(0, 507_000_000)).toMatchObject({
      odometerM: expect.stringContaining('50,580 km. That is too far'),
    });
    expect(await at(0, 83_580_001)).toMatchObject({ odometerM: expect.stringContaining('too far') });
    expect(await at(-40, 5_000_000)).toBeUndefined();
    expect(await at(0, 83_580_000)).toBeUndefined();
  });

  test('gets a warning when the same bill or the same amount of the day exists already', async () => {
    const vendorId = (await clerk.call('name-vendor', { name: 'Ancap' })).vendor?.id;
    const first = await made({ vendorId, billNumber: 'b-1' });
    const findDuplicate = (more: Record<string, unknown>) =>
      clerk.call('get-expense-duplicate', { vehicleId, day: day(-1), amount: 500, ...more });
    const same = async (more: Record<string, unknown>) => (await findDuplicate(more)).duplicate;
    expect(await same({ vendorId, billNumber: 'B-1' })).toEqual({ id: first.id, reason: 'bill' });
    expect(await same({ amount: 12_050 })).toEqual({ id: first.id, reason: 'day' });
    // Two bills with the same price and day are distinguished by their numbers.
    expect(await same({ amount: 12_050, billNumber: 'B-2' })).toBeNull();
    expect(await same({ amount: 12_050, vehicleId: otherId })).toBeNull();
    expect((await made()).duplicate).toEqual({ id: first.id, reason: 'day' });
  });

  test('that two people save is a conflict for the second', async () => {
    const { id } = await made();
    await save({ id, note: 'B', version: 1 });
    expect(await save({ id, note: 'C', version: 1 })).toMatchObject({ status: 409, code: 'changed-meanwhile' });
  });
});

describe('a decision', () => {
  test('is made on ten together, and locks them until it is revoked', async () => {
    const ids = [];
    for (let count = 0; count < 10; count += 1) ids.push((await made({ amount: 100 + count })).id);
    await made({ submit: false });
    expect((await boss.call('get-expense-queue', {})).total).toBe(10);
    expect((await decide(ids, 'approve')).status).toBe(200);
    expect((await boss.call('get-expense-queue', {})).total).toBe(0);
    const [id] = ids;
    expect(await save({ id })).toMatchObject({ status: 409, code: 'expense-approved' });
    expect(await clerk.call('delete-expense', { id })).toMatchObject({ status: 409, code: 'expense-approved' });
    await decide([id ?? 0], 'reopen');
    expect((await save({ id, note: 'mended' })).expense).toMatchObject({ state: 'submitted', decidedBy: null });
    const { rows } = await fixture.database.query(
      `SELECT action, username, after->>'state' AS state FROM audit_log WHERE subject = 'expense' AND subject_id = $1
       ORDER BY id`,
      [String(id)],
    );
    expect(rows).toEqual([
      { action: 'create', username: 'clerk', state: 'submitted' },
      { action: 'approve', username: 'boss', state: 'approved' },
      { action: 'reopen', username: 'boss', state: 'submitted' },
      { action: 'change', username: 'clerk', state: null },
    ]);
  });

  test('is made on all or none', async () => {
    const [first, second] = [await made(), await made({ amount: 5 })];
    await decide([second.id], 'refuse', 'Not ours');
    expect(await decide([first.id, second.id], 'approve')).toMatchObject({ status: 409, code: 'expense-decided' });
    expect((await boss.call('get-expense-by-id', { id: first.id })).expense?.state).toBe('submitted');
    expect((await clerk.call('get-expense-by-id', { id: second.id })).expense).toMatchObject({
      state: 'refused',
      reason: 'Not ours',
      decidedBy: 'boss',
    });
    expect((await save({ id: second.id, amount: 6 })).expense).toMatchObject({ state: 'submitted', reason: null });
  });

  test('to refuse needs a reason', async () => {
    const { id } = await made();
    expect((await decide([id], 'refuse')).fields).toMatchObject({ reason: 'Enter a reason.' });
  });

  test('needs its own permission, and is left to others by the person who entered or changed it', async () => {
    const { id } = await made();
    expect((await decide([id], 'approve', undefined, clerk)).status).toBe(403);
    await made({ id }, boss);
    expect((await decide([id], 'refuse', 'Mine')).status).toBe(200);
    await made({ id }, boss);
    expect(await decide([id], 'approve')).toMatchObject({ status: 403, code: 'own-expense' });
  });

  test('applies to what was seen: one that was changed meanwhile is not approved', async () => {
    const { id, version } = await made();
    const seen = { ids: [id], versions: [version], decision: 'approve' };
    await made({ id, amount: 99_000_00 });
    expect(await boss.call('decide-expenses', seen)).toMatchObject({ status: 409, code: 'changed-meanwhile' });
    const withoutVersions = await boss.call('decide-expenses', { ids: [id], decision: 'approve' });
    expect(withoutVersions).toMatchObject({ status: 422, fields: { versions: expect.any(String) } });
    expect((await decide([id], 'approve')).status).toBe(200);
  });

  test('applies to the photos that were seen: an added or removed one is a change', async () => {
    const { id, version } = await made();
    const fileId = await addFile(fixture, { organisationId, userId: clerkId }, 'bill.txt');
    const record = { recordKind: 'expense', recordId: id };
    const approve = (of: number) => boss.call('decide-expenses', { ids: [id], versions: [of], decision: 'approve' });
    expect((await clerk.call('add-files', { ...record, fileIds: [fileId] })).status).toBe(200);
    expect(await approve(version)).toMatchObject({ status: 409, code: 'changed-meanwhile' });
    expect((await clerk.call('remove-file', { ...record, fileId })).status).toBe(200);
    // Each of the two changes is counted once, as the open form counts them.
    expect(await approve(version + 1)).toMatchObject({ status: 409, code: 'changed-meanwhile' });
    expect((await approve(version + 2)).status).toBe(200);
    // An approved expense stays unchanged, with its files.
    expect(await clerk.call('add-files', { ...record, fileIds: [fileId] })).toMatchObject({
      status: 409,
      code: 'expense-approved',
    });
    expect((await boss.call('get-file-list', record)).rows).toEqual([]);
  });

  test('made twice concurrently counts once', async () => {
    const { id, version } = await made();
    const seen = { ids: [id], versions: [version], decision: 'approve' };
    const both = await Promise.all([boss.call('decide-expenses', seen), boss.call('decide-expenses', seen)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('is left to others by everybody who contributed, also to a draft that another person submits', async () => {
    const draft = await made({ submit: false });
    await made({ id: draft.id, amount: 88_000_00, submit: false }, boss);
    await made({ id: draft.id, amount: 88_000_00 });
    expect(await decide([draft.id], 'approve')).toMatchObject({ status: 403, code: 'own-expense' });
    expect((await boss.call('get-expense-by-id', { id: draft.id })).expense).toMatchObject({ mine: true });
  });

  test('between two contributors is that of the one who did not submit it', async () => {
    const { database } = fixture;
    const pair = await addOrganisation(database, 'Pair');
    const one = {
      organisationId: pair,
      password: 'pass-word',
      grants: { expenses: ALL, 'expense-approval': ['view', 'edit'] },
    } as const;
    await addUser(database, { ...one, username: 'left' });
    await addUser(database, { ...one, username: 'right' });
    const [left, right] = [await fixture.signedIn('left', 'pass-word'), await fixture.signedIn('right', 'pass-word')];
    const { id } = await made({ vehicleId: null }, left);
    await made({ id, vehicleId: null, amount: 77 }, right);
    expect(await decide([id], 'approve', undefined, right)).toMatchObject({ code: 'own-expense' });
    expect((await decide([id], 'approve', undefined, left)).status).toBe(200);
  });

  test('on an own expense is allowed to the only approver of the organisation', async () => {
    const { database } = fixture;
    const alone = await addOrganisation(database, 'Alone');
    await addUser(database, {
      username: 'alone',
      password: 'pass-word',
      organisationId: alone,
      grants: { expenses: ALL, 'expense-approval': ['view', 'edit'] },
    });
    const only = await fixture.signedIn('alone', 'pass-word');
    const { id } = await made({ vehicleId: null }, only);
    expect((await decide([id], 'approve', undefined, only)).status).toBe(200);
    expect((await only.call('get-expense-by-id', { id })).expense).toMatchObject({ state: 'approved', mine: true });
  });
});

describe('the list', () => {
  test('is filtered by state, kind and days, and found by the words of its parts', async () => {
    const vendorId = (await clerk.call('name-vendor', { name: 'Petróleo Sur' })).vendor?.id;
    const toll = await made({ day: day(-3), billNumber: 'T-9', vendorId });
    const draft = await made({ day: day(-1), submit: false, kind: 'parking', amount: 7 });
    expect(await listed({ sort: 'day', direction: 'desc' })).toEqual([draft.id, toll.id]);
    expect(await listed({ state: 'draft' })).toEqual([draft.id]);
    expect(await listed({ kind: 'toll' })).toEqual([toll.id]);
    expect(await listed({ firstDay: day(-2) })).toEqual([draft.id]);
    for (const text of ['petroleo', 't-9 sba1234', 'sur 1234'])
      expect(await listed({ search: text })).toEqual([toll.id]);
    expect((await boss.call('get-found-records', { search: 't-9' })).rows).toMatchObject([
      { kind: 'expense', id: toll.id, label: 'SBA 1234' },
    ]);
    await boss.call('save-contact', { id: vendorId, kind: 'vendor', name: 'Axion' });
    expect(await listed({ search: 'axion' })).toEqual([toll.id]);
  });

  test('has totals of submitted or approved ones', async () => {
    await made({ amount: 1000, day: '2026-01-31' });
    await made({ amount: 500, day: '2026-02-01', kind: 'parking' });
    await made({ amount: 30, day: '2026-02-01', vehicleId: otherId });
    await made({ amount: 9999, day: '2026-02-01', submit: false });
    expect(await totals('kind')).toEqual([
      ['toll', 2, 1030],
      ['parking', 1, 500],
    ]);
    expect(await totals('vehicle')).toEqual([
      ['SBA 1234', 2, 1500],
      ['OTHER 1', 1, 30],
    ]);
    expect(await totals('month')).toEqual([
      ['2026-01-01', 1, 1000],
      ['2026-02-01', 2, 530],
    ]);
  });

  test('shows a person limited to a vehicle only its expenses', async () => {
    const own = await made();
    const others = [await made({ vehicleId: otherId }), await made({ vehicleId: null })];
    await fixture.database.query('UPDATE users SET limited = true, limit_vehicle_ids = ARRAY[$2::int] WHERE id = $1', [
      clerkId,
      vehicleId,
    ]);
    try {
      const limited = await fixture.signedIn('clerk', 'pass-word');
      expect(await listed({}, limited)).toEqual([own.id]);
      for (const { id } of others) {
        expect((await limited.call('get-expense-by-id', { id })).status).toBe(404);
        expect((await limited.call('delete-expense', { id })).status).toBe(404);
      }
      expect((await save({ vehicleId: null }, limited)).fields).toMatchObject({ vehicleId: 'Choose a vehicle.' });
      expect((await save({ vehicleId: otherId }, limited)).fields).toMatchObject({
        vehicleId: 'There is no such vehicle.',
      });
      const { vehicles } = await limited.call('get-expense-choices', {});
      expect(vehicles).toEqual([{ id: vehicleId, name: 'SBA 1234' }]);
    } finally {
      await fixture.database.query('UPDATE users SET limited = false WHERE id = $1', [clerkId]);
    }
  });
});

test('a vehicle consumes the fuel filled in between two full tanks, at the cost per tracked distance', async () => {
  const first = `${day(0).slice(0, 8)}01`;
  const litres = (quantity: number, odometerM: number) => ({
    kind: 'fuel',
    quantity,
    odometerM,
    fullTank: true,
    day: first,
  });
  await made({ ...litres(40, 100_000_000), amount: 400 });
  await made({ ...litres(25, 100_250_000), amount: 250 });
  await made({ ...litres(9, 100_300_000), amount: 90, submit: false });
  const { fills, months, currency } = await boss.call('get-vehicle-fuel', { vehicleId, months: 2 });
  expect(currency).toBe('INR');
  expect(fills?.map(({ litres: filled, since }) => [filled, since])).toEqual([
    [40, null],
    [25, { distanceM: 250_000, litres: 25, litresPer100Km: 10, by: 'odometer' }],
  ]);
  // A fill before the second one was not entered, so the consumption up to the second is unknown; the 12 litres over
  // the 150 km after it are 8.
  await made({ ...litres(12, 100_400_000), amount: 120 });
  await fixture.database.query('UPDATE expenses SET missed_fill = true WHERE odometer_m = 100250000');
  const reread = await boss.call('get-vehicle-fuel', { vehicleId, months: 2 });
  expect(reread.fills?.map(({ amount, currency: of, missedFill, since }) => [amount, of, missedFill, since])).toEqual([
    [400, 'INR', false, null],
    [250, 'INR', true, null],
    [120, 'INR', false, { distanceM: 150_000, litres: 12, litresPer100Km: 8, by: 'odometer' }],
  ]);
  await fixture.database.query('DELETE FROM expenses WHERE odometer_m = 100400000');
  expect(months).toHaveLength(2);
  // Nothing was tracked, which is not the same as a distance of zero.
  expect(months?.[1]).toEqual({ month: first, amount: 650, litres: 65, distanceM: null, trackedAmount: 0 });
  expect((await boss.call('get-vehicle-fuel', { vehicleId: 999_999 })).status).toBe(404);
});

test('the cost per kilometre includes expenses since the vehicle is tracked, not those before', async () => {
  const of = await addTracked(fixture.database, { registration: 'SBT 1', organisationId });
  const today = new Date();
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1)).toISOString().slice(0, 8);
  const spent = { kind: 'toll', vehicleId: of.vehicleId, submit: true };
  await clerk.call('save-expense', { ...spent, amount: 500_00, day: `${month}05` });
  await clerk.call('save-expense', { ...spent, amount: 300_00, day: `${month}12` });
  await insertDay(fixture.database, of, { day: `${month}10`, distanceM: 100_000 });
  await insertDay(fixture.database, of, { day: `${month}12`, distanceM: 50_000 });
  const { months } = await boss.call('get-vehicle-fuel', { vehicleId: of.vehicleId, months: 2 });
  expect(months?.[0]).toMatchObject({ amount: 800_00, trackedAmount: 300_00, distanceM: 150_000 });
});

test('the first bill of a driver with an account is for the vehicle that the driver has now', async () => {
  const { rows } = await fixture.database.query<{ id: number }>(`SELECT id FROM users WHERE username = 'clerk'`);
  await fixture.database.query('DELETE FROM expenses WHERE created_by = $1', [rows[0]?.id]);
  const clara = (await boss.call('save-driver', { name: 'Clara' })).driver?.id;
  await fixture.database.query('UPDATE drivers SET user_id = $2 WHERE id = $1', [clara, rows[0]?.id]);
  await fixture.database.query('INSERT INTO driver_assignments (vehicle_id, driver_id) VALUES ($1, $2)', [
    vehicleId,
    clara,
  ]);
  expect((await clerk.call('get-expense-choices', {})).lastVehicleId).toBe(vehicleId);
});

test("a fill of more than the tank's capacity is refused until somebody confirms it, and then stays", async () => {
  const { vehicle } = await boss.call('save-vehicle', { registration: 'TANK 60', tankL: 60 });
  const fill = { kind: 'fuel', vehicleId: vehicle?.id, amount: 100, day: '2026-01-05' } as const;
  const { tankL } = await clerk.call('get-expense-choices', { vehicleId: vehicle?.id ?? 0 });
  expect(tankL).toBe(60);
  const refused = await clerk.call('save-expense', { ...fill, quantity: 62.4 });
  expect(refused).toMatchObject({
    status: 422,
    faults: { quantity: { code: 'fill-over-tank', params: { tank: 60 } } },
  });
  expect((await clerk.call('save-expense', { ...fill, quantity: 60 })).status).toBe(200);
  const { expense } = await clerk.call('save-expense', { ...fill, quantity: 62.4, overTank: true });
  const reread = { ...fill, id: expense?.id, version: expense?.version };
  expect((await clerk.call('save-expense', { ...reread, quantity: 624 })).status).toBe(422);
  expect((await clerk.call('save-expense', { ...reread, quantity: 62.4, note: 'can' })).expense?.note).toBe('can');
  expect((await clerk.call('save-expense', { ...fill, kind: 'adBlue', quantity: 80 })).status).toBe(200);
});
