import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { newThinkpowerFramer, thinkpower } from './thinkpower.ts';
import { frame, FRAMES, login, POSITION, TIME } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => thinkpower.newDecoder('tcp').decode(bytes);

test('a login identifies the device and is answered, a heartbeat is answered', () => {
  expect(decode(FRAMES.login)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ kind: 'login' }],
    replies: [{ when: 'now', bytes: frame(2, '00') }],
  });
  expect(decode(FRAMES.alive)).toMatchObject({
    messages: [{ kind: 'heartbeat' }],
    replies: [{ when: 'now', bytes: frame(4, '') }],
  });
});

test('a record has coordinates, time, speed, course, alarms and voltage', () => {
  expect(decode(FRAMES.record).messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date('2026-03-22T10:15:30Z'),
      fix: {
        time: new Date('2026-03-22T10:15:30Z'),
        valid: true,
        lat: -34.9055,
        lon: -56.1913,
        altitudeM: null,
        speedKph: 40.2,
        courseDeg: 87.5,
      },
      attributes: { alarm: ['sos'], batteryV: 12.4 },
    },
  ]);
});

test('an invalid position is reported as such; after an unknown type nothing is read', () => {
  expect(decode(frame(5, `${TIME} 02 00 ${POSITION}`)).messages).toMatchObject([{ fix: { valid: false } }]);
  expect(decode(FRAMES.bare).messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date('2026-03-22T10:15:30Z'),
      fix: null,
      attributes: { alarm: ['lowBattery'] },
    },
  ]);
});

test('a record with only a time gives no message', () => {
  expect(decode(frame(5, `${TIME} 02 01`)).messages).toEqual([]);
});

test('a record is acknowledged once it is stored', () => {
  expect(decode(FRAMES.bare).replies).toEqual([{ when: 'stored', bytes: frame(6, '') }]);
});

test('a stream is framed by length', () => {
  const framer = newThinkpowerFramer();
  expect(framer.push(concat(Uint8Array.of(9, 9), FRAMES.alive, FRAMES.record))).toEqual([FRAMES.alive, FRAMES.record]);
  expect(framer.garbageBytes).toBe(2);
});

test('a wrong checksum, a missing identity, several records and a truncated message are faults', () => {
  const wrong = [
    FRAMES.record.with(6, 0),
    login(' '),
    login(''),
    frame(9, ''),
    frame(5, `02${TIME.slice(2)} ${POSITION}`),
    frame(5, `${TIME} ${POSITION.slice(0, -4)}`),
    FRAMES.record.subarray(0, 4),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid position, and zeros without a fix, only lose the position', () => {
  const wrong = decode(frame(5, `${TIME} ${POSITION.replace('eb31d7e8', '80000000')} 10 01`));
  expect(wrong).toMatchObject({
    messages: [{ fix: null, deviceTime: new Date('2026-03-22T10:15:30Z'), attributes: { alarm: ['sos'] } }],
    replies: [{ when: 'stored' }],
  });
  const nowhere = `01 00000000 00000000 0000 0000 02 00`;
  expect(decode(frame(5, `${TIME} ${nowhere} 12 007c`)).messages).toMatchObject([
    { fix: null, attributes: { batteryV: 12.4 } },
  ]);
});

test.each([
  ['09', 'accident'],
  ['0a', 'fallDown'],
  ['13', 'lowBattery'],
  ['50', 'removing'],
  ['51', 'tampering'],
])('kind %s is %s, unless it is zero', (kind, alarm) => {
  expect(decode(frame(5, `${TIME} ${kind} 01`)).messages[0]?.attributes).toEqual({ alarm: [alarm] });
  expect(decode(frame(5, `${TIME} ${kind} 00`)).messages).toEqual([]);
});
