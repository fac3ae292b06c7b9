import { isIP } from 'node:net';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

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
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '');
  const name = request.host?.replace(/:\d+$/, '').toLowerCase();
  if (!name || !LOOPBACK_NAMES.has(name) || !isLoopback(request.localAddress)) return null;
  return request.localPort === undefined ? `http://${name}` : `http://${name}:${request.localPort}`;
}

/** No address is the test harness, which opens no socket. */
function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return true;
  const plain = address.replace(/^::ffff:/, '');
  return isIP(plain) === 4 ? plain.startsWith('127.') : plain === '::1';
}
