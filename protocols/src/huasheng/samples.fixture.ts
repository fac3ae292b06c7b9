import { asciiBytes } from '../tools/text.ts';
import { seal } from './frame.ts';

export const ID = '356000000000013';
const u16 = (value: number) => [value >> 8, value & 0xff];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];
export const block = (type: number, ...content: number[]) => [...u16(type), ...u16(content.length + 4), ...content];

export const place = (status: number, event: number) => [
  ...u16(status),
  ...u16(event),
  ...asciiBytes('260322101530'),
  ...u32(-5_619_130),
  ...u32(-3_490_550),
  ...[40, 87, 12, 5].flatMap(u16),
];
const ENGINE = [0x7e, ...u16(1740), 30, ...u16(41), ...u16(882), ...u16(0), ...u16(1429), 0x7d, ...u32(1)];

/** Frames constructed from the protocol, not recorded from a device. The byte 192 in a message's number is escaped. */
export const FRAMES = {
  login: seal(0xaa02, 0xc0, [...block(1, ...asciiBytes('G1')), ...block(3, ...asciiBytes(ID))]),
  handshake: seal(0x0002, 1),
  position: seal(0xaa00, 0xdb, [
    ...place(0xc000, 8),
    ...block(1, ...ENGINE),
    ...block(5, 13, 2, 0, 0, 0, 1),
    ...block(9, ...asciiBytes('MAKGM669HJN301879')),
    ...block(0x0f, ...asciiBytes(ID)),
    ...block(0x10, ...asciiBytes('125.037000')),
    ...block(0x14, 0xf8, 51, 8, 79, 0, 0, 102),
    ...block(0x20, ...asciiBytes('404@5@5652@10632')),
  ]),
  unknown: seal(0xaa00, 3, [...place(0x0000, 0), ...block(1, ...Array<number>(13).fill(0xff), 0, 0, 0, 0)]),
  faults: seal(0xaa12, 4, block(1, 0x01, 0x00, 0x43, 0x00, 0x82, 0x01, 0xc1, 0x00)),
  other: seal(0x0060, 5, [0, 6, 0, 1, 1, 0]),
};

export const SAMPLES = Object.values(FRAMES);
