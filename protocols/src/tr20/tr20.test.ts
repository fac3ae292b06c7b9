import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { FRAMES, line } from './samples.fixture.ts';
import { tr20 } from './tr20.ts';

const decode = (bytes: Uint8Array) => tr20.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time and speed', () => {
  expect(decode(FRAMES.moving).identities).toEqual(['TR-10']);
  const { fix, attributes } = first(FRAMES.moving) ?? {};
  expect(fix).toMatchObject({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    altitudeM: null,
    speedKph: 40,
    courseDeg: 87,
  });
  // The frame contains 34°54.33' south and 56°11.478' west.
  expect(fix?.lat).toBeCloseTo(-34.9055, 9);
  expect(fix?.lon).toBeCloseTo(-56.1913, 9);
  expect(attributes).toEqual({ status: '47010000', event: 108 });
});

test('an old position is invalid, and sensors are optional', () => {
  expect(first(FRAMES.withIdentity)).toMatchObject({
    fix: { valid: false },
    attributes: { status: '04020000', event: 253 },
  });
  expect(first(FRAMES.short)?.attributes).toEqual({ status: '01034802', event: 150 });
});

test('zeros without a fix are not a position', () => {
  const nowhere = '%%TR-10,L,260322101530,N0000.0000E00000.0000,0,000,NA,47010000,108';
  expect(first(asciiBytes(nowhere))).toMatchObject({ fix: null, deviceTime: new Date('2026-03-22T10:15:30Z') });
});

test('a temperature is in Celsius or Fahrenheit', () => {
  expect(first(line('C-12,47010000,108'))?.attributes.temperature1C).toBe(-12);
  expect(first(line('F14,47010000,108'))?.attributes.temperature1C).toBe(-10);
  for (const unknown of ['NA', '0', 'C80:F0', 'T0;F2'])
    expect(first(line(`${unknown},47010000,108`))?.attributes.temperature1C).toBeUndefined();
});

test('a heartbeat is answered at once with its number', () => {
  const { identities, messages, replies } = decode(FRAMES.alive);
  expect([identities, messages[0]?.kind]).toEqual([['TRACKPRO01'], 'heartbeat']);
  expect(replies.map(({ when, bytes }) => [when, textOf(bytes)])).toEqual([['now', '&&1\r\n']]);
});

test('a missing identity and another fix are faults', () => {
  const wrong = [line('NA,47010000,108', 'A', 'me and you'), line('NA,47010000,108', 'V'), asciiBytes('TR-10,1')];
  for (const bytes of wrong) expect(decode(bytes).fault).toBeDefined();
});
