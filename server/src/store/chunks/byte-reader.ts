import { ChunkError, malformed } from './chunk-error.ts';

const MAX_REST = 2 ** 46;

/** Reads what `ByteWriter` wrote; throws a `ChunkError` instead of reading beyond the end. */
export class ByteReader {
  readonly #bytes: Buffer;
  /** The bytes that are stored uncompressed; null in chunks of versions 1 and 2, which have none. */
  readonly noise: ByteReader | null;
  #at = 0;

  constructor(bytes: Buffer, noise: ByteReader | null = null) {
    this.#bytes = bytes;
    this.noise = noise;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** The next byte, which is read again. */
  peek(): number | undefined {
    return this.#bytes[this.#at];
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw endsEarly();
    this.#at += 1;
    return value;
  }

  bytes(count: number): Buffer {
    if (count > this.left) throw endsEarly();
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** All bytes that are left; they are read again. */
  rest(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  /** See `ByteWriter.part`. */
  part(): ByteReader {
    const count = this.varint();
    const noise = this.noise && new ByteReader(this.noise.bytes(this.varint()));
    return new ByteReader(this.bytes(count), noise);
  }

  varint(): number {
    const first = this.byte();
    if (first < 0x80) return first;
    let value = first & 0x7f;
    let factor = 128;
    for (;;) {
      const next = this.byte();
      value += (next & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw malformed('an integer is too large');
      if (next < 0x80) return value;
      factor *= 128;
    }
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** See `ByteWriter.signeds`. */
  signeds(count: number): Float64Array {
    const heads = this.bytes(count);
    const values = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      let coded = heads[index] ?? 0;
      if (coded >= 0x80) {
        const rest = this.varint();
        if (rest > MAX_REST) throw malformed('an integer is too large');
        coded += (rest - 1) * 128;
      }
      values[index] = coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
    }
    return values;
  }

  int32(): number {
    return this.bytes(4).readInt32LE();
  }

  int64s(count: number): BigInt64Array {
    const bytes = this.bytes(count * 8);
    return BigInt64Array.from({ length: count }, (_, index) => bytes.readBigInt64LE(index * 8));
  }

  text(): string {
    return this.bytes(this.varint()).toString();
  }

  /** A number of things that follow, of at least `size` bytes each. */
  count(size: number): number {
    const count = this.varint();
    if (count * size > this.left) throw endsEarly();
    return count;
  }
}

const endsEarly = () => new ChunkError('truncated', 'the chunk ends early');
