import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { ardi01 } from './ardi01.ts';
import { FRAMES, line } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => ardi01.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, battery and temperature', () => {
  expect(decode(FRAMES.warm).identities).toEqual(['356000000000013']);
  expect(first(FRAMES.warm)).toMatchObject({
    fix: {
      time: new Date('2026-03-22T10:15:30Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: 12,
      speedKph: 42,
      courseDeg: 87,
    },
    attributes: { satellites: 7, event: 5, batteryPercent: 78, temperature1C: 21.5 },
  });
});

test('-1 is not a temperature, and two satellites are not a fix', () => {
  expect(first(FRAMES.plain)?.attributes.temperature1C).toBeUndefined();
  expect(first(FRAMES.blind)?.fix?.valid).toBe(false);
});

test('an unreadable field only loses that field', () => {
  expect(first(line('12,7,5,78,warm'))).toMatchObject({
    fix: { lat: -34.9055, altitudeM: 12 },
    attributes: { event: 5 },
  });
  expect(first(line('high,7,5,78,21.5'))).toMatchObject({
    fix: { altitudeM: null },
    attributes: { temperature1C: 21.5 },
  });
  expect(first(line('12,,,,'))).toMatchObject({ fix: { valid: true }, attributes: {} });
  expect(first(asciiBytes('356000000000013,never,-56.1913,-34.9055,42,87,12,7,5,78,-1'))).toMatchObject({
    deviceTime: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
  });
});

test('a missing identity, a truncated line, two unreadable fields and an invalid position are faults', () => {
  const wrong = [
    line('high,7,5,78,warm'),
    line('12,7,5,78,-1', 'me'),
    asciiBytes('356000000000013,20260322101530,-56.1'),
    asciiBytes('356000000000013,20260322101530,-256.1913,-34.9055,42,87,12,7,5,78,-1'),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});
