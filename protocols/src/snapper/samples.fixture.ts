import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();
const two = (value: number) => Uint8Array.of(value & 0xff, value >> 8);

/** A message of Snapper 2900000013 with count 7, the length of its content and its checksum. */
export function message(type: number, content: Uint8Array, encryption = 0): Uint8Array {
  const sum = content.reduce((all, byte) => all + byte, 0) & 0xff;
  return concat(
    bytes('4b 04 4daff87a 0d7ddaac'),
    two(encryption),
    two(content.length),
    bytes('0000 00000000 0700'),
    Uint8Array.of(sum),
    two(type),
    content,
  );
}

/** An answer of the server: version 3, without a serial number. */
export function answer(type: number, text: string): Uint8Array {
  const decoded = message(type, asciiBytes(text));
  decoded.set(bytes('4b 03 0000000000000000'));
  return decoded;
}

export const part = (type: number, content: Uint8Array) => concat(two(type), two(content.length), content);

export const POSITION = {
  f: '0E',
  t: '101530.01',
  d: '220326',
  la: '3454.3300',
  lo: '05611.4780',
  a: '12.5',
  s: '21.6',
  c: '87.50',
  sv: '09',
  p: '01.6',
};
export const place = (changed: Record<string, string> = {}) => asciiBytes(JSON.stringify({ ...POSITION, ...changed }));
/** Encodes 12.8 V, -5 °C, signal 2; 20 °C, no engine; three unknown ones. */
const TECHNICAL = bytes('00 00 80 fb 02  00 01 14 80 00  00 02 de ff 0f  00 03 40 40 00  00 04 00 00 00');
export const EVENT = bytes('3e 00 00 58c48fa9 48');

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  hello: message(1, asciiBytes('hello')),
  alive: asciiBytes('P\u0003'),
  place: message(0x32, place()),
  parts: message(
    0x37,
    concat(
      two(4),
      part(0x21, EVENT),
      part(0x23, TECHNICAL),
      part(0x34, asciiBytes('{"s":"004048"}')),
      part(0x32, place({ f: 'CE', s: '', c: '' })),
    ),
  ),
  lost: message(0x32, asciiBytes('{"f":"24"}')),
};

export const SAMPLES = Object.values(FRAMES);
