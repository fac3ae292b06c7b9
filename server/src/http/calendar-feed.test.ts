import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { HourlyCount } from './hourly-count.ts';
import { emptyTables } from '../testing/empty-tables.ts';

let fixture: HttpFixture;
let north: TestBrowser;
let northId: number;
let userId: number;
let vehicleId: number;
beforeAll(async () => {
  fixture = await httpFixture({}, { publicUrl: 'https://fleet.example.org' });
  const { database } = fixture;
  northId = await addOrganisation(database, 'North');
  await database.query(`UPDATE organisations SET time_zone = 'America/Montevideo' WHERE id = $1`, [northId]);
  const person = (username: string, organisationId: number) =>
    addUser(database, { username, password: 'pass-word', organisationId, grants: ADMINISTRATOR.grants });
  userId = await person('north', northId);
  await person('south', await addOrganisation(database, 'South'));
  north = await fixture.signedIn('north', 'pass-word');
  vehicleId = (await north.call('save-vehicle', { registration: 'SBA 1' })).vehicle?.id ?? 0;
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(
    fixture.database,
    'tasks',
    'documents',
    'driver_assignments',
    'calendar_feeds',
    'service_plans',
    'work_orders',
  );
});

const linkOf = async (kinds = ['task', 'document', 'assignment'], who = north) => {
  const { token } = await who.call('make-calendar-feed', { kinds });
  return `/calendar/${token}.ics`;
};
const fetch = (url: string) => fixture.app.inject({ url, headers: { host: 'fleet.example.org' } });
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one))
    .map(({ uid, summary, startDate, component }) => ({
      uid,
      summary,
      start: startDate.isDate ? startDate.toString() : startDate.toJSDate().toISOString(),
      url: component.getFirstPropertyValue('url'),
    }));
};
const day = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Montevideo' });
const newTask = async (title: string, more: Record<string, unknown> = {}) =>
  (await north.call('save-task', { title, dueOn: day(2), ...more })).task?.id ?? 0;

test('the link contains tasks, documents and assignments in a form that another calendar reads', async () => {
  const task = await newTask('Call Ana; then, the workshop');
  const { document } = await north.call('save-document', {
    kind: 'insurance',
    holder: 'vehicle',
    vehicleId,
    validUntil: day(40),
  });
  const driverId = (await north.call('save-driver', { name: 'Élise' })).driver?.id ?? 0;
  const from = `${day(3)}T11:00:00.000Z`;
  const { assignment } = await north.call('save-assignment', {
    driverId,
    vehicleId,
    from,
    to: `${day(3)}T23:00:00.000Z`,
  });
  const answer = await fetch(await linkOf());
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store' });
  const base = 'https://fleet.example.org';
  expect(read(answer.body)).toEqual([
    {
      uid: `task-${task}@fleet.example.org`,
      summary: 'Call Ana; then, the workshop',
      start: day(2),
      url: `${base}/apps/tasks?open=${task}`,
    },
    {
      uid: `assignment-${assignment?.id}@fleet.example.org`,
      summary: 'SBA 1: Élise',
      start: from,
      url: `${base}/vehicle-info/${vehicleId}?tab=drivers`,
    },
    {
      uid: `document-${document?.id}@fleet.example.org`,
      summary: 'Insurance of SBA 1 expires',
      start: day(40),
      url: `${base}/media/documents?open=${document?.id}`,
    },
  ]);
  expect(answer.body).toContain('X-WR-TIMEZONE:America/Montevideo\r\n');
});

test('it contains the chosen kinds, as far as the owner may see them now', async () => {
  await newTask('Of the fleet');
  const mine = await newTask('Of SBA 1', { recordKind: 'vehicle', recordId: vehicleId });
  await north.call('save-document', { kind: 'insurance', holder: 'vehicle', vehicleId, validUntil: day(4) });
  const link = await linkOf(['task']);
  const titles = async () => read((await fetch(link)).body).map(({ summary }) => summary);
  expect(await titles()).toEqual(['Of SBA 1', 'Of the fleet']);
  await fixture.database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [
    userId,
    [vehicleId],
  ]);
  expect(await titles()).toEqual(['Of SBA 1']);
  await fixture.database.query(`UPDATE users SET limited = false, limit_vehicle_ids = '{}' WHERE id = $1`, [userId]);
  await north.call('delete-task', { id: mine });
  expect(await titles()).toEqual(['Of the fleet']);
  const south = await fixture.signedIn('south', 'pass-word');
  expect(read((await fetch(await linkOf(['task'], south))).body)).toEqual([]);
});

