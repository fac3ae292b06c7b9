import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newPricolFramer, pricol } from './pricol.ts';
import { frame, FRAMES, POSITION } from './samples.fixture.ts';

/** Encodes a timed report, version 2, state, signal 21, a fix. */
const HEAD = '50 02 00 15 01';

const decode = (bytes: Uint8Array) => pricol.newDecoder('tcp').decode(bytes);

test('a frame has identity, coordinates, time, signal, switches, analogue inputs and rpm', () => {
  expect(decode(FRAMES.place).identities).toEqual(['PRI0013']);
  const [{ fix, attributes } = { fix: null }] = decode(FRAMES.place).messages;
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, altitudeM: null, speedKph: 40 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(attributes).toEqual({
    event: 0x50,
    rssi: 21,
    inputs: 5,
    outputs: 1,
    adc1: 898,
    adc2: 585,
    adc3: 0,
    adc4: 1,
    engineRpm: 2650,
  });
});

test('before its first fix there is no position, and missing values are omitted', () => {
  expect(decode(FRAMES.lost).messages).toEqual([
    {
      kind: 'report',
      deviceTime: null,
      fix: null,
      attributes: { event: 0x4b, adc1: 892, adc2: 500, adc3: 0, adc4: 0, adc5: 0 },
    },
  ]);
});

test('a frame is acknowledged once it is stored', () => {
  expect(decode(FRAMES.lost).replies).toEqual([{ when: 'stored', bytes: asciiBytes('ACK') }]);
});

test('a stream is framed by length', () => {
  const framer = newPricolFramer();
  expect(framer.push(concat(asciiBytes('<x'), FRAMES.place, FRAMES.lost))).toEqual([FRAMES.place, FRAMES.lost]);
  expect(framer.garbageBytes).toBe(2);
});

test('a missing identity, a wrong end and half a frame are faults', () => {
  const wrong = [frame(`${HEAD} ${POSITION}`, 'PRI001\u0000'), FRAMES.place.with(63, 0), FRAMES.place.subarray(0, 30)];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid day, minutes or side only lose the position', () => {
  for (const where of [
    POSITION.replace('1603', '2003'),
    POSITION.replace('0d7e', '0d99'),
    POSITION.replace(' 53 ', ' 57 '),
    POSITION.replace('0015eb12ac 57', '0015eb12ac 4e'),
  ]) {
    const { messages, replies } = decode(frame(`${HEAD} ${where} 0005`));
    expect(messages).toMatchObject([{ fix: null, attributes: { rssi: 21, inputs: 5 } }]);
    expect(replies).toMatchObject([{ when: 'stored' }]);
  }
});
