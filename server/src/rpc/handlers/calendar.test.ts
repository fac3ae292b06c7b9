import { CALENDAR_KINDS } from '@milepost/contract/calendar-kinds';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let north: TestBrowser;
let vehicles: number[];
let organisationId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  organisationId = await addOrganisation(database, 'North');
  // Ten hours ahead of UTC all year.
  await database.query(`UPDATE organisations SET time_zone = 'Australia/Brisbane' WHERE id = $1`, [organisationId]);
  const grants = ADMINISTRATOR.grants;
  const id = await addUser(database, { username: 'lim', password: 'pass-word', organisationId, grants });
  await addUser(database, { username: 'north', password: 'pass-word', organisationId, grants });
  await addUser(database, {
    username: 'office',
    password: 'pass-word',
    organisationId,
    grants: { calendar: ['view'], media: ['view'] },
  });
  north = await fixture.signedIn('north', 'pass-word');
  vehicles = [];
  for (const registration of ['SEEN 1', 'HIDDEN 1']) {
    vehicles.push((await north.call('save-vehicle', { registration })).vehicle?.id ?? 0);
  }
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [
    id,
    vehicles.slice(0, 1),
  ]);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(
    fixture.database,
    'tasks',
    'documents',
    'driver_assignments',
    'service_plans',
    'work_orders',
    'recurring_expenses',
  );
});

const MAY = { from: '2026-05-01', days: 31 };
const entries = async (who = north, input: Record<string, unknown> = MAY) =>
  ((await who.call('get-calendar', input)).rows ?? []).map(
    ({ day, kind, about, of }) => `${day} ${kind} ${about}, ${of}`,
  );
const drive = (name: string, vehicleId: number | undefined, from: string, to: string) =>
  north
    .call('save-driver', { name })
    .then(({ driver }) => north.call('save-assignment', { driverId: driver?.id, vehicleId, from, to }));

async function fill(): Promise<void> {
  for (const [n, vehicleId] of vehicles.entries()) {
    await north.call('save-document', { kind: 'permit', holder: 'vehicle', vehicleId, validUntil: `2026-05-1${n}` });
    await north.call('save-task', {
      title: `Task ${n}`,
      dueOn: '2026-05-31',
      state: n === 0 ? 'open' : 'done',
      recordKind: 'vehicle',
      recordId: vehicleId,
    });
  }
  await drive('Ana', vehicles[0], '2026-05-04T14:30:00Z', '2026-05-06T00:00:00Z');
  await drive('Ben', vehicles[1], '2026-04-30T13:59:59Z', '2026-05-02T00:00:00Z');
}

test('contains tasks on their day, documents on their last day, assignments on the day of their begin in the organisation’s zone', async () => {
  await fill();
  await north.call('save-task', { title: 'No day' });
  await north.call('save-task', { title: 'June', dueOn: '2026-06-01' });
  expect(await entries()).toEqual([
    // Half past midnight in Brisbane; Ben's assignment began a second before May.
    '2026-05-05 assignment Ana, SEEN 1',
    '2026-05-10 document permit, SEEN 1',
    '2026-05-11 document permit, HIDDEN 1',
    '2026-05-31 task Task 0, ',
    '2026-05-31 task Task 1, ',
  ]);
  const answer = await north.call('get-calendar', MAY);
  expect(answer).toMatchObject({ kinds: [...CALENDAR_KINDS], timeZone: 'Australia/Brisbane' });
  expect(answer.days?.at(-1)).toEqual({ day: '2026-05-31', total: 2 });
  expect(answer.rows?.map(({ done }) => done)).toEqual([false, false, false, false, true]);
  expect(answer.rows?.[0]).toMatchObject({ from: '2026-05-04T14:30:00.000Z', to: '2026-05-06T00:00:00.000Z' });
});

test('a person sees only the kinds of their menus, and of their vehicles', async () => {
  await fill();
  const lim = await fixture.signedIn('lim', 'pass-word');
  expect(await entries(lim)).toEqual([
    '2026-05-05 assignment Ana, SEEN 1',
    '2026-05-10 document permit, SEEN 1',
    '2026-05-31 task Task 0, ',
  ]);
  const office = await fixture.signedIn('office', 'pass-word');
  expect((await office.call('get-calendar', MAY)).kinds).toEqual(['document']);
  expect(await entries(office, { ...MAY, kinds: ['task', 'document'] })).toHaveLength(2);
  expect(await entries(office, { ...MAY, kinds: ['task'] })).toEqual([]);
  expect(await entries(await fixture.signedIn())).toHaveLength(5);
});

test('of a day the first fifty are listed, with their total number', async () => {
  await fixture.database.query(
    `INSERT INTO tasks (organisation_id, title, due_on)
     SELECT $1, 'Task ' || to_char(n, 'FM000'), '2026-05-10' FROM generate_series(1, 70) n`,
    [organisationId],
  );
  await drive('Ana', vehicles[0], '2026-05-10T03:00:00Z', '2026-05-10T05:00:00Z');
  const { rows, days } = await north.call('get-calendar', MAY);
  expect(days).toEqual([{ day: '2026-05-10', total: 71 }]);
  expect(rows?.map(({ about }) => about)).toEqual(
    Array.from({ length: 50 }, (_, n) => `Task ${String(n + 1).padStart(3, '0')}`),
  );
});

test('services are on the forecast day, orders on the day out of service or done, recurring tasks on each of their days', async () => {
  const { database } = fixture;
  let noDay = 0;
  for (const vehicleId of vehicles) {
    const { plan } = await north.call('save-service-plan', {
      task: 'Oil',
      everyMonths: 3,
      leadDays: 7,
      vehicleIds: [vehicleId],
      countedFrom: '2026-02-15',
    });
    expect(plan?.id).toBeGreaterThan(0);
    // Half past midnight of the 8th in Brisbane.
    const out = { outFrom: '2026-05-07T14:30:00Z', outTo: '2026-05-09T00:00:00Z' };
    await north.call('save-work-order', { vehicleId, title: 'Brakes', tasks: [], parts: [], ...out });
    noDay = (await north.call('save-work-order', { vehicleId, title: 'No day', tasks: [], parts: [] })).order?.id ?? 0;
    await north.call('save-recurring-expense', {
      kind: 'lease',
      vehicleId,
      amount: 100,
      every: 'week',
      firstDay: '2099-05-04',
      lastDay: '2099-05-18',
    });
  }
  await north.call('close-work-order', { id: noDay, day: '2026-05-20' });
  await database.query('UPDATE service_dues SET due_on = $1', ['2026-05-15']);
  expect(await entries()).toEqual([
    '2026-05-08 work-order Brakes, SEEN 1',
    '2026-05-08 work-order Brakes, HIDDEN 1',
    '2026-05-15 service Oil, SEEN 1',
    '2026-05-15 service Oil, HIDDEN 1',
    // This work order was completed on that day; the other "No day" is open and has no day.
    '2026-05-20 work-order No day, HIDDEN 1',
  ]);
  expect(await entries(await fixture.signedIn('lim', 'pass-word'))).toEqual([
    '2026-05-08 work-order Brakes, SEEN 1',
    '2026-05-15 service Oil, SEEN 1',
  ]);
  const recurring = (from: string, days: number) => entries(north, { from, days, kinds: ['recurring'] });
  expect(await recurring('2099-05-05', 13)).toEqual([
    '2099-05-11 recurring lease, SEEN 1',
    '2099-05-11 recurring lease, HIDDEN 1',
  ]);
  expect(await recurring('2099-05-18', 31)).toHaveLength(2);
  expect(await recurring('2099-05-19', 31)).toEqual([]);
});
