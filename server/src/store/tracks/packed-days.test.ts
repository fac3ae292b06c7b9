import type { Message } from '@milepost/protocols/types';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packOlderDays } from '../../jobs/pack-days-job.ts';
import { journey } from '../../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import {
  differences,
  settled,
  type TrackingHarness,
  trackingHarness,
  watched,
} from '../../testing/tracking-harness.ts';
import type { Database } from '../database.ts';
import { readSpans } from '../telemetry/pieces.ts';
import { rollDays, rollDevices, rollLate } from '../telemetry/roll-day.ts';
import { readTelemetryKeys } from '../telemetry/telemetry-keys.ts';
import { readEveryValue, readSteps } from '../telemetry/telemetry-series.ts';
import { countPositions, countReceived } from './count-positions.ts';
import { havePositions, wasWithin } from './has-positions.ts';
import { readLastFixes, readSpeedAt } from './last-fixes.ts';
import { makeChunk } from './make-chunk.ts';
import { packDays } from './pack-days.ts';
import { dayTextOf } from './packed-days.ts';
import { dayOf, ensureDay } from './partitions.ts';
import { readTrack } from './positions.ts';
import {
  readFirstTimes,
  readLastTimes,
  readNewestStatusTime,
  readNewestTimes,
  readReportTimes,
} from './report-times.ts';
import { readFirstReports, readReports } from './reports.ts';
import { readFixAt, readFixes } from './track-fixes.ts';
import { readTrackKeys, readTrackSeries } from './track-series.ts';
import { readTrackValues } from './track-values.ts';

const DAY_MS = 86_400_000;
const NOW = Math.floor(Date.now() / DAY_MS) * DAY_MS - 12 * 3_600_000;
/** Reports of each vehicle, of some three days. */
const MESSAGES = 700;
const TABLES = ['trips', 'stops', 'idles', 'visits', 'overspeeds', 'alarms', 'day_totals'] as const;
const KEYS = ['speed', 'ignition', 'altitude', 'odometerM', 'fuelL', 'powerV', 'door'];

