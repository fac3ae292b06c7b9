import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback, isLoopbackName } from '../auth/loopback.ts';
import { VERSION } from '../version.ts';
import { PROXY_WORDS } from './proxy-watch.ts';
import type { HttpServices } from './services.ts';

/** For whoever runs the server: is it alive, is it ready, what does it measure. */
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
    // At this one address only: rules of a proxy about it must not be passed by its address below the base path.
    const isBelow = request.originalUrl !== request.url;
    if (isBelow || (!services.config.metricsPublic && !isLocal(request))) return reply.callNotFound();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await services.metrics());
  });
}

/**
 * A proxy on this machine is local too, but whom it asks for is not: it says so in a header, or passes on the name that
 * was called. A page of another site whose name leads here calls by that name.
 */
function isLocal(request: FastifyRequest): boolean {
  const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !forwarded && isLoopback(request.ip) && isLoopbackName(request.headers.host ?? '');
}
