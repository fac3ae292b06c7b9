import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { insertPlan } from '../store/maintenance/change-plans.ts';
import { addServiceRecord } from '../store/maintenance/records.ts';
import { refreshDues } from '../store/maintenance/refresh-dues.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { remindServices } from './remind-services.ts';
import type { RemindServices } from './send-reminders.ts';

const SERVER = { userId: null, username: null, address: null };
const logger = pino({ level: 'silent' });
/** Late enough on the day of every time zone. */
const EVENING = new Date('2026-06-30T20:00:00Z');

let db: TestDatabase;
let services: RemindServices;
let company: number;
beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  const bus = createMemoryBus(logger);
  services = { database: db.database, bus, logger, mailConfigured: true, publicUrl: 'https://fleet.example.org' };
  company = await addOrganisation(db.database, 'Company');
}, 60_000);
afterAll(() => db.close());

const addVehicle = async (registration: string) => {
  const { rows } = await db.database.query<{ id: number }>(
    `INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, $2, 'car') RETURNING id`,
    [company, registration],
  );
  return rows[0]?.id ?? 0;
};
const noticesOf = async (username: string) => {
  const { rows } = await db.database.query<{ title: string; path: string }>(
    `SELECT n.title, n.path FROM notifications n JOIN users u ON u.id = n.user_id WHERE u.username = $1 ORDER BY n.id`,
    [username],
  );
  return rows;
};
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The first of the previous month, so that a month after it has passed, whatever the length of months. */
const monthAgo = (days: number) => {
  const date = new Date(`${day(days)}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString().slice(0, 10);
};

test('people are reminded once that a service is soon due and once that it is overdue, by bell and mail, until it is done', async () => {
  const person = { password: 'pass-word', organisationId: company };
  await addUser(db.database, { ...person, username: 'ana', email: 'ana@x.org', grants: { maintenance: ['view'] } });
  await addUser(db.database, { ...person, username: 'bob', grants: { maintenance: ['view'] } });
  await addUser(db.database, { ...person, username: 'eve', email: 'eve@x.org', grants: { vehicles: ['view'] } });
  const vehicleId = await addVehicle('SBA 1');
  const other = await addVehicle('SBA 2');
  await db.database.query(`UPDATE users SET limited = true, limit_vehicle_ids = $1 WHERE username = 'bob'`, [[other]]);
  const planId = await insertPlan(db.database, company, {
    task: 'Oil',
    everyM: null,
    everyEngineS: null,
    everyMonths: 1,
    leadM: null,
    leadEngineS: null,
    leadDays: 7,
    allVehicles: false,
    vehicleIds: [vehicleId],
    groupIds: [],
    types: [],
    countedFrom: monthAgo(20),
    note: null,
  });
  const countFrom = async (from: string) => {
    await db.database.query('UPDATE service_plans SET counted_from = $2 WHERE id = $1', [planId, from]);
    await refreshDues(db.database, planId);
  };

  await refreshDues(db.database, planId);
  await remindServices(services, EVENING);
  expect(await noticesOf('ana')).toEqual([]);

  await countFrom(monthAgo(5));
  await remindServices(services, EVENING);
  await remindServices(services, EVENING);
  const soon = { title: 'Oil of SBA 1: due in 5 days', path: `vehicle-info/${vehicleId}?tab=maintenance` };
  expect(await noticesOf('ana')).toEqual([soon]);

  await db.database.query('UPDATE service_dues SET due_on = due_on - 8 WHERE plan_id = $1', [planId]);
  await remindServices(services, EVENING);
  await remindServices(services, EVENING);
  expect(await noticesOf('ana')).toEqual([soon, { ...soon, title: 'Oil of SBA 1: was due 3 days ago' }]);
  const mails = await db.database.query(`SELECT recipient, subject FROM mails ORDER BY id`);
  expect(mails.rows).toEqual([
    { recipient: 'ana@x.org', subject: soon.title },
    { recipient: 'ana@x.org', subject: 'Oil of SBA 1: was due 3 days ago' },
  ]);
  // Neither a person who only sees another vehicle is reminded, nor one whose role hides maintenance.
  expect(await noticesOf('bob')).toEqual([]);
  expect(await noticesOf('eve')).toEqual([]);

  const scope = { organisationId: company, organisationIds: [company], root: false, limit: null };
  const done = { planId, vehicleId, day: monthAgo(4), odometerM: null, engineS: null, note: null };
  await addServiceRecord(db.database, scope, SERVER, done);
  await remindServices(services, EVENING);
  expect((await noticesOf('ana')).map(({ title }) => title)).toEqual([
    soon.title,
    'Oil of SBA 1: was due 3 days ago',
    'Oil of SBA 1: due in 4 days',
  ]);
});
