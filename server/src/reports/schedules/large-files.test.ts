import { expect, test } from 'vitest';
import { fakePlaces } from '../../testing/fake-places.ts';
import {
  PASSWORD,
  database,
  deliver,
  fixture,
  save,
  server,
  services,
  take,
  useSchedules,
  viewer,
  waitsSince,
} from '../../testing/schedule-fixture.ts';
import { runSchedule } from './run-schedule.ts';

useSchedules();

test('files of more than 10 MB are not attached: they are in Downloads, to which the mail links', async () => {
  await database.query(
    `INSERT INTO trips SELECT (jsonb_populate_record(t, jsonb_build_object('id', 1000000 + n, 'key', t.key || ' ' || n))).*
     FROM trips t, generate_series(1, 12000) n
     WHERE t.id = (SELECT min(id) FROM trips WHERE started_at BETWEEN '2026-03-30' AND '2026-03-31')`,
  );
  const { id } = await save({
    formats: ['json'],
    peopleIds: [viewer],
    addresses: ['boss@example.org', 'x@example.org'],
  });
  await waitsSince(id, '2026-04-06T05:00:00Z');
  for (const run of await take('2026-04-06T05:00:00Z')) {
    await runSchedule({ ...services(), places: fakePlaces(() => 'Rambla '.repeat(70)) }, run, {
      signal: AbortSignal.timeout(50_000),
      last: true,
    });
  }
  await deliver();
  await database.query('DELETE FROM trips WHERE id > 1000000');
  const texts = new Map(server.messages.map(({ to, text }) => [to, text]));
  expect([...texts.keys()].toSorted()).toEqual(['boss@example.org', 'viewer@example.org', 'x@example.org']);
  for (const text of texts.values()) {
    expect(text.includes('filename=')).toBe(false);
    expect(text.length).toBeLessThan(100_000);
  }
  expect(texts.get('viewer@example.org')).toContain('https://fleet.example.org/downloads');
  const person = await fixture.http.signedIn('viewer', PASSWORD);
  const file = (await person.call('get-download-list', {})).rows?.find(({ own }) => own);
  expect(file).toMatchObject({ title: 'Trips', state: 'done' });
  expect(file?.sizeBytes).toBeGreaterThan(10_000_000);
  // One file is for the viewer, and one with the owner's view is for both addresses.
  expect((await database.query('SELECT FROM downloads WHERE scheduled')).rowCount).toBe(2);
}, 60_000);
