import { createServer, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface PathProxyOptions {
  /** The path below which it serves the application, without a slash at the end; '' at the root. */
  path?: string;
  /** Strips the path before it passes a request on. */
  strips?: boolean;
  /** Passes on upgrades to WebSockets. */
  upgrades?: boolean;
  /**
   * Passes on `Host` as the browser sent it; otherwise it sends its own name for the server, as nginx does by default.
   */
  keepsHost?: boolean;
  /** The headers that it adds. */
  adds?: Record<string, string>;
  /** Closes every connection immediately, like a network that is away. */
  away?: boolean;
}

export interface PathProxy {
  /** The address for browsers, without a slash at the end. */
  readonly address: string;
  /** Forwards everything to this address from now on. */
  leadTo(address: string): void;
  /** Changes the options for passing requests on. */
  set(options: PathProxyOptions): void;
  close(): void;
}

/**
 * The headers that a proxy does not pass on (RFC 9110, section 7.6.1), unless it is configured to pass upgrades on.
 */
const HOP_BY_HOP = new Set(['connection', 'upgrade', 'keep-alive', 'te', 'trailer', 'transfer-encoding']);

/** Starts a reverse proxy on a free port that serves the application below a path, configured well or badly. */
export async function startPathProxy(first: PathProxyOptions): Promise<PathProxy> {
  let options = first;
  let target = '';
  const path = first.path ?? '';
  const open = new Set<Socket>();

  /** The request as it is passed on; null outside of the path. */
  const passedOn = ({ url = '/', method, headers }: IncomingMessage, upgrade: boolean): RequestOptions | null => {
    if (path !== '' && url !== path && !url.startsWith(`${path}/`) && !url.startsWith(`${path}?`)) return null;
    const { strips = false, keepsHost = true, adds = {} } = options;
    const { host: own, hostname, port } = new URL(target);
    const forwarded = Object.entries(headers).filter(
      ([name]) => name !== 'host' && (upgrade || name === 'transfer-encoding' || !HOP_BY_HOP.has(name)),
    );
    const rest = strips ? url.slice(path.length) : url;
    return {
      hostname,
      port,
      method: method ?? 'GET',
      path: rest.startsWith('/') ? rest : `/${rest}`,
      headers: { ...Object.fromEntries(forwarded), host: keepsHost ? (headers.host ?? own) : own, ...adds },
    };
  };

  const server = createServer((incoming, answer) => {
    const onward = passedOn(incoming, false);
    if (!onward) return void answer.writeHead(404).end();
    const far = request(onward, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    far.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    answer.on('close', () => far.destroy());
    return void incoming.pipe(far);
  });
  server.on('upgrade', (incoming: IncomingMessage, near: Socket, head: Buffer) => {
    near.on('error', () => {});
    const passes = options.upgrades ?? true;
    const onward = passedOn(incoming, passes);
    if (!onward) return void near.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
    if (!passes) {
      // Passes the request on without the upgrade, and the status of its response back.
      const far = request(onward, (given) => {
        near.end(`HTTP/1.1 ${given.statusCode} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        given.resume();
      });
      far.on('error', () => near.destroy());
      return void far.end();
    }
    const { hostname, port } = new URL(target);
    const far = connect(Number(port), hostname, () => {
      const lines = Object.entries(onward.headers ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
      far.write(`GET ${onward.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      far.write(head);
      far.pipe(near).pipe(far);
    });
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.on('connection', (socket) => {
    if (options.away) return void socket.destroy();
    open.add(socket);
    return void socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the address of a TCP server is an AddressInfo
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${path}`,
    leadTo: (address) => (target = address),
    set: (next) => {
      options = next;
      // Open connections use the old options.
      for (const socket of open) socket.destroy();
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
