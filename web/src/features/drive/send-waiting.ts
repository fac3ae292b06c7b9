import { CallError } from '../../api/call-error.ts';
import { call } from '../../api/call.ts';
import type { Sent } from './outbox.ts';
import { phoneId } from './phone-store.ts';
import type { Waiting } from './waiting.ts';

/** Sends one pending entry by a link. It includes the phone's clock, so that the server can correct its offset. */
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

/** The effect of a failure on a pending entry. A busy server or a missing network is not a refusal. */
export function sentOf(error: unknown): Sent {
  if (!(error instanceof CallError)) return { is: 'later' };
  if (error.fault.code === 'link-ended') return { is: 'ended' };
  const isRefused = [404, 409, 422].includes(error.status);
  return isRefused ? { is: 'refused', why: Object.values(error.fields)[0] ?? error.message } : { is: 'later' };
}
