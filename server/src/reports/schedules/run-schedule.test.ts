import { randomUUID } from 'node:crypto';
import type { ParsedInput, RouteOutput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { savedKind } from '@milepost/contract/saved-reports';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailer, type Mailer } from '../../mail/send-mail.ts';
import type { Database } from '../../store/database.ts';
import { claimRun, insertOwnRun, leftRuns, takeDueSchedules } from '../../store/report-schedules/change-runs.ts';
import { testMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { addUser } from '../../testing/organisations.ts';
import { reportFixture, type ReportFixture } from '../../testing/report-fixture.ts';
import { runSchedule } from './run-schedule.ts';

const PASSWORD = 'a password of mine';
let fixture: ReportFixture;
let database: Database;
let server: TestMailServer;
let mailer: Mailer;
let viewer: number;
beforeAll(async () => {
  fixture = await reportFixture();
  ({ database } = fixture.http);
  server = await testMailServer();
  const { blobs } = fixture.http.services.files;
  mailer = createMailer(database, pino({ level: 'silent' }), { smtpUrl: server.url, from: 'fleet@example.org', blobs });
  const grants = { reports: ['view'], history: ['view'], vehicles: ['view'] } as const;
  viewer = await addUser(database, { username: 'viewer', password: PASSWORD, organisationId: 1, grants });
  await database.query(`UPDATE users SET email = username || '@example.org'`);
});
afterAll(async () => {
  mailer.close();
  await server.close();
  await fixture.http.close();
});
beforeEach(async () => {
  server.messages.length = 0;
  server.refusing = false;
  await database.query('DELETE FROM report_schedules');
  await database.query('DELETE FROM mails');
  await database.query(`UPDATE users SET disabled_at = NULL, limited = false, limit_group_ids = '{}'`);
});

type Wanted = Partial<ParsedInput<RouteTable['save-report-schedule']>>;
type Schedule = RouteOutput<RouteTable['get-report-schedule']>['schedule'];

async function save(wanted: Wanted = {}): Promise<Schedule> {
  const { schedule, message } = await fixture.admin.call('save-report-schedule', {
    kind: 'trips',
    params: {},
    range: 'last-week',
    formats: ['csv'],
    every: 'week',
    weekday: 1,
    time: '07:00',
    timeZone: 'Europe/Madrid',
    addresses: ['boss@example.org'],
    ...wanted,
  });
  if (!schedule) throw new Error(message);
  return schedule;
}
/** As if the schedule had waited since this moment. */
const waitsSince = (id: number, at: string) =>
  database.query('UPDATE report_schedules SET next_at = $2 WHERE id = $1', [id, at]);
async function take(now: string): Promise<number[]> {
  const runs: number[] = [];
  await takeDueSchedules(database, new Date(now), async (_db, id) => void runs.push(id));
  return runs;
}
const services = () => ({ ...fixture.http.services, mailConfigured: true, publicUrl: 'https://fleet.example.org' });
const work = (id: number, last = false, signal = new AbortController().signal) =>
  runSchedule(services(), id, { signal, last });
const nextAt = async () => {
  const { rows } = await database.query<{ next: Date }>('SELECT next_at AS next FROM report_schedules');
  return rows[0]?.next.toISOString() ?? '';
};
async function deliver(): Promise<void> {
  const { rows } = await database.query<{ id: number }>(`SELECT id FROM mails WHERE state = 'waiting' ORDER BY id`);
  for (const { id } of rows) await mailer.send(id, false);
}
async function history(id: number) {
  return (await fixture.admin.call('get-report-schedule-runs', { id })).rows ?? [];
}
/** The rows of the attached CSV; its bytes are in base64 (RFC 2045, section 6.8). */
function attached(text: string): string[] {
  const part = text.split(/\n--/).find((one) => one.includes('filename=')) ?? '';
  const body = part.slice(part.indexOf('\n\n') + 2).replaceAll(/\s/g, '');
  return Buffer.from(body, 'base64').toString('utf8').trim().split(/\r?\n/).slice(1);
}

test('every Monday at 7:00 last week is sent; what was missed over Mondays is made up once', async () => {
  const { id } = await save();
  // The 6th of April 2026 is a Monday; Madrid is at UTC+2 since the 29th of March.
  await waitsSince(id, '2026-03-30T05:00:00Z');
  expect(await take('2026-03-30T04:59:59Z')).toEqual([]);
  // The machine was off over two Mondays.
  const [run = 0, ...more] = await take('2026-04-07T12:00:00Z');
  expect([run > 0, more, await take('2026-04-07T12:00:30Z')]).toEqual([true, [], []]);
  await work(run);
  await work(run);
  await deliver();
  expect(server.messages.map(({ to }) => to)).toEqual(['boss@example.org']);
  // Last week as of Monday the 6th: of the facts the 30th and 31st of March, of three vehicles.
  expect(attached(server.messages[0]?.text ?? '')).toHaveLength(6);
  const { rows } = await database.query<{ next: Date }>('SELECT next_at AS next FROM report_schedules WHERE id = $1', [
    id,
  ]);
  expect(rows[0]?.next.toISOString()).toBe('2026-04-13T05:00:00.000Z');
  expect(await history(id)).toMatchObject([
    { dueAt: '2026-04-06T05:00:00Z', state: 'sent', mails: [{ to: 'boss@example.org', state: 'sent' }] },
  ]);
  // Nothing is kept of what has left.
  expect((await database.query('SELECT FROM mail_attachments')).rowCount).toBe(0);
});

test.each([
  // The 29th of March 2026 has no 2:30 in Madrid, the 25th of October has two.
  ['2026-03-28T01:30:00Z', '2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'],
  ['2026-10-24T00:30:00Z', '2026-10-25T01:30:00.000Z', '2026-10-26T01:30:00.000Z'],
])('daily at 2:30 comes once a day over a change of summer time (%s)', async (since, next, after) => {
  const { id } = await save({ every: 'day', time: '02:30' });
  await waitsSince(id, since);
  await take(since);
  expect(await nextAt()).toBe(next);
  await take(next);
  expect(await nextAt()).toBe(after);
  expect((await history(id)).length).toBe(2);
});

test('the 31st is the last day of a shorter month; every 3 days count from the first', async () => {
  const { id } = await save({ every: 'month', monthDay: 31, timeZone: 'UTC' });
  await waitsSince(id, '2026-01-31T07:00:00Z');
  await take('2026-01-31T07:00:00Z');
  const month = await database.query<{ next: Date }>('SELECT next_at AS next FROM report_schedules');
  expect(month.rows[0]?.next.toISOString()).toBe('2026-02-28T07:00:00.000Z');
  await save({ id, every: 'days', everyDays: 3, timeZone: 'UTC' });
  await database.query(`UPDATE report_schedules SET first_day = '2026-02-01', next_at = '2026-02-04T07:00:00Z'`);
  await take('2026-02-04T07:00:00Z');
  const days = await database.query<{ next: Date }>('SELECT next_at AS next FROM report_schedules');
  expect(days.rows[0]?.next.toISOString()).toBe('2026-02-07T07:00:00.000Z');
});

test('people get what both they and the owner may see; who may not see it is named', async () => {
  await database.query('UPDATE users SET limited = true, limit_group_ids = $2 WHERE id = $1', [
    viewer,
    [fixture.ids.north],
  ]);
  const nobody = await addUser(database, {
    username: `x${randomUUID()}`,
    password: PASSWORD,
    organisationId: 1,
    grants: {},
  });
  const { id } = await save({ peopleIds: [viewer, nobody] });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  await deliver();
  const rows = new Map(server.messages.map(({ to, text }) => [to, attached(text)]));
  expect([rows.get('boss@example.org')?.length, rows.get('viewer@example.org')?.length]).toEqual([6, 4]);
  expect(rows.get('viewer@example.org')?.join()).not.toContain('ZZZ 9');
  expect((await history(id))[0]?.leftOut).toMatchObject([{ fault: { code: 'schedule-reader-denied' } }]);
});

test('a column that a reader’s role does not show is not in what that reader gets', async () => {
  const { id } = await save({ kind: 'travel-summary', formats: ['csv'], peopleIds: [viewer] });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  await deliver();
  const cells = new Map(server.messages.map(({ to, text }) => [to, attached(text)[0]?.split(',').length]));
  // All that its owner sees but how many alarms there were.
  expect([cells.get('boss@example.org'), cells.get('viewer@example.org')]).toEqual([13, 12]);
});

test('an attempt that was killed is taken over, and what it still holds leaves nothing: one mail', async () => {
  const { id } = await save();
  await waitsSince(id, '2026-04-06T05:00:00Z');
  const [run = 0] = await take('2026-04-06T05:00:00Z');
  expect(await claimRun(database, run, randomUUID())).toBe(true);
  await work(run);
  expect((await history(id))[0]?.state).toBe('running');
  await database.query(`UPDATE report_schedule_runs SET touched_at = now() - interval '1 minute'`);
  expect(await leftRuns(database)).toEqual([run]);
  await Promise.all([work(run), work(run)]);
  await deliver();
  expect(server.messages).toHaveLength(1);
  expect(await leftRuns(database)).toEqual([]);
});

test('nothing is sent of nothing where it is to be skipped', async () => {
  const { id } = await save({ skipEmpty: true });
  await waitsSince(id, '2026-08-03T05:00:00Z');
  for (const run of await take('2026-08-03T05:00:00Z')) await work(run);
  await deliver();
  expect([server.messages.length, (await history(id))[0]?.state]).toEqual([0, 'empty']);
});

test.each([
  ['is disabled', 'UPDATE users SET disabled_at = now() WHERE id = $1', 'schedule-no-owner'],
  ['has another role', 'UPDATE users SET role_id = (SELECT max(id) FROM roles) WHERE id = $1', 'schedule-role'],
])('it stops when its owner %s, says so, and goes on once it is saved again', async (_what, change, code) => {
  const owner = await addUser(database, {
    username: `o${randomUUID()}`,
    password: PASSWORD,
    organisationId: 1,
    grants: { reports: ['view'], history: ['view'] },
  });
  const { id } = await save();
  await database.query(
    'UPDATE report_schedules s SET user_id = u.id, role_id = u.role_id, next_at = $2 FROM users u WHERE u.id = $1',
    [owner, '2026-04-06T05:00:00Z'],
  );
  await addUser(database, { username: `r${randomUUID()}`, password: PASSWORD, organisationId: 1, grants: {} });
  await database.query(change, [owner]);
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  expect((await fixture.admin.call('get-report-schedule', { id })).schedule).toMatchObject({
    stopped: { code },
    nextAt: null,
    own: false,
  });
  const bell = (await fixture.admin.call('get-notification-list')).rows ?? [];
  expect(bell[0]).toMatchObject({ path: '/reports/schedules', title: expect.stringContaining('stopped') });
  expect(await take('2026-04-13T05:00:00Z')).toEqual([]);
});

test('a mail server that refuses is shown at the run, and the mail is tried again', async () => {
  const { id } = await save({ formats: ['csv', 'json'] });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  server.refusing = true;
  await expect(deliver()).rejects.toThrow('450');
  expect((await history(id))[0]?.mails).toMatchObject([{ state: 'waiting', fault: { code: 'mail-deferred' } }]);
  server.refusing = false;
  await deliver();
  expect(server.messages).toHaveLength(1);
  expect((await history(id))[0]?.mails).toMatchObject([{ state: 'sent', fault: null }]);
});

test('what is deleted sends nothing of what was under way, and goes on with its next turn once that is undone', async () => {
  const { id } = await save();
  await waitsSince(id, '2026-04-06T05:00:00Z');
  const [run = 0] = await take('2026-04-06T05:00:00Z');
  await fixture.admin.call('delete-report-schedule', { id });
  await work(run);
  await deliver();
  expect(server.messages).toEqual([]);
  expect(await take('2026-04-13T05:00:00Z')).toEqual([]);
  expect((await fixture.admin.call('get-report-schedule-list', {})).rows).toEqual([]);
  const { schedule } = await fixture.admin.call('restore-report-schedule', { id });
  expect(Date.parse(schedule?.nextAt ?? '')).toBeGreaterThan(Date.now());
  expect(await fixture.admin.call('restore-report-schedule', { id })).toMatchObject({ status: 404 });
});

test('sent now it goes to its owner alone, for the days as of now, and is no turn of the schedule', async () => {
  await database.query(`UPDATE users SET email = 'admin@example.org' WHERE username = 'admin'`);
  const { id } = await save({ skipEmpty: true, peopleIds: [viewer] });
  const before = await nextAt();
  const { id: run } = await insertOwnRun(database, id, new Date());
  await work(run);
  await deliver();
  expect(server.messages.map(({ to }) => to)).toEqual(['admin@example.org']);
  expect([await nextAt(), (await history(id))[0]]).toMatchObject([before, { toOwner: true, state: 'sent' }]);
});

test('who asks for it again and again has three under way, and waits behind everybody else', async () => {
  const { id } = await save();
  const before = [];
  for (let at = 0; at < 3; at++) before.push((await insertOwnRun(database, id, new Date())).before);
  expect(before).toEqual([0, 1, 2]);
  await expect(insertOwnRun(database, id, new Date())).rejects.toMatchObject({ code: 'conflict' });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  const queued: number[] = [];
  await takeDueSchedules(database, new Date('2026-04-06T05:00:00Z'), async (_db, _run, others) => {
    queued.push(others);
  });
  expect(queued).toEqual([3]);
});

test('schedules of a person are sent 200 times a day, however often they are saved for another time', async () => {
  const { id } = await save();
  await database.query(
    `INSERT INTO report_schedule_runs (schedule_id, due_at, state)
     SELECT $1, '2026-01-01'::timestamptz + make_interval(mins => n), 'sent' FROM generate_series(1, 199) n`,
    [id],
  );
  await waitsSince(id, '2026-04-06T05:00:00Z');
  expect(await take('2026-04-06T05:00:00Z')).toHaveLength(1);
  await waitsSince(id, '2026-04-13T05:00:00Z');
  expect(await take('2026-04-13T05:00:00Z')).toEqual([]);
  expect((await history(id))[0]).toMatchObject({ state: 'failed', fault: { code: 'schedule-most-runs' } });
  await expect(insertOwnRun(database, id, new Date())).rejects.toMatchObject({ code: 'conflict' });
});

test('addresses outside get 500 mails a day of a person; the others are named at the run', async () => {
  const { id } = await save({ addresses: ['one@example.org', 'two@example.org'], peopleIds: [viewer] });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  const [run] = await take('2026-04-06T05:00:00Z');
  await database.query(
    `INSERT INTO mails (organisation_id, user_id, recipient, subject, text, state, run_id)
     SELECT 1, s.user_id, 'x' || n || '@example.org', '', '', 'sent', r.id
     FROM report_schedule_runs r JOIN report_schedules s ON s.id = r.schedule_id, generate_series(1, 499) n WHERE r.id = $1`,
    [run],
  );
  await work(run ?? 0);
  await deliver();
  expect(server.messages.map(({ to }) => to).toSorted()).toEqual(['one@example.org', 'viewer@example.org']);
  const [last] = await history(id);
  expect(last?.leftOut).toMatchObject([{ to: 'two@example.org', fault: { code: 'schedule-most-outside' } }]);
});

test('files of more than 10 MB are not attached: they lie in Downloads, where the mail leads', async () => {
  await database.query(
    `INSERT INTO trips SELECT (jsonb_populate_record(t, jsonb_build_object('id', 1000000 + n, 'key', t.key || ' ' || n))).*
     FROM trips t, generate_series(1, 12000) n
     WHERE t.id = (SELECT min(id) FROM trips WHERE started_at BETWEEN '2026-03-30' AND '2026-03-31')`,
  );
  const { id } = await save({ formats: ['json'], peopleIds: [viewer], addresses: ['boss@example.org'] });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) {
    await runSchedule({ ...services(), placeAt: () => 'Rambla '.repeat(70) }, run, {
      signal: AbortSignal.timeout(50_000),
      last: true,
    });
  }
  await deliver();
  await database.query('DELETE FROM trips WHERE id > 1000000');
  const texts = new Map(server.messages.map(({ to, text }) => [to, text]));
  expect([...texts.keys()].toSorted()).toEqual(['boss@example.org', 'viewer@example.org']);
  for (const text of texts.values()) {
    expect(text.includes('filename=')).toBe(false);
    expect(text.length).toBeLessThan(100_000);
  }
  expect(texts.get('viewer@example.org')).toContain('https://fleet.example.org/downloads');
  const person = await fixture.http.signedIn('viewer', PASSWORD);
  const file = (await person.call('get-download-list', {})).rows?.find(({ own }) => own);
  expect(file).toMatchObject({ title: 'Trips', state: 'done' });
  expect(file?.sizeBytes).toBeGreaterThan(10_000_000);
}, 60_000);

