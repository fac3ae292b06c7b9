import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newMeitrackDecoder } from './decoder.ts';
import { SAMPLES } from './samples.fixture.ts';

const ID = '353000000000013';
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 };
const [AAA, AFF, REPLY, CCE, CCC] = SAMPLES;
const decode = (frame: Uint8Array | undefined) => newMeitrackDecoder().decode(frame ?? new Uint8Array());

describe('a position', () => {
  test('as text says where, when, odometer, inputs and volts', () => {
    const { identities, messages } = decode(AAA);
    expect(identities).toEqual([ID]);
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, altitudeM: 12 });
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    // 0x19c and 0x56e hundredths of a volt.
    expect(messages[0]?.attributes).toMatchObject({
      satellites: 11,
      hdop: 0.9,
      odometerM: 125_037,
      input1: false,
      input2: true,
      batteryV: 4.12,
      powerV: 13.9,
      event: 35,
    });
  });

  test('from memory says so', () => {
    expect(decode(AFF).messages[0]).toMatchObject({ fix: WHERE, attributes: { archived: true } });
  });

  test('by parameters says the same, in metres below the sea too, and who drives', () => {
    const { identities, messages } = decode(CCE);
    expect(identities).toEqual([ID]);
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, altitudeM: -5 });
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(messages[0]?.attributes).toMatchObject({
      hdop: 0.9,
      batteryPercent: 96,
      batteryV: 4.12,
      powerV: 13.9,
      alarm: ['powerCut'],
      driverTag: '12165644',
    });
  });

  test('in records of one length says the same', () => {
    expect(decode(CCC).messages).toMatchObject([
      { fix: { ...WHERE, altitudeM: 12 }, attributes: { alarm: ['sos'], batteryV: 4.12, odometerM: 125_037 } },
    ]);
  });
});

test('an answer to a command is passed on', () => {
  expect(decode(REPLY).messages).toMatchObject([{ kind: 'reply', text: 'C01,0,OK' }]);
});

test('commands are counted and summed as in the manual', () => {
  const decoder = newMeitrackDecoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(asciiBytes('$$A33,353358017784062,A10,0*6A\r\n'));
  // The manual's example is "@@Q25,353358017784062,A10*6A"; the letter Q is 16 more than A.
  expect(decoder.encode({ kind: 'locate' })).toEqual(asciiBytes('@@A25,353358017784062,A10*5A\r\n'));
});

test('a date of zeros costs the time alone: an SOS stays', () => {
  // Event 1 is input 1, which the manual connects to the SOS button.
  const text = `$$A80,${ID},AAA,1,0.000000,0.000000,000000000000,V,0,12,0,0,0.0,0,0,0,404|45|1|1,0000,0|0|0|19C|56E,*00\r\n`;
  expect(decode(asciiBytes(text))).toMatchObject({
    identities: [ID],
    messages: [
      { kind: 'report', fix: null, deviceTime: null, attributes: { rssi: 12, batteryV: 4.12, alarm: ['sos'] } },
    ],
  });
});
