import { expect, test } from 'vitest';
import { concat, toHex } from '../tools/bytes.ts';
import { crc16CcittFalse } from '../tools/crc16.ts';
import { newSatsolFramer, satsol } from './satsol.ts';
import { frame, FRAMES, POSITION, record } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => satsol.newDecoder('tcp').decode(bytes);

test('a record has identity, coordinates, time, satellites and reason', () => {
  expect(decode(FRAMES.live).identities).toEqual(['1500013']);
  expect(decode(FRAMES.live).messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date('2026-03-22T10:15:30Z'),
      fix: {
        time: new Date('2026-03-22T10:15:30Z'),
        valid: true,
        lat: -34.9055,
        lon: -56.1913,
        altitudeM: -12,
        speedKph: 40.25,
        courseDeg: 87,
      },
      attributes: { satellites: 9, event: 2 },
    },
  ]);
});

test('records from memory are marked so; fields after a position are skipped', () => {
  expect(decode(FRAMES.memory).messages).toMatchObject([
    { fix: { valid: true }, attributes: { archived: true } },
    { fix: { valid: false }, attributes: { archived: true } },
  ]);
});

test('a frame is acknowledged by an empty one with the same identity once it is stored', () => {
  const [reply] = decode(FRAMES.memory).replies;
  const bytes = reply?.bytes ?? new Uint8Array();
  expect(reply?.when).toBe('stored');
  expect(toHex(bytes.subarray(2))).toBe('bf4c6de316000000');
  expect(new DataView(bytes.buffer).getUint16(0, true)).toBe(crc16CcittFalse(bytes, 2));
});

test('a stream is framed by length; bytes before the first frame are dropped', () => {
  const framer = newSatsolFramer();
  expect(framer.push(concat(Uint8Array.of(0xbf, 0x4c, 0xbf), FRAMES.live))).toEqual([FRAMES.live]);
  expect(framer.garbageBytes).toBe(3);
});

test('a wrong checksum, a wrong length and half a record are faults', () => {
  const wrong = [FRAMES.live.with(0, 0), FRAMES.live.subarray(0, 20), frame(record(POSITION.slice(0, -6)))];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid position, and zeros without a fix, only lose the position', () => {
  const nowhere = POSITION.replace('6462ebfd bc96a6fc', '00000000 00000000').replace('5700 01', '5700 00');
  const { messages, replies } = decode(
    frame(record(`${POSITION.replace('6462ebfd', '00000080')} 00`), record(`${nowhere} 00`), record(`${POSITION} 00`)),
  );
  const unplaced = { fix: null, deviceTime: new Date('2026-03-22T10:15:30Z'), attributes: { satellites: 9, event: 2 } };
  expect(messages).toMatchObject([unplaced, unplaced, { fix: { lat: -34.9055 } }]);
  expect(replies).toMatchObject([{ when: 'stored' }]);
});

test('a frame of more than 255 bytes is one', () => {
  const long = frame(...Array.from({ length: 20 }, () => record(`${POSITION} 01`)));
  expect(newSatsolFramer().push(concat(long, FRAMES.live))).toEqual([long, FRAMES.live]);
  expect(decode(long).messages).toHaveLength(20);
});