/** Two identical fleets; days of one of them are packed. */
let [rows, packed]: TestDatabase[] = [];
let harnesses: TrackingHarness[] = [];
beforeAll(async () => {
  [rows, packed] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(async () => {
  for (const harness of harnesses) await harness.close();
  await Promise.all([rows?.close(), packed?.close()]);
});

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

interface Vehicle {
  vehicleId: number;
  deviceId: number;
}

/** Everything that is read of reports, with ranges that a seed chooses. */
async function readings(db: Database, { vehicleId, deviceId }: Vehicle, seed: number) {
  const random = seeded(seed);
  const moment = () => new Date(NOW - Math.floor((1.5 + random() * 4) * DAY_MS));
  const ends = (): [Date, Date] => {
    const [one, other] = [moment(), moment()];
    return one < other ? [one, other] : [other, one];
  };
  const ranges = Array.from({ length: 4 }, ends).map(([from, to], index) => ({
    deviceId,
    from: from.getTime() * 1000,
    to: to.getTime() * 1000,
    everyReport: index % 2 === 0,
  }));
  const [from, to] = ends();
  const pageSize = 1 + Math.floor(random() * 900);
  const track = {
    time: [] as number[],
    lat: [] as number[],
    lon: [] as number[],
    speed: [] as number[],
    course: [] as number[],
  };
  for await (const page of readTrack(db, vehicleId, from, to, pageSize)) {
    for (const name of ['time', 'lat', 'lon', 'speed', 'course'] as const) track[name].push(...page[name]);
  }
  const most = 1 + Math.floor(random() * 300);
  const fixes = await readFixes(db, vehicleId, { from, to, after: null, most });
  const after = fixes.at(-1)?.cursor ?? null;
  const spans = await readSpans(db, [vehicleId], { from, to });
  const lat = -349_000_000 + Math.floor((random() - 0.5) * 4e6);
  const bounds = { south: lat, north: lat + Math.floor(random() * 1e4), west: -563_000_000, east: -561_000_000 };
  const [range] = ranges;
  return {
    track,
    fixes,
    next: await readFixes(db, vehicleId, { from, to, after, most }),
    fixAt: await readFixAt(db, vehicleId, to, DAY_MS),
    reports: await readReports(db, deviceId, from, to),
    firstReports: await readFirstReports(
      db,
      ranges.map((one) => ({ deviceId, from: new Date(one.from / 1000), to: new Date(one.to / 1000) })),
      most,
    ),
    last: await readLastFixes(db, ranges),
    speed: await readSpeedAt(db, deviceId, fixes[0]?.cursor.micros ?? 0),
    have: await havePositions(
      db,
      ranges.map((one) => ({ ...one, to: one.from + 600_000_000 })),
    ),
    within: range && (await wasWithin(db, range, bounds)),
    withinAll: range && (await wasWithin(db, range, { ...bounds, west: null, east: null })),
    count: range && (await countPositions(db, range)),
    received: await countReceived(db, ranges, (NOW - 2 * DAY_MS) * 1000),
    times: (await readReportTimes(db, ranges)).map((times) => [...new Set(times)].toSorted((a, b) => a - b)),
    firstTimes: await readFirstTimes(db, ranges),
    lastTimes: await readLastTimes(db, ranges),
    newestStatus: range && (await readNewestStatusTime(db, range)),
    newest: range && (await readNewestTimes(db, range, most)),
    keys: await readTrackKeys(db, vehicleId, from, to),
    series: await readTrackSeries(db, vehicleId, { from, to, keys: KEYS, buckets: 1 + Math.floor(random() * 60) }),
    values: await readTrackValues(db, vehicleId, 'fuelL', from, to),
    telemetryKeys: await readTelemetryKeys(db, spans),
    steps: await readSteps(db, spans, KEYS, 60),
    every: await readEveryValue(db, spans, KEYS, 100_000),
  };
}

const factsOf = async ({ database }: TestDatabase) => {
  const found: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { rows: all } = await database.query(
      `SELECT to_jsonb(t) - '{id,raised_at,seen_at,written_at}'::text[] AS fact FROM ${table} t ORDER BY installation_id, started_at${table === 'day_totals' ? '' : ', key'}`,
    );
    found[table] = all;
  }
  return found;
};

/** Attributes of all kinds. */
function withAttributes(message: Message, random: () => number): Message {
  const more = {
    ...(random() < 0.7 && { fuelL: Math.round(random() * 600) / 10 }),
    ...(random() < 0.3 && { door: random() < 0.5, odometerM: Math.floor(random() * 1e9) }),
    ...(random() < 0.1 && { powerV: 12.34, satellites: 9, note: 'é"\\ \n', nested: ['a', 'b'] }),
  };
  return { ...message, attributes: { ...message.attributes, ...more } };
}

it(
  'reads the same of packed days as of rows, whatever is packed, late, repeated or interrupted',
  { timeout: 60_000 },
  async () => {
    const random = seeded(Number(process.env['PACKED_SEED'] ?? 7));
    if (!rows || !packed) throw new Error('no databases');
    const both: [TestDatabase, TestDatabase] = [rows, packed];
    const vehicles: Vehicle[] = [];
    const messages: Message[][] = [];
    for (const identity of ['packed 1', 'packed 2']) {
      const ids = await Promise.all(both.map((one) => watched(one, identity)));
      expect(ids[0]).toEqual(ids[1]);
      vehicles.push(...ids.slice(0, 1));
      messages.push(journey(random, MESSAGES, NOW - 2 * DAY_MS).map((one) => withAttributes(one, random)));
    }
    harnesses = await Promise.all(both.map((one) => trackingHarness(one)));
    // Half of the days have partitions.
    for (let day = dayOf(NOW) - 10; day < dayOf(NOW); day += 2)
      for (const one of both) await ensureDay(one.database, day);
    const store = async (index: number, some: readonly Message[]) => {
      const submission = { deviceId: vehicles[index]?.deviceId ?? 0, messages: some, receivedAt: NOW };
      return Promise.all(harnesses.map((harness) => harness.store([submission])));
    };
    const compare = async () => {
      const seed = Math.floor(random() * 2 ** 31);
      for (const vehicle of vehicles) {
        const [expected, found] = await Promise.all(both.map((one) => readings(one.database, vehicle, seed)));
        expect(found).toEqual(expected);
      }
    };
    const packSome = async (killed: boolean) => {
      const { database } = both[1];
      const days = Array.from({ length: 6 }, () => ({
        deviceId: vehicles[random() < 0.5 ? 0 : 1]?.deviceId ?? 0,
        day: dayTextOf((NOW - Math.floor((2 + random() * 3) * DAY_MS)) * 1000),
      }));
      for (const kind of ['positions', 'statusReports'] as const) {
        const packing = packDays(killed ? killedAfter(database, Math.floor(random() * 20)) : database, kind, days, {
          make,
          quietMs: 0,
        });
        if (killed) await packing.catch((error: Error) => expect(error.message).toBe('killed'));
        else expect((await packing).refused).toEqual([]);
      }
    };
    // A tenth comes late, in random order, and some of everything a second time.
    for (const [index, all] of messages.entries()) {
      await store(
        index,
        all.filter((_, at) => at % 10 !== 0),
      );
    }
    await packSome(true);
    await compare();
    for (let round = 0; round < 3; round++) {
      await packSome(false);
      await compare();
      for (const [index, all] of messages.entries()) {
        const late = all.filter((_, at) => at % 10 === 0 && at % 3 === round);
        await store(index, late);
        const start = Math.floor(random() * all.length);
        const repeated = all.slice(start, start + 100).filter((_, at) => (start + at) % 10 !== 0);
        for (const { stored } of await store(index, repeated)) expect(stored).toBe(0);
      }
      await packSome(true);
      await compare();
    }
    for (const harness of harnesses) await settled(harness);
    expect(await factsOf(both[1])).toEqual(await factsOf(both[0]));
    expect((await factsOf(both[0]))['trips']?.length).toBeGreaterThan(10);
    for (const { vehicleId } of vehicles) {
      for (const { facts: _facts, ...different } of await differences(both[1], vehicleId)) {
        expect(Object.values(different).flat()).toEqual([]);
      }
    }
    // Everything is packed by the job; telemetry is the same, also of days that are computed from packed ones.
    const { signal } = new AbortController();
    for (const { database } of both) {
      await rollLate(database, signal);
      await rollDays(database, signal, new Date(NOW));
    }
    const logger = pino({ level: 'silent' });
    await packOlderDays({ database: both[1].database, logger, make, signal, afterDays: 1, quietMs: 0, restFactor: 0 });
    const { rows: left } = await both[1].database.query(
      `SELECT (SELECT count(*)::int FROM positions) AS positions, (SELECT count(*)::int FROM status_reports) AS statuses,
            (SELECT count(*)::int FROM pg_inherits WHERE inhparent = 'positions'::regclass) AS partitions`,
    );
    expect(left).toEqual([{ positions: 0, statuses: 0, partitions: 1 }]);
    await compare();
    for (const { database } of both) {
      await rollDevices(
        database,
        dayTextOf((NOW - 4 * DAY_MS) * 1000),
        vehicles.map(({ deviceId }) => deviceId),
      );
    }
    const [expected, found] = await Promise.all(
      both.map(({ database }) => database.query('SELECT * FROM telemetry_days ORDER BY device_id, key, day')),
    );
    expect(found?.rows).toEqual(expected?.rows);
  },
);

const make = (...request: Parameters<typeof makeChunk>) => Promise.resolve(makeChunk(...request));

/** A database whose connection is lost before the statement of this number. */
function killedAfter(database: Database, statements: number): Database {
  let left = statements;
  const connect = async () => {
    const client = await database.connect();
    return new Proxy(client, {
      get: (target, name: keyof typeof client) => {
        const value: unknown = target[name];
        if (typeof value !== 'function') return value;
        return (...values: unknown[]): unknown =>
          name === 'query' && values[0] !== 'ROLLBACK' && left-- <= 0
            ? Promise.reject(new Error('killed'))
            : Reflect.apply(value, target, values);
      },
    });
  };
  return new Proxy(database, { get: (target, name: keyof Database) => (name === 'connect' ? connect : target[name]) });
}
