import { CLOSE_SESSION_ENDED, CLOSE_TRY_LATER } from '@milepost/contract/live-constants';
import { type Phase, SILENCE_MS, type Socket, type SocketEvents } from './connection.ts';

/** How frames arrive: by the WebSocket, or by calls if that is refused on the way. */
export type TransportKind = NonNullable<(Phase & { name: 'live' })['by']>;

interface TransportOptions {
  openSocket(events: SocketEvents): Socket;
  openCalls(events: SocketEvents): Socket;
  onWay(way: TransportKind): void;
}

/** The number of WebSockets in a row that must bring nothing before calls are tried. */
const REFUSED_TIMES = 2;
/**
 * While frames come by calls, the WebSocket is retried: soon at first, since the server itself can have been down when
 * it was refused; then after a minute, and each time after twice as long.
 */
const FIRST_RETRY_MS = 2000;
const RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 900_000;

/**
 * Opens the WebSocket, or makes calls instead if it was refused, most likely by a proxy that does not pass it on.
 * Returns to the WebSocket as soon as one brings a frame.
 */
export function createTransport({ openSocket, openCalls, onWay }: TransportOptions): (events: SocketEvents) => Socket {
  let refusals = 0;

  const trySocket = (events: SocketEvents): Socket => {
    const openedAt = Date.now();
    let hasBrought = false;
    let isOver = false;
    const refused = () => {
      if (!hasBrought && !isOver) refusals++;
      isOver = true;
    };
    const socket = openSocket({
      opened: events.opened,
      message(data) {
        if (!hasBrought) onWay('socket');
        hasBrought = true;
        refusals = 0;
        events.message(data);
      },
      closed(code) {
        // A WebSocket that was closed for the session or for too many connections was not refused on the way.
        if (code !== CLOSE_SESSION_ENDED && code !== CLOSE_TRY_LATER) refused();
        events.closed(code);
      },
    });
    return {
      send: socket.send,
      close() {
        // The WebSocket opened but stayed silent, as some proxies cause.
        if (Date.now() - openedAt >= SILENCE_MS) refused();
        isOver = true;
        socket.close();
      },
    };
  };

  return (events) => {
    if (refusals < REFUSED_TIMES) return trySocket(events);
    let retry: ReturnType<typeof setTimeout> | undefined;
    let probe: Socket | null = null;
    let wait = RETRY_MS / 2;
    let isCalling = true;
    const endProbe = () => {
      const ended = probe;
      probe = null;
      ended?.close();
    };
    let inner = openCalls({
      ...events,
      message(data) {
        onWay('calls');
        events.message(data);
      },
      closed(code) {
        // Calls do not reach the server either: it can be down, so the WebSocket is tried again.
        refusals = 0;
        clearTimeout(retry);
        endProbe();
        events.closed(code);
      },
    });
    const retrySocket = () => {
      const mine = openSocket({
        opened: () => {},
        message(data) {
          if (inner !== mine && probe !== mine) return;
          if (inner !== mine) {
            probe = null;
            inner.close();
            inner = mine;
            isCalling = false;
            refusals = 0;
            onWay('socket');
            // The server must receive the view over the new transport.
            events.opened();
          }
          events.message(data);
        },
        closed(code) {
          if (inner === mine) return events.closed(code);
          if (probe !== mine) return undefined;
          probe = null;
          wait = Math.min(LONGEST_RETRY_MS, wait * 2);
          retry = setTimeout(retrySocket, wait);
          return undefined;
        },
      });
      probe = mine;
    };
    retry = setTimeout(retrySocket, FIRST_RETRY_MS);
    return {
      send: (text) => inner.send(text),
      close() {
        clearTimeout(retry);
        if (isCalling) endProbe();
        inner.close();
      },
    };
  };
}
