import type { StreamProtocol } from '../types.ts';
import { newGalileoDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newGalileoFramer } from './framer.ts';

/** Galileosky's terminals: records of tags, packed records, and what comes through Iridium, over TCP. */
export const galileo: StreamProtocol = {
  kind: 'stream',
  name: 'galileo',
  title: 'Galileosky',
  defaultPort: 5034,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // The states of outputs 3 to 0; output 0 at 0 stops the engine (manual, 10.6).
  engineReplies: {
    stopped: /^OUT\(3\.\.0\)\s*=\s*[01]{3}0$/i,
    resumed: /^OUT\(3\.\.0\)\s*=\s*[01]{3}1$/i,
    refused: null,
  },
  // "Out": the number of the output, and whether it conducts (0) or not (1); manual, 10.6.
  phrases: { output: { numbers: [0, 1, 2, 3], relay: 0, say: (number, on) => `Out ${number},${on ? 0 : 1}` } },
  newFramer: newGalileoFramer,
  newDecoder: () => newGalileoDecoder(),
  // 1234 is the password that devices leave the factory with; it lets the sender's number in.
  setup: ({ host, port }) => [
    { step: 'sms', value: 'AddPhone 1234' },
    { step: 'sms', value: `ServerIP ${host},${port}` },
  ],
};
