/** The session's token. */
export const SESSION_COOKIE = 'milepost_session';
/** The secret of the pre-login token before there is a session. */
export const PRE_LOGIN_COOKIE = 'milepost_prelogin';
/** Marks a browser in which a person signed in before, whose attempts are counted separately (browser-mark.ts). */
export const BROWSER_COOKIE = 'milepost_browser';
/** Read by the browser's script and sent back as `X-XSRF-TOKEN` (specification, section 7). */
export const XSRF_COOKIE = 'XSRF-TOKEN';

/**
 * Cookies of a request by name (RFC 6265, section 4.2.1); of several with one name the first counts. Values are not
 * decoded, since ours contain only characters that need no encoding.
 */
export function readCookies(header: string | undefined): Record<string, string | undefined> {
  const cookies: Record<string, string | undefined> = Object.create(null);
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals !== -1) cookies[pair.slice(0, equals).trim()] ??= pair.slice(equals + 1).trim();
  }
  return cookies;
}
