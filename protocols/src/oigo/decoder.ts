import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { newConversation } from '../tools/conversation.ts';
import type { Decoder } from '../types.ts';
import { START } from './framer.ts';
import { older } from './older.ts';
import { younger } from './younger.ts';

/**
 * One conversation with one device; `now` tells which turn of its clock it is in. Layout and acknowledgement: as the
 * Traccar server speaks them with devices of Oigo. Younger devices are not known to want an answer.
 */
export const newOigoDecoder = (now: () => Date = () => new Date()): Decoder =>
  newConversation((frame) => {
    if (frame.length === 0) throw new BadFrame('no message of Oigo');
    const reader = new ByteReader(frame);
    return frame[0] === START ? younger(reader, now()) : older(reader, now());
  });
