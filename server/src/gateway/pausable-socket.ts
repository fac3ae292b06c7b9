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
      // What arrives now is not stored, so it is not acknowledged either. It is read all the same: unread bytes would
      // hide that the device closes its side, and a close would reset the connection with acknowledgements under way.
      socket.removeAllListeners('data').resume().end();
      setTimeout(() => socket.destroy(), 1000).unref();
    },
  };
}
