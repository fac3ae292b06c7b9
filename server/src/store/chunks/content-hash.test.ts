import { expect, it } from 'vitest';
import type { Attributes } from '@milepost/protocols/types';
import { type Position, positionFlags } from '@milepost/tracking/position';
import { positionHash, statusHash } from '@milepost/tracking/report-hash';
import { remainingJson } from '../../ingest/attributes-json.ts';
import type { PositionColumns } from './chunk-columns.ts';
import { unpackColumns } from './chunk-format.ts';
import { jsonTableOf } from './json-table.ts';
import { decodePositions, encodePositions } from './position-chunk.ts';
import { decodeStatusReports, encodeStatusReports } from './status-report-chunk.ts';

const OWNER = { deviceId: 11, day: '2026-03-02' };

const plain: Position = {
  fixTime: new Date('2026-11-29T12:00:00Z'),
  lat: -34.9055,
  lon: -56.1851,
  altitudeM: 43,
  speedKph: 52.3,
  courseDeg: 271,
  valid: true,
  attributes: {},
};
const attributes: Attributes = {
  satellites: 9,
  batteryPercent: 0,
  powerV: 12.34,
  rssi: -77,
  odometerM: 123_456_789,
  ignition: true,
  motion: false,
  archived: true,
  hdop: 0.9,
  alarm: ['sos', 'powerCut'],
  driverTag: '0000005A17C0DE01',
  door: false,
  event: 240,
};
/** The column of hashes. */
const HASHES = 15;

/** With spaces, as PostgreSQL writes them. */
function jsonbText(json: string | null): string | null {
  if (json === null) return null;
  const values = Object.entries<Attributes[string]>(JSON.parse(json));
  const texts = values.map(([name, value]) => `"${name}": ${JSON.stringify(value).replaceAll('","', '", "')}`);
  return `{${texts.join(', ')}}`;
}

function columnsOf(positions: readonly Position[]): PositionColumns {
  const numbers = (valueOf: (position: Position) => number | null | undefined) =>
    Float64Array.from(positions, (position) => valueOf(position) ?? Number.NaN);
  return {
    fixTime: numbers(({ fixTime }) => fixTime.getTime() * 1000),
    receivedAt: numbers(({ fixTime }) => fixTime.getTime() * 1000),
    reportHash: Int32Array.from(positions, (position) => positionHash(position)),
    lat: Int32Array.from(numbers(({ lat }) => Math.round(lat * 1e7))),
    lon: Int32Array.from(numbers(({ lon }) => Math.round(lon * 1e7))),
    altitudeM: numbers(({ altitudeM }) => altitudeM && Math.round(altitudeM)),
    speedDkph: Int16Array.from(numbers(({ speedKph }) => Math.round(speedKph * 10))),
    courseDeg: Int16Array.from(numbers(({ courseDeg }) => Math.round(courseDeg) % 360)),
    flags: Int16Array.from(positions, (position) => positionFlags(position)),
    satellites: numbers((position) => position.attributes.satellites),
    batteryPercent: numbers((position) => position.attributes.batteryPercent),
    powerMv: numbers((position) => position.attributes.powerV && Math.round(position.attributes.powerV * 1000)),
    rssi: numbers((position) => position.attributes.rssi),
    odometerM: numbers((position) => position.attributes.odometerM && Math.round(position.attributes.odometerM)),
    roadLimitKph: numbers(() => null),
    attributes: jsonTableOf(positions.map((position) => jsonbText(remainingJson(position.attributes)))),
  };
}

it('calculates the hash of positions from what is stored of them', () => {
  const columns = columnsOf([
    plain,
    { ...plain, altitudeM: null, valid: false },
    { ...plain, courseDeg: 359.7 },
    { ...plain, courseDeg: 0 },
    { ...plain, attributes },
    { ...plain, attributes: { ...attributes, motion: true, ignition: false, archived: false } },
    { ...plain, attributes: { powerV: 0, alarm: [], note: 'æ\u{1F69A}' } },
  ]);
  const chunk = encodePositions(columns, OWNER);
  expect(decodePositions(chunk).reportHash).toEqual(columns.reportHash);
  // Form, order, first value, step and a byte each: none is stored.
  expect(unpackColumns(0, chunk, 16).columns[HASHES]?.left).toBe(4 + 7);
});

it('stores the hash of positions of which less is stored than their device reported', () => {
  const columns = columnsOf([plain, { ...plain, attributes: { odometerM: 46_875_238.281_25, powerV: 12.736_533 } }]);
  expect(decodePositions(encodePositions(columns, OWNER)).reportHash).toEqual(columns.reportHash);
});

it('calculates the hash of status reports', () => {
  const reports = [attributes, {}, { alarm: ['sos'] as const }];
  const columns = {
    reportedAt: Float64Array.of(0, 1, 2),
    receivedAt: Float64Array.of(0, 1, 2),
    reportHash: Int32Array.from(reports, (report) => statusHash(report)),
    lat: new Float64Array(3).fill(Number.NaN),
    lon: new Float64Array(3).fill(Number.NaN),
    deviceClock: new Float64Array(3).fill(Number.NaN),
    attributes: jsonTableOf(reports.map((report) => jsonbText(JSON.stringify(report)))),
  };
  const chunk = encodeStatusReports(columns, OWNER);
  expect(decodeStatusReports(chunk).reportHash).toEqual(columns.reportHash);
  expect(unpackColumns(1, chunk, 7).columns[6]?.rest()).toEqual(Buffer.of(1, 0));
});
