import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { malformed } from './chunk-error.ts';
import { readIntegers, writeIntegers } from './integer-column.ts';

/** Stored where no candidate is the hash; otherwise the index of the candidate that is. */
const STORED = 255;

/** Hashes are calculated where they follow from the other columns, and stored where they do not. */
export function writeHashes(writer: ByteWriter, hashes: Int32Array, candidates: readonly (() => Int32Array)[]): void {
  const forms = new Float64Array(hashes.length).fill(STORED);
  let left = hashes.length;
  for (const [form, calculate] of candidates.entries()) {
    if (left === 0) break;
    const calculated = calculate();
    for (let row = 0; row < hashes.length; row++) {
      if (forms[row] !== STORED || calculated[row] !== hashes[row]) continue;
      forms[row] = form;
      left -= 1;
    }
  }
  writeIntegers(writer, forms);
  for (let row = 0; row < hashes.length; row++) if (forms[row] === STORED) writer.int32(hashes[row] ?? 0);
}

export function readHashes(reader: ByteReader, count: number, candidates: readonly (() => Int32Array)[]): Int32Array {
  const calculated = new Map<number, Int32Array>();
  const forms = readIntegers(reader, count).values;
  const hashes = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const form = forms[row] ?? Number.NaN;
    if (form === STORED) {
      hashes[row] = reader.int32();
      continue;
    }
    let candidate = calculated.get(form);
    if (!candidate) {
      const calculate = candidates[form];
      if (!calculate) throw malformed(`a hash of form ${form}`);
      calculated.set(form, (candidate = calculate()));
    }
    hashes[row] = candidate[row] ?? 0;
  }
  return hashes;
}
