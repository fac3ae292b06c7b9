import type { StreamProtocol } from '../types.ts';
import { newXexunDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newXexunFramer } from './framer.ts';

/** Xexun's TK102 and TK103: the short message and the whole one, over TCP and UDP. */
export const xexun: StreamProtocol = {
  kind: 'stream',
  name: 'xexun',
  title: 'Xexun (TK102, TK103)',
  defaultPort: 5006,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newXexunFramer,
  newDecoder: newXexunDecoder,
  // 123456 is the password that devices leave the factory with.
  setup: ({ host, port }) => [{ step: 'sms', value: `adminip123456 ${host} ${port}` }],
};
