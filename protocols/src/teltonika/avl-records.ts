/** AVL records of codec 8, 8 Extended and 16. Source: Teltonika's "Data Sending Protocols". */
import type { ByteReader } from '../tools/bytes.ts';
import type { Coordinates, Fix, Message } from '../types.ts';
import { RecordAttributes } from './record-attributes.ts';

/** The differences between the codecs. */
interface RecordLayout {
  /** Size of an element's id. */
  idBytes: 1 | 2;
  /** Size of the number of elements. */
  countBytes: 1 | 2;
  /** Whether a byte states the reason for the record. */
  generation: boolean;
  /** Whether a group of 16-byte elements follows that of 8-byte ones, as some old firmware sends. */
  wide: boolean;
  /** Whether a group of elements with their own length follows. */
  variable: boolean;
}

/** Returns the layouts of a codec, the usual one first; undefined if it is none of the three. */
export function layoutsOf(codec: number): readonly RecordLayout[] | undefined {
  return LAYOUTS[codec];
}

const both = (layout: Omit<RecordLayout, 'wide'>): RecordLayout[] => [
  { ...layout, wide: false },
  { ...layout, wide: true },
];
const LAYOUTS: Readonly<Record<number, readonly RecordLayout[]>> = {
  0x08: both({ idBytes: 1, countBytes: 1, generation: false, variable: false }),
  0x8e: both({ idBytes: 2, countBytes: 2, generation: false, variable: true }),
  0x10: both({ idBytes: 2, countBytes: 1, generation: true, variable: false }),
};

/** Codec 16, "generation type". */
const GENERATIONS = ['onExit', 'onEntrance', 'onBoth', 'reserved', 'hysteresis', 'onChange', 'eventual', 'periodical'];
/** A clock before 2000 was never set, one after 2099 is broken: such a record has no time, so no fix either. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

const round7 = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

interface Place {
  fix: Fix | null;
  /** The coordinates of a device whose clock was never set. */
  coordinates?: Coordinates;
  satellites: number;
}

function readFix(reader: ByteReader, time: Date | null): Place {
  const lon = round7(reader.i32() / 1e7);
  const lat = round7(reader.i32() / 1e7);
  const altitudeM = reader.i16();
  const courseDeg = reader.u16() % 360;
  const satellites = reader.u8();
  const speedKph = reader.u16();
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return { fix: null, satellites };
  // Without a fix the device repeats the last position, with no satellites and no speed.
  const valid = satellites > 0 && (lat !== 0 || lon !== 0);
  if (time === null) return { fix: null, satellites, ...(valid && { coordinates: { lat, lon } }) };
  return { fix: { time, valid, lat, lon, altitudeM, speedKph, courseDeg }, satellites };
}

/** Reads one record; throws `FrameTooShort`. */
export function readRecord(reader: ByteReader, layout: RecordLayout): Message {
  const { idBytes, countBytes } = layout;
  const milliseconds = reader.readUint(8);
  const deviceTime = milliseconds >= EARLIEST_MS && milliseconds < LATEST_MS ? new Date(milliseconds) : null;
  const priority = reader.u8();
  const { fix, satellites, coordinates } = readFix(reader, deviceTime);
  const record = new RecordAttributes(reader.readUint(idBytes), priority);
  record.attributes.satellites = satellites;
  if (layout.generation) record.attributes.generation = GENERATIONS[reader.u8()] ?? 'reserved';
  reader.skip(countBytes); // the number of all elements: the groups count their own
  for (let left = reader.readUint(countBytes); left > 0; left--)
    record.number(reader.readUint(idBytes), 1, reader.u8());
  for (let left = reader.readUint(countBytes); left > 0; left--)
    record.number(reader.readUint(idBytes), 2, reader.u16());
  for (let left = reader.readUint(countBytes); left > 0; left--)
    record.number(reader.readUint(idBytes), 4, reader.u32());
  for (let left = reader.readUint(countBytes); left > 0; left--) record.long(reader.readUint(idBytes), reader.u64());
  if (layout.wide) {
    for (let left = reader.readUint(countBytes); left > 0; left--)
      record.bytes(reader.readUint(idBytes), reader.take(16));
  }
  if (layout.variable) {
    for (let left = reader.u16(); left > 0; left--) {
      const id = reader.u16();
      record.bytes(id, reader.take(reader.u16()));
    }
  }
  // For firmware that sends the wide group, the element's speed is used, as recorded frames show; others repeat an
  // older speed there.
  if (fix !== null && layout.wide && record.speedKph !== undefined) fix.speedKph = record.speedKph;
  return { kind: 'report', deviceTime, fix, ...(coordinates && { coordinates }), attributes: record.finish() };
}
