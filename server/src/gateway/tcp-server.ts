import { createServer, type Server, type Socket } from 'node:net';
import type { RefusalReason } from '@milepost/contract/device-operations';
import type { StreamProtocol } from '@milepost/protocols/types';
import { network } from '../auth/network.ts';
import type { BlockedNetworks } from './blocked-networks.ts';
import { UNCOUNTED_BYTES } from './budgets.ts';
import type { ConnectionCount } from './connection-count.ts';
import { DeviceSession, type SessionServices } from './device-session.ts';
import { type DeviceRates, frameCount, type GatewayLimits } from './limits.ts';
import { watchOpening } from './opening.ts';
import { type PausableSocket, pausableSocket } from './pausable-socket.ts';
import { replyBatch } from './reply-batch.ts';
import type { UnknownDeviceRate } from './unknown-device-rate.ts';

export interface TcpOptions extends SessionServices {
  protocol: StreamProtocol;
  limits: GatewayLimits;
  blocked: BlockedNetworks;
  connections: ConnectionCount;
  sessions: Set<DeviceSession>;
  sockets: Set<PausableSocket>;
  rates: DeviceRates;
  unknownDevices: UnknownDeviceRate;
}

/** The limit of unread replies, beyond which the connection of a device that does not read them is closed. */
const MAX_UNREAD_REPLIES = 64 * 1024;
/** The same for an unknown device, which gets few replies. */
const MAX_UNREAD_REPLIES_UNKNOWN = 8 * 1024;
/** Bytes between two readable frames. */
const MAX_GARBAGE = 128 * 1024;
/** Counted for each chunk besides its bytes, because handling even a small one takes time. */
const CHUNK_BYTES = 256;
/**
 * Bytes that a connection may send before it queues with other unknown devices: a login and the first reports after it.
 */
const FREE_BYTES = 2048;

export function createTcpServer(options: TcpOptions): Server {
  return createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    accept(socket, options);
  });
}

