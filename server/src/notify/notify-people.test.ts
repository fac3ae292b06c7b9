import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { takeDueAlarms } from '../store/alarm-delivery/take-due-alarms.ts';
import { ensureBasics } from '../auth/bootstrap.ts';
import { savePushBrowser } from '../store/push/push-browsers.ts';
import { addAlarm, addRule, addTrackedVehicle } from '../testing/alarm-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { notifyPeople, type PeopleNotifierServices } from './notify-people.ts';
import { emptyTables } from '../testing/empty-tables.ts';
import { fakePlaces } from '../testing/fake-places.ts';

let db: TestDatabase;
let services: PeopleNotifierServices;
let ana: number;
let vehicle: Awaited<ReturnType<typeof addTrackedVehicle>>;
let ruleId: number;
const mailed: number[] = [];
const RECENTLY = () => new Date(Date.now() - 60_000).toISOString();

beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  bus.subscribe('mail-waiting', ({ id }) => mailed.push(id));
  const publicUrl = 'https://fleet.example.org';
  services = {
    database: db.database,
    bus,
    logger,
    mailConfigured: true,
    publicUrl,
    places: fakePlaces(() => 'Rambla'),
  };
  ana = await addPerson('ana', ['view']);
  vehicle = await addTrackedVehicle(db.database, 1, 'SBA 1');
}, 60_000);
afterAll(() => db.close());
beforeEach(async () => {
  await emptyTables(db.database, 'alarm_rules', 'mails', 'notifications', 'push_browsers', 'webhooks');
  ruleId = await addRule(db.database, 1, {
    name: 'Fast',
    severity: 'major',
    condition: { kind: 'overspeed', limitKph: 90 },
  });
  await setChannels({ userIds: [ana], bell: true });
  mailed.length = 0;
});

const addPerson = (username: string, alarms: 'view'[], organisationId = 1) =>
  addUser(db.database, {
    username,
    password: 'pass-word',
    organisationId,
    grants: { alarms },
    email: `${username}@x.org`,
  });
const setChannels = (channels: object) =>
  db.database.query('UPDATE alarm_rules SET channels = $2 WHERE id = $1', [ruleId, JSON.stringify(channels)]);
const raise = (startedAt = RECENTLY()) =>
  addAlarm(db.database, {
    ...vehicle,
    ruleId,
    severity: 'major',
    startedAt,
    at: { lat: -34.9, lon: -56.2 },
    value: 104,
  });
/** Raises this many alarms, a millisecond apart. */
const raiseMany = (count: number) =>
  db.database.query(
    `INSERT INTO alarms (installation_id, key, vehicle_id, rule_id, confirmed_at, started_at, last_at, count, severity)
     SELECT $1, 'many' || n || clock_timestamp(), $2, $3, now(), now(), now(), 1, 'major' FROM generate_series(1, $4::int) n`,
    [vehicle.installationId, vehicle.vehicleId, ruleId, count],
  );
const take = async () => {
  while ((await takeDueAlarms(db.database, () => '{}')).taken > 0);
};
const run = async () => {
  await take();
  await notifyPeople(services);
};
/** Moves the times of past notifications back by this many seconds. */
const pass = (seconds: number) =>
  db.database.query('UPDATE alarm_notices SET told_at = told_at - make_interval(secs => $1)', [seconds]);
const bells = async (userId = ana) => {
  const { rows } = await db.database.query<{ title: string; text: string; path: string }>(
    'SELECT title, text, path FROM notifications WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  return rows;
};
const mails = async () => {
  const { rows } = await db.database.query<{ recipient: string; subject: string; text: string; state: string }>(
    'SELECT recipient, subject, text, state FROM mails ORDER BY id',
  );
  return rows;
};
const subscribe = (userId: number, endpoint: string) =>
  savePushBrowser(db.database, userId, { endpoint, p256dh: 'p', auth: 'a', userAgent: '' });
const pushes = async () => {
  const { rows } = await db.database.query<{ endpoint: string; payload: string }>(
    'SELECT endpoint, payload FROM push_messages m JOIN push_browsers b ON b.id = m.browser_id ORDER BY m.id',
  );
  return rows.map(({ endpoint, payload }) => [endpoint, JSON.parse(payload)] as const);
};

test('an alarm is sent once by each channel of its rule', async () => {
  await setChannels({ userIds: [ana], bell: true, push: true, mail: true });
  await subscribe(ana, 'https://push.example.org/1');
  await subscribe(ana, 'https://push.example.org/2');
  const id = await raise('2030-01-05T10:00:00Z');
  await run();
  await run();
  const title = 'SBA 1: Fast';
  const text = '104 km/h, the limit is 90 km/h · Rambla · 5 Jan, 10:00 UTC';
  const link = `dashboard/alarms?open=${id}`;
  expect(await bells()).toEqual([{ title, text, path: link }]);
  const payload = { title, text, path: link, tag: `alarm-${id}` };
  expect(await pushes()).toEqual([
    ['https://push.example.org/1', payload],
    ['https://push.example.org/2', payload],
  ]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'ana@x.org', subject: title, state: 'waiting' });
  expect(mail?.text).toContain(text);
  expect(mail?.text).toContain(`https://fleet.example.org/${link}`);
  expect(mailed).toHaveLength(1);
});

