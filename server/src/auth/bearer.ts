import { newToken } from './tokens.ts';

const PREFIX = 'mp_';

/** A new API token; the prefix lets people and secret scanners recognise one. */
export const newApiToken = () => `${PREFIX}${newToken()}`;

/** The token of an `Authorization: Bearer mp_…` header (RFC 6750, section 2.1); null for any other header, or none. */
export function bearerToken(header: string | undefined): string | null {
  const token = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
  return token?.startsWith(PREFIX) ? token : null;
}
