import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newGl200Decoder } from './gl200.ts';
import { newGl200Framer } from './framer.ts';
import { FRAMES, POSITION } from './samples.fixture.ts';

const AT = '2026-03-22T10:15:30.000Z';
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87, altitudeM: 12.5 };
const decode = (frame: Uint8Array | string) =>
  newGl200Decoder().decode(typeof frame === 'string' ? asciiBytes(frame) : frame);
const attributesOf = (frame: Uint8Array | string) => decode(frame).messages.at(-1)?.attributes;

describe('a text message', () => {
  test('of a vehicle has coordinates, time, odometer, engine hours, voltages and state, and is acknowledged once it is stored', () => {
    const { identities, messages, replies } = decode(FRAMES.fixed);
    expect(identities).toEqual(['356000000000013']);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.fix).toMatchObject(WHERE);
    expect(messages[0]?.fix?.time.toISOString()).toBe(AT);
    expect(messages[0]?.deviceTime?.toISOString()).toBe('2026-03-22T10:15:32.000Z');
    expect(messages[0]?.attributes).toEqual({
      hdop: 1,
      powerV: 13.25,
      odometerM: 125_500,
      // Equals 12 h 30 min 15 s.
      engineHoursS: 45_015,
      analog1V: 1.25,
      batteryPercent: 95,
      // State 22: ignition on, moving; inputs 01: only the ignition's; outputs 02: the second one.
      ignition: true,
      motion: true,
      input1: false,
      input2: false,
      output1: false,
      output2: true,
    });
    expect(replies).toEqual([{ when: 'stored', bytes: asciiBytes('+SACK:00A1$') }]);
  });

  test('may hold several positions, from memory, each with its odometer', () => {
    const { messages } = decode(FRAMES.twice);
    expect(messages.map(({ fix }) => fix?.time.toISOString())).toEqual([AT, '2026-03-22T10:16:30.000Z']);
    expect(messages.map(({ attributes }) => attributes.odometerM)).toEqual([125_500, 125_600]);
    expect(messages[1]?.attributes).toMatchObject({ batteryPercent: 81, archived: true });
    expect(messages[0]?.attributes).toMatchObject({ archived: true });
  });

  test('of the expanded form has satellites, fuel and temperatures', () => {
    // 0xffc8 is -56 sixteenths of a degree.
    expect(attributesOf(FRAMES.expanded)).toMatchObject({
      satellites: 11,
      analog1V: 1.93,
      fuelPercent: 64,
      batteryPercent: 80,
      ignition: false,
      temperature1C: -3.5,
    });
  });

  test('of the CAN bus has the values of its mask bits', () => {
    expect(decode(FRAMES.bus).messages[0]?.fix).toMatchObject(WHERE);
    expect(attributesOf(FRAMES.bus)).toMatchObject({
      vin: '9BWZZZ377VT004251',
      ignition: true,
      // "H": hundreds of metres.
      obdOdometerM: 12_550_000,
      fuelUsedL: 912.5,
      engineRpm: 1300,
      obdSpeedKph: 41,
      coolantC: 88,
      fuelPercent: 64.5,
    });
  });

  test('of the engine has the requested OBD values', () => {
    const frame = `+RESP:GTOBD,360701,356000000000013,9BWZZZ377VT004251,van,0,70FFFF,9BWZZZ377VT004251,1,12309,983A8140,1300,41,88,nan,,0,0,0,,10,35,60,${POSITION},00,125.5,20260322101532,00AB$`;
    expect(decode(frame).messages[0]?.fix).toMatchObject(WHERE);
    expect(attributesOf(frame)).toMatchObject({
      powerV: 12.309,
      engineRpm: 1300,
      obdSpeedKph: 41,
      coolantC: 88,
      throttlePercent: 10,
      engineLoadPercent: 35,
      fuelPercent: 60,
    });
  });

  test('about the device has its state, SIM card, signal and batteries', () => {
    expect(decode(FRAMES.state).messages[0]).toMatchObject({
      fix: null,
      attributes: { ignition: true, motion: true, rssi: 21, powerV: 12.4, batteryV: 4.15, charging: true },
    });
    // A portable device: kilometres instead of a voltage, and percent of its battery.
    const portable =
      '+RESP:GTINF,1A0800,356000000000013,,41,8959800000000000013F,21,0,1,204.7,,3.84,0,1,0,0,0,20260322101530,62,1,38,,,20260322101532,00AC$';
    expect(attributesOf(portable)).toMatchObject({ motion: false, odometerM: 204_700, batteryPercent: 62 });
  });

  test.each([
    ['SOS', '0,00,1', { alarm: ['sos'] }],
    ['SPD', '0,00,1', { alarm: ['overspeed'] }],
    ['TOW', '0,00,1', { alarm: ['tow'] }],
    ['IDL', '0,00,1', { alarm: ['idle'] }],
    ['MPF', '', { alarm: ['powerCut'] }],
    ['MPN', '', { alarm: ['powerRestored'] }],
    ['BPL', '3.53', { alarm: ['lowBattery'] }],
    ['HBM', ',10,1', { alarm: ['hardBraking'] }],
    ['HBM', ',11,1', { alarm: ['hardAcceleration'] }],
    ['HBM', ',12,1', { alarm: ['hardCornering'] }],
    ['GEO', ',20,1', { alarm: ['geofenceExit'] }],
    ['GEO', ',21,1', { alarm: ['geofenceEnter'] }],
    ['JDS', '2', { alarm: ['jamming'] }],
    ['STT', '42', { alarm: ['movement'] }],
    ['DIS', ',21,1', { input2: true }],
    ['IGN', '3519', { ignition: true }],
    ['IGF', '3519', { ignition: false }],
    ['LSW', '0,1', { input1: true }],
    ['IDA', ',012E717F0100,1,1', { driverTag: '012E717F0100' }],
    ['CTN', '0,0,2,,81', { batteryPercent: 81 }],
  ])('GT%s with %s gives %j', (type, before, decoded) => {
    const frame = `+RESP:GT${type},060228,356000000000013,,${before},${POSITION},00,,20260322101532,00AD$`;
    expect(decode(frame).messages[0]?.fix).toMatchObject(WHERE);
    expect(attributesOf(frame)).toMatchObject(decoded);
  });

  test('of portable devices has signal, battery, motion and temperature', () => {
    const frame = `+RESP:GTFRI,DE0114,356000000000013,,0,0,1,${POSITION},24,0,3710,85,1,1,21.5,20260322101532,00AE$`;
    expect(attributesOf(frame)).toMatchObject({
      rssi: 24,
      batteryV: 3.71,
      batteryPercent: 85,
      motion: true,
      temperature1C: 21.5,
    });
  });

  test('with Wi-Fi access points before the cell is read as well', () => {
    const near = POSITION.replace(',0748', ',2,a0b1c2d3e4f5,-60,,,,a0b1c2d3e4f6,-71,,,,0748');
    const frame = `+RESP:GTFRI,5E0114,356000000000013,,12400,10,1,${near},00,125.5,,,,95,210100,,,,20260322101532,00AF$`;
    expect(attributesOf(frame)).toMatchObject({ odometerM: 125_500, batteryPercent: 95, ignition: true });
  });

  test('without a position keeps the rest', () => {
    const frame = '+RESP:GTFRI,120113,356000000000013,,1,1,1,,,,,,,,0748,0001,0DAC,A029,00,79,20260322101532,0001$';
    expect(decode(frame).messages).toMatchObject([{ fix: null, attributes: { batteryPercent: 79 } }]);
  });

  test('that is only a heartbeat is answered at once', () => {
    expect(decode(FRAMES.heartbeat)).toMatchObject({
      messages: [{ kind: 'heartbeat' }],
      replies: [{ when: 'now', bytes: asciiBytes('+SACK:GTHBD,1A0401,00A8$') }],
    });
  });

  test('that is a command reply has its text', () => {
    const [message] = decode(FRAMES.answer).messages;
    expect(message).toMatchObject({ kind: 'reply', text: 'GTOUT,,0007,20260322101532,00A9' });
  });

  test('a short identity is a fault', () => {
    expect(decode('+RESP:GTFRI,060228,3560000000001,x,,10,1,1,40.0,87').fault).toBeDefined();
  });

  test.each([
    ['a month 13', POSITION.replace('20260322', '20261322')],
    ['no place on earth', POSITION.replace('-34.9', '-94.9')],
    ['a latitude that is none', POSITION.replace('-34.9', '3.4.9')],
  ])('%s loses the position, not the identity', (_, place) => {
    expect(decode(`+RESP:GTFRI,060228,356000000000013,,,10,1,${place},00$`)).toMatchObject({
      identities: ['356000000000013'],
      messages: [{ kind: 'report', fix: null }],
    });
  });
});

