import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { checkOrigin } from '../auth/origin.ts';
import { plainAddress } from '../ip-address.ts';
import { isPublicAddress } from '../notify/public-address.ts';
import { isFromElsewhere, isOurOrigin, lastOf, originOf } from './same-site.ts';
import { proxyTrust } from './trusted-proxies.ts';

/**
 * The faults of a proxy in front: it is not trusted, changes `Host`, drops `Upgrade`, or drops the client's address or
 * scheme.
 */
export const PROXY_FAULTS = ['untrusted-proxy', 'proxy-host', 'proxy-upgrade', 'proxy-client', 'proxy-scheme'] as const;
export type ProxyFault = (typeof PROXY_FAULTS)[number];

export interface ProxyFinding {
  kind: ProxyFault;
  /** The address of the proxy as the server sees it. */
  address: string;
  lastAt: Date;
}

export interface ProxyWatch {
  /** Examines anybody's request or attempt to open the live connection; faults are logged. */
  see(request: IncomingMessage): void;
  /** Examines a request that certainly comes from an operator of the server; faults become findings. */
  confirm(request: IncomingMessage): void;
  /** Recent findings, most severe first. */
  found(): ProxyFinding[];
}

const LOG_EVERY_MS = 3_600_000;
const REMEMBERED_MS = 86_400_000;
/** The maximum length of an origin in the log; host names are no longer. */
const LONGEST_ORIGIN = 270;

/** Messages in English for the log and the health answer: the fault and its remedy. */
export const PROXY_WORDS: Record<ProxyFault, string> = {
  'untrusted-proxy':
    'Requests come through a reverse proxy that is not trusted, so everybody behind it counts as one address. Set TRUSTED_PROXIES',
  'proxy-host':
    'The reverse proxy changes the Host header, so requests look as if they came from another site and nobody can sign in. Forward Host (nginx: proxy_set_header Host $http_host), or set PUBLIC_URL',
  'proxy-upgrade':
    'The reverse proxy refuses the live connection because it does not forward Upgrade. Browsers poll for updates meanwhile. Forward WebSocket upgrades (nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade")',
  'proxy-client':
    'The reverse proxy does not forward the address of the client, so everybody behind it counts as one address. Configure it to set X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for), and set TRUSTED_PROXIES',
  'proxy-scheme':
    'The reverse proxy does not report that browsers use https, so cookies are not marked Secure. Set PUBLIC_URL, or configure the proxy to set X-Forwarded-Proto and add it to TRUSTED_PROXIES',
};

interface WatchOptions {
  trustedProxies: readonly string[];
  publicUrl: string | null;
  secureCookies: boolean;
}

/**
 * The signs of one request about the proxy in front: true for a fault, false for what is right, no entry for the rest.
 */
interface Signs {
  /** The address of the proxy as the server sees it. */
  address: string;
  /** The origin of the page in the browser; '' when the request does not contain it. */
  origin: string;
  faults: ReadonlyMap<ProxyFault, boolean>;
}

/**
 * Detects a reverse proxy that is not set up as the application needs. From the internet anybody can send any headers;
 * a private or loopback address that sends those of a proxy is one, most likely the one that the operator has just
 * installed. A proxy, however, passes on most headers of everybody behind it. Faults in anybody's requests are
 * therefore only logged, and screens and health answers show only those in requests of the server's administrators
 * ([why](../../../docs/decisions/0165-what-a-proxy-is-believed.md)).
 */
export function createProxyWatch(options: WatchOptions, logger: Logger, now = Date.now): ProxyWatch {
  const trusted = proxyTrust(options.trustedProxies);
  const findings = new Map<ProxyFault, ProxyFinding>();
  const loggedAt = new Map<ProxyFault, number>();

  const signsOf = ({ headers, socket }: IncomingMessage): Signs | null => {
    const peer = socket.remoteAddress;
    if (peer === undefined || isPublicAddress(peer)) return null;
    const address = plainAddress(peer);
    const isTrusted = trusted(address);
    const faults = new Map<ProxyFault, boolean>();
    const forwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    if (forwarded && !isTrusted) faults.set('untrusted-proxy', true);
    if (headers['sec-websocket-key'] !== undefined) faults.set('proxy-upgrade', headers.upgrade === undefined);
    const origin = originOf(headers.origin);
    const signs = { address, origin, faults };
    // Only browsers send it, with calls and with the live connection. A request from a page of another site is marked
    // as such where possible.
    if (origin === '' || isFromElsewhere(headers)) return signs;
    const host = (isTrusted ? lastOf(headers['x-forwarded-host']) : undefined) ?? headers.host;
    faults.set('proxy-host', !isOurOrigin(origin, host, options.publicUrl));
    // This server has no https itself, so something in front does.
    const isHttps = origin.startsWith('https:');
    if (!isHttps && checkOrigin(origin, headers.host)) return signs;
    faults.set('proxy-client', !forwarded);
    if (!isHttps || options.secureCookies) return signs;
    faults.set('proxy-scheme', !(isTrusted && lastOf(headers['x-forwarded-proto']) === 'https'));
    return signs;
  };

  const log = (kind: ProxyFault, { address, origin }: Signs) => {
    if (now() - (loggedAt.get(kind) ?? -Infinity) < LOG_EVERY_MS) return;
    loggedAt.set(kind, now());
    logger.warn({ address, ...(origin !== '' && { origin: origin.slice(0, LONGEST_ORIGIN) }) }, PROXY_WORDS[kind]);
  };

  return {
    see: (request) => {
      const signs = signsOf(request);
      for (const [kind, wrong] of signs?.faults ?? []) if (signs && wrong) log(kind, signs);
    },
    confirm: (request) => {
      const signs = signsOf(request);
      for (const [kind, wrong] of signs?.faults ?? []) {
        if (!signs) return;
        const { address } = signs;
        if (wrong) findings.set(kind, { kind, address, lastAt: new Date(now()) });
        // A finding is removed once a request shows that it no longer applies.
        else if (findings.get(kind)?.address === address) findings.delete(kind);
      }
    },
    found: () =>
      PROXY_FAULTS.flatMap((kind) => findings.get(kind) ?? []).filter(
        ({ lastAt }) => now() - lastAt.getTime() < REMEMBERED_MS,
      ),
  };
}
