import { localDay, offsetMs } from '@milepost/tracking/local-day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let of: TestDatabase;
beforeAll(async () => {
  of = await testDatabase();
});
afterAll(() => of.close());

const begins = async (day: string, zone: string) => {
  const { rows } = await of.database.query<{ at: Date }>('SELECT day_begins($1, $2) AS at', [day, zone]);
  return rows[0]?.at.toISOString();
};

// From the time zone rules (tz database, files europe, northamerica, southamerica).
test('begins at the first of two midnights, and after one that is skipped', async () => {
  // On 2026-10-25 at 01:00 UTC, the Azores' clocks go from 01:00 back to 00:00; before that they show UTC.
  expect(await begins('2026-10-25', 'Atlantic/Azores')).toBe('2026-10-25T00:00:00.000Z');
  expect(await begins('2026-10-26', 'Atlantic/Azores')).toBe('2026-10-26T01:00:00.000Z');
  // Cuba: on 2026-11-01, 01:00 at UTC-4 becomes 00:00 at UTC-5.
  expect(await begins('2026-11-01', 'America/Havana')).toBe('2026-11-01T04:00:00.000Z');
  // Chile: on 2026-09-06, 00:00 at UTC-4 becomes 01:00; on 2026-04-05, 24:00 of the 4th becomes 23:00 at UTC-4.
  expect(await begins('2026-09-06', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z');
  expect(await begins('2026-04-05', 'America/Santiago')).toBe('2026-04-05T04:00:00.000Z');
});

/** The clock changes of a time zone in some years, found by sampling every ten days. */
function changes(zone: string, fromMs: number, toMs: number): number[] {
  const found: number[] = [];
  for (let ms = fromMs; ms < toMs; ms += 10 * DAY_MS) {
    let [before, after] = [ms, ms + 10 * DAY_MS];
    if (offsetMs(zone, before) === offsetMs(zone, after)) continue;
    while (after - before > HOUR_MS / 4) {
      const middle = before + Math.floor((after - before) / (HOUR_MS / 2)) * (HOUR_MS / 4);
      if (offsetMs(zone, middle) === offsetMs(zone, ms)) before = middle;
      else after = middle;
    }
    found.push(after);
  }
  return found;
}

test('equals tracking’s start of the day at every clock change of every time zone', { timeout: 60_000 }, async () => {
  const days: { zone: string; day: string; start: string; clock: string; at: string }[] = [];
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const change of changes(zone, Date.UTC(2019, 0, 1), Date.UTC(2029, 0, 1))) {
      for (const ms of [change - DAY_MS, change, change + DAY_MS]) {
        const { day, startMs } = localDay(zone, ms);
        // The offset an hour before, which proves that both use the same rules.
        const [at, ahead] = [startMs - HOUR_MS, offsetMs(zone, startMs - HOUR_MS)];
        const clock = new Date(at + ahead).toISOString().slice(0, 19);
        days.push({ zone, day, start: new Date(startMs).toISOString(), clock, at: new Date(at).toISOString() });
      }
    }
  }
  const { rows } = await of.database.query<{ zone: string; day: string; same: boolean; known: boolean }>(
    `SELECT d.zone, d.day, day_begins(d.day::date, d.zone) = d.start AS same,
            to_char(d.at AT TIME ZONE d.zone, 'YYYY-MM-DD"T"HH24:MI:SS') = d.clock AS known
     FROM jsonb_to_recordset($1) d (zone text, day text, start timestamptz, clock text, at timestamptz)
     JOIN pg_timezone_names z ON z.name = d.zone`,
    [JSON.stringify(days)],
  );
  // PostgreSQL and Node cannot agree if they have time zone rules of different years.
  const known = rows.filter((row) => row.known);
  expect(known.length).toBeGreaterThan(rows.length * 0.98);
  expect(known.length).toBeGreaterThan(5000);
  expect(known.filter(({ same }) => !same)).toEqual([]);
});