test('a binary message has the same fields', () => {
  const { identities, messages } = decode(FRAMES.binary);
  // Some servers know it by its eight bytes as one number: 0x233c000000000103.
  expect(identities).toEqual(['356000000000013', '2538904289930117379']);
  expect(messages[0]?.fix).toMatchObject({ ...WHERE, altitudeM: 12 });
  expect(messages[0]?.fix?.time.toISOString()).toBe(AT);
  expect(messages[0]?.attributes).toEqual({
    batteryPercent: 90,
    powerV: 12.4,
    ignition: true,
    motion: true,
    satellites: 8,
    hdop: 1,
  });
});

test('a message of records has the same fields', () => {
  const { identities, messages } = decode(FRAMES.records);
  expect(identities).toEqual(['356000000000013']);
  expect(messages[0]?.fix).toMatchObject(WHERE);
  expect(messages[0]?.fix?.time.toISOString()).toBe(AT);
  expect(messages[0]?.attributes).toMatchObject({ hdop: 1.2, satellites: 8, alarm: ['sos'] });
});

/** The binary message with other letters at its start. */
const headed = (head: string) => Uint8Array.from(FRAMES.binary, (byte, at) => head.charCodeAt(at) || byte);

test('an unknown binary header is reported, and a heartbeat is a heartbeat', () => {
  expect(decode(headed('+HBD')).messages).toMatchObject([{ kind: 'heartbeat' }]);
  expect(decode(headed('+XYZ'))).toMatchObject({ messages: [], replies: [], unknownType: '+XYZ' });
});

