import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isIngress } from './base-path.ts';
import type { HttpConfig } from './services.ts';

/**
 * Strict headers for every answer. Scripts come from this server only; styles may be inline because the component
 * library sets them; the map's worker may be a blob; other hosts are allowed only when an online map style is
 * configured.
 */
export async function securityHeaders(app: FastifyInstance, config: HttpConfig): Promise<void> {
  const map = mapSources(config);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: [(request) => (isIngress(request) ? "'self'" : "'none'")],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:', ...map],
        workerSrc: ["'self'", 'blob:'],
        childSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", (request) => socketSources(request.headers.host, config.publicUrl), ...map],
      },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: config.secureCookies,
    // Browsers ignore it without https and log a warning in the console.
    crossOriginOpenerPolicy: config.secureCookies,
    originAgentCluster: config.secureCookies,
    referrerPolicy: { policy: 'same-origin' },
  });
  // Home Assistant shows the page inside its own, which has the same origin.
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (isIngress(raw)) reply.raw.setHeader('x-frame-options', 'SAMEORIGIN');
  });
}

/**
 * An online style refers to hosts for tiles, glyphs and icons that only the style knows, so any https host is allowed.
 */
function mapSources({ mapStyleLight, mapStyleDark, mapRasters }: HttpConfig): string[] {
  const styles = [mapStyleLight, mapStyleDark].filter((url) => URL.canParse(url)).map(originOf);
  const origins = [...styles, ...mapRasters.map(({ url }) => originOf(url))].filter((origin) => origin !== 'null');
  return [...new Set([...(styles.length === 0 ? [] : ['https:']), ...origins])];
}

const originOf = (url: string) => new URL(url).origin;

/** The host of PUBLIC_URL in addition to that of `Host`, which a proxy may have changed. */
function socketSources(host: string | undefined, publicUrl: string | null): string {
  const origins = publicUrl === null ? undefined : new URL(publicUrl).host;
  return origins === undefined || origins === host
    ? socketSource(host)
    : `${socketSource(host)} ${socketSource(origins)}`;
}

/** The live socket: not every browser treats `ws:` of the same host as 'self'. */
function socketSource(host: string | undefined): string {
  return host && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
}

/** Headers that apply to pages. */
const OF_PAGES = [
  'x-frame-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
];

/**
 * Removes the headers that only a page, or a script's worker, needs from a file of the build. On the hundred answers of
 * a first visit these headers were as many bytes as all small files together.
 */
export function removePageHeaders(reply: FastifyReply): void {
  for (const name of [...OF_PAGES, 'content-security-policy']) {
    reply.removeHeader(name);
    // The plugin sets them on the raw response.
    reply.raw.removeHeader(name);
  }
}

/** The same for generated content: opened as a page, it may do nothing. */
export function setDataHeaders(reply: FastifyReply): void {
  removePageHeaders(reply);
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
}
