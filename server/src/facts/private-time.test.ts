import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReport } from '@milepost/tracking/report';
import { inTransaction } from '../store/database.ts';
import { markPrivateTime } from '../store/private-time/mark-private-time.ts';
import type { Queryable } from '../store/database.ts';
import { makeChunk } from '../store/tracks/make-chunk.ts';
import { CHUNK_TABLE } from '../store/tracks/packed-days.ts';
import { restoreDay } from '../store/tracks/restore-day.ts';
import { lockPackedDays, rangeOfDay, writeChunk } from '../store/tracks/pack-days.ts';
import { readTrack } from '../store/tracks/positions.ts';
import { readReports } from '../store/tracks/reports.ts';
import { readSentRows } from '../store/tracks/row-columns.ts';
import { openRange, sealRange } from '../store/tracks/seal-range.ts';
import { day, INSIDE, START, tablesWithPrivatePlaces, YARD } from '../testing/private-day.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { differences, settled, trackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const sums = async (vehicleId: number) =>
  (
    await test.database.query(
      `SELECT (SELECT array_agg(distance_m::int ORDER BY started_at) FROM trips WHERE vehicle_id = $1) AS trips,
              (SELECT array_agg(duration_s::int ORDER BY started_at) FROM stops WHERE vehicle_id = $1) AS stops,
              (SELECT sum(distance_m)::int FROM day_totals WHERE vehicle_id = $1) AS metres`,
      [vehicleId],
    )
  ).rows;

it('distance and durations of private time count, and only the seal and the state of tracking hold its places', async () => {
  const open = await watched(test, 'open');
  const sealed = await watched(test, 'sealed');
  await test.database.query(
    `INSERT INTO private_rules (organisation_id, vehicle_id, attribute, attribute_value, time_zone)
     SELECT organisation_id, id, 'input2', 'true', 'UTC' FROM vehicles WHERE id = $1`,
    [sealed.vehicleId],
  );
  const harness = await trackingHarness(test);
  const messages = day(true);
  for (let index = 0; index < messages.length; index += 20) {
    const part = messages.slice(index, index + 20);
    await harness.store([{ deviceId: sealed.deviceId, messages: part, receivedAt: Date.now() }]);
  }
  await settled(harness);
  const places = await tablesWithPrivatePlaces(test.database);
  expect(places).toContain('sealed_positions');
  expect(places.filter((name) => !INSIDE.has(name))).toEqual([]);
  await harness.store([{ deviceId: open.deviceId, messages: day(false), receivedAt: Date.now() }]);
  await settled(harness);
  // Writes the open facts.
  await harness.close();
  const [of] = await sums(open.vehicleId);
  expect(of.metres).toBeGreaterThan(85_000);
  expect(await sums(sealed.vehicleId)).toEqual([of]);
  const { rows } = await test.database.query(
    `SELECT round(start_lat::numeric, 2)::float8 AS start, round(end_lat::numeric, 2)::float8 AS end FROM trips
     WHERE vehicle_id = $1 ORDER BY started_at`,
    [sealed.vehicleId],
  );
  expect(rows).toEqual([
    { start: -34.9, end: -34.85 },
    { start: -34.85, end: -34.9 },
  ]);
  // A recomputation from the stored reports gives the same.
  for (const { vehicleId } of [open, sealed]) {
    const [found] = await differences(test, vehicleId);
    expect(found).toEqual({ facts: found?.facts });
  }
});

/** In private time nothing follows from the limit of the road. */
const withoutSeal = ({ sealed: _sealed, position, ...report }: AnyReport & { sealed?: unknown }) => ({
  ...report,
  position: position && { ...position, roadLimitKph: undefined },
});

