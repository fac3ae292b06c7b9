import { CallError } from './call-error.ts';
import { endSession } from './session-end.ts';

/**
 * Returns the output of a call for which every status but 200 leads to sign-in (specification, sections 2 and 8). A
 * missing reply does not: signing in needs the server too. `at` is as in `endSession`.
 */
export async function orEndSession<Output>(pending: Promise<Output>, at?: string): Promise<Output> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof CallError && error.status !== 0) void endSession(at);
    throw error;
  }
}
