import type { Message } from '@milepost/protocols/types';
import { positionOf } from '@milepost/tracking/position';
import { type AnyReport, attributesOf, timeOf } from '@milepost/tracking/report';
import { positionHash } from '@milepost/tracking/report-hash';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { roundAsStored } from '../../facts/as-stored.ts';
import { withStorableAttributes } from '../../ingest/storable-attributes.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../../testing/test-gateway.ts';
import { readReports, readFirstReports, reportPieces } from './reports.ts';

let test: TestDatabase;
let gateway: TestGateway;
beforeAll(async () => {
  test = await testDatabase();
  gateway = await testGateway(test);
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

const NOON = Date.UTC(2026, 4, 4, 12);
const RECEIVED = NOON + 3_600_000;
const ALL = [new Date(NOON - 86_400_000), new Date(NOON + 86_400_000)] as const;

function message(time: number, more: Partial<NonNullable<Message['fix']>> = {}, attributes = {}): Message {
  const fix = { time: new Date(time), valid: true, lat: 1, lon: 2, altitudeM: 3, speedKph: 4, courseDeg: 5, ...more };
  return { kind: 'report', deviceTime: null, fix, attributes };
}

function status(time: number, attributes: Message['attributes']): Message {
  return { kind: 'report', deviceTime: new Date(time), fix: null, attributes };
}

function store(deviceId: number, messages: readonly Message[]): Promise<void> {
  return new Promise((onStored) => gateway.ingest.submit({ deviceId, messages, receivedAt: RECEIVED, onStored }));
}

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const odd = fc.oneof(number, fc.constantFrom(NaN, Infinity, -1e300, 1e300));
const anyMessage = fc.record({
  second: fc.nat(3600),
  fix: fc.record({
    valid: fc.boolean(),
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
    altitudeM: fc.option(fc.integer({ min: -500, max: 9000 })),
    speedKph: fc.double({ min: 0, max: 5000, noNaN: true }),
    courseDeg: fc.double({ min: 0, max: 360, noNaN: true }),
  }),
  attributes: fc.record(
    {
      satellites: odd,
      batteryPercent: odd,
      powerV: odd,
      rssi: odd,
      odometerM: odd,
      fuelL: odd,
      temperature1C: odd,
      ignition: fc.boolean(),
      motion: fc.boolean(),
      archived: fc.constant(true),
      alarm: fc.constantFrom(['sos'], ['powerCut', 'tow']),
      driverTag: fc.string(),
    },
    { requiredKeys: [] },
  ),
});

it('reads reports exactly as they were processed', async () => {
  const { deviceId } = await addDevice(test.database, 'as-stored');
  const messages = fc
    .sample(anyMessage, { numRuns: 300, seed: 4 })
    .map(({ second, fix, attributes }) => message(NOON + second * 1000, fix, attributes));
  await store(deviceId, messages);
  const expected = new Map<string, AnyReport>(
    messages.flatMap((one) => {
      const position = positionOf(withStorableAttributes(one));
      if (!position) return [];
      const hash = positionHash(position);
      const stored = roundAsStored(position);
      return [[`${position.fixTime.getTime()}:${hash}`, { hash, position: stored }]] as const;
    }),
  );
  const read = await readReports(test.database, deviceId, ...ALL);
  expect(read).toHaveLength(expected.size);
  for (const report of read) {
    const key = `${timeOf(report)}:${report.hash}`;
    // Texts are cleaned for JSON; tracking does not use them.
    const plain = (one: AnyReport | undefined) =>
      JSON.stringify(one && [one.hash, { ...one.position, attributes: sorted(attributesOf(one)) }]);
    expect(plain(report)).toBe(plain(expected.get(key)));
  }
});

const sorted = (attributes: object) =>
  Object.entries(attributes)
    .filter(([name]) => name !== 'driverTag')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

it('reads in order of time and hash, in pieces, from a given position, without impossible times', async () => {
  const { deviceId } = await addDevice(test.database, 'in-order');
  const future = message(RECEIVED + 2 * 60_000 + 1);
  const ancient = message(RECEIVED - 400 * 86_400_000 - 1);
  const twins = [1, 2, 3].map((lat) => message(NOON + 5000, { lat }));
  await store(deviceId, [message(NOON + 9000), ...twins, future, message(NOON), ancient, message(NOON)]);
  const everything = [new Date(0), new Date('2030-01-01')] as const;
  const read = await readReports(test.database, deviceId, ...everything);
  const keys = read.map((one) => [timeOf(one) - NOON, one.hash] as const);
  expect(keys.map(([time]) => time)).toEqual([0, 5000, 5000, 5000, 9000]);
  const hashes = keys.slice(1, 4).map(([, hash]) => hash);
  expect(hashes).toEqual(hashes.toSorted((a, b) => a - b));

  const pieces = [];
  const [from, to] = everything;
  for await (const piece of reportPieces(test.database, { deviceId, from, to }, 2)) pieces.push(piece);
  expect(pieces.flat()).toEqual(read);
  expect(pieces.length).toBeGreaterThan(2);

  const after = { time: NOON + 5000, hash: hashes[1] ?? 0 };
  expect(await readReports(test.database, deviceId, ...everything, after)).toEqual(read.slice(3));
  expect(await readReports(test.database, deviceId, new Date(NOON + 1), new Date(NOON + 9000))).toEqual(
    read.slice(1, 4),
  );
});

it('reads reports without coordinates in order, and several devices in one query', async () => {
  const { deviceId } = await addDevice(test.database, 'with-status');
  const { deviceId: other } = await addDevice(test.database, 'other-status');
  const cut = { alarm: ['powerCut'], batteryPercent: 55.5, fuelL: NaN } as const;
  await store(deviceId, [message(NOON), status(NOON + 1000, cut), message(NOON + 2000)]);
  // A heartbeat without a time is no report for tracking; an alarm is.
  const untimed = (attributes: Message['attributes']) => ({ ...status(0, attributes), deviceTime: null });
  await store(other, [status(NOON, { ignition: true }), untimed({ ignition: false })]);
  const read = await readReports(test.database, deviceId, ...ALL);
  expect(read.map((one) => [timeOf(one) - NOON, one.position === null])).toEqual([
    [0, false],
    [1000, true],
    [2000, false],
  ]);
  expect(read[1]).toMatchObject({ attributes: { alarm: ['powerCut'], batteryPercent: 55.5 } });

  const [from, to] = ALL;
  const after = { time: NOON, hash: read[0]?.hash ?? 0 };
  const many = await readFirstReports(
    test.database,
    [
      { deviceId: other, from, to },
      { deviceId, from, to, after },
      { deviceId, from, to: new Date(NOON) },
    ],
    1,
  );
  expect(many.map(({ reports, complete }) => [complete, ...reports.map((one) => timeOf(one) - NOON)])).toEqual([
    [false, 0],
    [false, 1000],
    [true],
  ]);
  expect(await readReports(test.database, other, ...ALL)).toHaveLength(1);
  await store(other, [untimed({ alarm: ['sos'] })]);
  expect((await readReports(test.database, other, ...ALL)).map(timeOf)).toEqual([NOON, RECEIVED]);
});
