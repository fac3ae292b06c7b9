import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newS168Decoder } from './read.ts';

const MAX_FRAME_BYTES = 2048;

/** Trackers for people and animals that speak "S168" (UniGuard, HCS048 and the like): text over TCP. */
export const s168: StreamProtocol = {
  kind: 'stream',
  name: 's168',
  title: 'S168 (UniGuard, HCS048)',
  defaultPort: 5204,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: { restart: 'REBOOT' },
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '$'),
  newDecoder: newS168Decoder,
};
