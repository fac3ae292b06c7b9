import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { startJobs } from '../jobs/jobs.ts';
import { sendMailJob } from '../jobs/send-mail-job.ts';
import { type DocumentInput, insertDocument, saveDocument } from '../store/documents/change-documents.ts';
import { testMailServer } from '../testing/mail-server.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { remindDocuments } from './remind-documents.ts';
import type { RemindServices } from './send-reminders.ts';
import { emptyTables } from '../testing/empty-tables.ts';
import { fakePlaces } from '../testing/fake-places.ts';

const DAY_MS = 86_400_000;
const SERVER = { userId: null, username: null, address: null };
const logger = pino({ level: 'silent' });
const bus = createMemoryBus(logger);

let db: TestDatabase;
let services: RemindServices;
let company: number;
let vehicle: number;
let ana: number;
beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  services = { database: db.database, bus, logger, mailConfigured: true, publicUrl: 'https://fleet.example.org' };
  company = await addOrganisation(db.database, 'Company');
  await db.database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [company]);
  vehicle = await addVehicle('KA 1');
  ana = await addPerson('ana', company);
}, 60_000);
afterAll(() => db.close());
beforeEach(async () => {
  await emptyTables(db.database, 'documents', 'mails', 'notifications');
});

const addVehicle = async (registration: string) => {
  const { rows } = await db.database.query<{ id: number }>(
    `INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, $2, 'car') RETURNING id`,
    [company, registration],
  );
  return rows[0]?.id ?? 0;
};
const addPerson = (username: string, organisationId: number, media: 'view'[] = ['view']) =>
  addUser(db.database, {
    username,
    password: 'pass-word',
    organisationId,
    grants: { media },
    email: `${username}@x.org`,
  });

const scope = () => ({ organisationId: company, organisationIds: [company], root: false, limit: null });
const input = (more: Partial<DocumentInput> = {}): DocumentInput => ({
  kind: 'insurance',
  holder: 'vehicle',
  vehicleId: vehicle,
  driverId: null,
  number: null,
  issuer: null,
  issuedOn: null,
  validFrom: null,
  validUntil: '2026-06-30',
  cost: null,
  currency: null,
  note: null,
  renewsId: null,
  ...more,
});
/** Adds a document entered at noon of this day. */
async function addDocument(knownOn = '2026-01-01', more: Partial<DocumentInput> = {}): Promise<number> {
  const id = await insertDocument(db.database, company, input(more));
  await db.database.query('UPDATE documents SET until_set_at = $2 WHERE id = $1', [id, `${knownOn}T12:00:00+05:30`]);
  return id;
}
/** Runs the reminders at this time in India, which has no summer time. */
const remindAt = (day: string, time = '07:00') => remindDocuments(services, new Date(`${day}T${time}:00+05:30`));
const before = (days: number) => new Date(Date.parse('2026-06-30') - days * DAY_MS).toISOString().slice(0, 10);
const bells = async (userId = ana) => {
  const { rows } = await db.database.query<{ title: string }>(
    'SELECT title FROM notifications WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  return rows.map(({ title }) => title);
};
const mails = async () => {
  const { rows } = await db.database.query<{ recipient: string; subject: string; text: string }>(
    'SELECT recipient, subject, text FROM mails ORDER BY id',
  );
  return rows;
};

test('60, 30, 15, 7 and 1 days before, and on the day: each sent once, from seven in the organisation’s zone', async () => {
  await addDocument();
  const notified: string[] = [];
  for (let days = 62; days >= -3; days -= 1) {
    for (const time of ['06:45', '07:00', '07:15', '23:45']) {
      await remindAt(before(days), time);
      for (const title of (await bells()).slice(notified.length)) notified.push(`${days} ${time} ${title}`);
    }
  }
  expect(notified.map((line) => line.replace('Insurance of KA 1 expires ', ''))).toEqual([
    '60 07:00 in 60 days',
    '30 07:00 in 30 days',
    '15 07:00 in 15 days',
    '7 07:00 in 7 days',
    '1 07:00 tomorrow',
    '0 07:00 today',
  ]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(await bells());
});

test('reminders missed while the server was off are sent once, by the latest', async () => {
  await addDocument();
  await remindAt(before(12));
  await remindAt(before(11));
  expect(await bells()).toEqual(['Insurance of KA 1 expires in 12 days']);
  await remindAt(before(-2));
  await remindAt(before(-3));
  expect((await bells()).slice(1)).toEqual(['Insurance of KA 1 expired 2 days ago']);
});

test('a document entered late is reminded of from its next day on', async () => {
  await addDocument(before(12));
  await remindAt(before(12), '13:00');
  await remindAt(before(8));
  expect(await bells()).toEqual([]);
  await remindAt(before(7));
  expect(await bells()).toHaveLength(1);
});

test('a renewal ends the reminders of its document, another last day restarts them', async () => {
  const first = await addDocument();
  await remindAt(before(30));
  await saveDocument(
    db.database,
    { scope: scope(), userId: null, kinds: [] },
    SERVER,
    input({ renewsId: first, validUntil: '2027-06-30' }),
  );
  await remindAt(before(15));
  expect(await bells()).toHaveLength(1);
  const other = await addDocument('2026-01-01', { kind: 'permit' });
  await remindAt(before(7));
  await saveDocument(
    db.database,
    { scope: scope(), userId: null, kinds: [] },
    SERVER,
    input({ id: other, kind: 'permit', validUntil: '2026-07-10' }),
  );
  await db.database.query(`UPDATE documents SET until_set_at = '2026-06-24' WHERE id = $1`, [other]);
  await remindAt('2026-07-03');
  expect((await bells()).slice(1)).toEqual(['Permit of KA 1 expires in 7 days', 'Permit of KA 1 expires in 7 days']);
});

test('many documents are combined in one message, the earliest first', async () => {
  for (const validUntil of [before(0), before(-6), before(-14), before(-29)])
    await addDocument('2026-01-01', { validUntil });
  await remindAt(before(1));
  expect(await bells()).toEqual(['4 documents expired or expiring soon']);
  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: 'ana@x.org', subject: '4 documents expired or expiring soon' });
  expect(mail?.text.split('\n\n')).toEqual([
    'Hello ana,',
    ['tomorrow', 'in 7 days', 'in 15 days', 'in 30 days']
      .map((when) => `- Insurance of KA 1 expires ${when}`)
      .join('\n'),
    'https://fleet.example.org/media/documents',
    'You receive this because your role includes documents. You can turn it off in your profile.',
  ]);
});

