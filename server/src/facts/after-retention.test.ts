import type { Message } from '@milepost/protocols/types';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { FACT_KINDS, FACT_TABLES } from '../store/facts/fact-tables.ts';
import { type Installation, listInstallations } from '../store/fleet/installations.ts';
import { applyRetention } from '../store/retention/apply-retention.ts';
import { readPositionsSince } from '../store/tracks/dropped-days.ts';
import { journey } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { settled, type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';
import { createContexts } from './contexts.ts';
import { loadDirectory } from './directory.ts';
import { createFactsMetrics } from './facts-metrics.ts';
import { createLateQueue } from './late-queue.ts';
import { createOlderQueue } from './older-queue.ts';
import { recomputeFacts } from './recompute-facts.ts';
import { createWorkShare } from './work-share.ts';
import { allDevices } from './tracking-core.ts';

const DAY_MS = 86_400_000;
const REPORT = `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
  VALUES ($1, now() - $2 * interval '1 day', 1, now(), 0, 0, 0, 0, 1)`;
type Row = Record<string, unknown>;

let test: TestDatabase;
let harness: TrackingHarness | undefined;
beforeEach(async () => {
  test = await testDatabase();
});
afterEach(async () => {
  await harness?.close();
  await test.close();
});

const query = async (sql: string, ...values: unknown[]) => (await test.database.query<Row>(sql, values)).rows;

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

/** A journey with doors and drivers' tags, which are facts of their own. */
const busy = (seed: number, until: number): Message[] => {
  const random = seeded(seed);
  return journey(random, 2500, until).map((message) => ({
    ...message,
    attributes: {
      ...message.attributes,
      ...(random() < 0.3 && { door: random() < 0.5 }),
      ...(random() < 0.1 && { driverTag: random() < 0.5 ? 'A1' : 'B2' }),
    },
  }));
};

/** A vehicle whose call for help stays open until a person clears it, and the days that its positions are kept. */
async function drove(
  name: string,
  messages: Message[],
  keptDays: number,
): Promise<Installation & { deviceId: number }> {
  const { deviceId, organisationId } = await watched(test, name);
  await query(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
     VALUES ($1, 'help', '{"kind":"device","codes":["sos"],"clearCodes":[],"clearAfterS":null}', 'major', true)`,
    organisationId,
  );
  await query('UPDATE organisations SET retention = $2 WHERE id = $1', organisationId, { positions: keptDays });
  harness = await trackingHarness(test);
  await harness.store([{ deviceId, messages, receivedAt: Date.now() }]);
  await settled(harness);
  await harness.close();
  harness = undefined;
  const [installation] = await listInstallations(test.database, organisationId);
  if (!installation) throw new Error('nothing is installed');
  return installation;
}

const retain = async (now = new Date()) => {
  await query('UPDATE retention_clock SET at = $1, advanced_at = $1', now);
  await applyRetention(test.database, { signal: new AbortController().signal, now });
};

/** Recomputes all facts of an installation, as `milepost facts recompute` does. */
async function recompute({ id }: Installation): Promise<void> {
  const logger = pino({ level: 'silent' });
  const core = {
    database: test.database,
    bus: createMemoryBus(logger),
    logger,
    metrics: createFactsMetrics(new Registry()),
    writeQueue: { between: <T>(work: () => Promise<T>) => work(), write: () => Promise.reject(new Error('not here')) },
    directory: await loadDirectory(test.database),
    contexts: createContexts(test.database),
    states: new Map(),
    queue: createLateQueue(),
    older: createOlderQueue(),
    shares: createWorkShare(),
    maxFacts: 500,
    ...allDevices(),
    recomputed: new Map(),
  };
  expect(await recomputeFacts(core, { installationId: id, lateAt: Infinity, whole: true })).toMatchObject({
    overtaken: false,
  });
}

/** All facts of an installation as stored, by kind and key, with the time until which each is known. */
async function factsOf({ id }: Installation): Promise<Map<string, { fact: Row; until: number }>> {
  const found = new Map<string, { fact: Row; until: number }>();
  for (const kind of FACT_KINDS) {
    const { table } = FACT_TABLES[kind];
    const until =
      kind === 'alarm' ? 'cleared_at' : kind === 'day' ? 'ended_at' : `started_at + make_interval(secs => duration_s)`;
    const { rows } = await test.database.query<{ fact: Row; until: number }>(
      `SELECT to_jsonb(f) - 'notified_at' AS fact, coalesce(extract(epoch FROM ${until}) * 1000, 'infinity')::float8 AS until
         FROM ${table} f WHERE installation_id = $1`,
      [id],
    );
    for (const { fact, until: known } of rows) found.set(`${kind} ${String(fact['key'])}`, { fact, until: known });
  }
  return found;
}

const factsAlone = (facts: Awaited<ReturnType<typeof factsOf>>) =>
  new Map([...facts].map(([key, { fact }]) => [key, fact]));

it.each([1, 2])(
  'changes nothing before deleted positions end, and nothing at all the second time (seed %i)',
  async (seed) => {
    const vehicle = await drove(`alive-${seed}`, busy(seed, Date.now() - 60_000), 1);
    const before = await factsOf(vehicle);
    await retain();
    const since = await readPositionsSince(test.database, vehicle);
    if (since === null) throw new Error('nothing was deleted');
    const [help] = await query(
      `SELECT key, count, cleared_at FROM alarms JOIN alarm_rules r ON r.id = rule_id WHERE r.name = 'help'`,
    );
    expect(help).toMatchObject({ cleared_at: null });
    await recompute(vehicle);
    const once = await factsOf(vehicle);
    let older = 0;
    for (const [key, { fact, until }] of before) {
      if (until > since && !(key.startsWith('alarm') && fact['key'] === help?.['key'])) continue;
      expect([key, once.get(key)?.fact]).toEqual([key, fact]);
      older += 1;
    }
    expect(older).toBeGreaterThan(20);
    await recompute(vehicle);
    expect(factsAlone(await factsOf(vehicle))).toEqual(factsAlone(once));

    // A further call for help counts once.
    harness = await trackingHarness(test);
    const sos: Message = { kind: 'report', deviceTime: new Date(), fix: null, attributes: { alarm: ['sos'] } };
    await harness.store([{ deviceId: vehicle.deviceId, messages: [sos], receivedAt: Date.now() }]);
    await settled(harness);
    expect(await query('SELECT count FROM alarms WHERE key = $1', help?.['key'])).toEqual([
      { count: Number(help?.['count']) + 1 },
    ]);
  },
);

it('leaves facts that were open when their data ended exactly as they are', async () => {
  const messages = busy(4, Date.now() - 9 * DAY_MS);
  const last = messages
    .splice(-3)
    .map((each) => ({ ...each, attributes: { ignition: true, door: true, driverTag: 'A1' } }));
  const vehicle = await drove('ended', [...messages, ...last], 3);
  const before = await factsOf(vehicle);
  const open = [...before.values()].filter(({ fact }) => fact['ended_at'] === null);
  expect(open.length).toBeGreaterThan(2);
  await retain();
  expect(await query('SELECT count(*)::int AS n FROM positions')).toEqual([{ n: 0 }]);
  for (let times = 0; times < 2; times++) {
    await recompute(vehicle);
    expect(factsAlone(await factsOf(vehicle))).toEqual(factsAlone(before));
  }
  // Where the device reports again and the state cannot be continued, they end where their data did.
  await query("UPDATE tracking_states SET state = jsonb_set(state::jsonb, '{version}', '1')::json");
  await query(REPORT, vehicle.deviceId, 0);
  await recompute(vehicle);
  const ended = await factsOf(vehicle);
  for (const [key, { fact, until }] of before) {
    if (!('duration_s' in fact)) continue;
    expect([key, ended.get(key)?.fact['duration_s']]).toEqual([key, fact['duration_s']]);
    expect(new Date(String(ended.get(key)?.fact['ended_at'])).getTime()).toBeCloseTo(until, -2);
  }
});

it('takes no beginning from deleted positions of a wrong clock, of which no facts were computed', async () => {
  const vehicle = await drove('wrong-clock', busy(5, Date.now() - 60_000), 30);
  await query(
    'UPDATE installations SET installed_at = $2 WHERE id = $1',
    vehicle.id,
    new Date(Date.now() - 900 * DAY_MS),
  );
  await query(REPORT, vehicle.deviceId, 600);
  const before = await factsOf(vehicle);
  await retain();
  expect(await query('SELECT count(*)::int AS n FROM deleted_positions')).toEqual([{ n: 1 }]);
  expect(await readPositionsSince(test.database, vehicle)).toBeNull();
  await recompute(vehicle);
  expect(factsAlone(await factsOf(vehicle))).toEqual(factsAlone(before));
});

/** The keys of active alarms in the database, and in the state. */
const activeAlarms = async ({ id }: Installation) => {
  const stored = await query('SELECT key FROM alarms WHERE installation_id = $1 AND cleared_at IS NULL ORDER BY 1', id);
  const known = await query(
    `SELECT one.value->>'key' AS key FROM tracking_states, json_each(state->'alarms'->'last') one
      WHERE installation_id = $1 AND one.value->>'clearedAt' IS NULL ORDER BY 1`,
    id,
  );
  return { stored, known };
};

/** The number of stored positions of an installation, and of those that no day, and no trip or stop, contains. */
const uncovered = async ({ id }: Installation) =>
  (
    await query(
      `SELECT count(*)::int AS positions, count(*) FILTER (WHERE NOT EXISTS (SELECT FROM day_totals f
          WHERE f.installation_id = i.id AND p.fix_time >= f.started_at AND p.fix_time < f.ended_at))::int AS "withoutDay",
        count(*) FILTER (WHERE NOT EXISTS (SELECT FROM trips f WHERE f.installation_id = i.id
          AND p.fix_time BETWEEN f.started_at AND coalesce(f.ended_at, 'infinity'))
         AND NOT EXISTS (SELECT FROM stops f WHERE f.installation_id = i.id
          AND p.fix_time BETWEEN f.started_at AND coalesce(f.ended_at, 'infinity')))::int AS "withoutFact"
       FROM installations i JOIN positions p ON p.device_id = i.device_id AND p.fix_time >= i.installed_at
        AND p.fix_time < coalesce(i.removed_at, 'infinity')
       WHERE i.id = $1 AND p.flags & 1 = 1`,
      id,
    )
  )[0];

/** Journeys that end at noon, so that the day at the edge is the same whenever the test runs. */
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
const ZONES = ['America/Montevideo', 'Pacific/Auckland', 'UTC'];

it.each(ZONES)(
  'leaves no position without a day where the floor lies in a day of another zone than %s',
  async (zone) => {
    const vehicle = await drove('zone', busy(7, NOON), 1);
    await retain(new Date(NOON));
    const covered = { withoutDay: 0, withoutFact: 0 };
    expect(await uncovered(vehicle)).toMatchObject(covered);
    const sum = async () =>
      (await query('SELECT round(sum(distance_m)) AS m, sum(positions) AS positions FROM day_totals'))[0];
    const before = await sum();
    await query('UPDATE organisations SET time_zone = $1', zone);
    await recompute(vehicle);
    expect(await uncovered(vehicle)).toMatchObject(covered);
    const after = await sum();
    expect(after?.['positions']).toEqual(before?.['positions']);
    // The leg across the end of the former day may count in both.
    expect(Number(after?.['m']) / Number(before?.['m'])).toBeCloseTo(1, 1);
    const { stored, known } = await activeAlarms(vehicle);
    expect(stored).toEqual(known);
    const once = await factsOf(vehicle);
    await recompute(vehicle);
    expect(factsAlone(await factsOf(vehicle))).toEqual(factsAlone(once));
  },
);

const HOUR_MS = 3_600_000;
/** Hours after the positions begin, which is 05:30 by the clock of the organisation: on the same day, and before. */
it.each([4, 20, -4])(
  'ends the facts of a device that left its vehicle %i hours after the floor, and computes them again once it is back',
  async (hours) => {
    const vehicle = await drove('left', busy(7, NOON), 1);
    await retain(new Date(NOON));
    const since = await readPositionsSince(test.database, vehicle);
    if (since === null) throw new Error('nothing was deleted');
    const left = new Date(since + hours * HOUR_MS);
    const before = await uncovered(vehicle);
    expect(before).toMatchObject({ withoutDay: 0, withoutFact: 0 });
    expect((await activeAlarms(vehicle)).stored.length).toBeGreaterThan(0);

    await query('UPDATE installations SET removed_at = $2 WHERE id = $1', vehicle.id, left);
    await recompute(vehicle);
    expect(await uncovered(vehicle)).toMatchObject({ withoutDay: 0, withoutFact: 0 });
    // Nothing is open, and nothing is of the time after it left.
    expect(await activeAlarms(vehicle)).toEqual({ stored: [], known: [] });
    const [silence] = await query(`SELECT id FROM alarm_rules WHERE name = 'noData'`);
    for (const [key, { fact, until }] of await factsOf(vehicle)) {
      // An alarm of silence is cleared, but stays.
      if (fact['rule_id'] === silence?.['id']) continue;
      expect([key, until < Infinity, new Date(String(fact['started_at'])) < left]).toEqual([key, true, true]);
    }

    await query('UPDATE installations SET removed_at = NULL WHERE id = $1', vehicle.id);
    await recompute(vehicle);
    expect(await uncovered(vehicle)).toEqual(before);
    const { stored, known } = await activeAlarms(vehicle);
    expect(stored).toEqual(known);
    const once = await factsOf(vehicle);
    await recompute(vehicle);
    expect(factsAlone(await factsOf(vehicle))).toEqual(factsAlone(once));
  },
);
