import { describe, expect, test } from 'vitest';
import { crc16Ibm } from '../tools/crc16.ts';
import { asciiBytes } from '../tools/text.ts';
import { newWialonDecoder } from './wialon.ts';

const PLACE = '220326;101530;3454.3300;S;05611.4780;W;40;87;12;11';
const NOW = new Date('2026-03-22T10:16:00Z');
const decoder = () => newWialonDecoder(() => NOW);
const decode = (line: string) => decoder().decode(asciiBytes(`${line}\r\n`));
const answer = (text: string) => ({ when: 'stored', bytes: asciiBytes(`${text}\r\n`) });

test('a login identifies the device and is answered at once', () => {
  expect(decode('#L#356000000000013;secret')).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ kind: 'login' }],
    replies: [{ when: 'now', bytes: asciiBytes('#AL#1\r\n') }],
  });
  expect(decode('#L#2.0;356000000000013;NA;CE45').identities).toEqual(['356000000000013']);
});

describe('a message', () => {
  test('has coordinates, time and speed, and is acknowledged once it is stored', () => {
    const { messages, replies } = decode(`#SD#${PLACE}`);
    expect(messages[0]?.fix).toMatchObject({ lat: -34.9055, speedKph: 40, courseDeg: 87, altitudeM: 12, valid: true });
    expect(messages[0]?.fix?.lon).toBeCloseTo(-56.1913, 9);
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(replies).toEqual([answer('#ASD#1')]);
  });

  test('that is full has inputs, voltages, driver and parameters', () => {
    const { messages, replies } = decode(
      `#D#${PLACE};0.9;3;0;13.9,4.1;8F2A;pwr_ext:2:13.9,pwr_int:2:4.1,fuel:2:45.5,hw:3:V4,SOS:1:1`,
    );
    expect(messages[0]?.attributes).toEqual({
      satellites: 11,
      hdop: 0.9,
      input1: true,
      input2: true,
      input3: false,
      input4: false,
      output1: false,
      output2: false,
      output3: false,
      output4: false,
      analog1V: 13.9,
      analog2V: 4.1,
      driverTag: '8F2A',
      powerV: 13.9,
      batteryV: 4.1,
      param_fuel: 45.5,
      param_hw: 'V4',
      alarm: ['sos'],
    });
    expect(replies).toEqual([answer('#AD#1')]);
  });

  test('without a date has the current time; without a position it has no fix; without satellites it is invalid', () => {
    const [message] = decode('#D#NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;;NA;temp:2:-4.5').messages;
    expect(message).toMatchObject({ deviceTime: NOW, fix: null, attributes: { param_temp: -4.5 } });
    expect(decode(`#SD#${PLACE.replace(/;11$/, ';NA')}`).messages[0]?.fix?.valid).toBe(false);
    expect(decode(`#SD#${PLACE.replace(/;11$/, ';2')}`).messages[0]?.fix?.valid).toBe(false);
  });

  test('loses only the unreadable part', () => {
    const [message] = decode('#D#220326;101530;3454.3300;S;05611.4780;W;fast;x;12;11;y;z;NA;;NA;SOS:1:1').messages;
    expect(message).toMatchObject({
      fix: { lat: -34.9055, speedKph: 0, altitudeM: 12 },
      attributes: { alarm: ['sos'] },
    });
    const [undated] = decode(`#D#${PLACE.replace('220326', '320326')};NA;NA;NA;;NA;SOS:1:1`).messages;
    expect(undated).toMatchObject({ deviceTime: null, coordinates: { lat: -34.9055 }, attributes: { alarm: ['sos'] } });
    const [nowhere] = decode(`#D#${PLACE.replace('3454', '9954')};NA;NA;NA;;NA;SOS:1:1`).messages;
    expect(nowhere).toMatchObject({ fix: null, attributes: { satellites: 11, alarm: ['sos'] } });
  });

  test('from memory is marked so, with the number of messages', () => {
    const { messages, replies } = decode(`#B#${PLACE}|${PLACE};NA;NA;NA;;NA;count1:1:564|`);
    expect(messages.map(({ attributes }) => attributes.archived)).toEqual([true, true]);
    expect(replies).toEqual([answer('#AB#2')]);
  });
});

const sum = (content: string) => crc16Ibm(asciiBytes(content)).toString(16).toUpperCase().padStart(4, '0');

describe('since version 2.0', () => {
  test('a wrong checksum is reported, and nothing is read', () => {
    const one = decoder();
    one.decode(asciiBytes('#L#2.0;356000000000013;NA;0000\r\n'));
    expect(one.decode(asciiBytes(`#SD#${PLACE};${sum(`${PLACE};`)}\r\n`)).messages).toHaveLength(1);
    const wrong = one.decode(asciiBytes(`#SD#${PLACE.replace('40', '41')};${sum(`${PLACE};`)}\r\n`));
    expect(wrong).toMatchObject({ messages: [], replies: [{ bytes: asciiBytes('#ASD#13\r\n') }] });
  });

  test('a datagram carries the identity before its message', () => {
    const decoded = decode(`2.0;356000000000013#SD#${PLACE};${sum(`${PLACE};`)}`);
    expect(decoded.identities).toEqual(['356000000000013']);
    expect(decoded.messages).toHaveLength(1);
  });

  test('version 1 datagrams have only the identity before the message', () => {
    for (const [line, kind] of [
      [`#SD#${PLACE}`, 'report'],
      ['#P#', 'heartbeat'],
    ] as const)
      expect(decode(`356000000000013${line}`)).toMatchObject({ identities: ['356000000000013'], messages: [{ kind }] });
  });

  test('2.1 has a checksum, too, and fractions of a second', () => {
    const timed = PLACE.replace('101530', '101530.250000000');
    const decoded = decode(`2.1;356000000000013#SD#${timed};${sum(`${timed};`)}`);
    expect(decoded.messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.250Z');
    expect(decode(`2.1;356000000000013#SD#${timed};0000`).messages).toEqual([]);
  });

  test('messages to the driver carry a checksum', () => {
    const one = decoder();
    expect(one.encode({ kind: 'text', text: 'call' })).toEqual(asciiBytes('#M#call\r\n'));
    one.decode(asciiBytes('#L#2.0;356000000000013;NA;0000\r\n'));
    expect(one.encode({ kind: 'text', text: 'call' })).toEqual(asciiBytes(`#M#call;${sum('call;')}\r\n`));
    expect(one.encode({ kind: 'engineStop' })).toBeNull();
  });
});

test('a login with the version 1.1 before the identity identifies the device', () => {
  expect(decode('#L#1.1;356000000000013;NA').identities).toEqual(['356000000000013']);
  expect(decode('#L#356000000000013;NA').identities).toEqual(['356000000000013']);
});

const ofBattery = (bat: string) => decode(`#D#${PLACE};NA;NA;NA;;NA;${bat}`).messages[0]?.attributes;

test('a whole number of the parameter "bat" is the battery in percent, other numbers are the owner\'s', () => {
  expect(ofBattery('bat:1:87')).toMatchObject({ batteryPercent: 87 });
  expect(ofBattery('bat:2:3.98')).toMatchObject({ param_bat: 3.98 });
  expect(ofBattery('bat:2:3.98')?.batteryPercent).toBeUndefined();
});
