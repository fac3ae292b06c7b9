import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { contextFor, createContexts } from './contexts.ts';
import { loadDirectory } from './directory.ts';
import { createFactsMetrics } from './facts-metrics.ts';
import { createLateQueue } from './late-queue.ts';
import { createOlderQueue } from './older-queue.ts';
import { beginLately } from './recompute.ts';
import { recomputeFacts } from './recompute-facts.ts';
import { allDevices, type TrackingCore } from './tracking-core.ts';
import { createWorkShare } from './work-share.ts';
import { verifyFacts } from './verify-facts.ts';
import { markOlder, readFactsProgress } from '../store/facts/older-facts.ts';
import { saveRecomputeChoice } from '../store/facts/recompute-choice.ts';
import { addRecomputeRequests, readRecomputeRequests } from '../store/facts/recompute-requests.ts';
import { saveOrganisationSettings } from '../store/organisations/organisation-settings.ts';
import { type Installation, listInstallations } from '../store/fleet/installations.ts';
import { onlyRow } from '../store/rows.ts';
import { journey } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { settled, type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
let harness: TrackingHarness;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await harness?.close();
  await test?.close();
});

const SOON = { timeout: 30_000, interval: 50 };
const DAY_MS = 86_400_000;
const NO_THRESHOLDS = {
  movingKph: null,
  stopS: null,
  tripMinM: null,
  tripMinS: null,
  idleS: null,
  idleEndsTripS: null,
  towMinM: null,
  visitFixes: null,
  visitS: null,
  speedLimitKph: null,
};

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}
const query = async <Row extends object>(sql: string, ...values: unknown[]) =>
  (await test.database.query<Row>(sql, values)).rows;
const one = async <Row extends object>(sql: string, ...values: unknown[]) =>
  onlyRow({ rows: await query<Row>(sql, ...values) });

/** Some days of a vehicle, tracked by the current rules; tracking is killed afterwards. */
async function driven(identity: string, seed: number) {
  const ids = await watched(test, identity);
  harness = await trackingHarness(test);
  const messages = journey(seeded(seed), 2500, Date.now() - 60_000);
  await harness.store([{ deviceId: ids.deviceId, messages, receivedAt: Date.now() }]);
  await settled(harness);
  const installation = (await listInstallations(test.database, ids.organisationId))[0];
  if (!installation) throw new Error('nothing is installed');
  return {
    ...ids,
    installation,
    scope: { organisationId: 1, organisationIds: [ids.organisationId], root: false, limit: null },
  };
}

/** The stored state from which new reports continue. */
async function lately(installation: Installation) {
  const contexts = createContexts(test.database);
  await contexts.load([installation.organisationId]);
  const context = contextFor(contexts.current(installation.organisationId), installation, []);
  return beginLately(test.database, installation, context, Infinity, Date.now());
}

const wrong = async (installationId: number) => (await verifyFacts(test.database)).differences[installationId] ?? {};

