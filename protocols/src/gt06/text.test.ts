import { expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { newGt06Decoder } from './decoder.ts';
import { whereText } from './device.ts';
import { decodeOne } from './frames.fixture.ts';

const ascii = (text: string): string => toHex(new TextEncoder().encode(text));

test('0x15: a command reply', () => {
  const { messages, replies } = decodeOne(0x15, `10 00000001 ${ascii('DYD=Success!')} 0002`);
  expect(messages).toEqual([{ kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: 'DYD=Success!' }]);
  expect(replies).toEqual([]);
});

test('0x15 without its length, filled with zeros', () => {
  expect(decodeOne(0x15, `00 00000000 ${ascii('OK!')} 000000000000 0001`).messages[0]?.text).toBe('OK!');
});

test('0x15 with the number of the SIM is a report', () => {
  const text = '<ICCID:89860012345678901234>';
  const { messages } = decodeOne(0x15, `20 00000000 ${ascii(text)} 0002`);
  expect(messages[0]).toMatchObject({ kind: 'report', attributes: { iccid: '89860012345678901234' } });
});

test('0x21: one byte per character, or two', () => {
  expect(decodeOne(0x21, `00000001 01 ${ascii('Battery:5.56V')}`, true).messages[0]?.text).toBe('Battery:5.56V');
  expect(decodeOne(0x21, '00000001 02 004e 006f 0021', true).messages[0]?.text).toBe('No!');
});

test('the reply to WHERE# is also a fix', () => {
  const text =
    'Current position!Lat:S22.500000,Lon:W114.250000,Course:90.00,Speed:60.0000,DateTime:2024-03-15  08:30:45';
  const { messages } = decodeOne(0x21, `00000001 01 ${ascii(text)}`, true);
  expect(messages).toHaveLength(1);
  expect(messages[0]?.text).toBe(text);
  expect(messages[0]?.fix).toEqual({
    time: new Date('2024-03-15T08:30:45Z'),
    valid: true,
    lat: -22.5,
    lon: -114.25,
    altitudeM: null,
    speedKph: 60,
    courseDeg: 90,
  });
});

test('a simulated device writes the reply to WHERE# in the form that is read', () => {
  const fix = {
    time: new Date('2026-06-16T12:32:26Z'),
    valid: true,
    lat: -22.5,
    lon: 14.25,
    speedKph: 60,
    courseDeg: 90,
  };
  const { messages } = decodeOne(0x21, `00000001 01 ${ascii(whereText({ ...fix, satellites: 9 }))}`, true);
  expect(messages[0]?.fix).toEqual({ ...fix, altitudeM: null });
});

test('commands: 0x80 with length, flag, text and language', () => {
  const decoder = newGt06Decoder();
  // 4 bytes of flag and 11 of text are 0f; with length, language, type, serial number and CRC 17.
  const stop = toHex(decoder.encode({ kind: 'engineStop' }) ?? new Uint8Array(0));
  expect(stop).toMatch(new RegExp(`^787817800f00000001${ascii('DYD,000000#')}00020001[0-9a-f]{4}0d0a$`));
  const resume = toHex(decoder.encode({ kind: 'engineResume' }) ?? new Uint8Array(0));
  expect(resume).toContain(`00000002${ascii('HFYD,000000#')}00020002`);
  expect(toHex(decoder.encode({ kind: 'locate' }) ?? new Uint8Array(0))).toContain(ascii('WHERE#'));
  expect(toHex(decoder.encode({ kind: 'text', text: 'PARAM#' }) ?? new Uint8Array(0))).toContain(ascii('PARAM#'));
});

test.each(['', 'ü', 'a\nb', 'x'.repeat(241)])('text %j cannot be sent', (text) => {
  expect(newGt06Decoder().encode({ kind: 'text', text })).toBeNull();
});
