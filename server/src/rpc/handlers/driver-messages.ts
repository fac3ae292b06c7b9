import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { charge } from '../../auth/throttle.ts';
import { newToken, tokenHash } from '../../auth/tokens.ts';
import { AppError } from '../../errors.ts';
import { notify } from '../../notify/notify.ts';
import {
  findDriverMessage,
  noteAnswer,
  noteOpened,
  renewMessageLink,
  revokeMessageLink,
} from '../../store/messages/driver-messages.ts';
import { textFor } from '../../texts/text.ts';
import { findByLink } from '../find-by-link.ts';
import type { Handlers, OpenContext, OpenHandlers } from '../handler.ts';
import { requireLinkBase } from '../mail-settings.ts';

/** Answers by one link before its holder has to wait, since each notifies the sender. */
const FREE_ANSWERS = 10;

const find = (context: OpenContext, token: string) => findByLink(context, 'driver-message', token, findDriverMessage);

type Shown = OperationOutput<Operations['get-driver-message']>;

async function shown(context: OpenContext, token: string): Promise<Shown> {
  const found = await find(context, token);
  if (found === null || found.ended !== null) return { message: null, ended: found?.ended ?? 'unknown' };
  await noteOpened(context.services.database, found.id);
  return { message: found.message, ended: null };
}

export const openDriverMessageHandlers = {
  'get-driver-message': ({ token }, context) => shown(context, token),

  'answer-driver-message': async ({ token, answer }, context) => {
    const { services } = context;
    const found = await find(context, token);
    if (found === null || found.ended !== null) throw new AppError('denied', 'link-ended');
    const isNew = answer !== null && answer !== found.message.answer;
    if (isNew) await charge(services.database, `driver-answer-${found.id}`, FREE_ANSWERS);
    await noteAnswer(services.database, found.id, answer);
    if (isNew) {
      await notify(services, {
        userId: found.senderId,
        kind: 'message',
        title: textFor('driver-answer', { driver: found.driver }),
        text: answer,
        path: `email?box=sent&open=${found.messageId}`,
      });
    }
    return shown(context, token);
  },
} satisfies Partial<OpenHandlers>;

export const driverMessageHandlers = {
  'renew-driver-link': async ({ id }, context) => {
    const { services, caller, actor } = context;
    requireLinkBase(context);
    const token = newToken();
    await renewMessageLink(services.database, caller.userId, actor, id, tokenHash(token));
    return { token };
  },

  'revoke-driver-link': async ({ id }, { services, caller, actor }) => {
    await revokeMessageLink(services.database, caller.userId, actor, id);
    return {};
  },
} satisfies Partial<Handlers>;
