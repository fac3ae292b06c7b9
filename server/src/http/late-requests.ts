import type { IncomingMessage, Server } from 'node:http';

/**
 * Ends requests whose body has not arrived within this time, as Node itself does after its longer limit. Node has one
 * limit for all requests, and sending a file may take longer than a call.
 * @param exempt requests to which Node's limit applies
 */
export function limitRequests(server: Server, withinMs: number, exempt: (request: IncomingMessage) => boolean): void {
  server.on('request', (request: IncomingMessage) => {
    if (request.complete || exempt(request)) return;
    const timer = setTimeout(() => {
      const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (!request.complete) server.emit('clientError', late, request.socket);
    }, withinMs);
    timer.unref();
    // Also emitted after the last byte was read.
    request.once('close', () => clearTimeout(timer));
  });
}
