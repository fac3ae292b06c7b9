import { unlessUnreadable } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { emptyReport, type Reported } from './tags.ts';
import { readRecords } from './records.ts';

/** Parts of a message, each a number and a length of two bytes. */
const PART = { header: 0x01, data: 0x02, place: 0x03 } as const;

/**
 * Reads a message that came through the satellites of Iridium (Short Burst Data, "DirectIP"): its header has the
 * modem's identity and time, its data are tags, and the network's own position is used if the tags have none.
 */
export function readIridium(reader: ByteReader): Reported {
  reader.skip(3);
  const network = emptyReport();
  const data = emptyReport();
  // A part that ends early costs the rest of that part; one that would end after the message costs the rest of the
  // message.
  unlessUnreadable(() => readParts(reader, network, data));
  return {
    ...data,
    identity: network.identity,
    timeMs: data.timeMs ?? network.timeMs,
    place: data.place ?? network.place,
  };
}

function readParts(reader: ByteReader, network: Reported, data: Reported): void {
  while (reader.remaining >= 3) {
    const part = reader.u8();
    const start = reader.skip(reader.u16());
    const content = new ByteReader(reader.bytes, start, reader.offset);
    unlessUnreadable(() => readPart(part, content, network, data));
  }
}

function readPart(part: number, reader: ByteReader, network: Reported, data: Reported): void {
  if (part === PART.header) {
    reader.skip(4);
    network.identity = reader.text(15);
    reader.skip(1 + 2 + 2);
    network.timeMs = reader.u32() * 1000;
  } else if (part === PART.place) network.place = { valid: false, ...networkPlace(reader) };
  else if (part === PART.data) Object.assign(data, readRecords(reader)[0]);
}

/**
 * Reads these fields in order: flags (1 west, 2 south), degrees and thousandths of minutes each. Accurate only to some
 * kilometres.
 */
function networkPlace(reader: ByteReader): { lat: number; lon: number } {
  const flags = reader.u8();
  const lat = reader.u8() + reader.u16() / 60_000;
  const lon = reader.u8() + reader.u16() / 60_000;
  return { lat: (flags & 2) === 0 ? lat : -lat, lon: (flags & 1) === 0 ? lon : -lon };
}
