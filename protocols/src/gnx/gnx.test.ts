import { expect, test } from 'vitest';
import { gnx } from './gnx.ts';
import { FRAMES, message, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => gnx.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates and time in Indian time; the unit of its speed is unknown', () => {
  expect(decode(FRAMES.place).identities).toEqual(['356000000000013']);
  expect(first(FRAMES.place)).toMatchObject({
    deviceTime: new Date('2026-03-22T10:15:31Z'),
    fix: {
      time: new Date('2026-03-22T10:15:30Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: null,
      speedKph: 0,
      courseDeg: 0,
    },
  });
  expect(first(FRAMES.place)?.attributes).toEqual({ event: 'LOC' });
});

test('a card is reported, and that a message was buffered', () => {
  expect(first(FRAMES.card)?.attributes).toEqual({ event: 'MIF', driverTag: '05396013' });
  expect(first(FRAMES.stored)?.attributes).toEqual({ event: 'DIO', archived: true });
});

test('zeros without a fix are not a position', () => {
  expect(first(FRAMES.blind)).toMatchObject({ fix: null, deviceTime: new Date('2026-03-22T10:15:31Z') });
});

test('a missing identity and another type are faults', () => {
  const wrong = [message('LOC', `${POSITION},040,87.50,09`, 'me'), message('loc', `${POSITION},040,87.50,09`)];
  for (const bytes of wrong) expect(decode(bytes).fault).toBeDefined();
});

test('an invalid month and a truncated message only lose themselves', () => {
  expect(decode(message('LOC', `${POSITION.replaceAll('220326', '221326')},040,87.50,09`)).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
  });
  expect(decode(message('LOC', POSITION.split(',').slice(0, 6).join(',')))).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ fix: null }],
  });
});
