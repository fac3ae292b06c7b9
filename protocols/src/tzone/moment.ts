import type { ByteReader } from '../tools/bytes.ts';
import { utc } from '../tools/units.ts';

/** Reads these fields in order: year, month, day, hour, minute, second, one byte each. */
export const moment = (reader: ByteReader): Date =>
  utc(reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8());
