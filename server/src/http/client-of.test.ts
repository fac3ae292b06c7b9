import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, noteShort } from './client-of.ts';

let app: FastifyInstance;
let port: number;
/** An answer too large for any buffer, but marked as short. */
const SHORT = '64000001';
const sent: boolean[] = [];
/** The same for answers that are counted when they are long. */
const longOnes: boolean[] = [];
beforeAll(async () => {
  app = Fastify();
  app.get<{ Params: { length: string } }>('/:length', async (request, reply) => {
    const call = sent.push(false) - 1;
    const services = { config: { secureCookies: false }, proxyWatch: { confirm: () => {} } };
    void clientOf(request, reply, services)
      .sent()
      .then(() => (sent[call] = true));
    longOnes.push(false);
    void clientOf(request, reply, services)
      .sentLong()
      .then(() => (longOnes[call] = true));
    if (request.params.length === SHORT) noteShort(reply);
    return reply.send('x'.repeat(Number(request.params.length)));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is one
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Requests this many characters and reads none. */
function requestLetters(letters: number): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(`GET /${letters} HTTP/1.1\r\nHost: a\r\n\r\n`));
  return socket.pause();
}

test('an answer counts as sent when its last byte has left, or when its reader has disconnected', async () => {
  const short = requestLetters(100);
  await expect.poll(() => sent).toEqual([true]);
  // Larger than any buffer between two sockets.
  const long = requestLetters(64_000_000);
  const other = requestLetters(64_000_000);
  await expect.poll(() => sent).toEqual([true, false, false]);
  long.resume();
  await expect.poll(() => sent[1]).toBe(true);
  expect(sent[2]).toBe(false);
  other.destroy();
  await expect.poll(() => sent[2]).toBe(true);
  for (const socket of [short, long]) socket.destroy();
});

test('a long answer counts until it is received, a short one not at all', async () => {
  const before = longOnes.length;
  const unread = [requestLetters(64_000_000), requestLetters(Number(SHORT))];
  await expect.poll(() => longOnes.slice(before).filter((is) => is).length).toBe(1);
  expect(sent.slice(before)).toEqual([false, false]);
  for (const socket of unread) socket.destroy();
  await expect.poll(() => longOnes.slice(before)).toEqual([true, true]);
});
