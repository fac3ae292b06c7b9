import { LiveCall, LiveFrames } from './live.ts';
import { route } from './route.ts';

export const liveRoutes = {
  /** The live view for a browser whose proxy refuses WebSockets: the same frames, fetched by calls. */
  'get-live-updates': route({
    access: 'person',
    limited: 'allowed',
    bodyBytes: 65_536,
    example: { channel: null, seen: 0, frames: [] },
    bounds: { 'frames[]': 'MOST_BYTES of the polled socket' },
    input: LiveCall,
    output: LiveFrames,
  }),
};
