import type { HttpServices } from '../http/services.ts';
import { endDriverSms } from '../store/messages/driver-messages.ts';

export interface DriverSms {
  tokenHash: Buffer;
  number: string;
  text: string;
}

/** SMS sent to the provider in parallel. */
const AT_ONCE = 4;

/**
 * Sends SMS to drivers through the provider, each once, and stores the result. Called after the commit, in parallel
 * with the answer: their tokens are stored nowhere, so SMS that a dying server leaves are not sent again and are shown
 * as unknown. Never throws.
 */
export async function sendDriverSms(
  { database, logger, sms }: Pick<HttpServices, 'database' | 'logger' | 'sms'>,
  all: readonly DriverSms[],
): Promise<void> {
  const left = [...all];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      try {
        const fault = sms === null ? 'sms-refused' : await sms(next);
        const state = fault === null ? 'sent' : fault === 'sms-unknown' ? 'unknown' : 'failed';
        await endDriverSms(database, next.tokenHash, state);
      } catch (error) {
        logger.warn({ error }, 'The outcome of an SMS to a driver could not be stored');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
