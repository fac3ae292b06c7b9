import { type TextDescriptor, textFor } from '../texts/text.ts';
import { notify } from '../notify/notify.ts';
import type { OpenContext } from './handler.ts';

/** Notifies a person of a change to their account, in case somebody else made it. */
export function notifyAccount(
  { services, client }: OpenContext,
  userId: number,
  title: TextDescriptor,
  text: TextDescriptor | string = textFor('from-address', { address: client.address }),
): Promise<void> {
  return notify(services, { userId, kind: 'account', title, text, path: 'extra-pages/profile' });
}

/** Closes the live connections of ended sessions. */
export function publishEnded({ services }: OpenContext, sessionIds: readonly number[]): void {
  for (const sessionId of sessionIds) services.bus.publish('session-ended', { sessionId });
}
