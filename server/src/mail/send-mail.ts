import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { BlobStore } from '../files/blob-store.ts';
import type { Database } from '../store/database.ts';
import { reasonOf } from '../fault.ts';
import { findWaitingMail, markMailFault, markMailSent } from '../store/mail/mails.ts';
import { whyNotLeave } from '../reports/schedules/may-leave.ts';
import { mailFault } from './mail-fault.ts';
import { mailHtml } from './mail-layout.ts';

export interface Mailer {
  /**
   * Sends a waiting mail. When it could not be sent, stores the fault and throws, unless the address was refused
   * permanently. `last`: it is not retried.
   */
  send(id: number, last: boolean): Promise<void>;
  close(): void;
}

const WITHIN_MS = 30_000;

/**
 * @param smtpUrl such as `smtps://user:password@mail.example.org`
 * @param from address of the sender
 * @param publicUrl the base of our own links; with null, only links stored with a mail are ours
 * @param blobs the store of attachments
 */
export function createMailer(
  database: Database,
  logger: Logger,
  { smtpUrl, from, publicUrl, blobs }: { smtpUrl: string; from: string; publicUrl: string | null; blobs: BlobStore },
): Mailer {
  const transport = createTransport(smtpUrl, { from });
  return {
    send: async (id, last) => {
      const mail = await findWaitingMail(database, id);
      if (!mail) return;
      const fault = await whyNotLeave(database, mail);
      if (fault !== null) {
        await markMailFault(database, id, fault, 'over');
        return;
      }
      try {
        const { to, subject, text } = mail;
        const attachments = await Promise.all(
          mail.attachments.map(async ({ name, hash }) => ({ filename: name, content: await bytesOf(blobs, hash) })),
        );
        // The message id is the same at each attempt, so that a mail server that accepted the mail before a fault can
        // recognise the repetition.
        const messageId = `<mail-${id}.${mail.stamp}@milepost>`;
        await within(
          transport.sendMail({
            to,
            subject,
            text,
            html: mailHtml({ ...mail, own: ownOf(mail.secret, publicUrl) }),
            messageId,
            attachments,
          }),
        );
      } catch (error) {
        const why = mailFault(error);
        // The address will not exist in a quarter of an hour either, so no retry is made (RFC 5321, section 4.2.1).
        const hopeless = why.code === 'mail-recipient-rejected';
        logger.warn({ mail: id, reason: reasonOf(error), last: last || hopeless }, 'A mail could not be sent');
        await markMailFault(database, id, why, last || hopeless ? 'failed' : 'retried');
        if (hopeless) return;
        throw error;
      }
      await markMailSent(database, id);
    },
    close: () => transport.close(),
  };
}

const ownOf = (secret: string | null, publicUrl: string | null) => [secret, publicUrl].filter((one) => one !== null);

async function bytesOf(blobs: BlobStore, hash: string): Promise<Buffer> {
  const stream = await blobs.read(hash);
  if (stream === null) throw new Error('an attachment of the mail is not in the file store');
  return buffer(stream);
}

async function within<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const silent = Object.assign(new Error('the mail server did not respond in time'), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(silent), WITHIN_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
