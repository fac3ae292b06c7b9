import { fault } from '@milepost/contract/fault';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { findWaitingMail, markMailFault, markMailSent } from '../store/mail/mails.ts';

export interface Mailer {
  /** Sends a mail that waits; notes the fault and throws when it could not be sent. `last`: it is not tried again. */
  send(id: number, last: boolean): Promise<void>;
  close(): void;
}

const WITHIN_MS = 30_000;

/** @param smtpUrl such as `smtps://user:password@mail.example.org`; @param from address of the sender */
export function createMailer(database: Database, logger: Logger, smtpUrl: string, from: string): Mailer {
  const transport = createTransport(smtpUrl, { from });
  return {
    send: async (id, last) => {
      const mail = await findWaitingMail(database, id);
      if (!mail) return;
      try {
        await within(transport.sendMail(mail));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn({ mail: id, reason, last }, 'A mail could not be sent');
        await markMailFault(database, id, fault('in-words', { words: reason.slice(0, 500) }), last);
        throw error;
      }
      await markMailSent(database, id);
    },
    close: () => transport.close(),
  };
}

async function within<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server did not answer in time')), WITHIN_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
