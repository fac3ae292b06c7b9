import type { FastifyInstance } from 'fastify';
import { baseOf } from './base-path.ts';

/**
 * Links of a former version carry their token in the path, which proxies write into their logs. They lead on to the
 * form of today, whose token stands behind the hash and never leaves the browser but in the body of a call.
 */
export function shareLinks(app: FastifyInstance): void {
  app.get<{ Params: { token: string } }>('/track-vehicle/shared/:token', async ({ params, raw }, reply) => {
    const token = encodeURIComponent(params.token.slice(0, 100));
    return reply.header('cache-control', 'no-store').redirect(`${baseOf(raw)}/track-vehicle/shared#${token}`, 303);
  });
}
