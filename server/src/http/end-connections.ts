import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The time that requests in progress have after a stop was requested; the process has 25 s for everything. */
const LET_FINISH_MS = 10_000;

/**
 * Lets the web port close. Browsers hold spare connections open on which they never sent a request: Node treats them as
 * requests in progress, and waits until they time out.
 */
export function endConnections(app: FastifyInstance, letFinishMs = LET_FINISH_MS): void {
  const unused = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket: Socket) => {
    if (closing) {
      socket.destroy();
      return;
    }
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  const markUsed = ({ socket }: { socket: Socket }) => void unused.delete(socket);
  app.server.on('request', markUsed);
  app.server.on('upgrade', markUsed);
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of unused) socket.destroy();
    const late = setTimeout(() => app.server.closeAllConnections(), letFinishMs);
    late.unref();
    app.server.once('close', () => clearTimeout(late));
  });
}
