import { isLoopback, isLoopbackName } from '../auth/loopback.ts';
import { checkOrigin } from '../auth/origin.ts';

/**
 * The base of links in mails. The `Host` of a request is chosen by the caller, so it is not trusted: without a
 * configured address links are created only for a request to this machine, and then with its own port.
 * @param publicUrl the configured address, or null
 * @param request its `Host` and the port of the socket on which it arrived
 */
export function linkBase(
  publicUrl: string | null,
  request: { host: string | undefined; localAddress: string | undefined; localPort: number | undefined },
): string | null {
  if (publicUrl !== null) return publicUrl;
  const name = request.host?.replace(/:\d+$/, '').toLowerCase();
  // Without an address it is the test harness, which opens no socket.
  if (!name || !isLoopbackName(name) || !isLoopback(request.localAddress ?? '::1')) return null;
  return request.localPort === undefined ? `http://${name}` : `http://${name}:${request.localPort}`;
}

/**
 * The address of the page from which a browser makes a call. Browsers set `Origin` themselves and pages cannot change
 * it, but a script can, so it may be used only for links shown to the caller, never in mails.
 * @param basePath the path below which the application is, without a trailing slash
 */
export function pageBase(origin: string | undefined, host: string | undefined, basePath = ''): string | null {
  if (origin === undefined || !checkOrigin(origin, host)) return null;
  return /^https?:$/.test(new URL(origin).protocol) ? new URL(origin).origin + basePath : null;
}
