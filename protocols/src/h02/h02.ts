import type { StreamProtocol } from '../types.ts';
import { newH02Decoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newH02Framer } from './framer.ts';

/** H02 of Sinotrack and many others: text and binary frames, over TCP and UDP. */
export const h02: StreamProtocol = {
  kind: 'stream',
  name: 'h02',
  title: 'H02 (Sinotrack)',
  defaultPort: 5013,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  // Confirmation V4: the command and DONE.
  engineReplies: {
    stopped: /^S20,DONE\b/i,
    resumed: /^S20,DONE\b/i,
    refused: /^S20,(?:FAIL|ERR|NO\b)/i,
  },
  newFramer: newH02Framer,
  newDecoder: () => newH02Decoder(),
  // 0000 is the password that devices leave the factory with.
  setup: ({ host, port }) => [{ step: 'sms', value: `8040000 ${host} ${port}` }],
};
