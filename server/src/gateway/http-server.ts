import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RefusalReason } from '@milepost/contract/device-routes';
import type { HttpProtocol } from '@milepost/protocols/types';
import { network } from '../auth/network.ts';
import { normalIdentity } from '../store/devices/identity.ts';
import { answerLater } from './answer-later.ts';
import type { BlockedNetworks } from './blocked-networks.ts';
import { frameWeight, UNCOUNTED_BYTES } from './budgets.ts';
import type { Lease } from './byte-budget.ts';
import type { ConnectionCount, Place } from './connection-count.ts';
import type { SessionServices } from './device-session.ts';
import type { Admitted, Visitor } from './device-admission.ts';
import { takeSecret } from './device-secret.ts';
import { type DeviceRates, frameCount } from './limits.ts';
import { maskSecret, maskSecrets } from './mask-secrets.ts';
import { RequestLane } from './request-lane.ts';
import type { StrangerRate } from './stranger-rate.ts';

export interface HttpOptions extends SessionServices {
  protocol: HttpProtocol;
  connections: ConnectionCount;
  rates: DeviceRates;
  blocked: BlockedNetworks;
  strangers: StrangerRate;
}

/** A phone whose request is not stored by then gets 503 and sends it again. */
const STORE_TIMEOUT_MS = 30_000;

/** What a request takes while it waits, and counts besides its bytes where it is turned away. */
const REQUEST_BYTES = 4096;
/** Connections are looked through so often for those that are silent or slow. */
const CHECK_EVERY_MS = 5000;

