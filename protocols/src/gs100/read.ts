import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, reportOf, decodedFrom } from '../tools/conversation.ts';
import { decimalDigits } from '../tools/decimal-bytes.ts';
import { fixOf } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { asciiBytes } from '../tools/text.ts';
import { digits, utc } from '../tools/units.ts';
import type { Decoded, Fix, Message } from '../types.ts';

/** The beginning of each answer, followed by the number of records received. */
const NAME = asciiBytes('GS100');
/** Bit of the state: a position follows. */
const PLACED = 0x80_0000;
/** Hemisphere bits: both are set in the north and east. */
const [EAST, NORTH] = [8, 4];
/** Timestamp, coordinates, speed and course. */
const PLACE_BYTES = 19;

/** Layout and answers as in the Traccar server's exchange with GS-100 devices. */
export function read(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame);
  const title = reader.text(2);
  if (title === 'GL') {
    reader.skip(1);
    const imei = reader.text(reader.u8());
    if (!isImei(imei)) throw new BadFrame(`"${imei}" is no IMEI`);
    return decodedFrom([imei], bareMessage('login'), [{ when: 'now', bytes: NAME }]);
  }
  if (title !== 'GD') throw new BadFrame('no frame of a GS-100');
  const count = reader.u8();
  const messages: Message[] = [];
  for (let left = count; left > 0; left -= 1) {
    const at = reader.skip(reader.u8());
    messages.push(record(new ByteReader(frame, at, reader.offset)));
  }
  return { identities: [], messages, replies: [{ when: 'stored', bytes: Uint8Array.from([...NAME, count]) }] };
}

/**
 * Reads these fields in order: three bytes of state; hour to second and day to year; degrees and ten-thousandths of
 * minutes of longitude, half a byte for the hemispheres, and those of latitude; hundredths of km/h with five digits,
 * course with three. Two digits per byte. An impossible position costs only itself: the device keeps its records until
 * their count is returned.
 */
function record(reader: ByteReader): Message {
  const status = reader.u24();
  if ((status & PLACED) === 0) return reportOf(null, { status });
  const reported = new ByteReader(reader.take(PLACE_BYTES));
  return reportOf(
    unlessBad(() => place(reported)),
    { status },
  );
}

function place(reader: ByteReader): Fix {
  const [hour, minute, second] = [decimalDigits(reader, 1), decimalDigits(reader, 1), decimalDigits(reader, 1)];
  const [day, month, year] = [decimalDigits(reader, 1), decimalDigits(reader, 1), decimalDigits(reader, 1)];
  const time = utc(year, month, day, hour, minute, second);
  const where = reader.hex(9);
  const sides = Number.parseInt(where[9] ?? '', 16);
  const lon = degrees(where.slice(0, 9), 3) * ((sides & EAST) === 0 ? -1 : 1);
  const lat = degrees(where.slice(10), 2) * ((sides & NORTH) === 0 ? -1 : 1);
  const movement = reader.hex(4);
  const [speedKph, courseDeg] = [digits(movement, 0, 5) / 100, digits(movement, 5, 3)];
  return fixOf({ time, valid: true, lat, lon, speedKph, courseDeg });
}

function degrees(text: string, count: number): number {
  const minutes = digits(text, count, 6) / 10_000;
  if (minutes >= 60) throw new BadFrame(`there are no ${minutes} minutes`);
  return digits(text, 0, count) + minutes / 60;
}
