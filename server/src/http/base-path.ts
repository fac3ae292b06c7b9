import type { IncomingMessage } from 'node:http';
import { MENUS } from '@milepost/contract/menus';
import { PUBLIC_PATHS } from '@milepost/contract/public-paths';
import { plainAddress } from '../ip-address.ts';
import { proxyTrust } from './trusted-proxies.ts';

/**
 * Home Assistant's ingress: the path differs by installation, and the ingress strips it from the URL. Most other
 * proxies pass this header on as a browser sent it, so it is accepted only from INGRESS_PROXIES.
 */
const INGRESS_HEADER = 'x-ingress-path';
/** Path segments that are neither empty nor `.` or `..`; the path is written into pages and cookies unchanged. */
const PLAIN_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;
const LONGEST = 200;

/**
 * First segments of URLs that the server itself answers, of screens outside the menu, of public links and of the menu.
 */
const OWN_SEGMENTS: readonly string[] = [
  ...'assets basemap calendar downloads files healthz imports live logos metrics readyz vts'.split(' '),
  ...'authentication extra-pages settings'.split(' '),
  ...[...PUBLIC_PATHS, ...MENUS.map(({ path }) => path)].flatMap((path) => path.split('/')[0] || []),
];
/** Commonly the first segment of what an ingress controller serves; all screens below it are in the menu. */
const SHARED_SEGMENT = 'apps';

/** The path of PUBLIC_URL, without a trailing slash; '' for none. */
export const pathOfUrl = (publicUrl: string | null): string =>
  publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

/** The fault of PUBLIC_URL as the base of all URLs; null when there is none. */
export function baseFault(publicUrl: string): string | null {
  const { search, hash } = new URL(publicUrl);
  if (search !== '' || hash !== '') return 'must end with the path: no ? and no #';
  const base = pathOfUrl(publicUrl);
  if (base === '') return null;
  if (!PLAIN_PATH.test(base) || base.length > LONGEST) {
    return 'may have a path of letters, digits, dots, hyphens, underscores and tildes only';
  }
  // With a proxy that strips the path it would be unknown whether it did.
  return isOwn(base) ? `must have another path: ${base} is an address inside Milepost` : null;
}

function isOwn(base: string): boolean {
  const [first = '', second] = base.slice(1).split('/');
  if (first === SHARED_SEGMENT && second !== undefined)
    return MENUS.some(({ path }) => `${base}/`.startsWith(`/${path}/`));
  return OWN_SEGMENTS.includes(first);
}

/** The URL without the base, whether or not the proxy strips it. */
function within(url: string, base: string): string {
  if (base === '' || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

export interface Bases {
  /** Finds the base of a request and removes it from its URL. Returns the remaining URL. */
  enter(request: IncomingMessage): string;
}

const found = new WeakMap<IncomingMessage, { base: string; ingress: boolean }>();

/**
 * The path below which the sender of this request reaches the application, without a trailing slash; '' at the root.
 */
export const baseOf = (request: IncomingMessage): string => found.get(request)?.base ?? '';

/** True when it came through Home Assistant's ingress, which shows pages inside its own. */
export const isIngress = (request: IncomingMessage): boolean => found.get(request)?.ingress === true;

/**
 * The base of each request: the path of PUBLIC_URL, which a proxy may pass on or strip, or the `X-Ingress-Path` of an
 * ingress. No other path is ever removed from a URL: `/a/metrics` would become `/metrics` and bypass the rules of a
 * proxy.
 */
export function createBases(config: { publicUrl: string | null; ingressProxies: readonly string[] }): Bases {
  const configured = pathOfUrl(config.publicUrl);
  const isIngressProxy = proxyTrust(config.ingressProxies);
  const ingressOf = ({ headers, socket }: IncomingMessage): string | null => {
    const header = headers[INGRESS_HEADER];
    if (typeof header !== 'string' || header.length > LONGEST) return null;
    const path = header.replace(/\/+$/, '');
    const peer = socket.remoteAddress;
    return PLAIN_PATH.test(path) && peer !== undefined && isIngressProxy(plainAddress(peer)) ? path : null;
  };
  return {
    enter: (request) => {
      const ingress = ingressOf(request);
      const base = ingress ?? configured;
      if (base !== '') found.set(request, { base, ingress: ingress !== null });
      return within(request.url ?? '/', ingress === null ? configured : '');
    },
  };
}
