import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertIdle, insertStop } from '../../../testing/insert-facts.ts';
import { addOrganisation } from '../../../testing/organisations.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const HOUR = 3600;
/** Hours in the totals of these columns on some days. */
const hours = async (
  kind: string,
  keys: readonly string[],
  params: { from: string; to: string; vehicleId: number },
) => {
  const { vehicleId, ...range } = params;
  const { columns, totals } = await requestReport(fixture.admin, kind, { ...range, vehicleIds: [vehicleId] });
  return keys.map(
    (key) => Number(totals.cells[columns.findIndex((column) => column.key === key)] ?? Number.NaN) / HOUR,
  );
};

test("each day has the part of a stop's idling and silence that is in it, not a share of its time", async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'STOOD 1' });
  // From noon of the 4th to noon of the 6th in Madrid, which is two hours ahead of UTC: idling for two hours on the 4th
  // and from 23:00 to 1:00, and unknown from 22:00 on the 5th to 4:00 on the 6th.
  await insertStop(database, of, {
    start: '2026-05-04T10:00:00Z',
    end: '2026-05-06T10:00:00Z',
    idleS: 4 * HOUR,
    unseenS: 6 * HOUR,
    unseen: [['2026-05-05T20:00:00Z', '2026-05-06T02:00:00Z']],
  });
  await insertIdle(database, of, { start: '2026-05-04T10:00:00Z', end: '2026-05-04T12:00:00Z' });
  await insertIdle(database, of, { start: '2026-05-04T21:00:00Z', end: '2026-05-04T23:00:00Z' });
  const { vehicleId } = of;
  const on = (from: string, to = from) =>
    hours('stops', ['duration', 'idle', 'unseen'], { from: `2026-05-0${from}`, to: `2026-05-0${to}`, vehicleId });
  expect(await on('4')).toEqual([12, 3, 0]);
  expect(await on('5')).toEqual([24, 1, 2]);
  expect(await on('6')).toEqual([12, 0, 4]);
  expect(await on('4', '6')).toEqual([48, 4, 6]);
  // The report of idling shows the same figures for each day.
  const idling = (day: string) => hours('idling', ['duration'], { from: day, to: day, vehicleId });
  expect([await idling('2026-05-04'), await idling('2026-05-05')]).toEqual([[3], [1]]);
});

test('a row that is cut at the end of the range also has the whole duration', async () => {
  const of = await addTracked(fixture.http.database, { registration: 'STOOD 6' });
  // From 23:57 in Madrid to 6:00.
  await insertStop(fixture.http.database, of, { start: '2026-05-04T21:57:00Z', end: '2026-05-05T04:00:00Z' });
  const { columns, rows } = await requestReport(fixture.admin, 'stops', {
    from: '2026-05-04',
    to: '2026-05-04',
    vehicleIds: [of.vehicleId],
  });
  const cell = (key: string) => rows[0]?.cells[columns.findIndex((column) => column.key === key)];
  expect([rows.length, cell('duration'), cell('whole')]).toEqual([1, 180, 6 * HOUR + 180]);
});

test('when its time is unknown, silence counts by the share of the time', async () => {
  const of = await addTracked(fixture.http.database, { registration: 'STOOD 2' });
  const stop = { start: '2026-05-04T10:00:00Z', end: '2026-05-06T10:00:00Z', unseenS: 6 * HOUR };
  await insertStop(fixture.http.database, of, stop);
  expect(await hours('stops', ['unseen'], { from: '2026-05-05', to: '2026-05-05', vehicleId: of.vehicleId })).toEqual([
    3,
  ]);
});

test('a day of a reader in another zone has the silence that is in it', async () => {
  const { database } = fixture.http;
  const organisationId = await addOrganisation(database, 'Far', 1);
  await database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [organisationId]);
  const of = await addTracked(database, { registration: 'STOOD 3', organisationId });
  await insertStop(database, of, {
    start: '2026-05-04T10:00:00Z',
    end: '2026-05-06T10:00:00Z',
    unseenS: 6 * HOUR,
    unseen: [['2026-05-05T20:00:00Z', '2026-05-06T02:00:00Z']],
  });
  const days = (day: string) =>
    hours('day-by-day', ['stopped', 'unseen'], { from: day, to: day, vehicleId: of.vehicleId });
  expect(await days('2026-05-05')).toEqual([22, 2]);
  expect(await days('2026-05-06')).toEqual([8, 4]);
});

test('stops over the begin, within, over the end and open ones are each counted once, as far as they are in the range', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'STOOD 4' });
  // In Madrid's local time: from 20:00 of the 9th for 8 h, from 10:00 of the 10th for 2 h, from 22:00 for 7 h; and one
  // that is open since 12:00 of the 11th, of which 3 h are known.
  await insertStop(database, of, { start: '2026-05-09T18:00:00Z', end: '2026-05-10T02:00:00Z' });
  await insertStop(database, of, { start: '2026-05-10T08:00:00Z', end: '2026-05-10T10:00:00Z' });
  await insertStop(database, of, { start: '2026-05-10T20:00:00Z', end: '2026-05-11T03:00:00Z' });
  await insertStop(database, of, { start: '2026-05-11T10:00:00Z', end: null, durationS: 3 * HOUR });
  const on = async (from: string, to = from) => {
    const days = {
      from: `2026-05-${from}`,
      to: `2026-05-${to}`,
      vehicleIds: [of.vehicleId],
      direction: 'asc' as const,
    };
    const { columns, rows } = await requestReport(fixture.admin, 'stops', days);
    return rows.map(({ cells }) => Number(cells[columns.findIndex(({ key }) => key === 'duration')]) / HOUR);
  };
  expect(await on('09')).toEqual([4]);
  expect(await on('10')).toEqual([4, 2, 2]);
  expect(await on('11')).toEqual([5, 3]);
  expect(await on('09', '11')).toEqual([8, 2, 7, 3]);
});
