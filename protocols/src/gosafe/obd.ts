import { fromHex } from '../tools/bytes.ts';
import { currentData } from '../tools/diagnosis.ts';
import type { Attributes } from '../types.ts';

/** An answer of the engine to "show current data" (SAE J1979, service 01). */
const ANSWER = 0x41;

/** Answers of the engine in hex, each with its length before it. Others than those to questions of service 01 are passed by. */
export function readObd(hex: string): Attributes {
  const bytes = fromHex(hex);
  const attributes: Attributes = {};
  if (bytes === null) return attributes;
  for (let at = 0; at < bytes.length; at += 1 + (bytes[at] ?? 0)) {
    const length = bytes[at] ?? 0;
    const [service = 0, number = 0, first, second = 0] = bytes.subarray(at + 1, at + 1 + length);
    const decoded = service === ANSWER && first !== undefined ? currentData(number, first, second) : undefined;
    if (decoded !== undefined) attributes[decoded[0]] = decoded[1];
  }
  return attributes;
}