it('positions of the past are sealed and opened, whether packed or not, and come back as they were', async () => {
  const { deviceId, vehicleId } = await watched(test, 'past');
  const harness = await trackingHarness(test);
  await harness.store([{ deviceId, messages: day(false), receivedAt: Date.now() }]);
  await settled(harness);
  await harness.close();
  const { database } = test;
  const from = (START + 26 * 60_000) * 1000;
  const range = { deviceId, from, to: from + 140 * 60_000_000 };
  const stored = async () => {
    const fixes = [];
    for await (const page of readTrack(database, vehicleId, new Date(START - 1), new Date(START + 86_400_000))) {
      fixes.push(...page.lat.subarray(0, page.length));
    }
    return fixes;
  };
  await database.query('UPDATE positions SET road_limit_kph = 50 WHERE device_id = $1', [deviceId]);
  const before = await stored();
  const reports = async () =>
    readReports(database, deviceId, new Date(START), new Date(START + 86_400_000), undefined, true);
  const own = await reports();
  for (const isPacked of [false, true]) {
    if (isPacked) {
      const one = { deviceId, day: new Date(START).toISOString().slice(0, 10) };
      await inTransaction(database, async (db) => {
        await lockPackedDays(db, [deviceId]);
        const sent = await readSentRows(db, 'positions', rangeOfDay(one));
        if (!sent) throw new Error('there are no rows');
        await writeChunk(db, 'positions', one, makeChunk('positions', one, sent, null));
        await db.query('DELETE FROM positions WHERE device_id = $1', [deviceId]);
      });
      expect(await stored()).toEqual(before);
    }
    const sealed = await inTransaction(database, (db) => sealRange(db, range, YARD));
    expect(sealed).toBe(280);
    expect((await stored()).filter((lat) => lat > -348_300_000)).toEqual([]);
    expect(await stored()).toHaveLength(before.length - 280);
    // Tracking reads the same, apart from the seal.
    expect((await reports()).map(withoutSeal)).toEqual(own.map(withoutSeal));
    expect((await reports()).filter(({ position }) => position?.roadLimitKph === 50)).toHaveLength(own.length - 280);
    expect(await inTransaction(database, (db) => openRange(db, range))).toBe(280);
    expect(await stored()).toEqual(before);
    expect(await reports()).toEqual(own);
  }
});

it('a time of the past that a person marks is sealed with its facts, and opened again', async () => {
  const { deviceId, vehicleId, organisationId } = await watched(test, 'marked');
  let harness = await trackingHarness(test);
  await harness.store([{ deviceId, messages: day(false), receivedAt: Date.now() }]);
  await settled(harness);
  await harness.close();
  const scope = { organisationId, organisationIds: [organisationId], root: false, limit: null };
  const actor = { userId: null, username: null, address: null };
  const marked = { vehicleId, from: new Date(START + 26 * 60_000), to: new Date(START + 166 * 60_000) };
  const ends = async () =>
    (
      await test.database.query(
        `SELECT round(start_lat::numeric, 2)::float8 AS start, round(end_lat::numeric, 2)::float8 AS end
         FROM trips WHERE vehicle_id = $1 ORDER BY started_at`,
        [vehicleId],
      )
    ).rows;
  const before = await ends();
  const [sum] = await sums(vehicleId);
  for (const isPrivate of [true, false]) {
    await markPrivateTime(test.database, scope, actor, { ...marked, isPrivate });
    harness = await trackingHarness(test);
    await settled(harness);
    await harness.close();
    expect(await sums(vehicleId)).toEqual([sum]);
    const [found] = await differences(test, vehicleId);
    expect(found).toEqual({ facts: found?.facts });
    expect(await ends()).toEqual(
      isPrivate
        ? [
            { start: -34.9, end: -34.85 },
            { start: -34.85, end: -34.9 },
          ]
        : before,
    );
  }
  const other = { ...scope, organisationIds: [] };
  await expect(markPrivateTime(test.database, other, actor, { ...marked, isPrivate: true })).rejects.toMatchObject({
    code: 'not-found',
  });
});

