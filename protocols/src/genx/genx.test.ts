import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { genx } from './genx.ts';
import { FRAMES, line } from './samples.fixture.ts';

const TIME = new Date('2026-03-22T10:15:30Z');
const decode = (bytes: Uint8Array) => genx.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, speed, odometer, ignition and satellites', () => {
  expect(decode(FRAMES.moving).identities).toEqual(['000036000013']);
  expect(first(FRAMES.moving)).toMatchObject({
    fix: { time: TIME, valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 },
    attributes: { satellites: 12, event: '61:213', ignition: true, odometerM: 4_954_400 },
  });
  // 321 feet of 0.3048 m.
  expect(first(FRAMES.moving)?.fix?.altitudeM).toBeCloseTo(97.8408, 9);
});

test('a year may have two digits, and the ignition may be off', () => {
  expect(first(FRAMES.off)).toMatchObject({ fix: { time: TIME }, attributes: { ignition: false } });
});

test('without satellites a position is the last known one, and zeros are not a position', () => {
  const last = textOf(FRAMES.moving).replace(',0,12,O', ',0,0,O');
  expect(first(asciiBytes(last))?.fix).toMatchObject({ valid: false, lat: -34.9055 });
  const never = last.replace('-34.90550,-56.19130', '0.00000,0.00000');
  expect(first(asciiBytes(never))).toMatchObject({ fix: null, deviceTime: TIME });
});

test('an unreadable field only loses that field', () => {
  for (const moment of ['13/22/2026 10:15:30', '2026-03-22 10:15:30', '00/00/00 00:00:00'])
    expect(first(line(moment))).toMatchObject({
      deviceTime: null,
      coordinates: { lat: -34.9055, lon: -56.1913 },
      attributes: { ignition: true },
    });
  const odd = asciiBytes(textOf(FRAMES.moving).replace('4954.40', 'far').replace(',321,', ',,'));
  expect(first(odd)).toMatchObject({ fix: { time: TIME, altitudeM: null }, attributes: { satellites: 12 } });
  expect(first(odd)?.attributes).not.toHaveProperty('odometerM');
});

test('a missing identity, columns in another order, two unreadable fields and a truncated message are faults', () => {
  const wrong = [
    line('03/22/2026 10:15:30', 'ON', 'me'),
    line('03/22/2026 10:15:30', '35377'),
    asciiBytes(textOf(line('2026-03-22 10:15:30')).replace('4954.40', 'far')),
    asciiBytes(textOf(FRAMES.moving).slice(0, 60)),
  ];
  for (const bytes of wrong) expect(decode(bytes).fault).toBeDefined();
});
