import type { StreamProtocol } from '../types.ts';
import { newT800xDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newT800xFramer } from './framer.ts';

/** Topflytech's devices: of vehicles (T8603, T8608, T8806, T8808, TLW), with OBD (TLW2), portable ones (TLP, SolarGuard). */
export const t800x: StreamProtocol = {
  kind: 'stream',
  name: 't800x',
  title: 'Topflytech (T8803, TLW, TLP)',
  defaultPort: 5094,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newT800xFramer,
  newDecoder: newT800xDecoder,
};
