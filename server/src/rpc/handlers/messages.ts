import { may, requireGrant } from '../../auth/caller.ts';
import { newToken, tokenHash } from '../../auth/tokens.ts';
import { cleanHtml, plainText } from '../../messages/clean-html.ts';
import { announceUnread } from '../../notify/notify.ts';
import { notifyRecipients } from '../../notify/notify-recipients.ts';
import { viewerOf } from '../../store/files/records.ts';
import {
  markMessageRead,
  type MessageInput,
  saveDraft,
  sendMessage,
  setMessageDeleted,
} from '../../store/messages/change-messages.ts';
import { getMessage, listMessages } from '../../store/messages/messages.ts';
import { listOfflineDrivers, type OfflineRecipient } from '../../store/messages/driver-messages.ts';
import { listMessageChoices } from '../../store/messages/recipients.ts';
import { sendDriverSms } from '../../sms/send-driver-sms.ts';
import { inLanguage, textFor } from '../../texts/text.ts';
import type { CallContext, Handlers } from '../handler.ts';
import { requireLinkBase } from '../mail-settings.ts';

/** An SMS goes to another person, so its link uses the configured address, as in mails. */
const sendsSms = ({ services }: CallContext): boolean => services.sms !== null && services.config.publicUrl !== null;

const writerOf = ({ caller, actor }: CallContext) => ({ viewer: viewerOf(caller), userId: caller.userId, actor });

/** Stored HTML contains only allowed elements. */
function cleaned<Input extends { html: string }>(input: Input): Input & Pick<MessageInput, 'text'> {
  const html = cleanHtml(input.html);
  return { ...input, html, text: plainText(html) };
}

export const messageHandlers = {
  'get-message-list': (input, { services, caller }) => listMessages(services.database, caller.userId, input),

  'get-message-by-id': async ({ id }, { services, caller }) => ({
    message: await getMessage(services.database, caller.userId, id),
  }),

  'read-message': async ({ id, read }, { services, caller }) => {
    await markMessageRead(services.database, caller.userId, id, read);
    await announceUnread(services, caller.userId);
    return {};
  },

  'keep-message-draft': async (input, context) => ({
    id: await saveDraft(context.services.database, writerOf(context), cleaned(input)),
  }),

  'send-message': async (input, context) => {
    const { services, caller } = context;
    const { mailConfigured, publicUrl } = services.config;
    if (input.driverIds.length > 0) {
      requireGrant(caller, 'drivers', 'view');
      requireLinkBase(context);
    }
    const message = cleaned(input);
    const { byMail, text } = message;
    const subject = message.subject ?? '';
    const links: { driver: OfflineRecipient; token: string; bySms: boolean }[] = [];
    const {
      id,
      notified: mailIds,
      recipients,
    } = await sendMessage(
      services.database,
      writerOf(context),
      message,
      (db, sent, all) =>
        notifyRecipients(db, all, {
          id: sent,
          by: caller.displayName,
          subject,
          text,
          byMail,
          mailConfigured,
          publicUrl,
        }),
      (driver) => {
        const link = { driver, token: newToken(), bySms: sendsSms(context) && driver.phone !== null };
        links.push(link);
        return { driverId: driver.id, tokenHash: tokenHash(link.token), bySms: link.bySms };
      },
    );
    for (const mail of mailIds)
      services.bus.publish('mail-waiting', { id: mail, ...(mailIds.length > 1 && { ofMany: true }) });
    for (const recipient of recipients) await announceUnread(services, recipient.id);
    const sms = links.flatMap(({ driver, token, bySms }) => {
      if (!bySms || driver.phone === null) return [];
      const words = textFor('driver-sms', { by: caller.displayName, subject, link: `${publicUrl}/message#${token}` });
      return [{ tokenHash: tokenHash(token), number: driver.phone, text: inLanguage(caller.language, words) }];
    });
    // Not awaited, because a provider may take a minute.
    void sendDriverSms(services, sms);
    return {
      id,
      received: recipients.length + links.length,
      sms: sms.length,
      links: links.flatMap(({ driver, token, bySms }) => (bySms ? [] : [{ name: driver.name, token }])),
    };
  },

  'delete-message': async (input, { services, caller }) => {
    await setMessageDeleted(services.database, caller.userId, input, true);
    return {};
  },

  'restore-message': async (input, { services, caller }) => {
    await setMessageDeleted(services.database, caller.userId, input, false);
    return {};
  },

  'get-message-choices': async ({ person }, context) => {
    const { services, caller } = context;
    const [choices, offline] = await Promise.all([
      listMessageChoices(services.database, caller.scope, caller.userId, person),
      may(caller, 'drivers', 'view')
        ? listOfflineDrivers(services.database, caller.scope, person)
        : { rows: [], total: 0 },
    ]);
    return { ...choices, offline: offline.rows, offlineTotal: offline.total, sms: sendsSms(context) };
  },
} satisfies Partial<Handlers>;
