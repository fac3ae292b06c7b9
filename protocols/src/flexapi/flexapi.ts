import type { StreamProtocol } from '../types.ts';
import { newFlexapiDecoder, newFlexapiInspector } from './decoder.ts';
import { MAX_FRAME_BYTES, newFlexapiFramer } from './framer.ts';

/** InHand's vehicle gateways and trackers: JSON by topic over TCP, with a checksum. */
export const flexapi: StreamProtocol = {
  kind: 'stream',
  name: 'flexapi',
  title: 'FlexAPI of InHand (VT310, VG710, VG814)',
  defaultPort: 5235,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: {
    interval: (seconds) => `gnss/set {"interval":${seconds}}`,
    status: 'io/refresh',
    version: 'sysinfo/refresh',
  },
  newFramer: newFlexapiFramer,
  newDecoder: newFlexapiDecoder,
  newInspector: newFlexapiInspector,
};
