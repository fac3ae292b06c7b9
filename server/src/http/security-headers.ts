import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { HttpConfig } from './services.ts';

/**
 * Strict headers for every answer. Scripts come from us alone; styles may be inline because the component library sets
 * them; the map's worker may be a blob; other hosts only where an online map style is configured.
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
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:', ...map],
        workerSrc: ["'self'", 'blob:'],
        childSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", (request) => socketSource(request.headers.host), ...map],
      },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: config.secureCookies,
    // Browsers ignore it without https, and complain in the console.
    crossOriginOpenerPolicy: config.secureCookies,
    originAgentCluster: config.secureCookies,
    referrerPolicy: { policy: 'same-origin' },
  });
}

/** An online style names hosts of its own for tiles, glyphs and icons, which only the style knows: any with https. */
function mapSources({ mapStyleLight, mapStyleDark, mapRasters }: HttpConfig): string[] {
  const styles = [mapStyleLight, mapStyleDark].filter((url) => URL.canParse(url)).map(originOf);
  const named = [...styles, ...mapRasters.map(({ url }) => originOf(url))].filter((origin) => origin !== 'null');
  return [...new Set([...(styles.length === 0 ? [] : ['https:']), ...named])];
}

const originOf = (url: string) => new URL(url).origin;

/** The live socket: not every browser counts `ws:` of the same host as 'self'. */
function socketSource(host: string | undefined): string {
  return host && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
