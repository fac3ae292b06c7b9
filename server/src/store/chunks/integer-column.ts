import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { malformed } from './chunk-error.ts';

/** How the integers that follow are stored: the first byte. */
const FORM = { empty: 0, constant: 1, differences: 2, wide: 3 } as const;
/** Added to the first byte if some of the values are null. */
const WITH_NULLS = 0x80;
/** Larger integers, and those further from the first one, could not be calculated with exactly. */
const INTEGER_LIMIT = 2 ** 52;
const DISTANCE_LIMIT = 2 ** 50;
const MAX_ORDER = 2;

/** Integers of which some are too large for a double: rounded, and as they are (0 for null). */
export interface Integers {
  values: Float64Array;
  wide?: BigInt64Array;
}

/** Writes integers, where null is NaN; `wideAt` returns the exact value where one is too large. */
export function writeIntegers(
  writer: ByteWriter,
  values: ArrayLike<number>,
  wideAt: (row: number) => bigint = (row) => BigInt(values[row] ?? 0),
): void {
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
  head(step === 0 ? FORM.constant : FORM.differences);
  writer.signed(first);
  writer.varint(step);
  if (step === 0) return;
  const { order, differences } = bestDifferences(present, first, step);
  writer.byte(order);
  for (const difference of differences) writer.signed(difference);
}

/** Reads `count` values that `writeIntegers` wrote; null is NaN. */
export function readIntegers(reader: ByteReader, count: number): Integers {
  const head = reader.byte();
  const form = head & ~WITH_NULLS;
  if (form > FORM.wide) throw malformed(`integers of form ${form}`);
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

function readPresent(reader: ByteReader, form: number, count: number): Float64Array {
  const first = reader.signed();
  const step = reader.varint();
  const values = new Float64Array(count);
  if (form === FORM.constant) return values.fill(first);
  const order = reader.byte();
  if (order > MAX_ORDER) throw malformed(`differences of order ${order}`);
  reader.signeds(values);
  let [value, slope] = [0, 0];
  for (let index = 0; index < count; index++) {
    const difference = values[index] ?? 0;
    if (order === 2) slope += difference;
    else slope = difference;
    value = order === 0 ? slope : value + slope;
    values[index] = first + value * step;
  }
  return values;
}

function withoutNulls(values: ArrayLike<number>): ArrayLike<number> {
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
function areNarrow(values: ArrayLike<number>, first: number): boolean {
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    if (!(Math.abs(value) < INTEGER_LIMIT && Math.abs(value - first) < DISTANCE_LIMIT)) return false;
  }
  return true;
}

function writeWide(writer: ByteWriter, values: ArrayLike<number>, wideAt: (row: number) => bigint): void {
  for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row])) writer.int64(wideAt(row));
}

/** The greatest common divisor of the distances from the first; 0 if all are equal. */
function stepOf(values: ArrayLike<number>, first: number): number {
  let step = 0;
  for (let index = 1; index < values.length && step !== 1; index++) {
    let rest = Math.abs((values[index] ?? 0) - first);
    while (rest !== 0) [step, rest] = [rest, step % rest];
  }
  return step;
}

/** The differences of the order that takes the fewest bytes. */
function bestDifferences(values: ArrayLike<number>, first: number, step: number) {
  let best = { order: 0, differences: new Float64Array(), bits: Infinity };
  let previous = Float64Array.from(values, (value) => (value - first) / step);
  for (let order = 0; order <= MAX_ORDER; order++) {
    let bits = 0;
    for (const difference of previous) bits += Math.log2(Math.abs(difference) + 1);
    if (bits < best.bits) best = { order, differences: previous, bits };
    const lower = previous;
    previous = lower.map((value, index) => value - (index === 0 ? 0 : (lower[index - 1] ?? 0)));
  }
  return best;
}

/** Lengths of the runs of values and nulls by turns; the first is of values and may be 0. */
function writeRuns(writer: ByteWriter, values: ArrayLike<number>): void {
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
