import { afterEach, beforeEach, expect, it } from 'vitest';
import { journey } from '../../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { differences, settled, trackingHarness, watched } from '../../testing/tracking-harness.ts';
import { readPositionsSince } from './dropped-days.ts';
import { makeChunk } from './make-chunk.ts';
import { packDays } from './pack-days.ts';
import { CHUNK_TABLE, dayTextOf, type PackedKind } from './packed-days.ts';
import { dayOf, ensureDay } from './partitions.ts';
import { readReports } from './reports.ts';
import { restoreDay } from './restore-day.ts';

const DAY_MS = 86_400_000;
const NOW = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2.5 * DAY_MS;
const KINDS: readonly PackedKind[] = ['positions', 'statusReports'];

let db: TestDatabase;
let backup: TestDatabase;
beforeEach(async () => {
  [db, backup] = await Promise.all([testDatabase(), testDatabase()]);
});
afterEach(() => Promise.all([db.close(), backup.close()]));

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

const make = (...request: Parameters<typeof makeChunk>) => Promise.resolve(makeChunk(...request));

/** The packed days of a journey of which a tenth is held back, with a copy in the other database. */
async function packedJourney() {
  const vehicle = await watched(db, 'damaged days');
  const messages = journey(seeded(11), 700, NOW - 2 * DAY_MS);
  const submission = (some: typeof messages, receivedAt: number) => [
    { deviceId: vehicle.deviceId, messages: some, receivedAt },
  ];
  const harness = await trackingHarness(db);
  await harness.store(
    submission(
      messages.filter((_, at) => at % 10 !== 0),
      NOW,
    ),
  );
  await settled(harness);
  const { rows } = await db.database.query<{ day: string }>(
    `SELECT DISTINCT (fix_time AT TIME ZONE 'UTC')::date::text AS day FROM positions ORDER BY 1`,
  );
  const days = rows.map(({ day }) => day);
  for (const kind of KINDS) {
    const all = days.map((day) => ({ deviceId: vehicle.deviceId, day }));
    await packDays(db.database, kind, all, { make, quietMs: 0 });
    const chunks = await db.database.query<Record<string, unknown>>(`SELECT * FROM ${CHUNK_TABLE[kind]}`);
    for (const chunk of chunks.rows) {
      const names = Object.keys(chunk);
      await backup.database.query(
        `INSERT INTO ${CHUNK_TABLE[kind]} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(chunk),
      );
    }
  }
  // A partition that was about to be created does not make the packed day look like a deleted one.
  for (const day of days) await ensureDay(db.database, dayOf(Date.parse(day)));
  expect((await db.database.query('SELECT FROM dropped_days')).rowCount).toBe(0);
  const late = messages.filter((_, at) => at % 10 === 0);
  return { vehicle, days, harness, storeLate: () => harness.store(submission(late, Date.now())) };
}

/** Makes it a database from before the bytes of a chunk were in two columns. */
async function becomeOlder({ database }: TestDatabase): Promise<void> {
  for (const kind of KINDS) {
    const table = CHUNK_TABLE[kind];
    await database.query(`UPDATE ${table} SET data = data || rest; ALTER TABLE ${table} DROP COLUMN rest`);
  }
}

it.each(KINDS)(
  'computes all facts once a damaged chunk of %s is restored, also those of reports that arrived meanwhile',
  { timeout: 90_000 },
  async (kind) => {
    const { vehicle, days, harness, storeLate } = await packedJourney();
    if (kind === 'statusReports') await becomeOlder(backup);
    const { deviceId, vehicleId } = vehicle;
    const day = days[Math.floor(days.length / 2)] ?? '';
    expect(days.length).toBeGreaterThan(2);
    const { rowCount } = await db.database.query(
      `UPDATE ${CHUNK_TABLE[kind]} SET data = set_byte(data, length(data) / 2, get_byte(data, length(data) / 2) # 16)
       WHERE device_id = $1 AND day = $2`,
      [deviceId, day],
    );
    expect(rowCount).toBe(1);
    // Whoever reads the day records the damage.
    await readReports(db.database, deviceId, new Date(NOW - 10 * DAY_MS), new Date(NOW));
    const { rows } = await db.database.query<{ id: number }>('SELECT id FROM installations WHERE device_id = $1', [
      deviceId,
    ]);
    // Facts are computed from the end of the damaged day on, of whichever kind.
    const since = await readPositionsSince(db.database, { id: rows[0]?.id ?? 0, deviceId });
    expect(since).toBe(Date.parse(day) + DAY_MS);
    await storeLate();
    await settled(harness);
    await harness.close();
    // Late reports of healthy days are packed meanwhile.
    for (const each of KINDS) {
      const earlier = { deviceId, day: dayTextOf((Date.parse(day) - DAY_MS) * 1000) };
      await packDays(db.database, each, [earlier], { make, quietMs: 0 });
    }
    expect(await restoreDay(db.database, backup.database, { deviceId, day })).toBeGreaterThan(0);
    const next = await trackingHarness(db);
    await settled(next);
    await next.close();
    const [found] = await differences(db, vehicleId);
    const { facts, ...different } = found ?? { facts: 0 };
    expect(facts).toBeGreaterThan(10);
    expect(Object.values(different).flat()).toEqual([]);
  },
);
