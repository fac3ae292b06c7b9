import type { Handlers } from '../handler.ts';

/** The live view by calls. */
export const liveHandlers = {
  'get-live-updates': async (input, { services, caller }) => services.liveCalls(caller, input),
} satisfies Pick<Handlers, 'get-live-updates'>;
