import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { FRAMES } from './samples.fixture.ts';
import { tt8850 } from './tt8850.ts';

const decode = (bytes: Uint8Array) => tt8850.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time and battery percentage', () => {
  expect(decode(FRAMES.position)).toMatchObject({ identities: ['356000000000013'], replies: [] });
  expect(first(FRAMES.position)).toMatchObject({
    deviceTime: new Date('2026-03-22T10:15:32Z'),
    fix: {
      time: new Date('2026-03-22T10:15:30Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: 12.5,
      speedKph: 40.2,
      courseDeg: 87,
    },
    attributes: { batteryPercent: 69 },
  });
});

test('the types are those of Queclink', () => {
  expect(first(FRAMES.alarm)?.attributes).toMatchObject({ event: 'SOS', alarm: ['sos'], batteryPercent: 70 });
  expect(first(FRAMES.moved)?.attributes).toMatchObject({ event: 'NMR', batteryPercent: 97 });
  expect(first(FRAMES.on)).toMatchObject({ fix: null, attributes: { event: 'PNA' } });
});

test('a stream is framed by its end marks, and a lost zero does no harm', () => {
  const frames = tt8850.newFramer().push(asciiBytes(textOf(FRAMES.position) + textOf(FRAMES.alarm)));
  expect(frames.map((frame) => first(frame)?.attributes.event)).toEqual([undefined, 'SOS']);
});

test('another header and a missing identity are faults', () => {
  const text = textOf(FRAMES.position);
  const wrong = [text.slice(2), text.replace('007F', 'zz'), text.replace('356000000000013', 'me')];
  for (const each of wrong) expect(decode(asciiBytes(each)).fault).toBeDefined();
});