test('a person is notified in their own language', async () => {
  await setChannels({ userIds: [ana], bell: true, push: false, mail: true });
  const before = (await mails()).length;
  await db.database.query(`UPDATE users SET language = 'ar' WHERE id = $1`, [ana]);
  try {
    await pass(600);
    await raise('2030-01-05T10:10:00Z');
    await run();
    expect((await bells()).at(-1)?.text).toContain('104 كم/س، والحد 90 كم/س');
    const mail = (await mails())[before];
    expect(mail?.text).toContain('درجة الخطورة: كبير');
    expect(mail?.text).toContain('تصلك هذه الرسالة لأن قاعدة إنذار تذكرك.');
  } finally {
    await db.database.query(`UPDATE users SET language = 'en' WHERE id = $1`, [ana]);
  }
});

test('a person without a time zone gets that of the organisation', async () => {
  await setChannels({ userIds: [ana], bell: true, push: false, mail: false });
  const textIn = async (own: string, at: string) => {
    await db.database.query(`UPDATE users SET time_zone = $2 WHERE id = $1`, [ana, own]);
    await raise(at);
    await run();
    return (await bells()).at(-1)?.text.split(' · ').at(-1);
  };
  await db.database.query(`UPDATE organisations SET time_zone = 'America/Montevideo'`);
  expect(await textIn('', '2030-01-05T02:00:00Z')).toBe('4 Jan, 23:00 UTC-3');
  expect(await textIn('Asia/Kolkata', '2030-01-05T02:00:01Z')).toBe('5 Jan, 07:30 UTC+5:30');
  await db.database.query(`UPDATE organisations SET time_zone = 'UTC'`);
  await db.database.query(`UPDATE users SET time_zone = ''`);
});

