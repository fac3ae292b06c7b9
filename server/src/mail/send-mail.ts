import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { reasonOf } from '../fault.ts';
import { findWaitingMail, markMailFault, markMailSent } from '../store/mail/mails.ts';
import { mailFault } from './mail-fault.ts';

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
        logger.warn({ mail: id, reason: reasonOf(error), last }, 'A mail could not be sent');
        await markMailFault(database, id, mailFault(error), last);
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
    const silent = Object.assign(new Error('the mail server did not answer in time'), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(silent), WITHIN_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
