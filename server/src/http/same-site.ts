import type { IncomingHttpHeaders } from 'node:http';
import { checkOrigin } from '../auth/origin.ts';

/** Why a call is not taken for one of our own pages. */
export type SiteFault = 'other-site' | 'proxy-host';

/** Origin of an address or a header; '' where it is none that pages of the web have. */
export function originOf(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) return '';
  const { origin } = new URL(address);
  return /^https?:/.test(origin) ? origin : '';
}

/** Whether the browser itself says that a page of another site calls. It does where the page is called by https. */
export const isFromElsewhere = ({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  site === 'cross-site' || site === 'same-site';

/** Whether `Origin` is the host that was called, or that of PUBLIC_URL whatever `Host` the proxy in front passes on. */
export const isOurOrigin = (origin: string | undefined, host: string | undefined, publicUrl: string | null): boolean =>
  checkOrigin(origin, host) || (publicUrl !== null && originOf(origin) === originOf(publicUrl));

/**
 * Null where a call comes from our own pages. A page of another site cannot read the answer: whoever reads that the proxy
 * changes `Host` has our page before them.
 * @param host the host that was called, as far as is known
 */
export function siteFault(
  headers: IncomingHttpHeaders,
  host: string | undefined,
  publicUrl: string | null,
): SiteFault | null {
  if (isOurOrigin(headers.origin, host, publicUrl)) return null;
  return isFromElsewhere(headers) || originOf(headers.origin) === '' ? 'other-site' : 'proxy-host';
}

/** The last entry of a header to which each proxy may have added one: that of the nearest. */
export const lastOf = (header: string | string[] | undefined): string | undefined =>
  (typeof header === 'string' ? header : header?.join(','))?.split(',').at(-1)?.trim();
