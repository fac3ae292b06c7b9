import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { makeChunk } from './make-chunk.ts';
import { packDays } from './pack-days.ts';
import { findRepeated } from './repeated-reports.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const DAY = '2026-03-02';
const DEVICES = 40;

const make = (...request: Parameters<typeof makeChunk>) => Promise.resolve(makeChunk(...request));

it('finds the repeated reports of every device of a batch', async () => {
  await db.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT d, $1::timestamptz + n * interval '1 min', 7, $1, 1, 1, 1, 1, 1
     FROM generate_series(1, ${DEVICES}) d, generate_series(0, 4) n`,
    [`${DAY}T00:00:00Z`],
  );
  const days = Array.from({ length: DEVICES }, (_, index) => ({ deviceId: index + 1, day: DAY }));
  await packDays(db.database, 'positions', days, { make, quietMs: 0 });
  const reports = days.flatMap(({ deviceId }) =>
    [7, 8].map((hash) => ({ deviceId, time: Date.parse(`${DAY}T00:03:00Z`), hash })),
  );
  const isRepeated = await findRepeated(db.database, 'positions', reports);
  expect(reports.filter(isRepeated)).toEqual(reports.filter(({ hash }) => hash === 7));
});
