import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyTables } from '../../testing/empty-tables.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { VERSION } from '../../version.ts';
import { z } from 'zod';

const PASSWORD = 'a long pass-word 7';
const VALID_TO = new Date(Date.now() + 3 * 86_400_000);
let fixture: HttpFixture;
let admin: TestBrowser;
const countVehicles = defineJob({ name: 'count-vehicles', input: z.null(), run: async () => {} });

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
}, 60_000);
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'pgboss.job', 'mails'));

const paths = async (browser: TestBrowser) => JSON.stringify((await browser.call('get-nav-menu')).menuList);

/** Adds a job, and lets it end in this state a minute before `agoMin`. */
async function endedJob(key: string, state: 'failed' | 'completed', agoMin: number): Promise<void> {
  await fixture.services.queue.add(countVehicles, null, { key });
  await fixture.database.query(
    `UPDATE pgboss.job SET state = $2::pgboss.job_state, retry_count = 2, output = '{"message": "no such table"}',
       completed_on = now() - $3 * interval '1 minute' WHERE singleton_key = $1 AND state = 'created'`,
    [key, state, agoMin],
  );
}

test('shows disk, database, ingest, clock and slow operations to the operator', async () => {
  const status = await admin.call('get-server-status');
  expect(status).toMatchObject({
    status: 200,
    processes: [{ roles: ['gateway', 'ingest', 'web', 'jobs'] }],
    disk: { state: 'ready', freeBytes: 2 ** 40, sizeBytes: 2 ** 41, hoursLeft: null },
    ingest: { positionsPerMinute: 60, commitS: 0.025, waiting: 0, connections: 2, unknownDevices: 0 },
    recomputation: { done: 0, total: 0 },
    mail: { configured: false, waiting: 0, failed: 0 },
    clock: { databaseAheadS: 0, jump: null },
  });
  const { sizeBytes = 0, parts = [] } = status.database ?? {};
  // Tables with their indexes; the rest of the database are PostgreSQL's own.
  const sum = parts.reduce((all, { bytes }) => all + bytes, 0);
  expect(sum).toBeGreaterThan(sizeBytes / 4);
  expect(sum).toBeLessThan(sizeBytes);
  expect(parts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['positions', 'facts', 'alarms', 'jobs']));
  expect((await admin.call('get-server-status')).slowOperations?.map(({ operation }) => operation)).toContain('login');
});

test('lists failed jobs with their reasons, and retries one', async () => {
  await endedJob('a', 'failed', 5);
  const before = await admin.call('get-server-status');
  const [job] = before.failedJobs ?? [];
  expect(job).toMatchObject({ queue: 'count-vehicles', reason: 'no such table', attempts: 3 });
  expect(before.queues).toContainEqual({ name: 'count-vehicles', waiting: 0, active: 0, failed: 1 });
  expect((await admin.call('get-server-notices')).rows).toEqual([{ kind: 'failed-jobs', count: 1 }]);

  const input = { queue: 'count-vehicles', job: job?.id };
  expect((await admin.call('retry-job', input)).status).toBe(200);
  const after = await admin.call('get-server-status');
  expect(after.failedJobsTotal).toBe(0);
  expect(after.queues).toContainEqual({ name: 'count-vehicles', waiting: 1, active: 0, failed: 0 });
  expect((await admin.call('retry-job', input)).status).toBe(404);
  expect((await admin.call('retry-job', { ...input, queue: 'no-queue' })).status).toBe(404);
});

test('discards a failed job, and no other one', async () => {
  await endedJob('a', 'failed', 5);
  await endedJob('b', 'failed', 4);
  await fixture.services.queue.add(countVehicles, null, { key: 'c' });
  const [job] = (await admin.call('get-server-status')).failedJobs ?? [];
  const input = { queue: 'count-vehicles', job: job?.id };
  expect((await admin.call('discard-job', input)).status).toBe(200);
  expect((await admin.call('get-server-status')).queues).toContainEqual({
    name: 'count-vehicles',
    waiting: 1,
    active: 0,
    failed: 1,
  });
  const { rows } = await fixture.database.query<{ id: string }>(
    `SELECT id FROM pgboss.job WHERE name = 'count-vehicles' AND state = 'created'`,
  );
  expect((await admin.call('discard-job', { ...input, job: rows[0]?.id })).status).toBe(404);
  expect((await admin.call('discard-job', input)).status).toBe(404);
});

