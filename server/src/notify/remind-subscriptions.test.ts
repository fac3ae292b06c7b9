import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { insertPlan } from '../store/subscriptions/change-plans.ts';
import { insertSubscription } from '../store/subscriptions/change-subscriptions.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { remindSubscriptions } from './remind-subscriptions.ts';
import type { RemindServices } from './send-reminders.ts';
import { emptyTables } from '../testing/empty-tables.ts';

const DAY_MS = 86_400_000;
const logger = pino({ level: 'silent' });

let db: TestDatabase;
let services: RemindServices;
let seller: number;
let customer: number;
let plan: number;
beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  services = {
    database: db.database,
    bus: createMemoryBus(logger),
    logger,
    mailConfigured: true,
    publicUrl: 'https://fleet.example.org',
  };
  seller = await addOrganisation(db.database, 'Reseller');
  customer = await addOrganisation(db.database, 'Company', seller);
  const otherOrganisation = await addOrganisation(db.database, 'Stranger', seller);
  await db.database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [customer]);
  await addPerson('sells', seller);
  await addPerson('buys', customer);
  await addPerson('limited', customer);
  await db.database.query(`UPDATE users SET limited = true WHERE username = 'limited'`);
  await addPerson('unentitled', customer, []);
  await addPerson('stranger', otherOrganisation);
}, 60_000);
afterAll(() => db.close());
beforeEach(async () => {
  await emptyTables(db.database, 'plans', 'subscriptions', 'mails', 'notifications');
  plan = await insertPlan(db.database, seller, { name: 'Fleet', price: 1, currency: 'INR', months: 1, note: null });
});

const addPerson = (username: string, organisationId: number, subscriptions: 'view'[] = ['view']) =>
  addUser(db.database, {
    username,
    password: 'pass-word',
    organisationId,
    grants: { subscriptions },
    email: `${username}@x.org`,
  });
/** Adds a subscription sold at noon of this day. */
async function sell(untilDay: string, knownOn = '2026-01-01') {
  const covers = { allVehicles: true, vehicleIds: [], vehicleLimit: null };
  const days = { fromDay: '2026-01-01', untilDay };
  const id = await insertSubscription(db.database, {
    organisationId: customer,
    planId: plan,
    ...covers,
    ...days,
    note: null,
  });
  await db.database.query('UPDATE subscriptions SET until_set_at = $2 WHERE id = $1', [
    id,
    `${knownOn}T12:00:00+05:30`,
  ]);
}
/** Runs the reminders at this time in the customer's zone. */
const remindAt = (day: string, time = '07:00') => remindSubscriptions(services, new Date(`${day}T${time}:00+05:30`));
const before = (days: number) => new Date(Date.parse('2026-06-30') - days * DAY_MS).toISOString().slice(0, 10);
const bells = async () => {
  const { rows } = await db.database.query<{ line: string }>(
    `SELECT concat_ws(': ', u.username, n.title) AS line FROM notifications n JOIN users u ON u.id = n.user_id ORDER BY n.id`,
  );
  return rows.map(({ line }) => line);
};

const expected = (who: string, when: string) => `${who}: Subscription Fleet of Company expires ${when}`;

test('buyers and sellers are reminded 30, 7 and 1 days before and on the day, each once, from seven on', async () => {
  await sell('2026-06-30');
  const notified: string[] = [];
  for (let days = 32; days >= -9; days -= 1) {
    for (const time of ['06:45', '07:00', '23:45']) {
      await remindAt(before(days), time);
      for (const line of (await bells()).slice(notified.length)) notified.push(`${days} ${time} ${line}`);
    }
  }
  expect(notified).toEqual(
    ['30 07:00 in 30 days', '7 07:00 in 7 days', '1 07:00 tomorrow', '0 07:00 today'].flatMap((at) => {
      const [days = '', time = '', ...when] = at.split(' ');
      return ['sells', 'buys'].map((who) => `${days} ${time} ${expected(who, when.join(' '))}`);
    }),
  );
});

test('a subscription sold late is reminded of from its next day on, an extended one no more', async () => {
  await sell('2026-06-30', before(20));
  await remindAt(before(20), '13:00');
  expect(await bells()).toEqual([]);
  await db.database.query(`UPDATE subscriptions SET until_day = '2026-12-31'`);
  await remindAt(before(7));
  expect(await bells()).toEqual([]);
});

test('several are combined in one message and one mail', async () => {
  await sell(before(0));
  await sell(before(-6));
  await remindAt(before(1));
  expect(await bells()).toEqual(['sells', 'buys'].map((who) => `${who}: 2 subscriptions expired or expiring soon`));
  const { rows } = await db.database.query<{ text: string }>('SELECT text FROM mails ORDER BY id');
  expect(rows[1]?.text.split('\n\n')).toEqual([
    'Hello buys,',
    '- Subscription Fleet of Company expires tomorrow\n- Subscription Fleet of Company expires in 7 days',
    'https://fleet.example.org/admin/subscriptions',
    'You receive this because your role includes subscriptions. You can turn it off in your profile.',
  ]);
});
