import type { StreamProtocol } from '../types.ts';
import { newAdmDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newAdmFramer } from './framer.ts';

/** ADM terminals of Neomatica (protocol ADM 1.06): binary packets over TCP. */
export const adm: StreamProtocol = {
  kind: 'stream',
  name: 'adm',
  title: 'ADM (Neomatica)',
  defaultPort: 5092,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  phrases: { status: 'STATUS' },
  newFramer: newAdmFramer,
  newDecoder: newAdmDecoder,
};
