import cookie from '@fastify/cookie';

/** The session's token. */
export const SESSION_COOKIE = 'milepost_session';
/** What the pre-login token is bound to before there is a session. */
export const PRE_LOGIN_COOKIE = 'milepost_prelogin';
/** Read by the browser's script and sent back as `X-XSRF-TOKEN` (specification, section 7). */
export const XSRF_COOKIE = 'XSRF-TOKEN';

/** Cookies of a request by name; an unreadable header gives none. */
export function readCookies(header: string | undefined): Record<string, string | undefined> {
  if (!header) return {};
  try {
    return cookie.parse(header);
  } catch {
    return {};
  }
}
