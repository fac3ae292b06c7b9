import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fields } from '../tools/fields.ts';
import { asciiBytes } from '../tools/text.ts';
import type { DescribedFrames } from '../types.ts';
import { newItsDecoder } from './its.ts';
import { newItsFramer } from './framer.ts';
import { DATE_FORMS, DEGREE_FORMS, MEANINGS, SPEED_UNITS } from './layout.ts';
import { fieldsOf, type LayoutProfile, newProfileReader, readByProfile } from './profile.ts';

const IMEI = '356000000000013';
const NOW = new Date('2026-03-22T10:15:31Z');

/** Semicolons, the identity first, degrees and minutes, knots, and the position before the time. */
const ORBX: LayoutProfile = {
  separator: ';',
  kind: 'report',
  header: null,
  vendor: 'ORBX',
  layout: {
    fields: {
      vendor: 0,
      imei: 1,
      lat: 2,
      latSide: 3,
      lon: 4,
      lonSide: 5,
      valid: 6,
      date: 7,
      time: 8,
      speed: 9,
      course: 10,
      alert: 11,
      packet: 12,
      status: 13,
      ignition: 14,
      mains: 15,
      mainsV: 16,
      inputs: 17,
      outputs: 18,
      tamper: 19,
      cell: 20,
      checksum: 21,
    },
    dateForm: 'ddmmyy',
    degreeForm: 'minutes',
    speedUnit: 'knots',
  },
};
const ORBX_FRAME = `$ORBX;${IMEI};1959.8472;N;07347.3894;E;A;220326;101530;20;87.5;03;NR;H;1;0;12.6;0101;10;O;5799;DDE3*`;

/** Bars, the header last, south and west by a sign, and the time in six fields. */
const VAYU: LayoutProfile = {
  separator: '|',
  kind: 'report',
  header: 'TRK',
  vendor: 'VAYU',
  layout: {
    fields: { date: 0, lat: 6, lon: 7, speed: 8, imei: 9, vendor: 10, header: 11, emergency: 12 },
    dateForm: 'parts',
    degreeForm: 'degrees',
    speedUnit: 'kmh',
  },
};
const VAYU_FRAME = `$22|3|2026|9|05|00|-34.901100|-56.164500|36|${IMEI}|VAYU|TRK|1*`;

const described = (...profiles: LayoutProfile[]): DescribedFrames => {
  const read = newProfileReader(profiles);
  return { read: (text, now) => read(text, now)?.decoded ?? null };
};
const decode = (frame: string, ...profiles: LayoutProfile[]) =>
  newItsDecoder(() => NOW, described(...profiles)).decode(asciiBytes(frame));
const faultsOf = (frame: string) => readByProfile(ORBX, fieldsOf(frame, ';'), NOW).faults;

