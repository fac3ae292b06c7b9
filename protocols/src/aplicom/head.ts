import { ByteReader } from '../tools/bytes.ts';

/**
 * Type, version, unit of three bytes or IMEI of seven, length, and the selector of three bytes where it is present.
 */
export const [SHORTEST_HEAD, LONGEST_HEAD] = [7, 14];

/** Bits of the version byte. */
const [HAS_IMEI, HAS_SELECTOR] = [0x80, 0x40];
/** The default selector of devices whose settings omit it. */
const USUAL_SELECTOR = 0x0002fc;

interface Head {
  type: string;
  /** IMEI, or the number of the unit. */
  identity: string;
  selector: number;
  /** Length of the content, and its offset. */
  length: number;
  at: number;
}

/** Null if there are too few bytes for it. */
export function headOf(bytes: Uint8Array): Head | null {
  const version = bytes[1] ?? 0;
  const hasImei = (version & HAS_IMEI) !== 0;
  const hasSelector = (version & HAS_SELECTOR) !== 0;
  if (bytes.length < SHORTEST_HEAD + (hasImei ? 4 : 0) + (hasSelector ? 3 : 0)) return null;
  const reader = new ByteReader(bytes);
  const type = reader.text(1);
  reader.skip(1);
  const identity = String(reader.readUint(hasImei ? 7 : 3));
  const length = reader.u16();
  const selector = hasSelector ? reader.u24() : USUAL_SELECTOR;
  return { type, identity, selector, length, at: reader.offset };
}
