import { createECDH } from 'node:crypto';
import { refusedUrl } from '../../notify/outbound.ts';
import { pushKeys } from '../../notify/send-push.ts';
import {
  checkPushBrowser,
  deletePushBrowser,
  listPushBrowsers,
  savePushBrowser,
} from '../../store/push/push-browsers.ts';
import { queuePush } from '../../store/push/push-messages.ts';
import type { Handlers } from '../handler.ts';
import { refused } from '../input.ts';

/** Browsers that show notifications of the caller. */
export const pushHandlers = {
  'get-push-browsers': async (_input, { services, caller }) => ({
    publicKey: (await pushKeys(services)).publicKey,
    rows: await listPushBrowsers(services.database, caller.userId),
  }),

  'save-push-browser': async (input, { services, caller, client }) => {
    const refusal = refusedUrl(input.endpoint, services.config);
    if (refusal !== null) throw refused({ endpoint: refusal });
    if (!isPoint(input.p256dh)) throw refused({ p256dh: 'Is not valid.' });
    const browser = { ...input, userAgent: client.userAgent };
    return { browser: await savePushBrowser(services.database, caller.userId, browser) };
  },

  'delete-push-browser': async ({ id }, { services, caller }) => {
    await deletePushBrowser(services.database, caller.userId, id);
    return {};
  },

  'test-push-browser': async ({ id }, { services, caller }) => {
    await checkPushBrowser(services.database, caller.userId, id);
    const payload = {
      title: 'Milepost',
      text: 'Alarms will be shown like this.',
      path: 'extra-pages/profile',
      tag: 'test',
    };
    await queuePush(services.database, caller.userId, payload, { browserId: id });
    services.bus.publish('alarms-changed', { alarms: [] });
    return {};
  },
} satisfies Pick<Handlers, 'get-push-browsers' | 'save-push-browser' | 'delete-push-browser' | 'test-push-browser'>;

/** Whether this is a point of P-256, base64url. */
function isPoint(key: string): boolean {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(Buffer.from(key, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
