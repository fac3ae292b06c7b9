import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { takeServerLock } from '../../database/server-lock.ts';
import { makeChunk } from '../../store/tracks/make-chunk.ts';
import { packDays } from '../../store/tracks/pack-days.ts';
import { CHUNK_DATA, CHUNK_TABLE, decodeChunk, type PackedKind } from '../../store/tracks/packed-days.ts';
import { readReports } from '../../store/tracks/reports.ts';
import { toFailure } from '../../rpc/failure.ts';
import { journey } from '../../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { settled, trackingHarness, watched } from '../../testing/tracking-harness.ts';
import { COMMANDS } from '../commands.ts';
import { runCommand } from '../run-command.ts';

const DAY_MS = 86_400_000;
const NOW = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2.5 * DAY_MS;
const KINDS: readonly PackedKind[] = ['positions', 'statusReports'];

let db: TestDatabase;
let backup: TestDatabase;
let folder: string;
let deviceId: number;
let days: string[];
let day: string;

const query = async (sql: string, ...values: unknown[]) =>
  (await db.database.query<Record<string, unknown>>(sql, values)).rows;

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}
const make = (...request: Parameters<typeof makeChunk>) => Promise.resolve(makeChunk(...request));

async function copyChunks(): Promise<void> {
  for (const kind of KINDS) {
    for (const chunk of await query(`SELECT * FROM ${CHUNK_TABLE[kind]}`)) {
      const names = Object.keys(chunk);
      await backup.database.query(
        `INSERT INTO ${CHUNK_TABLE[kind]} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(chunk),
      );
    }
  }
}

const flipBit = (database: TestDatabase) =>
  database.database.query(
    `UPDATE position_chunks SET data = set_byte(data, length(data) / 2, get_byte(data, length(data) / 2) # 16)
      WHERE device_id = $1 AND day = $2`,
    [deviceId, day],
  );

/** A vehicle whose days are packed, of which one is damaged, and another vehicle that is whole. */
beforeAll(async () => {
  [db, backup] = await Promise.all([testDatabase(), testDatabase()]);
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-damaged-'));
  const first = await watched(db, 'damaged');
  const second = await watched(db, 'whole');
  deviceId = first.deviceId;
  await query(`UPDATE vehicles SET registration = 'SBL 1' WHERE id = $1`, first.vehicleId);
  await query(`UPDATE vehicles SET registration = 'SBL 2' WHERE id = $1`, second.vehicleId);
  const harness = await trackingHarness(db);
  const messages = (seed: number) => journey(seeded(seed), 1500, NOW - 2 * DAY_MS);
  await harness.store([
    { deviceId: first.deviceId, messages: messages(11), receivedAt: NOW },
    { deviceId: second.deviceId, messages: messages(12), receivedAt: NOW },
  ]);
  while (!(await harness.settled())) await delay(50);
  await harness.close();
  const found = await query(
    `SELECT DISTINCT device_id AS "deviceId", (fix_time AT TIME ZONE 'UTC')::date::text AS day FROM positions ORDER BY 1, 2`,
  );
  const all = found.map((one) => ({ deviceId: Number(one['deviceId']), day: String(one['day']) }));
  for (const kind of KINDS) await packDays(db.database, kind, all, { make, quietMs: 0 });
  days = all.flatMap((one) => (one.deviceId === deviceId ? [one.day] : []));
  day = days[Math.floor(days.length / 3)] ?? '';
  await copyChunks();
  await flipBit(db);
}, 60_000);
afterAll(async () => {
  await Promise.all([db.close(), backup.close()]);
  await rm(folder, { recursive: true });
});

async function run(...words: string[]) {
  const environment = { DATABASE_URL: db.url };
  let out = '';
  const code = await runCommand(words, {
    config: () => readConfig(environment),
    environment,
    logger: pino({ level: 'silent' }),
    out: (text) => (out += text),
    error: (text) => (out += text),
    signal: new AbortController().signal,
  });
  return { code, out };
}

const damaged = () => `The packed positions of device ${deviceId} on ${day} are damaged (`;
const STACK = /\n\s+at /;
const first = () => query('SELECT key, distance_m FROM trips WHERE installation_id = 1 ORDER BY started_at LIMIT 1');

/** Every command: what it does at a damaged day, or why it meets none. */
const AT_DAMAGE: Record<
  keyof typeof COMMANDS,
  'names it' | 'restores it' | 'copies bytes' | 'counts' | 'no positions'
> = {
  'facts recompute': 'names it',
  'facts compare': 'names it',
  export: 'names it',
  'restore-day': 'restores it',
  'retention dry-run': 'counts',
  backup: 'copies bytes',
  dump: 'copies bytes',
  load: 'copies bytes',
  restore: 'copies bytes',
  verify: 'copies bytes',
  'cluster status': 'no positions',
  'config check': 'no positions',
  doctor: 'no positions',
  'key rotate': 'no positions',
  'support-bundle': 'no positions',
  'user create': 'no positions',
  'user reset-password': 'no positions',
  version: 'no positions',
};
const WORDS: Partial<Record<string, () => string[]>> = {
  'facts compare': () => ['facts', 'compare'],
  'facts recompute': () => ['facts', 'recompute', '--wait', '--pace', 'fast'],
  export: () => ['export', '--from', days[0] ?? '', '--to', days.at(-1) ?? '', '--into', folder],
};
/** The one that changes something last. */
const NAMING = Object.entries(AT_DAMAGE)
  .flatMap(([name, at]) => (at === 'names it' ? [name] : []))
  .toReversed();

it('every command is in the list', () => {
  expect(Object.keys(AT_DAMAGE).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
});

it.each(NAMING)('%s names a damaged day, does the rest, and fails', { timeout: 60_000 }, async (name) => {
  // Of the vehicle with the damage: the first trip is before the day, the last one after it.
  await query(
    `UPDATE trips SET distance_m = 1 WHERE key IN (SELECT min(key) FROM trips GROUP BY installation_id)
      OR id = (SELECT id FROM trips WHERE installation_id = 1 AND started_at >= $1 AND ended_at IS NOT NULL ORDER BY 1 LIMIT 1)`,
    new Date(Date.parse(day) + 2 * DAY_MS),
  );
  const { lock } = await takeServerLock(db.url);
  const harness = await trackingHarness(db);
  const { code, out } = await run(...(WORDS[name]?.() ?? []));
  await harness.close();
  await lock?.release();
  expect(out).toContain(damaged());
  expect(out).not.toMatch(STACK);
  expect(code).toBe(1);
  const wrong = await query('SELECT installation_id AS id FROM trips WHERE distance_m = 1 ORDER BY id');
  if (name === 'facts compare') expect(out).toMatch(/SBL 1 .*: trip: 1 missing, 1 surplus\nSBL 2 .*: trip: 1 missing/s);
  // The trips of the other vehicle and after the day are right again.
  expect(wrong).toHaveLength(name === 'facts recompute' ? 1 : 3);
});

it('a call that needs the day says so', async () => {
  const found = await readReports(db.database, deviceId, new Date(NOW - 10 * DAY_MS), new Date(NOW));
  expect(found.length).toBeGreaterThan(100);
  const [chunk] = await query(
    `SELECT ${CHUNK_DATA} FROM position_chunks c WHERE device_id = $1 AND day = $2`,
    deviceId,
    day,
  );
  const data = chunk?.['data'];
  if (!Buffer.isBuffer(data)) throw new Error('there is no chunk');
  try {
    decodeChunk('positions', data, { deviceId, day });
    expect.unreachable();
  } catch (error) {
    expect(toFailure(error, pino({ level: 'silent' }), 'dry-run-rule')).toMatchObject({ status: 409, params: { day } });
  }
});

it('facts before the day are right once it is restored', { timeout: 60_000 }, async () => {
  const words = ['restore-day', '--device', String(deviceId), '--day', day, '--from', backup.url];
  await flipBit(backup);
  const refused = await run(...words);
  expect(refused).toEqual({ code: 1, out: expect.stringContaining(`In the other database too: ${damaged()}`) });
  expect(refused.out).not.toMatch(STACK);
  await flipBit(backup);
  expect(await first()).toMatchObject([{ distance_m: 1 }]);
  expect(await query('SELECT facts_fault->>$1 AS cause FROM installations ORDER BY id', 'cause')).toEqual([
    { cause: expect.stringContaining(damaged()) },
    { cause: null },
  ]);
  // A full disk changes nothing, and it can be restored once there is space.
  await query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  await query('CREATE TRIGGER full_disk BEFORE UPDATE ON position_chunks FOR EACH ROW EXECUTE FUNCTION full_disk()');
  expect(await run(...words)).toEqual({
    code: 1,
    out: 'could not extend file: No space left on device\nThe disk is full. Free some space, and run this again.\n',
  });
  expect(await query('SELECT day::text AS day FROM damaged_chunks')).toEqual([{ day }]);
  await query('DROP TRIGGER full_disk ON position_chunks');
  expect(await run(...words)).toMatchObject({ code: 0 });
  const harness = await trackingHarness(db);
  await settled(harness);
  await harness.close();
  expect(await run('facts', 'compare')).toMatchObject({ code: 0, out: expect.stringContaining('none differ') });
  expect(await query('SELECT FROM installations WHERE facts_fault IS NOT NULL')).toEqual([]);
});
