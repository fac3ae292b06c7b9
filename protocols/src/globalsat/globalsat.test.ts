import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { globalsat } from './globalsat.ts';
import { FRAMES, POSITION, report } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => globalsat.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test.each(Object.entries(FRAMES))('%s has identity, coordinates and time', (name, bytes) => {
  expect(decode(bytes).identities).toEqual(['356000000000013']);
  const fix = first(bytes)?.fix;
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), altitudeM: 12, courseDeg: 87 });
  expect(fix?.valid).toBe(name !== 'lost');
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  // The frame contains 21.6 knots.
  expect(fix?.speedKph).toBeCloseTo(40.0032, 4);
  expect(first(bytes)?.attributes).toMatchObject({ satellites: 9, hdop: 0.8 });
});

test('personal models report battery, vehicle models both voltages, switches and alarms', () => {
  expect(first(FRAMES.person)?.attributes).toEqual({ satellites: 9, hdop: 0.8, batteryV: 4.1 });
  expect(first(FRAMES.lost)?.attributes.batteryV).toBe(11.991);
  // 0x41: bits 0 and 6; 0xa080: bits 7, 13 and 15.
  expect(first(FRAMES.vehicle)?.attributes).toEqual({
    satellites: 9,
    hdop: 0.8,
    powerV: 12.38,
    batteryV: 3.128,
    alarm: ['sos', 'powerCut'],
    input1: false,
    motion: true,
    output1: false,
    ignition: true,
    charging: true,
  });
});

test('a number after the star is the checksum, not the precision', () => {
  const text = `$80050377796567,0,13,${POSITION.slice(0, POSITION.lastIndexOf(','))}*37`;
  expect(first(asciiBytes(text))?.attributes).toEqual({ satellites: 9 });
});

test('a report is acknowledged once it is stored', () => {
  expect(decode(FRAMES.person).replies.map(({ when, bytes }) => [when, textOf(bytes)])).toEqual([['stored', 'ACK\r']]);
});

test('commands have a checksum', () => {
  const decoder = globalsat.newDecoder('tcp');
  expect(decoder.encode({ kind: 'text', text: 'L1' })).toBeNull();
  decoder.decode(FRAMES.person);
  const text = textOf(decoder.encode({ kind: 'text', text: 'L1' }) ?? new Uint8Array());
  expect(text).toMatch(/^GSC,356000000000013,L1\*[0-9a-f]{2}!$/);
  // The XOR of all characters including the checksum is zero, by the definition of the checksum.
  const [body = '', sum = ''] = text.slice(0, -1).split('*');
  expect(Array.from(body).reduce((total, letter) => total ^ letter.charCodeAt(0), Number.parseInt(sum, 16))).toBe(0);
});

test('a report without an identity, of another kind or of an invalid hour is a fault', () => {
  for (const text of [`GSr,1,2,01,I,EA02,3,${POSITION}`, 'GSx,1', `$1,1,3,${POSITION}`, 'GSr'])
    expect(decode(report(text)).fault).toBeDefined();
  expect(decode(report(textOf(FRAMES.person).replace('101530', '251530'))).fault).toContain('there is no');
});
