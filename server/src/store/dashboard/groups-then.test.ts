import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTracked, insertAlarm, insertDay, insertTrip } from '../../testing/insert-facts.ts';
import { addOrganisation } from '../../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { readDashboard, readWeekdays } from './dashboard.ts';

// When a vehicle changes its group, its past stays: its earlier days count in the former group.

/** Half past ten on a Friday in Kolkata (UTC+5:30). */
const NOW = new Date('2026-11-20T05:00:00Z');
const CLOCK = { timeZone: 'Asia/Kolkata', today: '2026-11-20' };

let test: TestDatabase;
let organisationId: number;
let [north, south] = [0, 0];
beforeAll(async () => {
  test = await testDatabase();
  const { database } = test;
  organisationId = await addOrganisation(database, 'Groups');
  await database.query('UPDATE organisations SET time_zone = $2 WHERE id = $1', [organisationId, CLOCK.timeZone]);
  const group = async (name: string) => {
    const sql = 'INSERT INTO vehicle_groups (organisation_id, name) VALUES ($1, $2) RETURNING id';
    return (await database.query<{ id: number }>(sql, [organisationId, name])).rows[0]?.id ?? 0;
  };
  [north, south] = [await group('North'), await group('South')];
  const moves = await addTracked(database, { organisationId, registration: 'MOVES 1', groupId: north });
  const staying = await addTracked(database, { organisationId, registration: 'STAYS 2', groupId: north });
  // On each day, one vehicle drives 10 km and the other 100 km, in the hour from 8:30 on.
  for (const [vehicle, km] of [[moves, 10] as const, [staying, 100] as const]) {
    for (const day of ['12', '13', '17', '18', '19', '20']) {
      await insertDay(database, vehicle, { day: `2026-11-${day}`, distanceM: km * 1000 });
      const at = (time: string) => `2026-11-${day}T${time}Z`;
      await insertTrip(database, vehicle, { start: at('03:00:00'), end: at('04:00:00'), distanceM: km * 1000 });
    }
  }
  await insertAlarm(database, moves, { start: '2026-11-18T03:30:00Z', clearedAt: '2026-11-18T03:40:00Z' });
  await insertAlarm(database, moves, { start: '2026-11-19T03:30:00Z', clearedAt: null });
  await database.query('UPDATE vehicles SET group_id = $2 WHERE id = $1', [moves.vehicleId, south]);
  // At 20:00 on the 19th in Kolkata: all of that day counts in South.
  await database.query(`UPDATE vehicle_group_changes SET at = '2026-11-19T14:30:00Z'`);
});
afterAll(() => test?.close());

const scope = () => ({ organisationId, organisationIds: [organisationId], root: false, limit: null });
const readFigures = (groupId: number | undefined, from: string, to = from) =>
  readDashboard(test.database, scope(), { range: { from, to }, clock: CLOCK, by: 'distance', now: NOW, groupId });
const kmOf = (rows: readonly { distanceM: number }[]) => rows.map(({ distanceM }) => Math.round(distanceM / 1000));

const total = (rows: readonly { distanceM: number }[]) => kmOf(rows).reduce((sum, km) => sum + km, 0);

it('the sums, days and vehicles of a group are those of its members at the time', async () => {
  const inNorth = await readFigures(north, '2026-11-17', '2026-11-20');
  expect(inNorth.sums.distanceM).toBe(20_000 + 400_000);
  expect(kmOf(inNorth.series.rows)).toEqual([110, 110, 100, 100]);
  expect(inNorth.top.map(({ registration }) => registration)).toEqual(['STAYS 2', 'MOVES 1']);
  const inSouth = await readFigures(south, '2026-11-17', '2026-11-20');
  expect(inSouth.sums).toMatchObject({ distanceM: 20_000, drove: 1 });
  expect(kmOf(inSouth.series.rows)).toEqual([0, 0, 10, 10]);
  expect(inSouth.top.map(({ registration }) => registration)).toEqual(['MOVES 1']);
  // Before the change, the vehicle is not in South at all, not even with zeros.
  const before = await readFigures(south, '2026-11-17', '2026-11-18');
  expect([before.sums.distanceM, before.top, before.bottom]).toEqual([0, [], []]);
  expect((await readFigures(undefined, '2026-11-17', '2026-11-20')).sums.distanceM).toBe(440_000);
});

it('so are the hours of a day, and its alarms; active alarms are those of the present members', async () => {
  expect(total((await readFigures(north, '2026-11-18')).series.rows)).toBe(110);
  expect(total((await readFigures(south, '2026-11-18')).series.rows)).toBe(0);
  expect(total((await readFigures(north, '2026-11-19')).series.rows)).toBe(100);
  expect(total((await readFigures(south, '2026-11-19')).series.rows)).toBe(10);
  const sum = (alarms: Awaited<ReturnType<typeof readFigures>>['alarms'], key: 'raised' | 'active') =>
    Object.values(alarms).reduce((all, count) => all + count[key], 0);
  const [old, now] = [
    (await readFigures(north, '2026-11-18', '2026-11-19')).alarms,
    (await readFigures(south, '2026-11-18', '2026-11-19')).alarms,
  ];
  expect([sum(old, 'raised'), sum(now, 'raised')]).toEqual([1, 1]);
  expect([sum(old, 'active'), sum(now, 'active')]).toEqual([0, 1]);
});

it('so is a day compared with the same weekday of the weeks before', async () => {
  // Fridays: the 13th, with the vehicle in North, and the 20th. At 10:30 all trips of the day have ended.
  for (const [groupId, km] of [[north, [100, 110]] as const, [south, [10, 0]] as const]) {
    const { days } = await readWeekdays(test.database, scope(), { clock: CLOCK, groupId, now: NOW });
    const fridays = days.filter(({ day }) => day === '2026-11-20' || day === '2026-11-13');
    expect(kmOf(fridays.map(({ whole }) => whole))).toEqual(km);
    expect(kmOf(fridays.map(({ untilNow }) => untilNow))).toEqual(km);
  }
});
