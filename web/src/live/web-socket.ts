import type { Socket, SocketEvents } from './connection.ts';

/** A browser's WebSocket in the form that `connection.ts` drives. */
export function openWebSocket(url: string, events: SocketEvents): Socket {
  const socket = new WebSocket(url);
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', (event: MessageEvent<unknown>) => events.message(event.data));
  socket.addEventListener('close', (event) => events.closed(event.code));
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
}
