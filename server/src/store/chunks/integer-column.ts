import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { malformed } from './chunk-error.ts';
import { RICE_LIMIT, readRice, riceBits, riceStart, writeRice } from './rice-code.ts';

/** How the integers that follow are stored: the first byte. */
const FORM = { empty: 0, constant: 1, differences: 2, wide: 3, grid: 4, rice: 5 } as const;
/** Added to the first byte if some of the values are null. */
const WITH_NULLS = 0x80;
/** Larger integers, or integers further from the first one, lose precision as doubles. */
const INTEGER_LIMIT = 2 ** 52;
const DISTANCE_LIMIT = 2 ** 50;
/**
 * Coordinates of devices that count in other units than 1e-7 degrees, as fractions of it: 1/1,800,000 degree (GT06 and
 * its relatives), and minutes with four or five decimals (NMEA). The rounded multiples of these need fewer bits.
 */
const GRIDS = [
  [50, 9],
  [50, 3],
  [5, 3],
] as const;

/** Integers of which some are too large for a double: rounded, and as they are (0 for null). */
export interface Integers {
  values: Float64Array;
  wide?: BigInt64Array;
}

/** Writes integers, where null is NaN; `wideAt` returns the exact value where one is too large. */
export function writeIntegers(
  writer: ByteWriter,
  integers: ArrayLike<number>,
  wideAt: (row: number) => bigint = (row) => BigInt(integers[row] ?? 0),
): void {
  const values = floatsOf(integers);
  const present = withoutNulls(values);
  const first = present[0];
  if (first === undefined) {
    writer.byte(FORM.empty);
    return;
  }
  const hasNulls = present.length < values.length;
  const head = (form: number) => {
    writer.byte(form + (hasNulls ? WITH_NULLS : 0));
    if (hasNulls) writeRuns(writer, values);
  };
  if (!areNarrow(present, first)) {
    head(FORM.wide);
    writeWide(writer, values, wideAt);
    return;
  }
  const step = stepOf(present, first);
  if (step === 0) {
    head(FORM.constant);
    writer.signed(first);
    return;
  }
  const order = bestOrder(present, first, step);
  const differences = differencesOf(present, { order, first, step });
  const coded = codedForRice(differences, order);
  if (coded) {
    head(FORM.rice);
    writer.byte(order);
    writer.signed(first - coded.below * step);
    writer.varint(step);
    writer.varint(coded.start);
    writeRice(writer.noise, coded.values, coded);
  } else {
    head(FORM.differences);
    writer.byte(order);
    writer.signed(first);
    writer.varint(step);
    writer.signeds(differences.length, (index) => differences[index] ?? 0);
  }
}

/**
 * The differences for a Rice code, as unsigned integers; null where compression is estimated to need fewer bits, or some
 * are too large. Those of order 0 are from the least one, which is `below` the first; of the others, the first is 0.
 */
function codedForRice(differences: Float64Array, order: number) {
  let [least, most] = [0, 0];
  for (let index = 0; index < differences.length; index++) {
    const difference = differences[index] ?? 0;
    if (difference < least) least = difference;
    if (difference > most) most = difference;
  }
  if (most - least >= RICE_LIMIT / 2) return null;
  const zigzags = new Int32Array(differences.length);
  for (let index = 0; index < zigzags.length; index++) {
    const difference = differences[index] ?? 0;
    zigzags[index] = (difference << 1) ^ (difference >> 31);
  }
  const values = order === 0 ? Int32Array.from(differences, (difference) => difference - least) : zigzags.subarray(1);
  const start = riceStart(values);
  const bits = riceBits(values, start);
  return bits < compressedBits(zigzags) ? { values, start, bits, below: order === 0 ? -least : 0 } : null;
}

/** An estimate of the bits that integers take compressed: by how often each of their first bytes occurs. */
function compressedBits(zigzags: Int32Array): number {
  const counts = new Int32Array(256);
  let bits = 0;
  for (let index = 0; index < zigzags.length; index++) {
    const zigzag = zigzags[index] ?? 0;
    let head = zigzag;
    if (zigzag >= 0x80) {
      head = (zigzag & 0x7f) | 0x80;
      for (let rest = zigzag >>> 7; rest > 0; rest >>>= 7) bits += 8;
    }
    counts[head] = (counts[head] ?? 0) + 1;
  }
  for (const count of counts) if (count > 0) bits -= count * Math.log2(count / zigzags.length);
  return bits;
}

