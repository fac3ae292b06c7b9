const FIRST_BYTES = 4096;
const [MINUS, ZERO] = [0x2d, 0x30];
const MILLION = 1_000_000;

/**
 * JSON, written as bytes into memory that is reused. Concatenating it as a text allocates a rope of some forty pieces
 * for each report, which was a fifth of all that ingest allocated (docs/performance.md).
 */
export class JsonBytes {
  #buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  /** Begins an empty document. */
  clear(): void {
    this.#length = 0;
  }

  get length(): number {
    return this.#length;
  }

  /** Appends JSON that consists of ASCII characters. */
  ascii(json: string): void {
    this.#room(json.length);
    const buffer = this.#buffer;
    let at = this.#length;
    for (let index = 0; index < json.length; index++) buffer[at++] = json.charCodeAt(index);
    this.#length = at;
  }

  /** Appends JSON of any characters. */
  text(json: string): void {
    this.#room(json.length * 3);
    this.#length += this.#buffer.write(json, this.#length);
  }

  /** Appends a value; a number that is not finite becomes null, as in `JSON.stringify`. */
  value(value: number | boolean | null): void {
    if (typeof value !== 'number') this.ascii(`${value}`);
    else if (Number.isSafeInteger(value)) this.#integer(value);
    else this.ascii(Number.isFinite(value) ? `${value}` : 'null');
  }

  copyTo(target: Buffer, at: number): void {
    this.#buffer.copy(target, at, 0, this.#length);
  }

  toString(): string {
    return this.#buffer.toString('utf8', 0, this.#length);
  }

  #integer(value: number): void {
    this.#room(20);
    if (value < 0) this.#buffer[this.#length++] = MINUS;
    const positive = Math.abs(value);
    // Pieces of up to six digits fit the small integers of V8, with which it divides fastest.
    if (positive < MILLION) this.#digits(positive, 1);
    else {
      const millions = Math.floor(positive / MILLION);
      if (millions < MILLION) this.#digits(millions, 1);
      else {
        this.#digits(Math.floor(millions / MILLION), 1);
        this.#digits(millions % MILLION, 6);
      }
      this.#digits(positive % MILLION, 6);
    }
  }

  /** Writes a non-negative integer, padded with zeros to at least `least` digits. */
  #digits(value: number, least: number): void {
    let count = least;
    for (let limit = 10 ** least; value >= limit; limit *= 10) count++;
    let left = value;
    for (let at = this.#length + count - 1; at >= this.#length; at--) {
      this.#buffer[at] = ZERO + (left % 10);
      left = Math.floor(left / 10);
    }
    this.#length += count;
  }

  #room(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
