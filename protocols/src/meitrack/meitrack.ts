import type { StreamProtocol } from '../types.ts';
import { newMeitrackDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newMeitrackFramer } from './framer.ts';

/** Meitrack's trackers (MVT, T333, T366, P99, …): text and two binary layouts, over TCP and UDP. */
export const meitrack: StreamProtocol = {
  kind: 'stream',
  name: 'meitrack',
  title: 'Meitrack',
  defaultPort: 5020,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  engineReplies: {
    stopped: /^C01,(?:0,)?OK$/i,
    resumed: /^C01,(?:0,)?OK$/i,
    refused: /^C01,(?:0,)?(?:ERR|FAIL)/i,
  },
  // C01 has a letter for each output: 1 on, 0 off, 2 unchanged. A71 has the telephone numbers of the buttons.
  phrases: {
    output: {
      numbers: [1, 2, 3, 4, 5],
      relay: 1,
      write: (number, on) => `C01,0,${'2'.repeat(number - 1)}${on ? 1 : 0}${'2'.repeat(5 - number)}`,
    },
    sosNumbers: { most: 3, write: (phones) => `A71,${phones.join(',')}` },
  },
  newFramer: newMeitrackFramer,
  newDecoder: newMeitrackDecoder,
  // 0000 is the factory default password; the last three fields are the mobile network's.
  setup: ({ host, port }) => [{ step: 'sms', value: `0000,A21,1,${host},${port},APN,,` }],
};
