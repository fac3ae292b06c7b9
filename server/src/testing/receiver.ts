import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that receives webhooks and pushes. */
export interface Receiver {
  url: string;
  received: Received[];
  /** The status of its responses; null for no response. */
  status: number | null;
  headers: Record<string, string>;
  close(): Promise<void>;
}

export async function testReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], status: 204, headers: {}, close: async () => {} };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      if (receiver.status !== null) response.writeHead(receiver.status, receiver.headers).end('x'.repeat(100_000));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  receiver.close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return receiver;
}
