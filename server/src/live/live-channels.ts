import { randomBytes } from 'node:crypto';
import { fault } from '@milepost/contract/fault';
import type { LiveCall, LiveFrames } from '@milepost/contract/live';
import { AppError } from '../errors.ts';
import type { Caller } from '../store/people/callers.ts';
import { FrameFlood } from './browser-limits.ts';
import { accessOf } from './check-sessions.ts';
import type { LiveConnection } from './live-connection.ts';
import type { LiveSocket } from './live-socket.ts';
import { PolledSocket } from './polled-socket.ts';

/** A live view that is polled. */
interface Channel {
  id: string;
  socket: PolledSocket;
  live: LiveConnection;
  flood: FrameFlood;
  calledAt: number;
}

/** A channel without a call for this long is closed; browsers let hidden windows call once a minute. */
const SILENT_MS = 100_000;

interface Options {
  mayOpen: (caller: Caller) => boolean;
  connect: (socket: LiveSocket, caller: Caller) => LiveConnection;
  disconnect: (socket: LiveSocket) => void;
  /** Called when a browser has changed what it watches. */
  received: () => void;
}

/** The live views of browsers that cannot open a WebSocket. */
export interface LiveChannels {
  /** @throws AppError `too-many` when the person has too many live views, or floods this one */
  poll(caller: Caller, call: LiveCall): LiveFrames;
  /** Closes the channels whose browser is gone. */
  closeSilent(now: number): void;
  readonly size: number;
}

export function createLiveChannels({ mayOpen, connect, disconnect, received }: Options): LiveChannels {
  const channels = new Map<string, Channel>();

  /**
   * The channel of a call if it belongs to that session and matches the person's present access; otherwise a new one.
   */
  const channelOf = (caller: Caller, id: string | null): Channel => {
    const known = id === null ? undefined : channels.get(id);
    if (known?.live.caller.sessionId === caller.sessionId) {
      if (accessOf(known.live.caller) === accessOf(caller)) return known;
      known.socket.close();
    }
    if (!mayOpen(caller)) throw new AppError('too-many', fault('busy', { wait: 5 }), { retryAfterS: 5 });
    const made = randomBytes(16).toString('base64url');
    const socket = new PolledSocket(() => {
      channels.delete(made);
      disconnect(socket);
    });
    const channel = {
      id: made,
      socket,
      live: connect(socket, caller),
      flood: new FrameFlood(),
      calledAt: Date.now(),
    };
    channels.set(made, channel);
    return channel;
  };

  return {
    poll: (caller, { channel: id, seen, frames }) => {
      const channel = channelOf(caller, id);
      const now = Date.now();
      // Counts the call and the frames in it: each costs as much as a frame of a WebSocket.
      if ([null, ...frames].some(() => channel.flood.add(now))) {
        channel.socket.close();
        throw new AppError('too-many', fault('busy', { wait: 5 }), { retryAfterS: 5 });
      }
      channel.calledAt = now;
      for (const frame of frames) channel.live.receive(JSON.stringify(frame));
      if (frames.length > 0) received();
      return { channel: channel.id, ...channel.socket.take(channel.id === id ? seen : 0) };
    },
    closeSilent: (now) => {
      for (const { socket, calledAt } of channels.values()) if (now - calledAt > SILENT_MS) socket.close();
    },
    get size() {
      return channels.size;
    },
  };
}
