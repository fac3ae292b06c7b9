import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newEasyTrackDecoder } from './easytrack.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newEasyTrackDecoder().decode(frame);

test('a position has coordinates, time, speed and state', () => {
  const message = decode(FRAMES.position).messages[0];
  expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
  expect(message?.fix).toMatchObject({ valid: true, speedKph: 40, courseDeg: 87, altitudeM: 12 });
  expect(message?.fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(message?.fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(message?.attributes).toMatchObject({
    ignition: true,
    alarm: ['sos', 'powerCut'],
    rssi: 24,
    batteryPercent: 96,
    odometerM: 125_000,
  });
});

test('without the first bit a position is north and east, and without a fix it is invalid', () => {
  const fix = decode(FRAMES.older).messages[0]?.fix;
  expect(fix).toMatchObject({ valid: false, altitudeM: null });
  expect([fix?.lat, fix?.lon].map((value) => value?.toFixed(4))).toEqual(['34.9055', '56.1913']);
});

test.each([
  ['00000002', ['hardAcceleration']],
  ['00000400', ['sos']],
  ['00010400', ['sos']],
  ['10000008', ['jamming']],
  ['0000C100', ['removing', 'lowPower', 'temperature']],
])('state %s raises %j', (state, alarm) => {
  const text = Buffer.from(FRAMES.older).toString('latin1').replace('0000,00000000,20', `0000,${state},20`);
  expect(decode(asciiBytes(text)).messages[0]?.attributes.alarm).toEqual(alarm);
});

test('a course above 360° is dropped', () => {
  const text = Buffer.from(FRAMES.position).toString('latin1').replace('21FC', 'FFFF');
  expect(decode(asciiBytes(text)).messages[0]?.fix).toMatchObject({ lat: expect.closeTo(-34.9055, 6), courseDeg: 0 });
});

test('the engine is read by the letters before its values', () => {
  const text = '*ET,356000000000013,OB,BD$V13.4;R1300;S041;P012.5;O045.1;C088;L064.0;XM1.25;M125.0;F06.50;T0000600#';
  expect(decode(asciiBytes(text)).messages[0]?.attributes).toEqual({
    powerV: 13.4,
    engineRpm: 1300,
    obdSpeedKph: 41,
    throttlePercent: 12.5,
    engineLoadPercent: 45.1,
    coolantC: 88,
    fuelPercent: 64,
  });
  expect(decode(asciiBytes('*ET,356000000000013,JZ,0,41001,272,748,1#')).messages).toMatchObject([{ kind: 'report' }]);
});

test('newer models send driver, engine hours, temperature, voltage and satellites', () => {
  expect(decode(FRAMES.newer).messages[0]?.attributes).toMatchObject({
    index: 0x348,
    driverTag: '0012345678',
    engineHoursS: 3600,
    temperature1C: -5,
    analog1V: 13.41,
    satellites: 11,
  });
});

test('heartbeats are echoed, a command reply is passed on', () => {
  expect(decode(FRAMES.login).messages[0]?.kind).toBe('login');
  for (const frame of [FRAMES.heartbeat, FRAMES.keepAlive]) {
    expect(decode(frame)).toMatchObject({
      messages: [{ kind: 'heartbeat' }],
      replies: [{ when: 'now', bytes: frame }],
    });
  }
  expect(decode(FRAMES.reply).messages[0]).toMatchObject({ kind: 'reply', text: 'GZ,0001,0005' });
});

test('commands carry the identity', () => {
  const decoder = newEasyTrackDecoder();
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(FRAMES.login);
  expect(decoder.encode({ kind: 'engineStop' })).toEqual(asciiBytes('*ET,356000000000013,FD,Y1#'));
  expect(decoder.encode({ kind: 'engineResume' })).toEqual(asciiBytes('*ET,356000000000013,FD,Y2#'));
  expect(decoder.encode({ kind: 'text', text: 'FD,F1' })).toEqual(asciiBytes('*ET,356000000000013,FD,F1#'));
});

test('an invalid day loses the time and the position, not the identity', () => {
  expect(decode(asciiBytes('*ET,1,HB,A,1A0D16,0A0F1E,0,0,0,0,0,0,0,0,0#'))).toMatchObject({
    identities: ['1'],
    messages: [{ deviceTime: null, fix: null, attributes: { ignition: false } }],
  });
});
