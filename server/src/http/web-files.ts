import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const MISSING_BUILD = `<!doctype html><meta charset="utf-8"><title>Milepost</title>
<h1>The web application is not built</h1>
<p>Run <code>npm run build</code>, then restart the server.</p>
`;

/**
 * The built web application. Files of the build carry a hash in their name and never change; every other address that
 * looks like a screen gets the page, whose router knows the screens.
 */
export async function webFiles(app: FastifyInstance, webRoot: string | null): Promise<void> {
  if (webRoot !== null) {
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = path.relative(webRoot, file).startsWith(`assets${path.sep}`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', (_request, reply) => reply.sendFile('index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://host');
    if (!['GET', 'HEAD'].includes(request.method) || !isScreen(pathname)) return notFound(reply);
    if (webRoot === null) return reply.code(503).type('text/html; charset=utf-8').send(MISSING_BUILD);
    return reply.code(200).sendFile('index.html');
  });
}

/** A missing file must not answer with the page: a browser would take it for the script that it asked for. */
function isScreen(pathname: string): boolean {
  const file = /\.[A-Za-z0-9]{1,8}$/.test(pathname);
  return !file && !/^\/(assets|basemap|metrics|live)(\/|$)/.test(pathname);
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').send({ status: 404, message: 'There is nothing here.' });
}