test('lists mails that failed without their addresses, and sends them again or gives them up', async () => {
  const { rows } = await fixture.database.query<{ id: number }>(
    `INSERT INTO mails (organisation_id, recipient, subject, text, state, at, fault, incomplete)
     SELECT 1, recipient, 's', 't', 'failed', now() - age, '{"code": "host-refused"}', incomplete FROM (VALUES
       ('ana.garcia@example.org', interval '1 day', false), ('bo@example.org', interval '2 days', true),
       ('eve@example.org', interval '3 days', false), ('old@example.org', interval '8 days', false)) m (recipient, age, incomplete)
     RETURNING id`,
  );
  const [ana = 0, bo = 0, eve = 0, old = 0] = rows.map(({ id }) => id);
  const before = await admin.call('get-server-status');
  expect(before.failedMailsTotal).toBe(3);
  const shown = before.failedMails?.map(({ id, to, complete, fault }) => ({ id, to, complete, code: fault?.code }));
  expect(shown).toEqual([
    { id: ana, to: 'a***@example.org', complete: true, code: 'host-refused' },
    { id: bo, to: 'b***@example.org', complete: false, code: 'host-refused' },
    { id: eve, to: 'e***@example.org', complete: true, code: 'host-refused' },
  ]);
  const all = { ids: [ana, bo, old] };
  expect(await admin.call('retry-mails', all)).toMatchObject({ status: 409, code: 'mail-not-configured' });
  const sent: number[] = [];
  const stop = fixture.services.bus.subscribe('mail-waiting', ({ id }) => void sent.push(id));
  fixture.services.config.mailConfigured = true;
  try {
    expect(await admin.call('retry-mails', all)).toMatchObject({ status: 200, retried: 1 });
    expect((await admin.call('retry-mails', all)).status).toBe(404);
  } finally {
    fixture.services.config.mailConfigured = false;
    stop();
  }
  expect(sent).toEqual([ana]);
  expect(await admin.call('discard-mails', { ids: [ana, bo, eve] })).toMatchObject({ status: 200, discarded: 2 });
  expect(await admin.call('get-server-status')).toMatchObject({ failedMails: [], mail: { waiting: 1, failed: 0 } });
  expect((await admin.call('get-server-notices')).rows).toEqual([]);
});

test('lists webhooks with failed deliveries, and sends these again or gives them up', async () => {
  const webhook = { name: 'Desk', url: 'https://example.org/hidden', severities: ['critical'] };
  const id = (await admin.call('save-webhook', webhook)).webhook?.id ?? 0;
  const fail = () =>
    fixture.database.query(
      `INSERT INTO webhook_deliveries (webhook_id, key, event, about, body, state, attempts, ended_at, fault)
       SELECT $1, gen_random_uuid(), event, 'x', '{}', 'failed', 9, now() - age, jsonb_build_object('code', code)
         FROM (VALUES ('alarm.raised', interval '1 hour', 'host-refused'), ('alarm.raised', interval '2 hours', 'host-reset'),
           ('alarm.raised', interval '8 days', 'host-refused'), ('test', interval '1 minute', 'host-refused'),
           ('alarm.raised', interval '1 minute', 'webhook-turned-off')) d (event, age, code)`,
      [id],
    );
  await fail();
  const listed = async () => (await admin.call('get-server-status')).failedWebhooks;
  expect(await listed()).toMatchObject([
    { id, name: 'Desk', url: 'https://example.org', failures: 2, fault: { code: 'host-refused' }, enabled: true },
  ]);
  expect(await admin.call('retry-webhook-failures', { id })).toMatchObject({ status: 200, retried: 2 });
  expect(await listed()).toEqual([]);
  expect((await admin.call('retry-webhook-failures', { id })).status).toBe(404);
  const { rows } = await admin.call('get-audit-list', { subject: 'webhook', direction: 'desc' });
  expect(rows?.[0]).toMatchObject({ action: 'resend', subjectId: String(id), after: { delivery: '2' } });
  await fail();
  expect(await admin.call('discard-webhook-failures', { id })).toMatchObject({ status: 200, discarded: 2 });
  expect([await listed(), (await admin.call('discard-webhook-failures', { id })).status]).toEqual([[], 404]);
  const after = await admin.call('get-audit-list', { subject: 'webhook', direction: 'desc' });
  expect(after.rows?.[0]).toMatchObject({ action: 'discard', subjectId: String(id), after: { delivery: '2' } });
});

