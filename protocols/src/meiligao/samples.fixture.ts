import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { buildPacket } from './frame.ts';

const ID = Uint8Array.of(0x35, 0x60, 0x00, 0x00, 0x00, 0x00, 0x01);
export const RECEIVER = '101530.000,A,3454.3300,S,05611.4780,W,21.60,87,220326';

/** A frame of a device with fourteen digits of identity. */
export function packet(command: number, text: string, before: readonly number[] = [], id = ID): Uint8Array {
  const frame = buildPacket(command, id, concat(Uint8Array.from(before), asciiBytes(text)));
  frame.fill(0x24, 0, 2);
  return frame;
}

/** Frames constructed from the manual, not recorded from a device. */
export const FRAMES = {
  login: packet(0x5000, ''),
  heartbeat: packet(0x0001, ''),
  /** Encodes outputs 00, inputs 21; signal 1c, 0x1ea3c metres, eleven satellites. */
  position: packet(0x9955, `${RECEIVER},,*36|0.8|123|2100|0000,020E|02EC00010DACA029|1C|0001EA3C|0B`),
  tagged: packet(0x9955, `${RECEIVER},,*1C|1.5|-4|0001|0000,0000|000125500|007ae105`),
  memory: packet(0x9016, `${RECEIVER},,,A*70|0.8|12.5`, [0, 1, 0, 1, 0, 0]),
  alarm: packet(0x9999, `${RECEIVER},,*0F|1.0|7|0000|01A9,0197`, [0x11]),
  many: packet(0x6688, `${RECEIVER}|0.8|12|0200\\\x01${RECEIVER.replace('101530', '101630')}|0.8|12|0200`, [2, 0]),
  cards: packet(0x9966, `|101530,220326,3454.3300,S,05611.4780,W`, [0, 0x98, 0x96, 0x81, ...Array<number>(56).fill(0)]),
  engine: packet(0x9901, '13.2,1300,41,9.00,45.20,88,7.10,8.16,427.0,125.5,0.34,9.34,0,1,2'),
  answer: packet(0x4115, '', [1]),
};
export const SAMPLES: readonly Uint8Array[] = Object.values(FRAMES);
