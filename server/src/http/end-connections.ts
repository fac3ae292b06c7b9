import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests that are worked on may go on after a stop was asked for; the process has 25 s for all of it. */
const LET_FINISH_MS = 10_000;

/**
 * Lets the web port close. Browsers hold spare connections open on which they never asked anything: Node takes them for
 * requests on their way, and waits for them until they time out.
 */
export function endConnections(app: FastifyInstance, letFinishMs = LET_FINISH_MS): void {
  const unasked = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket: Socket) => {
    if (closing) {
      socket.destroy();
      return;
    }
    unasked.add(socket);
    socket.once('close', () => unasked.delete(socket));
  });
  const asked = ({ socket }: { socket: Socket }) => void unasked.delete(socket);
  app.server.on('request', asked);
  app.server.on('upgrade', asked);
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of unasked) socket.destroy();
    const late = setTimeout(() => app.server.closeAllConnections(), letFinishMs);
    late.unref();
    app.server.once('close', () => clearTimeout(late));
  });
}
