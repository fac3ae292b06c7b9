import { access, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { failureOf } from '../rpc/failure.ts';
import { baseOf } from './base-path.ts';
import { removePageHeaders } from './security-headers.ts';
import { sendCompressed } from './send-compressed.ts';

const MISSING_BUILD = `<!doctype html><meta charset="utf-8"><title>Milepost</title>
<h1>The web application is not built</h1>
<p>Run <code>npm run build</code>, then restart the server.</p>
`;

/** Between the old and the new build there is no page for a moment; the browser reloads automatically. */
const BEING_REBUILT = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="3"><title>Milepost</title>
<h1>The web application is being rebuilt</h1>
<p>This page tries again every three seconds.</p>
`;

/**
 * The built web application. Files of the build have a hash in their name and never change; every other URL that looks
 * like a screen gets the page, whose router resolves the screen.
 */
export async function webFiles(app: FastifyInstance, webRoot: string | null): Promise<void> {
  const basedPage = webRoot === null ? null : createBasedPage(path.join(webRoot, 'index.html'));
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const base = baseOf(request.raw);
    return base === '' || !basedPage ? reply.sendFile('index.html') : basedPage(request, reply, base);
  };
  if (webRoot !== null) {
    // Ranges are always of the uncompressed file: clients that request ranges do not join compressed parts.
    app.addHook('onRequest', async ({ raw: { headers } }) => {
      if (headers.range !== undefined) delete headers['accept-encoding'];
    });
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = path.relative(webRoot, file).startsWith(`assets${path.sep}`);
        if (hashed && !/worker/.test(file)) removePageHeaders(reply);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', (request, reply) => sendPage(request, reply));
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = ''] = request.url.split('?');
    if (!['GET', 'HEAD'].includes(request.method) || !isScreen(pathname)) return notFound(reply);
    if (webRoot === null) return unavailable(reply, MISSING_BUILD);
    // Checked beforehand, because for a missing file this handler would be called again.
    if (!(await isThere(path.join(webRoot, 'index.html'))))
      return unavailable(reply.header('retry-after', '3'), BEING_REBUILT);
    return sendPage(request, reply.code(200));
  });
}

/** A missing file must not be answered with the page, which a browser would take for the requested script. */
function isScreen(pathname: string): boolean {
  const file = /\.[A-Za-z0-9]{1,8}$/.test(pathname);
  return !file && !/^\/(assets|basemap|metrics|live)(\/|$)/.test(pathname);
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

function unavailable(reply: FastifyReply, page: string): FastifyReply {
  return reply.code(503).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .send(failureOf(new AppError('not-found', 'nothing-here')));
}

/** The tag that contains the path below which the page was loaded (web/src/api/base-path.ts). */
const metaOf = (base: string) => `<meta name="base-path" content="${base}" />`;

/** The page of the build, adapted to an application below this path: the URLs of its files and calls. */
const withBase = (page: string, base: string): string =>
  page.replace('<head>', `<head>\n    ${metaOf(base)}`).replaceAll(/ (src|href)="\/(?!\/)/g, ` $1="${base}/`);

/** Reads the page once for each build. */
function createBasedPage(file: string) {
  let read: { version: number; page: string } | null = null;
  return async (request: FastifyRequest, reply: FastifyReply, base: string): Promise<FastifyReply> => {
    const { mtimeMs } = await stat(file);
    if (read?.version !== mtimeMs) read = { version: mtimeMs, page: await readFile(file, 'utf8') };
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return sendCompressed(request, reply, withBase(read.page, base));
  };
}
