import type { Caller } from '../store/people/callers.ts';
import { may, requireGrant } from '../auth/caller.ts';
import { PRE_LOGIN_COOKIE, SESSION_COOKIE } from '../auth/cookies.ts';
import { derivedToken, sameToken } from '../auth/tokens.ts';
import type { Access, CsrfHeader } from '@milepost/contract/operation';
import { FIXED_CSRF_VALUE } from '@milepost/contract/constants';
import { AppError } from '../errors.ts';
import type { Client } from './handler.ts';

export interface TokenHeaders {
  csrf: string | undefined;
  xsrf: string | undefined;
}

/** @throws AppError `session-invalid` when nobody is signed in */
export function requireCaller(caller: Caller | null): Caller {
  if (!caller) throw new AppError('session-invalid', 'session-ended');
  return caller;
}

/**
 * The caller of an operation that needs one, before its input is checked.
 * @throws AppError `session-invalid` when nobody is signed in; `denied` when the role lacks the action, or for an API
 * token on an operation for people only
 */
export function checkAccess(access: Access, caller: Caller | null, input: Record<string, unknown>): Caller {
  const present = requireCaller(caller);
  const person = access === 'person' || (typeof access === 'object' && access.person === true);
  if (person && present.token) throw new AppError('denied', 'token-not-for-this');
  if (typeof access !== 'object') return present;
  const { menu, or = [], action } = access;
  if (action === 'save') {
    requireGrant(present, menu, 'view');
    requireGrant(present, menu, input['id'] === undefined ? 'create' : 'edit');
  } else if (!or.some((other) => may(present, other, action))) requireGrant(present, menu, action);
  return present;
}

/**
 * Checks `X-CSRFToken` and `X-XSRF-TOKEN`. Both are derived from a cookie that scripts cannot read, so another site can
 * neither read nor set them.
 * @throws AppError `denied`
 */
export function checkTokens(kind: CsrfHeader, headers: TokenHeaders, client: Client, caller: Caller | null): void {
  if (kind === 'fixed') {
    if (headers.csrf !== FIXED_CSRF_VALUE) throw badToken();
    return;
  }
  const session = caller ? client.cookies[SESSION_COOKIE] : undefined;
  const preLogin = kind === 'preLogin' ? client.cookies[PRE_LOGIN_COOKIE] : undefined;
  // A page that is still signed in may sign in again: its XSRF-TOKEN is the session's.
  const secrets = [session, preLogin].filter((secret) => secret !== undefined);
  // Nobody is signed in and no token is required (logout after the session ended): nothing to protect.
  if (secrets.length === 0 && kind === 'none') return;
  if (!matches(headers.xsrf, 'xsrf', secrets)) throw badToken();
  if (kind === 'session' && !matches(headers.csrf, 'csrf', secrets)) throw badToken();
  // Specification, section 7: `login` accepts the pre-login token or, in its second variant, that of the open session.
  if (kind === 'preLogin' && !matches(headers.csrf, 'csrf', secrets)) throw badToken();
}

function matches(given: string | undefined, purpose: 'csrf' | 'xsrf', secrets: readonly string[]): boolean {
  return given !== undefined && secrets.some((secret) => sameToken(given, derivedToken(secret, purpose)));
}

function badToken(): AppError {
  return new AppError('denied', 'page-old');
}
