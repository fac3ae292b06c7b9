import { AppError } from '../errors.ts';
import { linkBase } from '../mail/link-base.ts';
import { type MailSettings, writePasswordMail } from '../mail/password-mail.ts';
import type { WrittenMail } from '../store/mail/mails.ts';
import type { LinkMails } from '../store/people/change-users.ts';
import type { OpenContext } from './handler.ts';

export function mailSettings({ services: { config }, client }: OpenContext): MailSettings {
  const base = config.publicUrl === null ? client.loopbackBase : linkBase(config.publicUrl, NO_SETTINGS);
  return { configured: config.mailConfigured, base };
}

/** How links to choose a password are sent or shown. */
export function linkMails(context: OpenContext): LinkMails {
  const { configured, base } = mailSettings(context);
  // Without a mail server the link is shown to the caller: the address that the caller is using will do.
  const settings = { configured, base: base ?? (configured ? null : context.client.pageBase) };
  return { ...settings, write: (db, link) => writePasswordMail(db, link, settings) };
}

/**
 * Where links begin that the caller is shown to pass on; null where nobody knows how others reach the application. The address
 * of the caller's own page is likelier to be right than the server's port, which a container may map to another.
 */
export const shownBase = ({ services: { config }, client }: OpenContext): string | null =>
  config.publicUrl ?? client.pageBase ?? client.loopbackBase;

/** Sees to it before a link is made that it could be used. @throws AppError `conflict` */
export function requireLinkBase(context: OpenContext): void {
  if (shownBase(context) === null) throw new AppError('conflict', 'no-base');
}

const NO_SETTINGS = { host: undefined, localAddress: undefined, localPort: undefined };

/** Announces a waiting mail, after the commit that wrote it. */
export function sendWritten({ services }: OpenContext, mail: WrittenMail): void {
  if (mail.send) services.bus.publish('mail-waiting', { id: mail.id });
}
