import type { HttpFrame } from '../types.ts';

export const location = (tail: string) => `$PWS,1,"Roger, at sea",,,220326,${tail}`;
const request = (url: string, body = ''): HttpFrame => ({
  method: body === '' ? 'GET' : 'POST',
  url,
  headers: {},
  body,
});

export const at = (text: string) => request(`/locpost?UserName=roger&Password=x&LOC=${text}`);

/** Requests as the app sends them, constructed rather than recorded. */
export const REQUESTS: readonly [HttpFrame, HttpFrame] = [
  at(location('101530.50,-34.905500,-56.191300,100.00,21.6,87.5,"No, not yet",0*58')),
  request(
    '/locpost',
    `UserName=roger&LOC=${encodeURIComponent(location('101530,-34.905500,-56.191300,,0,-1,"",0*58'))}`,
  ),
];
