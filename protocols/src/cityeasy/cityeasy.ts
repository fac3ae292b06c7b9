import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation } from '../tools/conversation.ts';
import { crc16Kermit } from '../tools/crc16.ts';
import { Fields } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { KNOT_KPH, wholeMoment } from '../tools/units.ts';
import type { Command, Decoded, Message, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;
const [START, RETURN, LINE_FEED] = [0x54, 0x0d, 0x0a];
/** The size of the shortest frame: start, length, identity, type, count, checksum, end. */
const MIN_BYTES = 21;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0) || (at + 1 < end && bytes[at + 1] !== START)) {
    return untilStart(bytes, at, end, isStart);
  }
  if (at + 4 > end) return NEEDS_MORE_BYTES;
  const length = (bytes[at + 2] ?? 0) * 0x100 + (bytes[at + 3] ?? 0);
  if (length < MIN_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  if (at + length > end) return NEEDS_MORE_BYTES;
  const ends = bytes[at + length - 2] === RETURN && bytes[at + length - 1] === LINE_FEED;
  return ends ? length : untilStart(bytes, at, end, isStart);
};

export const newCityeasyFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** CityEasy's trackers for persons and vehicles (006, 009): text in binary frames over TCP. */
export const cityeasy: StreamProtocol = {
  kind: 'stream',
  name: 'cityeasy',
  title: 'CityEasy',
  defaultPort: 5088,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate'],
  newFramer: newCityeasyFramer,
  newDecoder: () => newConversation(read, encodeCommand),
};

/** Builds a frame: "SS", total length, type, a count, a checksum of all preceding bytes, the end. */
function encodeCommand(command: Command): Uint8Array | null {
  if (command.kind !== 'locate') return null;
  const checked = Uint8Array.of(0x53, 0x53, 0, 14, 0, LOCATION_REQUEST, 0, 0, 0, 1);
  const check = crc16Kermit(checked);
  return concat(checked, Uint8Array.of(check >> 8, check & 0xff, RETURN, LINE_FEED));
}

const [STATUS, LOCATION_REPORT] = [0x0002, 0x0003];
/** Type of the server's request, and of the device's reply. */
const LOCATION_REQUEST = 0x0004;
/** The size of these fields: count, check and end. */
const BEHIND_BYTES = 8;

/**
 * Reads these fields in order: two bytes, total length, the identity without its last digit, type, content, count,
 * checksum, end.
 */
function read(frame: Uint8Array): Decoded {
  if (frame.length < MIN_BYTES) throw new BadFrame('no frame of CityEasy');
  const reader = new ByteReader(frame, 0, frame.length - BEHIND_BYTES);
  if (reader.u8() !== START || reader.u8() !== START) throw new BadFrame('no frame of CityEasy');
  reader.skip(2);
  const short = reader.hex(7);
  if (!/^\d{14}$/.test(short)) throw new BadFrame(`"${short}" is no IMEI`);
  const identities = [`${short}${checkDigit(short)}`, short];
  const type = reader.u16();
  if (type === LOCATION_REPORT || type === LOCATION_REQUEST) {
    return decodedFrom(identities, position(reader.text(reader.remaining)));
  }
  if (type !== STATUS) throw new UnknownType(type, identities);
  return decodedFrom(identities, bareMessage('heartbeat'));
}

/** The last digit of an IMEI: every second digit doubled, the sum of all digits, the complement to ten (Luhn). */
function checkDigit(digits: string): number {
  let sum = 0;
  for (const [index, letter] of Array.from(digits).entries()) {
    const doubled = Number(letter) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/**
 * Reads these fields in order: yyyymmddhhmmss, A or V, satellites, coordinates with the hemisphere first, knots, HDOP,
 * metres; ";" and the surrounding cells.
 */
function position(text: string): Message {
  const [place = ''] = text.split(';', 1);
  if (place === '') return bareMessage('heartbeat');
  const fields = new Fields(place);
  const moment = fields.textIfAny();
  const time = timeIfAny(() => wholeMoment(moment));
  const valid = fields.textIfAny() === 'A';
  const satellites = fields.value();
  const [lat, lon] = [sided(fields), sided(fields)];
  const [knots, hdop, altitudeM] = [fields.value(), fields.value(), fields.value()];
  const reported = timed(time, { valid, lat, lon, altitudeM, speedKph: knots * KNOT_KPH });
  return { kind: 'report', ...reported, attributes: { satellites, hdop } };
}

function sided(fields: Fields): number {
  const side = fields.textIfAny();
  const degrees = fields.value();
  return side === 'S' || side === 'W' ? -degrees : degrees;
}
