import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpProtocol } from '@milepost/protocols/types';
import type { SessionServices } from './device-session.ts';
import type { KnownDevice } from './device-directory.ts';
import type { ConnectionCount, DeviceRates } from './limits.ts';

export interface HttpOptions extends SessionServices {
  protocol: HttpProtocol;
  connections: ConnectionCount;
  rates: DeviceRates;
}

/** A phone whose request is not stored by then gets 503 and sends it again. */
const STORE_TIMEOUT_MS = 30_000;

/** Devices that report by HTTP requests: the answer is the acknowledgement, so it comes after the commit. */
export function createHttpDeviceServer(options: HttpOptions): Server {
  const server = createServer((request, response) => {
    serve(request, response, options).catch((error: unknown) => {
      options.logger.error({ error, protocol: options.protocol.name }, 'A device request failed');
      if (!response.headersSent) answer(response, 500, 'The server could not take this.');
    });
  });
  server.on('connection', (socket) => count(socket, options));
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.maxHeadersCount = 100;
  return server;
}

/** A connection counts like one of a tracker; beyond the limits it is closed. */
function count(socket: Socket, { connections, metrics, protocol }: HttpOptions): void {
  const address = socket.remoteAddress ?? 'unknown';
  if (!connections.add(address)) {
    metrics.refused(protocol.name);
    socket.destroy();
    return;
  }
  metrics.connections(protocol.name, 1);
  socket.once('close', () => {
    connections.remove(address);
    metrics.connections(protocol.name, -1);
  });
}

async function serve(request: IncomingMessage, response: ServerResponse, options: HttpOptions): Promise<void> {
  const { protocol, ingest, directory, knocks, metrics, rates } = options;
  const receivedAt = Date.now();
  const body = await readBody(request, protocol.maxFrameBytes);
  if (body === null) return answer(response, 413, 'The request is too large.');
  const frame = { method: request.method ?? 'GET', url: request.url ?? '/', headers: plainHeaders(request), body };
  const decoded = protocol.decode(frame, new Date(receivedAt));
  metrics.frame(protocol.name, decoded.fault === undefined);

  const entry = knocks.open(protocol.name, 'http', request.socket.remoteAddress ?? 'unknown');
  try {
    entry.identify(decoded.identities[0] ?? null);
    entry.frame(`${frame.method} ${frame.url}${body && `\n${body}`}`, decoded, receivedAt);
    if (decoded.fault !== undefined) return answer(response, 400, decoded.fault);
    const device = await identify(directory, decoded.identities, protocol.name);
    entry.setDevice(device);
    if (!device) return answer(response, 404, 'This device is not known here yet: adopt it under "Connect a device".');
    if (!rates.allow(device.deviceId, receivedAt)) return answer(response, 429, 'Too fast.', { 'Retry-After': '1' });
    if (ingest.full()) return answer(response, 503, 'Busy, send again later.', { 'Retry-After': '10' });
    const stored = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), STORE_TIMEOUT_MS);
      const onStored = () => {
        clearTimeout(timer);
        resolve(true);
      };
      ingest.submit({ deviceId: device.deviceId, messages: decoded.messages, receivedAt, onStored });
    });
    if (stored) answer(response, decoded.reply.status, decoded.reply.body);
    else answer(response, 503, 'Not stored yet, send again later.', { 'Retry-After': '10' });
  } finally {
    entry.close();
  }
}

async function identify(
  directory: SessionServices['directory'],
  identities: readonly string[],
  protocol: string,
): Promise<KnownDevice | null> {
  const remembered = directory.remembered(identities);
  return remembered === undefined ? directory.lookUp(identities, protocol) : remembered;
}

/** Null where the body is larger than `limit` bytes. */
async function readBody(request: IncomingMessage, limit: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
