import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestRows, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';
import { vehicleWithSensor } from '../../../testing/sensor-fixture.ts';

let fixture: ReportFixture;
let vehicleId: number;
let cold: number;
beforeAll(async () => {
  fixture = await reportFixture();
  const thermometer = { name: 'Load space', kind: 'temperature', unit: '°C' };
  const { of, sensorId, reads: read } = await vehicleWithSensor(fixture.http.database, 'COLD 1', thermometer);
  [vehicleId, cold] = [of.vehicleId, sensorId];
  // 2 May begins at 22:00 UTC of the 1st in Madrid. Out of range since before, until 22:10.
  await read('2026-05-01T21:30:00Z', '2026-05-01T22:30:00Z', [
    [0, 9],
    [2400, 5],
  ]);
  await read('2026-05-02T10:00:00Z', '2026-05-02T11:00:00Z', [[0, 4]]);
  await read('2026-05-02T11:00:00Z', '2026-05-02T12:00:00Z', [
    [0, 9],
    [600, 12],
    [1800, 1],
    [2400, 5],
  ]);
  await read('2026-05-02T13:00:00Z', '2026-05-02T13:30:00Z', [[0, 10]]);
  // Unknown from 08:15 to 10:00.
  await read('2026-05-04T08:00:00Z', '2026-05-04T08:15:00Z', [[0, 10]]);
  await read('2026-05-04T10:00:00Z', '2026-05-04T10:15:00Z', [[0, 11]]);
  // Days of 23 and of 25 hours.
  await read('2026-03-29T10:00:00Z', '2026-03-29T11:00:00Z', [[0, 4]]);
  await read('2026-10-25T10:00:00Z', '2026-10-25T11:00:00Z', [[0, 4]]);
});
afterAll(() => fixture.http.close());

async function readRows(
  kind: 'sensor-values' | 'sensor-excursions',
  day: string,
  own: Record<string, string | number> = {},
  columns?: string[],
) {
  const params = { from: day, to: day, vehicleIds: [vehicleId], sort: kind === 'sensor-values' ? 'day' : 'start' };
  const { rows } = await requestRows(fixture.admin, kind, {
    ...params,
    direction: 'asc',
    own,
    ...(columns && { columns }),
  });
  return rows;
}

test('seconds within, below and above the range leave the rest of the day unknown', async () => {
  const [row, ...others] = await readRows('sensor-values', '2026-05-02');
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    day: '2026-05-02',
    vehicle: 'COLD 1',
    sensor: 'Load space (°C)',
    // 1,200 + 3,600 + 1,200; 600 + 1,800 + 1,800; 600.
    within: 6000,
    above: 4200,
    below: 600,
    unknown: 86_400 - 10_800,
    least: 1,
    greatest: 12,
    // 9 degrees for 1,200 s, 5 for 2,400 s, 4 for 3,600 s, 12 for 1,200 s, 1 for 600 s and 10 for 1,800 s sum to 70,200
    // in 10,800 s.
    mean: 6.5,
    // The excursion that began before the day does not count. The others are two above the range and one below it.
    excursions: 3,
    longest: 1800,
  });
  expect(row?.['share']).toBeCloseTo(6000 / 10_800, 9);
});

test('one side alone, and other limits, are evaluated; a value at a limit counts as within', async () => {
  expect(await readRows('sensor-values', '2026-05-02', { limits: 'above' })).toMatchObject([
    { within: 6600, below: 0, above: 4200, excursions: 2 },
  ]);
  expect(await readRows('sensor-values', '2026-05-02', { limits: 'below' })).toMatchObject([
    { within: 10_200, below: 600, above: 0, excursions: 1 },
  ]);
  expect(await readRows('sensor-values', '2026-05-02', { lowest: -18, highest: 9 })).toMatchObject([
    // 9 degrees are within the range: 1,200 s of 12 and 1,800 of 10 are above.
    { within: 7800, below: 0, above: 3000, excursions: 2 },
  ]);
  expect(await readRows('sensor-values', '2026-05-02', { sensor: 'freezer' })).toEqual([]);
  expect(await readRows('sensor-values', '2026-05-02', { sensor: 'LOAD' })).toHaveLength(1);
  expect(await readRows('sensor-values', '2026-05-02', { only: 'humidity' })).toEqual([]);
});