it('recomputes the facts of an older rule, current data first, and notifies nobody of past alarms', async () => {
  const { installation, scope } = await driven('older', 3);
  await harness.close();
  const { id } = installation;
  expect(await wrong(id)).toEqual({});
  const handled = await one<{ id: number; key: string }>(
    `UPDATE alarms SET acknowledged_at = now(), reason_code = 'seen' WHERE id = (SELECT min(id) FROM alarms) RETURNING id, key`,
  );
  await query('UPDATE alarms SET notified_at = now()');
  // Facts as an older version left them: other figures, missing alarms, states that can no longer be read.
  await query('UPDATE trips SET distance_m = 1, unseen_s = 0');
  await query(`DELETE FROM alarms WHERE id = (SELECT max(id) FROM alarms WHERE cleared_at IS NOT NULL)`);
  await query(
    `UPDATE tracking_states SET rule = 1, state = state::jsonb || '{"version":1,"rest":"of old","trip":"of old"}'`,
  );
  await query(
    `UPDATE tracking_checkpoints SET state = state::jsonb || '{"version":1,"rest":"of old","trip":"of old"}'`,
  );
  // An alarm that was active at the end of a day a while ago never ends. (One that continued across the cut is created
  // again by both parts.)
  const since = Date.now() - DAY_MS;
  const { time, alarms } = await one<{ time: Date; alarms: object }>(
    `SELECT time, state->'alarms' AS alarms FROM tracking_checkpoints WHERE time < $1 ORDER BY time DESC LIMIT 1`,
    new Date(since),
  );
  const lasting = await one<{ id: number }>(
    `UPDATE stops SET ended_at = NULL WHERE id = (SELECT max(id) FROM stops WHERE ended_at < $1) RETURNING id`,
    time,
  );
  expect(await lately(installation)).toMatchObject({ cutAt: time.getTime(), since: time.getTime(), state: { alarms } });
  const count = (await one<{ n: number }>('SELECT count(*)::int AS n FROM alarms')).n;
  // The past cannot be written for now.
  await query(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'held'; END $$`);
  await query(`CREATE TRIGGER held BEFORE UPDATE OF rule ON tracking_states FOR EACH ROW EXECUTE FUNCTION hold()`);

  harness = await trackingHarness(test);
  const unwritten = () =>
    query<{ old: boolean }>('SELECT started_at < $1 AS old FROM trips WHERE distance_m = 1', new Date(since));
  await expect.poll(async () => (await unwritten()).some(({ old }) => !old), SOON).toBe(false);
  expect((await unwritten()).length).toBeGreaterThan(3);
  expect(await readFactsProgress(test.database, scope)).toMatchObject({ done: 0, total: 1, rows: [{ done: 0 }] });
  expect(await one('SELECT ended_at FROM stops WHERE id = $1', lasting.id)).toEqual({ ended_at: time });

  await query('DROP TRIGGER held ON tracking_states');
  await expect.poll(async () => (await readFactsProgress(test.database, scope)).done, SOON).toBe(1);
  await settled(harness);
  expect(await wrong(id)).toEqual({});
  const handledAlarm = await one<{ seen: boolean; key: string }>(
    `SELECT acknowledged_at IS NOT NULL AND reason_code = 'seen' AS seen, key FROM alarms WHERE id = $1`,
    handled.id,
  );
  expect(handledAlarm).toEqual({ seen: true, key: handled.key });
  const unnotified = await one<{ n: number; due: number }>(
    'SELECT count(*)::int AS n, count(*) FILTER (WHERE notified_at IS NULL)::int AS due FROM alarms',
  );
  expect(unnotified).toEqual({ n: count + 1, due: 0 });
  expect(await query(`SELECT FROM tracking_checkpoints WHERE state->>'version' = '1'`)).toEqual([]);
  await harness.close();
}, 120_000);

it('keeps alarms on legal hold that are not found again, such as after a status of the past, and no others', async () => {
  const { installation, organisationId } = await driven('held', 5);
  await harness.close();
  const { n } = await one<{ n: number }>('SELECT count(*)::int AS n FROM alarms');
  const copyAlarm = `INSERT INTO alarms
    SELECT (jsonb_populate_record(NULL::alarms, to_jsonb(a) || jsonb_build_object('id', $1::int, 'key', $2::text))).*
      FROM alarms a WHERE a.installation_id = $3 AND a.cleared_at IS NOT NULL ORDER BY a.id LIMIT 1 RETURNING vehicle_id AS "vehicleId", started_at AS at`;
  const held = await one<{ vehicleId: number; at: Date }>(copyAlarm, 900_001, 'held', installation.id);
  await one(copyAlarm, 900_002, 'free', installation.id);
  await query(
    `UPDATE alarms SET started_at = started_at + interval '2 hours', cleared_at = cleared_at + interval '2 hours' WHERE id = 900002`,
  );
  await query(
    `INSERT INTO legal_holds (organisation_id, vehicle_id, set_by_organisation_id, from_time, to_time, reason)
     VALUES ($1, $2, $1, $3, $3::timestamptz + interval '1 minute', 'Accident')`,
    organisationId,
    held.vehicleId,
    held.at,
  );
  await query('UPDATE tracking_states SET rule = 1 WHERE installation_id = $1', installation.id);
  harness = await trackingHarness(test);
  const left = () => query<{ id: number }>('SELECT id FROM alarms WHERE id > 900000 ORDER BY id');
  await expect.poll(left, SOON).toEqual([{ id: 900_001 }]);
  await settled(harness);
  expect(await one('SELECT count(*)::int AS n FROM alarms')).toEqual({ n: n + 1 });
  await harness.close();
}, 120_000);

it('waits after an upgrade while the operator has paused it', async () => {
  const { installation, scope } = await driven('paused', 7);
  await harness.close();
  const other = await driven('not paused', 8);
  await harness.close();
  await saveRecomputeChoice(test.database, { paused: true, pace: 'fast' });
  await query('UPDATE trips SET distance_m = 1 WHERE installation_id = $1', installation.id);
  await query('UPDATE tracking_states SET rule = 1 WHERE installation_id = $1', installation.id);
  await markOlder(test.database, other.installation.id);
  harness = await trackingHarness(test);
  const done = async (of: typeof scope) => (await readFactsProgress(test.database, of)).done;
  // The other one, whose settings changed, is recomputed meanwhile.
  await expect.poll(() => done(other.scope), SOON).toBe(1);
  expect(await done(scope)).toBe(0);
  await saveRecomputeChoice(test.database, { paused: false, pace: 'fast' });
  await expect.poll(() => done(scope), SOON).toBe(1);
  expect(await wrong(installation.id)).toEqual({});
  await harness.close();
}, 60_000);

it('recomputes what an operator requests from a day on, while it runs, and notifies nobody', async () => {
  const { installation, vehicleId, scope } = await driven('requested', 17);
  const { id } = installation;
  // Facts that were final well before the state at the end of the day before stay.
  const { day, checkpoint } = await one<{ day: string; checkpoint: Date }>(
    `SELECT ((SELECT min(fix_time) FROM positions WHERE fix_time > time AND device_id = i.device_id)
              AT TIME ZONE 'Asia/Kolkata')::date::text AS day, time AS checkpoint
       FROM tracking_checkpoints c JOIN installations i ON i.id = c.installation_id
      WHERE c.installation_id = $1 ORDER BY time DESC OFFSET 2 LIMIT 1`,
    id,
  );
  await query('UPDATE alarms SET notified_at = now()');
  const before = await query('SELECT key FROM alarms WHERE installation_id = $1 ORDER BY key', id);
  await query('UPDATE trips SET distance_m = 1 WHERE installation_id = $1', id);
  await query('DELETE FROM alarms WHERE installation_id = $1 AND started_at > $2', id, checkpoint);
  const count = (of: string) =>
    one<{ n: number }>(
      `SELECT count(*)::int AS n FROM trips WHERE installation_id = $1 AND distance_m = 1 AND ${of}`,
      id,
      checkpoint,
    );
  const [early, late] = [
    (await count(`ended_at < $2::timestamptz - interval '2 hours'`)).n,
    (await count('confirmed_at > $2')).n,
  ];
  expect([early > 2, late > 2]).toEqual([true, true]);

  const selection = { vehicleIds: [vehicleId], fromDay: day };
  const last = await addRecomputeRequests(test.database, selection);
  expect(await readFactsProgress(test.database, scope)).toMatchObject({ done: 0, total: 1 });
  const left = async () => (await readRecomputeRequests(test.database, selection, last)).vehicles;
  await expect.poll(left, SOON).toBe(0);
  expect(await readFactsProgress(test.database, scope)).toMatchObject({ done: 1, total: 1 });
  expect([
    (await count(`ended_at < $2::timestamptz - interval '2 hours'`)).n,
    (await count('confirmed_at > $2')).n,
  ]).toEqual([early, 0]);
  expect(await query('SELECT key FROM alarms WHERE installation_id = $1 ORDER BY key', id)).toEqual(before);
  expect(await query('SELECT FROM alarms WHERE notified_at IS NULL')).toEqual([]);

  // From the first position on.
  await addRecomputeRequests(test.database, { ...selection, fromDay: null });
  await expect.poll(async () => (await query('SELECT FROM recompute_requests')).length, SOON).toBe(0);
  expect(await wrong(id)).toEqual({});
}, 60_000);

it('recomputes all facts when people choose the source of the engine state', async () => {
  const { installation, organisationId, scope } = await driven('chosen', 7);
  const idling = () => query('SELECT FROM idles WHERE installation_id = $1', installation.id);
  expect((await idling()).length).toBeGreaterThan(3);
  await query('UPDATE alarms SET notified_at = now()');
  await query(`UPDATE installations SET ignition_source = 'movement' WHERE id = $1`, installation.id);
  await markOlder(test.database, installation.id);
  const recomputed: unknown[] = [];
  harness.bus.subscribe('facts-recomputed', (event) => recomputed.push(event));
  harness.bus.publish('fleet-changed', { organisationId });
  await expect.poll(idling, SOON).toEqual([]);
  await expect.poll(async () => (await readFactsProgress(test.database, scope)).done, SOON).toBe(1);
  expect(await query(`SELECT DISTINCT engine_source FROM trips WHERE installation_id = $1`, installation.id)).toEqual([
    { engine_source: 'movement' },
  ]);
  expect(await wrong(installation.id)).toEqual({});
  // Open screens with its figures are notified.
  expect(recomputed).toEqual([{ vehicleId: installation.vehicleId, organisationId }]);
  expect(await query('SELECT FROM alarms WHERE notified_at IS NULL')).toEqual([]);
}, 60_000);

it('recomputes all facts when the organisation changes the length of a gap, and administration shows the progress', async () => {
  const { installation, organisationId, scope } = await driven('holes', 9);
  const countGaps = async () => {
    const [row] = await query<{ holes: number }>(
      'SELECT coalesce(sum(holes), 0)::int AS holes FROM trips WHERE installation_id = $1',
      installation.id,
    );
    return row?.holes ?? 0;
  };
  const before = await countGaps();
  const settings = (gapS: number | null) =>
    saveOrganisationSettings(
      test.database,
      { ...scope, limit: null },
      { userId: null, username: null, address: null },
      { ...NO_THRESHOLDS, id: organisationId, timeZone: 'UTC', holeS: gapS },
    );
  await settings(60);
  expect(await readFactsProgress(test.database, scope)).toMatchObject({ done: 0, total: 1 });
  harness.bus.publish('tracking-changed', { organisationId });
  await expect.poll(async () => (await readFactsProgress(test.database, scope)).done, SOON).toBe(1);
  expect(await wrong(installation.id)).toEqual({});
  const then = await countGaps();
  // Saving the same value changes nothing.
  await settings(60);
  expect((await readFactsProgress(test.database, scope)).done).toBe(1);
  await settings(null);
  harness.bus.publish('tracking-changed', { organisationId });
  await expect.poll(async () => (await readFactsProgress(test.database, scope)).done, SOON).toBe(1);
  expect(await countGaps()).toBe(before);
  expect(then).toBeGreaterThan(before);
}, 60_000);

it('recomputes all days when the organisation changes its time zone, and leaves no old day under a new label', async () => {
  const { installation, organisationId, scope } = await driven('zones', 13);
  await saveOrganisationSettings(
    test.database,
    { ...scope, limit: null },
    { userId: null, username: null, address: null },
    { ...NO_THRESHOLDS, id: organisationId, timeZone: 'America/Montevideo', holeS: null },
  );
  expect(await readFactsProgress(test.database, scope)).toMatchObject({ done: 0, total: 1 });
  harness.bus.publish('tracking-changed', { organisationId });
  await expect.poll(async () => (await readFactsProgress(test.database, scope)).done, SOON).toBe(1);
  expect(await wrong(installation.id)).toEqual({});
  const starts = await query<{ clock: string }>(
    `SELECT DISTINCT (started_at AT TIME ZONE 'America/Montevideo')::time::text AS clock FROM day_totals
      WHERE installation_id = $1`,
    installation.id,
  );
  expect(starts).toEqual([{ clock: '00:00:00' }]);
}, 60_000);

it('raises nothing for the time before a rule was created or changed, and retains earlier alarms', async () => {
  const { installation, organisationId, scope } = await driven('rules', 5);
  const raised = () =>
    query<{ key: string; name: string }>(
      'SELECT a.key, r.name FROM alarms a JOIN alarm_rules r ON r.id = a.rule_id ORDER BY a.key',
    );
  const before = await raised();
  expect(before.length).toBeGreaterThan(3);
  // A rule that would have raised many alarms, and another condition for all existing rules.
  await query(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles, holds_since)
     VALUES ($1, 'new', '{"kind":"overspeed","limitKph":6}', 'major', true, now())`,
    organisationId,
  );
  await query(`UPDATE alarm_rules SET holds_since = now(), condition = '{"kind":"overspeed","limitKph":7}'
    WHERE name <> 'new' AND condition->>'kind' <> 'noData'`);
  await markOlder(test.database, installation.id);
  harness.bus.publish('tracking-changed', { organisationId });
  await harness.close();
  harness = await trackingHarness(test);
  await expect.poll(async () => (await readFactsProgress(test.database, scope)).done, SOON).toBe(1);
  await settled(harness);
  expect(await raised()).toEqual(before);
  await query('DELETE FROM alarms');
}, 60_000);

