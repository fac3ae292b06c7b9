import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { FRAMES, message } from './samples.fixture.ts';
import { smartsole } from './smartsole.ts';

const decode = (bytes: Uint8Array) => smartsole.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a report has identity, coordinates, time, satellites and battery', () => {
  expect(decode(FRAMES.walking)).toEqual({
    identities: ['356000000000013'],
    replies: [],
    messages: [
      {
        kind: 'report',
        deviceTime: new Date('2026-03-22T10:15:45Z'),
        fix: {
          time: new Date('2026-03-22T10:15:30Z'),
          valid: true,
          lat: -34.9055,
          lon: -56.1913,
          altitudeM: 12,
          speedKph: 4,
          courseDeg: 0,
        },
        attributes: { event: 8, satellites: 7, hdop: 1.8, batteryV: 4.16, status: 11 },
      },
    ],
  });
});

test('without a fix the position is an old one', () => {
  expect(first(FRAMES.indoors)).toMatchObject({
    deviceTime: new Date('2026-03-22T11:15:30Z'),
    fix: { time: new Date('2026-03-22T10:15:30Z'), valid: false },
  });
});

test('zeros without a fix are not a position', () => {
  const zeros = textOf(FRAMES.indoors).replace('-34.905500,-56.191300', '0.000000,0.000000');
  expect(first(asciiBytes(zeros))).toMatchObject({ fix: null, deviceTime: new Date('2026-03-22T11:15:30Z') });
});

test('other text and a missing identity are faults', () => {
  const tail = '12,4,1,7,1.80,260322101545,4.16,11';
  const wrong = [asciiBytes('#OTHER=1$'), message(tail, 'me')];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});
