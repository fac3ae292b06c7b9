import { LIVE_PATH } from '@milepost/contract/live-constants';
import type { FastifyInstance } from 'fastify';
import { failureOf } from '../rpc/failure.ts';
import { mayConfirmProxy } from '../auth/caller.ts';
import { readCookies, SESSION_COOKIE } from '../auth/cookies.ts';
import { authenticate } from '../auth/sessions.ts';
import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';
import type { HttpServices } from './services.ts';

/** The concurrency of session look-ups for such attempts, which anybody may make. */
const AT_ONCE = 1;
const WAITING = 20;

/**
 * Answers an attempt to open the live connection without `Upgrade` (RFC 9110, section 15.5.22). An attempt by an
 * administrator of the server confirms that the proxy in front dropped the header.
 */
export function refusedSockets(app: FastifyInstance, { proved, vital, proxyWatch }: HttpServices): void {
  const lookUps = new Turnstile(AT_ONCE, WAITING);
  const find = async (cookie: string | undefined) => {
    const token = readCookies(cookie)[SESSION_COOKIE];
    return token === undefined ? null : proved.find(token, () => authenticate(vital, cookie), lookUps);
  };
  app.get(LIVE_PATH, async ({ raw }, reply) => {
    const isAttempt = raw.headers['sec-websocket-key'] !== undefined;
    // The answer is the same when the session could not be looked up.
    const caller = isAttempt ? await find(raw.headers.cookie).catch(() => null) : null;
    if (caller !== null && mayConfirmProxy(caller)) proxyWatch.confirm(raw);
    return reply
      .code(426)
      .headers({ upgrade: 'websocket', 'cache-control': 'no-store' })
      .send(failureOf(new AppError('not-found', 'nothing-here')));
  });
}