test('it stops when its owner is in another organisation since', async () => {
  const { id } = await save();
  await waitsSince(id, '2026-04-06T05:00:00Z');
  await database.query(
    `WITH other AS (INSERT INTO organisations (name, parent_id) VALUES ('Elsewhere', 1) RETURNING id)
     UPDATE report_schedules SET organisation_id = (SELECT id FROM other) WHERE id = $1`,
    [id],
  );
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  expect((await fixture.admin.call('get-report-schedule', { id })).schedule).toMatchObject({
    stopped: { code: 'schedule-organisation' },
    nextAt: null,
  });
});

test('a saved report is one file for each, without the sections that its reader may not see; deleted, it stops', async () => {
  const sections = [
    { kind: 'trips', title: null, params: {} },
    { kind: 'alarms', title: null, params: {} },
  ];
  const saved = await fixture.admin.call('save-saved-report', {
    name: 'Our week',
    shared: false,
    params: {},
    cover: null,
    sections,
  });
  const kind = savedKind(saved.report?.id ?? 0);
  const { id, title } = await save({ kind, formats: ['json'], peopleIds: [viewer] });
  expect(title).toBe('Our week');
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  await deliver();
  const titles = new Map(server.messages.map(({ to, text }) => [to, sectionsIn(text)]));
  expect(titles.get('boss@example.org')).toEqual(['Trips', 'Alarms and their handling']);
  expect(titles.get('viewer@example.org')).toEqual(['Trips']);
  await fixture.admin.call('delete-saved-report', { id: saved.report?.id });
  await waitsSince(id, '2026-04-13T05:00:00Z');
  for (const run of await take('2026-04-13T05:00:00Z')) await work(run);
  expect((await fixture.admin.call('get-report-schedule', { id })).schedule?.stopped?.code).toBe(
    'schedule-report-gone',
  );
});

