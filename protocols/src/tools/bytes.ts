/** Bounds-checked reading of big- and little-endian numbers from frames, and hexadecimal text. */

/** A read past the end of a frame; a decoder catches it once and reports the frame as faulty. */
export class FrameTooShort extends Error {
  constructor(need: number, have: number) {
    super(`frame too short: ${need} bytes wanted, ${have} left`);
    this.name = 'FrameTooShort';
  }
}

/** The big-endian number of 32 bits at an offset, which the caller has checked. */
export const u32At = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) * 0x1000000 + (bytes[at + 1] ?? 0) * 0x10000 + (bytes[at + 2] ?? 0) * 0x100 + (bytes[at + 3] ?? 0);

const ascii = new TextDecoder('latin1');

/** A cursor over one frame. Numbers are big-endian unless the name says otherwise; every read advances it. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  /** Offset of the next read from the start of `bytes`. */
  offset: number;
  /** End of the readable part (exclusive). */
  end: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = start;
    this.end = Math.min(end, bytes.length);
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  /** Advances by `count` bytes and returns where they began. Throws `FrameTooShort`. */
  skip(count: number): number {
    const at = this.offset;
    if (count < 0 || at + count > this.end) throw new FrameTooShort(count, this.end - at);
    this.offset = at + count;
    return at;
  }

  /** The byte `ahead` of the cursor without moving, or undefined beyond the end. */
  peek(ahead = 0): number | undefined {
    const at = this.offset + ahead;
    return at >= 0 && at < this.end ? this.bytes[at] : undefined;
  }

  u8(): number {
    return this.#view.getUint8(this.skip(1));
  }

  i8(): number {
    return this.#view.getInt8(this.skip(1));
  }

  u16(): number {
    return this.#view.getUint16(this.skip(2));
  }

  i16(): number {
    return this.#view.getInt16(this.skip(2));
  }

  u24(): number {
    const at = this.skip(3);
    return this.#view.getUint16(at) * 0x100 + this.#view.getUint8(at + 2);
  }

  u32(): number {
    return this.#view.getUint32(this.skip(4));
  }

  i32(): number {
    return this.#view.getInt32(this.skip(4));
  }

  u16le(): number {
    return this.#view.getUint16(this.skip(2), true);
  }

  u32le(): number {
    return this.#view.getUint32(this.skip(4), true);
  }

  i16le(): number {
    return this.#view.getInt16(this.skip(2), true);
  }

  i32le(): number {
    return this.#view.getInt32(this.skip(4), true);
  }

  /** A floating-point number of 32 bits (IEEE 754), little-endian; may not be finite. */
  f32le(): number {
    return this.#view.getFloat32(this.skip(4), true);
  }

  /** The same, big-endian. */
  f32(): number {
    return this.#view.getFloat32(this.skip(4));
  }

  f64(): number {
    return this.#view.getFloat64(this.skip(8));
  }

  /** 64 bits, for values that need all of them (identifiers). */
  u64(): bigint {
    return this.#view.getBigUint64(this.skip(8));
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.skip(8));
  }

  /** An unsigned number of 1 to 8 bytes as a JavaScript number; above 2^53 the lowest bits are lost. */
  readUint(bytes: number): number {
    const at = this.skip(bytes);
    let value = 0;
    for (let i = at; i < at + bytes; i++) value = value * 0x100 + this.#view.getUint8(i);
    return value;
  }

  /** A view of the next `count` bytes (no copy). */
  take(count: number): Uint8Array {
    const at = this.skip(count);
    return this.bytes.subarray(at, at + count);
  }

  /** The next `count` bytes as lower-case hexadecimal. */
  hex(count: number): string {
    return toHex(this.take(count));
  }

  /** The next `count` bytes as Latin-1 text. */
  text(count: number): string {
    return ascii.decode(this.take(count));
  }
}

const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const HEX_DIGITS = new TextEncoder().encode('0123456789abcdef');
/** A text concatenated from more pieces than this takes sixteen times its length in V8 until it is read. */
const MAX_PIECES = 32;

/** Returns lower-case hexadecimal, two digits per byte. */
export function toHex(bytes: Uint8Array): string {
  if (bytes.length > MAX_PIECES) {
    const digits = new Uint8Array(2 * bytes.length);
    for (const [index, byte] of bytes.entries()) {
      digits[2 * index] = HEX_DIGITS[byte >> 4] ?? 0;
      digits[2 * index + 1] = HEX_DIGITS[byte & 0x0f] ?? 0;
    }
    return ascii.decode(digits);
  }
  let text = '';
  for (const byte of bytes) text += HEX_OF_BYTE[byte];
  return text;
}

/** Bytes of hexadecimal text in either case; null if it is not an even number of hexadecimal digits. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Joins byte arrays into a new one. */
export function concat(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
