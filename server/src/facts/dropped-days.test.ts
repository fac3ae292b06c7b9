import type { Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { markOlder } from '../store/facts/older-facts.ts';
import { dayOf, ensureDay } from '../store/tracks/partitions.ts';
import { journey } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { settled, type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

const DAY_MS = 86_400_000;
const KOLKATA_MS = 19_800_000;
const TABLES = ['trips', 'stops', 'idles', 'visits', 'overspeeds', 'alarms', 'day_totals'] as const;

let test: TestDatabase;
let harness: TrackingHarness;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await harness?.close();
  await test?.close();
});

const query = async (sql: string, ...values: unknown[]) => (await test.database.query<Row>(sql, values)).rows;
type Row = Record<string, unknown>;

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

/** All facts that began before a moment, as stored, by table. */
async function factsBefore(installationId: number, moment: Date) {
  const found: Record<string, Row[]> = {};
  for (const table of TABLES) {
    found[table] = await query(
      `SELECT * FROM ${table} WHERE installation_id = $1 AND started_at < $2 ORDER BY started_at, key`,
      installationId,
      moment,
    );
  }
  return found;
}

it('leaves the facts of days without positions unchanged, whatever is recomputed or arrives late', async () => {
  const ids = await watched(test, 'dropped');
  harness = await trackingHarness(test);
  const messages = journey(seeded(11), 6000, Date.now() - 60_000);
  const oldest = messages.find(({ fix }) => fix !== null)?.fix?.time.getTime() ?? 0;
  for (let day = dayOf(oldest); day <= dayOf(Date.now()); day++) await ensureDay(test.database, day);
  await harness.store([{ deviceId: ids.deviceId, messages, receivedAt: Date.now() }]);
  await settled(harness);
  const [installation] = await query('SELECT id FROM installations WHERE device_id = $1', ids.deviceId);
  const id = Number(installation?.['id']);
  const [range] = await query(
    `SELECT (min(fix_time) AT TIME ZONE 'UTC')::date::text AS first, count(DISTINCT (fix_time AT TIME ZONE 'UTC')::date)::int AS days FROM positions`,
  );
  expect(range?.['days']).toBeGreaterThan(3);
  // The operator drops the two oldest days. The next local day in Kolkata begins 18:30 h later in UTC.
  const first = Date.parse(`${String(range?.['first'])}T00:00:00Z`);
  for (const day of [first, first + DAY_MS]) {
    const name = new Date(day).toISOString().slice(0, 10).replaceAll('-', '');
    await query(`DROP TABLE positions_${name}`);
    await query(`DROP TABLE status_reports_${name}`);
  }
  const floor = new Date(first + 3 * DAY_MS - KOLKATA_MS);
  await query('UPDATE alarms SET notified_at = now()');
  const before = await factsBefore(id, floor);
  expect(before['trips']?.length).toBeGreaterThan(3);
  const sums = await query(`SELECT day, distance_m FROM day_totals WHERE installation_id = $1 ORDER BY day`, id);

  // All facts are recomputed, as after a change of settings.
  await harness.close();
  await markOlder(test.database, id);
  harness = await trackingHarness(test);
  const isMade = async () =>
    (await query('SELECT rule FROM tracking_states WHERE installation_id = $1', id))[0]?.['rule'];
  await expect.poll(isMade, { timeout: 30_000, interval: 50 }).toBeGreaterThan(0);
  await settled(harness);
  expect(await factsBefore(id, floor)).toEqual(before);
  expect(await query('SELECT day, distance_m FROM day_totals WHERE installation_id = $1 ORDER BY day', id)).toEqual(
    sums,
  );

  // A late report of a removed day: its partition is created again and contains only this report.
  const [sent] = messages.filter(({ fix }) => fix !== null);
  if (!sent) throw new Error('the journey has no fix');
  const late: Message = { ...sent, attributes: { ignition: true, satellites: 3 } };
  await ensureDay(test.database, dayOf(first));
  await harness.store([{ deviceId: ids.deviceId, messages: [late], receivedAt: Date.now() }]);
  await settled(harness);
  expect(await factsBefore(id, floor)).toEqual(before);
  await harness.close();
  await markOlder(test.database, id);
  harness = await trackingHarness(test);
  await expect.poll(isMade, { timeout: 30_000, interval: 50 }).toBeGreaterThan(0);
  await settled(harness);
  expect(await factsBefore(id, floor)).toEqual(before);

  // No recomputed fact overlaps the retained ones.
  for (const table of ['trips', 'stops', 'idles']) {
    const overlaps = await query(
      `SELECT a.key FROM ${table} a JOIN ${table} b USING (installation_id)
        WHERE a.started_at < $2 AND b.started_at >= $2 AND b.started_at < a.ended_at AND installation_id = $1`,
      id,
      floor,
    );
    expect(overlaps).toEqual([]);
  }
}, 120_000);