it('private time that a driver began seals what arrives until it ends', async () => {
  const { deviceId, vehicleId, organisationId } = await watched(test, 'begun');
  const { database } = test;
  const harness = await trackingHarness(test);
  const follow = async () => {
    harness.bus.publish('fleet-changed', { organisationId });
    await settled(harness);
  };
  const messages = day(false);
  const parts = [messages.slice(0, 60), messages.slice(60, 300), messages.slice(300)];
  const store = (part: number) => harness.store([{ deviceId, messages: parts[part] ?? [], receivedAt: Date.now() }]);
  const timeOf = (part: number) => new Date(parts[part]?.[0]?.fix?.time ?? 0);
  await store(0);
  // What was written before tracking reads the mark is sealed then.
  await store(1);
  await settled(harness);
  expect((await tablesWithPrivatePlaces(database)).filter((name) => !INSIDE.has(name))).toContain('positions');
  await database.query(
    `INSERT INTO private_marks (organisation_id, vehicle_id, from_time, private) VALUES ($1, $2, $3, true)`,
    [organisationId, vehicleId, timeOf(1)],
  );
  await follow();
  const sealed = async () =>
    (await database.query('SELECT FROM sealed_positions WHERE device_id = $1', [deviceId])).rowCount;
  await expect.poll(sealed, { timeout: 10_000 }).toBe(240);
  await store(2);
  expect(await sealed()).toBe(messages.length - 60);
  await database.query('UPDATE private_marks SET to_time = $2 WHERE vehicle_id = $1', [vehicleId, timeOf(2)]);
  await follow();
  const isOver = () => harness.installations.judging(deviceId, START).some((one) => one.privateTime?.marks[0]?.to);
  await expect.poll(isOver, { timeout: 10_000 }).toBe(true);
  const later = messages.slice(0, 3).map((one, index) => ({
    ...one,
    fix: one.fix && { ...one.fix, time: new Date(timeOf(2).getTime() + 10 * 3_600_000 + index * 30_000) },
  }));
  await harness.store([{ deviceId, messages: later, receivedAt: Date.now() }]);
  expect(await sealed()).toBe(messages.length - 60);
  await harness.close();
  await database.query('DELETE FROM positions WHERE device_id = $1', [deviceId]);
});

it('a day that is restored from a backup keeps the seal of the server and brings that of the backup', async () => {
  const { deviceId } = await watched(test, 'restored');
  const harness = await trackingHarness(test);
  await harness.store([{ deviceId, messages: day(false), receivedAt: Date.now() }]);
  await settled(harness);
  await harness.close();
  const { database } = test;
  const one = { deviceId, day: new Date(START).toISOString().slice(0, 10) };
  const from = (START + 26 * 60_000) * 1000;
  const range = { deviceId, from, to: from + 140 * 60_000_000 };
  const backup = await testDatabase();
  const sealOf = async (db: Queryable) =>
    (await db.query('SELECT * FROM sealed_positions WHERE device_id = $1 ORDER BY fix_time, report_hash', [deviceId]))
      .rows;
  const pack = () =>
    inTransaction(database, async (db) => {
      await lockPackedDays(db, [deviceId]);
      const sent = await readSentRows(db, 'positions', rangeOfDay(one));
      if (!sent) throw new Error('there are no rows');
      await writeChunk(db, 'positions', one, makeChunk('positions', one, sent, null));
      await db.query('DELETE FROM positions WHERE device_id = $1', [deviceId]);
    });
  const copy = async (table: string) => {
    const { rows } = await database.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE device_id = $1`, [
      deviceId,
    ]);
    await backup.database.query(`DELETE FROM ${table}`);
    for (const row of rows) {
      const names = Object.keys(row);
      await backup.database.query(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(row),
      );
    }
  };
  const lose = () => database.query(`DELETE FROM ${CHUNK_TABLE.positions} WHERE device_id = $1`, [deviceId]);
  const privateRows = async () => {
    const stored = await readReports(database, deviceId, new Date(START), new Date(START + 86_400_000));
    return stored.filter(({ position }) => position && position.lat > -34.83).length;
  };
  try {
    await pack();
    await copy(CHUNK_TABLE.positions);
    // The backup is from before the time became private here.
    await inTransaction(database, (db) => sealRange(db, range, YARD));
    const seal = await sealOf(database);
    expect(seal).toHaveLength(280);
    await lose();
    expect(await restoreDay(database, backup.database, one)).toBeGreaterThan(280);
    expect(await privateRows()).toBe(0);
    expect(await sealOf(database)).toEqual(seal);
    // The backup has the seal, and here it is lost.
    await copy(CHUNK_TABLE.positions);
    await copy('sealed_positions');
    await lose();
    await database.query('DELETE FROM sealed_positions WHERE device_id = $1', [deviceId]);
    await restoreDay(database, backup.database, one);
    expect(await privateRows()).toBe(0);
    expect(await sealOf(database)).toEqual(seal);
  } finally {
    await backup.close();
  }
});
