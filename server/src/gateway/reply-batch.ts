import type { Socket } from 'node:net';

/** Sockets with pending writes in this iteration of the event loop. */
let due: (() => void)[] = [];

/** One commit acknowledges frames of hundreds of devices: a tick for each of their sockets would cost as much as its write. */
function flushAll(): void {
  const flushes = due;
  due = [];
  for (const flush of flushes) flush();
}

/**
 * Batches writes to a socket. One commit acknowledges many frames of a device, which are sent in one piece. `written`
 * is called after each write.
 */
export function replyBatch(socket: Socket, written: () => void): (bytes: Uint8Array) => void {
  const waiting: Uint8Array[] = [];
  const flush = () => {
    const [first] = waiting;
    const piece = first && waiting.length === 1 ? first : Buffer.concat(waiting);
    waiting.length = 0;
    if (socket.destroyed || !socket.writable) return;
    socket.write(piece);
    written();
  };
  return (bytes) => {
    if (waiting.push(bytes) > 1) return;
    if (due.push(flush) === 1) process.nextTick(flushAll);
  };
}
