import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newFlexapiDecoder, newFlexapiInspector, newFlexapiFramer } from './flexapi.ts';
import { answer, FRAMES, framed, message, POSITION, SECONDS } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => newFlexapiDecoder().decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const TIME = new Date('2026-03-22T10:15:30Z');
const WHERE = { time: TIME, valid: true, lat: -34.9055, lon: -56.1913, altitudeM: 12.5, courseDeg: 87.5 };

test('a position has identity, coordinates and time; its speed is in knots', () => {
  expect(decode(FRAMES.place).identities).toEqual(['VF3102026000013']);
  expect(first(FRAMES.place)).toMatchObject({
    deviceTime: TIME,
    fix: { ...WHERE, speedKph: expect.closeTo(40.0032, 6) },
    attributes: { satellites: 11, hdop: 0.9 },
  });
});

test("values may have the operator's names", () => {
  expect(first(FRAMES.renamed)?.fix).toMatchObject({ time: TIME, valid: true, lat: -34.9055, lon: -56.1913 });
});

const at = (fix: number) => first(message('gnss/info', { 'gnss.ts': SECONDS, ...POSITION, 'gnss.fix': fix }))?.fix;

test('without a fix the position is an old one, and with a time only there is none', () => {
  expect(at(0)?.valid).toBe(false);
  expect(at(5)).toBeNull();
  expect(at(1)?.valid).toBe(true);
});

test('vehicle data has speed, rpm, odometer, hours and fuel', () => {
  expect(first(FRAMES.diagnosis)).toEqual({
    kind: 'report',
    deviceTime: TIME,
    fix: null,
    attributes: {
      obdSpeedKph: 39,
      engineRpm: 1500.5,
      odometerM: 1_400_250,
      engineHoursS: 7200,
      fuelPercent: 40,
      vin: 'WDB9066051S123456',
    },
  });
  expect(first(message('obd/info', { 'obd.odo': 0, 'obd.rpm': 0 }))?.attributes).toEqual({ engineRpm: 0 });
});

test('inputs, outputs, voltages, ignition, temperatures, a driver key and the signal are reported', () => {
  expect(first(FRAMES.switches)?.attributes).toEqual({
    analog1V: 11.5,
    input1: true,
    input2: false,
    output3: true,
    ignition: true,
  });
  const wire = { '1-wire.ts': SECONDS, '1-wire.temp2_data': -3.5, '1-wire.rom_code1': 'cc00001b559ae001' };
  expect(first(message('1-wire/info', wire))?.attributes).toEqual({
    temperature2C: -3.5,
    // Family and serial: the bytes reversed, without the check byte.
    driverTag: '01E09A551B0000',
  });
  expect(first(message('cellular1/info', { 'modem1.rssi': -71 }))?.attributes).toEqual({ rssi: -71 });
  expect(decode(message('cellular1/info', { 'modem1.rssi': 0 })).messages).toEqual([]);
});

test('a summary has all of these', () => {
  const all = { 'gnss.ts': SECONDS, ...POSITION, 'io.power_input': 12.4, 'io.igt_status': 0, 'obd.rpm': 900 };
  expect(first(message('summary/info', all))).toMatchObject({
    fix: WHERE,
    attributes: { powerV: 12.4, ignition: false, engineRpm: 900 },
  });
});

test('an event has its position and the ignition state', () => {
  expect(first(FRAMES.ignition)).toMatchObject({ fix: WHERE, attributes: { event: 'IGOFF', ignition: false } });
  const trouble = { starts_at: SECONDS, status: 'raise', type: 'OBDII_DTC_P070F', dtc: 'P070F' };
  expect(first(message('event/notice', trouble))?.attributes).toEqual({
    event: 'OBDII_DTC_P070F',
    troubleCode: 'P070F',
  });
  const over = { ...trouble, ends_at: SECONDS + 60, status: 'clear', ...POSITION };
  expect(first(message('event/notice', over))?.fix?.time).toEqual(new Date('2026-03-22T10:16:30Z'));
});

test('command replies are passed on; one with a position contains it', () => {
  expect(first(FRAMES.located)).toMatchObject({ kind: 'reply', fix: WHERE });
  expect(first(FRAMES.refused)).toMatchObject({
    kind: 'reply',
    text: 'io/control {"error":"invalid_parameter","error_desc":"invalid parameter"}',
  });
  expect(first(answer('gnss/set', { interval: 60 }))?.text).toBe('gnss/set {"interval":60}');
});

test('an unknown topic is not a message', () => {
  expect(decode(FRAMES.custom)).toMatchObject({ identities: ['VF3102026000013'], messages: [] });
});

test('the checksum matches the example of the reference', () => {
  const json =
    '{"topic": "v1/VT7101937000089/userdata/info", "payload": {"userdata.serial_number": "VG710", "userdata.custom_key": "custom_value"}}';
  expect([...framed(json).subarray(-4)]).toEqual([0x71, 0xe4, 0x0d, 0x0a]);
});

test('commands go to the topics of the device', () => {
  const decoder = newFlexapiDecoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.place);
  const decoded = (text: string) => {
    const bytes = decoder.encode({ kind: 'text', text });
    return bytes && textOf(bytes).slice(1, -4);
  };
  expect(decoder.encode({ kind: 'locate' })).toEqual(framed('{"topic":"v1/VF3102026000013/gnss/refresh"}'));
  expect(decoded('io/control {"io.DO1":1}')).toBe('{"topic":"v1/VF3102026000013/io/control","payload":{"io.DO1":1}}');
  expect(decoded('io/control {"io.DO1"')).toBeNull();
  expect(decoded('say "hello"')).toBeNull();
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
});

test('a checksum may contain the line end bytes', () => {
  const odd = Uint8Array.of(...asciiBytes('${"topic":"a"}'), 0x0d, 0x0a, 0x0d, 0x0a);
  expect(newFlexapiFramer().push(odd)).toEqual([odd]);
});

test('a wrong checksum, no topic, a missing identity and an invalid time are faults', () => {
  const broken = Uint8Array.from(FRAMES.place);
  broken[30] = 0x20;
  expect(decode(broken).fault).toContain('checksum');
  expect(newFlexapiInspector().decode(broken).fault).toBeDefined();
  expect(newFlexapiInspector().decode(asciiBytes(`${textOf(FRAMES.place).slice(0, -4)}xx`)).messages).toHaveLength(1);
  for (const text of ['{"a":1}', '{"topic":"v1/"}', '[1]', '{"topic":'])
    expect(decode(framed(text)).fault).toBeDefined();
  expect(decode(message('gnss/info', { 'gnss.ts': 1e300, ...POSITION })).fault).toContain('no time');
  expect(decode(message('gnss/info', { 'gnss.ts': SECONDS, ...POSITION, 'gnss.latitude': 99 })).fault).toContain(
    'no place',
  );
});
