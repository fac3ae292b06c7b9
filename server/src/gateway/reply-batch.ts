import type { Socket } from 'node:net';

/**
 * Writes to a socket. One commit acknowledges many frames of a device: they leave together, as one piece. `written` is
 * called after each.
 */
export function replyBatch(socket: Socket, written: () => void): (bytes: Uint8Array) => void {
  let waiting: Uint8Array[] = [];
  const flush = () => {
    const pieces = waiting;
    waiting = [];
    if (socket.destroyed || !socket.writable) return;
    socket.write(Buffer.concat(pieces));
    written();
  };
  return (bytes) => {
    if (waiting.push(bytes) === 1) process.nextTick(flush);
  };
}
