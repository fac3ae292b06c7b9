import type { IncomingHttpHeaders } from 'node:http';
import { checkOrigin } from '../auth/origin.ts';

/** The reason why a call does not count as coming from our own pages. */
export type SiteFault = 'other-site' | 'proxy-host';

/** The origin of a URL or a header; '' when it has no origin of the web. */
export function originOf(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) return '';
  const { origin } = new URL(address);
  return /^https?:/.test(origin) ? origin : '';
}

/**
 * True when the browser itself marks the call as coming from a page of another site. Browsers do so for pages loaded
 * over https.
 */
export const isFromElsewhere = ({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  site === 'cross-site' || site === 'same-site';

/** True when `Origin` is the requested host, or that of PUBLIC_URL whatever `Host` the proxy in front passes on. */
export const isOurOrigin = (origin: string | undefined, host: string | undefined, publicUrl: string | null): boolean =>
  checkOrigin(origin, host) || (publicUrl !== null && originOf(origin) === originOf(publicUrl));

/**
 * Null when a call comes from our own pages. A page of another site cannot read the answer, so a person who reads that
 * the proxy changes `Host` is on our page.
 * @param host the requested host, as far as it is known
 */
export function siteFault(
  headers: IncomingHttpHeaders,
  host: string | undefined,
  publicUrl: string | null,
): SiteFault | null {
  if (isOurOrigin(headers.origin, host, publicUrl)) return null;
  return isFromElsewhere(headers) || originOf(headers.origin) === '' ? 'other-site' : 'proxy-host';
}

/** The last entry of a header to which each proxy may have added one: that of the nearest proxy. */
export const lastOf = (header: string | string[] | undefined): string | undefined =>
  (typeof header === 'string' ? header : header?.join(','))?.split(',').at(-1)?.trim();