/** Titles of the sections of the attached JSON. */
function sectionsIn(text: string): string[] {
  const part = text.split(/\n--/).find((one) => one.includes('filename=')) ?? '';
  const body = Buffer.from(part.slice(part.indexOf('\n\n') + 2).replaceAll(/\s/g, ''), 'base64').toString('utf8');
  return [...body.matchAll(/\n\{"title":"([^"]*)"/g)].map(([, title = '']) => title);
}

test('a shared report that somebody else changed goes as it was until the owner of the schedule saves it; both are told', async () => {
  const { http, admin } = fixture;
  const grants = { reports: ['view'], history: ['view'], vehicles: ['view'] } as const;
  const userId = await addUser(database, { username: 'maker', password: PASSWORD, organisationId: 1, grants });
  await database.query(`UPDATE users SET email = 'maker@example.org' WHERE id = $1`, [userId]);
  const maker = await http.signedIn('maker', PASSWORD);
  const fields = { name: 'The week', shared: true, params: {}, cover: null };
  const summary = { kind: 'travel-summary', title: 'Before', params: {} };
  const { report } = await maker.call('save-saved-report', { ...fields, sections: [summary] });
  const id = report?.id ?? 0;
  const asked = { kind: savedKind(id), params: {}, range: 'last-week' as const, formats: ['html' as const] };
  const when = { every: 'week' as const, weekday: 1, time: '07:00', timeZone: 'Europe/Madrid' };
  const { schedule } = await maker.call('save-report-schedule', { ...asked, ...when, addresses: ['a@example.org'] });
  const schedules = { ...asked, ...when, addresses: ['boss@example.org'] };
  const own = await admin.call('save-report-schedule', schedules);
  const after = [{ ...summary, title: 'After' }];
  // A name alone changes nothing of what is sent.
  const renamed = await admin.call('save-saved-report', {
    ...fields,
    id,
    version: 1,
    name: 'Our week',
    sections: [summary],
  });
  expect(renamed.status).toBe(200);
  expect((await maker.call('get-report-schedule', { id: schedule?.id })).schedule?.held).toBe(null);
  await admin.call('save-saved-report', { ...fields, id, version: 2, sections: after });
  expect((await maker.call('get-report-schedule', { id: schedule?.id })).schedule?.held).toMatchObject({
    by: 'Administrator',
  });
  expect((await admin.call('get-report-schedule', { id: own.schedule?.id })).schedule?.held).toBe(null);
  const { rows: told } = await database.query<{ user: number; title: string; path: string }>(
    `SELECT user_id AS user, title, path FROM notifications WHERE title LIKE '%changed the shared report%'`,
  );
  expect(told).toEqual([
    { user: userId, title: 'Administrator changed the shared report The week', path: '/reports/schedules' },
  ]);
  const sent = async (due: string) => {
    server.messages.length = 0;
    await database.query('UPDATE report_schedules SET next_at = $1', [due]);
    for (const run of await take(due)) await work(run);
    await deliver();
    const headings = (to: string) => {
      const { text = '' } = server.messages.find((message) => message.to === to) ?? {};
      const html = attached(text).join('\n');
      return [...html.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, heading]) => heading);
    };
    return [headings('a@example.org'), headings('boss@example.org')];
  };
  expect(await sent('2026-04-06T05:00:00Z')).toEqual([['Before'], ['After']]);
  const again = { ...asked, ...when, id: schedule?.id, addresses: ['a@example.org'], language: 'hi' as const };
  expect((await maker.call('save-report-schedule', again)).schedule).toMatchObject({ held: null, language: 'hi' });
  expect(await sent('2026-04-13T05:00:00Z')).toEqual([['After'], ['After']]);
  // In the language of the schedule, whatever the owner's is.
  const { text = '' } = server.messages.find(({ to }) => to === 'a@example.org') ?? {};
  expect(attached(text).join('')).toContain('वाहन');
});

