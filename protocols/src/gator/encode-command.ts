import type { Command } from '../types.ts';
import { addressOf } from './identity.ts';
import { framed } from './read.ts';

/** Orders: report now, close and open the oil duct. */
const ORDERS = { locate: 0x30, engineStop: 0x39, engineResume: 0x38 } as const;

/** For devices that name themselves by an address; how one with an IMEI is addressed is not known. */
export function encodeCommand(command: Command, identity: string): Uint8Array | null {
  const address = addressOf(identity);
  return command.kind === 'text' || address === null ? null : framed(ORDERS[command.kind], address);
}
