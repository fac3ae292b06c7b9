import type { ByteReader } from '../tools/bytes.ts';
import { utc } from '../tools/units.ts';

/** Year in two bytes, month, day, hour, minute, second. */
export const moment = (reader: ByteReader): Date =>
  utc(reader.u16(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8());
