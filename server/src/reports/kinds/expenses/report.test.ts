import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser } from '../../../testing/organisations.ts';
import { ADMINISTRATOR } from '../../../store/roles/basic-roles.ts';
import {
  requestReport,
  type ReportAnswer,
  reportFixture,
  type ReportFixture,
  WEEK,
} from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

/** The given columns of each row and of the totals. */
function pickColumns({ columns, rows, totals }: ReportAnswer, ...keys: string[]) {
  const pick = (cells: readonly unknown[]) => keys.map((key) => cells[columns.findIndex((one) => one.key === key)]);
  return { rows: rows.map(({ cells }) => pick(cells)), totals: pick(totals.cells) };
}

test('expenses: submitted or approved ones; another currency is reported and is in no total', async () => {
  const answer = await requestReport(fixture.admin, 'expenses', { ...WEEK, sort: 'day', direction: 'asc' });
  expect(answer.currency).toBe('INR');
  const { rows, totals } = pickColumns(answer, 'day', 'vehicle', 'kind', 'amount', 'otherCurrency');
  expect(rows).toEqual([
    ['2026-03-27', 'SBA 1', 'fuel', 3000, null],
    ['2026-03-28', 'ZZZ 9', 'fuel', null, '12.50 USD'],
    ['2026-03-28', 'ZZZ 9', 'toll', 500, null],
    ['2026-03-29', 'SBA 1', 'fuel', 4400, null],
    ['2026-03-31', null, 'other', 10_000, null],
  ]);
  // 3000 + 500 + 4400 + 10000, from four of the five.
  expect(totals[3]).toBe(17_900);
  expect(answer.totals.known[answer.columns.findIndex(({ key }) => key === 'amount')]).toBe(4);
  const tolls = await requestReport(fixture.admin, 'expenses', { ...WEEK, own: { kind: 'toll' } });
  expect(pickColumns(tolls, 'amount').totals).toEqual([500]);
});

test('fuel: from full tank to full tank, a fill between them counted, one before the range known', async () => {
  const answer = await requestReport(fixture.admin, 'fuel-fills', { ...WEEK, sort: 'day', direction: 'asc' });
  const { rows, totals } = pickColumns(answer, 'day', 'litres', 'price', 'distance', 'burnt', 'economy', 'by');
  expect(rows).toEqual([
    ['2026-03-27', 20, 150, null, null, null, null],
    ['2026-03-28', 10, null, null, null, null, null],
    // 20 + 40 litres over 1,400 km - 1,000 km: 15 litres per 100 km.
    ['2026-03-29', 40, 110, 400_000, 60, expect.closeTo(15, 9), 'odometer'],
  ]);
  // (3000 + 4400) / (20 + 40) per litre.
  expect(totals.slice(1)).toEqual([70, expect.closeTo(123.333, 3), 400_000, 60, expect.closeTo(15, 9), null]);
  // The 20 litres of the 27th indicate that an earlier fill was not entered, so the consumption up to the 29th is
  // unknown.
  const { database } = fixture.http;
  const mark = (missed: boolean) =>
    database.query(`UPDATE expenses SET missed_fill = $1 WHERE day = '2026-03-27' AND kind = 'fuel'`, [missed]);
  await mark(true);
  const gap = await requestReport(fixture.admin, 'fuel-fills', { ...WEEK, sort: 'day', direction: 'asc' });
  expect(pickColumns(gap, 'day', 'missed', 'economy').rows).toEqual([
    ['2026-03-27', 'yes', null],
    ['2026-03-28', 'no', null],
    ['2026-03-29', 'no', null],
  ]);
  await mark(false);
});

test('fuel by day: distance of the day, fills and their price, in one row', async () => {
  const answer = await requestReport(fixture.admin, 'fuel-by-day', {
    from: '2026-03-29',
    to: '2026-03-29',
    vehicleIds: [fixture.ids.first],
  });
  expect(pickColumns(answer, 'day', 'distance', 'filled', 'fills', 'amount', 'lost').rows).toEqual([
    ['2026-03-29', 40_029, 40, 1, 4400, null],
  ]);
  // 44.00 for 40.029 km. The consumption of the 40 litres was not measured.
  const [[cost, litres] = []] = pickColumns(answer, 'costPerKm', 'per100Km').rows;
  expect(cost).toBeCloseTo(4400 / 40.029, 6);
  expect(litres).toBeNull();
});

