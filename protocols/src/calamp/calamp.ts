import type { StreamProtocol } from '../types.ts';
import { newCalampDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newCalampFramer } from './framer.ts';

/** CalAmp's LMU by LM Direct: reports of events and places, small reports, messages of users, over UDP. */
export const calamp: StreamProtocol = {
  kind: 'stream',
  name: 'calamp',
  title: 'CalAmp (LMU)',
  defaultPort: 5082,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newCalampFramer,
  newDecoder: newCalampDecoder,
  // Parameters 2319 (address) and 769 (port) of the first inbound connection.
  setup: ({ host, port }) => [
    { step: 'sms', value: `!RP,2319,0,${host}` },
    { step: 'sms', value: `!RP,769,0,${port}` },
  ],
};
