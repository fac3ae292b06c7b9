import type { LinkEnd } from '@milepost/contract/public-link';

/** Why a public link that there is shows nothing any more; null while it works. */
export type StoredLinkEnd = Exclude<LinkEnd, 'unknown'> | null;

/** SQL: the same of the row `link`, whichever kind of link it is. */
export const linkEnd = (link: string): string =>
  `CASE WHEN ${link}.revoked_at IS NOT NULL THEN 'revoked' WHEN ${link}.expires_at <= now() THEN 'expired' END`;
