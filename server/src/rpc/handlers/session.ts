import type { LoginUserData } from '@milepost/contract/session-routes';
import type { Caller } from '../../auth/caller.ts';
import { PRE_LOGIN_COOKIE, SESSION_COOKIE, XSRF_COOKIE } from '../../auth/cookies.ts';
import { endSession } from '../../auth/sessions.ts';
import { signIn } from '../../auth/sign-in.ts';
import { derivedToken, newToken } from '../../auth/tokens.ts';
import { AppError } from '../../errors.ts';
import type { CallContext, Client, Handlers, OpenHandlers } from '../handler.ts';

export const openHandlers: OpenHandlers = {
  'get-csrf-token-preLogin': async (_input, { caller, client }) => {
    const preLogin = client.cookies[PRE_LOGIN_COOKIE] || newToken();
    client.setCookie(PRE_LOGIN_COOKIE, preLogin);
    // Another tab may be signed in and use the cookie that all tabs share.
    const session = caller ? client.cookies[SESSION_COOKIE] : undefined;
    setXsrf(client, session ?? preLogin);
    return { csrfToken: derivedToken(preLogin, 'csrf') };
  },

  login: async (input, { services, client }) => {
    const { address, userAgent } = client;
    const { token, user } = await signIn(services.database, { ...input, address, userAgent });
    const former = client.cookies[SESSION_COOKIE];
    if (former) await endSession(services.database, services.bus, former);
    client.setCookie(SESSION_COOKIE, token);
    client.clearCookie(PRE_LOGIN_COOKIE);
    setXsrf(client, token);
    return { user };
  },

  logout: async (_input, { services, client }) => {
    const token = client.cookies[SESSION_COOKIE];
    if (token) await endSession(services.database, services.bus, token);
    for (const name of [SESSION_COOKIE, XSRF_COOKIE]) client.clearCookie(name);
    return {};
  },
};

export const sessionHandlers = {
  'get-csrf-token': async (_input, { client }) => {
    const session = sessionToken(client);
    setXsrf(client, session);
    return { csrfToken: derivedToken(session, 'csrf') };
  },

  'session-check': async (_input, { caller }: CallContext) => ({ user: userData(caller) }),
} satisfies Pick<Handlers, 'get-csrf-token' | 'session-check'>;

function sessionToken(client: Client): string {
  const token = client.cookies[SESSION_COOKIE];
  if (!token) throw new AppError('session-invalid', 'Your session has ended. Sign in again.');
  return token;
}

function setXsrf(client: Client, secret: string): void {
  client.setCookie(XSRF_COOKIE, derivedToken(secret, 'xsrf'), { script: true });
}

function userData(caller: Caller): LoginUserData {
  return {
    USER_TYPE: caller.userType,
    USERNAME: caller.username,
    PROFILE_ID: caller.roleId,
    DISPLAY_NAME: caller.displayName,
    ORGANISATION: caller.organisation,
  };
}
