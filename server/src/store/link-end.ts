import type { LinkEndReason } from '@milepost/contract/public-link';

/** Why an existing public link no longer works; null while it does. */
export type StoredLinkEnd = Exclude<LinkEndReason, 'unknown'> | null;

/** SQL: the same for the row `link` of any kind of link. */
export const linkEnd = (link: string): string =>
  `CASE WHEN ${link}.revoked_at IS NOT NULL THEN 'revoked' WHEN ${link}.expires_at <= now() THEN 'expired' END`;
