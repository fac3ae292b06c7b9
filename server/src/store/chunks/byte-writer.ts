/** Bytes of unknown number, written one after the other. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;
  #noise: ByteWriter | null = null;

  constructor(capacity = 1024) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** The bytes that are stored uncompressed: beside them, compression would find less in the others. */
  get noise(): ByteWriter {
    return (this.#noise ??= new ByteWriter(256));
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes so far; valid until the next write. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  bytes(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  /** The bytes of another writer after their number, and the number of its noise. */
  part(part: ByteWriter): void {
    this.varint(part.length);
    this.varint(part.noise.length);
    this.bytes(part.written);
    this.noise.bytes(part.noise.written);
  }

  /** An unsigned integer up to 2^53 - 1 by 7 bits a byte, the lowest first (LEB128). */
  varint(value: number): void {
    this.#reserve(8);
    const bytes = this.#bytes;
    let rest = value;
    while (rest >= 0x80000000) {
      bytes[this.#length++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 0x80) {
      bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[this.#length++] = rest;
  }

  /** A signed integer from -2^52 to 2^52 - 1: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /**
   * Signed integers as above, with the first byte of each before the rest of them: first bytes resemble one another, and
   * compress better among themselves.
   */
  signeds(count: number, valueAt: (index: number) => number): void {
    this.#reserve(count);
    const heads = this.#length;
    this.#length += count;
    for (let index = 0; index < count; index++) {
      const value = valueAt(index);
      const coded = value < 0 ? -2 * value - 1 : 2 * value;
      if (coded < 0x80) this.#bytes[heads + index] = coded;
      else {
        this.#bytes[heads + index] = (coded % 128) | 0x80;
        this.varint(Math.floor(coded / 128));
      }
    }
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#length = this.#bytes.writeInt32LE(value, this.#length);
  }

  int64(value: bigint): void {
    this.#reserve(8);
    this.#length = this.#bytes.writeBigInt64LE(value, this.#length);
  }

  /** UTF-8 after the number of its bytes. */
  text(value: string): void {
    const size = Buffer.byteLength(value);
    this.varint(size);
    this.#reserve(size);
    this.#length += this.#bytes.write(value, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
