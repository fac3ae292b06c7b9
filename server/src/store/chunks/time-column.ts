import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { type Integers, readIntegers, writeIntegers } from './integer-column.ts';

/** Microseconds between the Unix epoch and PostgreSQL's, 2000-01-01. */
const EPOCH_MICROS = 946_684_800_000_000;
/** A longer one may be rounded; 140 years. */
const LONGEST_DELAY = 2 ** 52;
const INFINITE = 2 ** 63;
/** How the moments of receipt are stored: as they are, or as delays after the time of their row. */
const RECEIPT = { times: 0, delays: 1 } as const;

/** Writes times; see `PositionColumns` for `wide`. */
export function writeTimes(writer: ByteWriter, times: Float64Array, wide: BigInt64Array | undefined): void {
  writeIntegers(writer, times, (row) => {
    if (wide) return wide[row] ?? 0n;
    const micros = times[row] ?? 0;
    if (!Number.isSafeInteger(micros)) throw new RangeError(`${micros} is not an exact time`);
    return BigInt(micros) - BigInt(EPOCH_MICROS);
  });
}

export function readTimes(reader: ByteReader, count: number): Integers {
  const { values, wide } = readIntegers(reader, count);
  if (!wide) return { values };
  return { values: values.map((micros) => unixMicros(micros)), wide };
}

const unixMicros = (micros: number) =>
  Math.abs(micros) === INFINITE ? Math.sign(micros) * Infinity : micros + EPOCH_MICROS;

/** Writes moments of receipt, as delays after `times` if those are exact. */
export function writeReceipts(
  writer: ByteWriter,
  receipts: Float64Array,
  times: Float64Array,
  wide: { receipts?: BigInt64Array | undefined; times?: BigInt64Array | undefined },
): void {
  const delays = receipts.map((receipt, row) => receipt - (times[row] ?? 0));
  if (wide.receipts || wide.times || delays.some((delay) => Math.abs(delay) > LONGEST_DELAY)) {
    writer.byte(RECEIPT.times);
    writeTimes(writer, receipts, wide.receipts);
  } else {
    writer.byte(RECEIPT.delays);
    writeIntegers(writer, delays);
  }
}

export function readReceipts(reader: ByteReader, count: number, times: () => Float64Array): Integers {
  if (reader.byte() === RECEIPT.times) return readTimes(reader, count);
  const { values } = readIntegers(reader, count);
  const bases = times();
  return { values: values.map((delay, row) => delay + (bases[row] ?? 0)) };
}
