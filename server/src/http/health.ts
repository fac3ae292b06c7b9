import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback, isLoopbackName } from '../auth/loopback.ts';
import { sameToken } from '../auth/tokens.ts';
import { VERSION } from '../version.ts';
import { PROXY_WORDS } from './proxy-watch.ts';
import type { HttpServices } from './services.ts';

/** What the answers about the process itself are made of. */
export type HealthServices = Pick<HttpServices, 'proxyWatch' | 'readiness' | 'metrics'>;

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The answer of `/healthz`: the process runs. */
export function livenessOf({ proxyWatch }: Pick<HealthServices, 'proxyWatch'>): object {
  const proxy = proxyWatch.found().map(({ kind }) => PROXY_WORDS[kind]);
  return { status: 'ok', version: VERSION, ...(proxy.length > 0 && { proxy }) };
}

/** The answer of `/readyz`, with its HTTP status. */
export async function readinessOf({
  readiness,
}: Pick<HealthServices, 'readiness'>): Promise<{ code: 200 | 503; body: object }> {
  const { ready, parts } = await readiness();
  return { code: ready ? 200 : 503, body: { status: ready ? 'ready' : 'not ready', parts } };
}

/** For operators: liveness, readiness and metrics. */
export async function healthRoutes(app: FastifyInstance, services: HttpServices): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get('/healthz', async () => livenessOf(services));

  app.get('/readyz', async (_request, reply) => {
    const { code, body } = await readinessOf(services);
    return reply.code(code).send(body);
  });

  app.get('/metrics', async (request, reply) => {
    // At this URL only: a proxy's rules for it must not be bypassed by its URL below the base path.
    const isBelow = request.originalUrl !== request.url;
    const { metricsPublic, metricsToken } = services.config;
    const isAllowed = metricsPublic || isLocal(request) || hasToken(request.headers.authorization, metricsToken);
    if (isBelow || !isAllowed) return reply.callNotFound();
    return reply.type(METRICS_TYPE).send(await services.metrics());
  });
}

/** True for `Authorization: Bearer` with the token; wrong ones take as long as right ones. */
export function hasToken(authorization: string | undefined, token: string | null): boolean {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
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
