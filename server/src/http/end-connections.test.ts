import { get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { endConnections } from './end-connections.ts';

async function listening(letFinishMs?: number) {
  const app = Fastify();
  endConnections(app, letFinishMs);
  app.get('/slow', async () => new Promise((resolve) => setTimeout(resolve, 300, 'whole')));
  app.get('/never', () => new Promise(() => {}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is one
  return { app, port: (app.server.address() as AddressInfo).port };
}

/** The reply; null when the connection ends before. */
const answer = (port: number, path: string) =>
  new Promise<string | null>((resolve) => {
    get({ port, host: '127.0.0.1', path, agent: false }, (response) => {
      let text = '';
      response.on('data', (bytes: Buffer) => (text += bytes.toString()));
      response.on('end', () => resolve(text));
    }).on('error', () => resolve(null));
  });

/** A connection that sends this and nothing more. */
const open = (port: number, request = '') =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request, () => resolve()));
    socket.on('error', () => {});
  });

test('a stop waits for requests in progress, and not for connections without a complete request', async () => {
  const { app, port } = await listening();
  await Promise.all([open(port), open(port, 'GET /slow HTTP/1.1\r\n')]);
  const slow = answer(port, '/slow');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const begun = performance.now();
  await app.close();
  expect(performance.now() - begun).toBeLessThan(2000);
  expect(await slow).toBe('whole');
});

test('a stop ends requests that never finish', async () => {
  const { app, port } = await listening(200);
  const never = answer(port, '/never');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await app.close();
  expect(await never).toBeNull();
});
