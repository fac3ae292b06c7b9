import { cleanHtml, plainText } from '../../messages/clean-html.ts';
import { announceUnread } from '../../notify/notify.ts';
import { tellMessage } from '../../notify/tell-message.ts';
import { viewerOf } from '../../store/files/records.ts';
import {
  markMessageRead,
  type MessageInput,
  saveDraft,
  sendMessage,
  setMessageDeleted,
} from '../../store/messages/change-messages.ts';
import { getMessage, listMessages } from '../../store/messages/messages.ts';
import { listMessageChoices } from '../../store/messages/recipients.ts';
import type { CallContext, Handlers } from '../handler.ts';

const writerOf = ({ caller, actor }: CallContext) => ({ viewer: viewerOf(caller), userId: caller.userId, actor });

/** What is stored holds no other marks than may be shown. */
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
    const message = cleaned(input);
    const { byMail, text } = message;
    const subject = message.subject ?? '';
    const { id, told, recipients } = await sendMessage(services.database, writerOf(context), message, (db, sent, all) =>
      tellMessage(db, all, { id: sent, by: caller.displayName, subject, text, byMail, mailConfigured, publicUrl }),
    );
    for (const mail of told)
      services.bus.publish('mail-waiting', { id: mail, ...(told.length > 1 && { ofMany: true }) });
    for (const recipient of recipients) await announceUnread(services, recipient.id);
    return { id, received: recipients.length };
  },

  'delete-message': async (input, { services, caller }) => {
    await setMessageDeleted(services.database, caller.userId, input, true);
    return {};
  },

  'restore-message': async (input, { services, caller }) => {
    await setMessageDeleted(services.database, caller.userId, input, false);
    return {};
  },

  'get-message-choices': ({ person }, { services, caller }) =>
    listMessageChoices(services.database, caller.scope, caller.userId, person),
} satisfies Partial<Handlers>;