describe('frames of a manufacturer', () => {
  test('with the identity first and in degrees and minutes are read by its layout', () => {
    const { identities, messages, fault } = decode(ORBX_FRAME, VAYU, ORBX);
    expect(fault).toBeUndefined();
    expect(identities).toEqual([IMEI]);
    const [message] = messages;
    // 19° 59.8472' and 73° 47.3894'; 20 knots of 1.852 km/h.
    expect(message?.fix?.lat).toBeCloseTo(19.997_453, 6);
    expect(message?.fix?.lon).toBeCloseTo(73.789_823, 6);
    expect(message?.fix).toMatchObject({ valid: true, speedKph: 37.04, courseDeg: 87.5 });
    expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    // The first input is the last letter.
    expect(message?.attributes).toEqual({
      event: 3,
      alarm: ['powerCut'],
      archived: true,
      ignition: true,
      charging: false,
      powerV: 12.6,
      caseOpen: true,
      cellId: '5799',
      input1: true,
      input2: false,
      input3: true,
      input4: false,
      output1: false,
      output2: true,
    });
  });

  test('with the header last and the time in six fields are read by its layout', () => {
    const { identities, messages } = decode(VAYU_FRAME, ORBX, VAYU);
    expect(identities).toEqual([IMEI]);
    expect(messages[0]?.fix).toMatchObject({ lat: -34.9011, lon: -56.1645, speedKph: 36 });
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T09:05:00.000Z');
    expect(messages[0]?.attributes).toEqual({ emergency: true });
  });

  test('come whole out of the stream', () => {
    const frames = newItsFramer().push(asciiBytes(`${ORBX_FRAME}\r\n${VAYU_FRAME}`));
    expect(frames.map((frame) => new TextDecoder().decode(frame))).toEqual([ORBX_FRAME, VAYU_FRAME]);
  });

  test('that log in are answered with the time, with their own separator', () => {
    const login: LayoutProfile = {
      ...VAYU,
      kind: 'login',
      header: 'HELLO',
      layout: { ...VAYU.layout, fields: { header: 0, vendor: 1, imei: 2 } },
    };
    expect(decode(`$HELLO|VAYU|${IMEI}*`, VAYU, login)).toMatchObject({
      identities: [IMEI],
      messages: [{ kind: 'login', fix: null }],
      replies: [{ when: 'now', bytes: asciiBytes('$|LGN|20260322101531|*') }],
    });
  });

  test.each([
    ['seconds', '1774174530', '2026-03-22T10:15:30.000Z'],
    ['yyyymmdd', '2026-03-22 10:15:30', '2026-03-22T10:15:30.000Z'],
    ['yymmdd', '260322101530', '2026-03-22T10:15:30.000Z'],
    ['ddmmyyyy', '22/03/2026 10:15:30', '2026-03-22T10:15:30.000Z'],
  ] as const)('with a date in the form %s are read', (dateForm, date, expected) => {
    const layout = { ...VAYU.layout, dateForm, fields: { vendor: 0, imei: 1, date: 2, lat: 3, lon: 4 } };
    const { messages } = decode(`$VAYU|${IMEI}|${date}|20.5|73.5*`, { ...VAYU, header: null, layout });
    expect(messages[0]?.fix?.time.toISOString()).toBe(expected);
  });
});

describe('selecting the profile of a frame', () => {
  test('follows from header and vendor together, otherwise from one of them, and from nothing else', () => {
    const byVendor = { ...VAYU, header: null, name: 'vendor' };
    const byBoth = { ...VAYU, name: 'both' };
    const other = { ...VAYU, vendor: 'VAYU2', name: 'other' };
    const nobody = { ...VAYU, header: null, vendor: null, name: 'nobody' };
    const read = newProfileReader([nobody, other, byVendor, byBoth]);
    expect(read(VAYU_FRAME, NOW)?.profile.name).toBe('both');
    expect(read(VAYU_FRAME.replace('TRK', 'ALT'), NOW)?.profile.name).toBe('vendor');
    expect(read(VAYU_FRAME.replace('VAYU', 'ELSE'), NOW)).toBeNull();
    // Matches the whole field, not a part of it.
    expect(read(VAYU_FRAME.replace('VAYU', 'VAYU3'), NOW)).toBeNull();
  });

  test('is none for standard frames, and a profile that does not fit loses no fields', () => {
    const frame = `$NRM,MAKER,1.0.0,NR,01,L,${IMEI},X,1,22032026,101530,19.997454,N,073.789803,E,40.0,87.00,11*`;
    const wrong: LayoutProfile = {
      ...ORBX,
      separator: ',',
      vendor: 'MAKER',
      layout: { ...ORBX.layout, fields: { vendor: 1, imei: 2, lat: 3, lon: 4, date: 5 } },
    };
    expect(decode(frame, wrong)).toEqual(decode(frame));
    expect(decode(frame, wrong).messages[0]?.fix).toMatchObject({ lat: 19.997454, speedKph: 40 });
    expect(decode(frame.replaceAll(',', ';'), { ...wrong, separator: ';' }).fault).toBe('the IMEI is not 15 digits');
  });
});

