import type { ClientFrame, ServerFrame } from '@milepost/contract/live';
import { CLOSE_SESSION_ENDED } from '@milepost/contract/live-constants';
import { backoffMs } from './backoff.ts';

/** A connection that received nothing for this long counts as dead (the server sends a beat every few seconds). */
export const SILENCE_MS = 15_000;

export type Phase =
  | { name: 'closed' }
  | { name: 'connecting' }
  | { name: 'live'; by?: 'socket' | 'calls' }
  /** Waiting for the next attempt, which starts at this instant (epoch milliseconds of the browser). */
  | { name: 'waiting'; retryAt: number }
  | { name: 'ended' };

/** The events of a socket. */
export interface SocketEvents {
  opened(): void;
  message(data: unknown): void;
  closed(code: number): void;
}

/** The part of a WebSocket that is used, so that tests can drive a fake one. */
export interface Socket {
  /** Does nothing while the socket is not open. */
  send(text: string): void;
  close(): void;
}

export interface ConnectionOptions {
  openSocket(events: SocketEvents): Socket;
  readFrame(data: unknown): ServerFrame | null;
  onFrame(frame: ServerFrame): void;
  onPhase(phase: Phase): void;
  onSessionEnded(): void;
  /** The server could not be reached, or refused the connection for want of a session: a script cannot tell which. */
  onRefused(): void;
  /** The frames to send to the server after every connect and reconnect. */
  greeting(): ClientFrame[];
  random?(): number;
}

/**
 * Keeps one socket to the server alive. Dead connections are detected by their silence; lost ones are replaced after
 * growing pauses, or immediately when the browser comes online or into view (`hurry`). Each new socket begins with a
 * snapshot.
 */
export function createConnection(options: ConnectionOptions) {
  let socket: Socket | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let wanted = false;
  let lastReceivedAt = 0;

  const watchSilence = () => {
    lastReceivedAt = Date.now();
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => drop(), SILENCE_MS);
  };

  const detach = () => {
    clearTimeout(silenceTimer);
    if (!socket) return;
    const old = socket;
    socket = null;
    old.close();
  };

  const drop = () => {
    detach();
    if (!wanted) return;
    const wait = backoffMs(attempt++, (options.random ?? Math.random)());
    options.onPhase({ name: 'waiting', retryAt: Date.now() + wait });
    clearTimeout(retryTimer);
    retryTimer = setTimeout(connect, wait);
  };

  const connect = () => {
    clearTimeout(retryTimer);
    detach();
    options.onPhase({ name: 'connecting' });
    let isOpen = false;
    const mine = options.openSocket({
      opened() {
        if (socket !== mine) return;
        isOpen = true;
        for (const frame of options.greeting()) mine.send(JSON.stringify(frame));
      },
      message(data) {
        if (socket === mine) take(data);
      },
      closed(code) {
        if (socket !== mine) return;
        if (!isOpen) options.onRefused();
        if (code !== CLOSE_SESSION_ENDED) return drop();
        stop();
        options.onPhase({ name: 'ended' });
        options.onSessionEnded();
      },
    });
    socket = mine;
    watchSilence();
  };

  const take = (data: unknown) => {
    watchSilence();
    const frame = options.readFrame(data);
    if (!frame) return;
    if (frame.t === 'snapshot' && frame.begin) {
      attempt = 0;
      options.onPhase({ name: 'live' });
    }
    options.onFrame(frame);
  };

  const stop = () => {
    wanted = false;
    clearTimeout(retryTimer);
    detach();
  };

  return {
    start(): void {
      if (wanted) return;
      wanted = true;
      attempt = 0;
      connect();
    },
    stop(): void {
      stop();
      options.onPhase({ name: 'closed' });
    },
    /** Retries immediately instead of waiting; a socket that fell silent while the machine slept is replaced. */
    hurry(): void {
      if (!wanted) return;
      if (!socket || Date.now() - lastReceivedAt > SILENCE_MS) {
        attempt = 0;
        connect();
      }
    },
    send(frame: ClientFrame): void {
      socket?.send(JSON.stringify(frame));
    },
  };
}
