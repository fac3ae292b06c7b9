import { CallError } from '../../api/call-error.ts';
import { call } from '../../api/call.ts';
import type { Sent } from './outbox.ts';
import { phoneId } from './phone-store.ts';
import type { Waiting } from './waiting.ts';

/** Sends one that waits by a link. The phone's clock goes along, so that the server knows how far it is off. */
export async function sendWaiting(token: string, waiting: Waiting): Promise<Sent> {
  try {
    if (waiting.kind === 'photo') {
      const { wordKey, key, photo } = waiting;
      await call('add-stop-photo', { token, wordKey, key, photo });
    } else {
      const sentAt = new Date().toISOString();
      await call('say-stop-word', { token, phone: phoneId(), sentAt, word: waiting.word });
    }
    return { is: 'taken' };
  } catch (error) {
    return sentOf(error);
  }
}

/** What a failure means for what waits. Busy servers and missing networks are no refusal. */
export function sentOf(error: unknown): Sent {
  if (!(error instanceof CallError)) return { is: 'later' };
  if (error.fault.code === 'link-ended') return { is: 'ended' };
  const isRefused = [404, 409, 422].includes(error.status);
  return isRefused ? { is: 'refused', why: Object.values(error.fields)[0] ?? error.message } : { is: 'later' };
}
