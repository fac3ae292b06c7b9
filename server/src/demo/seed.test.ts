import { AlarmCondition } from '@milepost/contract/alarm-condition';
import { loadOutlets } from '@milepost/city/outlets';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { readTrackingRules } from '../store/facts/tracking-rules.ts';
import { loadLiveVehicles } from '../store/fleet/live-vehicles.ts';
import { DOCUMENT_KIND_WORDS } from '../texts/names.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { seedDemo } from './seed.ts';
import { billDemoFuel } from './seed-expenses.ts';
import { emptyTables } from '../testing/empty-tables.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await testDatabase();
  await ensureBasics(fixture.database, { adminPassword: 'pass-word' });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(
    fixture.database,
    'service_plans',
    'checklists',
    'work_orders',
    'vehicles',
    'devices',
    'drivers',
    'vehicle_groups',
    'messages',
  );
  await fixture.database.query('DELETE FROM users WHERE password_hash IS NULL');
});

const vehicle = (n: number) => ({
  identity: `35600000000000${n}`,
  protocol: n % 2 ? 'gt06' : 'teltonika',
  transport: 'tcp',
  deviceModel: 'Concox GT06N',
  registration: `SBA ${n}`,
  group: n < 3 ? 'Courier' : 'Cold chain',
  type: 'van',
  make: 'Fiat',
  model: 'Fiorino',
  driver: n === 3 ? 'Ana' : `Driver ${n}`,
  depot: 'North',
});
const fleet = { vehicles: [1, 2, 3].map(vehicle), depots: [{ name: 'North', lat: -34.8, lon: -56.2 }] };
const south = { name: 'South', lat: -34.9, lon: -56.17 };
const count = async (table: string) =>
  (await fixture.database.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n;

test('stores vehicles with group, driver and device, installed since before the demo’s history', async () => {
  expect(await seedDemo(fixture.database, fleet)).toBe(3);
  const live = await loadLiveVehicles(fixture.database, null);
  expect(live[2]).toMatchObject({
    vehicle: {
      registration: 'SBA 3',
      type: 'van',
      makeModel: 'Fiat Fiorino',
      groupName: 'Cold chain',
      driverName: 'Ana',
      deviceIdentity: '356000000000003',
      protocol: 'GT06 (Concox, Jimi)',
    },
  });
  expect(await count('vehicle_groups')).toBe(2);
  expect(await count(`devices WHERE model = 'Concox GT06N'`)).toBe(3);
  const { rows } = await fixture.database.query<{ days: number }>(
    'SELECT DISTINCT round(extract(epoch FROM now() - installed_at) / 86400)::int AS days FROM installations',
  );
  expect(rows).toEqual([{ days: 8 }]);
});

test('has tasks about expiring documents and vehicles, and some that are done', async () => {
  await seedDemo(fixture.database, fleet);
  const { rows } = await fixture.database.query<{ kind: string | null; done: number; n: number }>(
    `SELECT record_kind AS kind, count(*) FILTER (WHERE state = 'done')::int AS done, count(*)::int AS n
     FROM tasks WHERE (record_kind = 'document') IS NOT TRUE OR title LIKE 'Renew: %' GROUP BY 1 ORDER BY 1`,
  );
  // Of the vehicles that the tasks refer to, the fleet of three has the second and the third.
  expect(rows.filter(({ kind }) => kind !== 'document')).toEqual([
    { kind: 'vehicle', done: 1, n: 2 },
    { kind: null, done: 1, n: 4 },
  ]);
  const { rows: ends } = await fixture.database.query<{ same: boolean }>(
    `SELECT t.due_on = d.valid_until AS same FROM tasks t JOIN documents d ON d.id = t.record_id
     WHERE t.record_kind = 'document'`,
  );
  expect(ends.length).toBeGreaterThan(0);
  expect(ends.every(({ same }) => same)).toBe(true);
  const { rows: titles } = await fixture.database.query<{ title: string; kind: keyof typeof DOCUMENT_KIND_WORDS.en }>(
    `SELECT t.title, d.kind FROM tasks t JOIN documents d ON d.id = t.record_id WHERE t.record_kind = 'document'`,
  );
  for (const { title, kind } of titles) expect(title).toMatch(`Renew: ${DOCUMENT_KIND_WORDS.en[kind]} of SBA `);
});

test('has messages in the inbox of the first person, some unread, from people with an account', async () => {
  await seedDemo(fixture.database, fleet);
  const { rows } = await fixture.database.query<{ from: string; driver: boolean; read: boolean }>(
    `SELECT s.display_name AS from, EXISTS (SELECT FROM drivers d WHERE d.user_id = s.id) AS driver,
            r.read_at IS NOT NULL AS read
     FROM message_receipts r JOIN messages m ON m.id = r.message_id JOIN users s ON s.id = m.sender_id
     WHERE r.user_id = (SELECT min(id) FROM users) ORDER BY m.sent_at DESC`,
  );
  expect(rows).toEqual([
    { from: 'Valeria Núñez', driver: false, read: false },
    { from: 'Driver 1', driver: true, read: false },
    { from: 'Valeria Núñez', driver: false, read: true },
    { from: 'Driver 2', driver: true, read: true },
    { from: 'Valeria Núñez', driver: false, read: true },
  ]);
  // The senders can be answered.
  expect(
    await count(`users u JOIN role_permissions p ON p.role_id = u.role_id JOIN menus m ON m.id = p.menu_id
    WHERE m.key = 'messages' AND p.can_view`),
  ).toBe(4);
  // Nobody can sign in to these accounts, which have no password.
  expect(await count('users WHERE password_hash IS NOT NULL')).toBe(1);
});

test('does so once, and never beside real vehicles, removed ones included', async () => {
  expect(await seedDemo(fixture.database, fleet)).toBe(3);
  expect(await seedDemo(fixture.database, fleet)).toBe(0);
  await fixture.database.query('UPDATE vehicles SET deleted_at = now()');
  expect(await seedDemo(fixture.database, fleet)).toBe(0);
  expect(await count('vehicles')).toBe(3);
});

test('gives the organisation geofences, valid rules, and the time zone of the city', async () => {
  await emptyTables(fixture.database, 'geofences', 'alarm_rules');
  expect(await seedDemo(fixture.database, { ...fleet, depots: [...fleet.depots, south] })).toBe(3);
  const { organisation_id: id } = (
    await fixture.database.query<{ organisation_id: number }>('SELECT DISTINCT organisation_id FROM geofences')
  ).rows[0] ?? { organisation_id: 0 };
  const { timeZone, fences, rules } = await readTrackingRules(fixture.database, id);
  expect(timeZone).toBe('America/Montevideo');
  const kinds = new Set(fences.map(({ shape }) => shape.kind));
  expect(kinds).toEqual(new Set(['circle', 'polygon', 'corridor']));
  expect(rules.length).toBeGreaterThanOrEqual(6);
  for (const { condition } of rules) expect(AlarmCondition.parse(condition)).toEqual(condition);
  const known = new Set(fences.map((fence) => fence.id));
  for (const { condition } of rules) {
    for (const fenceId of ('fenceIds' in condition ? condition.fenceIds : null) ?? []) expect(known).toContain(fenceId);
  }
});

test('gives vehicles and drivers documents: some expire this week, some were renewed recently', async () => {
  const vehicles = Array.from({ length: 9 }, (_, index) => ({ ...vehicle(index), type: index % 2 ? 'truck' : 'van' }));
  await seedDemo(fixture.database, { ...fleet, vehicles });
  const today = `(now() AT TIME ZONE 'America/Montevideo')::date`;
  for (const kind of ['registration', 'insurance', 'roadTax', 'pollution'])
    expect(await count(`documents WHERE kind = '${kind}' AND vehicle_id IS NOT NULL AND NOT renewed`), kind).toBe(9);
  expect(await count(`documents WHERE kind = 'permit'`)).toBeGreaterThanOrEqual(4);
  expect(await count(`documents WHERE driver_id IS NOT NULL`)).toBeGreaterThanOrEqual(9);
  expect(
    await count(`documents WHERE NOT renewed AND valid_until BETWEEN ${today} AND ${today} + 6`),
  ).toBeGreaterThanOrEqual(5);
  expect(await count(`documents WHERE renewed AND valid_until BETWEEN ${today} - 92 AND ${today}`)).toBeGreaterThan(2);
  expect(await count(`documents WHERE NOT renewed AND valid_until < ${today}`)).toBeLessThan(6);
  expect(await count(`documents WHERE currency <> 'UYU'`)).toBe(0);
});

test("fills no vehicle beyond its tank's capacity, and states who installed each device", async () => {
  const types = ['motorcycle', 'truck', 'car'];
  await seedDemo(fixture.database, {
    ...fleet,
    vehicles: fleet.vehicles.map((one, n) => ({ ...one, type: types[n] })),
  });
  const { rows } = await fixture.database.query<{ type: string; fits: boolean }>(
    `SELECT v.type, bool_and(e.quantity <= v.tank_l) AS fits
     FROM expenses e JOIN vehicles v ON v.id = e.vehicle_id WHERE e.kind = 'fuel' AND e.day > current_date - 120
       AND v.deleted_at IS NULL GROUP BY v.type ORDER BY v.type`,
  );
  expect(rows.map(({ type, fits }) => [type, fits])).toEqual([
    ['car', true],
    ['motorcycle', true],
    ['truck', true],
  ]);
  expect(await count('installations WHERE technician IS NULL')).toBe(0);
});

test('gives vehicles services, of which two are overdue', async () => {
  const vehicles = Array.from({ length: 9 }, (_, index) => ({ ...vehicle(index), type: index % 2 ? 'truck' : 'car' }));
  await seedDemo(fixture.database, { ...fleet, vehicles });
  const today = `(now() AT TIME ZONE 'America/Montevideo')::date`;
  expect(await count('service_plans')).toBe(4);
  expect(await count('service_dues')).toBe(3 * 9 + 4);
  expect(await count(`service_dues WHERE due_on < ${today}`)).toBe(2);
  expect(await count(`service_records WHERE day >= ${today}`)).toBe(0);
  expect(await count(`work_orders WHERE state = 'done' AND expense_id IS NOT NULL`)).toBe(2);
  expect(await count(`work_orders WHERE state <> 'done'`)).toBe(2);
  expect(await count('inspections')).toBe(3 * 9);
  expect(await count('inspections WHERE defects > 0')).toBe(9);
});

test('an invalid or conflicting fleet stores nothing', async () => {
  await expect(seedDemo(fixture.database, { vehicles: [{ identity: 7 }] })).rejects.toThrow();
  await expect(seedDemo(fixture.database, { vehicles: [vehicle(1), vehicle(1)] })).rejects.toThrow();
  expect(await count('vehicle_groups')).toBe(0);
});

test('gives drivers licences, tags if a reader reports them, and stand-ins for three months, none of them twice', async () => {
  const many = Array.from({ length: 8 }, (_, n) => ({
    ...vehicle(n + 1),
    identity: `35600000000010${n}`,
    tag: n < 3 ? `5A17C0DE${n}001` : null,
  }));
  await seedDemo(fixture.database, { ...fleet, vehicles: many });
  expect(await count('drivers WHERE licence_number IS NULL OR licence_expires_on IS NULL')).toBe(0);
  // The tag at the last reader is not assigned to anybody yet.
  expect(await count('driver_tags')).toBe(2);
  expect(await count(`driver_assignments WHERE source = 'assignment'`)).toBeGreaterThan(200);
  expect(
    await count(`driver_assignments a JOIN driver_assignments b ON a.id < b.id AND a.source = b.source
      AND (a.vehicle_id = b.vehicle_id OR (a.driver_id = b.driver_id AND a.source = 'assignment'))
      AND tstzrange(a.from_time, a.to_time) && tstzrange(b.from_time, b.to_time)`),
  ).toBe(0);
});

test('has three months of bills before its history, and bills for the distance driven after it', async () => {
  const { database } = fixture;
  await seedDemo(database, fleet);
  const bills = async (where: string) =>
    (await database.query<{ n: number }>(`SELECT count(*)::int AS n FROM expenses WHERE ${where}`)).rows[0]?.n;
  expect(await bills(`kind = 'fuel' AND state = 'approved'`)).toBe(3 * 13);
  expect(await bills(`day > now()::date - 7`)).toBe(0);
  // Readings only increase, in proportion to the litres: 8 to 12 per 100 km.
  const { rows } = await database.query<{ least: number; most: number }>(
    `SELECT min(per) AS least, max(per) AS most FROM (
       SELECT quantity / (odometer_m - lag(odometer_m) OVER (PARTITION BY vehicle_id ORDER BY day)) * 100000 AS per
       FROM expenses WHERE kind = 'fuel') each`,
  );
  expect(rows[0]?.least).toBeGreaterThan(5);
  expect(rows[0]?.most).toBeLessThan(20);

  await billDemoFuel(database);
  expect(await bills(`kind = 'fuel' AND state = 'submitted'`)).toBe(0);
  await database.query(
    `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m, trip_s,
       trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m, positions, invalid,
       legs)
     SELECT i.id, 'test', now(), i.vehicle_id, (now() AT TIME ZONE 'America/Montevideo')::date - 1, now(), now(), 250000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
       0, '[]' FROM installations i ORDER BY i.id LIMIT 2`,
  );
  await billDemoFuel(database);
  await billDemoFuel(database);
  const billed = await database.query<{ vendor: string; litres: number; km: number }>(
    `SELECT c.name AS vendor, e.quantity AS litres, (e.odometer_m - (SELECT max(odometer_m) FROM expenses b
       WHERE b.vehicle_id = e.vehicle_id AND b.day < e.day)) / 1000 AS km
     FROM expenses e JOIN contacts c ON c.id = e.vendor_id WHERE e.kind = 'fuel' AND e.state = 'submitted' ORDER BY e.vehicle_id`,
  );
  // 250 km at 9.4 and 9.8 litres per 100 km; the second at a station where no vehicle of the demo was.
  expect(billed.rows).toEqual([
    { vendor: 'Tarjeta Flota Sur', litres: 23.5, km: 250 },
    { vendor: 'ANCAP Atlántida', litres: 24.5, km: 250 },
  ]);
});

test('has a subscription that expires with this month, two invoices paid and one open', async () => {
  await seedDemo(fixture.database, fleet);
  const { rows } = await fixture.database.query(
    `SELECT i.number, i.net, i.tax, coalesce(p.amount, 0)::bigint AS paid, s.vehicle_limit AS "limit",
            s.until_day = i.until_day AS last, s.until_day = (date_trunc('month', now() AT TIME ZONE 'America/Montevideo') + interval '1 month')::date - 1 AS ends
     FROM invoices i JOIN subscriptions s ON s.id = i.subscription_id LEFT JOIN payments p ON p.invoice_id = i.id
     ORDER BY i.number`,
  );
  // Three vehicles at 490.00, plus 22% tax.
  const billed = { net: 147_000, tax: 32_340, limit: 3, ends: true };
  expect(rows).toEqual([
    { ...billed, number: 1, paid: 179_340, last: false },
    { ...billed, number: 2, paid: 179_340, last: false },
    { ...billed, number: 3, paid: 0, last: true },
  ]);
});

test('the shops of the city are outlets, most of them in one of two territories', async () => {
  await emptyTables(fixture.database, 'outlets', 'territories');
  await seedDemo(fixture.database, fleet);
  const { rows } = await fixture.database.query<{ name: string | null; n: number }>(
    `SELECT t.name, count(*)::int AS n FROM outlets u LEFT JOIN territories t ON t.id = u.area_territory_id
     GROUP BY t.name ORDER BY t.name`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['Montevideo East', 'Montevideo West', null]);
  for (const { n } of rows) expect(n).toBeGreaterThan(20);
  expect(rows.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThan(400);
});

const tour = (name: string, n: number, startMinute: number, stops: number[]) => {
  return { name, identity: `35600000000000${n}`, depot: 'north', weekdays: [1, 2, 3, 4, 5], startMinute, stops };
};

test('has the routes that its vehicles drive on weekdays, with past and future runs', async () => {
  await emptyTables(fixture.database, 'outlets', 'territories', 'depots', 'routes');
  // Shops of the city by their indices in its list: supermarkets and convenience stores. The 37th is closed.
  const shops = loadOutlets().map(({ kind }, index) => ({ kind, index }));
  const [large, small] = ['supermarket', 'convenience'].map((wanted) =>
    shops.filter(({ kind, index }) => kind === wanted && index < 36).map(({ index }) => index),
  );
  const depots = [{ id: 'north', name: 'North', lat: -34.87, lon: -56.17 }];
  const tours = [
    tour('Waste West', 1, 360, large?.slice(0, 5) ?? []),
    tour('Courier East', 3, 480, [...(small?.slice(0, 6) ?? []), 36]),
  ];
  await seedDemo(fixture.database, { ...fleet, depots, tours });
  const { rows } = await fixture.database.query(
    `SELECT r.name, count(s.*)::int AS stops, v.registration, d.name AS driver, g.name AS depot, p.start_time::text AS starts
     FROM routes r JOIN route_plans p ON p.route_id = r.id JOIN route_plan_stops s ON s.plan_id = p.id
     JOIN vehicles v ON v.id = p.vehicle_id JOIN drivers d ON d.id = p.driver_id JOIN depots g ON g.id = p.begin_depot_id
     GROUP BY r.name, v.id, d.id, g.id, p.id ORDER BY r.name`,
  );
  const depot = 'North';
  expect(rows).toEqual([
    { name: 'Courier East', stops: 6, registration: 'SBA 3', driver: 'Ana', depot, starts: '08:00:00' },
    { name: 'Waste West', stops: 5, registration: 'SBA 1', driver: 'Driver 1', depot, starts: '06:00:00' },
  ]);
  // The past week and the next two have fifteen or sixteen weekdays; every run has its vehicle, except while that is in
  // the workshop.
  const { rows: runs } = await fixture.database.query<{ n: number; weekend: number; bare: number }>(
    `SELECT count(*)::int AS n, count(*) FILTER (WHERE extract(isodow FROM day) > 5)::int AS weekend,
       count(*) FILTER (WHERE vehicle_id IS NULL AND NOT EXISTS (
         SELECT FROM route_plans p JOIN work_orders w ON w.vehicle_id = p.vehicle_id
         WHERE p.route_id = r.route_id AND w.state <> 'done' AND r.day BETWEEN w.out_from::date AND w.out_to::date
       ))::int AS bare
     FROM route_runs r`,
  );
  expect(runs[0]?.n).toBeGreaterThanOrEqual(2 * 15);
  expect(runs[0]).toMatchObject({ weekend: 0, bare: 0 });
});
