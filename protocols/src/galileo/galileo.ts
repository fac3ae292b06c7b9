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
  newFramer: newGalileoFramer,
  newDecoder: () => newGalileoDecoder(),
  // 1234 is the password that devices leave the factory with; it lets the sender's number in.
  setup: ({ host, port }) => [
    { label: 'SMS to the device', value: 'AddPhone 1234' },
    { label: 'SMS to the device', value: `ServerIP ${host},${port}` },
  ],
};
