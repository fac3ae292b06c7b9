import type { HttpServices } from '../http/services.ts';
import { endDriverSms } from '../store/messages/driver-messages.ts';

export interface DriverSms {
  tokenHash: Buffer;
  number: string;
  text: string;
}

/** So many are given to the provider at the same time. */
const AT_ONCE = 4;

/**
 * Gives SMS to drivers to the provider, each once, and writes down what it said. After the commit, and beside the answer:
 * the tokens in them are kept nowhere, so what a dying server leaves is not sent again and shown as unknown. Never throws.
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
        logger.warn({ error }, 'What became of an SMS to a driver could not be written');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
