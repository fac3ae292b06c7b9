import { isLoopback, isLoopbackName } from '../auth/loopback.ts';
import { checkOrigin } from '../auth/origin.ts';

/**
 * Where links in mails lead. The `Host` of a request is the caller's choice, so it is not believed: without a
 * configured address links are made only for a request to this very machine, and then for its own port.
 * @param publicUrl the configured address, or null
 * @param request its `Host` and the port of the socket it came in by
 */
export function linkBase(
  publicUrl: string | null,
  request: { host: string | undefined; localAddress: string | undefined; localPort: number | undefined },
): string | null {
  if (publicUrl !== null) return publicUrl;
  const name = request.host?.replace(/:\d+$/, '').toLowerCase();
  // No address is the test harness, which opens no socket.
  if (!name || !isLoopbackName(name) || !isLoopback(request.localAddress ?? '::1')) return null;
  return request.localPort === undefined ? `http://${name}` : `http://${name}:${request.localPort}`;
}

/**
 * The address of the page from which a browser calls. Browsers write `Origin` themselves and pages cannot change it, but a
 * script can: so it may begin links that the caller alone is shown, never those of a mail.
 * @param basePath the path below which the application is, without a slash at the end
 */
export function pageBase(origin: string | undefined, host: string | undefined, basePath = ''): string | null {
  if (origin === undefined || !checkOrigin(origin, host)) return null;
  return /^https?:$/.test(new URL(origin).protocol) ? new URL(origin).origin + basePath : null;
}
