import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { addTrackedVehicle } from '../testing/alarm-fixture.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { dryRun, type DraftRule } from './dry-run.ts';
import { MAIN_ROAD } from '../testing/main-road.ts';
import { oneAtATime } from './one-at-a-time.ts';

let db: TestDatabase;
const FROM = new Date('2026-03-02T00:00:00Z');
const TO = new Date('2026-03-09T00:00:00Z');
const DRAFT: DraftRule = {
  condition: { kind: 'overStay', afterS: 3600 },
  schedule: null,
  coolDownS: 0,
  allVehicles: true,
  vehicleIds: [],
  groupIds: [],
  vehicleTypes: [],
};
/** A vehicle that stands from the beginning, with a fix every half hour. */
const FIXES = 7 * 48;

beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  for (const registration of ['B 1', 'A 1', 'C 1']) {
    const { deviceId } = await addTrackedVehicle(db.database, 1, registration);
    await db.database.query(
      `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
       SELECT $1, at, 1, at, -349000000, -562000000, 0, 0, 1
       FROM generate_series($2::timestamptz, $3::timestamptz - interval '1 s', interval '30 min') at`,
      [deviceId, FROM, TO],
    );
  }
}, 60_000);
afterAll(() => db.close());

const run = (limits?: { positions: number; milliseconds: number }, signal = new AbortController().signal) =>
  dryRun(db.database, 1, DRAFT, { from: FROM, to: TO }, signal, { limits });

const until = (signal: AbortSignal) =>
  new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));

test('processes vehicles by registration, and counts only complete ones', async () => {
  const result = await run();
  expect(result).toMatchObject({ vehicles: 3, looked: 3, positions: 3 * FIXES, stoppedAt: null, stoppedBy: null });
  // Standing since midnight: the hour had passed at one o'clock.
  expect(result.alarms.map(({ registration, start }) => [registration, new Date(start).toISOString()])).toEqual([
    ['B 1', '2026-03-02T01:00:00.000Z'],
    ['A 1', '2026-03-02T01:00:00.000Z'],
    ['C 1', '2026-03-02T01:00:00.000Z'],
  ]);
});

test('reports the vehicle at which it stopped, and by which limit', async () => {
  const exactly = await run({ positions: 2 * FIXES, milliseconds: 60_000 });
  expect(exactly).toMatchObject({ looked: 2, positions: 2 * FIXES, stoppedAt: 'C 1', stoppedBy: 'positions' });
  const tooFew = await run({ positions: 2 * FIXES - 1, milliseconds: 60_000 });
  expect(tooFew).toMatchObject({ looked: 1, positions: FIXES, stoppedAt: 'B 1', stoppedBy: 'positions' });
  expect(tooFew.alarms.map(({ registration }) => registration)).toEqual(['A 1']);
  const late = await run({ positions: 1e9, milliseconds: -1 });
  expect(late).toMatchObject({ looked: 0, stoppedAt: 'A 1', stoppedBy: 'time' });
});

test('stops when nobody waits for it any more', async () => {
  const gone = new AbortController();
  gone.abort(new Error('gone'));
  await expect(run(undefined, gone.signal)).rejects.toThrow('gone');
});

test('a newer one of the same person ends the older, and none of others', async () => {
  const gone = new AbortController().signal;
  const first = oneAtATime({ userId: 1, organisationId: 1, tenantId: 1 }, gone, until);
  const other = oneAtATime({ userId: 2, organisationId: 2, tenantId: 2 }, gone, async () => 'other');
  const second = oneAtATime({ userId: 1, organisationId: 1, tenantId: 1 }, gone, async () => 'second');
  await expect(first).rejects.toThrow('Another dry run has replaced this one.');
  await expect(Promise.all([other, second])).resolves.toEqual(['other', 'second']);
});

test('a rule about roads is tried on positions without a limit yet, and reports for how many one is known', async () => {
  const { deviceId } = await addTrackedVehicle(db.database, 1, 'D 1');
  // Ten minutes at 70 km/h: five on the road with a limit of 60, five away from any road. Then it stands.
  await db.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT $1, at, 1, at, CASE WHEN n < 30 THEN -349000000 ELSE -349500000 END, -562000000 + n * 21000,
            CASE WHEN n < 60 THEN 700 ELSE 0 END, 90, 1
     FROM generate_series(0, 60) n, LATERAL (SELECT $2::timestamptz + n * interval '10 s' AS at) t`,
    [deviceId, FROM],
  );
  const draft: DraftRule = { ...DRAFT, condition: { kind: 'roadSpeed', overKph: 5 } };
  const gone = new AbortController().signal;
  const found = await dryRun(db.database, 1, draft, { from: FROM, to: TO }, gone, { roadLimits: MAIN_ROAD });
  expect(found.limits).toEqual({ fromKph: 20, fast: 60, known: 30 });
  expect(found.alarms.map(({ registration, about, value }) => [registration, about, value])).toEqual([['D 1', 60, 70]]);
  const unknown = await dryRun(db.database, 1, draft, { from: FROM, to: TO }, gone);
  expect(unknown).toMatchObject({ alarms: [], limits: { fast: 60, known: 0 } });
  const { rowCount } = await db.database.query('SELECT FROM positions WHERE road_limit_kph IS NOT NULL');
  expect(rowCount).toBe(0);
});

test('a rule about tows finds none on drives with a cut wire, and counts positions once', async () => {
  const { deviceId } = await addTrackedVehicle(db.database, 1, 'E 1');
  // In each hour the vehicle drives ten minutes at 36 km/h and stands for 50. The ignition wire follows the engine in
  // the first hour, and stays off from then on.
  await db.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT $1, at, 1, at, -349000000, -562000000 + (n / 60 * 10 + least(n % 60, 10)) * 60000,
            CASE WHEN n % 60 BETWEEN 1 AND 9 THEN 360 ELSE 0 END, 90, 1, jsonb_build_object('ignition', n BETWEEN 1 AND 9)
     FROM generate_series(0, 359) n, LATERAL (SELECT $2::timestamptz + n * interval '1 min' AS at) t`,
    [deviceId, FROM],
  );
  const draft: DraftRule = { ...DRAFT, condition: { kind: 'tow' } };
  const gone = new AbortController().signal;
  const tried = (hours: number) =>
    dryRun(db.database, 1, draft, { from: FROM, to: new Date(FROM.getTime() + hours * 3_600_000) }, gone);
  const ofIt = async (hours: number) =>
    (await tried(hours)).alarms.filter(({ registration }) => registration === 'E 1').length;
  // After two such drives the cut cannot be proved yet.
  expect(await ofIt(3)).toBe(2);
  expect(await ofIt(6)).toBe(0);
  const { positions } = await tried(6);
  const stored = await db.database.query(
    `SELECT FROM positions WHERE fix_time >= $1 AND fix_time < $1::timestamptz + interval '6 hours'`,
    [FROM],
  );
  expect(positions).toBe(stored.rowCount);
});
