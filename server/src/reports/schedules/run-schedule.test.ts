import { randomUUID } from 'node:crypto';
import { savedKind } from '@milepost/contract/saved-reports';
import { expect, test } from 'vitest';
import { ServerStops, TakesTooLong } from '../../jobs/define-job.ts';
import { claimRun, failDeadlyRuns, leftRuns } from '../../store/report-schedules/change-runs.ts';
import { addUser } from '../../testing/organisations.ts';
import {
  PASSWORD,
  attached,
  database,
  deliver,
  fixture,
  history,
  nextAt,
  save,
  server,
  take,
  useSchedules,
  viewer,
  waitsSince,
  work,
} from '../../testing/schedule-fixture.ts';

useSchedules();

test('last week is sent every Monday at 7:00; missed Mondays are caught up once', async () => {
  const { id } = await save();
  // 6 April 2026 is a Monday; Madrid is at UTC+2 since 29 March.
  await waitsSince(id, '2026-03-30T05:00:00Z');
  expect(await take('2026-03-30T04:59:59Z')).toEqual([]);
  // The machine was off over two Mondays.
  const [run = 0, ...more] = await take('2026-04-07T12:00:00Z');
  expect([run > 0, more, await take('2026-04-07T12:00:30Z')]).toEqual([true, [], []]);
  await work(run);
  await work(run);
  await deliver();
  expect(server.messages.map(({ to }) => to)).toEqual(['boss@example.org']);
  // Last week as of Monday the 6th: facts of 30 and 31 March, of three vehicles.
  expect(attached(server.messages[0]?.text ?? '')).toHaveLength(6);
  const { rows } = await database.query<{ next: Date }>('SELECT next_at AS next FROM report_schedules WHERE id = $1', [
    id,
  ]);
  expect(rows[0]?.next.toISOString()).toBe('2026-04-13T05:00:00.000Z');
  expect(await history(id)).toMatchObject([
    { dueAt: '2026-04-06T05:00:00Z', state: 'sent', mails: [{ to: 'boss@example.org', state: 'sent' }] },
  ]);
  // No attachment of a sent mail is retained.
  expect((await database.query('SELECT FROM mail_attachments')).rowCount).toBe(0);
});