/** Devices that report by HTTP requests: the answer is the acknowledgement, so it comes after the commit. */
export function createHttpDeviceServer(options: HttpOptions): Server {
  const open = new WeakMap<Socket, { lane: RequestLane; place: Place }>();
  const { protocol, logger, budgets, strangers, refusals } = options;
  const server = createServer({ connectionsCheckingInterval: CHECK_EVERY_MS }, (request, response) => {
    const { socket } = request;
    const connection = open.get(socket);
    // What was read together with the request for which the connection was closed.
    if (!connection || socket.destroyed) return;
    const { lane, place } = connection;
    const from = network(socket.remoteAddress ?? 'unknown');
    const { atHome, mayPass } = whoIs(options.admission, from, request.url);
    const isExhausted = strangers.exhausted(from, Date.now());
    // A network that floods pays with a connection for each request, and so do its honest neighbours.
    if (isExhausted) response.setHeader('Connection', 'close');
    if (!mayPass && isExhausted) {
      // The identity may be in the body, so this may be a known device.
      const isHome = request.method === 'POST' && options.admission.isHome(from);
      const size = Number(request.headers['content-length'] ?? protocol.maxFrameBytes);
      if (!isHome || !strangers.spare(from, size, Date.now())) {
        refusals.add(protocol.name, 'strangers');
        if (isHome) answer(response, 429, 'Your network sends too much: send again later.', { ...CLOSE, ...LATER });
        else socket.destroy();
        return;
      }
    }
    const unread = (atHome ? budgets.unreadOfKnown : budgets.unread).lease(from, UNCOUNTED_BYTES);
    if (lane.isFull && !unread.set(REQUEST_BYTES + UNCOUNTED_BYTES)) {
      refusals.add(protocol.name, 'memory');
      socket.destroy();
      return;
    }
    response.once('close', () => unread.close());
    lane.run(async () => {
      unread.set(0);
      await serve(request, response, { ...options, from, unread, place }).catch((error: unknown) => {
        // Who leaves in the middle of a request is no fault of ours.
        if (socket.destroyed) return;
        logger.error({ error, protocol: protocol.name }, 'A device request failed');
        if (!response.headersSent) answer(response, 500, 'The server could not take this.');
      });
    });
  });
  server.on('connection', (socket) => {
    const place = count(socket, options);
    if (place) open.set(socket, { lane: new RequestLane(socket), place });
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.maxHeadersCount = 100;
  return server;
}

/** No honest position takes more; a flood of longer ones is not looked at. */
const LONGEST_NAMED = 2048;

/**
 * What the address of a request says about its sender. A device at home has a budget of its own while nobody guesses
 * there. From a network of known devices that sends too much, every request with an identity is read: otherwise a flood
 * would show which identities are known.
 */
function whoIs(
  admission: SessionServices['admission'],
  from: string,
  url: string | undefined,
): { atHome: boolean; mayPass: boolean } {
  const identity = /[?&](?:id|deviceid)=([^&]{1,64})(?:&|$)/.exec(url ?? '')?.[1];
  if (identity === undefined || !admission.isHome(from)) return { atHome: false, mayPass: false };
  const atHome = !admission.isGuessedFrom({ network: from }) && admission.reportedFrom(from, identity);
  return { atHome, mayPass: (url ?? '').length <= LONGEST_NAMED };
}

/** A connection counts like one of a tracker; beyond the limits it is closed. */
function count(socket: Socket, { connections, metrics, protocol, refusals, blocked }: HttpOptions): Place | null {
  if (!blocked.admit(socket)) {
    refusals.add(protocol.name, 'blocked');
    return null;
  }
  const from = network(socket.remoteAddress ?? 'unknown');
  const refuse = () => {
    refusals.add(protocol.name, 'connections');
    socket.destroy();
  };
  const place = connections.add(from, refuse);
  if (!place) {
    refuse();
    return null;
  }
  metrics.connections(protocol.name, 1);
  socket.once('close', () => {
    place.leave();
    metrics.connections(protocol.name, -1);
  });
  return place;
}

interface RequestOptions extends HttpOptions {
  from: string;
  /** Room for the body. */
  unread: Lease;
  place: Place;
}

async function serve(request: IncomingMessage, response: ServerResponse, options: RequestOptions): Promise<void> {
  const { protocol, ingest, admission, knocks, metrics, rates, from, unread, refusals } = options;
  const receivedAt = Date.now();
  const refuse = (reason: RefusalReason, status: number, text: string, headers?: Record<string, string>) => {
    refusals.add(protocol.name, reason);
    answer(response, status, text, headers);
  };
  const body = await readBody(request, protocol.maxFrameBytes, unread);
  if (body === 'too-large') return refuse(body, 413, 'The request is too large.', CLOSE);
  if (body === 'memory') return refuse(body, 503, 'Busy, send again later.', { ...CLOSE, ...LATER });
  const { url, secret } = takeSecret(request.url ?? '/', request.headers.authorization);
  const frame = {
    method: request.method ?? 'GET',
    url: maskSecrets(url),
    headers: plainHeaders(request),
    body: maskSecrets(body.text),
  };
  const size = frame.url.length + unread.bytes;
  let decoded = protocol.decode(frame, new Date(receivedAt));
  metrics.frame(protocol.name, decoded.fault === undefined);

  /** Its own secret is nothing to show or store, wherever it stands. */
  const hideSecret = () => {
    const hash = options.directory.remembered(decoded.identities)?.guard?.secretHash;
    if (!hash) return;
    const [hidden, hiddenBody] = [maskSecret(frame.url, hash), maskSecret(frame.body, hash)];
    if (hidden === frame.url && hiddenBody === frame.body) return;
    frame.url = hidden;
    frame.body = hiddenBody;
    decoded = protocol.decode(frame, new Date(receivedAt));
  };
  const note = () => entry.frame(`${frame.method} ${frame.url}${frame.body && `\n${frame.body}`}`, decoded, receivedAt);

  /** Refuses a request: the more refusals its network causes, the later the answer. */
  const turnAway = async (status: number, text: string, headers?: Record<string, string>) => {
    const waitMs = options.strangers.wait(from, size + REQUEST_BYTES, Date.now());
    if (waitMs === null) {
      refusals.add(protocol.name, 'strangers');
      request.socket.destroy();
      return;
    }
    if (waitMs > 0) await delay(waitMs, undefined, { ref: false });
    answer(response, status, text, headers);
  };

  /** Answers once that is stored. */
  const tell = async (isGuessedFrom: boolean, store: (onStored: () => void) => void) => {
    const isStored = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), STORE_TIMEOUT_MS);
      const onStored = () => {
        clearTimeout(timer);
        resolve(true);
      };
      store(isGuessedFrom ? answerLater(onStored) : onStored);
    });
    if (isStored) answer(response, decoded.reply.status, decoded.reply.body);
    else answer(response, 503, 'Not stored yet, send again later.', LATER);
  };

  /** Gives a possible guesser the answer of a known device, and as late as that one. */
  const conceal = async () => {
    refusals.add(protocol.name, 'guessing');
    // Counted without a wait, which would give it away.
    options.strangers.wait(from, size + REQUEST_BYTES, Date.now());
    if (ingest.full()) return refuse('busy', 503, 'Busy, send again later.', LATER);
    await tell(true, ingest.follow);
  };

  const address = request.socket.remoteAddress ?? 'unknown';
  const visitor: Visitor = { address, network: from, connection: null, secret };
  const entry = knocks.open(protocol.name, 'http', address);
  try {
    entry.identify(decoded.identities[0] ?? null);
    if (decoded.fault !== undefined) {
      note();
      return await turnAway(400, decoded.fault);
    }
    const device = await identify(admission, visitor, decoded.identities, protocol.name).finally(() => {
      hideSecret();
      note();
    });
    const isKnown = device !== null && typeof device !== 'string';
    entry.setDevice(isKnown ? device : null);
    const isGuessedFrom = admission.isGuessedFrom(visitor);
    options.place.heardFrom(isKnown && !isGuessedFrom ? 'known' : 'stranger');
    const tooFast = () => {
      refusals.add(protocol.name, 'too-fast');
      return turnAway(429, 'Too fast.', { 'Retry-After': '1' });
    };
    if (device === 'concealed') {
      const name = normalIdentity(decoded.identities[0] ?? '');
      return await (rates.allow(name, receivedAt, frameCount(1, size)) ? conceal() : tooFast());
    }
    if (device === 'limited') {
      refusals.add(protocol.name, 'guessing');
      return await turnAway(429, 'Too many unknown identities came from your network: send again later.', MUCH_LATER);
    }
    if (!device) return await turnAway(404, 'This device is not known here yet: adopt it under "Connect a device".');
    const { deviceId } = device;
    // Where somebody guesses, how much of a device waits to be stored must not show: of nobody nothing does.
    const isCrowded = !isGuessedFrom && ingest.crowded(deviceId);
    if (!rates.allow(deviceId, receivedAt, frameCount(1, size)) || isCrowded) return await tooFast();
    if (ingest.full()) return refuse('busy', 503, 'Busy, send again later.', LATER);
    admission.heard(device, visitor, receivedAt);
    const { messages } = decoded;
    const bytes = frameWeight(size, messages.length);
    await tell(isGuessedFrom, (onStored) => ingest.submit({ deviceId, messages, bytes, receivedAt, onStored }));
  } finally {
    entry.close();
  }
}

const LATER = { 'Retry-After': '10' };
const MUCH_LATER = { 'Retry-After': '60' };
const CLOSE = { Connection: 'close' };

async function identify(
  admission: SessionServices['admission'],
  visitor: Visitor,
  identities: readonly string[],
  protocol: string,
): Promise<Admitted> {
  const remembered = admission.remembered(visitor, identities);
  return remembered === undefined ? admission.lookUp(visitor, identities, protocol) : remembered;
}

async function readBody(
  request: IncomingMessage,
  limit: number,
  unread: Lease,
): Promise<{ text: string } | 'too-large' | 'memory'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return 'too-large';
    if (!unread.set(size)) return 'memory';
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8') };
}

function plainHeaders(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

function answer(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers });
  response.end(body);
}
