import { linkBase } from '../mail/link-base.ts';
import type { MailSettings } from '../mail/password-mail.ts';
import type { OpenContext } from './handler.ts';

export function mailSettings({ services: { config }, client }: OpenContext): MailSettings {
  const base = config.publicUrl === null ? client.loopbackBase : linkBase(config.publicUrl, NOTHING);
  return { configured: config.mailConfigured, base };
}

const NOTHING = { host: undefined, localAddress: undefined, localPort: undefined };

/** Has a mail sent, after the commit that wrote it. */
export function sendWritten({ services }: OpenContext, mail: { id: number; send: boolean }): void {
  if (mail.send) services.bus.publish('mail-waiting', { id: mail.id });
}