/** Code that only ever gets one kind of array is several times as fast. */
const floatsOf = (values: ArrayLike<number>): Float64Array =>
  values instanceof Float64Array ? values : new Float64Array(values);

/** The same for latitudes and longitudes. */
export function writeCoordinates(writer: ByteWriter, coordinates: ArrayLike<number>): void {
  const values = floatsOf(coordinates);
  for (const [index, grid] of GRIDS.entries()) {
    const multiples = multiplesOf(values, grid);
    if (!multiples) continue;
    writer.byte(FORM.grid);
    writer.byte(index);
    writeIntegers(writer, multiples);
    return;
  }
  writeIntegers(writer, values);
}

/** The multiples of a grid that the values are; null if some are not, or if this saves nothing. */
function multiplesOf(values: Float64Array, [over, under]: readonly [number, number]): Float64Array | null {
  const multiples = new Float64Array(values.length);
  let isConstant = true;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? 0;
    const multiple = Math.round((value * under) / over);
    if (Math.round((multiple * over) / under) !== value && !Number.isNaN(value)) return null;
    multiples[row] = multiple;
    isConstant &&= Object.is(value, values[0]);
  }
  return isConstant ? null : multiples;
}

/** Reads `count` values that `writeIntegers` wrote; null is NaN. */
export function readIntegers(reader: ByteReader, count: number): Integers {
  const head = reader.byte();
  if (head === FORM.grid) return { values: readMultiples(reader, count) };
  const form = head & ~WITH_NULLS;
  if (form > FORM.rice || form === FORM.grid) throw malformed(`integers of form ${form}`);
  if (form === FORM.empty) return { values: new Float64Array(count).fill(Number.NaN) };
  const rows = head < WITH_NULLS ? null : readRuns(reader, count);
  const spread = new Float64Array(rows ? count : 0).fill(Number.NaN);
  if (form === FORM.wide) {
    const present = reader.int64s(rows?.length ?? count);
    if (!rows) return { values: Float64Array.from(present, Number), wide: present };
    const wide = new BigInt64Array(count);
    rows.forEach((row, index) => {
      wide[row] = present[index] ?? 0n;
      spread[row] = Number(present[index]);
    });
    return { values: spread, wide };
  }
  const values = readPresent(reader, form, rows?.length ?? count);
  if (!rows) return { values };
  for (let index = 0; index < rows.length; index++) spread[rows[index] ?? 0] = values[index] ?? 0;
  return { values: spread };
}

function readMultiples(reader: ByteReader, count: number): Float64Array {
  const [over, under] = GRIDS[reader.byte()] ?? [0, 0];
  if (under === 0 || reader.peek() === FORM.grid) throw malformed('a grid');
  return readIntegers(reader, count).values.map((multiple) => Math.round((multiple * over) / under));
}

function readPresent(reader: ByteReader, form: number, count: number): Float64Array {
  if (form === FORM.constant) return new Float64Array(count).fill(reader.signed());
  const order = reader.byte();
  const first = reader.signed();
  const step = reader.varint();
  const values =
    form === FORM.rice ? readCoded(reader, count, { order, start: reader.varint() }) : reader.signeds(count);
  if (order === 0) for (let index = 0; index < count; index++) values[index] = first + (values[index] ?? 0) * step;
  else if (order === 1) addUp(values, first, step);
  else if (order === 2) addUpTwice(values, first, step);
  else throw malformed(`differences of order ${order}`);
  return values;
}

/** The differences that `codedForRice` coded. */
function readCoded({ noise }: ByteReader, count: number, { order, start }: { order: number; start: number }) {
  if (!noise) throw malformed('a Rice code');
  if (order === 0) return Float64Array.from(readRice(noise, count, start));
  const differences = new Float64Array(count);
  const coded = readRice(noise, Math.max(0, count - 1), start);
  for (let index = 0; index < coded.length; index++) {
    const value = coded[index] ?? 0;
    differences[index + 1] = (value >>> 1) ^ -(value & 1);
  }
  return differences;
}

