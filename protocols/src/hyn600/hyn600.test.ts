import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { alarmOf } from './report.ts';
import { newHyn600Framer, hyn600 } from './hyn600.ts';
import { frame, FRAMES, POSITION, WHO } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => hyn600.newDecoder('tcp').decode(bytes);

test('a report has the identity, several positions, and the device state at the last one', () => {
  const { identities, messages, replies } = decode(FRAMES.report);
  expect([identities, replies]).toEqual([['356000000000013'], []]);
  expect(messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date('2026-03-22T10:15:30Z'),
      fix: {
        time: new Date('2026-03-22T10:15:30Z'),
        valid: true,
        lat: -34.9055,
        lon: -56.1913,
        altitudeM: -12,
        speedKph: 40,
        courseDeg: 87,
      },
      attributes: { hdop: 1 },
    },
    {
      kind: 'report',
      deviceTime: new Date('2026-03-22T10:15:32Z'),
      fix: expect.objectContaining({ time: new Date('2026-03-22T10:15:31Z') }),
      attributes: {
        event: 1,
        hdop: 1,
        batteryV: 3.958,
        batteryPercent: 82,
        mcc: 748,
        mnc: 1,
        lac: 1050,
        cellId: 16_928,
        powerV: 12.32,
        ignition: true,
        motion: true,
        tripM: 1300,
        odometerM: 40_300,
      },
    },
  ]);
});

test('an alarm comes with its position', () => {
  expect(decode(FRAMES.alarm).messages).toMatchObject([{ fix: { valid: false }, attributes: { alarm: ['powerCut'] } }]);
  expect(decode(FRAMES.bare).messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date('2026-03-22T10:15:32Z'),
      fix: null,
      attributes: { event: 0, analog1V: 3, inputs: 5, outputs: 1 },
    },
  ]);
});

test.each([
  [3, 1, 'lowBattery'],
  [3, 0, null],
  [7, 0, 'accident'],
  [14, 2, 'powerRestored'],
  [14, 3, 'lowPower'],
  [15, 0, 'tow'],
  [16, 0, 'overspeed'],
  [19, 1, 'hardBraking'],
  [19, 2, 'hardAcceleration'],
  [19, 3, 'hardCornering'],
  [21, 1, 'geofenceEnter'],
  [40, 0, 'geofenceExit'],
  [32, 0, 'jamming'],
  [33, 0, 'tampering'],
  [41, 0, 'overspeed'],
  [99, 1, null],
])('alarm %i in state %i is %s', (type, state, alarm) => {
  expect(alarmOf(type, state)).toBe(alarm);
});

test('a command reply is passed on', () => {
  expect(decode(FRAMES.answer).messages).toMatchObject([{ kind: 'reply', text: 'SIS,010B,,0' }]);
});

test('a stream is framed by length', () => {
  const framer = newHyn600Framer();
  const garbage = asciiBytes('+RPT;+');
  expect(framer.push(concat(garbage, FRAMES.alarm, FRAMES.answer))).toEqual([FRAMES.alarm, FRAMES.answer]);
  expect(framer.garbageBytes).toBe(garbage.length);
});

test('a missing identity and a wrong length are faults', () => {
  const wrong = [frame('+ACK:', '', WHO.replace('23', 'ff')), FRAMES.alarm.with(6, 9), asciiBytes('+RPT:#')];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid position or clock does not lose the alarm', () => {
  const alarm = { attributes: { event: 14, alarm: ['powerCut'] } };
  for (const where of [
    POSITION.replace('fdeb6264', '80000000'),
    POSITION.replace('07ea 0316', '0000 0000'),
    `00${POSITION.slice(2).replace('fdeb6264 fca696bc', '00000000 00000000')}`,
  ]) {
    expect(decode(frame('+RPT:', `0302 0e 01 00000008 01ff 01 ${where}`)).messages).toMatchObject([
      { fix: null, deviceTime: new Date('2026-03-22T10:15:32Z'), ...alarm },
    ]);
  }
  const unset = frame('+RPT:', '0302 0e 01 00000002 03');
  unset.fill(0, -10, -3);
  expect(decode(unset).messages).toMatchObject([{ fix: null, deviceTime: null, ...alarm }]);
});

const WHERE = 'fdeb6264 fca696bc 07ea 0316 0a0f1e';
const HERE = { valid: false, speedKph: 0, courseDeg: 0, altitudeM: null, lat: -34.9055, lon: -56.1913 };

test.each([
  ['00e1', `01 ${WHERE}`, { ...HERE, valid: true }],
  ['00e4', `0028 ${WHERE}`, { ...HERE, speedKph: 40 }],
  ['00e8', `0057 ${WHERE}`, { ...HERE, courseDeg: 87 }],
  ['00f0', `fff4 ${WHERE}`, { ...HERE, altitudeM: -12 }],
  ['01e0', `${WHERE} 0f 01 02 03 04`, HERE],
])('mask bit of %s is one field', (mask, place, decoded) => {
  const [message] = decode(frame('+RPT:', `0302 00 00 00000008 ${mask} 01 ${place}`)).messages;
  expect(message?.fix).toMatchObject(decoded);
  expect(message?.attributes).toEqual({ event: 0 });
});

test.each([
  ['22', true, true],
  ['21', true, false],
  ['1f', false, true],
  ['11', false, false],
])('in state %s ignition is %s and motion %s', (state, ignition, motion) => {
  const [message] = decode(frame('+RPT:', `0302 00 00 00000100 00000004 ${state}`)).messages;
  expect(message?.attributes).toEqual({ event: 0, ignition, motion });
});

test('a frame of more than 255 bytes is one', () => {
  const long = frame('+RPT:', `0302 00 00 00000008 01ff 0c ${`${POSITION} `.repeat(12)}`);
  expect(newHyn600Framer().push(concat(long, FRAMES.alarm))).toEqual([long, FRAMES.alarm]);
  expect(decode(long).messages).toHaveLength(12);
});

test('zeros are not a battery level or HDOP', () => {
  const empty = frame('+RPT:', `0302 00 00 0000000c 0000 00 01ff 01 ${POSITION.replace('01 01 0028', '01 00 0028')}`);
  expect(decode(empty).messages[0]?.attributes).toEqual({ event: 0 });
  const low = frame('+RPT:', '0302 00 00 00000004 0dac 00');
  expect(decode(low).messages[0]?.attributes).toEqual({ event: 0, batteryV: 3.5, batteryPercent: 0 });
});

test('an unknown mask or half a position loses what follows, not the alarm or the position before', () => {
  for (const wrong of ['00000020 00', `00000008 03ff 01 ${POSITION}`])
    expect(decode(frame('+RPT:', `0302 0e 01 ${wrong}`)).messages).toMatchObject([
      { fix: null, attributes: { alarm: ['powerCut'] } },
    ]);
  expect(decode(frame('+RPT:', `0302 0e 01 00000008 01ff 02 ${POSITION}`)).messages).toMatchObject([
    { fix: { valid: true, lat: -34.9055 }, attributes: { alarm: ['powerCut'] } },
  ]);
});
