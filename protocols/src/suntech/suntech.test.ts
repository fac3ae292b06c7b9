import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newSuntechDecoder } from './suntech.ts';
import { compact } from './samples.fixture.ts';

const PLACE = '20260322;10:15:30;16d41;-34.905500;-056.191300;040.000;087.00;11;1';
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 };
const decode = (line: string) => newSuntechDecoder().decode(asciiBytes(`${line}\r`));

describe('a message of a model', () => {
  test('has coordinates, time, odometer, voltages, ignition, engine hours and driver', () => {
    const { identities, messages } = decode(
      `ST300STT;100850013;04;010;${PLACE};125037;13.90;100000;2;0072;002050;4.1;0;012E717F010000;0`,
    );
    expect(identities).toEqual(['100850013']);
    expect(messages[0]?.fix).toMatchObject(WHERE);
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(messages[0]?.attributes).toMatchObject({
      satellites: 11,
      odometerM: 125_037,
      powerV: 13.9,
      ignition: true,
      // The frame contains 2,050 minutes.
      engineHoursS: 123_000,
      batteryV: 4.1,
      archived: true,
      driverTag: '012E717F010000',
    });
  });

  test.each([
    [`SA200EMG;317013;042;${PLACE};125037;0.00;110000;1`, 'sos'],
    [`SA200EMG;317013;042;${PLACE};125037;0.00;110000;3`, 'powerCut'],
    [`ST300ALT;100850013;04;010;${PLACE};125037;13.90;100000;41;002050;4.1;1`, 'powerCut'],
    [`ST300ALT;100850013;04;010;${PLACE};125037;13.90;100000;46;002050;4.1;1`, 'hardAcceleration'],
  ])('%s raises %s', (line, alarm) => {
    expect(decode(line).messages[0]?.attributes.alarm).toEqual([alarm]);
  });

  test('of an emergency is acknowledged once it is stored', () => {
    expect(decode(`SA200EMG;317013;042;${PLACE};125037;0.00;110000;1`).replies).toEqual([
      { when: 'stored', bytes: asciiBytes('SA200CMD;317013;02;AckEmerg\r') },
    ]);
  });

  test('with cells before the time has its battery', () => {
    const [message] = decode(
      'ST410STT;007638013;426;01;24153;748;1;-65;365;0;3.98;1;0176;2;20260322;10:15:30;-34.905500;-056.191300;040.000;087.00;11;1;201',
    ).messages;
    expect(message?.fix).toMatchObject(WHERE);
    expect(message?.attributes).toEqual({ satellites: 11, batteryV: 3.98 });
  });

  test('that is a command reply has its text', () => {
    expect(decode('ST300CMD;Res;100850013;010;Enable1')).toMatchObject({
      identities: ['100850013'],
      messages: [{ kind: 'reply', text: '010;Enable1' }],
    });
  });
});

const NEWER = '20260322;10:15:30;02F2F402;748;1;0F1D;45;-34.905500;-056.191300;40.00;87.00;11;1';

test('the newer protocol has the fields of its mask', () => {
  const whole = `STT;0950030213;3FFFFF;95;1.0.11;1;${NEWER};00000001;00000000;1;0;0006`;
  expect(decode(whole).messages[0]).toMatchObject({
    fix: WHERE,
    attributes: { ignition: true, satellites: 11, rssi: 45 },
  });
  // Without model, cells and signal: bits 1 and 6 to 10.
  const less = `STT;0950030213;3FF83D;1.0.11;0;${NEWER.replace(';02F2F402;748;1;0F1D;45', '')};00000000;00000000;1;0;0006`;
  expect(decode(less).messages[0]).toMatchObject({ fix: WHERE, attributes: { ignition: false, archived: true } });
});

test('a binary report has the same fields', () => {
  const frame =
    '81003205200013133fffff34010003011a03160a0f1e000000000000000000001482149d9c835969440fa021fc0b010100020300a8';
  const { identities, messages } = newSuntechDecoder().decode(Uint8Array.from(Buffer.from(frame, 'hex')));
  expect(identities).toEqual(['0520001313']);
  expect(messages[0]?.fix).toMatchObject(WHERE);
  expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
  expect(messages[0]?.attributes).toMatchObject({ ignition: true, satellites: 11 });
});

