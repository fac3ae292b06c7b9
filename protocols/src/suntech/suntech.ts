import type { StreamProtocol } from '../types.ts';
import { newSuntechDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newSuntechFramer } from './framer.ts';

/** Suntech's trackers: text by model, the newer protocol, and its reports as bytes, over TCP. */
export const suntech: StreamProtocol = {
  kind: 'stream',
  name: 'suntech',
  title: 'Suntech',
  defaultPort: 5011,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // The device repeats the command that it executed.
  engineReplies: {
    stopped: /(?:^|;)Enable1$/,
    resumed: /(?:^|;)Disable1$/,
    refused: null,
  },
  // Operation manual of the ST300, 7-6 to 7-9.
  phrases: { output: { numbers: [1, 2], relay: 1, say: (number, on) => `${on ? 'Enable' : 'Disable'}${number}` } },
  newFramer: newSuntechFramer,
  newDecoder: newSuntechDecoder,
};