test('who starts a backup, or retries or discards what failed, leaves an entry in the audit log', async () => {
  const { database } = fixture;
  await database.query(`DELETE FROM audit_log WHERE subject = 'server'`);
  await admin.call('start-backup', { kind: 'backup' });
  await endedJob('a', 'failed', 5);
  const [job] = (await admin.call('get-server-status')).failedJobs ?? [];
  const failed = { queue: 'count-vehicles', job: job?.id };
  await admin.call('retry-job', failed);
  await database.query(`UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE id = $1`, [job?.id]);
  await admin.call('discard-job', failed);
  expect((await admin.call('discard-job', failed)).status).toBe(404);
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO mails (organisation_id, recipient, subject, text, state, fault)
     VALUES (1, 'ana@example.org', 's', 't', 'failed', '{"code": "host-refused"}') RETURNING id`,
  );
  await admin.call('discard-mails', { ids: rows.map(({ id }) => id) });
  await admin.call('save-recompute-choice', { paused: false, pace: 'gentle' });
  const log = await database.query(
    `SELECT username, action, after FROM audit_log WHERE subject = 'server' ORDER BY id`,
  );
  expect(log.rows).toEqual(
    [
      ['start', { kind: 'backup' }],
      ['retry', failed],
      ['discard', failed],
      ['discard', { mails: String(rows[0]?.id) }],
      ['change', { recomputePaused: false, recomputePace: 'gentle' }],
    ].map(([action, after]) => ({ username: 'admin', action, after })),
  );
});

test('a failed job that a later one made up for needs nobody', async () => {
  await endedJob('a', 'failed', 5);
  await endedJob('a', 'completed', 6);
  expect((await admin.call('get-server-status')).failedJobsTotal).toBe(1);
  await endedJob('a', 'completed', 4);
  await endedJob('b', 'completed', 4);
  expect((await admin.call('get-server-status')).failedJobs).toEqual([]);
  expect((await admin.call('get-server-notices')).rows).toEqual([]);
});

test('a job whose work waits already is not queued twice', async () => {
  await endedJob('a', 'failed', 5);
  const [job] = (await admin.call('get-server-status')).failedJobs ?? [];
  await fixture.services.queue.add(countVehicles, null, { key: 'a' });
  expect((await admin.call('retry-job', { queue: 'count-vehicles', job: job?.id })).status).toBe(404);
});

test('reports mails that could not be sent, a clock that jumped and a certificate that expires', async () => {
  await fixture.database.query(
    `INSERT INTO mails (organisation_id, recipient, subject, text, state, at)
     SELECT 1, 'a@example.org', 's', 't', state, now() - age FROM (VALUES
       ('failed', interval '6 days'), ('failed', interval '8 days'), ('waiting', interval '1 minute')) m (state, age)`,
  );
  expect((await admin.call('get-server-status')).mail).toEqual({ configured: false, waiting: 1, failed: 1 });
  const { status } = fixture.services;
  Object.assign(status, {
    clock: { newest: () => ({ byMs: -3_600_000, at: VALID_TO }) },
    certificate: { read: () => ({ host: 'fleet.example.org', validTo: VALID_TO, fault: null }) },
  });
  const at = VALID_TO.toISOString();
  expect((await admin.call('get-server-notices')).rows).toEqual([
    { kind: 'clock-jump', byS: -3600, at },
    { kind: 'certificate-expires', host: 'fleet.example.org', validTo: at },
    { kind: 'failed-mails', count: 1 },
  ]);
  Object.assign(status, { clock: { newest: () => null }, certificate: { read: () => null } });
});

test('nobody below the root organisation sees it, whatever their role grants', async () => {
  const organisationId = await addOrganisation(fixture.database, 'Customer');
  const grants = { server: ['view', 'edit'], organisations: ['view'], users: ['view'] } as const;
  await addUser(fixture.database, { username: 'below', password: PASSWORD, organisationId, grants });
  await addUser(fixture.database, { username: 'operator', password: PASSWORD, organisationId: 1, grants });
  const below = await fixture.signedIn('below', PASSWORD);
  const operator = await fixture.signedIn('operator', PASSWORD);
  expect((await below.call('get-server-status')).status).toBe(403);
  const input = { queue: 'count-vehicles', job: crypto.randomUUID() };
  for (const name of ['retry-job', 'discard-job'] as const) expect((await below.call(name, input)).status).toBe(403);
  for (const name of ['retry-mails', 'discard-mails'] as const) {
    expect((await below.call(name, { ids: [1] })).status).toBe(403);
  }
  for (const name of ['retry-webhook-failures', 'discard-webhook-failures'] as const) {
    expect((await below.call(name, { id: 1 })).status).toBe(403);
  }
  expect((await operator.call('get-server-status')).status).toBe(200);
  expect((await operator.call('retry-job', input)).status).toBe(404);
  expect(await paths(below)).not.toContain('admin/server');
  expect(await paths(operator)).toContain('admin/server');
});

const updatedTo = async (browser: TestBrowser) => (await browser.call('get-server-notices')).updatedTo;

test('says once to each person that the server was updated, and to nobody who came afterwards', async () => {
  const { database } = fixture;
  // A new installation has no news.
  expect(await updatedTo(admin)).toBeNull();
  // As after an update from a version that did not record itself: the accounts of before are older than this one.
  await database.query(`UPDATE users SET created_at = created_at - interval '1 day'`);
  const grants = { server: ['view'], organisations: ['view'] } as const;
  await addUser(database, { username: 'later', password: PASSWORD, organisationId: 1, grants });
  const organisationId = await addOrganisation(database, 'Third');
  await addUser(database, { username: 'third', password: PASSWORD, organisationId, grants });
  await database.query(`UPDATE users SET created_at = created_at - interval '1 day' WHERE username = 'third'`);
  expect(await updatedTo(await fixture.signedIn('later', PASSWORD))).toBeNull();
  expect(await updatedTo(await fixture.signedIn('third', PASSWORD))).toBeNull();
  expect(await updatedTo(admin)).toBe(VERSION);
  // The page of a former version was left open.
  await admin.call('close-news', { release: '0.0.1' });
  expect(await updatedTo(admin)).toBe(VERSION);
  expect((await admin.call('close-news', { release: VERSION })).status).toBe(200);
  expect(await updatedTo(admin)).toBeNull();
  // In another browser as well.
  expect(await updatedTo(await fixture.signedIn())).toBeNull();
});

test('shows the last backup and drill, and what is next', async () => {
  const { backups } = fixture.services.status;
  const { backups: shown } = await admin.call('get-server-status');
  expect(shown).toMatchObject({
    target: '/mnt/backups',
    encrypted: false,
    newest: { bytes: 5e6 },
    failure: null,
    drill: null,
    running: null,
  });
  expect(shown?.nextAt).toMatch(/T01:30:00\.000Z$/);
  expect(Date.parse(shown?.nextAt ?? '') - Date.now()).toBeLessThan(86_400_000);
  expect((await admin.call('start-backup', { kind: 'drill' })).status).toBe(200);

  const started: string[] = [];
  const busy = { ...backups, start: async (kind: string) => started.push(kind) > 1 };
  Object.assign(fixture.services.status, { backups: busy });
  expect(await admin.call('start-backup', { kind: 'backup' })).toMatchObject({ status: 409 });
  expect(started).toEqual(['backup']);
  Object.assign(fixture.services.status, { backups: { ...backups, plan: null } });
  expect(await admin.call('start-backup', { kind: 'backup' })).toMatchObject({ status: 409 });
  Object.assign(fixture.services.status, { backups });
});

test('warns of a backup that is missing, too old or failed, of a log that stands still and of a failed drill', async () => {
  const { backups } = fixture.services.status;
  const at = new Date(Date.now() - 50 * 3_600_000);
  const lastGoodAt = at.toISOString();
  const noticesWith = async (change: object, plan: object | null = backups.plan) => {
    const status = async () => ({ ...(await backups.status()), ...change });
    Object.assign(fixture.services.status, { backups: { ...backups, plan, status } });
    return (await admin.call('get-server-notices')).rows;
  };
  const newest = { id: 'b', finishedAt: at, bytes: 1, durationS: 1, target: 't' };
  expect(await noticesWith({ target: null }, null)).toEqual([{ kind: 'no-backup' }]);
  Object.assign(backups, { isElsewhere: true });
  expect(await noticesWith({ target: null }, null)).toEqual([]);
  Object.assign(backups, { isElsewhere: false });
  expect(await noticesWith({ newest })).toEqual([{ kind: 'backup-old', lastGoodAt }]);
  expect(await noticesWith({ newest: { ...newest, finishedAt: new Date(at.getTime() + 2 * 3_600_000) } })).toEqual([]);
  const reason = 'The disk is full.';
  expect(await noticesWith({ newest, failure: { at, reason } })).toEqual([
    { kind: 'backup-failed', at: lastGoodAt, reason, lastGoodAt },
  ]);
  expect(await noticesWith({ log: { at, fault: reason } })).toEqual([
    { kind: 'backup-log', reason, until: lastGoodAt },
  ]);
  expect(await noticesWith({ log: { at: new Date(), fault: reason } })).toEqual([]);
  // A restored server waits five minutes for the former one.
  expect(await noticesWith({ log: { at: null, fault: reason, waitsSince: new Date() } })).toEqual([]);
  expect(await noticesWith({ log: { at: null, fault: reason, waitsSince: at } })).toHaveLength(1);
  const drill = { id: 'b', at, durationS: 1, fault: 'file a is damaged', restoredTo: null };
  expect(await noticesWith({ drill })).toEqual([{ kind: 'drill-failed', at: lastGoodAt, reason: drill.fault }]);
  Object.assign(fixture.services.status, { backups });
});
