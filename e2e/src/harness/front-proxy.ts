import { type IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { type AddressInfo, Socket } from 'node:net';
import { createProxyServer } from 'http-proxy-3';
import { startCaddy } from './caddy-proxy.ts';
import { localCertificate } from './certificate.ts';

/** A reverse proxy as operators put one in front: TLS, HTTP/2 and HTTP/1.1, WebSockets, `X-Forwarded-…`. */
export interface FrontProxy {
  /** The address for browsers, without a slash at the end. */
  readonly address: string;
  /** Forwards everything to this address from now on. */
  leadTo(address: string): void;
  close(): void;
}

/**
 * Starts one on a free port: the Caddy in the environment variable `CADDY`, with the file of `deploy/`; otherwise
 * Node's HTTP/2 with `http-proxy-3`, since npm alone can install neither Caddy nor nginx (docs/security.md).
 */
export function startFrontProxy(): Promise<FrontProxy> {
  const { CADDY } = process.env;
  return CADDY ? startCaddy(CADDY) : startNodeProxy();
}

async function startNodeProxy(): Promise<FrontProxy> {
  let target = '';
  const proxy = createProxyServer({ xfwd: true });
  proxy.on('error', (_error, _request, response) => {
    if (response instanceof ServerResponse && !response.headersSent) response.writeHead(502);
    if (response instanceof Socket) response.destroy();
    else response?.end();
  });
  const server: Http2SecureServer = createSecureServer({ ...localCertificate(), allowHTTP1: true });
  server.on('request', (request, response) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library supports HTTP/2 requests of Node, its types do not
    const [incoming, answer] = [request, response] as unknown as [IncomingMessage, ServerResponse];
    proxy.web(incoming, answer, { target });
  });
  server.on('upgrade', (request, socket: Socket, head: Buffer) => {
    socket.on('error', () => {});
    proxy.ws(request, socket, head, { target });
  });
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // On macOS the only other local address to call from is ::1 (see proxy.test.ts).
  const host = process.platform === 'darwin' ? '::' : '127.0.0.1';
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the address of a TCP server is an AddressInfo
  const { port } = server.address() as AddressInfo;
  return {
    address: `https://127.0.0.1:${port}`,
    leadTo: (address) => (target = address),
    close: () => {
      proxy.close();
      server.close();
      for (const socket of connections) socket.destroy();
    },
  };
}
