import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import { type ImportFixture, importFixture } from '../testing/import-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

/** A concurrent change by two people, or a double click of one, takes effect once. Approvals: `expenses.test.ts`. */
let fixture: ImportFixture;
let one: TestBrowser;
let other: TestBrowser;

beforeAll(async () => {
  fixture = await importFixture();
  const { database } = fixture;
  await addUser(database, {
    username: 'other',
    password: 'pass-word',
    organisationId: 1,
    grants: ADMINISTRATOR.grants,
  });
  one = fixture.admin;
  other = await fixture.signedIn('other', 'pass-word');
});
afterAll(() => fixture.close());

type Call = Parameters<TestBrowser['call']>;

/** The statuses of one call made by both people, the lower status first. */
async function both(name: Call[0], input: Call[1], second: Call[1] = input): Promise<number[]> {
  const answers = await Promise.all([one.call(name, input), other.call(name, second)]);
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}
const count = async (from: string, values: unknown[] = []) =>
  (await fixture.database.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, values)).rows[0]?.n;
const today = () => new Date().toISOString().slice(0, 10);
const vehicle = async (registration: string) => (await one.call('save-vehicle', { registration })).vehicle?.id ?? 0;
const into = (vehicleId: number, deviceId: number) => ({ vehicleId, deviceId });
const device = async (identity: string) => (await one.call('save-device', { identity })).device?.id ?? 0;

test('two payments of one invoice: the second gets a conflict', async () => {
  const organisationId = await addOrganisation(fixture.database, 'Customer', 1);
  const planId = (await one.call('save-plan', { name: 'Fleet', price: 10_000, months: 1 })).plan?.id;
  const agreed = { organisationId, planId, fromDay: '2026-01-01', vehicleLimit: 3 };
  const subscriptionId = (await one.call('save-subscription', agreed)).subscription?.id ?? 0;
  const lines = [{ text: 'Fleet', quantity: 1, unitPrice: 10_000, taxRate: 0 }];
  const days = { day: '2026-01-01', dueDay: '2026-01-15', fromDay: '2026-01-01', untilDay: '2026-01-31' };
  expect(await both('create-invoice', { subscriptionId, lines, ...days })).toEqual([200, 409]);
  const invoiceId = (await one.call('get-invoice-list', {})).rows?.[0]?.id;
  const transfer = { invoiceId, amount: 4000, day: '2026-01-10', reference: 'UPI 77', seenOpen: 10_000 };
  expect(await both('record-payment', transfer)).toEqual([200, 409]);
  expect((await one.call('get-invoice-by-id', { id: invoiceId })).invoice).toMatchObject({ paid: 4000 });
  expect(await other.call('record-payment', transfer)).toMatchObject({ status: 409, code: 'payment-meanwhile' });
  expect((await other.call('record-payment', { ...transfer, seenOpen: 6000 })).status).toBe(200);
  const whole = { invoiceId, day: '2026-01-11', reason: 'Mistaken', lines };
  expect(await both('create-credit-note', whole)).toEqual([200, 422]);
});

test('two closings of a work order: one expense, one service', async () => {
  const vehicleId = await vehicle('SBA 1');
  const service = { task: 'Oil', everyMonths: 6, leadDays: 7, countedFrom: '2026-01-01', allVehicles: true };
  const planId = (await one.call('save-service-plan', service)).plan?.id;
  const order = {
    title: 'Oil',
    vehicleId,
    tasks: [{ text: 'Oil', planId, done: true }],
    parts: [{ name: 'Oil', quantity: 1, price: 5000 }],
  };
  const id = (await one.call('save-work-order', order)).order?.id;
  expect(await both('close-work-order', { id, day: today() })).toEqual([200, 409]);
  expect(await count('expenses WHERE vehicle_id = $1', [vehicleId])).toBe(1);
  expect(await count('service_records WHERE work_order_id = $1', [id])).toBe(1);
  expect(await both('reopen-work-order', { id })).toEqual([200, 409]);
  expect(await count('service_records WHERE work_order_id = $1 AND deleted_at IS NULL', [id])).toBe(0);
});

test('two swaps of a device: it is in one vehicle, and a vehicle has one', async () => {
  const [van, bus] = [await vehicle('VAN 1'), await vehicle('BUS 1')];
  const [first, second] = [await device('1001'), await device('1002')];
  expect(await both('swap-device', into(van, first), into(bus, first))).toEqual([200, 409]);
  expect(await count('installations WHERE device_id = $1', [first])).toBe(1);
  const third = await device('1003');
  const truck = await vehicle('TRUCK 1');
  await both('swap-device', into(truck, second), into(truck, third));
  expect(await count('installations WHERE vehicle_id = $1 AND removed_at IS NULL', [truck])).toBe(1);
  expect(
    await count(
      `installations a JOIN installations b ON a.vehicle_id = b.vehicle_id AND a.id < b.id
       AND tstzrange(a.installed_at, a.removed_at) && tstzrange(b.installed_at, b.removed_at)`,
    ),
  ).toBe(0);
});

test('two runs and two undos of an import: each record is made and deleted once', async () => {
  const { id } = await fixture.check('Registration,Make\nAAA 1,Volvo\nAAA 2,Scania\n');
  expect(await both('run-import', { id })).toEqual([200, 409]);
  await Promise.all([fixture.work(id), fixture.work(id)]);
  expect(await both('undo-import', { id })).toEqual([200, 409]);
  await Promise.all([fixture.work(id), fixture.work(id)]);
  expect((await one.call('get-import', { id })).import).toMatchObject({ state: 'undone', counts: { undone: 2 } });
  const logged = await one.call('get-audit-list', { subject: 'vehicle', pageSize: 500 });
  const actions = logged.rows?.filter(({ subjectName }) => subjectName?.startsWith('AAA')).map(({ action }) => action);
  expect(actions?.toSorted()).toEqual(['create', 'create', 'delete', 'delete']);
});
