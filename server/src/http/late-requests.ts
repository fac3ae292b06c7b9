import type { IncomingMessage, Server } from 'node:http';

/**
 * Ends requests whose body has not come within this time, as Node itself does after the longer one that it knows: it has
 * one for all, and a file may take longer to send than a call.
 * @param exempt requests that have Node's
 */
export function limitRequests(server: Server, withinMs: number, exempt: (request: IncomingMessage) => boolean): void {
  server.on('request', (request: IncomingMessage) => {
    if (request.complete || exempt(request)) return;
    const timer = setTimeout(() => {
      const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (!request.complete) server.emit('clientError', late, request.socket);
    }, withinMs);
    timer.unref();
    // Also comes after the last byte was read.
    request.once('close', () => clearTimeout(timer));
  });
}
