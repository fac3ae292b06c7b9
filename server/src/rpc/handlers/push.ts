import { languageOf } from '../../store/people/accounts.ts';
import { inLanguage, textFor } from '../../texts/text.ts';
import { createECDH } from 'node:crypto';
import { charge } from '../../auth/throttle.ts';
import { refusedUrl } from '../../notify/outbound.ts';
import { pushKeys } from '../../notify/send-push.ts';
import { record } from '../../store/audit/audit.ts';
import { inTransaction, type Queryable } from '../../store/database.ts';
import {
  checkPushBrowser,
  deletePushBrowser,
  listPushBrowsers,
  savePushBrowser,
} from '../../store/push/push-browsers.ts';
import { queuePush } from '../../store/push/push-messages.ts';
import type { CallContext, Handlers } from '../handler.ts';
import { refused } from '../input.ts';

/** Tests in a row before a person has to wait. */
const FREE_TESTS = 10;

/** Browsers that show notifications of the caller. */
export const pushHandlers = {
  'get-push-browsers': async (_input, { services, caller }) => ({
    publicKey: (await pushKeys(services)).publicKey,
    rows: await listPushBrowsers(services.database, caller.userId),
  }),

  'save-push-browser': async (input, context) => {
    const { services, caller, client } = context;
    const refusal = refusedUrl(input.endpoint, services.config);
    if (refusal !== null) throw refused({ endpoint: refusal });
    if (!isPoint(input.p256dh)) throw refused({ p256dh: 'not-valid' });
    const browser = { ...input, userAgent: client.userAgent };
    return inTransaction(services.database, async (db) => {
      const saved = await savePushBrowser(db, caller.userId, browser);
      await note(db, context, 'push-on');
      return { browser: saved };
    });
  },

  'delete-push-browser': async ({ id }, context) => {
    const { services, caller } = context;
    return inTransaction(services.database, async (db) => {
      await deletePushBrowser(db, caller.userId, id);
      await note(db, context, 'push-off');
      return {};
    });
  },

  'test-push-browser': async ({ id }, { services, caller }) => {
    await checkPushBrowser(services.database, caller.userId, id);
    // The caller chooses the address, so tests are limited to prevent flooding it from here.
    await charge(services.database, `push-test:${caller.userId}`, FREE_TESTS);
    const payload = {
      title: 'Milepost',
      text: inLanguage(await languageOf(services.database, caller.userId), textFor('push-test')),
      path: 'extra-pages/profile',
      tag: 'test',
    };
    await queuePush(services.database, caller.userId, payload, { browserId: id });
    services.bus.publish('alarms-changed', { alarms: [] });
    return {};
  },
} satisfies Pick<Handlers, 'get-push-browsers' | 'save-push-browser' | 'delete-push-browser' | 'test-push-browser'>;

/** Records in the audit log that notifications of a browser were turned on or off. */
function note(db: Queryable, { caller, actor, client }: CallContext, action: 'push-on' | 'push-off'): Promise<void> {
  const { scope, userId } = caller;
  const after = { browser: client.userAgent.slice(0, 300) };
  const subject = { organisationId: scope.organisationId, subject: 'user', subjectId: userId } as const;
  return record(db, actor, { ...subject, action, before: null, after });
}

/** True for a point of P-256, base64url. */
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
