import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertDay, insertTrip } from '../../../testing/insert-facts.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

test('the first and the last movement are those in the range, also of trips over its ends', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'NIGHT 1' });
  // Three trips in Madrid's local time, two hours ahead: across the midnight before 5 May, at noon, and across the
  // midnight after it.
  await insertTrip(database, of, { start: '2026-05-04T20:00:00Z', end: '2026-05-05T01:00:00Z', distanceM: 300_000 });
  await insertTrip(database, of, { start: '2026-05-05T10:00:00Z', end: '2026-05-05T11:00:00Z', distanceM: 60_000 });
  await insertTrip(database, of, { start: '2026-05-05T21:00:00Z', end: '2026-05-05T23:00:00Z', distanceM: 120_000 });
  for (const day of ['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07']) {
    await insertDay(database, of, { day, distanceM: 60_000 });
  }
  const moved = async (from: string, to: string) => {
    const { columns, rows } = await requestReport(fixture.admin, 'travel-summary', {
      from,
      to,
      vehicleIds: [of.vehicleId],
    });
    return ['first', 'last'].map((key) => rows[0]?.cells[columns.findIndex((column) => column.key === key)]);
  };
  const [midnight, next] = ['2026-05-04T22:00:00.000Z', '2026-05-05T22:00:00.000Z'];
  expect(await moved('2026-05-04', '2026-05-04')).toEqual(['2026-05-04T20:00:00.000Z', midnight]);
  expect(await moved('2026-05-05', '2026-05-05')).toEqual([midnight, next]);
  expect(await moved('2026-05-06', '2026-05-06')).toEqual([next, '2026-05-05T23:00:00.000Z']);
  expect(await moved('2026-05-07', '2026-05-07')).toEqual([null, null]);
  expect(await moved('2026-05-04', '2026-05-06')).toEqual(['2026-05-04T20:00:00.000Z', '2026-05-05T23:00:00.000Z']);
});
