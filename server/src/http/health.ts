import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sameToken } from '../auth/tokens.ts';
import { isLoopback, isLoopbackName } from '../auth/loopback.ts';
import { VERSION } from '../version.ts';
import { PROXY_WORDS } from './proxy-watch.ts';
import type { HttpServices } from './services.ts';

/** For operators: liveness, readiness and metrics. */
export async function healthRoutes(app: FastifyInstance, services: HttpServices): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get('/healthz', async () => {
    const proxy = services.proxyWatch.found().map(({ kind }) => PROXY_WORDS[kind]);
    return { status: 'ok', version: VERSION, ...(proxy.length > 0 && { proxy }) };
  });

  app.get('/readyz', async (_request, reply) => {
    const { ready, parts } = await services.readiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts });
  });

  app.get('/metrics', async (request, reply) => {
    // At this URL only: a proxy's rules for it must not be bypassed by its URL below the base path.
    const isBelow = request.originalUrl !== request.url;
    const { metricsPublic, metricsToken } = services.config;
    const isAllowed = metricsPublic || isLocal(request) || hasToken(request, metricsToken);
    if (isBelow || !isAllowed) return reply.callNotFound();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await services.metrics());
  });
}

/** True with `Authorization: Bearer` and the token; wrong ones take as long as right ones. */
function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== null && given !== undefined && sameToken(given, token);
}

/**
 * A proxy on this machine is local too, but its client is not: the proxy reveals this in a header, or passes on the
 * requested host name. A page of another site whose name resolves to this machine requests that name.
 */
function isLocal(request: FastifyRequest): boolean {
  const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !forwarded && isLoopback(request.ip) && isLoopbackName(request.headers.host ?? '');
}
