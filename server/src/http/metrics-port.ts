import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { isLoopback, isLoopbackName } from '../auth/loopback.ts';
import { reasonOf } from '../fault.ts';
import { plainAddress } from '../ip-address.ts';
import { portTaken } from '../taken-port.ts';
import { hasToken, type HealthServices, livenessOf, METRICS_TYPE, readinessOf } from './health.ts';

export interface MetricsPortSettings {
  host: string;
  port: number;
  /** The token for requests to `/metrics` from other machines; null for none. */
  token: string | null;
}

export interface MetricsPort {
  /** Such as `http://127.0.0.1:9464`. */
  address: string;
  close(): Promise<void>;
}

/** A request has no body, and few programs ask. */
const LIMITS = { requestTimeout: 10_000, headersTimeout: 10_000, connectionsCheckingInterval: 5000 };
const MAX_CONNECTIONS = 64;
const MAX_CONNECTIONS_OF_ADDRESS = 16;

interface Answer {
  code: number;
  type: string;
  text: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const json = (code: number, body: object): Answer => ({ code, type: JSON_TYPE, text: JSON.stringify(body) });
const NOT_FOUND = json(404, { status: 'not found' });

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a port of their own, which a proxy for people does not hide.
 * @throws StartError when another program uses the port
 */
export async function openMetricsPort(
  settings: MetricsPortSettings,
  services: HealthServices,
  logger: Logger,
): Promise<MetricsPort> {
  const { host, port } = settings;
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const [path] = (request.url ?? '').split('?');
    if (request.method !== 'GET' && request.method !== 'HEAD') return NOT_FOUND;
    if (path === '/healthz') return json(200, livenessOf(services));
    if (path === '/readyz') {
      const { code, body } = await readinessOf(services);
      return json(code, body);
    }
    if (path !== '/metrics' || !mayRead(request, settings)) return NOT_FOUND;
    return { code: 200, type: METRICS_TYPE, text: await services.metrics() };
  };
  const server = createServer(LIMITS, (request, response) => {
    answer(request).then(
      (answered) => write(response, answered),
      (error: unknown) => {
        logger.error({ reason: reasonOf(error) }, 'The metrics could not be read');
        write(response, json(500, { status: 'fault' }));
      },
    );
  });
  limitConnections(server);
  const listening = once(server, 'listening');
  server.listen({ host, port });
  await listening.catch((error: unknown) => {
    throw portTaken({ host, port, setting: 'METRICS_PORT' }, error);
  });
  const bound = server.address();
  const at = typeof bound === 'object' && bound ? bound : { address: host, port };
  return {
    address: `http://${at.address.includes(':') ? `[${at.address}]` : at.address}:${at.port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Of too many connections the oldest without a request ends, so that idle ones never keep out who asks. */
function limitConnections(server: Server): void {
  const idle = new Set<Socket>();
  const all = new Set<Socket>();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    all.add(socket);
    idle.add(socket);
    socket.once('close', () => {
      all.delete(socket);
      idle.delete(socket);
    });
    const ofAddress = [...all].filter((one) => one.remoteAddress === remoteAddress);
    if (ofAddress.length > MAX_CONNECTIONS_OF_ADDRESS) (ofAddress.find((one) => idle.has(one)) ?? socket).destroy();
    else if (all.size > MAX_CONNECTIONS) ([...idle][0] ?? socket).destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (all.has(socket)) idle.add(socket);
    });
  });
}

function write(response: ServerResponse, { code, type, text }: Answer): void {
  response.writeHead(code, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  response.end(text);
}

/**
 * This machine needs no token, but a page of another site whose name resolves to this machine is refused: it requests
 * that name.
 */
function mayRead({ headers, socket }: IncomingMessage, { token }: MetricsPortSettings): boolean {
  if (isLoopback(plainAddress(socket.remoteAddress ?? ''))) {
    return isLoopbackName(headers.host ?? '') || hasToken(headers.authorization, token);
  }
  return token === null || hasToken(headers.authorization, token);
}
