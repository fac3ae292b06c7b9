import { LiveCall, LiveFrames } from './live.ts';
import { operation } from './operation.ts';

export const liveOperations = {
  'get-live-updates': operation({
    summary:
      'Returns frames of the live view, the same as over the WebSocket, for browsers whose network refuses WebSockets.',
    access: 'person',
    limited: 'allowed',
    bodyBytes: 65_536,
    example: { channel: null, seen: 0, frames: [] },
    bounds: { 'frames[]': 'MAX_BYTES of the polled socket' },
    input: LiveCall,
    output: LiveFrames,
  }),
};
