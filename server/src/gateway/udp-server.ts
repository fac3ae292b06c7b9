import { createSocket, type Socket } from 'node:dgram';
import type { StreamProtocol } from '@milepost/protocols/types';
import { DeviceSession, type SessionServices } from './device-session.ts';
import type { DeviceRates } from './limits.ts';

export interface UdpOptions extends SessionServices {
  protocol: StreamProtocol;
  sessions: Set<DeviceSession>;
  rates: DeviceRates;
}

/** Conversations remembered; the one silent for longest goes first. */
const MAX_CONVERSATIONS = 20_000;
/** Datagrams of one address that wait for a look-up; more are dropped, and the device sends them again. */
const MAX_QUEUED = 100;

interface Conversation {
  session: DeviceSession;
  queued: number;
  last: Promise<void>;
}

/**
 * One UDP socket for all devices of a protocol; each datagram is one frame. When memory is full datagrams are dropped
 * without an answer: the device keeps them.
 */
export function createUdpServer(options: UdpOptions): Socket {
  const { protocol, sessions, ingest, logger, metrics } = options;
  const socket = createSocket('udp4');
  const conversations = new Map<string, Conversation>();

  socket.on('message', (datagram, remote) => {
    // No answer can be sent to port 0, so nobody waits there for one.
    if (ingest.full() || datagram.length > protocol.maxFrameBytes || remote.port === 0) {
      metrics.refused(protocol.name);
      return;
    }
    const address = `${remote.address}:${remote.port}`;
    let conversation = conversations.get(address);
    if (!conversation) {
      const send = (bytes: Uint8Array) => socket.send(bytes, remote.port, remote.address);
      const decoder = protocol.newDecoder('udp');
      const session = new DeviceSession({
        ...options,
        protocol: protocol.name,
        transport: 'udp',
        address,
        decoder,
        send,
      });
      sessions.add(session);
      conversation = { session, queued: 0, last: Promise.resolve() };
    }
    conversations.delete(address);
    conversations.set(address, conversation);
    forgetOldest(conversations, sessions);
    if (conversation.queued >= MAX_QUEUED) return;
    const { session } = conversation;
    const here = conversation;
    here.queued++;
    here.last = here.last
      .then(() => session.take(datagram, Date.now()))
      .catch((error: unknown) => logger.error({ error, protocol: protocol.name, address }, 'A device session failed'))
      .finally(() => here.queued--);
  });
  socket.on('error', (error) => logger.warn({ protocol: protocol.name, reason: error.message }, 'UDP error'));
  return socket;
}

function forgetOldest(conversations: Map<string, Conversation>, sessions: Set<DeviceSession>): void {
  if (conversations.size <= MAX_CONVERSATIONS) return;
  for (const [address, { session }] of conversations) {
    conversations.delete(address);
    sessions.delete(session);
    session.close();
    return;
  }
}
