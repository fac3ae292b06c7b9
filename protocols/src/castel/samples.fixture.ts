import { fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { buildPacket } from './frame.ts';

/** Encodes 22 March 2026, 10:15:30, 1,000 cm/s, 87 degrees, south and west, with a fix of eleven satellites. */
const POSITION = '16031a0a0f1e986a7d0728ae0e0ce8036603bc';
/** Encodes ignition ten minutes ago, 125,500 m, 4,200 m since, 9.12 l, state 0x40000: ignition on. */
const STATUS = 'ebbebf6943c1bf693cea010068100000900300000a00000004000000000000000000';

function packet(version: number | null, type: number, body: string): Uint8Array {
  const id = new Uint8Array(20);
  id.set(asciiBytes(version === 4 ? '213L2026000013' : '611260000013'));
  return buildPacket(type, { version, id }, fromHex(body) ?? undefined);
}

/** Frames constructed from the manual, not recorded from a device. */
export const FRAMES = {
  login: packet(4, 0x1001, `${STATUS}01${POSITION}49444400494444000000`),
  heartbeat: packet(4, 0x1003, ''),
  positions: packet(4, 0x4001, `01${STATUS}02${POSITION}${POSITION}`),
  /** Load, coolant, revolutions and speed in one row. */
  parameters: packet(4, 0x4002, `${STATUS}0500040421052 10c210d21 0105 2d 58 1405 29`.replaceAll(' ', '')),
  troubles: packet(4, 0x4006, `${STATUS}00015113`),
  /** Hard braking begins, idling ends. */
  alarm: packet(4, 0x4007, `08000000${STATUS}01${POSITION}020105000000000006 00000000`.replaceAll(' ', '')),
  answer: packet(4, 0xa002, '0100 01 01 00 01 0121 0200 4f4b'.replaceAll(' ', '')),
  tracker: packet(12, 0x4206, `0101${POSITION}00000000 5a 3cea0100 000000 00000000`.replaceAll(' ', '')),
  short: packet(null, 0x2001, `840d000000dfb55602${POSITION}`),
};
export const SAMPLES: readonly Uint8Array[] = Object.values(FRAMES);
