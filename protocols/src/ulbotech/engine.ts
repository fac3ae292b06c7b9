import type { ByteReader } from '../tools/bytes.ts';
import { currentData, troubleCode } from '../tools/diagnosis.ts';
import type { Attributes } from '../types.ts';

const CURRENT = 1;

/** Length and service of four bits each, number, value; the length counts all of them. */
export function engineValues(reader: ByteReader, attributes: Attributes): void {
  while (reader.remaining > 2) {
    const head = reader.u8();
    const length = head >> 4;
    if (length < 2 || length - 1 > reader.remaining) return;
    const [number = 0, first = 0, second = 0] = reader.take(length - 1);
    const value = (head & 0x0f) === CURRENT && length > 2 ? currentData(number, first, second) : undefined;
    if (value !== undefined) attributes[value[0]] = value[1];
  }
}

const MOST_CODES = 16;

/** Length and service, then codes. */
export function troubleCodes(reader: ByteReader): string[] {
  reader.skip(1);
  const codes: string[] = [];
  while (reader.remaining >= 2 && codes.length < MOST_CODES) codes.push(troubleCode(reader.u16()));
  return codes;
}
