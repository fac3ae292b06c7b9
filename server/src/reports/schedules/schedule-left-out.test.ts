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

test('a report too long for a PDF is sent as XLSX; mail and history state that the PDF is missing, and why', async () => {
  await database.query(
    `INSERT INTO trips SELECT (jsonb_populate_record(t, jsonb_build_object('id', 2000000 + n, 'key', t.key || ' pdf ' || n))).*
     FROM trips t, generate_series(1, 5000) n
     WHERE t.id = (SELECT min(id) FROM trips WHERE started_at BETWEEN '2026-03-31' AND '2026-04-01')`,
  );
  const before = (await fixture.admin.call('get-report', { kind: 'trips', from: '2026-03-30', to: '2026-04-05' }))
    .total;
  const { id } = await save({ formats: ['xlsx', 'pdf'] });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  await deliver();
  const [mail, ...others] = server.messages;
  expect(others).toEqual([]);
  expect([...(mail?.text ?? '').matchAll(/filename="[^"]*\.(\w+)"/g)].map(([, ending]) => ending)).toEqual(['xlsx']);
  expect((await history(id))[0]).toMatchObject({
    state: 'sent',
    leftOut: [{ to: 'PDF', fault: { code: 'schedule-pdf-long', params: { rows: before, most: 5000 } } }],
  });
  const { rows } = await database.query<{ text: string }>('SELECT text FROM mails');
  expect(rows[0]?.text).toContain(
    `the report has ${(before ?? 0).toLocaleString('en')} rows, and a PDF can hold 5,000`,
  );

  const alone = await save({ formats: ['pdf'] });
  await waitsSince(alone.id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  expect((await history(alone.id))[0]).toMatchObject({ state: 'failed', fault: { code: 'pdf-long' } });
}, 120_000);

test('people without an address and people who want no mails are distinguished; without recipients, the run states it', async () => {
  const grants = { reports: ['view'], history: ['view'] } as const;
  const add = (username: string) => addUser(database, { username, password: PASSWORD, organisationId: 1, grants });
  const [bare, quiet] = [await add('bare'), await add('quiet')];
  await database.query(`UPDATE users SET email = 'quiet@example.org', notifications = false WHERE id = $1`, [quiet]);
  await database.query('UPDATE users SET email = NULL WHERE id = $1', [bare]);
  const { id, people } = await save({ peopleIds: [bare, quiet], addresses: [] });
  expect(people.map(({ mail }) => mail)).toEqual(['no-address', 'not-wanted']);
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) await work(run);
  const [run] = await history(id);
  expect(run).toMatchObject({ state: 'failed', fault: { code: 'schedule-nobody' } });
  expect(run?.leftOut.map(({ fault }) => fault.code)).toEqual(['schedule-reader-address', 'schedule-reader-mails']);
});
