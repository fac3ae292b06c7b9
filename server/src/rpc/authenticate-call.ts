import type { Operation } from '@milepost/contract/operation';
import { bearerToken } from '../auth/bearer.ts';
import { openBrowserMark } from '../auth/browser-mark.ts';
import { BROWSER_COOKIE, readCookies, SESSION_COOKIE } from '../auth/cookies.ts';
import { authenticate, authenticateToken } from '../auth/sessions.ts';
import { AppError } from '../errors.ts';
import type { HttpServices } from '../http/services.ts';
import { noteInLog } from '../log-context.ts';
import type { Caller } from '../store/people/callers.ts';
import { type CallBudgets, nobodyAt } from './call-budgets.ts';
import { checkTokens, requireCaller, type TokenHeaders } from './guards.ts';
import type { Client } from './handler.ts';

/** The parts of a call or request that identify the caller. */
export interface Credentials {
  cookieHeader: string | undefined;
  /** The header `Authorization`. */
  authorization: string | undefined;
  client: Client;
  budgets: CallBudgets;
}

type AccessRules = Pick<Operation, 'access' | 'csrf' | 'whileSettingUp'>;

/**
 * Finds the caller: by API token, otherwise by the session of the cookie, for which the CSRF headers are checked. A
 * token needs no such check, since a browser never adds `Authorization` on behalf of another site.
 */
export async function authenticateCall(
  services: HttpServices,
  call: Credentials & { tokens: TokenHeaders },
  operation: AccessRules,
  link: string | null,
): Promise<Caller | null> {
  const caller = await findCaller(services, call, operation, link);
  if (caller?.token) return caller;
  if (operation.access !== 'anyone') requireCaller(caller);
  checkTokens(operation.csrf, call.tokens, call.client, caller);
  return caller;
}

/**
 * The same without the check of CSRF headers, for requests that change nothing and that a browser sends on its own.
 */
export async function findCaller(
  services: HttpServices,
  { budgets, client, cookieHeader, authorization }: Credentials,
  operation: AccessRules,
  link: string | null,
): Promise<Caller | null> {
  const nobody = nobodyOf(services, client);
  const token = bearerToken(authorization);
  if (token !== null) {
    const caller = await budgets.take(nobody, token, () => authenticateToken(services.vital, token));
    if (operation.access === 'anyone') throw new AppError('denied', 'token-not-for-this');
    if (!caller) throw new AppError('session-invalid', 'token-unknown');
    return noted(caller);
  }
  // A share link shows the same to everybody, so the session of the browser is ignored.
  const session = link === null ? readCookies(cookieHeader)[SESSION_COOKIE] : undefined;
  if (link !== null) budgets.takeViewer(nobody, link, client.address);
  else if (!session) budgets.takeNobody(nobody);
  if (!session) return null;
  return noted(
    await budgets.take(nobody, session, () => authenticate(services.vital, cookieHeader, operation.whileSettingUp)),
  );
}

/** Adds the caller to the lines of the log from here on. */
function noted<Found extends Caller | null>(caller: Found): Found {
  if (caller) noteInLog({ userId: caller.userId, organisationId: caller.scope.organisationId });
  return caller;
}

export function nobodyOf({ secrets }: HttpServices, { address, cookies }: Client): string {
  return nobodyAt(address, openBrowserMark(secrets, cookies[BROWSER_COOKIE]));
}
