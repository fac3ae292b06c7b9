import { savedKind } from '@milepost/contract/saved-reports';
import { expect, test } from 'vitest';
import { insertOwnRun, takeDueSchedules } from '../../store/report-schedules/change-runs.ts';
import { addUser } from '../../testing/organisations.ts';
import { runSchedule } from './run-schedule.ts';
import {
  PASSWORD,
  attached,
  database,
  deliver,
  fixture,
  history,
  nextAt,
  save,
  sectionsIn,
  server,
  services,
  take,
  useSchedules,
  viewer,
  waitsSince,
  work,
} from '../../testing/schedule-fixture.ts';

useSchedules();

/** Headings of the page mailed to an address. */
const headings = (to: string) => {
  const { text = '' } = server.messages.find((message) => message.to === to) ?? {};
  const html = attached(text).join('\n');
  return [...html.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, heading]) => heading);
};
/** The lines of the map mailed to an address, and whether it shows the depot. */
const mapOf = (to: string) => {
  const { text = '' } = server.messages.find((message) => message.to === to) ?? {};
  const page = attached(text).join('\n');
  const [map = ''] = /<svg(?:(?!<svg).)*id="edge".*?<\/svg>/s.exec(page) ?? [];
  const lines = [...map.matchAll(/<path d="(M[\d.]+ [\d.]+L[\d.]+ [\d.]+)" stroke="#2e6fdb"/g)];
  return { lines: lines.map(([, line = '']) => line).toSorted(), named: map.includes('>Depot<') };
};
/** The content sent to both when all schedules are due. */
const sent = async (due: string) => {
  server.messages.length = 0;
  await database.query('UPDATE report_schedules SET next_at = $1', [due]);
  for (const run of await take(due)) await work(run);
  await deliver();
  return [headings('a@example.org'), headings('boss@example.org')];
};
const used = () => fixture.admin.call('get-file-limits', {}).then(({ usedBytes }) => usedBytes ?? 0);
const limit = (userId: number, vehicles: number[]) =>
  database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [userId, vehicles]);

test('sent immediately it goes to its owner alone, for the present days, and is no turn of the schedule', async () => {
  await database.query(`UPDATE users SET email = 'admin@example.org' WHERE username = 'admin'`);
  const { id } = await save({ skipEmpty: true, peopleIds: [viewer] });
  const before = await nextAt();
  const { id: run } = await insertOwnRun(database, id, new Date());
  await work(run);
  await deliver();
  expect(server.messages.map(({ to }) => to)).toEqual(['admin@example.org']);
  expect([await nextAt(), (await history(id))[0]]).toMatchObject([before, { toOwner: true, state: 'sent' }]);
});

