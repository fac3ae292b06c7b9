import { createServer, type Server, type Socket } from 'node:net';
import type { StreamProtocol } from '@milepost/protocols/types';
import { DeviceSession, type SessionServices } from './device-session.ts';
import { type ConnectionCount, FrameRate, type GatewayLimits } from './limits.ts';

export interface TcpOptions extends SessionServices {
  protocol: StreamProtocol;
  limits: GatewayLimits;
  connections: ConnectionCount;
  sessions: Set<DeviceSession>;
  sockets: Set<PausableSocket>;
}

/** A socket that is read only while nothing asks it to wait. */
export interface PausableSocket {
  /** `reason` keeps the socket from being read until it is lifted. */
  hold(reason: string): void;
  lift(reason: string): void;
  end(): void;
}

/** A device that does not read what we answer: beyond this its connection is closed. */
const MAX_UNREAD_REPLIES = 256 * 1024;
/** Bytes between two readable frames. */
const MAX_GARBAGE = 128 * 1024;

export function createTcpServer(options: TcpOptions): Server {
  return createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    accept(socket, options);
  });
}

function accept(socket: Socket, options: TcpOptions): void {
  const { protocol, limits, connections, sessions, sockets, metrics, ingest, logger } = options;
  const address = socket.remoteAddress ?? 'unknown';
  if (!connections.add(address)) {
    metrics.refused(protocol.name);
    socket.destroy();
    return;
  }
  metrics.connections(protocol.name, 1);
  const framer = protocol.newFramer();
  const rate = new FrameRate(limits.maxFramesPerSecond);
  const session = new DeviceSession({
    ...options,
    protocol: protocol.name,
    transport: 'tcp',
    address: `${address}:${socket.remotePort ?? 0}`,
    decoder: protocol.newDecoder('tcp'),
    send: (bytes) => {
      if (socket.destroyed || !socket.writable) return;
      // One commit acknowledges many frames of a device: they leave together.
      if (socket.writableCorked === 0) {
        socket.cork();
        process.nextTick(() => socket.uncork());
      }
      socket.write(bytes);
      if (socket.writableLength > MAX_UNREAD_REPLIES) socket.destroy();
    },
  });
  const pausable = pausableSocket(socket);
  sessions.add(session);
  sockets.add(pausable);
  if (ingest.full()) pausable.hold('memory');
  let garbage = 0;
  /** As it was when the last readable frame had come. */
  let garbageBefore = 0;

  const close = () => {
    logger.info({ protocol: protocol.name, address }, 'Closed a connection that sends nothing readable');
    socket.destroy();
  };

  /** Hands frames on, in order. A promise only where the device has to be looked up in between. */
  const take = (frames: readonly Uint8Array[], receivedAt: number): Promise<void> | undefined => {
    for (const [index, frame] of frames.entries()) {
      const pending = session.take(frame, receivedAt);
      if (session.faultsInRow === 0) garbageBefore = garbage;
      if (pending) return pending.then(() => take(frames.slice(index + 1), receivedAt));
      if (session.faultsInRow >= limits.maxFaultsInRow) {
        close();
        return undefined;
      }
    }
    return undefined;
  };

  const read = (chunk: Buffer): Promise<void> | undefined => {
    const receivedAt = Date.now();
    const frames = framer.push(chunk);
    if (framer.garbageBytes > garbage) {
      metrics.garbage(protocol.name, framer.garbageBytes - garbage);
      garbage = framer.garbageBytes;
    }
    // Bytes that are no frames at all, and more of them than a device's start-up chatter: nobody we could ever read.
    if (frames.length === 0 && garbage - garbageBefore > MAX_GARBAGE) {
      close();
      return undefined;
    }
    const waitMs = frames.length > 0 ? rate.take(frames.length, receivedAt) : 0;
    if (waitMs > 0) {
      pausable.hold('rate');
      setTimeout(() => pausable.lift('rate'), waitMs).unref();
    }
    return take(frames, receivedAt);
  };

  const fail = (error: unknown) => {
    logger.error({ error, protocol: protocol.name, address }, 'A device session failed');
    socket.destroy();
  };
  socket.on('data', (chunk) => {
    try {
      const pending = read(chunk);
      if (!pending) return;
      // A look-up in the database is rare; while one is under way this socket is not read, so order is kept.
      pausable.hold('look-up');
      void pending.catch(fail).finally(() => pausable.lift('look-up'));
    } catch (error) {
      fail(error);
    }
  });
  socket.setTimeout(limits.idleS * 1000, () => socket.destroy());
  socket.on('error', (error) => logger.debug({ address, reason: error.message }, 'Device connection broke'));
  socket.on('close', () => {
    connections.remove(address);
    metrics.connections(protocol.name, -1);
    sessions.delete(session);
    sockets.delete(pausable);
    session.close();
  });
}

function pausableSocket(socket: Socket): PausableSocket {
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
