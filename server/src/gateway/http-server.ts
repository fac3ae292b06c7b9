import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RECOGNISED_BYTES } from '@milepost/protocols/recognise';
import type { HttpProtocol } from '@milepost/protocols/types';
import { network } from '../auth/network.ts';
import type { BlockedNetworks } from './blocked-networks.ts';
import { UNCOUNTED_BYTES } from './budgets.ts';
import type { ConnectionCount, ConnectionSlot } from './connection-count.ts';
import type { SessionServices } from './device-session.ts';
import { answer, CLOSE_HEADERS, RETRY_LATER_HEADERS, REQUEST_BYTES, serve } from './http-request.ts';
import { HttpSpeaker } from './http-speaker.ts';
import type { DeviceRates } from './limits.ts';
import { RequestQueue } from './request-queue.ts';
import { RequestListeners } from './request-listeners.ts';
import type { UnknownDeviceRate } from './unknown-device-rate.ts';

export interface HttpOptions extends SessionServices {
  protocol: HttpProtocol;
  connections: ConnectionCount;
  rates: DeviceRates;
  blocked: BlockedNetworks;
  unknownDevices: UnknownDeviceRate;
}

/** The interval at which connections are checked for silent or slow clients. */
const CHECK_EVERY_MS = 5000;

/**
 * A server for devices that report by HTTP requests. The reply is the acknowledgement, so it is sent after the commit.
 */
export function createHttpDeviceServer(options: HttpOptions): Server {
  const open = new WeakMap<Socket, { requestQueue: RequestQueue; slot: ConnectionSlot; speaker: HttpSpeaker }>();
  const { protocol, logger, budgets, unknownDevices: unknownDeviceRate, refusals } = options;
  const listeners = new RequestListeners(options.commands);
  const server = createServer({ connectionsCheckingInterval: CHECK_EVERY_MS }, (request, response) => {
    const { socket } = request;
    const connection = open.get(socket);
    // Requests that were read in one chunk with the one whose connection was closed.
    if (!connection || socket.destroyed) return;
    const { requestQueue, slot, speaker } = connection;
    const from = network(socket.remoteAddress ?? 'unknown');
    const { atHome, mayPass } = whoIs(options.admission, from, request);
    const isExhausted = unknownDeviceRate.exhausted(from, Date.now());
    // A flooding network must open a connection for each request, and so must the honest devices in it.
    if (isExhausted && !speaker.isKnown) response.setHeader('Connection', 'close');
    if (!mayPass && isExhausted) {
      // The identity may be in the body, so this may be a known device.
      const isHome = request.method === 'POST' && options.admission.isHome(from);
      const size = Number(request.headers['content-length'] ?? protocol.maxFrameBytes);
      if (!isHome || !unknownDeviceRate.spare(from, size, Date.now())) {
        refusals.add(protocol.name, 'strangers');
        if (isHome)
          answer(response, 429, 'Your network sends too much: send again later.', {
            ...CLOSE_HEADERS,
            ...RETRY_LATER_HEADERS,
          });
        else socket.destroy();
        return;
      }
    }
    const unread = (atHome ? budgets.unreadOfKnown : budgets.unread).lease(from, UNCOUNTED_BYTES);
    if (requestQueue.isFull && !unread.set(REQUEST_BYTES + UNCOUNTED_BYTES)) {
      refusals.add(protocol.name, 'memory');
      socket.destroy();
      return;
    }
    response.once('close', () => unread.close());
    requestQueue.run(async () => {
      unread.set(0);
      await serve(request, response, { ...options, from, unread, slot, speaker, listeners }).catch((error: unknown) => {
        // A client that disconnects in the middle of a request is no fault of the server.
        if (socket.destroyed) return;
        logger.error({ error, protocol: protocol.name, address: socket.remoteAddress }, 'A device request failed');
        if (!response.headersSent) answer(response, 500, 'The server could not process this request.');
      });
    });
  });
  server.on('connection', (socket) => {
    const slot = count(socket, options);
    if (slot) open.set(socket, { requestQueue: new RequestQueue(socket), slot, speaker: new HttpSpeaker() });
  });
  server.on('clientError', (fault: NodeJS.ErrnoException & { rawPacket?: Uint8Array }, socket) => {
    if (fault.rawPacket && isOtherThanHttp(fault)) noteMisread(fault.rawPacket, socket, options);
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else socket.destroy();
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.maxHeadersCount = 100;
  return server;
}

/** The parser's code for bytes that are not HTTP at all; its other errors are malformed requests. */
const isOtherThanHttp = ({ code }: NodeJS.ErrnoException) => code === 'HPE_INVALID_METHOD';

/** A tracker of another protocol is on this port: "Connect a device" displays which. */
function noteMisread(bytes: Uint8Array, socket: Duplex, { protocol, contacts, recognise }: HttpOptions): void {
  const address = socket instanceof Socket ? socket.remoteAddress : undefined;
  if (address === undefined) return;
  const entry = contacts.open(protocol.name, 'http', address);
  const now = Date.now();
  const head = Uint8Array.from(bytes.subarray(0, RECOGNISED_BYTES));
  entry.misread(head, recognise(head, protocol.name, now), now);
  entry.close();
}

/** No ordinary position needs more; during a flood, longer requests are not read. */
const LONGEST_QUERY = 2048;

/**
 * Judges the sender by the URL of a request. A device at home has a budget of its own while nobody probes there. From a
 * network with known devices that exceeds its rate, every request with an identity is read; otherwise a flood would
 * reveal which identities are known.
 */
function whoIs(
  admission: SessionServices['admission'],
  from: string,
  { url, headers }: Pick<IncomingMessage, 'url' | 'headers'>,
): { atHome: boolean; mayPass: boolean } {
  const identity = /[?&](?:id|deviceid)=([^&]{1,64})(?:&|$)/.exec(url ?? '')?.[1];
  if (identity === undefined || !admission.isHome(from)) return { atHome: false, mayPass: false };
  const atHome = !admission.isGuessedFrom({ network: from }) && admission.reportedFrom(from, identity);
  const bodyBytes = 'transfer-encoding' in headers ? Infinity : Number(headers['content-length'] ?? 0);
  return { atHome, mayPass: (url ?? '').length + bodyBytes <= LONGEST_QUERY };
}

/** Counts a connection like that of a tracker, and closes it beyond the limits. */
function count(
  socket: Socket,
  { connections, metrics, protocol, refusals, blocked }: HttpOptions,
): ConnectionSlot | null {
  if (!blocked.admit(socket)) {
    refusals.add(protocol.name, 'blocked');
    return null;
  }
  const from = network(socket.remoteAddress ?? 'unknown');
  const refuse = () => {
    refusals.add(protocol.name, 'connections');
    socket.destroy();
  };
  const slot = connections.add(from, refuse);
  if (!slot) {
    refuse();
    return null;
  }
  metrics.connections(protocol.name, 1);
  socket.once('close', () => {
    slot.leave();
    metrics.connections(protocol.name, -1);
  });
  return slot;
}