test('an alarm that became known more than an hour late is only in the bell', async () => {
  await setChannels({ userIds: [ana], bell: true, push: true, mail: true });
  await subscribe(ana, 'https://push.example.org/1');
  await raise(new Date(Date.now() - 59 * 60_000).toISOString());
  await run();
  await pass(61);
  await raise(new Date(Date.now() - 61 * 60_000).toISOString());
  await run();
  expect(await bells()).toHaveLength(2);
  // Quiet notifications do not pop up over the open page.
  const { rows } = await db.database.query('SELECT quiet FROM notifications ORDER BY id DESC LIMIT 2');
  expect(rows).toEqual([{ quiet: true }, { quiet: false }]);
  expect(await pushes()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
});

test('an SOS is sent by all channels however late its device dates it', async () => {
  await setChannels({ userIds: [ana], bell: true, push: true, mail: true });
  await subscribe(ana, 'https://push.example.org/1');
  await raise(new Date(Date.now() - 8 * 3_600_000).toISOString());
  await db.database.query(`UPDATE alarms SET about = 'sos'`);
  await run();
  const { rows } = await db.database.query('SELECT quiet FROM notifications ORDER BY id DESC LIMIT 1');
  expect(rows).toEqual([{ quiet: false }]);
  expect([(await pushes()).length, (await mails()).length]).toEqual([1, 1]);
});

test('for a vehicle that moved to another organisation nobody is notified of earlier alarms, not even an SOS', async () => {
  await setChannels({ userIds: [ana], bell: true, push: true, mail: true });
  await subscribe(ana, 'https://push.example.org/1');
  await db.database.query('UPDATE vehicles SET moved_at = now()');
  await raise(new Date(Date.now() - 8 * 3_600_000).toISOString());
  await db.database.query(`UPDATE alarms SET about = 'sos'`);
  await run();
  expect([await bells(), await pushes(), await mails()]).toEqual([[], [], []]);
  // An alarm from just before the move is still sent.
  await pass(61);
  await raise(RECENTLY());
  await run();
  expect([(await bells()).length, (await pushes()).length, (await mails()).length]).toEqual([1, 1, 1]);
  await db.database.query('UPDATE vehicles SET moved_at = NULL');
});

describe('recipients', () => {
  test('are notified once each, and again when it recurs after a person cleared it', async () => {
    await raise(new Date(Date.now() - 7_200_000).toISOString());
    await run();
    await run();
    expect(await bells()).toHaveLength(1);
    // The state in which ingest leaves it: due again, with the time of the new event.
    await db.database.query('UPDATE alarms SET notified_at = NULL, last_at = now()');
    await run();
    await run();
    expect(await bells()).toHaveLength(2);
  });

  test('exclude people who turned notifications off, or whose role shows no alarms, or of another organisation', async () => {
    const off = await addPerson('off', ['view']);
    await db.database.query('UPDATE users SET notifications = false WHERE id = $1', [off]);
    const blind = await addPerson('blind', []);
    const away = await addPerson('away', ['view'], await addOrganisation(db.database, 'Away'));
    await setChannels({ userIds: [ana, off, blind, away], bell: true });
    await raise();
    await run();
    expect(await Promise.all([ana, off, blind, away].map(async (id) => (await bells(id)).length))).toEqual([
      1, 0, 0, 0,
    ]);
  });

  test('exclude people whose access ended between the alarm and its notification', async () => {
    const [left, blind] = [await addPerson('left', ['view']), await addPerson('later-blind', ['view'])];
    await setChannels({ userIds: [ana, left, blind], bell: true, mail: true });
    await raise();
    await take();
    await db.database.query('UPDATE users SET disabled_at = now() WHERE id = $1', [left]);
    await db.database.query('DELETE FROM role_permissions WHERE role_id = (SELECT role_id FROM users WHERE id = $1)', [
      blind,
    ]);
    await notifyPeople(services);
    expect(await Promise.all([ana, left, blind].map(async (id) => (await bells(id)).length))).toEqual([1, 0, 0]);
    expect(await mails()).toHaveLength(1);
    const { rows } = await db.database.query('SELECT FROM alarm_notices WHERE told_at IS NULL');
    expect(rows).toEqual([]);
  });

  test('are all people who see alarms, when the rule is for all or (as those of geofences) has no recipients', async () => {
    const before = (await bells()).length;
    await setChannels({ bell: true });
    await raise();
    await run();
    expect((await bells()).length).toBe(before + 1);
    await setChannels({ userIds: [], everyone: true });
    await raise('2030-01-01T00:00:00Z');
    await run();
    expect((await bells()).length).toBe(before + 2);
    await setChannels({ userIds: [], everyone: false });
    await raise('2030-01-02T00:00:00Z');
    await run();
    expect((await bells()).length).toBe(before + 2);
  });

  test('are none for a rule that was switched off meanwhile; the alarm is not due any more', async () => {
    await raise();
    await db.database.query('UPDATE alarm_rules SET enabled = false');
    await run();
    await db.database.query('UPDATE alarm_rules SET enabled = true');
    await run();
    expect(await bells()).toEqual([]);
  });
});

test('a burst of 500 is one mail, one push and one line of the bell', async () => {
  await setChannels({ userIds: [ana], bell: true, push: true, mail: true });
  await subscribe(ana, 'https://push.example.org/1');
  await raiseMany(500);
  await run();
  const summary = { title: '500 alarms of SBA 1', text: 'Fast (500)' };
  expect(await bells()).toMatchObject([summary]);
  expect((await pushes()).map(([, payload]) => payload)).toMatchObject([summary]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.text).toContain('and 450 more in the alarm list');
});

test('within a minute ten lines of the bell and one mail are sent; further ones wait, and are combined', async () => {
  await setChannels({ userIds: [ana], bell: true, mail: true });
  for (let batch = 0; batch < 14; batch += 1) {
    await raiseMany(1);
    await run();
  }
  expect(await bells()).toHaveLength(10);
  expect(await mails()).toHaveLength(1);
  await pass(50);
  await run();
  expect(await bells()).toHaveLength(10);
  await pass(11);
  await run();
  expect(await bells()).toHaveLength(14);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['SBA 1: Fast', '13 alarms of SBA 1']);
});

test('after a kill while alarms are being taken up, all are sent once', { timeout: 30_000 }, async () => {
  await db.database.query(
    `INSERT INTO webhooks (organisation_id, name, url, secret, severities)
     VALUES (1, 'Desk', 'https://example.org/', '', '{major}')`,
  );
  await raiseMany(5);
  const script = path.join(import.meta.dirname, '../testing/stuck-taker.ts');
  const child = spawn(process.execPath, [script, db.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const rows = async (table: string) => (await db.database.query(`SELECT FROM ${table}`)).rowCount;
  expect([await rows('alarm_notices'), await rows('webhook_deliveries')]).toEqual([0, 0]);
  const taken = async () => (await takeDueAlarms(db.database, () => '{}')).taken;
  await expect.poll(taken, { timeout: 10_000 }).toBe(5);
  expect(await taken()).toBe(0);
  expect([await rows('alarm_notices'), await rows('webhook_deliveries')]).toEqual([5, 5]);
});
