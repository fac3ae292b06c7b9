import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { FRAMES, line, POSITION } from './samples.fixture.ts';
import { ywt } from './ywt.ts';

const decode = (bytes: Uint8Array) => ywt.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const answers = (bytes: Uint8Array) => decode(bytes).replies.map((reply) => [reply.when, textOf(reply.bytes)]);

test('a position has identity, coordinates and time, and is not answered', () => {
  expect(decode(FRAMES.position)).toMatchObject({ identities: ['3000000013'], replies: [] });
  expect(first(FRAMES.position)).toMatchObject({
    fix: {
      time: new Date('2026-03-22T10:15:30Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: 12,
      speedKph: 42,
      courseDeg: 87,
    },
    attributes: { event: 'GP', satellites: 7, status: '00' },
  });
});

test('buffered messages are answered by number once they are stored', () => {
  expect(answers(FRAMES.stored)).toEqual([['stored', '%AT+KP=17\r\n']]);
  expect(answers(FRAMES.blind)).toEqual([['stored', '%AT+EP=18\r\n']]);
});

test('an invalid position or day is omitted, since the device would resend it forever', () => {
  for (const place of [POSITION.replace('S34', 'S94'), POSITION.replace('260322101530', '000000000000')]) {
    const stored = line('KP', `${place},17,00`);
    expect(first(stored)).toMatchObject({ kind: 'report', fix: null, attributes: { satellites: 7 } });
    expect(answers(stored)).toEqual([['stored', '%AT+KP=17\r\n']]);
  }
});

test('without satellites the position is an old one, or none if it is zeros; the altitude may be missing', () => {
  expect(first(line('KP', '0,260322101530,E000.000000,N00.000000,,0,0,0,18,00'))?.fix).toBeNull();
  expect(first(FRAMES.blind)?.fix).toMatchObject({ valid: false, lat: 34.9055, lon: 56.1913, altitudeM: null });
});

test('a synchronisation is answered at once with its own fields', () => {
  expect(decode(FRAMES.synchronisation)).toMatchObject({ identities: ['3000000013'], messages: [{ kind: 'login' }] });
  expect(answers(FRAMES.synchronisation)).toEqual([['now', '%AT+SN=:0,0,260322101530,404']]);
  expect(answers(line('SN', '0,0,260322101530,404,5'))).toEqual([['now', '%AT+SN=:0,0,260322101530,404']]);
});

test('other text, an invalid report number and a truncated message are faults', () => {
  const wrong = [asciiBytes('%GP,me:0'), line('KP', `${POSITION},1%7,00`), line('GP', POSITION)];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});