test('a binary report has the fields of its mask', () => {
  // Bits 4, 5, 11, 12 and 16: date and time, latitude, longitude, fix.
  const frame = '810018 0520001313 011830 1a03160a0f1e 82149d9c 83596944 01'.replaceAll(' ', '');
  const { messages } = newSuntechDecoder().decode(Uint8Array.from(Buffer.from(frame, 'hex')));
  expect(messages).toMatchObject([{ fix: { valid: true, lat: -34.9055, lon: -56.1913 }, attributes: {} }]);
});

test('commands depend on the model, or are numbered', () => {
  const decoder = newSuntechDecoder();
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(asciiBytes('SA200ALV;317013\r'));
  expect(decoder.encode({ kind: 'engineStop' })).toEqual(asciiBytes('SA200CMD;317013;02;Enable1\r'));
  const second = { kind: 'text', text: 'Disable2' } as const;
  expect(decoder.encode(second)).toEqual(asciiBytes('SA200CMD;317013;02;Disable2\r'));
  decoder.decode(asciiBytes('ALV;0950030213\r'));
  expect(decoder.encode({ kind: 'locate' })).toEqual(asciiBytes('CMD;0950030213;03;01\r'));
  expect(decoder.encode(second)).toEqual(asciiBytes('CMD;0950030213;04;04\r'));
});

test('a date of zeros only loses the time: an SOS stays, and is acknowledged', () => {
  const nowhere = '00000000;00:00:00;428332;+00.000000;+000.000000;000.000;000.00;0;0';
  const old = decode(`SA200EMG;317013;042;${nowhere};125037;12.36;100010;1`);
  expect(old.messages).toEqual([
    {
      kind: 'report',
      deviceTime: null,
      fix: null,
      attributes: expect.objectContaining({ powerV: 12.36, ignition: true, alarm: ['sos'] }),
    },
  ]);
  expect(old.replies.map(({ when }) => when)).toEqual(['stored']);
  const newer = decode(
    'ALT;0950030213;3FFFFF;95;1.0.11;1;00000000;00:00:00;02F2F402;748;1;0F1D;45;+00.000000;+000.000000;0.00;0.00;0;0;00000001;00000000;42;2;',
  );
  expect(newer.messages).toMatchObject([{ fix: null, deviceTime: null, attributes: { rssi: 45, alarm: ['sos'] } }]);
});

const decodeBytes = (frame: Uint8Array) => newSuntechDecoder().decode(frame);

describe('a compact report of the models', () => {
  test('has identity, coordinates, time, satellites, odometer, voltages, engine minutes and cause', () => {
    expect(decodeBytes(compact())).toEqual({
      identities: ['100850013'],
      messages: [
        {
          kind: 'report',
          deviceTime: new Date('2026-03-22T10:15:30Z'),
          fix: {
            time: new Date('2026-03-22T10:15:30Z'),
            valid: true,
            lat: -34.9055,
            lon: -56.1913,
            altitudeM: null,
            speedKph: 40.5,
            courseDeg: 87.25,
          },
          attributes: {
            satellites: 11,
            odometerM: 125_037,
            powerV: 13.9,
            inputsAndOutputs: 0,
            ignition: false,
            input1: false,
            input2: false,
            input3: false,
            output1: false,
            output2: false,
            mode: 2,
            engineHoursS: 123_000,
            batteryV: 4.1,
            event: 1,
          },
        },
      ],
      replies: [],
    });
  });

  test('of the north-east, with both hemisphere bits off, keeps its position; with one bit alone the position is unknown', () => {
    expect(decodeBytes(compact('2b')).messages[0]?.fix).toMatchObject({ lat: 34.9055, lon: 56.1913 });
    for (const state of ['6b', 'ab']) expect(decodeBytes(compact(state)).messages[0]?.fix).toBeNull();
  });

  test('with active inputs keeps their raw value, and without a date its coordinates', () => {
    expect(decodeBytes(compact('eb', '80', '000000000000')).messages[0]).toMatchObject({
      deviceTime: null,
      coordinates: { lat: -34.9055, lon: -56.1913 },
      attributes: { inputsAndOutputs: 0x80, odometerM: 125_037 },
    });
    expect(decodeBytes(compact('eb', '80')).messages[0]?.attributes.ignition).toBeUndefined();
  });
});
