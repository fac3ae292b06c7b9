import type { Decoded, Message } from '../types.ts';
import { FrameTooShort } from './bytes.ts';
import { driverTag } from './driver-tag.ts';

/** A frame with impossible content; a decoder catches it once and reports the frame as faulty. */
export class BadFrame extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadFrame';
  }
}

/**
 * A message whose type the decoder does not know. `decodeOrFault` converts it to a decoded frame: the identities are
 * kept, the type is reported for the metrics and the contact log, and nothing is acknowledged.
 */
export class UnknownType extends Error {
  readonly identities: readonly string[];

  /** `type`: as in the protocol; a number is written in hexadecimal. */
  constructor(type: string | number, identities: readonly string[] = []) {
    super(typeName(type));
    this.name = 'UnknownType';
    this.identities = identities;
  }
}

const LONGEST_TYPE = 24;

/**
 * Formats a message type for people and metrics: "0x0f12" for a number, printable ASCII of at most 24 characters for a
 * text.
 */
export function typeName(type: string | number): string {
  if (typeof type === 'number') return `0x${type.toString(16).padStart(type > 0xff ? 4 : 2, '0')}`;
  const printable = type.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, LONGEST_TYPE);
  return printable === '' ? 'empty' : printable;
}

/** Returns a frame with a message of an unknown type, from a device with these identities. */
export const unknownMessage = (type: string | number, identities: readonly string[] = []): Decoded => ({
  ...NOTHING_DECODED,
  identities: [...identities],
  unknownType: typeName(type),
});

/** The result for a frame whose content is not used. */
export const NOTHING_DECODED: Decoded = { identities: [], messages: [], replies: [] };

/** Returns a decoder's result for a frame, with any error thrown as its fault. */
export function decodeOrFault(decode: () => Decoded): Decoded {
  try {
    return tidied(decode());
  } catch (error) {
    if (error instanceof UnknownType && error.identities.every((identity) => IDENTITY.test(identity)))
      return unknownMessage(error.message, error.identities);
    return { ...NOTHING_DECODED, fault: error instanceof Error ? error.message : String(error) };
  }
}

/** An identity is printable ASCII. */
const IDENTITY = /^[\x20-\x7e]*$/;

/** GPS time begins on 6 January 1980: until the first fix, receivers count from there, other clocks from 1970. */
const EARLIEST_MS = Date.UTC(1980, 0, 7);

/** Real-time clocks count from here, as do the counters of most protocols that do not count from 1970. */
const ZERO_MS = Date.UTC(2000, 0, 1);

/**
 * True when a clock was ever set: false for the years from which receivers count, and for a counter of zero since 2000.
 */
export const isSetClock = (time: Date): boolean =>
  time.getTime() >= EARLIEST_MS && Math.floor(time.getTime() / 1000) * 1000 !== ZERO_MS;

/**
 * Removes the time of a message whose clock was never set: its fix becomes coordinates, which the server dates by the
 * time of receipt.
 */
function withoutUnsetClock(message: Message): void {
  const { deviceTime, fix } = message;
  if (deviceTime !== null && !isSetClock(deviceTime)) message.deviceTime = null;
  if (fix === null || isSetClock(fix.time)) return;
  const { valid, lat, lon } = fix;
  message.fix = null;
  if (valid && (lat !== 0 || lon !== 0)) message.coordinates = { lat, lon };
}

/** Returns the decoder's result without the times of clocks that were never set. */
export function withoutUnsetClocks<T extends Pick<Decoded, 'messages'>>(decoded: T): T {
  for (const message of decoded.messages) withoutUnsetClock(message);
  return decoded;
}

/**
 * Returns the frame without attributes that are NaN or undefined (unreadable fields), without the times of clocks that
 * were never set, and with the driver's tag in the notation common to all protocols. Throws BadFrame for an identity
 * that is not printable ASCII, since such bytes belong to another protocol or are damaged, and answers repeat
 * identities.
 */
function tidied(decoded: Decoded): Decoded {
  for (const identity of decoded.identities)
    if (!IDENTITY.test(identity)) throw new BadFrame('an identity that is not printable ASCII');
  for (const { attributes } of withoutUnsetClocks(decoded).messages) {
    if (typeof attributes.driverTag === 'string') attributes.driverTag = driverTag(attributes.driverTag);
    for (const name in attributes) {
      const value = attributes[name];
      if (value === undefined || (typeof value === 'number' && Number.isNaN(value))) delete attributes[name];
    }
  }
  return decoded;
}

/** Reads a part of a frame; null if it is invalid and the frame is worth keeping without it. */
export function unlessBad<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadFrame) return null;
    throw error;
  }
}

/**
 * Returns the result of `read`, or null if one element of a frame ends early or has an impossible value. For an element
 * whose own length separates it from the next one, or the last one of a frame: its damage must not affect the rest.
 */
export function unlessUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadFrame || error instanceof FrameTooShort) return null;
    throw error;
  }
}
