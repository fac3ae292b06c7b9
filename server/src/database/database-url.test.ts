import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { isPoolerRefusal, tryDatabaseUrl, withLibpqModes } from './database-url.ts';

const url = (query: string) => `postgres://me:pw@db.example/fleet${query}`;

it("gives sslmode the meaning of libpq, unless the address defines the driver's", () => {
  expect(withLibpqModes(url('?sslmode=require'))).toBe(url('?sslmode=require&uselibpqcompat=true'));
  expect(withLibpqModes(url('?sslmode=allow'))).toBe(url('?sslmode=prefer&uselibpqcompat=true'));
  for (const same of ['', '?sslmode=no-verify', '?sslmode=require&uselibpqcompat=false']) {
    expect(withLibpqModes(url(same))).toBe(url(same));
  }
});

it('connects to a server without TLS when TLS is only preferred, and not when it is required', async () => {
  const test = await testDatabase();
  expect(await tryDatabaseUrl(withLibpqModes(`${test.url}?sslmode=prefer`))).toContain('sslmode=disable');
  await expect(tryDatabaseUrl(withLibpqModes(`${test.url}?sslmode=require`))).rejects.toThrow(/does not support SSL/);
  await test.close();
});

it('recognises a pooler by its refusal of a parameter', async () => {
  // The response of PgBouncer 1.25 to an unsupported parameter: an ErrorResponse of protocol version 3.0.
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: statement_timeout'];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  const pooler = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, body])));
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  const address = pooler.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const error = await tryDatabaseUrl(`postgres://me:pw@127.0.0.1:${port}/fleet`).catch((fault: unknown) => fault);
  expect(isPoolerRefusal(error)).toBe(true);
  pooler.close();
});
