import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import type { StreamProtocol } from '../types.ts';
import { newItsDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newItsFramer } from './framer.ts';

/** AIS-140, India's standard for vehicle location, in the layouts of its many makers, over TCP. */
export const its: StreamProtocol = {
  kind: 'stream',
  name: 'its',
  title: 'AIS-140 (India)',
  defaultPort: 5179,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  phrases: {
    output: { numbers: [1, 2], relay: 1, say: (number, on) => `@${on ? 'SET' : 'CLR'}#RLP,OP${number},` },
    // Parameter EO of the standard; the second in the form in which this protocol's other commands are.
    releaseEmergency: ['CLR EO', '@CLR#EO,', 'SET EO'],
  },
  newFramer: newItsFramer,
  takesLayouts: true,
  newDecoder: (_transport, described) => newItsDecoder(undefined, described?.frames),
};