test('the normal range of the sensor applies until somebody chooses limits', async () => {
  const { database } = fixture.http;
  // 9 and 10 degrees are normal for it, 12 are not; it has no lower limit.
  await database.query('UPDATE sensors SET normal_max = 10 WHERE id = $1', [cold]);
  const columns = ['within', 'above', 'from', 'to'];
  expect(await readRows('sensor-values', '2026-05-02', {}, columns)).toMatchObject([
    { within: 9600, above: 1200, from: null, to: 10 },
  ]);
  expect(await readRows('sensor-excursions', '2026-05-02', {}, ['worst', 'start', 'from', 'to'])).toMatchObject([
    { worst: 12, start: '2026-05-02T11:10:00.000Z', from: null, to: 10 },
  ]);
  expect(await readRows('sensor-values', '2026-05-02', { limits: 'outside' }, columns)).toMatchObject([
    { within: 6000, above: 4200, from: 2, to: 8 },
  ]);
  await database.query('UPDATE sensors SET normal_max = NULL WHERE id = $1', [cold]);
  expect(await readRows('sensor-values', '2026-05-02', {}, columns)).toMatchObject([{ within: 6000, from: 2, to: 8 }]);
});

test('days of 23 and 25 hours have as many hours, of which all but one are unknown', async () => {
  expect(await readRows('sensor-values', '2026-03-29')).toMatchObject([{ within: 3600, unknown: 22 * 3600 }]);
  expect(await readRows('sensor-values', '2026-10-25')).toMatchObject([{ within: 3600, unknown: 24 * 3600 }]);
});

/** The days in the report, and the seconds that are unknown. */
async function unknown(from: string, to: string) {
  const { rows } = await requestRows(fixture.admin, 'sensor-values', {
    from,
    to,
    vehicleIds: [vehicleId],
    sort: 'day',
    direction: 'asc',
  });
  return { days: rows.map(({ day }) => day), s: rows.reduce((sum, row) => sum + Number(row['unknown']), 0) };
}

test('unknown time adds up over ranges: of days with readings, or with one within the 31 days before', async () => {
  const [whole, first, second] = [
    await unknown('2026-04-20', '2026-05-10'),
    await unknown('2026-04-20', '2026-05-01'),
    await unknown('2026-05-02', '2026-05-10'),
  ];
  // 31 days after 29 March is 29 April; the sensor read again from 23:30 on 1 May.
  expect(first.days.filter((day) => String(day) > '2026-04-28')).toEqual(['2026-04-29', '2026-05-01']);
  expect(first).toMatchObject({ s: 11 * 86_400 - 1800 });
  // Half an hour of the second part, 2.5 hours, and twice a quarter of an hour.
  expect(second).toMatchObject({ s: 9 * 86_400 - 1800 - 9000 - 1800 });
  expect(whole).toEqual({ days: [...first.days, ...second.days], s: first.s + second.s });
  expect((await unknown('2026-03-01', '2026-03-28')).days).toEqual([]);
  expect((await unknown('2026-05-20', '2026-06-30')).days.at(-1)).toBe('2026-06-04');
});

test('excursions have start, end, worst value and place; they are cut where the range begins', async () => {
  expect(await readRows('sensor-excursions', '2026-05-02')).toMatchObject([
    { side: 'above', start: '2026-05-01T22:00:00.000Z', end: '2026-05-01T22:10:00.000Z', outside: 600, worst: 9 },
    { side: 'above', start: '2026-05-02T11:00:00.000Z', end: '2026-05-02T11:30:00.000Z', outside: 1800, worst: 12 },
    { side: 'below', start: '2026-05-02T11:30:00.000Z', end: '2026-05-02T11:40:00.000Z', outside: 600, worst: 1 },
    {
      side: 'above',
      start: '2026-05-02T13:00:00.000Z',
      end: '2026-05-02T13:30:00.000Z',
      outside: 1800,
      unknown: 0,
      worst: 10,
      place: 'Port',
    },
  ]);
  expect(await readRows('sensor-excursions', '2026-05-02', { leastDuration: 1000 })).toHaveLength(2);
});

test('an excursion continues over unknown time, which is not counted as outside', async () => {
  expect(await readRows('sensor-excursions', '2026-05-04')).toMatchObject([
    {
      start: '2026-05-04T08:00:00.000Z',
      end: '2026-05-04T10:15:00.000Z',
      outside: 1800,
      unknown: 105 * 60,
      worst: 11,
    },
  ]);
  expect(await readRows('sensor-values', '2026-05-04')).toMatchObject([{ above: 1800, excursions: 1, longest: 1800 }]);
});
