import { crc8 } from '../egts/framer.ts';
import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { sealPacket } from './packet.ts';

const hex = (text: string) => fromHex(text.replaceAll(' ', '')) ?? new Uint8Array();
const ADDRESSES = { receiver: 1, sender: 123 };
const packet = (text: string, content = '') => sealPacket(ADDRESSES, concat(asciiBytes(text), hex(content)));

function flex(type: string, content: string): Uint8Array {
  const bytes = concat(asciiBytes(type), hex(content));
  return concat(bytes, Uint8Array.of(crc8(bytes, 0, bytes.length)));
}

/** 10:15:30 on 22 March 2026: the month counts from 0 on. 1774174530 are the seconds. */
const MOMENT = '0a0f1e 16021a';
/** Encodes -34.9055 and -56.1913 degrees as ten-thousandths of a minute. */
const PLACE = '3c6ec0fe a48dfdfd';
/** Encodes 40.0 km/h, 87°, 125.0 km, 0.5 km. */
const TRIP = '00002042 5700 0000fa42 0000003f';

/**
 * Encodes index 7, event 4385, state, signal 24, receiver with a fix of 11 satellites, timestamp, position, 12.0 m,
 * trip, volts, input 1.
 */
const FIELDS = `07000000 2111 01 18 2e 42c1bf69 ${PLACE} 78000000 ${TRIP} 0436 6810 01`;

/** The first fifteen fields, which the manual marks as required, then the leg and volts. */
const REQUIRED = `07000000 2111 42c1bf69 01 11 00 18 2e 42c1bf69 ${PLACE} 78000000 ${TRIP} 0436 6810`;
/** Records of a capture that lacks their offer of fields. */
export const WITHOUT_OFFER = {
  array: flex('~A', `02 ${REQUIRED} ${REQUIRED}`),
  single: flex('~T', `07000000 ${REQUIRED}`),
  state: flex('~C', REQUIRED),
};

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: packet('*>S:356000000000013'),
  single: packet(
    '*>T',
    `06 07000000 2111 ${MOMENT} 03 00 18 0e 81 0436 6810 0300 0a00 0800 ${'00'.repeat(8)} ${'00'.repeat(28)} 2d808080 ffffffff cc06 2e ${MOMENT} ${PLACE} 78000000 ${TRIP} 35003500`,
  ),
  array: packet(
    '*>A',
    `01 25 07000000 2111 ${MOMENT} 88 00 18 2d 01 0436 6810 e600 0000 ${'00'.repeat(8)} 02 ${MOMENT} 93f51bbf ad107bbf ${TRIP} 00000000 ${'00'.repeat(15)} fb808080`,
  ),
  newest: packet('*>FLEX', 'b0 28 28 ff fffe300a08080ffffe080000'),
  /** All fifteen required ones, both voltages, and thermometers 9 and 10 with humidity 1 of FLEX 3.0. */
  third: packet('*>FLEX', `b0 1e 1e ff fffe30 ${'00'.repeat(17)} 32 ${'00'.repeat(11)}`),
  offer: packet('*>FLEX', 'b0 14 14 1d d3ff3008'),
  flexArray: flex('~A', `02 ${FIELDS} ${FIELDS}`),
  flexSingle: flex('~T', `07000000 ${FIELDS}`),
  state: flex('~C', FIELDS),
  extra: flex(
    '~X',
    `07000000 2900 0a 25 07000000 2111 42c1bf69 2e 42c1bf69 ${PLACE} 78000000 00002042 5700 0000fa42 0000`,
  ),
  alive: Uint8Array.of(0x7f),
  reply: packet('*@CNCT_DRC OK'),
};

export const SAMPLES = Object.values(FRAMES);
