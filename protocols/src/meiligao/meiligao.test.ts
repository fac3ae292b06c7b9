import { describe, expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { newMeiligaoDecoder } from './meiligao.ts';
import { newMeiligaoFramer } from './framer.ts';
import { FRAMES, packet, RECEIVER } from './samples.fixture.ts';

const WHERE = { valid: true, lat: -34.9055, courseDeg: 87 };
const decode = (frame: Uint8Array) => newMeiligaoDecoder().decode(frame);
const decoded = (frame: Uint8Array) => decode(frame).messages[0];
const answers = (frame: Uint8Array) => decode(frame).replies.map(({ when, bytes }) => [when, toHex(bytes)]);

test('an identity of fourteen digits also matches fifteen, by its check digit', () => {
  // Luhn, every second digit from the right doubled: 1 → 2, 5 → 10 → 1, and 3 + 6 unchanged: 12, so the complement to
  // 20 is 8.
  expect(decode(FRAMES.position).identities).toEqual(['356000000000018', '35600000000001']);
  const short = packet(0x0001, '', [], Uint8Array.of(0x12, 0x34, 0x5f, 0xff, 0xff, 0xff, 0xff));
  expect(decode(short).identities).toEqual(['12345']);
});

describe('a position', () => {
  test('has coordinates, time, speed, inputs, signal, odometer and satellites', () => {
    const message = decoded(FRAMES.position);
    expect(message?.fix).toMatchObject({ ...WHERE, altitudeM: 123 });
    expect(message?.fix?.lon).toBeCloseTo(-56.1913, 9);
    // The frame contains 21.6 knots.
    expect(message?.fix?.speedKph).toBeCloseTo(40.0032, 9);
    expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(message?.attributes).toMatchObject({
      hdop: 0.8,
      input1: true,
      input2: false,
      output1: false,
      analog2: 526,
      rssi: 28,
      odometerM: 125_500,
      satellites: 11,
    });
  });

  test('may have odometer and driver instead', () => {
    expect(decoded(FRAMES.tagged)?.attributes).toMatchObject({
      odometerM: 125_500,
      driverTag: '007ae105',
      output1: true,
    });
  });

  test('may have the data of a driving licence', () => {
    const frame = packet(
      0x9955,
      `${RECEIVER},,*1A|0.0|0|6400|0000|02EC00010DACA029|08|00001BB6|00|% ^ANY^^?;6007643100500=1505?+ 1?`,
    );
    expect(decoded(frame)?.attributes.driverTag).toBe('6007643100500');
  });

  test('from memory is marked so, one or many', () => {
    expect(decoded(FRAMES.memory)).toMatchObject({ fix: WHERE, attributes: { archived: true } });
    const { messages } = decode(FRAMES.many);
    expect(messages.map(({ fix }) => fix?.time.toISOString())).toEqual([
      '2026-03-22T10:15:30.000Z',
      '2026-03-22T10:16:30.000Z',
    ]);
    expect(messages[1]?.attributes).toMatchObject({ archived: true, alarm: ['sos'] });
    expect(messages[0]?.attributes.alarm).toBeUndefined();
  });

  test('without a fix is invalid', () => {
    const frame = packet(0x9955, '162309.054,V,0931.9163,N,06911.8233,W,,,251113,,,N*6C||158|0000');
    expect(decoded(frame)?.fix).toMatchObject({ valid: false, speedKph: 0, courseDeg: 0, altitudeM: 158 });
  });
});

test.each([
  [0x01, { alarm: ['sos'] }],
  [0x10, { alarm: ['lowBattery'] }],
  [0x11, { alarm: ['overspeed'] }],
  [0x50, { alarm: ['powerCut'] }],
  [0x72, { alarm: ['hardBraking'] }],
  [0x03, { input3: true }],
  [0x33, { input3: false }],
])('alarm %i gives %j', (code, meaning) => {
  const frame = Uint8Array.from(FRAMES.alarm);
  frame[13] = code;
  expect(decoded(frame)).toMatchObject({ fix: WHERE, attributes: { ...meaning, event: code } });
});

test('a card is the last non-empty one of fifteen', () => {
  expect(decoded(FRAMES.cards)).toMatchObject({ fix: { lat: -34.9055 }, attributes: { driverTag: '0010000001' } });
});

test('engine values are read', () => {
  expect(decoded(FRAMES.engine)?.attributes).toMatchObject({
    powerV: 13.2,
    engineRpm: 1300,
    obdSpeedKph: 41,
    coolantC: 88,
    obdOdometerM: 125_500,
    hardBrakings: 2,
  });
});

test('logins and heartbeats are answered at once', () => {
  // @@, 18 bytes, identity, command, 1, CRC-16/IBM-3740.
  expect(answers(FRAMES.login)).toEqual([['now', '4040001235600000000001400001c17d0d0a']]);
  expect(answers(FRAMES.heartbeat)).toEqual([['now', '4040001235600000000001000101efe10d0a']]);
});

test('a command reply has its result', () => {
  expect(decoded(FRAMES.answer)).toMatchObject({ kind: 'reply', text: 'done' });
  expect(decoded(packet(0x4115, '', [0]))).toMatchObject({ kind: 'reply', text: 'refused' });
});

test('a frame without a length ends at its line end', () => {
  const frame = Uint8Array.from(FRAMES.tagged);
  frame.fill(0, 2, 4);
  expect(newMeiligaoFramer().push(Uint8Array.from([...frame, ...FRAMES.login]))).toEqual([frame, FRAMES.login]);
  expect(decoded(frame)?.attributes.driverTag).toBe('007ae105');
});

test('commands are sent to the identity as received', () => {
  const decoder = newMeiligaoDecoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.login);
  expect(toHex(decoder.encode({ kind: 'locate' }) ?? new Uint8Array())).toMatch(/^40400011356000000000014101....0d0a$/);
  expect(toHex(decoder.encode({ kind: 'engineStop' }) ?? new Uint8Array())).toMatch(
    /^4040001235600000000001411501....0d0a$/,
  );
  expect(decoder.encode({ kind: 'text', text: 'x' })).toBeNull();
});
