import type { Socket, SocketEvents } from './connection.ts';

/** Adapts a browser's WebSocket to the interface that `connection.ts` uses. */
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