function addUp(values: Float64Array, first: number, step: number): void {
  let value = 0;
  for (let index = 0; index < values.length; index++) {
    value += values[index] ?? 0;
    values[index] = first + value * step;
  }
}

function addUpTwice(values: Float64Array, first: number, step: number): void {
  let [value, slope] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    slope += values[index] ?? 0;
    value += slope;
    values[index] = first + value * step;
  }
}

function withoutNulls(values: Float64Array): Float64Array {
  let nulls = 0;
  for (let index = 0; index < values.length; index++) if (Number.isNaN(values[index])) nulls += 1;
  if (nulls === 0) return values;
  const present = new Float64Array(values.length - nulls);
  let length = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? Number.NaN;
    if (!Number.isNaN(value)) present[length++] = value;
  }
  return present;
}

/** True if the integers and their differences can be calculated with exactly. */
function areNarrow(values: Float64Array, first: number): boolean {
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    if (!(Math.abs(value) < INTEGER_LIMIT && Math.abs(value - first) < DISTANCE_LIMIT)) return false;
  }
  return true;
}

function writeWide(writer: ByteWriter, values: Float64Array, wideAt: (row: number) => bigint): void {
  for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row])) writer.int64(wideAt(row));
}

/** The greatest common divisor of the distances from the first; 0 if all are equal. */
function stepOf(values: Float64Array, first: number): number {
  let step = 0;
  for (let index = 1; index < values.length && step !== 1; index++) {
    let rest = Math.abs((values[index] ?? 0) - first);
    while (rest !== 0) [step, rest] = [rest, step % rest];
  }
  return step;
}

/** The order of differences that takes the fewest bits. */
function bestOrder(values: Float64Array, first: number, step: number): number {
  let [plain, once, twice] = [0, 0, 0];
  let [value, slope] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    const next = ((values[index] ?? 0) - first) / step;
    const nextSlope = next - value;
    plain += bitsOf(next);
    once += bitsOf(nextSlope);
    twice += bitsOf(nextSlope - slope);
    [value, slope] = [next, nextSlope];
  }
  return plain <= Math.min(once, twice) ? 0 : once <= twice ? 1 : 2;
}

/** The approximate number of bits of an integer. */
const bitsOf = (value: number) => 32 - Math.clz32(Math.min(Math.abs(value), 0xffffffff));

/** The differences in steps. */
function differencesOf(
  values: Float64Array,
  { order, first, step }: { order: number; first: number; step: number },
): Float64Array {
  const differences = new Float64Array(values.length);
  let [value, slope] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    const next = ((values[index] ?? 0) - first) / step;
    const nextSlope = next - value;
    differences[index] = order === 0 ? next : order === 1 ? nextSlope : nextSlope - slope;
    [value, slope] = [next, nextSlope];
  }
  return differences;
}

/** Lengths of the runs of values and nulls by turns; the first is of values and may be 0. */
function writeRuns(writer: ByteWriter, values: Float64Array): void {
  let [begins, isNull] = [0, false];
  for (let index = 0; index <= values.length; index++) {
    if (index < values.length && Number.isNaN(values[index]) === isNull) continue;
    writer.varint(index - begins);
    begins = index;
    isNull = !isNull;
  }
}

/** The rows with a value. */
function readRuns(reader: ByteReader, count: number): Int32Array {
  const rows = new Int32Array(count);
  let [row, length, isNull] = [0, 0, false];
  while (row < count) {
    const end = row + reader.varint();
    if (end > count || (end === row && row > 0)) throw malformed('a run of nulls');
    if (isNull) row = end;
    while (row < end) rows[length++] = row++;
    isNull = !isNull;
  }
  return rows.subarray(0, length);
}

/** The same for a column of `int`, without nulls. */
export const readInt32s = (reader: ByteReader, count: number): Int32Array =>
  checked(readIntegers(reader, count).values, new Int32Array(count));

/** The same for a column of `smallint`, without nulls. */
export const readInt16s = (reader: ByteReader, count: number): Int16Array =>
  checked(readIntegers(reader, count).values, new Int16Array(count));

function checked<Column extends Int16Array | Int32Array>(values: Float64Array, column: Column): Column {
  for (let row = 0; row < values.length; row++) {
    column[row] = values[row] ?? 0;
    if (column[row] !== values[row]) throw malformed('an integer beyond its column');
  }
  return column;
}
