import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = 'x-request-id';
/** What proxies and clients send: UUIDs, ULIDs, hexadecimal and base64url. Nothing that a log could misread. */
const SANE = /^[\w.:-]{8,64}$/;

/** The identifier of a request: that of its `X-Request-Id` where it is sane, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && SANE.test(given) ? given : randomBytes(9).toString('base64url');
}