describe('a mismatched profile', () => {
  test.each([
    [ORBX_FRAME.replace(IMEI, '35600000000001'), 'imei', 'imei'],
    [ORBX_FRAME.replace(';E;', ';X;'), 'lonSide', 'side'],
    [ORBX_FRAME.replace('1959.8472', 'north'), 'lat', 'degrees'],
    [ORBX_FRAME.replace('1959.8472', '9159.8472'), 'lat', 'range'],
    [ORBX_FRAME.replace('220326', '321326'), 'date', 'time'],
    [ORBX_FRAME.replace('12.6', 'full'), 'mainsV', 'number'],
    [ORBX_FRAME.replace('0101', '01x1'), 'inputs', 'bits'],
    [ORBX_FRAME.replace('H;1;', 'H;7;'), 'ignition', 'switch'],
    [ORBX_FRAME.replace(';DDE3', '').replace(';5799', ''), 'cell', 'missing'],
  ])('in %s is reported for the %s', (frame, meaning, fault) => {
    expect(faultsOf(frame)).toEqual([{ meaning, fault }]);
  });

  test('is a number with impossibly many digits', () => {
    expect(faultsOf(ORBX_FRAME.replace('12.6', '9'.repeat(400)))).toEqual([{ meaning: 'mainsV', fault: 'number' }]);
    // In knots it is a number, but in km/h it exceeds the largest one.
    const fast = ORBX_FRAME.replace(';20;', `;${'9'.repeat(308)};`);
    expect(faultsOf(fast)).toEqual([{ meaning: 'speed', fault: 'number' }]);
  });

  test('leaves the frame unread for identity, time or position, and omits other fields', () => {
    expect(decode(ORBX_FRAME.replace('220326', '321326'), ORBX)).toEqual({
      identities: [],
      messages: [],
      replies: [],
      fault: 'the date is not in the form that was chosen',
    });
    const { messages } = decode(ORBX_FRAME.replace('12.6', 'full'), ORBX);
    expect(messages[0]?.fix).not.toBeNull();
    expect(messages[0]?.attributes).not.toHaveProperty('powerV');
  });

  test('is not reported for a position that the device does not have yet', () => {
    const cold = ORBX_FRAME.replace('1959.8472;N;07347.3894;E;A', ';;;;V');
    expect(faultsOf(cold)).toEqual([]);
    expect(decode(cold, ORBX).messages).toMatchObject([{ kind: 'report', fix: null, attributes: { ignition: true } }]);
    const never = ORBX_FRAME.replace('220326;101530', '000000;000000');
    expect(decode(never, ORBX).messages).toMatchObject([{ deviceTime: null, fix: null }]);
  });

  test('never throws, whatever the bytes and wherever the profile looks', () => {
    const field = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        IMEI,
        'ORBX',
        '1959.8472',
        'N',
        '220326',
        '101530',
        '1e999',
        '-1e999',
        '',
        '-',
        'EMR',
        '99999999999999',
      ),
    );
    const layouts = fc.record({
      fields: fc.dictionary(fc.constantFrom(...MEANINGS), fc.nat({ max: 199 }), { maxKeys: MEANINGS.length }),
      dateForm: fc.constantFrom(...DATE_FORMS),
      degreeForm: fc.constantFrom(...DEGREE_FORMS),
      speedUnit: fc.constantFrom(...SPEED_UNITS),
    });
    const reported = fc.property(fc.array(field, { maxLength: 40 }), layouts, (fields, layout) => {
      const { decoded } = readByProfile({ ...ORBX, layout }, new Fields(fields.join(';'), ';'), NOW);
      expect(decoded.fault === undefined).toBe(decoded.identities.length === 1);
      expect(() => decode(`$ORBX;${fields.join(';')}*`, { ...ORBX, layout })).not.toThrow();
    });
    fc.assert(reported, { numRuns: 500 });
  });
});
