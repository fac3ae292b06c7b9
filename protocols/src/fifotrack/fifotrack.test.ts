import { describe, expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newFifotrackDecoder, newFifotrackFramer } from './fifotrack.ts';
import { frame, FRAMES } from './samples.fixture.ts';

const ID = '356000000000013';
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 };
const NOW = new Date('2026-03-22T10:15:31Z');
const decode = (bytes: Uint8Array) => newFifotrackDecoder(() => NOW).decode(bytes);

describe('a position', () => {
  test('has coordinates, time, odometer, signal, satellites, switches, driver and sensors', () => {
    const { identities, messages, replies } = decode(FRAMES.position);
    expect(identities).toEqual([ID]);
    expect(replies).toEqual([]);
    expect(messages[0]?.fix).toEqual({ ...WHERE, altitudeM: 12, time: new Date('2026-03-22T10:15:30Z') });
    expect(messages[0]?.attributes).toEqual({
      odometerM: 125_037,
      engineHoursS: 7200,
      // The frame contains 0x900000c0: 9 satellites, 0xc0 / 8 = 24.
      satellites: 9,
      rssi: 24,
      status: 0x90_00_00_c0,
      input1: false,
      input2: true,
      input3: false,
      input4: false,
      output1: true,
      output2: false,
      adc1: 0x196,
      adc2: 0x4e0,
      adc3: 0x6c,
      // The frame contains 0x940c7e.
      driverTag: '9702526',
      sensor1: 31.76,
      sensor2: -5.5,
    });
  });

  test('with an event raises its alarm, and without a card has no driver', () => {
    const [message] = decode(FRAMES.alarm).messages;
    expect(message?.fix).toMatchObject({ valid: false, altitudeM: -3 });
    expect(message?.attributes).toMatchObject({ event: 15, alarm: ['powerCut'] });
    expect(message?.attributes.driverTag).toBeUndefined();
  });

  test.each([
    [2, 'sos'],
    [18, 'overspeed'],
    [33, 'geofenceExit'],
    [53, 'powerOn'],
  ])('with event %i raises %s', (event, alarm) => {
    const text = textOf(FRAMES.alarm).replace('A01,15,', `A01,${event},`);
    expect(decode(asciiBytes(text)).messages[0]?.attributes.alarm).toEqual([alarm]);
  });

  test('with an invalid month has no time, but its coordinates and alarm', () => {
    const text = 'A01,2,261322101530,A,1.0,2.0,0,0,0,0,0,0,0,0,748|1|0110|A029,0,0,';
    expect(decode(frame(text)).messages).toMatchObject([
      { deviceTime: null, fix: null, coordinates: { lat: 1, lon: 2 }, attributes: { alarm: ['sos'] } },
    ]);
  });

  test('that was requested (A00), or of another type with the same fields, is a position', () => {
    for (const type of ['A00', 'A01', 'A02', 'A11']) {
      const text = textOf(FRAMES.position).replace('A01', type);
      expect(decode(asciiBytes(text)).messages[0]?.fix).toMatchObject(WHERE);
    }
  });

  test('with extra fields before the state (fuel used) finds the state by the cell', () => {
    const text = textOf(FRAMES.position).replace(',7200,', ',7200,3125,');
    expect(decode(asciiBytes(text)).messages).toEqual(decode(FRAMES.position).messages);
  });
});

describe('a portable device', () => {
  test('has coordinates and battery, and is sent the time once that is stored', () => {
    const { messages, replies } = decode(FRAMES.portable);
    expect(messages[0]).toMatchObject({
      fix: { ...WHERE, courseDeg: 0, altitudeM: null },
      attributes: { satellites: 13, batteryV: 3.74, batteryPercent: 52, alarm: ['lowBattery'] },
    });
    // 36 bytes from the comma on, and their XOR with those of the count.
    const bytes = asciiBytes(`##36,${ID},7F,A03,260322101531*04\r\n`);
    expect(replies).toEqual([{ when: 'stored', bytes }]);
  });

  test('that only sees Wi-Fi networks has no position', () => {
    expect(decode(FRAMES.wireless).messages).toMatchObject([
      { fix: null, deviceTime: new Date('2026-03-22T10:15:30Z'), attributes: { batteryPercent: 100 } },
    ]);
  });
});

test('a command reply is passed on, a photo and its parts are heartbeats', () => {
  expect(decode(FRAMES.reply).messages).toMatchObject([{ kind: 'reply', text: 'B03,OK' }]);
  expect(decode(FRAMES.photo)).toMatchObject({ identities: [ID], messages: [{ kind: 'heartbeat' }] });
  expect(decode(frame('D05,24444B86,2'))).toMatchObject({ identities: [ID], messages: [{ kind: 'heartbeat' }] });
});

test('a wrong length falls back to the line end', () => {
  const framer = newFifotrackFramer();
  const wrong = asciiBytes(textOf(FRAMES.reply).replace('25,', '24,'));
  const frames = framer.push(asciiBytes(`${textOf(wrong)}\r\n${textOf(FRAMES.reply)}`));
  expect(frames.map((bytes) => textOf(bytes).trim())).toEqual([textOf(wrong), textOf(FRAMES.reply)]);
  expect(framer.garbageBytes).toBe(0);
});

test('commands have a length and a checksum', () => {
  const decoder = newFifotrackDecoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.reply);
  expect(decoder.encode({ kind: 'locate' })).toEqual(asciiBytes(`##22,${ID},1,C01*6D\r\n`));
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  expect(decoder.encode({ kind: 'text', text: 'a*b' })).toBeNull();
});
