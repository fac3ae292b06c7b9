import { type Said, said } from '../texts/text.ts';
import { notify } from '../notify/notify.ts';
import type { OpenContext } from './handler.ts';

/** Tells a person of a change of the own account: who did not make it should hear of it. */
export function tellOfAccount(
  { services, client }: OpenContext,
  userId: number,
  title: Said,
  text: Said | string = said('from-address', { address: client.address }),
): Promise<void> {
  return notify(services, { userId, kind: 'account', title, text, path: 'extra-pages/profile' });
}

/** Closes the sockets of sessions that were ended. */
export function tellEnded({ services }: OpenContext, sessionIds: readonly number[]): void {
  for (const sessionId of sessionIds) services.bus.publish('session-ended', { sessionId });
}