function accept(socket: Socket, options: TcpOptions): void {
  const {
    protocol,
    limits,
    connections,
    sessions,
    sockets,
    metrics,
    ingest,
    logger,
    rates,
    unknownDevices: unknownDeviceRate,
    refusals,
  } = options;
  const { budgets } = options;
  const address = socket.remoteAddress ?? 'unknown';
  const from = network(address);
  if (!options.blocked.admit(socket)) return refusals.add(protocol.name, 'blocked');
  const refuse = (reason: RefusalReason) => {
    if (socket.destroyed) return;
    refusals.add(protocol.name, reason);
    logger.debug({ protocol: protocol.name, address, reason }, 'Closed a device connection');
    socket.destroy();
  };
  const slot = connections.add(from, () => refuse('connections'));
  if (!slot) return refuse('connections');
  metrics.connections(protocol.name, 1);
  const framer = protocol.newFramer();
  const unread = budgets.unread.lease(from, UNCOUNTED_BYTES);
  const session = new DeviceSession({
    ...options,
    protocol: protocol.name,
    transport: 'tcp',
    address: `${address}:${socket.remotePort ?? 0}`,
    network: from,
    rates: null,
    decoder: protocol.newDecoder('tcp', {
      json: options.json.from({ carrier: 'mqtt', address, network: from }),
      frames: options.layouts.frames,
    }),
    onJudged: (trusted) => {
      unread.moveTo(trusted ? budgets.unreadOfKnown : budgets.unread);
      slot.received(trusted ? 'known' : 'unknown');
      // The socket may have closed during the look-up.
      if (!trusted && !socket.destroyed) placeDeadline ??= setTimeout(() => endUnplaced(), limits.unknownPlaceS * 1000);
    },
    replyGuard: null,
    send: replyBatch(socket, () => {
      const most = session.isTrusted ? MAX_UNREAD_REPLIES : MAX_UNREAD_REPLIES_UNKNOWN;
      if (socket.writableLength > most) refuse('deaf');
    }),
  });
  const opening = watchOpening(
    () => session.hasRead,
    (bytes) => session.misread(bytes, Date.now()),
  );
  /** The deadline for an unknown device to report a position. */
  let placeDeadline: NodeJS.Timeout | null = null;
  const endUnplaced = () => {
    placeDeadline = null;
    if (!session.isTrusted && !session.isPlaced) refuse('silent');
  };
  const pausable = pausableSocket(socket);
  sessions.add(session);
  sockets.add(pausable);
  if (ingest.full()) pausable.hold('memory');
  let garbage = 0;
  /** The value of `garbage` after the last readable frame. */
  let garbageBefore = 0;
  let free = FREE_BYTES;
  /** Runs until the first bytes arrive, then until the device is identified; then null. */
  let deadline: NodeJS.Timeout | null = null;
  const within = (seconds: number, reason: RefusalReason) => {
    if (deadline) clearTimeout(deadline);
    deadline = setTimeout(() => {
      // No data can be received from the device while the socket is paused.
      if (socket.isPaused()) within(seconds, reason);
      else refuse(reason);
    }, seconds * 1000);
  };
  within(limits.firstBytesS, 'silent');
  let hasReceived = false;

  /** Passes frames on, in order. Returns a promise only when a device must be looked up in between. */
  const take = (frames: readonly Uint8Array[], receivedAt: number): Promise<void> | undefined => {
    for (const [index, frame] of frames.entries()) {
      const pending = session.take(frame, receivedAt);
      if (session.faultsInRow === 0) garbageBefore = garbage;
      if (pending) return pending.then(() => take(frames.slice(index + 1), receivedAt));
      if (session.faultsInRow >= limits.maxFaultsInRow) {
        refuse('faults');
        return undefined;
      }
    }
    return undefined;
  };

  const read = (chunk: Buffer): Promise<void> | undefined => {
    const receivedAt = Date.now();
    const frames = framer.push(chunk);
    if (!unread.set(framer.pendingBytes)) {
      refuse('memory');
      return undefined;
    }
    if (framer.garbageBytes > garbage) {
      metrics.garbage(protocol.name, framer.garbageBytes - garbage);
      garbage = framer.garbageBytes;
    }
    // No frames at all, and more bytes than the start-up output of a device: this can never become readable.
    if (frames.length === 0 && garbage - garbageBefore > MAX_GARBAGE) {
      refuse('faults');
      return undefined;
    }
    const { rateKey } = session;
    if (rateKey !== null) {
      const waitMs = rates.wait(rateKey, receivedAt, frameCount(frames.length, chunk.length));
      if (waitMs > 0) waitFor('rate', waitMs, () => undefined);
    }
    return take(frames, receivedAt);
  };

  /** Pauses the socket for this long, then calls `then`. */
  const waitFor = (reason: string, waitMs: number, then: () => void) => {
    pausable.hold(reason);
    setTimeout(() => {
      if (socket.destroyed) return;
      then();
      pausable.lift(reason);
    }, waitMs).unref();
  };

  const fail = (error: unknown) => {
    const { deviceId, identities } = session;
    logger.error(
      { error, protocol: protocol.name, address, deviceId, identity: identities[0] },
      'A device session failed',
    );
    socket.destroy();
  };

  /** Called after each chunk: a device with a large backlog in ingest is paused until that is stored. */
  const after = () => {
    if (deadline && session.identities.length > 0) {
      clearTimeout(deadline);
      deadline = null;
    }
    const { deviceId } = session;
    if (deviceId === null || !session.isCrowded) return;
    pausable.hold('share');
    void ingest.whenRoom(deviceId).then(() => pausable.lift('share'));
  };

  const receive = (chunk: Buffer) => {
    try {
      const pending = read(chunk);
      if (!pending) return after();
      // A look-up in the database is rare. The socket is paused meanwhile, so that the order is preserved.
      pausable.hold('look-up');
      if (!unread.set(framer.pendingBytes + chunk.length)) refuse('memory');
      const done = () => {
        unread.set(framer.pendingBytes);
        after();
        pausable.lift('look-up');
      };
      return void pending.catch(fail).finally(done);
    } catch (error) {
      return fail(error);
    }
  };

  /** Handles a chunk of an unknown or unidentified device, which waits for its share of the rate. */
  const receiveFromUnknown = (chunk: Buffer) => {
    const counted = chunk.length > free ? chunk.length - free + CHUNK_BYTES : 0;
    free = Math.max(0, free - chunk.length);
    const waitMs = counted === 0 ? 0 : unknownDeviceRate.wait(from, counted, Date.now());
    if (waitMs === null) return refuse('strangers');
    const measured = () => {
      const began = process.threadCpuUsage();
      receive(chunk);
      const { user, system } = process.threadCpuUsage(began);
      if (counted > 0) unknownDeviceRate.took(from, counted, (user + system) / 1000, Date.now());
    };
    if (waitMs === 0) return measured();
    if (!unread.set(framer.pendingBytes + chunk.length)) return refuse('memory');
    return waitFor('strangers', waitMs, measured);
  };

  socket.on('data', (chunk) => {
    if (!hasReceived) {
      hasReceived = true;
      within(limits.loginS, 'nameless');
    }
    if (session.isTrusted) receive(chunk);
    else receiveFromUnknown(chunk);
    opening.received(chunk);
  });
  socket.setTimeout(limits.idleS * 1000, () => socket.destroy());
  socket.on('error', (error) => logger.debug({ address, reason: error.message }, 'A device connection broke'));
  socket.on('close', () => {
    if (deadline) clearTimeout(deadline);
    if (placeDeadline) clearTimeout(placeDeadline);
    slot.leave();
    opening.end();
    metrics.connections(protocol.name, -1);
    sessions.delete(session);
    sockets.delete(pausable);
    unread.close();
    session.close();
  });
}
