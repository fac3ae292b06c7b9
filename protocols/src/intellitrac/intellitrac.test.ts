import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newIntellitracDecoder, newIntellitracFramer } from './intellitrac.ts';
import { FRAMES, line } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => newIntellitracDecoder().decode(bytes);

test('a position has coordinates, time, switches and voltage', () => {
  const decoded = decode(FRAMES.position);
  expect(decoded.identities).toEqual(['1010000013']);
  expect(decoded.messages[0]?.fix).toEqual({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    altitudeM: 12,
    speedKph: 40,
    courseDeg: 87,
  });
  // The value 5 of the inputs means that the first and the third are on.
  expect(decoded.messages[0]?.attributes).toMatchObject({
    satellites: 9,
    event: 2,
    input1: true,
    input2: false,
    input3: true,
    output1: true,
    output2: false,
    analog1V: 12.4,
    analog2V: 0.153,
  });
});

test('a CAN reader reports engine data', () => {
  expect(decode(FRAMES.engine).messages[0]?.attributes).toMatchObject({
    obdSpeedKph: 55,
    engineRpm: 1500,
    coolantTemperatureC: 85,
    fuelPercent: 62,
    temperature1C: 21,
    axleWeightKg: 4200,
  });
});

test('fields added by the owner are not taken for voltages', () => {
  const text = '1010000013,20260322101530,-56.1,-34.9,0,0,77,7,2,2,0,0,139446.8,2095,20260322101530';
  const message = decode(line(text)).messages[0];
  expect(message?.fix?.lat).toBe(-34.9);
  expect(message?.attributes.analog2V).toBeUndefined();
});

test('a heartbeat is echoed, also between lines', () => {
  expect(decode(FRAMES.sync)).toMatchObject({
    messages: [{ kind: 'heartbeat' }],
    replies: [{ when: 'now', bytes: FRAMES.sync }],
  });
  const framer = newIntellitracFramer();
  expect(framer.push(asciiBytes('xx'))).toEqual([]);
  expect(framer.push(FRAMES.sync)).toEqual([FRAMES.sync]);
  expect(framer.garbageBytes).toBe(2);
});

test('command replies are passed on, and commands are lines', () => {
  const decoder = newIntellitracDecoder();
  expect(decoder.encode({ kind: 'text', text: '$VERSION' })).toBeNull();
  expect(decoder.decode(FRAMES.reply).messages).toMatchObject([{ kind: 'reply', text: '$OK:TRACKING' }]);
  decoder.decode(FRAMES.position);
  expect(decoder.encode({ kind: 'text', text: '$VERSION' })).toEqual(asciiBytes('$VERSION\r\n'));
});

test('an odometer or voltages in the place of the switches give no switches', () => {
  for (const switches of ['0,0.0', '1325,0', '78,-1'])
    expect(decode(line(`1010000013,20260322101530,-56.1,-34.9,0,0,0,0,7,${switches}`)).messages[0]).toMatchObject({
      fix: { lat: -34.9 },
      attributes: { event: 7 },
    });
});

test('an SOS without a date keeps its coordinates', () => {
  expect(decode(line('1010000013,00000000000000,-56.191300,-34.905500,0,0,12,9,995,0,0'))).toMatchObject({
    identities: ['1010000013'],
    messages: [
      { deviceTime: null, fix: null, coordinates: { lat: -34.9055, lon: -56.1913 }, attributes: { alarm: ['sos'] } },
    ],
  });
});
