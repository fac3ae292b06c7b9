import type { Socket } from 'node:net';

/** A socket that is read only while no part of the gateway holds it. */
export interface PausableSocket {
  /** `reason` pauses the socket until it is lifted. */
  hold(reason: string): void;
  lift(reason: string): void;
  end(): void;
}

export function pausableSocket(socket: Socket): PausableSocket {
  const reasons = new Set<string>();
  return {
    hold: (reason) => {
      reasons.add(reason);
      socket.pause();
    },
    lift: (reason) => {
      reasons.delete(reason);
      if (reasons.size === 0 && !socket.destroyed) socket.resume();
    },
    end: () => {
      socket.end();
      setTimeout(() => socket.destroy(), 1000).unref();
    },
  };
}