test('frames end with "$", a zero or a line end, or by their length', () => {
  expect(newGl200Framer().push(asciiBytes('+ACK:GTHBD,1,2$+ACK:GTHBD,1,3\0+BUFF:GTHBD,1,4\r\n'))).toHaveLength(3);
  expect(newGl200Framer().push(FRAMES.binary)).toHaveLength(1);
});

test('devices of the first protocol are not read: their course would be taken for the speed', () => {
  const place = '1,4.3,92,70.0,1,-56.191300,-34.905500,20260322101530,0748,0001,4e21,1a2b,00';
  for (const tail of ['11F0,0102070202', '095,0101050105,4470'])
    expect(decode(`+RESP:GTTRI,356000000000013,1,0,0,${place},${tail}`).fault).toMatch('first @Track');
});

test('commands carry the default password of the model', () => {
  const decoder = newGl200Decoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.fixed);
  expect(decoder.encode({ kind: 'locate' })).toEqual(asciiBytes('AT+GTRTO=gv300,1,,,,,,FFFF$'));
  expect(decoder.encode({ kind: 'engineStop' })).toEqual(asciiBytes('AT+GTOUT=gv300,1,,,0,0,0,0,0,0,0,,,,,,,FFFF$'));
  // A portable device has no outputs.
  decoder.decode(FRAMES.sos);
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
});
