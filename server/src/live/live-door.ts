import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE_TRY_LATER, LIVE_PATH } from '@milepost/contract/live-constants';
import type { Logger } from 'pino';
import { type RawData, WebSocketServer } from 'ws';
import { readCookies, SESSION_COOKIE } from '../auth/cookies.ts';
import type { ProvedTokens } from '../auth/proved-tokens.ts';
import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';
import { lastOf, siteFault } from '../http/same-site.ts';
import { proxyTrust } from '../http/trusted-proxies.ts';
import { plainAddress } from '../ip-address.ts';
import type { Caller } from '../store/people/callers.ts';
import { FrameFlood } from './browser-limits.ts';
import type { ConnectionLimits } from './connections.ts';
import type { LiveConnection } from './live-connection.ts';
import type { LiveSocket } from './live-socket.ts';

/** The maximum size of frames from browsers; those of our client are far smaller. */
export const MAX_FRAME_BYTES = 64 * 1024;
/** A connection that stays open after a close or a refusal is terminated after this time. */
const CLOSE_WITHIN_MS = 1000;
// A variable, since `@types/ws` lacks `closeTimeout` and would reject it in a literal.
const SOCKETS = { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false, closeTimeout: CLOSE_WITHIN_MS };

export interface DoorOptions {
  logger: Logger;
  proved: ProvedTokens;
  authenticate: (cookieHeader: string | undefined) => Promise<Caller | null>;
  /** The proxies whose `X-Forwarded-Host` is trusted. */
  trustedProxies: readonly string[];
  publicUrl: string | null;
  /** Called with the request and the person of each new connection. */
  opened?: (request: IncomingMessage, caller: Caller) => void;
}

interface Inside {
  limits: ConnectionLimits;
  connect: (socket: LiveSocket, caller: Caller, cookie: string | undefined) => LiveConnection;
  disconnect: (socket: LiveSocket) => void;
  /** Called when a browser has changed what it watches. */
  received: () => void;
}

/** Opens WebSockets for signed-in people of our own site. */
export interface LiveDoor {
  /** Handles a WebSocket upgrade; other paths get 404. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** True when the connection belongs to a signed-in person. */
  holds(socket: Duplex): boolean;
  close(): void;
}

export function createLiveDoor(
  { logger, proved, authenticate, trustedProxies, publicUrl, opened }: DoorOptions,
  { limits, connect, disconnect, received }: Inside,
): LiveDoor {
  const server = new WebSocketServer({ noServer: true, ...SOCKETS });
  const held = new WeakSet<Duplex>();
  /** Limits session lookups: most connections of a flood have no session. */
  const lookUps = new Turnstile(4, 500);
  const trusted = proxyTrust(trustedProxies);
  const hostOf = ({ headers, socket }: IncomingMessage) =>
    (trusted(plainAddress(socket.remoteAddress ?? '')) ? lastOf(headers['x-forwarded-host']) : undefined) ??
    headers.host;
  const accept = async (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== LIVE_PATH) return refuse(duplex, 404, 'Not Found');
    if (siteFault(request.headers, hostOf(request), publicUrl)) return refuse(duplex, 403, 'Forbidden');
    if (limits.isFull()) return refuse(duplex, 503, 'Service Unavailable');
    const { cookie } = request.headers;
    const token = readCookies(cookie)[SESSION_COOKIE];
    const caller = token ? await proved.find(token, () => authenticate(cookie), lookUps) : null;
    if (!caller) return refuse(duplex, 401, 'Unauthorized');
    opened?.(request, caller);
    server.handleUpgrade(request, duplex, head, (socket) => {
      held.add(duplex);
      // Opened first, since a script in the browser sees the close code but not an HTTP refusal.
      if (!limits.mayOpen(caller)) return socket.close(CLOSE_TRY_LATER, 'too many connections');
      const live = connect(socket, caller, cookie);
      const flood = new FrameFlood();
      socket.on('ping', () => {
        if (flood.add(Date.now())) socket.terminate();
      });
      socket.on('message', (data, isBinary) => {
        if (flood.add(Date.now())) return socket.terminate();
        if (isBinary || !live.receive(textOf(data))) return socket.close(1008, 'not a frame');
        received();
        return undefined;
      });
      socket.on('close', () => disconnect(socket));
      socket.on('error', (error) => logger.debug({ reason: error.message }, 'A live connection broke'));
      return undefined;
    });
  };
  return {
    upgrade: (request, socket, head) => {
      socket.on('error', () => {});
      accept(request, socket, head).catch((error: unknown) => {
        if (error instanceof AppError) return refuse(socket, 503, 'Service Unavailable');
        logger.error({ err: error }, 'A live connection could not be opened');
        return refuse(socket, 500, 'Internal Server Error');
      });
    },
    holds: (socket) => held.has(socket),
    close: () => server.close(),
  };
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}

function refuse(socket: Duplex, status: number, reason: string): void {
  // Without this, a client that keeps its side open would hold the connection.
  socket.once('finish', () => socket.destroy());
  setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref();
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
