import type { FastifyInstance } from 'fastify';
import { findLogo } from '../store/organisations/logos.ts';
import type { HttpServices } from './services.ts';

const YEAR_S = 31_536_000;

/**
 * `GET /logos/<SHA-256>.png`: the logo of an organisation, for pages without an account. The URL contains the hash of
 * the pixels and changes with them, so browsers may cache it for ever. The server drew it from the uploaded picture: it
 * is a PNG without anything else, whatever was uploaded.
 */
export function logoRoute(app: FastifyInstance, { database }: HttpServices): void {
  app.get<{ Params: { hash: string } }>('/logos/:hash([0-9a-f]{64}).png', async ({ params }, reply) => {
    const png = await findLogo(database, params.hash);
    if (png === null) return reply.code(404).header('cache-control', 'no-store').send();
    return reply
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .header('content-security-policy', "default-src 'none'")
      .type('image/png')
      .send(png);
  });
}