test('fuel drops: alarms of rules that watch for them, and the litres on their day', async () => {
  const { http, admin, ids } = fixture;
  await http.database.query(
    `WITH r AS (INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
                VALUES (1, 'Theft', '{"kind": "fuelDrop"}', 'major', true) RETURNING id)
     INSERT INTO alarms (installation_id, key, confirmed_at, vehicle_id, rule_id, started_at, last_at, count, value, severity)
     SELECT i.id, 'drop', now(), i.vehicle_id, r.id, '2026-03-30T23:30Z', '2026-03-30T23:30Z', 1, -35, 'major'
     FROM r, installations i WHERE i.vehicle_id = $1`,
    [ids.alone],
  );
  const drops = await requestReport(admin, 'fuel-drops', WEEK);
  expect(pickColumns(drops, 'vehicle', 'litres', 'rule')).toEqual({
    rows: [['ZZZ 9', 35, 'Theft']],
    totals: [null, 35, null],
  });
  // Half past one in the night of the 31st in Madrid.
  const days = await requestReport(admin, 'fuel-by-day', {
    from: '2026-03-31',
    to: '2026-03-31',
    vehicleIds: [ids.alone],
  });
  expect(pickColumns(days, 'day', 'drops', 'lost').rows).toEqual([['2026-03-31', 1, 35]]);
});

test('documents due: within the chosen days, the oldest first; money of another currency is reported', async () => {
  const answer = await requestReport(fixture.admin, 'documents-due');
  expect(pickColumns(answer, 'daysLeft', 'state', 'kind', 'vehicle', 'cost', 'otherCurrency').rows).toEqual([
    [-3, 'expired', 'insurance', 'SBA 1', 50_000, null],
    [0, 'due', 'other', null, null, '1250 JPY'],
    [30, 'due', 'permit', 'ZZZ 9', null, null],
  ]);
  expect((await requestReport(fixture.admin, 'documents-due', { own: { days: 31 } })).total).toBe(4);
  expect((await requestReport(fixture.admin, 'documents-due', { own: { days: 0 } })).total).toBe(2);
});

test('maintenance: an order with its services is one row; without an order the cost is unknown', async () => {
  const done = await requestReport(fixture.admin, 'maintenance-done', { ...WEEK, direction: 'asc' });
  expect(pickColumns(done, 'day', 'vehicle', 'work', 'services', 'cost')).toEqual({
    rows: [
      ['2026-03-28', 'SBA 1', 'Brakes', 'Oil', 4000],
      ['2026-03-30', 'ZZZ 9', 'Oil', 'Oil', null],
    ],
    totals: [null, null, null, null, 4000],
  });
  const due = await requestReport(fixture.admin, 'maintenance-due');
  expect(pickColumns(due, 'daysLeft', 'state', 'vehicle', 'left').rows).toEqual([[-2, 'overdue', 'SBA 1', -200_000]]);
  expect((await requestReport(fixture.admin, 'maintenance-due', { own: { show: 'all' } })).total).toBe(2);
});

test('sign-ins and changes: those of the scope, for people who may see them elsewhere', async () => {
  const signIns = await requestReport(fixture.admin, 'sign-ins', { ...WEEK, direction: 'asc' });
  expect(pickColumns(signIns, 'user', 'result', 'succeeded', 'failed')).toEqual({
    rows: [
      ['admin', 'wrong-password', 0, 1],
      ['admin', 'success', 1, 0],
      ['nobody', 'wrong-password', 0, 1],
    ],
    totals: [null, null, 1, 2],
  });
  const audit = await requestReport(fixture.admin, 'audit', { ...WEEK, direction: 'asc' });
  expect(pickColumns(audit, 'user', 'subject', 'name', 'action', 'fields').rows).toEqual([
    ['admin', 'vehicle', 'SBA 1', 'change', 'make, type'],
    [null, 'expense', 'Lease', 'create', 'amount'],
  ]);
});

test('each needs the permission for its subject besides that for reports', async () => {
  const needs = {
    expenses: 'expenses',
    'fuel-fills': 'expenses',
    'documents-due': 'media',
    'maintenance-done': 'maintenance',
    'maintenance-due': 'maintenance',
    'sign-ins': 'sessions',
    audit: 'audit-log',
    'fuel-drops': 'alarms',
  };
  const grants = ADMINISTRATOR.grants;
  for (const [kind, menu] of Object.entries(needs)) {
    const username = `no-${kind}`;
    const without = Object.fromEntries(Object.entries(grants).filter(([key]) => key !== menu));
    const who = { username, password: 'pass-word', organisationId: 1, priority: 3, email: `${kind}@x.org` };
    await addUser(fixture.http.database, { ...who, grants: without });
    const browser = await fixture.http.signedIn(username, 'pass-word');
    expect((await browser.call('get-report', { kind })).status, kind).toBe(403);
    expect((await browser.call('get-reports')).rows?.some((row) => row.kind === kind)).toBe(false);
  }
});
