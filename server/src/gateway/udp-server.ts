import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { RefusalReason } from '@milepost/contract/device-operations';
import type { StreamProtocol } from '@milepost/protocols/types';
import { network } from '../auth/network.ts';
import type { BlockedNetworks } from './blocked-networks.ts';
import { UNCOUNTED_BYTES } from './budgets.ts';
import { type Conversation, Conversations } from './conversations.ts';
import { DatagramReplyGuard } from './datagram-reply-guard.ts';
import { DeviceSession, type SessionServices } from './device-session.ts';
import type { DeviceRates, GatewayLimits } from './limits.ts';
import type { UnknownDeviceRate } from './unknown-device-rate.ts';

export interface UdpOptions extends SessionServices {
  protocol: StreamProtocol;
  limits: GatewayLimits;
  blocked: BlockedNetworks;
  sessions: Set<DeviceSession>;
  rates: DeviceRates;
  unknownDevices: UnknownDeviceRate;
}

/** Datagrams of one address that wait for a look-up; more are dropped, and the device sends them again. */
const MAX_QUEUED = 100;
/** Counted for each datagram of an unknown device besides its bytes: a conversation and a look-up. */
const DATAGRAM_BYTES = 1000;
const MAX_SWEEP_MS = 10_000;

/**
 * One UDP socket for all devices of a protocol; each datagram is one frame. Datagrams without room are dropped without
 * a reply, so the device keeps the data.
 */
export function createUdpServer(options: UdpOptions): Socket {
  const {
    protocol,
    limits,
    sessions,
    ingest,
    logger,
    metrics,
    unknownDevices: unknownDeviceRate,
    budgets,
    refusals,
  } = options;
  const socket = createSocket('udp4');
  const conversations = new Conversations();
  const refuse = (reason: RefusalReason) => refusals.add(protocol.name, reason);

  const open = (remote: RemoteInfo, address: string): Conversation => {
    const from = network(remote.address);
    const unread = budgets.unread.lease(from, UNCOUNTED_BYTES);
    const replyGuard = new DatagramReplyGuard();
    const session = new DeviceSession({
      ...options,
      protocol: protocol.name,
      transport: 'udp',
      address,
      network: from,
      decoder: protocol.newDecoder('udp'),
      onJudged: (trusted) => unread.moveTo(trusted ? budgets.unreadOfKnown : budgets.unread),
      replyGuard,
      send: (bytes) => {
        replyGuard.sent(bytes, Date.now());
        socket.send(bytes, remote.port, remote.address);
      },
    });
    sessions.add(session);
    const end = () => {
      sessions.delete(session);
      session.close();
      unread.close();
    };
    return { session, unread, queued: 0, last: Promise.resolve(), receivedAt: 0, end };
  };

  socket.on('message', (datagram, remote) => {
    // No reply can be sent to port 0, so no device waits there for one.
    if (datagram.length > protocol.maxFrameBytes || remote.port === 0) return refuse('too-large');
    if (options.blocked.has(remote.address)) return refuse('blocked');
    if (ingest.full()) return refuse('busy');
    const address = `${remote.address}:${remote.port}`;
    const now = Date.now();
    const held = conversations.get(address);
    if (!held?.session.isTrusted) {
      if (!unknownDeviceRate.allow(network(remote.address), datagram.length + DATAGRAM_BYTES, now))
        return refuse('strangers');
    }
    const here = held ?? open(remote, address);
    here.receivedAt = now;
    conversations.store(address, here);
    if (!held) metrics.conversations(protocol.name, conversations.size);
    if (here.queued >= MAX_QUEUED || !here.unread.set(here.unread.bytes + datagram.length)) return refuse('memory');
    here.queued++;
    here.last = here.last
      .then(() => here.session.take(datagram, now))
      .catch((error: unknown) => {
        const { deviceId, identities } = here.session;
        logger.error(
          { error, protocol: protocol.name, address, deviceId, identity: identities[0] },
          'A device session failed',
        );
      })
      .finally(() => {
        here.queued--;
        here.unread.set(here.unread.bytes - datagram.length);
      });
  });
  const sweep = setInterval(
    () => {
      const now = Date.now();
      conversations.sweep(now - limits.idleS * 1000, now - limits.unknownIdleS * 1000);
      metrics.conversations(protocol.name, conversations.size);
    },
    Math.min(MAX_SWEEP_MS, limits.unknownIdleS * 500),
  );
  sweep.unref();
  socket.on('close', () => {
    clearInterval(sweep);
    conversations.close();
  });
  // An earlier error rejects `listen` in device-ports.ts.
  socket.once('listening', () => {
    socket.on('error', (error) =>
      logger.warn({ protocol: protocol.name, reason: error.message }, 'A UDP socket reported an error'),
    );
  });
  return socket;
}
