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

/** The way in which links to choose a password are sent or shown. */
export function linkMails(context: OpenContext): LinkMails {
  const { configured, base } = mailSettings(context);
  // Without a mail server the link is shown to the caller, so the address that the caller is using is good enough.
  const settings = { configured, base: base ?? (configured ? null : context.client.pageBase) };
  return { ...settings, write: (db, link) => writePasswordMail(db, link, settings) };
}

/**
 * The base of links that are shown to the caller to pass on; null when it is unknown how others reach the application.
 * The address of the caller's own page is more likely to be right than the server's port, which a container may map to
 * another.
 */
export const shownBase = ({ services: { config }, client }: OpenContext): string | null =>
  config.publicUrl ?? client.pageBase ?? client.loopbackBase;

/** Checks, before a link is created, that it could be used. @throws AppError `conflict` */
export function requireLinkBase(context: OpenContext): void {
  if (shownBase(context) === null) throw new AppError('conflict', 'no-base');
}

const NO_SETTINGS = { host: undefined, localAddress: undefined, localPort: undefined };

/** Announces a waiting mail, after the commit that wrote it. */
export function sendWritten({ services }: OpenContext, mail: WrittenMail): void {
  if (mail.send) services.bus.publish('mail-waiting', { id: mail.id });
}
