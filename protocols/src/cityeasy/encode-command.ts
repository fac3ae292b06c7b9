import { concat } from '../tools/bytes.ts';
import { crc16Kermit } from '../tools/crc16.ts';
import type { Command } from '../types.ts';
import { LINE_FEED, RETURN } from './framer.ts';
import { LOCATION_REQUEST } from './read.ts';

/** "SS", how many bytes in all, type, a count, the check of all before, the end. */
export function encodeCommand(command: Command): Uint8Array | null {
  if (command.kind !== 'locate') return null;
  const checked = Uint8Array.of(0x53, 0x53, 0, 14, 0, LOCATION_REQUEST, 0, 0, 0, 1);
  const check = crc16Kermit(checked);
  return concat(checked, Uint8Array.of(check >> 8, check & 0xff, RETURN, LINE_FEED));
}
