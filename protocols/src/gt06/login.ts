import { toHex } from '../tools/bytes.ts';
import type { Decoded } from '../types.ts';
import type { Packet } from './frame.ts';
import { acknowledge, decoded, message } from './outcome.ts';

/** Returns an IMEI from eight bytes of decimal digits, without the leading zero, or null. */
export function imeiOf(bytes: Uint8Array): string | null {
  const digits = toHex(bytes);
  if (!/^\d{16}$/.test(digits)) return null;
  return digits.startsWith('0') ? digits.slice(1) : digits;
}

/**
 * Minutes ahead of UTC in the login's zone field: bits 15 to 4 are hours x 100 + minutes, bit 3 is set west of
 * Greenwich, the rest is the language (Concox manual, login packet).
 */
function zoneMinutes(field: number): number {
  const value = field >>> 4;
  const minutes = Math.floor(value / 100) * 60 + (value % 100);
  if (minutes > 14 * 60) return 0;
  return field & 0x08 ? -minutes : minutes;
}

/** Decodes 0x01: the device's identity, its model, and in later firmware the time zone of its clock. */
export function decodeLogin(packet: Packet): Decoded {
  const { reader, session } = packet;
  const identity = imeiOf(reader.take(8));
  if (identity === null) return { ...decoded([]), fault: 'login without an IMEI' };
  if (reader.remaining >= 2) reader.skip(2);
  session.identity = identity;
  session.zoneMinutes = reader.remaining >= 2 ? zoneMinutes(reader.u16()) : 0;
  // A number of 16 digits is not an IMEI; the label may omit its first digit.
  const identities = identity.length > 15 ? [identity, identity.slice(1)] : [identity];
  return decoded([message('login', null, {})], [acknowledge(packet, 'now')], identities);
}
