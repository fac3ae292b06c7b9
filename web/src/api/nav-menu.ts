import type { CallOutput } from './call.ts';
import { callOrKept } from './kept-answers.ts';
import { orEndSession } from './or-end-session.ts';

/**
 * The server-built menu. Any answer but 200 wipes local storage and leads to sign-in (specification, section 8).
 * @throws {CallError} as every call does
 */
export const fetchMenu = (at?: string): Promise<CallOutput<'get-nav-menu'>> =>
  orEndSession(callOrKept('get-nav-menu', {}, { endsSession: false }), at);
