import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookies } from '../auth/cookies.ts';
import { baseOf } from './base-path.ts';
import { linkBase, pageBase } from '../mail/link-base.ts';
import type { Client } from '../rpc/handler.ts';
import type { ProxyWatch } from './proxy-watch.ts';
import type { HttpServices } from './services.ts';
import { clientAddress } from './trusted-proxies.ts';

/** The lifetime of cookies in seconds, which is the longest lifetime of a session. */
const COOKIE_AGE_S = 30 * 86_400;

/** The value of a header that occurs once. */
export function oneHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

const ifShort = new WeakMap<FastifyReply['raw'], () => void>();
/** Marks the reply as short: nobody waits until it is received. */
export const noteShort = (reply: FastifyReply): void => ifShort.get(reply.raw)?.();

/** The browser or script behind a request. */
export function clientOf(
  request: FastifyRequest,
  reply: FastifyReply,
  services: { config: Pick<HttpServices['config'], 'secureCookies'>; proxyWatch: Pick<ProxyWatch, 'confirm'> },
): Client {
  const base = baseOf(request.raw);
  const path = base === '' ? '/' : base;
  const secure = services.config.secureCookies || request.protocol === 'https';
  return {
    address: clientAddress(request.ip, request.socket.remoteAddress ?? ''),
    userAgent: oneHeader(request, 'user-agent') ?? '',
    loopbackBase: linkBase(null, {
      host: request.headers.host,
      localAddress: request.socket.localAddress,
      localPort: request.socket.localPort,
    }),
    pageBase: pageBase(request.headers.origin, request.headers.host, base),
    cookies: readCookies(request.headers.cookie),
    confirmProxy: () => services.proxyWatch.confirm(request.raw),
    gone: () => {
      const gone = new AbortController();
      if (reply.raw.closed) gone.abort();
      else reply.raw.once('close', () => gone.abort());
      return gone.signal;
    },
    sent: () => new Promise((resolve) => finished(reply.raw, () => resolve())),
    sentLong: () =>
      new Promise((resolve) => {
        ifShort.set(reply.raw, resolve);
        finished(reply.raw, () => resolve());
      }),
    setCookie: (name, value, { script = false, ageS = COOKIE_AGE_S } = {}) => {
      reply.setCookie(name, value, { path, sameSite: 'lax', secure, httpOnly: !script, maxAge: ageS });
    },
    clearCookie: (name) => {
      reply.clearCookie(name, { path, sameSite: 'lax', secure });
    },
  };
}
