import type { ClientFrame, LiveCall, LiveFrames } from '@milepost/contract/live';
import type { Socket, SocketEvents } from './connection.ts';

/** The intervals between calls: of a visible window, of one with frames to send, and of a hidden one. */
const EVERY_MS = 1000;
const SOON_MS = 250;
const HIDDEN_MS = 5000;

/** Requests frames from the server. Rejects if the server does not reply or refuses. */
export type RequestFrames = (request: LiveCall) => Promise<LiveFrames>;

export interface CallsOptions {
  ask: RequestFrames;
  isHidden(): boolean;
}

/** Replaces a WebSocket that is refused on the way: fetches the same frames by calls. */
export function openCalls({ ask, isHidden }: CallsOptions, events: SocketEvents): Socket {
  let channel: string | null = null;
  let seen = 0;
  let queued: ClientFrame[] = [];
  let isClosed = false;
  let isRequesting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const next = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void requestOnce(), ms);
  };
  const requestOnce = async () => {
    isRequesting = true;
    const frames = queued;
    queued = [];
    try {
      const given = await ask({ channel, seen, frames });
      if (isClosed) return;
      // The server opened a new channel and has no state of this window.
      if (channel !== null && given.channel !== channel) events.opened();
      channel = given.channel;
      seen = given.number;
      for (const frame of given.frames) events.message(frame);
      isRequesting = false;
      // A snapshot is sent in pieces, each after the one before has arrived.
      const isUnfinished = given.frames.some(
        (frame) => frame.startsWith('{"t":"snapshot"') && frame.includes('"complete":false'),
      );
      next(isUnfinished ? 0 : queued.length > 0 ? SOON_MS : isHidden() ? HIDDEN_MS : EVERY_MS);
    } catch {
      if (isClosed) return;
      isClosed = true;
      events.closed(ABNORMAL);
    }
  };

  queueMicrotask(() => {
    if (isClosed) return;
    events.opened();
    void requestOnce();
  });
  return {
    send(text) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own frame, which a WebSocket would send as text
      const frame = JSON.parse(text) as ClientFrame;
      // Only the last view counts, and only the last frame of each kind of subscription.
      queued = [...queued.filter(({ t }) => t !== frame.t), frame];
      if (!isRequesting && channel !== null) next(SOON_MS);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** The connection broke (RFC 6455, section 7.4.1). */
const ABNORMAL = 1006;
