import type { OperationName } from '@milepost/contract/operations';
import { call, type CallInput, type CallOptions, type CallOutput } from './call.ts';
import { CallError } from './call-error.ts';
import { localStore } from './local-store.ts';

const keyOf = (name: OperationName) => `kept_${name}`;

/** True if the person lets the application open without a connection (the switch Offline). */
function mayCache(): boolean {
  try {
    const settings: unknown = JSON.parse(localStore.getItem('panel_settings') ?? '{}');
    return typeof settings === 'object' && settings !== null && 'offline' in settings && settings.offline === true;
  } catch {
    return false;
  }
}

/**
 * Checks only the outline: it was cached from a reply of the same operation, and the schemas are not loaded with the
 * shell.
 */
const isOutput = <Name extends OperationName>(answer: unknown): answer is CallOutput<Name> =>
  typeof answer === 'object' && answer !== null;

/**
 * A call that falls back to its last reply if the server cannot be reached and the person wants to work offline. Only
 * for calls that the shell needs to open, never for data of the fleet. The cached reply is removed with the rest of
 * local storage when the session ends.
 */
export async function callOrCached<Name extends OperationName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallOutput<Name>> {
  try {
    const answer = await call(name, input, options);
    if (mayCache()) localStore.setItem(keyOf(name), JSON.stringify(answer));
    return answer;
  } catch (error) {
    const cached = error instanceof CallError && error.status === 0 ? cachedAnswer(name) : null;
    if (cached === null) throw error;
    return cached;
  }
}

/** The last reply of a call, if the person wants to work offline; null if there is none. */
export function cachedAnswer<Name extends OperationName>(name: Name): CallOutput<Name> | null {
  const cached = mayCache() ? localStore.getItem(keyOf(name)) : null;
  if (!cached) return null;
  const answer: unknown = JSON.parse(cached);
  return isOutput<Name>(answer) ? answer : null;
}
