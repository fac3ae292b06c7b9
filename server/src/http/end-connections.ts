import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests that are worked on may go on after a stop was asked for; the process has 25 s for all of it. */
const LET_FINISH_MS = 10_000;

/**
 * Lets the web port close. Browsers hold spare connections open on which they never asked anything: Node takes them for
 * requests on their way, and waits for them until they time out.
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
