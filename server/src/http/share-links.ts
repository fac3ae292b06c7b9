import type { FastifyInstance } from 'fastify';
import { baseOf } from './base-path.ts';

/**
 * Links of a former version contain their token in the path, which proxies log. They redirect to the present form,
 * whose token follows the hash and leaves the browser only in the body of a call.
 */
export function shareLinks(app: FastifyInstance): void {
  app.get<{ Params: { token: string } }>('/track-vehicle/shared/:token', async ({ params, raw }, reply) => {
    const token = encodeURIComponent(params.token.slice(0, 100));
    return reply.header('cache-control', 'no-store').redirect(`${baseOf(raw)}/track-vehicle/shared#${token}`, 303);
  });
}
