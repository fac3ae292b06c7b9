import type { RouteName } from '@milepost/contract/routes';
import { call, type CallInput, type CallOptions, type CallOutput } from './call.ts';
import { CallError } from './call-error.ts';
import { localStore } from './local-store.ts';

const keyOf = (name: RouteName) => `kept_${name}`;

/** Whether the person lets the application open without a connection (the switch Offline). */
function mayKeep(): boolean {
  try {
    const settings: unknown = JSON.parse(localStore.getItem('panel_settings') ?? '{}');
    return typeof settings === 'object' && settings !== null && 'offline' in settings && settings.offline === true;
  } catch {
    return false;
  }
}

/** Only the outline: it was kept from an answer of the same route, and the schemas are not in what the shell loads. */
const isOutput = <Name extends RouteName>(answer: unknown): answer is CallOutput<Name> =>
  typeof answer === 'object' && answer !== null;

/**
 * A call whose last answer stands in where the server cannot be reached and the person wants to work offline; for what
 * the shell needs to open, never for data of the fleet. It goes with the rest of local storage when the session ends.
 */
export async function callOrKept<Name extends RouteName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallOutput<Name>> {
  try {
    const answer = await call(name, input, options);
    if (mayKeep()) localStore.setItem(keyOf(name), JSON.stringify(answer));
    return answer;
  } catch (error) {
    const kept = error instanceof CallError && error.status === 0 ? keptAnswer(name) : null;
    if (kept === null) throw error;
    return kept;
  }
}

/** The last answer of a call, where the person wants to work offline; null where there is none. */
export function keptAnswer<Name extends RouteName>(name: Name): CallOutput<Name> | null {
  const kept = mayKeep() ? localStore.getItem(keyOf(name)) : null;
  if (!kept) return null;
  const answer: unknown = JSON.parse(kept);
  return isOutput<Name>(answer) ? answer : null;
}