test.each([
  // 29 March 2026 has no 2:30 in Madrid, 25 October has two.
  ['2026-03-28T01:30:00Z', '2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'],
  ['2026-10-24T00:30:00Z', '2026-10-25T01:30:00.000Z', '2026-10-26T01:30:00.000Z'],
])('daily at 2:30 it is sent once a day over a change of summer time (%s)', async (since, next, after) => {
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

test('people get what both they and the owner may see; those who may not see it are named', async () => {
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

test('alarms filtered by "mine" are those of each reader', async () => {
  const grants = { reports: ['view'], alarms: ['view'] } as const;
  const add = (username: string) => addUser(database, { username, password: PASSWORD, organisationId: 1, grants });
  const [ana, ben] = [await add('ana'), await add('ben')];
  await database.query(`UPDATE users SET email = username || '@example.org' WHERE id = ANY($1)`, [[ana, ben]]);
  await database.query(
    `UPDATE alarms SET cleared_at = NULL, assignee_id = CASE vehicle_id WHEN $1 THEN $2::int ELSE $3::int END
     WHERE started_at = '2026-03-30T06:30:00Z'`,
    [fixture.ids.alone, ana, ben],
  );
  const { id } = await save({
    kind: 'alarms',
    params: { own: { show: 'mine' } },
    peopleIds: [ana, ben],
    addresses: [],
  });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  await deliver();
  const rows = new Map(server.messages.map(({ to, text }) => [to, attached(text).map((row) => row.split(',')[0])]));
  expect(rows.get('ana@example.org')).toEqual(['ZZZ 9']);
  expect(rows.get('ben@example.org')?.toSorted()).toEqual(['SBA 1', 'sba 2']);
});

test('a saved report without an end of its days is sent with everything, behind mails that somebody waits for', async () => {
  const { report } = await fixture.admin.call('save-saved-report', {
    name: 'All alarms',
    shared: false,
    params: { range: 'ever' },
    cover: null,
    sections: [{ kind: 'alarms', title: null, params: {} }],
  });
  const { id } = await save({ kind: savedKind(report?.id ?? 0), formats: ['json'], range: null });
  const waiting: object[] = [];
  const unsubscribe = fixture.http.services.bus.subscribe('mail-waiting', (mail) => void waiting.push(mail));
  await waitsSince(id, '2030-04-06T05:00:00Z');
  for (const run of await take('2030-04-06T05:00:00Z')) await work(run);
  unsubscribe();
  expect((await history(id))[0]).toMatchObject({ state: 'sent', fault: null });
  expect(waiting).toEqual([{ id: expect.any(Number), ofMany: true }]);
  await deliver();
  const { rows } = await database.query('SELECT FROM alarms');
  expect(server.messages[0]?.text).toContain(`${rows.length} rows`);
});

test('a column that a reader’s role does not show is not sent to that reader', async () => {
  const { id } = await save({ kind: 'travel-summary', formats: ['csv'], peopleIds: [viewer] });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  await deliver();
  const cells = new Map(server.messages.map(({ to, text }) => [to, attached(text)[0]?.split(',').length]));
  // All that its owner sees, without the number of alarms.
  expect([cells.get('boss@example.org'), cells.get('viewer@example.org')]).toEqual([13, 12]);
});

test('a killed attempt is taken over, and what it still does has no effect: one mail', async () => {
  const { id } = await save();
  await waitsSince(id, '2026-04-06T05:00:00Z');
  const [run = 0] = await take('2026-04-06T05:00:00Z');
  expect(await claimRun(database, run, randomUUID())).toBe(true);
  await work(run);
  expect((await history(id))[0]?.state).toBe('running');
  await database.query(`UPDATE report_schedule_runs SET touched_at = now() - interval '1 minute'`);
  expect(await leftRuns(database)).toEqual([{ id: run, organisationId: 1 }]);
  await Promise.all([work(run), work(run)]);
  await deliver();
  expect(server.messages).toHaveLength(1);
  expect(await leftRuns(database)).toEqual([]);
});

test('a run that takes too long fails with a message; one interrupted by a stop of the server runs after the next start', async () => {
  const { id } = await save();
  const broken = async (why: Error) => {
    await waitsSince(id, '2026-04-06T05:00:00Z');
    for (const run of await take('2026-04-06T05:00:00Z')) {
      // `true`: the abort comes on the last attempt, on which the same must hold.
      await work(run, true, AbortSignal.abort(why)).catch(() => {});
    }
    const [run] = await history(id);
    await database.query('DELETE FROM report_schedule_runs');
    return run;
  };
  expect(await broken(new TakesTooLong())).toMatchObject({ state: 'failed', fault: { code: 'report-too-slow' } });
  expect(await broken(new ServerStops())).toMatchObject({ state: 'waiting', fault: null });
});

test('a run over which three processes died fails', async () => {
  const { id } = await save();
  await waitsSince(id, '2026-04-06T05:00:00Z');
  const [run = 0] = await take('2026-04-06T05:00:00Z');
  const states: unknown[] = [];
  for (let death = 0; death < 3; death++) {
    expect(await claimRun(database, run, randomUUID())).toBe(true);
    await database.query("UPDATE report_schedule_runs SET touched_at = now() - interval '1 minute'");
    await failDeadlyRuns(database);
    states.push((await history(id))[0]?.state);
  }
  expect(states).toEqual(['running', 'running', 'failed']);
  expect(await leftRuns(database)).toEqual([]);
});

test('an empty report is not sent when it is to be skipped', async () => {
  const { id } = await save({ skipEmpty: true });
  await waitsSince(id, '2026-08-03T05:00:00Z');
  for (const run of await take('2026-08-03T05:00:00Z')) await work(run);
  await deliver();
  expect([server.messages.length, (await history(id))[0]?.state]).toEqual([0, 'empty']);
});

test.each([
  ['is disabled', 'UPDATE users SET disabled_at = now() WHERE id = $1', 'schedule-no-owner'],
  ['has another role', 'UPDATE users SET role_id = (SELECT max(id) FROM roles) WHERE id = $1', 'schedule-role'],
])('it stops when its owner %s, reports it, and continues once it is saved again', async (_what, change, code) => {
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

test('a mail server that refuses is shown at the run, and the mail is retried', async () => {
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

test('a deleted one sends nothing that was in progress, and continues with its next turn once that is undone', async () => {
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
