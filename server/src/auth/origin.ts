/**
 * True when a request comes from the application's own pages: the host of `Origin` must be the requested host. Browsers
 * send `Origin` with every POST and every WebSocket; a caller without one is no browser page, so no other site can be
 * behind it.
 */
export function checkOrigin(originHeader: string | undefined, hostHeader: string | undefined): boolean {
  if (originHeader === undefined) return true;
  if (!hostHeader) return false;
  try {
    const origin = new URL(originHeader);
    // Parsed with the origin's scheme, so that `example.org` and `example.org:443` are the same host.
    return origin.host !== '' && origin.host === new URL(`${origin.protocol}//${hostHeader}`).host;
  } catch {
    return false;
  }
}
