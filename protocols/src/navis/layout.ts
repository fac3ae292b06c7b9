import { BadFrame } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';

/** Sizes of the fields of FLEX 1.0 (the first 69), 2.0 (to 122) and 3.0, in the order of the manual. */
export const FIELD_BYTES: readonly number[] = [
  4, 2, 4, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 2, 4, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 4, 4, 2, 2, 4, 2, 2,
  2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 2, 1, 4, 2, 2, 2, 2, 2, 1, 1, 1, 2, 4, 2, 1, 8, 2, 1, 16, 4, 2, 4, 37, 1,
  1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 12, 24, 48, 1, 1, 1, 1, 4, 4, 1, 4, 2, 6, 2, 6, 2, 2, 2, 2, 2, 2, 2,
  2, 1, 2, 2, 2, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2, 1, 1, 2, 3, 2, 1, 1, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 2, 4, 4, 4, 2, 4, 2, 2, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4,
  4, 4, 6, 3, 1, 2, 2, 1, 4, 5, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8, 8, 8,
];

/** The fields that a device sends in each record, and their total size. */
export interface Layout {
  fields: readonly number[];
  bytes: number;
}

/** A device's offer: version of the protocol, version of the fields, and their layout if all are known. */
export interface Offer {
  protocol: number;
  structure: number;
  layout: Layout | null;
}

const FLEX = 0xb0;
/** FLEX 3.0; a newer version is answered with this one, and the device makes another offer. */
const NEWEST = 0x1e;
const KNOWN = [0x0a, 0x14, NEWEST];

/**
 * Reads these fields in order: after "*>FLEX": 0xb0, version of the protocol and of the fields, number of fields, one
 * bit each from the highest on.
 */
export function offerOf(reader: ByteReader): Offer {
  if (reader.u8() !== FLEX) throw new BadFrame('an offer of no FLEX');
  const [protocol, structure] = [reader.u8(), reader.u8()];
  if (!KNOWN.includes(protocol) || !KNOWN.includes(structure)) {
    return { protocol: NEWEST, structure: NEWEST, layout: null };
  }
  const count = reader.u8();
  if (count > FIELD_BYTES.length) throw new BadFrame(`there are no ${count} fields`);
  const bits = reader.take(Math.ceil(count / 8));
  const fields: number[] = [];
  let bytes = 0;
  for (let field = 0; field < count; field += 1) {
    if ((((bits[field >> 3] ?? 0) >> (7 - (field & 7))) & 1) === 0) continue;
    fields.push(field);
    bytes += FIELD_BYTES[field] ?? 0;
  }
  return { protocol, structure, layout: { fields, bytes } };
}
