import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newH02Decoder } from './h02.ts';

const decode = (frame: string) => newH02Decoder().decode(asciiBytes(frame));
const binary = (hex: string) => newH02Decoder().decode(Uint8Array.from(Buffer.from(hex, 'hex')));
const HEAD = '*HQ,8168000001,V1,101530,A,3454.3300,S,05611.4780,W,021.60,087,220326';

describe('a text frame', () => {
  test('has coordinates, time, speed and ignition', () => {
    const { identities, messages } = decode(`${HEAD},FFFFFFFF,748,01,00110,41001#`);
    expect(identities).toEqual(['8168000001']);
    const [{ fix, attributes } = {}] = messages;
    expect(fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    // 34°54.33' is 34 + 54.33 / 60; 21.6 knots are 21.6 · 1.852 km/h.
    expect(fix).toMatchObject({ valid: true, lat: -34.9055, courseDeg: 87 });
    expect(fix?.lon).toBeCloseTo(-56.1913, 9);
    expect(fix?.speedKph).toBeCloseTo(40.0032, 9);
    expect(attributes).toMatchObject({ ignition: true });
    expect(attributes?.alarm).toBeUndefined();
  });

  test.each([
    ['FFFFFFFE', ['vibration']],
    ['FFFFFFFD', ['sos']],
    ['FFFBFFFF', ['sos']],
    ['FFFFFFFB', ['overspeed']],
    ['FFF7FFFF', ['powerCut']],
  ])('whose state is %s raises %s', (status, alarm) => {
    expect(decode(`${HEAD},${status}#`).messages[0]?.attributes.alarm).toEqual(alarm);
  });

  test('has relay, door and ignition in bits that are 0', () => {
    expect(decode(`${HEAD},F7FFFAFF#`).messages[0]?.attributes).toMatchObject({
      ignition: false,
      door: true,
      immobilized: true,
    });
  });

  test('with V has no valid fix, and without a position none at all', () => {
    expect(decode(HEAD.replace(',A,', ',V,') + ',FFFFFBFF#').messages[0]?.fix?.valid).toBe(false);
    expect(decode('*HQ,8168000001,V1,,V,,N,,E,0.00,0,,FFFFFBFF#').messages[0]).toMatchObject({
      kind: 'heartbeat',
      fix: null,
      attributes: { ignition: false },
    });
  });

  test('that is a command reply has its text', () => {
    const [message] = decode(HEAD.replace('V1,', 'V4,S20,DONE,101500,') + ',FFFFFFFF#').messages;
    expect(message).toMatchObject({ kind: 'reply', text: 'S20,DONE,101500' });
    expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
  });

  test('that is only a heartbeat is answered at once', () => {
    const { replies } = decode('*HQ,8168000001,HTBT#');
    expect(replies).toEqual([{ when: 'now', bytes: asciiBytes('*HQ,8168000001,HTBT#') }]);
  });

  test('with an invalid hour keeps its alarm and coordinates, without a time', () => {
    expect(decode(HEAD.replace('101530', '251530') + ',FFFFFFFD#').messages).toEqual([
      {
        kind: 'report',
        deviceTime: null,
        fix: null,
        coordinates: { lat: -34.9055, lon: -56.1913 },
        attributes: { ignition: true, alarm: ['sos'], status: 0xffff_fffd },
      },
    ]);
  });
});

describe('a binary frame', () => {
  test('has the same fields in BCD', () => {
    const { identities, messages } = binary('2481680000011015302203263454330006056114780a021087fffffbffff0000');
    expect(identities).toEqual(['8168000001']);
    const [{ fix, attributes } = {}] = messages;
    expect(fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    // Half a byte of flags: a is 8 + 2, east and valid; the remaining bit means south.
    expect(fix).toMatchObject({ valid: true, lat: -34.9055, courseDeg: 87 });
    expect(fix?.lon).toBeCloseTo(56.1913, 9);
    expect(fix?.speedKph).toBeCloseTo(21 * 1.852, 9);
    expect(attributes).toMatchObject({ ignition: false, batteryPercent: 100 });
  });

  test('of 42 bytes has an identity of 15 digits', () => {
    const decoded = binary('2435600000000a001f10153022032634543300000561147802021087feffffffff01120064ba73005ecc');
    expect(decoded.fault).toContain('no identity');
    const right = binary('24356000000000001f10153022032634543300000561147802021087feffffffff01120064ba73005ecc');
    expect(right.identities).toEqual(['356000000000001']);
  });
});

test('commands carry the identity and the time', () => {
  const decoder = newH02Decoder(() => new Date('2026-03-22T10:15:30Z'));
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(asciiBytes(`${HEAD},FFFFFFFF#`));
  expect(decoder.encode({ kind: 'engineStop' })).toEqual(asciiBytes('*HQ,8168000001,S20,101530,1,1#'));
  expect(decoder.encode({ kind: 'engineResume' })).toEqual(asciiBytes('*HQ,8168000001,S20,101530,1,0#'));
  expect(decoder.encode({ kind: 'text', text: 'a\nb' })).toBeNull();
});

test('zeros without a fix are an invalid position, in text and in binary', () => {
  const nowhere = { valid: false, lat: 0, lon: 0 };
  const text = HEAD.replace('A,3454.3300,S,05611.4780,W', 'V,0000.0000,N,00000.0000,E');
  expect(decode(`${text},FFFFFFFF#`).messages[0]?.fix).toMatchObject(nowhere);
  // 10:15:30 on 22-03-26, zeros, a full battery, flags north and east.
  const bytes = '2481680000011015302203260000000006000000000c000000ffffffff00';
  expect(binary(bytes).messages[0]).toMatchObject({ fix: nowhere, attributes: { batteryPercent: 100 } });
});

test('a heartbeat may have the battery percentage', () => {
  expect(decode('*HQ,356000000000013,HTBT,87#')).toMatchObject({
    messages: [{ kind: 'heartbeat', attributes: { batteryPercent: 87 } }],
    replies: [{ bytes: asciiBytes('*HQ,356000000000013,HTBT#') }],
  });
});