test('recipients are those who may see it, by the channels that they chose', async () => {
  const people = Object.fromEntries(
    await Promise.all(
      ['limited', 'elsewhere', 'bell-only', 'mail-only', 'quiet', 'disabled'].map(
        async (name) => [name, await addPerson(name, company)] as const,
      ),
    ),
  );
  await addPerson('unentitled', company, []);
  const change = (name: string, sql: string) =>
    db.database.query(`UPDATE users SET ${sql} WHERE id = $1`, [people[name]]);
  await change('limited', `limited = true, limit_vehicle_ids = '{${vehicle}}'`);
  await change('elsewhere', `limited = true, limit_vehicle_ids = '{999}'`);
  await change('bell-only', 'reminder_mail = false');
  await change('mail-only', 'reminder_bell = false');
  await change('quiet', 'notifications = false');
  await change('disabled', 'disabled_at = now()');
  await addDocument();
  await addDocument('2026-01-01', { holder: 'organisation', vehicleId: null });
  await remindAt(before(7));
  const { rows } = await db.database.query<{ username: string; title: string }>(
    'SELECT u.username, n.title FROM notifications n JOIN users u ON u.id = n.user_id ORDER BY 1',
  );
  expect(rows.map(({ username, title }) => `${username}: ${title}`)).toEqual([
    'ana: 2 documents expired or expiring soon',
    'bell-only: 2 documents expired or expiring soon',
    'limited: Insurance of KA 1 expires in 7 days',
  ]);
  expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual([
    'ana@x.org',
    'limited@x.org',
    'mail-only@x.org',
  ]);
  await db.database.query('DELETE FROM users WHERE id = ANY($1)', [Object.values(people)]);
});

test('when nobody of the organisation may see it, the one above is notified', async () => {
  const branch = await addOrganisation(db.database, 'Branch', company);
  const id = await insertDocument(db.database, branch, input({ holder: 'organisation', vehicleId: null }));
  await db.database.query(`UPDATE documents SET until_set_at = '2026-01-01' WHERE id = $1`, [id]);
  // The branch is in UTC: at its seven o'clock it is half past twelve in India.
  await remindAt(before(7), '12:15');
  expect(await bells()).toEqual([]);
  await remindAt(before(7), '12:30');
  expect(await bells()).toEqual(['Insurance of Branch expires in 7 days']);
  const { rows } = await db.database.query('SELECT DISTINCT user_id FROM notifications');
  expect(rows).toEqual([{ user_id: ana }]);
});

test('two concurrent processes send once, and the mail reaches a mail server', { timeout: 30_000 }, async () => {
  const server = await testMailServer();
  const queue = createJobQueue(db.database, logger);
  const mail = { smtpUrl: server.url, from: 'Fleet <fleet@example.org>' };
  const { database, url } = db;
  const jobs = await startJobs({
    url,
    database,
    bus,
    logger,
    queue,
    mail,
    publicUrl: null,
    files: db.files,
    places: fakePlaces(() => null),
    jobs: [sendMailJob],
  });
  await addDocument('2026-01-01', { kind: 'permit' });
  await Promise.all([1, 2, 3, 4].map(() => remindAt(before(7))));
  expect(await bells()).toEqual(['Permit of KA 1 expires in 7 days']);
  await expect.poll(() => server.messages.length, { timeout: 20_000 }).toBe(1);
  expect(server.messages[0]).toMatchObject({ from: 'fleet@example.org', to: 'ana@x.org' });
  expect(server.messages[0]?.text).toContain('Subject: Permit of KA 1 expires in 7 days');
  await jobs.stop();
  await queue.close();
  await server.close();
});