test('a link that was ended, replaced, or whose owner may not see the calendar is not found', async () => {
  const first = await linkOf();
  const second = await linkOf();
  expect((await fetch(first)).statusCode).toBe(404);
  expect((await fetch(second)).statusCode).toBe(200);
  expect((await north.call('get-calendar-feed', {})).feed?.lastUsedAt).not.toBeNull();
  const { database } = fixture;
  const permission = (may: boolean) =>
    database.query(
      `UPDATE role_permissions p SET can_view = $2 FROM menus m, users u
       WHERE m.id = p.menu_id AND m.key = 'calendar' AND p.role_id = u.role_id AND u.id = $1`,
      [userId, may],
    );
  await permission(false);
  expect((await fetch(second)).statusCode).toBe(404);
  await permission(true);
  await database.query('UPDATE users SET disabled_at = now() WHERE id = $1', [userId]);
  expect((await fetch(second)).statusCode).toBe(404);
  await database.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [userId]);
  expect((await fetch(second)).statusCode).toBe(200);
  north = await fixture.signedIn('north', 'pass-word');
  await north.call('end-calendar-feed', {});
  expect((await fetch(second)).statusCode).toBe(404);
  expect((await north.call('get-calendar-feed', {})).feed).toBeNull();
  const { rows } = await database.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE action LIKE 'calendar-link%' AND user_id = $1 ORDER BY id DESC LIMIT 2`,
    [userId],
  );
  expect(rows.map(({ action }) => action)).toEqual(['calendar-link-off', 'calendar-link-on']);
});

test('the link contains services, work orders and recurring tasks, each occurrence as its own event', async () => {
  const vehicle = { vehicleId };
  await north.call('save-service-plan', {
    task: 'Oil',
    everyMonths: 1,
    leadDays: 7,
    vehicleIds: [vehicleId],
    countedFrom: day(-10),
  });
  const at = { outFrom: `${day(1)}T11:00:00.000Z`, outTo: `${day(1)}T20:00:00.000Z` };
  await north.call('save-work-order', { ...vehicle, title: 'Brakes', tasks: [], parts: [], ...at });
  const lease = { kind: 'lease', ...vehicle, amount: 5000, every: 'week', firstDay: day(1), lastDay: day(9) };
  const { recurring } = await north.call('save-recurring-expense', lease);
  const found = read((await fetch(await linkOf(['service', 'work-order', 'recurring']))).body);
  expect(found.map(({ summary }) => summary).toSorted()).toEqual([
    'Brakes: SBA 1',
    'Lease or loan: SBA 1',
    'Lease or loan: SBA 1',
    'Oil: SBA 1',
  ]);
  expect(new Set(found.map(({ uid }) => uid)).size).toBe(4);
  const link = (words: string) => found.find(({ summary }) => summary === words)?.url;
  expect(link('Oil: SBA 1')).toBe(`https://fleet.example.org/vehicle-info/${vehicleId}?tab=maintenance`);
  expect(link('Lease or loan: SBA 1')).toBe(`https://fleet.example.org/expenses/recurring?open=${recurring?.id}`);
});

test('the secret is long, is not stored, and grants nothing else', async () => {
  const link = await linkOf();
  const token = link.slice('/calendar/'.length, -'.ics'.length);
  // 256 bits in Base64url.
  expect(token).toMatch(/^[\w-]{43}$/);
  const { rows } = await fixture.database.query<{ all: string }>('SELECT f::text AS all FROM calendar_feeds f');
  expect(rows[0]?.all).not.toContain(token);
  const call = await fixture.app.inject({
    method: 'POST',
    url: '/1.html',
    headers: { authorization: `Bearer mp_${token}` },
    payload: JSON.stringify({ route: 'get-task-list' }),
  });
  expect(call.json()).toMatchObject({ status: 400 });
});

test('60 fetches of a link per hour are answered, further ones only in the next hour', async () => {
  const link = await linkOf();
  const codes = [];
  for (let fetched = 0; fetched < 61; fetched += 1) codes.push((await fetch(link)).statusCode);
  const over = await fetch(link);
  expect(codes.filter((code) => code === 200)).toHaveLength(60);
  expect(over.statusCode).toBe(429);
  expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(3600);

  let now = Date.parse('2026-01-01T10:59:00Z');
  const count = new HourlyCount(1, () => now);
  count.take(1);
  expect(() => count.take(1)).toThrow('Try again');
  count.take(2);
  now += 60_000;
  count.take(1);
});
