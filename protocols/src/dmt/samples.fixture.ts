import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array(0);
const two = (number: number) => Uint8Array.of(number & 0xff, number >> 8);
const seconds = (text: string) => {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setUint32(0, (Date.parse(text) - Date.UTC(2013, 0, 1)) / 1000, true);
  return four;
};

export const frame = (type: number, ...content: Uint8Array[]) => {
  const inside = concat(...content);
  return concat(Uint8Array.of(0x02, 0x55, type), two(inside.length), inside);
};

/** A record: number 7, its time, reason, fields as number and content. */
export const record = (time: string | null, reason: number, ...fields: (readonly [number, Uint8Array])[]) => {
  const inside = concat(
    bytes('07000000'),
    time === null ? new Uint8Array(4) : seconds(time),
    Uint8Array.of(reason),
    ...fields.map(([id, field]) => concat(Uint8Array.of(id, field.length), field)),
  );
  return concat(two(inside.length + 2), inside);
};

// Encodes -34.9055 and -56.1913 degrees, 12 m, 1111 cm/s, speed accuracy, 87 as units of two degrees, PDOP 1.2, 7 m, a
// fix.
export const POSITION = bytes('e8d731eb 58e381de 0c00 5704 03 2b 0c 07 03');
export const place = (time: string) => [0, concat(seconds(time), POSITION)] as const;
/** Encodes the first and the third input, the second output; on a trip, battery good. */
export const SWITCHES = [2, bytes('05000000 0200 0300')] as const;
// Encodes 4.125 V, 12.34 V, -5.5 degrees, a signal of 24, 4072 for the fifth.
export const ANALOGS = [6, bytes('011d10 02d204 03dafd 041800 05e80f')] as const;

export const TIME = '2026-03-22T10:15:30Z';
const LATER = '2026-03-22T10:15:32Z';

/** Frames constructed from the maker's protocol, not recorded from a device. */
export const FRAMES = {
  hello: frame(
    0,
    bytes('38f90100'),
    asciiBytes('356000000000013\0'),
    asciiBytes('89000000000000000013\0'),
    bytes('22020109 00000000'),
  ),
  position: frame(4, record(LATER, 3, place(TIME), SWITCHES, ANALOGS), record(LATER, 12, place(TIME))),
  driver: frame(4, record(LATER, 3, [3, bytes('010102030405')])),
  never: frame(4, record(null, 9, [0, new Uint8Array(21)], SWITCHES)),
  debug: frame(4, record(LATER, 21, [1, asciiBytes('RESET')])),
  commit: frame(5),
  versions: frame(0x14, bytes('38f90100 ffffffff 01 01000000')),
  queue: frame(0x22),
};

export const SAMPLES = Object.values(FRAMES);