test('what mails carry counts into the quota of files; a run for which there is no room fails and leaves nothing', async () => {
  const { files } = fixture.http.services;
  const used = () => fixture.admin.call('get-file-limits', {}).then(({ usedBytes }) => usedBytes ?? 0);
  const before = await used();
  const { id } = await save({ formats: ['json'], addresses: ['a@example.org', 'b@example.org'] });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  const { rows } = await database.query<{ bytes: number }>(
    'SELECT DISTINCT size_bytes::int AS bytes FROM mail_attachments',
  );
  // Two mails with one file.
  expect(rows).toHaveLength(1);
  expect((await used()) - before).toBe(rows[0]?.bytes);
  await deliver();
  expect(await used()).toBe(before);
  await waitsSince(id, '2026-04-13T05:00:00Z');
  const tight = { ...services(), files: { ...files, quotaBytes: before + 10 } };
  for (const run of await take('2026-04-13T05:00:00Z')) {
    await runSchedule(tight, run, { signal: new AbortController().signal, last: false });
  }
  expect((await history(id))[0]).toMatchObject({ state: 'failed', fault: { code: 'files-full' }, mails: [] });
});

test('who is limited to some vehicles is offered those who see one of these, and sends it to nobody else', async () => {
  const { http } = fixture;
  const grants = { reports: ['view'], history: ['view'], vehicles: ['view'] } as const;
  const add = (username: string) => addUser(database, { username, password: PASSWORD, organisationId: 1, grants });
  const [me, mate, stranger] = [await add('lim-me'), await add('lim-mate'), await add('lim-stranger')];
  const { rows } = await database.query<{ id: number }>(
    'SELECT id FROM vehicles WHERE organisation_id = 1 ORDER BY id LIMIT 2',
  );
  const [mine = 0, other = 0] = rows.map((row) => row.id);
  const limit = (userId: number, vehicles: number[]) =>
    database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [userId, vehicles]);
  await limit(me, [mine]);
  await limit(mate, [mine, other]);
  await limit(stranger, [other]);
  const person = await http.signedIn('lim-me', PASSWORD);
  const offered = (await person.call('get-report-schedule-people', { search: 'lim-' })).rows ?? [];
  expect(offered.map((one) => one.id)).toEqual([mate, me]);
  const asked = {
    kind: 'trips',
    params: {},
    formats: ['csv' as const],
    every: 'day' as const,
    time: '07:00',
    timeZone: 'UTC',
  };
  expect((await person.call('save-report-schedule', { ...asked, peopleIds: [mate] })).status).toBe(200);
  expect(await person.call('save-report-schedule', { ...asked, peopleIds: [stranger] })).toMatchObject({
    status: 422,
    fields: { peopleIds: 'The account is disabled, or in another organisation.' },
  });
});
