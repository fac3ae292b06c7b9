import { LiveCall, LiveFrames } from './live.ts';
import { route } from './route.ts';

export const liveRoutes = {
  /** The live view for a browser whose WebSocket is refused on the way: the same frames, taken by calls. */
  'get-live-updates': route({
    access: 'person',
    limited: 'allowed',
    bodyBytes: 65_536,
    input: LiveCall,
    output: LiveFrames,
  }),
};
