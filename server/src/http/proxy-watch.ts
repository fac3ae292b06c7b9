import type { Logger } from 'pino';
import { isPublicAddress } from '../notify/public-address.ts';
import { plainAddress } from '../ip-address.ts';
import { proxyTrust } from './trusted-proxies.ts';

/** A proxy in front that is not believed, so that everybody behind it counts as one address. */
export interface UntrustedProxy {
  address: string;
  lastAt: Date;
}

export interface ProxyWatch {
  /** Looks at a request: the address of its peer, and whether it carries a header by which proxies name the client. */
  see(peer: string | undefined, forwarded: boolean): void;
  /** The one seen last; null where none was seen for a day. */
  found(): UntrustedProxy | null;
}

const LOG_EVERY_MS = 3_600_000;
const REMEMBERED_MS = 86_400_000;

/**
 * Notices a reverse proxy that TRUSTED_PROXIES leaves out. From the open internet anybody sends such headers; a private
 * or loopback address that does is a proxy, most likely the one that the operator has just put in front.
 */
export function createProxyWatch(trustedProxies: readonly string[], logger: Logger, now = Date.now): ProxyWatch {
  const trusted = proxyTrust(trustedProxies);
  let last: UntrustedProxy | null = null;
  let loggedAt = -Infinity;
  return {
    see: (peer, forwarded) => {
      if (!forwarded || peer === undefined || isPublicAddress(peer) || trusted(peer)) return;
      const address = plainAddress(peer);
      last = { address, lastAt: new Date(now()) };
      if (now() - loggedAt < LOG_EVERY_MS) return;
      loggedAt = now();
      logger.warn(
        { address },
        'Requests come through a proxy that is not trusted: everybody behind it counts as one address. Set TRUSTED_PROXIES',
      );
    },
    found: () => (last !== null && now() - last.lastAt.getTime() < REMEMBERED_MS ? last : null),
  };
}
