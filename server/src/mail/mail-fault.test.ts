import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Fault } from '@milepost/contract/fault';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { mailFault } from './mail-fault.ts';

/** A mail server (RFC 5321) that sends the given replies to some commands, and success to the others. */
async function listen(replies: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer((socket) => {
    const reply = (command: string, usual: string) => socket.write(`${replies[command] ?? usual}\r\n`);
    reply('connect', '220 test');
    socket.on('error', () => {});
    socket.setEncoding('utf8').on('data', (text: string) => {
      const command = text.slice(0, 4).toUpperCase();
      reply(command, command === 'EHLO' ? '250-test\r\n250 AUTH PLAIN' : '250 fine');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function send(port: number, scheme = 'smtp', user = ''): Promise<Fault | null> {
  const transport = createTransport(`${scheme}://${user}127.0.0.1:${port}`, { from: 'fleet@example.org' });
  try {
    await transport.sendMail({ to: 'ana@example.org', subject: 'x', text: 'x' });
    return null;
  } catch (error) {
    return mailFault(error);
  } finally {
    transport.close();
  }
}

test.each([
  ['450 mailbox busy', 'RCPT', 'mail-deferred'],
  ['550 no such user', 'RCPT', 'mail-recipient-rejected'],
  ['553 sender not allowed', 'MAIL', 'mail-rejected'],
  ['554 we take no mail', 'connect', 'mail-rejected'],
  ['421 too many connections', 'connect', 'mail-deferred'],
])('the reply "%s" to %s is reported as %s, with the reply', async (reply, command, code) => {
  const server = await listen({ [command]: reply });
  expect(await send(portOf(server))).toEqual({ code, detail: expect.stringContaining(reply) });
  server.close();
});

test.each([
  ['535 credentials invalid', 'mail-sign-in-rejected'],
  ['454 temporary authentication failure', 'mail-deferred'],
])('the reply "%s" to a sign-in is reported as %s', async (reply, code) => {
  const server = await listen({ AUTH: reply });
  expect(await send(portOf(server), 'smtp', 'fleet:secret@')).toEqual({ code, detail: expect.stringContaining(reply) });
  server.close();
});

test('a server without TLS when TLS is required makes no secure connection', async () => {
  const server = await listen({});
  expect(await send(portOf(server), 'smtps')).toMatchObject({ code: 'host-not-secure' });
  server.close();
});

test('a closed port is a refused connection', async () => {
  const server = await listen({});
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await send(port)).toEqual({ code: 'host-refused', detail: expect.stringContaining('ECONNREFUSED') });
});
