import { textFor } from '../../texts/text.ts';
import type { LoginUserData } from '@milepost/contract/session-operations';
import type { Caller } from '../../store/people/callers.ts';
import { BROWSER_MARK_DAYS, openBrowserMark, sealBrowserMark } from '../../auth/browser-mark.ts';
import { BROWSER_COOKIE, PRE_LOGIN_COOKIE, SESSION_COOKIE, XSRF_COOKIE } from '../../auth/cookies.ts';
import { endSession } from '../../auth/sessions.ts';
import { type SignedIn, signIn, signInWithCode } from '../../auth/sign-in.ts';
import { derivedToken, newToken } from '../../auth/tokens.ts';
import { AppError } from '../../errors.ts';
import { notify } from '../../notify/notify.ts';
import type { CallContext, Client, Handlers, OpenContext, OpenHandlers } from '../handler.ts';

export const openSessionHandlers = {
  'get-csrf-token-preLogin': async (_input, { caller, client }) => {
    const preLogin = client.cookies[PRE_LOGIN_COOKIE] || newToken();
    client.setCookie(PRE_LOGIN_COOKIE, preLogin);
    // Another tab may be signed in with the cookie that all tabs share.
    const session = caller ? client.cookies[SESSION_COOKIE] : undefined;
    setXsrf(client, session ?? preLogin);
    return { csrfToken: derivedToken(preLogin, 'csrf') };
  },

  login: async (input, context) => {
    const { services, client } = context;
    const { address, userAgent } = client;
    const mark = markOf(context);
    const [cookie = ''] = browserCookies(client);
    const result = await signIn(services.database, { ...input, address, userAgent, cookie, mark });
    if ('challenge' in result) return { secondFactor: result.challenge };
    return { user: await takeSession(context, result), ...(result.secondFactorDue && { secondFactorDue: true }) };
  },

  'login-second-factor': async (input, context) => {
    const { services, client } = context;
    const { address, userAgent } = client;
    const cookies = browserCookies(client);
    const attempt = { ...input, address, userAgent, cookies, mark: markOf(context) };
    const result = await signInWithCode(services.database, services.secrets, attempt);
    return { user: await takeSession(context, result) };
  },

  logout: async (_input, { services, client }) => {
    const token = client.cookies[SESSION_COOKIE];
    if (token) await endSession(services.database, services.bus, token);
    for (const name of [SESSION_COOKIE, XSRF_COOKIE]) client.clearCookie(name);
    return {};
  },
} satisfies Pick<OpenHandlers, 'get-csrf-token-preLogin' | 'login' | 'login-second-factor' | 'logout'>;

export const sessionHandlers = {
  'get-csrf-token': async (_input, { client }) => {
    const session = sessionToken(client);
    setXsrf(client, session);
    return { csrfToken: derivedToken(session, 'csrf') };
  },

  'session-check': async (_input, { caller }: CallContext) => ({ user: userData(caller) }),
} satisfies Pick<Handlers, 'get-csrf-token' | 'session-check'>;

/** Cookies hidden from scripts; the call's token was derived from one of them. */
function browserCookies(client: Client): string[] {
  return [PRE_LOGIN_COOKIE, SESSION_COOKIE].flatMap((name) => client.cookies[name] || []);
}

const markOf = ({ services, client }: OpenContext) => openBrowserMark(services.secrets, client.cookies[BROWSER_COOKIE]);

/** Gives the browser the new session in place of a former one. */
async function takeSession({ services, client }: OpenContext, signedIn: SignedIn): Promise<LoginUserData> {
  const former = client.cookies[SESSION_COOKIE];
  if (former) await endSession(services.database, services.bus, former);
  client.setCookie(SESSION_COOKIE, signedIn.token);
  const mark = sealBrowserMark(services.secrets, signedIn.userId);
  client.setCookie(BROWSER_COOKIE, mark, { ageS: BROWSER_MARK_DAYS * 86_400 });
  client.clearCookie(PRE_LOGIN_COOKIE);
  setXsrf(client, signedIn.token);
  if (signedIn.newNetwork) {
    await notify(services, {
      userId: signedIn.userId,
      kind: 'account',
      title: textFor('new-address'),
      text: textFor('new-address-text', { address: client.address }),
      path: 'extra-pages/profile',
    });
  }
  return signedIn.user;
}

function sessionToken(client: Client): string {
  const token = client.cookies[SESSION_COOKIE];
  if (!token) throw new AppError('session-invalid', 'session-ended');
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
