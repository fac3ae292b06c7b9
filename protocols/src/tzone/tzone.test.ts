import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newTzoneDecoder } from './decoder.ts';
import { FRAMES, frameOf, OLD_POSITION } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newTzoneDecoder().decode(frame);
const attributes = (frame: Uint8Array) => decode(frame).messages[0]?.attributes;
const fixOf = (frame: Uint8Array) => decode(frame).messages[0]?.fix;

test('a vehicle tracker has coordinates, time, speed and inputs', () => {
  const { identities, messages, replies } = decode(FRAMES.vehicle);
  const [message] = messages;
  expect(identities).toEqual(['356000000000013']);
  expect(message?.fix).toMatchObject({ valid: true, lat: -34.9055, courseDeg: 87, altitudeM: null });
  expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
  expect(message?.fix?.lon).toBeCloseTo(-56.1913, 9);
  expect(message?.fix?.speedKph).toBeCloseTo(40.0032, 9);
  expect(message?.attributes).toMatchObject({
    satellites: 11,
    odometerM: 1200,
    output1: true,
    output2: false,
    input1: true,
    alarm: ['sos'],
    rssi: 24,
    batteryV: 3.7,
    powerV: 12.34,
    temperature1C: 25.3,
  });
  expect(replies).toEqual([{ when: 'stored', bytes: asciiBytes('@ACK,24#') }]);
});

test('cards, passengers and alarms', () => {
  expect(attributes(FRAMES.passengers)).toMatchObject({
    alarm: ['overspeed'],
    driverTag: '1234567',
    passengersOn: 5,
    passengersOff: 3,
  });
  expect(attributes(FRAMES.passengers)?.temperature1C).toBeUndefined();
});

test('newer models have finer coordinates and one byte of outputs', () => {
  const fix = fixOf(FRAMES.newer);
  expect(fix).toMatchObject({ valid: false, courseDeg: 0 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(attributes(FRAMES.newer)).toMatchObject({
    alarm: ['sos'],
    rssi: 5,
    batteryV: 3.64,
    powerV: 12.34,
    card: '123',
  });
});

test('cargo trackers have their own coordinate formats', () => {
  expect(fixOf(FRAMES.high)).toMatchObject({ valid: true, altitudeM: 12, courseDeg: 87, speedKph: 40 });
  expect(attributes(FRAMES.high)).toMatchObject({ hdop: 1, satellites: 11, batteryV: 4.04 });
  expect(fixOf(FRAMES.flat)).toMatchObject({ lat: -34.9055, lon: -56.1913, courseDeg: 87 });
  expect(fixOf(FRAMES.flat)?.speedKph).toBeCloseTo(40.0032, 9);
  expect(attributes(FRAMES.flat)).toMatchObject({ temperature1C: -5, humidityPercent: 65.1 });
});

/** 34.9055 and 56.1913 in millionths; 2 is south and west, 5 north and east. */
const flat = (state: string) =>
  fixOf(frameOf('040a', `0013 ${state} 1a03160a0f1e 02149d9c 03596944 0057 00d8 0000 0000`));
const alarm = (code: string) =>
  attributes(frameOf('040a', `0000 0000 000e ${code} 10 1f 37 0064 4032 028b 08 000000`))?.alarm;

test('the hemispheres of a position are bits of its state', () => {
  expect(flat('02')).toMatchObject({ lat: -34.9055, lon: -56.1913 });
  expect(flat('05')).toMatchObject({ lat: 34.9055, lon: 56.1913 });
  // Neither bit: south and east, which is a fix as well.
  expect(flat('00')).toMatchObject({ valid: true, lat: -34.9055, lon: 56.1913 });
});

test('temperature, shocks and the switch of cargo trackers are alarms', () => {
  expect(['a0', 'a3', 'b0', 'b1'].map(alarm)).toEqual([['temperature'], ['vibration'], ['powerOn'], ['powerOff']]);
});

test('without a position the sensors are read', () => {
  expect(decode(FRAMES.cold).messages[0]).toMatchObject({
    fix: null,
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    attributes: { alarm: ['lowBattery'], temperature1C: 27.6, humidityPercent: 59.7, batteryV: 3.62, light: true },
  });
  expect(attributes(FRAMES.tags)).toMatchObject({ temperature1C: 8.4, temperature2C: -5, batteryV: 4.11 });
});

test('commands are the texts of the manual', () => {
  expect(newTzoneDecoder().encode({ kind: 'text', text: '*000000,991#' })).toEqual(asciiBytes('*000000,991#'));
  expect(newTzoneDecoder().encode({ kind: 'engineStop' })).toBeNull();
});

const MOMENT = '1a03160a0f1e';
const STATUS = '0010 aa c0 01 11 18 35 0172 04d2 0001 0002 00fd';

test('a clock of zeros loses neither the identity, the alarm nor the position', () => {
  const noClock = frameOf('010a', `${OLD_POSITION.replace(MOMENT, '000000000000')} 0000 ${STATUS}`);
  expect(decode(noClock)).toMatchObject({
    identities: ['356000000000013'],
    messages: [
      {
        fix: null,
        deviceTime: new Date('2026-03-22T10:15:30Z'),
        attributes: { alarm: ['sos'], powerV: 12.34, odometerM: 1200 },
      },
    ],
    replies: [{ when: 'stored' }],
  });
  // The device's time begins at the twelfth byte of a message's content and has six bytes, after "TZ" and the length.
  const neither = Uint8Array.from(noClock).fill(0, 20, 26);
  expect(decode(neither).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: -34.9055 },
    attributes: { alarm: ['sos'] },
  });
});

test('a block that is truncated or exceeds the frame only loses itself', () => {
  const cutCard = frameOf(
    '010b',
    `${OLD_POSITION} 0000 ${STATUS} 0003 02 20 01 0000 0000 0000 0000 0000 0006 000005 000003`,
  );
  expect(decode(cutCard).messages[0]).toMatchObject({
    fix: { lat: -34.9055 },
    attributes: { powerV: 12.34, passengersOn: 5, passengersOff: 3 },
  });
  const tooLong = frameOf('010a', `${OLD_POSITION} 0000 7f10 aa c0 01 11`);
  expect(decode(tooLong)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ fix: { lat: -34.9055 }, attributes: { odometerM: 1200 } }],
  });
});

test('a model that reads cards may have wireless temperature sensors instead', () => {
  const status = '000d 01 c0 40 05 37 016c 04d2 0000 0000';
  // Kind 2, one of six bytes: state, little-endian battery, 8.4 °C, humidity.
  const frame = frameOf('0153', `${OLD_POSITION} 0000 ${status} 0009 02 01 06 06 1611 5400 0e`);
  expect(attributes(frame)).toMatchObject({ powerV: 12.34, temperature1C: 8.4 });
  expect(attributes(frame)?.card).toBeUndefined();
});
