import type { Fault } from '@milepost/contract/fault';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import type { Bus } from '../bus/bus.ts';
import { createMailer } from '../mail/send-mail.ts';
import { ensureBasics } from '../auth/bootstrap.ts';
import { forgetDeliveries } from '../store/alarm-delivery/forget-deliveries.ts';
import { insertAttachments, insertMail, LINK_PLACE, listLeftMails } from '../store/mail/mails.ts';
import { listFailedMails, retryMails } from '../store/status/failed-sends.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { testMailServer, type TestMailServer } from '../testing/mail-server.ts';
import { createJobQueue, type JobQueue } from './job-queue.ts';
import { type Jobs, startJobs } from './jobs.ts';
import { fakePlaces } from '../testing/fake-places.ts';

const LINK = 'https://fleet.example.org/authentication/reset-password#token=secret';
const logger = pino({ level: 'silent' });

const NOBODY = { userId: null, username: null, address: null };
let db: TestDatabase;
let server: TestMailServer;
let bus: Bus;
let queue: JobQueue;
let jobs: Jobs;
beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  server = await testMailServer();
  bus = createMemoryBus(logger);
  const mail = { smtpUrl: server.url, from: 'Fleet <fleet@example.org>' };
  queue = createJobQueue(db.database, logger);
  jobs = await startJobs({
    url: db.url,
    database: db.database,
    bus,
    logger,
    queue,
    mail,
    publicUrl: null,
    files: db.files,
    places: fakePlaces(() => null),
  });
}, 60_000);
afterAll(async () => {
  await jobs.stop();
  await queue.close();
  await server.close();
  await db.close();
});
beforeEach(() => {
  server.messages.length = 0;
  server.refusing = false;
});

const write = (secret: string | null = LINK) =>
  insertMail(db.database, {
    organisationId: 1,
    userId: 1,
    to: 'ana@example.org',
    subject: 'Choose a password',
    text: `Here:\n\n${LINK_PLACE}\n\nBye.`,
    secret,
    state: 'waiting',
    fault: null,
  });
const stored = async (id: number) => {
  const { rows } = await db.database.query<{ state: string; secret: string | null; fault: Fault | null }>(
    `SELECT state, secret, fault FROM mails WHERE id = $1`,
    [id],
  );
  return rows[0];
};

test('an announced mail is sent once, and its link is not stored', { timeout: 30_000 }, async () => {
  const id = await write();
  bus.publish('mail-waiting', { id });
  bus.publish('mail-waiting', { id });
  await expect.poll(async () => (await stored(id))?.state, { timeout: 20_000 }).toBe('sent');
  expect(server.messages).toHaveLength(1);
  expect(server.messages[0]).toMatchObject({ from: 'fleet@example.org', to: 'ana@example.org' });
  // In quoted-printable (RFC 2045, section 6.7) or not, the URL of the link arrives complete.
  expect(server.messages[0]?.text.replaceAll('=\n', '').replaceAll('=3D', '=')).toContain(LINK);
  expect((await stored(id))?.secret).toBeNull();
});

test('a permanently refused address is not retried', { timeout: 30_000 }, async () => {
  server.refusing = 'for-good';
  const id = await write();
  bus.publish('mail-waiting', { id });
  await expect.poll(async () => (await stored(id))?.state, { timeout: 20_000 }).toBe('failed');
  expect(await stored(id)).toMatchObject({ fault: { code: 'mail-recipient-rejected' }, secret: null });
});

test('a refusal of the server is reported, and the mail waits for the next attempt', { timeout: 30_000 }, async () => {
  server.refusing = true;
  const id = await write();
  bus.publish('mail-waiting', { id });
  await expect
    .poll(async () => (await stored(id))?.fault, { timeout: 20_000 })
    .toMatchObject({
      code: 'mail-deferred',
      detail: expect.stringContaining('450 mailbox busy'),
    });
  expect(await stored(id)).toMatchObject({ state: 'waiting', secret: LINK });
  const states = async () => {
    const { rows } = await db.database.query<{ state: string }>(
      `SELECT state::text FROM pgboss.job WHERE name = 'send-mail' AND data->>'id' = $1`,
      [String(id)],
    );
    return rows;
  };
  // The fault is stored a moment before the job is returned to the queue.
  await expect.poll(states).toEqual([{ state: 'retry' }]);
  const mailer = createMailer(db.database, logger, {
    smtpUrl: server.url,
    from: 'fleet@example.org',
    publicUrl: null,
    blobs: db.files.blobs,
  });
  await expect(mailer.send(id, true)).rejects.toThrow('450');
  expect(await stored(id)).toMatchObject({ state: 'failed', secret: null });
  mailer.close();
});

test('one that failed keeps its files for a week, for a person to send it again, but not its link', async () => {
  server.refusing = 'for-good';
  const id = await write(null);
  const bytes = Buffer.from('vehicle;km');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const folder = await mkdtemp(path.join(tmpdir(), 'milepost-mail-'));
  await writeFile(path.join(folder, hash), bytes);
  await db.files.blobs.put(hash, path.join(folder, hash));
  await rm(folder, { recursive: true });
  await insertAttachments(db.database, id, [{ name: 'trips.csv', hash, sizeBytes: bytes.length }]);
  const linked = await write();
  for (const mail of [id, linked]) bus.publish('mail-waiting', { id: mail });
  const complete = async () =>
    new Map((await listFailedMails(db.database)).rows.map((mail) => [mail.id, mail.complete]));
  await expect.poll(async () => (await complete()).size, { timeout: 20_000 }).toBeGreaterThan(1);
  await expect.poll(async () => (await complete()).get(linked), { timeout: 20_000 }).toBe(false);
  expect((await complete()).get(id)).toBe(true);
  await forgetDeliveries(db.database);
  server.refusing = false;
  expect(await retryMails(db.database, NOBODY, [id, linked])).toEqual([id]);
  bus.publish('mail-waiting', { id });
  await expect.poll(async () => (await stored(id))?.state, { timeout: 20_000 }).toBe('sent');
  expect(server.messages.at(-1)?.text).toContain(bytes.toString('base64'));
  expect(await retryMails(db.database, NOBODY, [id])).toEqual([]);
}, 60_000);

test('an unannounced one is found by the sweep', async () => {
  const id = await write();
  expect(await listLeftMails(db.database)).not.toContain(id);
  await db.database.query(`UPDATE mails SET at = at - interval '61 seconds' WHERE id = $1`, [id]);
  expect(await listLeftMails(db.database)).toContain(id);
});
