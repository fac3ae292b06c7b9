/** Packets of any length, built from their fields. Source: MQTT 3.1.1 (OASIS), 1.5 and 2.2. */
import { concat } from '../tools/bytes.ts';

const utf8 = new TextEncoder();

export const word = (number: number): Uint8Array => Uint8Array.of(number >> 8, number & 0xff);

export function field(text: string): Uint8Array {
  const bytes = utf8.encode(text);
  return concat(word(bytes.length), bytes);
}

export function packet(first: number, ...parts: Uint8Array[]): Uint8Array {
  const body = concat(...parts);
  const length: number[] = [];
  for (let rest = body.length; ; rest = Math.floor(rest / 128)) {
    length.push(rest < 128 ? rest : (rest % 128) | 0x80);
    if (rest < 128) return concat(Uint8Array.of(first, ...length), body);
  }
}
