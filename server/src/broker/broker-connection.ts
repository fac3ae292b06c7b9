import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  type BrokerFrame,
  connectPacket,
  disconnectPacket,
  newBrokerFramer,
  pingPacket,
  publishPacket,
  readBrokerPacket,
  subscribePacket,
  unsubscribePacket,
} from '@milepost/protocols/mqtt/client-packets';
import { type PausableSocket, pausableSocket } from '../gateway/pausable-socket.ts';
import { reasonOf } from '../fault.ts';
import { AckOrder } from './ack-order.ts';
import type { BrokerAddress } from './broker-address.ts';

export interface BrokerMessage {
  topic: string;
  /** Null when it is too long to be read. */
  text: string | null;
  isRetained: boolean;
}

interface ConnectionOptions {
  address: BrokerAddress;
  clientId: string;
  filters(): readonly string[];
  /** Called when the broker accepted the connection. */
  onConnected(hadSession: boolean): void;
  /** Call `stored` when the broker may delete the message. */
  onMessage(message: BrokerMessage, from: string, stored: () => void): void;
  onRefused(filters: readonly string[]): void;
  /** Called when messages were skipped: they are not stored although later ones are. */
  onSkipped(messages: number): void;
  /** Called once, with the reason. */
  onEnd(reason: string): void;
}

export interface BrokerConnection extends Pick<PausableSocket, 'hold' | 'lift'> {
  subscribe(filters: readonly string[]): void;
  unsubscribe(filters: readonly string[]): void;
  /** Publishes with QoS 0: it arrives once, or not at all. */
  publish(topic: string, text: string): void;
  /** Closes the connection; unacknowledged messages are delivered again on the next one. */
  fail(reason: string): void;
  close(): void;
}

/** The size limit of one message; a longer JSON message would not be read anyway. */
const MAX_BYTES = 65_536;
const ANSWER_WITHIN_MS = 15_000;
const KEEP_ALIVE_S = 60;
const CHECK_EVERY_MS = 20_000;
/** Filters per packet, because some brokers allow no more. */
const FILTERS_A_PACKET = 8;
/** Beyond this no more is read until half of it is acknowledged. */
const MAX_WAITING = { messages: 5000, bytes: 16 * 1024 * 1024 };

/** One connection to a broker, from the first byte to its end. */
export function openBrokerConnection(options: ConnectionOptions): BrokerConnection {
  const { address } = options;
  const socket = dial(address);
  const pausable = pausableSocket(socket);
  const framer = newBrokerFramer(MAX_BYTES);
  const acks = new AckOrder((bytes) => {
    if (!socket.destroyed) socket.write(bytes);
    if (acks.messages <= MAX_WAITING.messages / 2 && acks.bytes <= MAX_WAITING.bytes / 2) pausable.lift('unstored');
  });
  const subscriptions = new Map<number, readonly string[]>();
  let reason = 'it closed the connection';
  let isIn = false;
  let packetId = 0;
  let receivedAt = Date.now();

  const fail = (why: string) => {
    if (socket.destroyed) return;
    reason = why;
    socket.destroy();
  };
  const inParts = (filters: readonly string[], make: (id: number, part: readonly string[]) => Uint8Array) => {
    for (let at = 0; at < filters.length; at += FILTERS_A_PACKET) {
      const part = filters.slice(at, at + FILTERS_A_PACKET);
      packetId = (packetId % 65_535) + 1;
      subscriptions.set(packetId, part);
      socket.write(make(packetId, part));
    }
  };
  const subscribe = (filters: readonly string[]) => {
    if (isIn) inParts(filters, subscribePacket);
  };

  const take = (frame: BrokerFrame) => {
    const packet = readBrokerPacket(frame);
    if (packet.kind === 'connack') {
      if (packet.refusal !== null) return fail(packet.refusal);
      isIn = true;
      clearTimeout(deadline);
      options.onConnected(packet.hadSession);
      return subscribe(options.filters());
    }
    if (packet.kind === 'suback') {
      const filters = subscriptions.get(packet.id) ?? [];
      subscriptions.delete(packet.id);
      const refused = filters.filter((_filter, index) => packet.refused[index]);
      if (refused.length > 0) options.onRefused(refused);
    } else if (packet.kind === 'publish') {
      const { acknowledgement } = packet;
      const stored = acknowledgement ? acks.expect(acknowledgement, frame.body.length, Date.now()) : () => undefined;
      if (acks.messages >= MAX_WAITING.messages || acks.bytes >= MAX_WAITING.bytes) pausable.hold('unstored');
      options.onMessage(packet, socket.remoteAddress ?? address.host, stored);
    }
    return undefined;
  };

  const deadline = setTimeout(() => fail('no answer'), ANSWER_WITHIN_MS);
  const check = setInterval(() => {
    const skipped = acks.skipStuck(Date.now());
    if (skipped > 0) options.onSkipped(skipped);
    if (!isIn) return;
    // Nothing can be received while the socket is paused.
    if (socket.isPaused()) receivedAt = Date.now();
    if (Date.now() - receivedAt > KEEP_ALIVE_S * 1000) fail('it has gone silent');
    else socket.write(pingPacket());
  }, CHECK_EVERY_MS);
  socket.on(address.tls ? 'secureConnect' : 'connect', () => {
    const { username, password } = address;
    socket.write(connectPacket({ clientId: options.clientId, username, password, keepAliveS: KEEP_ALIVE_S }));
  });
  socket.on('data', (chunk) => {
    receivedAt = Date.now();
    try {
      for (const frame of framer.push(chunk)) take(frame);
    } catch (error) {
      fail(`it does not speak MQTT: ${reasonOf(error)}`);
    }
  });
  socket.on('error', (error) => (reason = reasonOf(error)));
  socket.on('close', () => {
    clearTimeout(deadline);
    clearInterval(check);
    options.onEnd(reason);
  });

  return {
    hold: pausable.hold,
    lift: pausable.lift,
    subscribe,
    unsubscribe: (filters) => {
      if (isIn) inParts(filters, unsubscribePacket);
    },
    publish: (topic, text) => {
      if (isIn) socket.write(publishPacket(topic, text));
    },
    fail,
    close: () => {
      if (isIn) socket.write(disconnectPacket());
      pausable.end();
    },
  };
}

function dial({ host, port, tls }: BrokerAddress): Socket {
  const socket = tls
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp({ host, port });
  socket.setNoDelay(true);
  return socket;
}
