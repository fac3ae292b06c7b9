import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addUser } from '../../testing/organisations.ts';
import {
  PASSWORD,
  database,
  deliver,
  fixture,
  history,
  save,
  server,
  take,
  useSchedules,
  waitsSince,
  work,
} from '../../testing/schedule-fixture.ts';

useSchedules();

/** A schedule with its own owner, reader and outside address, whose mails are written and waiting. */
async function waiting() {
  const grants = { reports: ['view'], history: ['view'], vehicles: ['view'] } as const;
  const add = () => addUser(database, { username: `u${randomUUID()}`, password: PASSWORD, organisationId: 1, grants });
  const [owner, reader] = [await add(), await add()];
  await database.query(`UPDATE users SET email = id || '@example.org' WHERE id = ANY($1)`, [[owner, reader]]);
  const { id } = await save({ peopleIds: [reader] });
  await database.query(
    'UPDATE report_schedules s SET user_id = u.id, role_id = u.role_id FROM users u WHERE u.id = $1 AND s.id = $2',
    [owner, id],
  );
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  return { id, owner, reader };
}

const statesOf = async (id: number) => {
  const mails = (await history(id))[0]?.mails ?? [];
  return new Map(mails.map(({ to, state, fault }) => [to, fault?.code ?? state]));
};
const attachments = async () => (await database.query('SELECT FROM mail_attachments')).rowCount;

test('waiting mails are sent while nothing has changed', async () => {
  const { id, reader } = await waiting();
  await deliver();
  expect(await statesOf(id)).toEqual(
    new Map([
      [`${reader}@example.org`, 'sent'],
      ['boss@example.org', 'sent'],
    ]),
  );
});

test('the waiting mails of a deleted schedule are closed', async () => {
  const { id } = await waiting();
  await fixture.admin.call('delete-report-schedule', { id });
  expect((await database.query<{ state: string }>('SELECT state FROM mails')).rows).toEqual([
    { state: 'failed' },
    { state: 'failed' },
  ]);
  expect(await attachments()).toBe(0);
  await fixture.admin.call('restore-report-schedule', { id });
  await deliver();
  expect(server.messages).toEqual([]);
  expect([...(await statesOf(id)).values()]).toEqual(['schedule-deleted', 'schedule-deleted']);
});

const revoked = `DELETE FROM role_permissions p USING users u, menus m
  WHERE u.id = $1 AND p.role_id = u.role_id AND m.id = p.menu_id AND m.key = 'reports'`;

test.each([
  ['is disabled', 'UPDATE users SET disabled_at = now() WHERE id = $1', 'schedule-reader-gone'],
  ['lost the reports', revoked, 'schedule-reader-denied'],
  ['is limited to fewer vehicles', 'UPDATE users SET limited = true WHERE id = $1', 'schedule-reader-denied'],
  ['has another address', `UPDATE users SET email = 'new@example.org' WHERE id = $1`, 'schedule-reader-removed'],
  [
    'is no recipient any more',
    'UPDATE report_schedules SET people_ids = array_remove(people_ids, $1)',
    'schedule-reader-removed',
  ],
])('a reader who %s meanwhile gets nothing, and the run states why', async (_what, change, code) => {
  const { id, reader } = await waiting();
  const { rows } = await database.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [reader]);
  await database.query(change, [reader]);
  await deliver();
  expect(server.messages.map(({ to }) => to)).toEqual(['boss@example.org']);
  expect((await statesOf(id)).get(rows[0]?.email ?? '')).toBe(code);
  expect(await attachments()).toBe(0);
});

test.each([
  ['is disabled', 'UPDATE users SET disabled_at = now() WHERE id = $1', 'schedule-no-owner'],
  ['lost the reports', revoked, 'schedule-denied'],
  ['has another role', 'UPDATE users SET role_id = (SELECT max(id) FROM roles) WHERE id = $1', 'schedule-role'],
])('nothing is sent for an owner who %s meanwhile', async (_what, change, code) => {
  const { id, owner } = await waiting();
  await database.query(change, [owner]);
  await deliver();
  expect(server.messages).toEqual([]);
  expect([...(await statesOf(id)).values()]).toEqual([code, code]);
});

test('an owner who sees less meanwhile sends no earlier files to external addresses', async () => {
  const { id, owner } = await waiting();
  await database.query('UPDATE users SET limited = true WHERE id = $1', [owner]);
  await deliver();
  expect(server.messages).toEqual([]);
  expect((await statesOf(id)).get('boss@example.org')).toBe('schedule-reader-denied');
});