test('a person who sends it repeatedly has three in progress, and waits behind everybody else', async () => {
  const { id } = await save();
  const before = [];
  for (let at = 0; at < 3; at++) before.push((await insertOwnRun(database, id, new Date())).before);
  expect(before).toEqual([0, 1, 2]);
  await expect(insertOwnRun(database, id, new Date())).rejects.toMatchObject({ code: 'conflict' });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  const queued: number[] = [];
  await takeDueSchedules(database, new Date('2026-04-06T05:00:00Z'), async (_db, { before: others }) => {
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

test('external addresses get 500 mails a day of a person; the others are named at the run', async () => {
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

test('it stops when its owner moved to another organisation', async () => {
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

test('the mailed page has a map of the trips that its reader may see, with geofences for people who may see these', async () => {
  const { alone, first, second } = fixture.ids;
  await database.query('UPDATE trips SET end_lat = -34.85 WHERE vehicle_id = $1', [alone]);
  await limit(viewer, [first, second]);
  const { id } = await save({ formats: ['html'], peopleIds: [viewer] });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  await deliver();
  // 0.1° of latitude at 34.85° is 0.12186° on the map, 252 px high; 0.1° of longitude is 206.8 px wide, in the middle
  // of 720.
  const all = 'M256.6 276L463.4 24';
  expect(mapOf('viewer@example.org')).toEqual({ lines: [all], named: false });
  expect(mapOf('boss@example.org')).toEqual({ lines: ['M256.6 276L463.4 150', all], named: true });
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

test('a shared report that somebody else changed is sent unchanged until the owner of the schedule saves it; both are notified', async () => {
  const { http, admin } = fixture;
  const grants = { reports: ['view'], history: ['view'], vehicles: ['view'] } as const;
  const userId = await addUser(database, { username: 'maker', password: PASSWORD, organisationId: 1, grants });
  await database.query(`UPDATE users SET email = 'maker@example.org' WHERE id = $1`, [userId]);
  const maker = await http.signedIn('maker', PASSWORD);
  const fields = { name: 'The week', shared: true, params: {}, cover: null };
  const summary = { kind: 'travel-summary', title: 'Before', params: {} };
  const { report } = await maker.call('save-saved-report', { ...fields, sections: [summary] });
  const id = report?.id ?? 0;
  const input = { kind: savedKind(id), params: {}, range: 'last-week' as const, formats: ['html' as const] };
  const when = { every: 'week' as const, weekday: 1, time: '07:00', timeZone: 'Europe/Madrid' };
  const { schedule } = await maker.call('save-report-schedule', { ...input, ...when, addresses: ['a@example.org'] });
  const schedules = { ...input, ...when, addresses: ['boss@example.org'] };
  const own = await admin.call('save-report-schedule', schedules);
  const after = [{ ...summary, title: 'After' }];
  // Changing only a name does not change what is sent.
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
  const { rows: notices } = await database.query<{ user: number; title: string; path: string }>(
    `SELECT user_id AS user, title, path FROM notifications WHERE title LIKE '%changed the shared report%'`,
  );
  expect(notices).toEqual([
    { user: userId, title: 'Administrator changed the shared report The week', path: '/reports/schedules' },
  ]);
  expect(await sent('2026-04-06T05:00:00Z')).toEqual([['Before'], ['After']]);
  const repeated = { ...input, ...when, id: schedule?.id, addresses: ['a@example.org'], language: 'hi' as const };
  expect((await maker.call('save-report-schedule', repeated)).schedule).toMatchObject({ held: null, language: 'hi' });
  expect(await sent('2026-04-13T05:00:00Z')).toEqual([['After'], ['After']]);
  // In the language of the schedule, whatever the owner's is.
  const { text = '' } = server.messages.find(({ to }) => to === 'a@example.org') ?? {};
  expect(attached(text).join('')).toContain('वाहन');
});

test('attached files count towards the quota; a run without room fails and leaves nothing', async () => {
  const { files } = fixture.http.services;
  const before = await used();
  const { id } = await save({ formats: ['json'], addresses: ['a@example.org', 'b@example.org'] });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  const { rows } = await database.query<{ bytes: number }>(
    'SELECT DISTINCT size_bytes::int AS bytes FROM mail_attachments',
  );
  // Two mails contain the same file.
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

test('a limited person may choose only recipients who see one of these vehicles, and sends it to nobody else', async () => {
  const { http } = fixture;
  const grants = { reports: ['view'], history: ['view'], vehicles: ['view'] } as const;
  const add = (username: string) => addUser(database, { username, password: PASSWORD, organisationId: 1, grants });
  const [me, mate, outsider] = [await add('lim-me'), await add('lim-mate'), await add('lim-stranger')];
  const { rows } = await database.query<{ id: number }>(
    'SELECT id FROM vehicles WHERE organisation_id = 1 ORDER BY id LIMIT 2',
  );
  const [mine = 0, other = 0] = rows.map((row) => row.id);
  await limit(me, [mine]);
  await limit(mate, [mine, other]);
  await limit(outsider, [other]);
  const person = await http.signedIn('lim-me', PASSWORD);
  const offered = (await person.call('get-report-schedule-people', { search: 'lim-' })).rows ?? [];
  expect(offered.map((one) => one.id)).toEqual([mate, me]);
  const input = {
    kind: 'trips',
    params: {},
    formats: ['csv' as const],
    every: 'day' as const,
    time: '07:00',
    timeZone: 'UTC',
  };
  expect((await person.call('save-report-schedule', { ...input, peopleIds: [mate] })).status).toBe(200);
  expect(await person.call('save-report-schedule', { ...input, peopleIds: [outsider] })).toMatchObject({
    status: 422,
    fields: { peopleIds: 'The account is disabled, or in another organisation.' },
  });
});

test('a format or a mailbox that is given twice is one', async () => {
  const addresses = ['Boss@example.org', 'boss@EXAMPLE.org', 'other@example.org', 'boss@example.org'];
  const saved = await save({ formats: ['csv', 'json', 'csv'], addresses });
  expect([saved.formats, saved.addresses]).toEqual([
    ['csv', 'json'],
    ['Boss@example.org', 'other@example.org'],
  ]);
});