it('continues while a fix from months ago is added to the past, and derives the facts of the reports', async () => {
  const { deviceId, installation } = await driven('week-error', 11);
  const at = (ms: number) => {
    const fix = { time: new Date(ms), valid: true, lat: -34.9, lon: -56.2, altitudeM: null, speedKph: 0, courseDeg: 0 };
    return {
      deviceId,
      messages: [{ kind: 'report' as const, deviceTime: null, fix, attributes: {} }],
      receivedAt: Date.now(),
    };
  };
  await harness.store([at(Date.now() - 100 * DAY_MS)]);
  await harness.store([at(Date.now() - 30_000)]);
  await settled(harness);
  expect(await wrong(installation.id)).toEqual({});
  const [faults] = await query<{ n: number }>(
    `SELECT sum((health->>'clockFaults')::int)::int AS n FROM day_totals WHERE installation_id = $1`,
    installation.id,
  );
  expect(faults).toEqual({ n: 1 });
}, 60_000);

it('repeats a recomputation of which ingest overwrote a piece from a state that was loaded later', async () => {
  const { installation } = await driven('overwritten', 23);
  await harness.close();
  const writing: Promise<unknown>[] = [];
  const tracking = createFactsMetrics(new Registry());
  /** As ingest does when its batch commits: writes a fact from its own state, then announces it. */
  const overwrite = async () => {
    const { key } = await one<{ key: string }>(
      `UPDATE trips SET distance_m = 1 WHERE installation_id = $1
          AND key = (SELECT key FROM trips WHERE installation_id = $1 ORDER BY started_at LIMIT 1) RETURNING key`,
      installation.id,
    );
    core.recomputed.get(installation.id)?.add(key);
  };
  let pieces = 0;
  const core: TrackingCore = {
    database: test.database,
    bus: createMemoryBus(pino({ level: 'silent' })),
    logger: pino({ level: 'silent' }),
    metrics: {
      ...tracking,
      written: (kind) => {
        // The first trip is in the first piece; the second piece begins after it.
        if (kind === 'trip' && pieces++ === 0) writing.push(overwrite());
      },
    },
    writeQueue: {
      between: async (work) => {
        await Promise.all(writing);
        return work();
      },
      write: () => Promise.reject(new Error('nothing else is written')),
    },
    directory: await loadDirectory(test.database),
    contexts: createContexts(test.database),
    states: new Map(),
    queue: createLateQueue(),
    older: createOlderQueue(),
    shares: createWorkShare(),
    maxFacts: 10,
    ...allDevices(),
    recomputed: new Map(),
  };
  const task = { installationId: installation.id, lateAt: installation.from, whole: false };
  expect(await recomputeFacts(core, task)).toMatchObject({ overtaken: true });
  expect(await wrong(installation.id)).toMatchObject({ trip: { missing: 1, surplus: 1 } });
  expect(core.queue.waiting(installation.id)).toBe(installation.from);
  expect(await recomputeFacts(core, task)).toMatchObject({ overtaken: false });
  expect(await wrong(installation.id)).toEqual({});
});
