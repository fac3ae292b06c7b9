import { CLOSE_SESSION_ENDED, CLOSE_TRY_LATER } from '@milepost/contract/live-constants';
import { type Phase, SILENCE_MS, type Socket, type SocketEvents } from './connection.ts';

/** How frames come: by the WebSocket, or by calls where that is refused on the way. */
export type TransportKind = NonNullable<(Phase & { name: 'live' })['by']>;

interface TransportOptions {
  openSocket(events: SocketEvents): Socket;
  openCalls(events: SocketEvents): Socket;
  onWay(way: TransportKind): void;
}

/** So often in a row a WebSocket must bring nothing before calls are tried. */
const REFUSED_TIMES = 2;
/**
 * While calls serve, the WebSocket is tried again: soon, since the server itself may have been away when it was refused; then
 * after a minute, and each time after twice as long.
 */
const FIRST_RETRY_MS = 2000;
const RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 900_000;

/**
 * Opens the WebSocket, or calls in its place where it was refused: by a proxy that does not pass it on, most likely. Goes
 * back to the WebSocket when one brings a frame.
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
        // Who is signed out, or has too many, was not refused on the way.
        if (code !== CLOSE_SESSION_ENDED && code !== CLOSE_TRY_LATER) refused();
        events.closed(code);
      },
    });
    return {
      send: socket.send,
      close() {
        // Opened and silent: what some proxies make of it.
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
        // Not even calls reach the server: it may be down, and the WebSocket is as good a guess as any.
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
            // The server learns by the new way what is on the screen.
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
