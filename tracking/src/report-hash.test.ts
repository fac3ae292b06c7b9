import { expect, it } from 'vitest';
import type { Position } from './position.ts';
import { positionHash, statusHash } from './report-hash.ts';

const base: Position = {
  fixTime: new Date('2026-03-01T12:00:00Z'),
  lat: -34.9011,
  lon: -56.1645,
  altitudeM: 43,
  speedKph: 38.2,
  courseDeg: 271,
  valid: true,
  attributes: { ignition: true, satellites: 9 },
};

it('is the same for a report that is sent twice, whatever the order of its attributes', () => {
  expect(positionHash({ ...base, attributes: { satellites: 9, ignition: true } })).toBe(positionHash(base));
  expect(positionHash({ ...base, attributes: { ...base.attributes, archived: true } })).toBe(positionHash(base));
});

it('differs when any content of the report differs', () => {
  const others: Position[] = [
    { ...base, lat: base.lat + 1e-7 },
    { ...base, lon: base.lon - 1e-7 },
    { ...base, altitudeM: null },
    { ...base, altitudeM: 44 },
    { ...base, speedKph: 38.3 },
    { ...base, courseDeg: 272 },
    { ...base, valid: false },
    { ...base, attributes: { ignition: false, satellites: 9 } },
    { ...base, attributes: { ignition: true } },
    { ...base, attributes: { ignition: true, satellites: 9, alarm: ['sos'] } },
  ];
  const hashes = new Set([base, ...others].map(positionHash));
  expect(hashes.size).toBe(others.length + 1);
});

it('is a signed 32-bit integer', () => {
  expect(positionHash(base) | 0).toBe(positionHash(base));
});

it('distinguishes swapped values', () => {
  expect(statusHash({ input1: true, input2: false })).not.toBe(statusHash({ input1: false, input2: true }));
});
