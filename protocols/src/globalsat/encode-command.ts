import { exclusiveOr } from '../tools/sums.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Command } from '../types.ts';

/** "GSC", identity, order, the exclusive-or of all before the star, an exclamation mark. */
export function encodeCommand(command: Command, identity: string): Uint8Array | null {
  if (command.kind !== 'text' || !isAsciiLine(command.text)) return null;
  const text = `GSC,${identity},${command.text}`;
  const sum = exclusiveOr(asciiBytes(text)).toString(16).padStart(2, '0');
  return asciiBytes(`${text}*${sum}!`);
}
